#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/history/history.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/names.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/replay.hpp"
#include "ops/share/before.hpp"
#include "ops/share/continued.hpp"
#include "ops/share/share.hpp"
#include "ops/snapshot/put_back.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostPaths = 500;

/// The kept work, whether its record is live here or not.
struct Work {
  std::string base = {}, wip = {};
  std::set<std::string> paths = {};
  std::set<std::string> added = {};     ///< of these what its base has not
  std::set<std::string> left_out = {};  ///< of these what no remote got: it may have another name
  std::vector<std::vector<std::string>> left_out_lines = {};  ///< of each of them
  std::set<std::string> bases = {};  ///< what it stands on, and stood on as it came
};

/// Of the version that came, and of those since.
std::set<std::string> bases_since_it_came(const Store& store, const RecordRef& ref) {
  constexpr int kMost = 50;
  Record version = store.load(ref);
  std::set<std::string> bases = {version.git().base};
  try {
    for (int i = 0; i < kMost && !version.previous.empty(); ++i) {
      version = store.load_version(ref, version.previous);
      bases.insert(version.git().base);
      if (git::trailer(version.commit.message, "Handoff-Clone"))
        return bases;
    }
  } catch (const Failure&) {
    // An older one is not here any more.
  }
  return {store.load(ref).git().base};
}

Work work_of(const Store& store, const Shared& shared) {
  std::vector<RecordRef> refs = store.active();
  for (RecordRef& retired : store.archived())
    refs.push_back(std::move(retired));
  const auto it = std::ranges::find(refs, shared.id, &RecordRef::id);
  if (it == refs.end())
    return {};
  const model::GitBlock git = store.load(*it).git();
  if (git.base.empty() || git.wip_commit.empty())
    return {};
  const Outcome diff =
      store.repository().git().run({.args = {"diff-tree", "-r", "--no-renames", "--name-status",
                                             "-z", git.base, git.wip_commit}});
  const std::vector<std::string> fields = split(diff.out, '\0');  // letter, path
  Work work{.base = git.base, .wip = git.wip_commit};
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    work.paths.insert(fields[i + 1]);
    if (fields[i] == "A")
      work.added.insert(fields[i + 1]);
  }
  work.bases = bases_since_it_came(store, *it);
  work.bases.erase("");
  return work;
}

/// ", and 'new.c' of the work is in no commit"
std::string told_moved(const std::set<std::string>& left_out) {
  return left_out.empty() ? std::string()
                          : ", and " + path_in_quotes(*left_out.begin()) +
                                " of the work is in no commit of a remote";
}

/// May a new file be one that was left out? One that has half of its lines.
bool is_moved(const git::Git& git, const Work& work, const git::StatusEntry& entry) {
  const bool is_new =
      entry.kind == git::StatusEntry::Kind::untracked || entry.staged == 'A' || entry.staged == 'R';
  if (!is_new || work.left_out.empty())
    return false;
  constexpr size_t kMostBytes = 4 << 20;
  const std::vector<std::string> lines =
      split_lines(read_file_at_most(join_path(git.folder(), entry.path), kMostBytes).value_or(""));
  const std::set<std::string> here(lines.begin(), lines.end());
  return std::ranges::any_of(work.left_out_lines, [&](const std::vector<std::string>& kept) {
    return has_half(here, kept);
  });
}

/// New files of the work that are there, and that an ignore file hides from git which is no part of
/// the project: one of the user's own, or of the clone.
std::vector<std::string> hidden_by_user(const git::Git& git, const Work& work) {
  constexpr std::string_view kHere = "./";  // a name may begin with a colon
  std::string paths;
  for (const std::string& path : work.added)
    if (exists(join_path(git.folder(), path)))
      paths += std::string(kHere) + path + '\0';
  if (paths.empty())
    return {};
  // source NUL line NUL pattern NUL path NUL, for each
  const std::vector<std::string> fields = split(
      git.run({.args = {"check-ignore", "-v", "-z", "--stdin"}, .input = std::move(paths)}).out,
      '\0');
  constexpr size_t kFields = 4;
  std::vector<std::string> names;
  for (size_t i = 0; i + kFields <= fields.size(); i += kFields)
    if (base_name(fields[i]) != ".gitignore" && !fields[i + 2].starts_with('!'))
      names.push_back(path_name(fields[i + 3].substr(kHere.size())) + " (ignored by " +
                      path_in_quotes(fields[i]) + ")");
  return names;
}

/// What of a tree is in no commit: on the branch of the work changes of tracked files, and new
/// files that the work has, or may have under another name; elsewhere its files alone, which may
/// have been carried there.
std::string not_committed(const git::Git& git, bool on_branch, const Work& work,
                          const std::string& where) {
  constexpr size_t kMostNamed = 3;
  const git::Status status = git::read_status(git);
  std::vector<std::string> names;
  size_t more = 0;
  for (const git::StatusEntry& entry : status.entries) {
    const bool tracked = entry.kind != git::StatusEntry::Kind::untracked;
    const bool counts = (on_branch && tracked) || is_moved(git, work, entry);
    if (entry.is_dirt_inside() || (!counts && !work.paths.contains(entry.path)))
      continue;
    if (names.size() < kMostNamed)
      names.push_back(path_name(entry.path));
    else
      ++more;
  }
  if (names.empty())
    names = hidden_by_user(git, work);
  return names.empty() ? ""
                       : "not committed " + where + ": " + join(names, ", ") +
                             (more > 0 ? " and " + std::to_string(more) + " more" : "") +
                             told_moved(work.left_out);
}

/// A file of the work whose mode or kind no commit here got, since git does not see it here.
std::string unseen_here(const git::Repository& repository, const std::set<std::string>& work) {
  if (believes_kinds(repository.config()))
    return {};
  const std::string index = read_file(repository.layout().index_file).value_or("");
  for (const PutBack& file : put_back_here(repository, repository.head(), index)) {
    if (!work.contains(file.kept.path) || file.now.mode == 0 || file.now.mode == file.kept.mode ||
        file.now.oid != file.kept.oid)
      continue;
    const std::string chmod = file.kept.mode == git::kModeExecutable ? "+x" : "-x";
    return "not committed here: what " + path_name(file.kept.path) + " is, which git does not see" +
           (file.kept.mode == git::kModeSymlink
                ? std::string()
                : " (git update-index --chmod=" + chmod + " " +
                      file_to_type(repository.layout().root, file.kept.path) + ")");
  }
  return {};
}

std::string not_committed_anywhere(const Store& store, const Shared& shared, const Work& work) {
  const git::Repository& repository = store.repository();
  const std::string& root = repository.layout().root;
  if (std::string files =
          not_committed(repository.git(), shared.branch == repository.head().label(), work, "here");
      !files.empty())
    return files;
  if (std::string file = unseen_here(repository, work.paths); !file.empty())
    return file;
  for (const git::Worktree& other : git::worktrees_of(repository))
    if (other.path != root && is_folder(other.path))
      if (std::string files = not_committed(git::Git(other.path), shared.branch == other.branch,
                                            work, "in '" + printable(other.path) + "'");
          !files.empty())
        return files;
  return {};
}

/// A stash, and its files.
struct Stash {
  std::string name = {};    ///< "stash@{0}"
  std::string commit = {};  ///< of the files that are tracked
  std::string base = {}, index = {};
  std::string added = {};  ///< the commit of what was not tracked; empty: nothing was
  std::vector<std::string> paths = {};
};

/// The newest of those that were made since then.
std::vector<Stash> stashes_since(const git::Git& git, const Before& before) {
  constexpr size_t kMost = 20;
  // "/name commit base index added" NUL LF path NUL path NUL, for each: no path begins with a slash
  const Outcome list =
      git.run({.args = {"stash", "list", "-z", "--format=/%gd %H %P", "--no-show-signature",
                        "--diff-merges=first-parent", "--no-renames", "--name-only",
                        "--max-count=" + std::to_string(kMost)}});
  std::vector<Stash> stashes;
  bool is_new = false;
  for (std::string& field : split(list.out, '\0')) {
    if (field.starts_with('/')) {
      const std::vector<std::string> words = split(field.substr(1), ' ');
      is_new = words.size() > 1 && !before.stashes.contains(words[1]);
      if (is_new)
        stashes.push_back({.name = words[0],
                           .commit = words[1],
                           .base = words.size() > 2 ? words[2] : "",
                           .index = words.size() > 3 ? words[3] : "",
                           .added = words.size() > 4 ? words[4] : ""});
    } else if (is_new) {
      const bool first = stashes.back().paths.empty() && field.starts_with('\n');
      stashes.back().paths.push_back(first ? field.substr(1) : std::move(field));
    }
  }
  return stashes;
}

/// The paths of what was not tracked: those of all stashes in one call.
void add_untracked(const git::Git& git, std::vector<Stash>& stashes) {
  std::string commits;
  for (const Stash& stash : stashes)
    commits += stash.added.empty() ? "" : stash.added + "\n";
  if (commits.empty())
    return;
  const Outcome all = git.run(
      {.args = {"diff-tree", "--stdin", "--root", "-r", "--no-renames", "--name-only", "-z"},
       .input = std::move(commits)});
  Stash* stash = nullptr;  // "commit" NUL path NUL path NUL, for each
  for (std::string& field : split(all.out, '\0')) {
    const auto it = std::ranges::find_if(
        stashes, [&](const Stash& s) { return !field.empty() && s.added == field; });
    if (it != stashes.end())
      stash = &*it;
    else if (stash != nullptr)
      stash->paths.push_back(std::move(field));
  }
}

/// The file at a path of these commits; none where one of them is not known.
class FilesOfCommits {
 public:
  explicit FilesOfCommits(const Store& store) : x_store(store) {}

  std::optional<git::TreeEntry> at(const std::string& commit, const std::string& path) {
    if (commit.empty())
      return std::nullopt;
    auto it = x_trees.find(commit);
    if (it == x_trees.end())
      it = x_trees
               .try_emplace(commit, x_store.objects(), tree_of(x_store, commit),
                            x_store.repository().layout().oid_digits())
               .first;
    return it->second.at(path);
  }

 private:
  const Store& x_store;
  std::map<std::string, git::TreeReader> x_trees = {};
};

bool same_entry(const std::optional<git::TreeEntry>& a, const std::optional<git::TreeEntry>& b) {
  return a && b && a->mode == b->mode && a->oid == b->oid;
}

/// Has HEAD what is stashed of a file, also of what was staged?
bool is_in_head(FilesOfCommits& files, const std::string& head, const Stash& stash,
                const std::string& path) try {
  const std::optional<git::TreeEntry> there = files.at(head, path),
                                      staged = files.at(stash.index, path),
                                      added = files.at(stash.added, path);
  return added && added->mode != 0
             ? same_entry(added, there)
             : same_entry(files.at(stash.commit, path), there) &&
                   (same_entry(staged, there) || same_entry(staged, files.at(stash.base, path)));
} catch (const Failure&) {
  return false;  // a tree of it is not here
}

/// Files of the work in what was stashed since it was taken, but for these: "'a.c' and 2 more are
/// in stash@{0}, and in no commit".
std::string stashed(const Store& store, const Before& before, const Work& work,
                    const std::set<std::string>& but = {}) {
  const git::Repository& repository = store.repository();
  std::vector<Stash> stashes = stashes_since(repository.git(), before);
  add_untracked(repository.git(), stashes);
  FilesOfCommits files(store);
  const std::string head = repository.head().oid;
  std::set<std::string> seen = but;
  std::string told;
  for (const Stash& stash : stashes) {
    std::set<std::string> only_there;
    for (const std::string& path : stash.paths)
      if (work.paths.contains(path) && !seen.contains(path) &&
          !is_in_head(files, head, stash, path))
        only_there.insert(path);
    if (!only_there.empty())
      told += (told.empty() ? "" : "; ") + path_in_quotes(*only_there.begin()) +
              (only_there.size() == 1
                   ? " is in "
                   : " and " + std::to_string(only_there.size() - 1) + " more are in ") +
              stash.name;
    seen.merge(only_there);
  }
  if (!told.empty())
    return told + ", and in no commit";
  for (const Stash& stash : stashes)
    if (!work.left_out.empty())
      return stash.name + " has files that are in no commit" + told_moved(work.left_out);
  return {};
}

/// What the branches of remotes have, as far as it is here.
class Remotes {
 public:
  /// `there`: what the remote of its branch has now; nullptr: what was fetched from it last.
  Remotes(const Store& store, const Shared& shared, const git::BranchTips* there)
      : x_git(store.repository().git()), x_branches(git::with_remote_branches(x_git, {})) {
    const std::string remote = remote_of_branch(store.repository(), shared);
    x_start = usual_tracking_ref(remote, "HEAD");
    if (there == nullptr)
      return;
    x_but = "--exclude=" + remote + "/*";
    for (const git::Ref& tip : there->refs)
      if (store.objects().contains(tip.oid))
        x_tips.push_back(tip.oid);
  }

  /// Squashed into the branch that a clone of that remote begins with: its files are the same
  /// there. Then it counts as what a remote has.
  bool add_if_squashed(const std::string& tip) {
    const Outcome start = x_git.run({.args = {"rev-parse", "-q", "--verify", x_start}});
    const Outcome base = x_git.run({.args = {"merge-base", x_start, tip}});
    if (!base.ok() || (!x_but.empty() && !contains_tip(trim(start.out))))
      return false;
    const std::string names = x_git
                                  .run({.args = {"diff-tree", "-r", "--no-renames", "--name-only",
                                                 "-z", trim(base.out), tip}})
                                  .out;
    std::vector<std::string> args = {"diff-tree", "--quiet", trim(start.out), tip, "--"};
    const size_t without_paths = args.size();
    for (std::string& path : split(names, '\0'))
      if (!path.empty())
        args.push_back(std::move(path));
    if (args.size() == without_paths || args.size() >= kMostPaths ||
        !x_git.run({.args = std::move(args)}).ok())
      return false;
    x_tips.push_back(tip);
    return true;
  }

  enum class Side { beyond, within };

  /// Of a walk over commits (`rev-list` or `log`, with where it begins) what no remote has, or what
  /// one has; as far as it changes one of `paths`, if any, and is not below one of `without`.
  Outcome run(std::vector<std::string> walk, Side side, const std::set<std::string>& paths,
              const std::vector<std::string>& without = {}) const {
    const bool beyond = side == Side::beyond;
    if (beyond)
      walk.emplace_back("--not");
    if (!x_but.empty())
      walk.push_back(x_but);
    walk.insert(walk.end(), x_branches.begin(), x_branches.end());
    if (beyond)
      walk.emplace_back("--not");
    walk.insert(walk.end(), {"--stdin", "--"});
    for (auto it = paths.begin(); it != paths.end() && walk.size() < kMostPaths; ++it)
      walk.push_back(*it);
    std::string tips;
    for (const std::string& tip : x_tips)
      tips += (beyond ? "^" : "") + tip + "\n";
    for (const std::string& tip : without)
      tips += "^" + tip + "\n";
    return x_git.run({.args = std::move(walk), .input = std::move(tips)});
  }

 private:
  bool contains_tip(const std::string& oid) const { return in_list(x_tips, oid); }

  git::Git x_git;
  std::vector<std::string> x_branches;  ///< for `rev-list` and `log`
  std::string x_start;
  std::string x_but = {};
  std::vector<std::string> x_tips = {};
};

std::string told_unpushed(size_t count, const std::string& whose) {
  return std::to_string(count) + (count == 1 ? " commit" : " commits") + whose +
         (count == 1 ? " is" : " are") + " on no branch of a remote";
}

/// What of these new files of the work a commit has under no name, as git finds renames.
std::set<std::string> lacking_in(const git::Git& git, const Work& work, std::set<std::string> left,
                                 const std::string& commit) {
  const Outcome lost = git.run({.args = {"diff-tree", "-r", "-M", "--diff-filter=D", "--name-only",
                                         "-z", work.wip, commit}});
  const std::vector<std::string> gone = split(lost.out, '\0');
  std::erase_if(left, [&](const std::string& path) { return lost.ok() && !in_list(gone, path); });
  return left;
}

/// New files of the work that no commit of a remote since it was taken has, nor the branch under
/// another name, as git finds renames.
std::set<std::string> left_out(const git::Git& git, const Remotes& remotes, const Before& before,
                               const Work& work, const std::string& tip) {
  if (work.added.empty())
    return {};
  const auto without = [](std::set<std::string> from, const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
      from.erase(path);
    return from;
  };
  const Outcome there = remotes.run(
      {"log", "--format=", "--name-only", "--no-renames", "-z", "--diff-filter=d", "^" + work.base},
      Remotes::Side::within, work.added, before.tips);
  std::set<std::string> left = without(work.added, split(there.out, '\0'));
  return left.empty() || tip.empty() ? left : lacking_in(git, work, std::move(left), tip);
}

/// The first of the branches that have commits of this clone alone, and a file that was left out:
/// its tip, as the log of them has it.
std::vector<std::string> with_moved_file(const git::Git& git, const Remotes& remotes,
                                         const Before& before, const Work& work) {
  constexpr size_t kMost = 20;
  const std::vector<std::string> tips =
      split_lines(remotes
                      .run({"log", "--format=%h %S", "--no-walk", "--branches", "HEAD"},
                           Remotes::Side::beyond, {}, before.tips)
                      .out);
  for (size_t i = 0; i < tips.size() && i < kMost; ++i)
    if (lacking_in(git, work, work.left_out, tips[i].substr(0, tips[i].find(' '))) != work.left_out)
      return {tips[i]};
  return {};
}

/// Of commits as `log --format="%h %S"` has them: how many, and the newest.
std::string told_with_files(const std::vector<std::string>& commits) {
  if (commits.empty())
    return {};
  const size_t blank = std::min(commits[0].find(' '), commits[0].size() - 1);
  std::string where = commits[0].substr(blank + 1);
  if (where.starts_with(git::kBranchRefs))
    where.erase(0, git::kBranchRefs.size());
  return told_unpushed(commits.size(), " with its files (" + commits[0].substr(0, blank) + " on '" +
                                           bounded_name(where) + "')");
}

/// Commits here since it was taken that change files of the work, whatever their branch.
std::string unpushed_with_files(const Remotes& remotes, const Before& before, const Work& work) {
  return told_with_files(
      split_lines(remotes
                      .run({"log", "--format=%h %S", "--branches", "--tags", "HEAD"},
                           Remotes::Side::beyond, work.paths, before.tips)
                      .out));
}

/// The lines of a new file of the work; none where it is no text of a usual size.
std::vector<std::string> lines_of_new(const Store& store, const git::TreeEntry& kept) {
  constexpr size_t kMostBytes = 4 << 20;
  const bool is_file = git::is_file_mode(kept.mode);
  const std::optional<size_t> size = is_file ? store.objects().size_of(kept.oid) : std::nullopt;
  return size && *size <= kMostBytes ? split_lines(store.objects().read_blob(kept.oid))
                                     : std::vector<std::string>();
}

/// The lines that commits of a remote since it was taken brought into any file.
std::set<std::string> lines_there(const Remotes& remotes, const Before& before, const Work& work) {
  const Outcome log =
      remotes.run({"log", "--format=", "-p", "-U0", "--no-renames", "--no-ext-diff",
                   "--no-textconv", "--no-color", "--max-count=100", "^" + work.base},
                  Remotes::Side::within, {}, before.tips);
  std::set<std::string> lines;
  for (const std::string& line : split_lines(log.out))
    if (line.starts_with('+'))
      lines.insert(line.substr(1));
  return lines;
}

/// New files that went nowhere, deleted for one, and are most of the work. What is there still, and
/// ignored by the project, was decided.
std::string mostly_left_out(const Store& store, const Remotes& remotes, const Before& before,
                            const Work& work) {
  const git::Repository& repository = store.repository();
  const std::set<std::string> there = lines_there(remotes, before, work);
  const std::string* first = nullptr;
  size_t left = 0, all = 0, at = 0;
  for (const std::string& path : work.left_out) {
    const std::vector<std::string>& lines = work.left_out_lines[at++];
    if (lines.empty() || has_half(there, lines) ||
        exists(join_path(repository.layout().root, path)))
      continue;
    left += lines.size();
    first = first != nullptr ? first : &path;
  }
  const Outcome brought = repository.git().run(
      {.args = {"diff-tree", "-r", "--no-renames", "--numstat", work.base, work.wip}});
  for (const std::string& line : split_lines(brought.out))
    all += std::strtoull(line.c_str(), nullptr, 10);
  return first != nullptr && 2 * left > all
             ? "most of it is in no commit of a remote, " + path_in_quotes(*first) + " for one"
             : std::string();
}

/// Nothing here has the work by the names of its files: a new one may have another name.
std::string under_another_name(const Store& store, const Shared& shared, const Remotes& remotes,
                               const Before& before, Work& work) {
  const git::Repository& repository = store.repository();
  git::TreeReader kept(store.objects(), tree_of(store, work.wip), repository.layout().oid_digits());
  work.left_out_lines = vector_of(
      work.left_out, [&](const std::string& path) { return lines_of_new(store, kept.at(path)); });
  if (std::string files = not_committed_anywhere(store, shared, work); !files.empty())
    return files;
  if (std::string files = stashed(store, before, work); !files.empty())
    return files;
  if (std::string commits =
          told_with_files(with_moved_file(repository.git(), remotes, before, work));
      !commits.empty())
    return commits;
  return mostly_left_out(store, remotes, before, work);
}

/// Of some files of the work those that no commit of a remote since it was taken has as they are,
/// by whatever name.
std::set<std::string> without_bytes_there(const Store& store, const Remotes& remotes,
                                          const Before& before, const Work& work,
                                          std::set<std::string> paths) {
  size_t looked_at = 20;
  git::TreeReader kept(store.objects(), tree_of(store, work.wip),
                       store.repository().layout().oid_digits());
  std::erase_if(paths, [&](const std::string& path) {
    const git::TreeEntry file = kept.at(path);
    return file.mode != 0 && looked_at > 0 && looked_at-- > 0 &&
           !trim(remotes
                     .run({"log", "--max-count=1", "--format=%h", "--find-object=" + file.oid,
                           "^" + work.base},
                          Remotes::Side::within, {}, before.tips)
                     .out)
                .empty();
  });
  return paths;
}

/// Has one of these commits a line that the work brought into one of its files? Yes, too, where no
/// lines tell, and where they are too many to look at.
bool has_line_of(const Store& store, const Work& work, const std::vector<std::string>& commits) {
  constexpr size_t kMostLooks = 400, kMostBytes = 4 << 20;
  size_t looks = 0;
  FilesOfCommits files(store);
  KeptWork kept(store.repository(), store.objects(), work.base, work.wip);
  for (const std::string& path : work.paths) {
    const std::optional<git::TreeEntry> before = files.at(work.base, path);
    for (const std::string& commit : commits) {
      const std::optional<git::TreeEntry> there = files.at(commit, path);
      if (same_entry(before, there))
        continue;
      if (++looks > kMostLooks || !there || !git::is_file_mode(there->mode) ||
          store.objects().size_of(there->oid).value_or(kMostBytes) >= kMostBytes ||
          kept.is_gone_on_with(path, store.objects().read_blob(there->oid)))
        return true;
    }
  }
  return false;
}

enum class Nowhere { no, untouched, no_line };

/// Where nothing here has it, a remote does: a commit since it was taken has a line of it in one of
/// its files, or has one under another name, or the WIP commit itself is there.
Nowhere nowhere(const Store& store, const Remotes& remotes, const Before& before,
                const Work& work) {
  constexpr size_t kMost = 100;
  const Outcome since =
      remotes.run({"rev-list", "--max-count=" + std::to_string(kMost), "^" + work.base},
                  Remotes::Side::within, work.paths, before.tips);
  const Outcome wip =
      remotes.run({"rev-list", "--max-count=1", work.wip}, Remotes::Side::beyond, {});
  const std::vector<std::string> commits = split_lines(since.out);
  if (!since.ok() || !wip.ok() || trim(wip.out).empty() || commits.size() == kMost ||
      has_line_of(store, work, commits) ||
      without_bytes_there(store, remotes, before, work, work.paths) != work.paths)
    return Nowhere::no;
  return commits.empty() ? Nowhere::untouched : Nowhere::no_line;
}

/// A pause of it here whose WIP commit neither a branch nor a remote has: the record alone holds
/// it.
std::string paused_here_only(const Store& store, const Shared& shared, const Remotes& remotes,
                             const std::string& tip) {
  for (const RecordRef& ref : store.active()) {
    if (ref.id != shared.id || ref.oid == shared.local)
      continue;
    const Record record = store.load(ref);
    const std::string& wip = record.git().wip_commit;
    if (wip.empty() || !store.objects().contains(wip) ||
        (!tip.empty() && !commit_with_work(store, record, tip).empty()))
      continue;
    const Outcome alone =
        remotes.run({"rev-list", "--max-count=1", wip, "--not", "--branches", "HEAD", "--not"},
                    Remotes::Side::beyond, {});
    if (alone.ok() && !trim(alone.out).empty())
      return "what was paused last (" + git::short_oid(wip) + ") is on no branch";
  }
  return {};
}

/// Commits that came with the work, below it, and that no branch here got: it was merged alone. Not
/// those that `tip` has in the same words.
std::string merged_without(const Store& store, const Shared& shared, const Remotes& remotes,
                           const std::string& base, const std::string& tip) {
  const git::Git& git = store.repository().git();
  if (shared.on.empty() || git::is_ancestor(git, base, shared.on))
    return {};
  std::vector<std::string> commits = split_lines(
      remotes.run({"rev-list", "--no-merges", base, "^" + shared.on}, Remotes::Side::beyond, {})
          .out);
  if (commits.empty())
    return {};
  if (const auto differ = tip.empty() ? std::nullopt : git::commits_beyond(git, base, tip))
    std::erase_if(commits, [&](const std::string& oid) { return !in_list(*differ, oid); });
  return commits.empty() ? std::string()
                         : told_unpushed(commits.size(), " that came below the work (" +
                                                             git::short_oid(commits[0]) + ")");
}

/// A branch that ends in the WIP commit, here or at the remote: pushed by accident, most often.
std::string ends_in_work(const Shared& shared, const std::string& wip, const std::string& tip,
                         const git::BranchTips* there) {
  if (wip.empty())
    return {};
  const std::string what = " ends in its WIP commit " + git::short_oid(wip);
  if (tip == wip)
    return branch_name(shared.branch) + what;
  if (there == nullptr)
    return {};
  const auto at_it = std::ranges::find(there->refs, wip, &git::Ref::oid);
  if (at_it == there->refs.end())
    return {};
  const bool is_branch = at_it->name.starts_with(git::kBranchRefs);
  return branch_name(shared.remote + "/" +
                     at_it->name.substr(is_branch ? git::kBranchRefs.size() : 0)) +
         what;
}

}  // namespace

std::string commits_at_remote(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const std::string there = tracking_branch(repository, shared);
  if (shared.on.empty() || there.empty() || !where_work_still_is(store, shared, nullptr).empty())
    return {};
  const std::string ref = "refs/remotes/" + there;
  const auto more = git::commits_beyond(repository.git(), ref, shared.on);
  if (!more || more->empty())
    return {};
  return branch_name(there) +
         (git::is_ancestor(repository.git(), shared.on, ref)
              ? " is " + count_of(more->size(), "commit") + " ahead of where its work began"
              : " was rewritten since its work began, with " +
                    count_of(more->size(), "new commit"));
}

std::string told_missing_there(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const Work work = work_of(store, shared);
  if (work.paths.empty() || !remote_with_unseen(repository, shared).empty())
    return {};
  const Remotes remotes(store, shared, nullptr);
  const Before before = read_before(store, shared);
  const std::string known =
      " of " + printable(remote_of_branch(repository, shared)) + " that is known here";
  if (const Nowhere where = nowhere(store, remotes, before, work); where != Nowhere::no)
    return "no commit" + known +
           (where == Nowhere::untouched ? " touches its files since" : " has a line of it");
  std::set<std::string> left = without_bytes_there(
      store, remotes, before, work, left_out(repository.git(), remotes, before, work, ""));
  const std::string start = remote_of_branch(repository, shared) + "/HEAD";
  for (const std::string& branch : {tracking_branch(repository, shared), start})
    if (const auto tip = git::read_ref(repository, "refs/remotes/" + branch); tip && !left.empty())
      left = lacking_in(repository.git(), work, std::move(left), *tip);
  return left.empty()
             ? ""
             : path_in_quotes(*left.begin()) + ", a new file of it, is in no commit" + known;
}

std::string told_stashed(const Store& store, const Shared& shared) {
  return stashed(store, read_before(store, shared), work_of(store, shared));
}

std::string told_out_of_sight(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const Work work = work_of(store, shared);
  if (git::read_ref(repository, "refs/stash")) {
    std::set<std::string> seen;  // of what is staged a stash of other files has a copy
    for (const git::StatusEntry& entry : git::read_status(repository.git()).entries)
      seen.insert(entry.path);
    if (std::string stash = stashed(store, read_before(store, shared), work, seen); !stash.empty())
      return stash;
  }
  const std::vector<std::string> hidden = hidden_by_user(repository.git(), work);
  return hidden.empty() ? std::string() : "not seen here: " + join(hidden, ", ");
}

std::string where_work_still_is(const Store& store, const Shared& shared,
                                const git::BranchTips* there) {
  const git::Repository& repository = store.repository();
  Remotes remotes(store, shared, there);
  const Before before = read_before(store, shared);
  Work work = work_of(store, shared);
  const git::Head head = repository.head();
  const std::string tip =
      shared.branch == head.label()
          ? head.oid
          : git::read_ref(repository, "refs/heads/" + shared.branch).value_or("");
  if (std::string files = not_committed_anywhere(store, shared, work); !files.empty())
    return files;
  if (std::string files = stashed(store, before, work); !files.empty())
    return files;
  if (!tip.empty()) {
    // What was on the branch before it came is nothing of it.
    const Outcome ahead = remotes.run({"rev-list", "--count", tip}, Remotes::Side::beyond, {},
                                      shared.published ? std::vector<std::string>() : before.tips);
    if (const size_t count = std::strtoull(ahead.out.c_str(), nullptr, 10);
        count > 0 && !remotes.add_if_squashed(tip))
      return told_unpushed(count, " of '" + bounded_name(shared.branch) + "'");
  }
  if (std::string ends = ends_in_work(shared, work.wip, tip, there); !ends.empty())
    return ends;
  if (std::string paused = paused_here_only(store, shared, remotes, tip); !paused.empty())
    return paused;
  for (const std::string& base : work.bases)
    if (std::string below = merged_without(store, shared, remotes, base, tip); !below.empty())
      return below;
  if (work.paths.empty())
    return {};
  if (std::string unpushed = unpushed_with_files(remotes, before, work); !unpushed.empty())
    return unpushed;
  if (const Nowhere where = nowhere(store, remotes, before, work); where != Nowhere::no)
    return std::string("no commit on a branch of a remote ") +
           (where == Nowhere::untouched ? "changes a file of it" : "has a line of it");
  work.left_out = left_out(repository.git(), remotes, before, work, tip);
  return work.left_out.empty() ? "" : under_another_name(store, shared, remotes, before, work);
}

}  // namespace handoff::ops
