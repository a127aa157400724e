#pragma once

#include <string>
#include <vector>

namespace handoff::cli {

/// What the command line said: `git-handoff NAME ARGS...`.
struct Invocation {
  std::string name;
  std::vector<std::string> args;
};

}  // namespace handoff::cli
