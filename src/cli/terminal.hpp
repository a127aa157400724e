#pragma once

#include <optional>
#include <string>

namespace handoff::cli {

/// Can a person be asked: are standard input and standard error a terminal?
bool can_ask();

/// Prints the question on standard error and reads one line, without white space at its ends.
/// nullopt at the end of the input.
std::optional<std::string> ask(const std::string& question);

}  // namespace handoff::cli
