#include "ops/restore/submodules_elsewhere.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/restore.hpp"
#include "ops/snapshot/stack.hpp"
#include "ops/worktree/path_to_type.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

std::string checked_out_in(const std::string& folder) {
  const std::optional<git::PeekedRepository> inside = git::peek_top(folder);
  if (!inside)
    return {};
  return inside->branch.empty()
             ? inside->head_oid
             : git::peek_ref(inside->common_dir, "refs/heads/" + inside->branch).value_or("");
}

namespace {

bool has_commit(const std::string& folder, const std::string& oid) {
  git::GitCall call{.args = {"cat-file", "-e", oid + "^{commit}"}};
  for (const std::string& name : git::local_environment())
    call.environment.emplace_back(name, std::nullopt);
  return git::Git(folder).run(git::offline(std::move(call))).ok();
}

std::string way_to(const std::string& root, const std::string& path, const std::string& oid) {
  const std::string folder = join_path(root, path), word = file_to_type(root, path);
  const std::string checkout = "git -C " + word + " checkout " + oid.substr(0, 12);
  if (!exists(join_path(folder, ".git")))
    return "git submodule update --init -- " + path_to_type(path) + " && " + checkout;
  return has_commit(folder, oid) ? checkout : "git -C " + word + " fetch && " + checkout;
}

}  // namespace

std::vector<SubmoduleElsewhere> submodules_elsewhere(const Store& store, const Record& record,
                                                     const std::string& tree) {
  const git::Layout& layout = store.repository().layout();
  auto reader = [&](const std::string& of) {
    return git::TreeReader(store.objects(), of, layout.oid_digits());
  };
  git::TreeReader base = reader(tree_of(store, record.git().base)),
                  kept = reader(tree_of(store, record.git().wip_commit)), wanted = reader(tree);
  std::vector<SubmoduleElsewhere> elsewhere;
  for (const git::IndexEntry& entry : recorded_entries(store, record)) {
    const git::TreeEntry then = kept.at(entry.path);
    if (entry.stage != 0 || then.mode != git::kModeGitlink || then.oid == base.at(entry.path).oid)
      continue;
    const git::TreeEntry now = wanted.at(entry.path);
    if (now.mode != git::kModeGitlink || !is_safe_to_write(layout, entry.path) ||
        checked_out_in(join_path(layout.root, entry.path)) == now.oid)
      continue;
    elsewhere.push_back({entry.path, path_in_quotes(entry.path) + " was at " +
                                         now.oid.substr(0, 12) + ": " +
                                         way_to(layout.root, entry.path, now.oid)});
  }
  return elsewhere;
}

std::vector<std::string> submodules_left_behind(const Store& store, const Record& record,
                                                const std::string& head,
                                                const std::vector<std::string>& changed) {
  const git::Layout& layout = store.repository().layout();
  const model::GitBlock& block = record.git();
  std::vector<std::string> behind;
  if (block.wip_commit.empty() || !exists(join_path(layout.root, ".gitmodules")))
    return behind;
  auto reader = [&](const std::string& of) {
    return git::TreeReader(store.objects(), tree_of(store, of), layout.oid_digits());
  };
  git::TreeReader base = reader(block.base), kept = reader(block.wip_commit), now = reader(head);
  for (const git::IndexEntry& entry : recorded_entries(store, record)) {
    const git::TreeEntry then = kept.at(entry.path), before = base.at(entry.path);
    if (entry.stage == 0 && then.mode == git::kModeGitlink && before.mode == git::kModeGitlink &&
        then.oid != before.oid && now.at(entry.path).oid == before.oid &&
        is_safe_to_write(layout, entry.path) && !in_list(changed, entry.path))
      behind.push_back(path_in_quotes(entry.path) + " was resumed at " + then.oid.substr(0, 12) +
                       ", and is paused at " + before.oid.substr(0, 12) +
                       " again; to keep the first, pause again after: " +
                       way_to(layout.root, entry.path, then.oid));
  }
  return behind;
}

std::vector<std::string> submodules_that_stay(const Store& store, const Record& record) {
  const git::Layout& layout = store.repository().layout();
  const model::GitBlock& work = record.git();
  const Outcome diff = store.repository().git().run(
      {.args = {"diff-tree", "-r", "--no-renames", "-z", work.base, work.wip_commit}});
  const std::string head = store.repository().head().oid;
  git::TreeReader here(store.objects(), head.empty() ? "" : tree_of(store, head),
                       layout.oid_digits());
  std::map<std::string, std::string> removed, added;  // by path, the commit
  const std::vector<std::string> fields = split(diff.out, '\0');
  for (size_t i = 0; diff.ok() && i + 1 < fields.size(); i += 2) {
    const std::vector<std::string> words = split(fields[i], ' ');  // :mode mode oid oid letter
    const std::string& path = fields[i + 1];
    if (words.size() != 5 || (words[0] == ":160000") == (words[1] == "160000") ||
        !is_safe_to_write(layout, path))
      continue;
    const bool checked_out = exists(join_path(layout.root, path + "/.git"));
    const bool is_here = here.at(path).mode == git::kModeGitlink;
    if (words[1] == "160000" && checked_out && !is_here)
      added.emplace(path, words[3]);
    else if (words[0] == ":160000" && !checked_out && is_here)
      removed.emplace(path, words[2]);
  }
  std::vector<std::string> hints;
  for (const auto& [path, oid] : removed) {
    const auto of_commit = &std::pair<const std::string, std::string>::second;
    const auto now = std::ranges::find(added, oid, of_commit);
    // Where several stand at one commit nobody knows which became which.
    if (now == added.end() || std::ranges::count(added, oid, of_commit) > 1 ||
        std::ranges::count(removed, oid, of_commit) > 1) {
      hints.push_back("the submodule " + path_in_quotes(path) +
                      " is empty here: git submodule update --init -- " + path_to_type(path));
      continue;
    }
    hints.push_back("the submodule " + path_in_quotes(path) + " is empty here: it stays in " +
                    path_in_quotes(now->first) + ", where the work has it");
    added.erase(now);
  }
  for (const auto& [path, oid] : added)
    hints.push_back("the submodule " + path_in_quotes(path) + " of the work stays in its folder");
  return hints;
}

}  // namespace handoff::ops
