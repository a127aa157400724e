#include "ops/worktree/git_to_type.hpp"

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

bool may_pass_over_submodules(const git::Repository& repository) {
  constexpr size_t kMostOfModules = 1u << 20;
  const git::Config& config = repository.config();
  if (config.text("diff.ignoresubmodules") || config.any_named("submodule", "ignore"))
    return true;
  try {
    const auto modules =
        read_file_at_most(join_path(repository.layout().root, ".gitmodules"), kMostOfModules);
    return modules && contains(to_lower(*modules), "ignore");
  } catch (const Failure&) {
    return true;
  }
}

}  // namespace

std::string git_to_type(const git::Repository& repository, const std::string& command) {
  return "git " + command +
         (may_pass_over_submodules(repository) ? " --ignore-submodules=none" : "");
}

std::string to_type_in(const std::string& worktree, const std::string& command) {
  return exists(join_path(worktree, ".git"))
             ? "cd " + shell_word(worktree) + " && " + command
             : "in the working tree of " + printable(worktree) + ": " + command;
}

}  // namespace handoff::ops
