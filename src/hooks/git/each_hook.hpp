#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/git/git_hooks.hpp"

namespace handoff::hooks {

/// What git calls a hook with.
struct HookCall {
  const std::vector<std::string>& args;
  std::string_view input;
  std::string arg(size_t n) const { return n < args.size() ? args[n] : std::string(); }
};

// One file a hook. They may throw: run_git_hook turns that into silence.
HookAnswer post_checkout(const HookCall& call);
HookAnswer post_rewrite(const HookCall& call);
HookAnswer pre_commit(const HookCall& call);
HookAnswer pre_push(const HookCall& call);

}  // namespace handoff::hooks
