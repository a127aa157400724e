#include "git/objects/merge_trees.hpp"

#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"

namespace handoff::git {

TreeMerge merge_trees(const Repository& repository, Quarantine& quarantine, std::string base,
                      std::string ours, std::string theirs) {
  for (std::string* tree : {&base, &ours, &theirs})
    if (tree->empty())
      *tree = quarantine.objects().write(ObjectType::tree, serialize_tree({}));
  if (base == theirs || ours == theirs)
    return {.answer = TreeMerge::Answer::clean, .tree = std::move(ours)};
  if (base == ours)
    return {.answer = TreeMerge::Answer::clean, .tree = std::move(theirs)};
  TreeMerge merge;
  // git 2.38 takes the merge base from history only: two stand-ins with one parent give it the
  // right one.
  auto stand_in = [&](const std::string& tree, std::vector<std::string> parents) {
    const std::string nobody = "git-handoff <git-handoff@localhost> 0 +0000";
    Commit commit{.tree = tree,
                  .parents = std::move(parents),
                  .author = nobody,
                  .committer = nobody,
                  .message = "stand-in\n"};
    return quarantine.objects().write(ObjectType::commit, serialize_commit(commit));
  };
  std::string root = stand_in(base, {});
  std::string left = stand_in(ours, {root}), right = stand_in(theirs, {root});
  const bool programs = repository.config().any_named("merge", "driver");
  Outcome answer = repository.git().run(
      {.args = {"merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", left, right},
       .environment = programs ? quarantine.environment_for_programs() : quarantine.environment()});
  std::vector<std::string> fields = split(answer.out, '\0');
  if (fields.empty() || answer.exit_code > 1) {
    merge.message = git_message(answer);
    return merge;
  }
  merge.answer = answer.exit_code == 0 ? TreeMerge::Answer::clean : TreeMerge::Answer::conflict;
  merge.tree = fields.front();
  for (size_t i = 1; i < fields.size(); ++i)
    if (!fields[i].empty())
      merge.conflicts.push_back(fields[i]);
  return merge;
}

}  // namespace handoff::git
