#include "ops/operation/kept_for_undo.hpp"

#include <set>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/damaged_ref.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "ops/operation/op_file.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kNamed = "Handoff-Ref: ";

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

/// Refs of records that an operation leaves, and what they point at then.
NamedVersions named_by(const Transaction& transaction) {
  NamedVersions named;
  for (const Step& step : transaction.steps)
    for (const git::RefUpdate& update : step.refs)
      if (git::is_local_record(update.name) && !update.oid.empty())
        named.insert({update.name, update.oid});
  return named;
}

std::string lines_of(const NamedVersions& named) {
  std::string lines;
  for (const auto& [name, oid] : named)
    lines += std::string(kNamed) + oid + " " + name + "\n";
  return lines;
}

NamedVersions named_by_last(const git::Repository& repository) {
  try {
    const std::optional<OpFile> last = read_op_file(last_file(repository));
    return last ? named_by(last->transaction) : NamedVersions();
  } catch (const Failure&) {
    return {};  // damaged, and told by what needs it
  }
}

/// Of those that the operation before names, what no ref but that of undo holds: the record's own
/// ref is damaged.
NamedVersions only_copies(const git::Repository& repository, git::Quarantine& quarantine,
                          const std::string& kept) {
  NamedVersions named = kept.empty() ? NamedVersions() : named_in(quarantine.objects(), kept);
  if (named.empty())
    named = named_by_last(repository);
  std::erase_if(named, [&](const auto& version) {
    return !git::is_damaged_ref(repository.layout().common_dir, version.first);
  });
  return named;
}

}  // namespace

NamedVersions named_in(git::ObjectDatabase& objects, const std::string& kept) {
  NamedVersions named;
  const std::optional<git::Commit> commit = git::read_commit(objects, kept);
  for (const std::string& line : split_lines(commit ? commit->message : std::string()))
    if (line.starts_with(kNamed))
      if (const size_t space = line.find(' ', kNamed.size()); space != std::string::npos)
        named.insert({line.substr(space + 1), line.substr(kNamed.size(), space - kNamed.size())});
  return named;
}

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
  const std::string ref = undo_ref(repository.layout(), repository.layout().git_dir);
  std::string before;
  if (git::is_damaged_ref(repository.layout().common_dir, ref))
    git::mend_ref(repository.layout().common_dir, ref, "");
  else
    before = git::read_ref(repository, ref).value_or("");
  NamedVersions named = named_by(transaction);
  for (const auto& [name, oid] : only_copies(repository, quarantine, before)) {
    named.insert({name, oid});
    commits.insert(oid);
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
      .message = "kept for 'git handoff undo'\n\n" + git::id_line(transaction.id) + "\n" +
                 lines_of(named)};
  for (const std::string& oid : there(repository, quarantine, std::move(commits)))
    commit.parents.push_back(oid);
  return {ref, quarantine.write(git::ObjectType::commit, git::serialize_commit(commit)), before};
}

std::string told_as_kept(const git::Layout& layout, const std::string& ref) {
  std::vector<std::string> git_dirs = {layout.common_dir};
  for (const std::string& name : list_folder(join_path(layout.common_dir, "worktrees")))
    git_dirs.push_back(join_path(layout.common_dir, "worktrees/" + name));
  for (const std::string& git_dir : git_dirs) {
    if (undo_ref(layout, git_dir) != ref)
      continue;
    for (const char* file : {"handoff/op.json", "handoff/last.json"})
      try {
        if (const std::optional<OpFile> op = read_op_file(join_path(git_dir, file)))
          for (const Step& step : op->transaction.steps)
            for (const git::RefUpdate& update : step.refs)
              if (update.name == ref && !update.oid.empty())
                return update.oid;
      } catch (const Failure&) {
        // Damaged, and told by what needs it.
      }
  }
  return {};
}

bool is_kept_for_undo(const git::RefUpdate& update) {
  return update.name.starts_with(kKeptForUndo);
}

}  // namespace handoff::ops
