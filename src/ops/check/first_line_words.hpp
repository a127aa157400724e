#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/check.hpp"
#include "ops/check/situation.hpp"

namespace handoff::ops {

/// What the sentences of a first line are put together from: safe to print, and of one line.
constexpr size_t kMostOfText = 160;
std::string brief_text(const std::string& text, size_t most = kMostOfText);
std::string in_quotation(const std::string& text);
/// Of `Name <mail>`, the name.
std::string name_in(const std::string& person);
/// "a, b, c and 2 more"
constexpr size_t kMostNames = 3;
std::string few_of(const std::vector<std::string>& names, size_t most = kMostNames);

/// The first one with this code that is changed or cannot be verified; nullptr: none.
const model::Finding* find_finding(const model::CheckReport& report, std::string_view code);

/// Where the paused work is, which is no harm: off the branch, in another one. May be empty.
std::string told_of_work(const FirstLineFacts& facts);
/// The sentence of a situation that what was recorded is in, from `blocked` on; empty where it is
/// not.
std::string told_of_content(const FirstLineFacts& facts, Situation situation);

}  // namespace handoff::ops
