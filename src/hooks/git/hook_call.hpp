#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace handoff::hooks {

/// What git calls a hook with.
struct HookCall {
  const std::vector<std::string>& args;
  std::string_view input;
  std::string arg(size_t n) const { return n < args.size() ? args[n] : std::string(); }
};

/// What a git hook has to say: at most two lines for stderr, and the exit code for git.
struct HookAnswer {
  std::vector<std::string> lines = {};
  int exit_code = 0;  ///< 1 only where one of the hooks before a commit, merge or push refuses
};

}  // namespace handoff::hooks
