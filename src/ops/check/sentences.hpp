#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/check.hpp"

namespace handoff::ops {

/// The most harmful first: what a reader looks at before anything else.
std::vector<const model::Finding*> by_harm(const std::vector<model::Finding>& findings);

/// A finding as a sentence, without the labels of the JSON; safe to print.
std::string sentence_of(const model::Finding& finding);
/// The same for several findings of one kind, whose subjects stand in a row (`named_subject`).
std::string sentence_of(const model::Finding& finding, const std::string& subject);
/// What a finding is about, as it stands in a sentence: a path or a branch by the rule for its kind
/// (`path_name`, `branch_name`), any other text as it is, safe to print.
std::string named_subject(const model::Finding& finding);
/// The subject of the finding `submodule` where it is about no single path.
inline constexpr std::string_view kAllSubmodules = "all that are checked out";

}  // namespace handoff::ops
