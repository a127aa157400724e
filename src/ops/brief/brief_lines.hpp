#pragma once

#include <string>
#include <vector>

#include "model/handoff.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// "3: its name (in progress, half)".
std::string task_line(const model::Task& task);

/// What a record says of tests (`verification`, `tdd`), each in a few words, what fails first.
std::vector<std::string> states_of_tests(const Json& value);

/// Where in a larger plan the work stands, and who is at it; empty where the record does not say.
std::string position_line(const model::Handoff& handoff, const Json& document);

}  // namespace handoff::ops
