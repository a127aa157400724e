#pragma once

#include "ops/brief/brief_source.hpp"
#include "ops/brief/brief_text.hpp"

namespace handoff::ops {

/// The record for a reader with little room: all of it where it fits, else what is missed least
/// goes first. The text is fenced as data and safe to print; no line of it begins with the record's
/// own words. Throws a Failure for a budget below kLeastBudget.
Brief write_brief(const BriefSource& source, const BriefRequest& request);

}  // namespace handoff::ops
