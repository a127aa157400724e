#include "ops/resume/kept_ways.hpp"

#include "base/text.hpp"
#include "git/objects/merge_trees.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/restore.hpp"
#include "ops/worktree/git_to_type.hpp"

namespace handoff::ops {

namespace {

/// The branch on which all of it was committed since; nothing where that is none, or several.
std::optional<KeptWork::Place> branch_of_all(const Store& store, const Record& record,
                                             const std::string& head) {
  KeptWork work(store.repository(), store.objects(), record.git().base, record.git().wip_commit);
  std::optional<KeptWork::Place> found;
  for (const std::string& path : work.paths()) {
    std::optional<KeptWork::Place> place = work.elsewhere(path, head, record.time());
    if (!place || (found && found->branch != place->branch))
      return std::nullopt;
    found = std::move(place);
  }
  return found;
}

}  // namespace

bool merges_into(const Store& store, const Record& record, const std::string& commit) {
  const model::GitBlock& git = record.git();
  if (!store.objects().contains(git.wip_commit) ||
      (!git.base.empty() && !store.objects().contains(git.base)))
    return true;  // who tries hears what is missing
  git::Quarantine made(store.repository());
  return git::merge_trees(store.repository(), made, tree_of(store, git.base),
                          tree_of(store, commit), tree_of(store, git.wip_commit))
             .answer != git::TreeMerge::Answer::conflict;
}

std::vector<std::string> ways_of_kept(const Store& store, const Record& record,
                                      const Comparison& c) {
  const std::string& head = c.status.head.oid;
  const std::string archive = "archive it: git handoff discard " + record.at.id;
  const std::string apply =
      "merge it into the tree: git handoff resume " + record.at.id + " --continue --apply";
  if (const auto place = branch_of_all(store, record, head)) {
    std::vector<std::string> ways;
    if (place->is_local)
      ways.push_back("it was committed on " + branch_in_quotes(place->branch) + ": git switch " +
                     shell_word(place->branch));
    ways.push_back(
        (ways.empty() ? "it was committed on " + branch_in_quotes(place->branch) + ": " : "or ") +
        archive);
    if (merges_into(store, record, head))
      ways.push_back("or " + apply);
    return ways;
  }
  if (merges_into(store, record, head))
    return {apply, "or " + archive};
  return {"see what it has otherwise: " + git_to_type(store.repository(), "diff") + " HEAD " +
              git::short_oid(record.git().wip_commit),
          "or " + hint_of_own_branch(record, c), "or " + archive};
}

bool is_gone_branch_here(const Record& record, const Comparison& c) {
  const bool has_work = c.position == Position::at_wip || c.position == Position::altered_wip ||
                        c.position == Position::above_wip || c.position == Position::reworded_wip ||
                        c.position == Position::went_in;
  return has_work && !record.git().branch.empty() && c.branch_tip.empty() && !c.on_its_branch &&
         (record.git().on_branch || !record.git().base.empty());
}

}  // namespace handoff::ops
