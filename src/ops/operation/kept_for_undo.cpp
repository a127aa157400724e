#include "ops/operation/kept_for_undo.hpp"

#include <set>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/names.hpp"

namespace handoff::ops {

namespace {

/// Those that are there: what was lost before, or never came to a partial clone, no ref may name.
std::set<std::string> there(const git::Repository& repository, git::Quarantine& quarantine,
                            std::set<std::string> oids) {
  if (repository.layout().object_format == "sha1") {
    std::erase_if(oids,
                  [&](const std::string& oid) { return !quarantine.objects().contains(oid); });
    return oids;
  }
  std::string asked;
  for (const std::string& oid : oids)
    asked += oid + "\n";
  for (const std::string& line :
       split_lines(repository.git().output({.args = {"cat-file", "--batch-check"},
       .input = asked,
       .environment = quarantine.environment()},
                                           "look for what undo needs")))
    if (line.ends_with(" missing"))
      oids.erase(line.substr(0, line.find(' ')));
  return oids;
}

void add_blob(std::set<std::string>& blobs, const git::IndexEntry& entry) {
  if (entry.mode != 0 && entry.mode != git::kModeGitlink && !entry.intent_to_add &&
      !entry.oid.empty())
    blobs.insert(entry.oid);
}

}  // namespace

std::string undo_ref(const git::Layout& layout, const std::string& git_dir) {
  if (git_dir == layout.common_dir)
    return std::string(kKeptForUndo) + "main";
  const std::string name = base_name(git_dir);
  return std::string(kKeptForUndo) + "worktrees/" +
         (git::is_branch_name(name) ? name : to_hex(name));
}

git::RefUpdate keep_for_undo(const git::Repository& repository, git::Quarantine& quarantine,
                             const Transaction& transaction) {
  std::set<std::string> commits, blobs;
  for (const Step& step : transaction.steps) {
    for (const git::RefUpdate& update : step.refs)
      commits.insert({update.oid, update.expected});
    for (const git::IndexChange& change : step.index) {
      add_blob(blobs, change.before);
      add_blob(blobs, change.after);
    }
  }
  commits.erase("");
  std::vector<git::TreeEntry> files;
  for (const std::string& oid : there(repository, quarantine, std::move(blobs)))
    files.push_back({git::kModeFile, oid, oid});
  const std::string nobody =
      "git-handoff <git-handoff@localhost> " + std::to_string(now()) + " +0000";
  git::Commit commit{
      .tree = quarantine.write(git::ObjectType::tree, git::serialize_tree(std::move(files))),
      .author = nobody,
      .committer = nobody,
      .message = "kept for 'git handoff undo'\n\nHandoff-Id: " + transaction.id + "\n"};
  for (const std::string& oid : there(repository, quarantine, std::move(commits)))
    commit.parents.push_back(oid);
  const std::string ref = undo_ref(repository.layout(), repository.layout().git_dir);
  return {ref, quarantine.write(git::ObjectType::commit, git::serialize_commit(commit)),
          git::read_ref(repository, ref).value_or("")};
}

bool is_kept_for_undo(const git::RefUpdate& update) {
  return update.name.starts_with(kKeptForUndo);
}

}  // namespace handoff::ops
