#pragma once

#include <string>
#include <vector>

#include "model/json.hpp"

namespace handoff::formats {

/// Why Spellbook would not keep such a state, each reason once; empty where it would. Looked at are
/// sizes, texts that order their reader about, and what the boot prompt would have done. Names of
/// fields are free: there are two shapes of states, and programs that add to them.
std::vector<std::string> spellbook_objections(const Json& state);

/// A text that tells a model to drop its instructions, to be somebody else, or poses as the system.
bool orders_about(const std::string& text);

/// May the boot prompt hold these lines: calls of Skill, Read and TodoWrite, headings and lists.
std::vector<std::string> boot_prompt_objections(const std::string& prompt);

}  // namespace handoff::formats
