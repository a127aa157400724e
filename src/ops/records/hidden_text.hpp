#pragma once

#include <string>
#include <vector>

#include "model/json.hpp"

namespace handoff::ops {

/// What in the text of a record tries to deceive whoever reads it, for people ("control bytes,
/// shown as \x1b"): it is shown harmless everywhere, and a reader should know that somebody tried.
/// Pure.
std::vector<std::string> tricks_in(const Json& record);

}  // namespace handoff::ops
