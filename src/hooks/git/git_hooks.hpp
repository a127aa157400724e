#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/git/hook_call.hpp"

namespace handoff::hooks {

/// "post-checkout", "post-rewrite", "pre-commit", "pre-merge-commit" or "pre-push".
bool is_git_hook(std::string_view name);
/// Runs one of git's hooks with its own arguments, and with standard input where git says something
/// there. Never throws, and gives up (exit 0) rather than taking long.
HookAnswer run_git_hook(std::string_view name, const std::vector<std::string>& args);

}  // namespace handoff::hooks
