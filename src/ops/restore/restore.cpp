#include "ops/restore/restore.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "ops/operation/checkout_log.hpp"
#include "ops/snapshot/stack.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;

/// Files in which programs find something to run as soon as they see them.
bool runs_by_itself(const std::string& given) {
  static constexpr std::string_view kFolders[] = {
      ".husky/", ".claude/", ".vscode/",   ".github/",    ".cursor/",
      ".codex/", ".gemini/", ".githooks/", ".git-hooks/", ".devcontainer/",
      ".idea/",  ".zed/",    ".opencode/", ".agents/",    ".lefthook/"};
  static constexpr std::string_view kNames[] = {".envrc",         ".pre-commit-config.yaml",
                                                "lefthook.yml",   ".lefthook.yml",
                                                "lefthook.yaml",  ".lefthook.yaml",
                                                "makefile",       "gnumakefile",
                                                "package.json",   ".npmrc",
                                                ".yarnrc.yml",    ".mcp.json",
                                                ".gitattributes", ".gitmodules",
                                                "mise.toml",      ".mise.toml",
                                                "opencode.json",  "claude.md",
                                                "agents.md",      "gemini.md",
                                                ".cursorrules"};
  const std::string path = to_lower(given);  // a file system may fold case
  for (std::string_view folder : kFolders)
    if (path.starts_with(folder) || contains(path, "/" + std::string(folder)))
      return true;
  return std::find(std::begin(kNames), std::end(kNames), base_name(path)) != std::end(kNames);
}

/// The paths in which two trees differ; an empty `from` is the empty tree.
std::vector<std::string> changed_paths(const git::Git& git, const std::string& from,
                                       const std::string& to) {
  git::GitCall call{.args = {"ls-tree", "-r", "--name-only", "-z", to}};
  if (!from.empty())
    call.args = {"diff-tree", "-r", "--no-renames", "--name-only", "-z", from, to};
  return split(git.output(std::move(call), "compare the trees"), '\0');
}

bool same_content(const auto& a, const auto& b) { return a.mode == b.mode && a.oid == b.oid; }

}  // namespace

std::string tree_of(const Store& store, const std::string& commit) {
  if (commit.empty())
    return {};
  std::optional<git::Commit> found = git::read_commit(store.objects(), commit);
  if (!found)
    fail("commit " + commit + " is missing or damaged", {"'git fsck' tells what else is"});
  return found->tree;
}

IndexPlan plan_index(const Store& store, const Record& record, const std::string& top_tree,
                     const std::string& base_tree) {
  size_t digits = store.repository().layout().oid_digits();
  git::TreeReader top(store.objects(), top_tree, digits), base(store.objects(), base_tree, digits);
  git::TreeReader old_base(store.objects(), tree_of(store, record.git().base), digits);
  bool same_base = record.git().base.empty() ? base_tree.empty()
                                             : tree_of(store, record.git().base) == base_tree;
  IndexPlan plan;
  std::set<std::string> conflicts;
  for (const IndexEntry& recorded : recorded_entries(store, record)) {
    if (recorded.stage != 0) {
      conflicts.insert(recorded.path);
      continue;
    }
    IndexEntry wanted = recorded;
    bool unstaged = !recorded.intent_to_add && same_content(recorded, old_base.at(recorded.path));
    if (!same_base && unstaged) {
      wanted.mode = base.at(recorded.path).mode;
      wanted.oid = base.at(recorded.path).oid;
    } else if (!same_base && !same_content(base.at(recorded.path), old_base.at(recorded.path))) {
      plan.left_alone.push_back(
          recorded.path);  // staged on a base that has changed: it stays staged as merged
      continue;
    }
    bool have_blob = wanted.mode == 0 || wanted.intent_to_add || wanted.mode == git::kModeGitlink ||
                     wanted.oid.empty() || store.objects().contains(wanted.oid);
    if (!have_blob) {
      plan.left_alone.push_back(recorded.path);
      continue;
    }
    git::TreeEntry now = top.at(recorded.path);
    plan.changes.push_back(
        {IndexEntry{.path = recorded.path, .oid = now.oid, .mode = now.mode}, wanted});
  }
  // The merge that they were part of is gone: the files come back with their markers, and are not
  // staged.
  for (const std::string& path : conflicts) {
    git::TreeEntry now = top.at(path), under = base.at(path);
    plan.changes.push_back({IndexEntry{.path = path, .oid = now.oid, .mode = now.mode},
                            IndexEntry{.path = path, .oid = under.oid, .mode = under.mode}});
    plan.in_conflict.push_back(path);
  }
  return plan;
}

std::vector<std::string> risky_files(const Store& store, const Record& record,
                                     const Comparison& c) {
  std::vector<std::string> risky;
  if (record.git().wip_commit.empty() || store.made_here(record.at.oid))
    return risky;
  std::vector<std::string> paths =
      changed_paths(store.repository().git(), tree_of(store, c.status.head.oid),
                    tree_of(store, record.git().wip_commit));
  if (std::optional<std::string> raw = attachment_tree(store, record, "raw"))
    for (git::TreeEdit& file :
         git::flatten_tree(store.objects(), *raw, store.repository().layout().oid_digits()))
      paths.push_back(std::move(file.path));
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(risky), runs_by_itself);
  std::sort(risky.begin(), risky.end());
  risky.erase(std::unique(risky.begin(), risky.end()), risky.end());
  return risky;
}

ApplyResult apply_snapshot(const Store& store, const Record& record, const Comparison& c) {
  const git::Repository& repository = store.repository();
  const git::Git& git = repository.git();
  const std::string& wip = record.git().wip_commit;
  ApplyResult result;
  std::string head_tree = tree_of(store, c.status.head.oid);
  // Git knows the empty tree without having it.
  auto or_empty = [&](const std::string& tree) {
    return !tree.empty() ? tree
                         : git.line({.args = {"hash-object", "-t", "tree", "--stdin"}, .input = ""},
                                    "name the empty tree");
  };
  std::string from = or_empty(head_tree);
  git::Quarantine quarantine(repository);  // kept until the index holds what is in it
  if (c.at_base) {
    result.tree = tree_of(store, wip);
  } else {
    // git 2.38 takes the merge base from history only: two stand-ins with one parent give it the
    // right one.
    std::string nobody = "git-handoff <git-handoff@localhost> 0 +0000";
    auto commit = [&](const std::string& tree, std::vector<std::string> parents) {
      git::Commit stand_in{.tree = tree,
                           .parents = std::move(parents),
                           .author = nobody,
                           .committer = nobody,
                           .message = "stand-in\n"};
      return quarantine.objects().write(git::ObjectType::commit, git::serialize_commit(stand_in));
    };
    std::string base = commit(or_empty(tree_of(store, record.git().base)), {});
    std::string ours = commit(from, {base}), theirs = commit(tree_of(store, wip), {base});
    Outcome merged = git.run(
        {.args = {"merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", ours, theirs},
         .environment = quarantine.environment()});
    std::vector<std::string> lines = split(merged.out, '\0');
    if (merged.exit_code == 1) {
      std::vector<std::string> hints;
      for (size_t i = 1; i < lines.size() && hints.size() < 10; ++i)
        if (!lines[i].empty())
          hints.push_back("conflict: " + c_quote(lines[i]));
      hints.push_back("look at it on a branch of its own: git switch -c NAME " + wip.substr(0, 7));
      refuse("the kept work conflicts with what is checked out; nothing was touched", hints);
    }
    if (!merged.ok() || lines.empty())
      fail("cannot merge the kept work: " + git::git_message(merged));
    result.tree = lines.front();
    FileGroup group;
    quarantine.add_written({base, ours, theirs});  // the stand-ins stay aside
    quarantine.stage(group);
    group.place();
  }
  if (!store.made_here(record.at.oid))
    for (const std::string& path : changed_paths(git, from, result.tree))
      if (runs_by_itself(path))
        result.risky.push_back(path);
  fault_point("apply-before-files");
  begin_file_write(repository, {.from = from, .to = result.tree, .record = record.at.ref});
  // read-tree takes files whose stat data are old (a copied repository) for changed ones. A kill
  // leaves the index's lock.
  git.run({.args = {"update-index", "-q", "--refresh"}, .writes = true});
  Outcome written = git.run({.args = {"read-tree", "-m", "-u", from, result.tree}, .writes = true});
  if (!written.ok()) {
    take_back_file_write(repository, Writer::us);
    fail("cannot put the kept work into the working tree: " + git::git_message(written));
  }
  fault_point("apply-after-files");
  return result;
}

}  // namespace handoff::ops
