#pragma once

#include <string>
#include <vector>

#include "model/check.hpp"

namespace handoff::ops {

/// The most harmful first: what a reader looks at before anything else.
std::vector<const model::Finding*> by_harm(const std::vector<model::Finding>& findings);

/// A finding as a sentence, without the labels of the JSON; safe to print.
std::string sentence_of(const model::Finding& finding);

}  // namespace handoff::ops
