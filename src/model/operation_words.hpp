#pragma once

#include <string>

namespace handoff::model {

/// "a merge", "a rebase", "an am": an operation of git's in a sentence.
inline std::string an_operation(const std::string& operation) {
  return (operation == "am" ? "an " : "a ") + operation;
}

}  // namespace handoff::model
