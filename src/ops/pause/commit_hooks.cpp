#include "ops/pause/commit_hooks.hpp"

#include "base/failure.hpp"
#include "base/files.hpp"

namespace handoff::ops {

void run_commit_hooks(const git::Repository& repository, const Snapshot& snapshot,
                      const git::Quarantine& quarantine) {
  git::Environment environment = quarantine.environment_for_programs();
  const std::string copy = join_path(quarantine.folder(), "verify.index");
  write_file_atomic(copy, read_file(snapshot.prepared.file).value_or(""));
  environment.emplace_back("GIT_INDEX_FILE", copy);
  environment.emplace_back("GIT_NO_LAZY_FETCH", std::nullopt);
  Outcome hook = repository.git().run(
      {.args = {"hook", "run", "--ignore-missing", "pre-commit"}, .environment = environment});
  if (!hook.ok())
    refuse("nothing is paused: the pre-commit hook refused, and handoff.verify is set: " +
               git::git_message(hook),
           {"mend it, or keep the work all the same: git -c handoff.verify=false handoff pause"});
}

}  // namespace handoff::ops
