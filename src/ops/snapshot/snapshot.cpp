#include "ops/snapshot/snapshot.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/presence.hpp"
#include "base/text.hpp"
#include "git/index/sparse_patterns.hpp"
#include "git/objects/commits.hpp"
#include "git/repo/hidden_untracked.hpp"
#include "ops/snapshot/exclusions.hpp"
#include "ops/snapshot/fast_add.hpp"
#include "ops/snapshot/flagged_entries.hpp"
#include "ops/snapshot/git_add.hpp"
#include "ops/snapshot/put_back.hpp"
#include "ops/snapshot/raw_bytes.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;
using git::StatusEntry;

std::string which_index(const git::Repository& repository) {
  struct stat info {};
  if (stat(repository.layout().index_file.c_str(), &info) != 0)
    return {};
  const auto text = [](auto number) { return std::to_string(number) + " "; };
  return text(info.st_ino) + text(info.st_size) + text(info.st_mtim.tv_sec) +
         text(info.st_mtim.tv_nsec);
}

/// Where a user's pathspecs are read: the folder in which they were typed.
git::Git git_for(const git::Repository& repository, const SnapshotRequest& request) {
  const git::Layout& layout = repository.layout();
  return request.pathspecs.empty() ? repository.git()
                                   : repository.git().in(join_path(layout.root, layout.prefix));
}

/// Carries the values from step to step; each step is one thing that DESIGN calls for.
class SnapshotTaker {
 public:
  SnapshotTaker(const git::Repository& repository, git::Quarantine& quarantine)
      : x_repository(repository),
        x_quarantine(quarantine),
        x_digits(repository.layout().oid_digits()) {}

  Snapshot take(const SnapshotRequest& request, Scan scan) {
    look(request, std::move(scan));
    choose(request);
    find_put_back(request);
    if (!take_plainly(request))
      let_git_add(request);
    build_trees();
    remember_index();
    remember_raw_bytes(!request.pathspecs.empty() || !request.untracked, request.exact);
    remember_modes(request.paused.all);
    s.attachments.push_back({"index-entries", git::kModeFile,
                             x_quarantine.write(git::ObjectType::blob, encoded_index())});
    return std::move(s);
  }

 private:
  /// One scan of the tree; the index is read while it runs, and has to be the one that was scanned.
  void look(const SnapshotRequest& request, Scan scan) {
    constexpr int kTries = 5;
    for (int i = 0;; ++i) {
      fault_point("snapshot-scanning");
      s.prepared = git::read_index(x_repository, x_quarantine);
      x_flagged = flagged_entries(x_repository, s.prepared.original, git_for(x_repository, request),
                                  request.pathspecs);
      s.status = scan.status.answer();
      x_hides_untracked = scan.hides_untracked;
      if (scan.index == which_index(x_repository))
        break;
      if (i == kTries)
        fail("the index changes faster than it can be read: another git process is at work",
             {"try again when it has ended"});
      scan = start_scan(x_repository, request);
    }
    if (x_hides_untracked && request.untracked)
      for (std::string& path : untracked_work(x_repository, s.status.head, s.prepared.original)) {
        StatusEntry entry;
        entry.kind = StatusEntry::Kind::untracked;
        entry.staged = entry.unstaged = '?';
        entry.path = std::move(path);
        s.status.entries.push_back(std::move(entry));
      }
    for (const std::string& folder : s.status.unreadable) {
      const size_t below = folder.ends_with("/...") ? folder.size() - 3 : folder.size();
      s.left_out.push_back({folder.substr(0, below), below == folder.size()
                                                         ? "cannot be read: not looked into"
                                                         : "git cannot read a folder below it"});
    }
  }

  void choose(const SnapshotRequest& request) {
    refuse_own_files(x_repository, s.status.entries);
    choose_files(request);
    std::vector<std::string> tracked;
    for (const StatusEntry& entry : s.status.entries) {
      if (entry.is_submodule() && !has_repository_instead(entry))
        note_submodule(entry);
      if (!enters(entry))
        continue;
      s.paths.push_back(entry.path);
      const bool changed = entry.kind == StatusEntry::Kind::changed;
      if (changed && entry.staged == 'D') {
        x_not_in_index.insert(entry.path);
        continue;
      }
      if (entry.kind != StatusEntry::Kind::untracked)
        tracked.push_back(entry.path);
      if (changed && entry.unstaged == '.')
        x_as_staged.insert(entry.path);
    }
    std::ranges::sort(s.paths);
    s.paths.erase(std::unique(s.paths.begin(), s.paths.end()), s.paths.end());
    s.secrets = tracked_secrets(x_repository, tracked);
  }

  /// What git does not see the half of, and is named here.
  void find_put_back(const SnapshotRequest& request) {
    if (!hides_changes(x_repository))
      return;
    x_put_back = put_back_here(x_repository, s.status.head, s.prepared.original);
    const bool partial = !request.pathspecs.empty() && !x_put_back.empty();
    const std::set<std::string> named =
        partial ? tracked_paths(git_for(x_repository, request), request.pathspecs)
                : std::set<std::string>();
    std::erase_if(x_put_back, [&](const PutBack& file) {
      const std::string& path = file.kept.path;
      return is_doubtful_name(path) || (file.now.mode == 0 ? !x_kept_untracked.contains(path)
                                                           : partial && !named.contains(path));
    });
  }

  /// Does git take nothing of it, since the file is as the index has it?
  bool is_unseen(const PutBack& file) const {
    return x_as_staged.contains(file.kept.path) ||
           !std::ranges::binary_search(s.paths, file.kept.path);
  }

  /// Where what is tracked is deleted and something else stands: git lists nothing of it where it
  /// is ignored, and a switch to a commit with the tracked one takes it away.
  std::vector<std::string> in_place_of_deleted() const {
    std::set<std::string> places;
    for (const StatusEntry& entry : s.status.entries) {
      if (entry.kind != StatusEntry::Kind::changed ||
          (entry.staged != 'D' && entry.unstaged != 'D') || has_repository_instead(entry))
        continue;
      if (kind_of(entry.path) == S_IFDIR)
        places.insert(entry.path);
      for (std::string above = parent_path(entry.path); above != "."; above = parent_path(above))
        if (const mode_t kind = kind_of(above); kind == S_IFREG || kind == S_IFLNK)
          places.insert(above);
        else if (kind == S_IFDIR)
          break;
    }
    return {places.begin(), places.end()};
  }

  /// Those that are there, or may be.
  std::vector<std::string> still_ignored(const std::vector<std::string>& paths) const {
    if (paths.empty())
      return {};
    git::GitCall call{.args = {"--literal-pathspecs", "ls-files", "-z", "--others", "--ignored",
                               "--exclude-standard", "--"}};
    call.args.insert(call.args.end(), paths.begin(), paths.end());
    std::vector<std::string> found = split(x_repository.git().run(std::move(call)).out, '\0');
    std::ranges::copy_if(
        paths, std::back_inserter(found),
        [&](const std::string& path) {  // git lists nothing in a folder that is shut
          struct stat info {};
          return look_below_root(path, info) == Presence::unknown;
        });
    return found;
  }

  /// Untracked files, and those that were taken out of the index and still stand there: unless git
  /// lists them as untracked it ignores them, and nothing but the record will have their bytes.
  void choose_files(const SnapshotRequest& request) {
    std::set<std::string> untracked, out_of_index;
    for (const StatusEntry& entry : s.status.entries)
      if (entry.kind == StatusEntry::Kind::untracked)
        untracked.insert(entry.path);
      else if (has_repository_instead(entry))
        untracked.insert(entry.path + "/");
    if (request.ignored_before && !untracked.empty())
      for (const std::string& path : request.ignored_before(s.status))
        if (untracked.erase(path) > 0)
          s.left_out.push_back(
              {path, "ignored before the work of others changed .gitignore; to keep it: git add " +
                         path_to_type(path)});
    for (const StatusEntry& entry : s.status.entries)
      if (entry.kind == StatusEntry::Kind::changed && entry.staged == 'D' &&
          !untracked.contains(entry.path) && may_be_file(entry.path))
        out_of_index.insert(entry.path);
    std::vector<std::string> places = in_place_of_deleted();
    places.insert(places.end(), request.paused.beside.begin(), request.paused.beside.end());
    for (const std::string& path : still_ignored(places))
      if (may_be_file(path))
        out_of_index.insert(path);
    std::vector<std::string> all(untracked.begin(), untracked.end());
    all.insert(all.end(), out_of_index.begin(), out_of_index.end());
    UntrackedChoice choice = choose_untracked(x_repository, all, !request.untracked);
    for (model::LeftOut& item : choice.left_out) {
      if (out_of_index.contains(item.path))
        item.reason += "; a switch may overwrite it";  // git ignores it
      s.left_out.push_back(std::move(item));
    }
    if (request.untracked && x_hides_untracked)
      if (std::optional<model::LeftOut> hidden = hidden_files(x_repository, untracked))
        s.left_out.push_back(std::move(*hidden));
    for (const std::string& path : choice.kept)
      if (!out_of_index.contains(path))
        x_kept_untracked.insert(path);
      else
        x_beside_index.push_back(path);
  }

  Presence look_below_root(const std::string& path, struct stat& info) const {
    const std::string& root = x_repository.layout().root;
    return is_below_link(root, path) ? Presence::absent : look_at(join_path(root, path), info);
  }
  std::string file_of(const std::string& path) const {
    return join_path(x_repository.layout().root, path);
  }
  mode_t kind_of(const std::string& path) const {
    struct stat info {};
    return look_below_root(path, info) == Presence::there ? info.st_mode & S_IFMT : 0;
  }
  /// Or cannot be looked at, which is told of it.
  bool may_be_file(const std::string& path) const {
    struct stat info {};
    const Presence there = look_below_root(path, info);
    return there == Presence::there ? S_ISREG(info.st_mode) || S_ISLNK(info.st_mode)
                                    : there == Presence::unknown;
  }

  /// Does a repository of its own stand where a file was? Git does not list it while the file is in
  /// the index.
  bool has_repository_instead(const StatusEntry& entry) const {
    return entry.mode_index != 0 && entry.mode_index != git::kModeGitlink &&
           kind_of(entry.path) == S_IFDIR &&
           exists(join_path(x_repository.layout().root, entry.path + "/.git"));
  }

  /// Dirt inside a submodule is told, not kept: only another commit checked out there is a change
  /// here.
  bool enters(const StatusEntry& entry) const {
    if (x_refused.contains(entry.path))
      return false;
    if (entry.kind == StatusEntry::Kind::untracked)
      return x_kept_untracked.contains(entry.path);
    return !(entry.is_dirt_inside() && entry.unstaged == 'M');
  }

  void note_submodule(const StatusEntry& entry) {
    model::SubmoduleState state;
    state.path = entry.path;
    state.oid = entry.oid_index;
    if (entry.submodule.size() == 4) {
      state.new_commits = entry.submodule[1] == 'C';
      state.modified_content = entry.submodule[2] == 'M';
      state.untracked_content = entry.submodule[3] == 'U';
    }
    if (state.modified_content || state.untracked_content)
      s.left_out.push_back({entry.path, "changes inside the submodule"});
    s.submodules.push_back(std::move(state));
  }

  /// Where the bytes in the working tree are the bytes that git keeps, we hash them and write the
  /// index in one pass. False, with nothing done, where git has to: whatever is not ordinary in
  /// every respect.
  bool take_plainly(const SnapshotRequest& request) {
    bool ordinary =
        request.pathspecs.empty() && x_flagged.empty() && x_put_back.empty() && has_plain_names() &&
        std::ranges::all_of(s.status.entries, [](const StatusEntry& e) {
          return (e.kind == StatusEntry::Kind::untracked || e.kind == StatusEntry::Kind::changed) &&
                 !e.is_submodule() && !e.intent_to_add();
        });
    if (!ordinary || s.prepared.original.empty())
      return false;
    x_plain = s.paths.empty();
    if (x_plain)
      return true;
    std::vector<std::string> paths;
    for (const std::string& path : s.paths)
      if (!is_staged_deletion(path))
        paths.push_back(path);
    // Looked at before anything is written: git may still have to do it.
    auto bytes_of = [&](const std::vector<git::IndexSplice>& splices) {
      return git::splice_index(s.prepared.original, s.prepared.written, splices,
                               [&](const std::vector<IndexEntry>& doubtful) {
                                 return are_unchanged(x_repository, doubtful);
                               });
    };
    std::optional<std::vector<git::IndexSplice>> splices =
        take_plain_files(x_repository, x_quarantine, paths);
    std::optional<std::string> index = splices ? bytes_of(*splices) : std::nullopt;
    if (!index)
      return false;
    for (const git::IndexSplice& splice : *splices)
      if (splice.mode != 0)
        x_after[splice.path] =
            IndexEntry{.path = splice.path, .oid = splice.oid, .mode = splice.mode};
    git::write_prepared(s.prepared, *index);
    fault_point("snapshot-hashed");
    x_plain = true;
    return true;
  }

  /// Nothing to hash unless the file was kept and is wanted as untracked.
  bool is_staged_deletion(const std::string& path) const {
    return x_not_in_index.contains(path) && !x_kept_untracked.contains(path) &&
           !x_flagged.contains(path);
  }

  /// Names that git takes for certain, and none of them where another one has its folder.
  bool has_plain_names() const {
    std::set<std::string> names(s.paths.begin(), s.paths.end());
    return std::ranges::all_of(names, [&](const std::string& path) {
      for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
        if (names.contains(path.substr(0, slash)))
          return false;
      return !is_doubtful_name(path);
    });
  }

  /// Git reads a .gitattributes that is gone from the index: once it has left that, too, files
  /// below may be others without having been touched. Their entries as they are.
  std::vector<IndexEntry> changed_by_gone_attributes() const {
    if (std::ranges::none_of(s.paths, [&](const std::string& path) {
          return base_name(path) == ".gitattributes" && kind_of(path) == 0;
        }))
      return {};
    const std::vector<std::string> listed =
        split(x_repository.git()
                  .run({.args = {"diff-files", "--name-only", "-z"},
                        .environment = {{"GIT_INDEX_FILE", s.prepared.file}}})
                  .out,
              '\0');
    const std::set<std::string> names(listed.begin(), listed.end());
    return git::IndexFile::read(x_repository, s.prepared.file, [&](const IndexEntry& e) {
      return e.stage == 0 && e.mode != git::kModeGitlink && names.contains(e.path) &&
             !std::ranges::binary_search(s.paths, e.path);
    });
  }

  void let_git_add(const SnapshotRequest& request) {
    std::vector<std::string> paths;
    for (const std::string& path : s.paths)
      if (!is_staged_deletion(path) && !x_as_staged.contains(path))
        paths.push_back(path);
    // Where one is in conflict, an empty folder is no submodule to git.
    std::set<std::string> gitlinks;
    for (const StatusEntry& entry : s.status.entries)
      if (entry.kind != StatusEntry::Kind::unmerged &&
          (entry.is_submodule() || entry.mode_index == git::kModeGitlink))
        gitlinks.insert(entry.path);
    std::vector<IndexEntry> put_back;
    for (const PutBack& file : x_put_back) {
      put_back.push_back(file.kept);
      if (is_unseen(file))
        paths.push_back(file.kept.path);
    }
    const auto add = [&] {
      return add_by_git(x_repository, x_quarantine, s.prepared, paths, gitlinks, put_back);
    };
    AddedByGit added = add();
    std::vector<IndexEntry> others;
    if (request.pathspecs.empty())
      others = changed_by_gone_attributes();
    if (!others.empty()) {
      for (const IndexEntry& entry : others)
        paths.push_back(entry.path);
      added = add();
      added.replaced.insert(added.replaced.end(), others.begin(), others.end());
    }
    fault_point("snapshot-hashed");
    for (const std::string& path : added.refused)
      s.left_out.push_back({path, "git takes nothing of this name"});
    x_refused = std::move(added.refused);
    std::erase_if(s.paths, [&](const std::string& path) { return x_refused.contains(path); });
    for (const std::string& path : s.paths)
      if (mode_t kind = kind_of(path);
          kind != 0 && kind != S_IFREG && kind != S_IFLNK && kind != S_IFDIR)
        s.left_out.push_back({path, "neither a file nor a symlink"});
    x_replaced = std::move(added.replaced);
    keep_unseen();
    for (const IndexEntry& entry : x_replaced)
      s.paths.push_back(entry.path);
    std::ranges::sort(s.paths);
    s.paths.erase(std::unique(s.paths.begin(), s.paths.end()), s.paths.end());
    read_prepared_index();
  }

  /// What is as it was paused is a change; where the file was edited, git was right.
  void keep_unseen() {
    std::map<std::string, const PutBack*> unseen;
    for (const PutBack& file : x_put_back)
      if (is_unseen(file))
        unseen[file.kept.path] = &file;
    if (unseen.empty())
      return;
    std::vector<IndexEntry> as_before;
    for (const IndexEntry& entry :
         git::IndexFile::read(x_repository, s.prepared.file,
                              [&](const IndexEntry& e) { return unseen.contains(e.path); })) {
      const PutBack& file = *unseen[entry.path];
      (file.is_in(entry) ? x_replaced : as_before).push_back(file.now);
    }
    git::edit_index(x_repository, x_quarantine, s.prepared, as_before);
  }

  void read_prepared_index() {
    std::set<std::string> named(s.paths.begin(), s.paths.end());
    for (const auto& [path, entry] : x_flagged)
      named.insert(path);
    for (IndexEntry& entry :
         git::IndexFile::read(x_repository, s.prepared.file,
                              [&](const IndexEntry& e) { return named.contains(e.path); }))
      x_after[entry.path] = std::move(entry);
    for (model::SubmoduleState& submodule : s.submodules)
      if (auto after = x_after.find(submodule.path); after != x_after.end())
        submodule.oid = after->second.oid;
  }

  void build_trees() {
    if (!s.status.head.unborn())
      s.base_tree =
          git::read_commit(x_quarantine.objects(), s.status.head.oid).value_or(git::Commit{}).tree;
    if (!s.status.head.unborn() && s.base_tree.empty())
      fail("HEAD's commit " + s.status.head.oid + " is missing or damaged",
           {"'git fsck' tells what else is"});
    std::vector<git::TreeEdit> edits;
    for (const std::string& path : s.paths) {
      auto after = x_after.find(path);
      bool there = after != x_after.end() && !after->second.intent_to_add;
      edits.push_back(there ? git::TreeEdit{path, after->second.mode, after->second.oid}
                            : git::TreeEdit{path});
      if (there && after->second.mode != git::kModeGitlink)
        x_quarantine.add(after->second.oid);
    }
    s.wip_tree = edits.empty() && !s.base_tree.empty()
                     ? s.base_tree
                     : git::edit_tree(x_quarantine, s.base_tree, std::move(edits), x_digits);
  }

  IndexEntry entry_before(const StatusEntry& entry) const {
    IndexEntry before;
    before.path = entry.path;
    if (entry.intent_to_add())
      before.intent_to_add = true;
    else if (entry.kind != StatusEntry::Kind::untracked && entry.mode_index != 0) {
      before.mode = entry.mode_index;
      before.oid = entry.oid_index;
    }
    if (auto flagged = x_flagged.find(entry.path); flagged != x_flagged.end()) {
      before.assume_unchanged = flagged->second.assume_unchanged;
      before.skip_worktree = flagged->second.skip_worktree;
      before.intent_to_add = flagged->second.intent_to_add;
      if (before.intent_to_add)
        before.mode = flagged->second.mode;
    }
    return before;
  }

  IndexEntry entry_after(const std::string& path) const {
    auto after = x_after.find(path);
    if (after != x_after.end())
      return after->second;
    IndexEntry none;
    none.path = path;
    return none;
  }

  void remember_index() {
    std::set<std::string> done;
    for (const StatusEntry& entry : s.status.entries) {
      if (!enters(entry))
        continue;
      if (entry.kind == StatusEntry::Kind::unmerged)
        remember_conflict(entry);
      else if (done.insert(entry.path).second) {
        s.index.push_back({entry_before(entry), entry_after(entry.path)});
        if (entry.staged != '.')
          keep_staged(s.index.back().before);
      }
    }
    std::vector<std::string> skipped;
    for (const auto& [path, entry] : x_flagged)
      if (entry.skip_worktree)
        skipped.push_back(path);
    const std::set<std::string> by_sparse = git::left_out_by_sparse(x_repository, skipped);
    for (const auto& [path, entry] : x_flagged) {
      bool by_hand = entry.assume_unchanged || (entry.skip_worktree && !by_sparse.contains(path));
      if (!by_hand)
        continue;
      x_hidden.push_back(path);  // also where it is staged: what git does not look at is the file
      if (done.insert(path).second)
        s.index.push_back({entry, entry_after(path)});
    }
    for (const IndexEntry& entry : x_replaced)
      if (entry.stage != 0)
        add_conflict(entry);
      else if (done.insert(entry.path).second) {
        s.index.push_back({entry, entry_after(entry.path)});
        keep_staged(entry);
      }
  }

  /// What is in the index and not in HEAD. In a partial clone it need not be here: then it is where
  /// the clone came from.
  void keep_staged(const IndexEntry& entry) {
    bool file = entry.mode != 0 && entry.mode != git::kModeGitlink && !entry.intent_to_add;
    if (!file || !x_quarantine.objects().contains(entry.oid))
      return;
    s.attachments.push_back({"staged/" + entry.path, entry.mode, entry.oid});
    x_quarantine.add(entry.oid);
  }

  void remember_conflict(const StatusEntry& entry) {
    for (int i = 0; i < 3; ++i) {
      if (entry.stage_mode[i] == 0)
        continue;
      IndexEntry stage;
      stage.path = entry.path;
      stage.mode = entry.stage_mode[i];
      stage.oid = entry.stage_oid[i];
      stage.stage = i + 1;
      add_conflict(stage);
    }
  }

  void add_conflict(const IndexEntry& stage) {
    s.attachments.push_back(
        {"stages/" + std::to_string(stage.stage) + "/" + stage.path, stage.mode, stage.oid});
    if (stage.mode != git::kModeGitlink)
      x_quarantine.add(stage.oid);
    s.conflicts.push_back(stage);
  }

  void remember_raw_bytes(bool partial, const std::vector<std::string>& exact) {
    s.raw = x_beside_index;
    std::ranges::copy_if(exact, std::back_inserter(s.raw), [&](const std::string& path) {
      const mode_t kind = kind_of(path);
      return kind == S_IFLNK || (kind == S_IFREG && read_file(file_of(path)).has_value());
    });
    if (!x_plain) {  // else a checkout gives back what was read
      RawChoice choice = choose_raw({.repository = x_repository,
                                     .quarantine = x_quarantine,
                                     .prepared = s.prepared,
                                     .base_tree = s.base_tree,
                                     .paths = s.paths,
                                     .after = x_after,
                                     .flagged = x_flagged,
                                     .hidden = x_hidden,
                                     .partial = partial});
      s.left_out.insert(s.left_out.end(), choice.left_out.begin(), choice.left_out.end());
      s.raw.insert(s.raw.end(), choice.paths.begin(), choice.paths.end());
      for (const std::string& path : choice.gone)
        s.attachments.push_back(
            {"gone/" + path, git::kModeFile, x_quarantine.write(git::ObjectType::blob, "")});
    }
    std::ranges::sort(s.raw);
    s.raw.erase(std::unique(s.raw.begin(), s.raw.end()), s.raw.end());
    for (const std::string& path : s.raw)
      s.attachments.push_back(exact_bytes(x_repository, x_quarantine, path));
  }

  /// Modes that git does not keep: narrower than what a checkout would give.
  void remember_modes(const std::vector<std::string>& paused) {
    constexpr mode_t kReadable = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH;
    std::set<std::string> paths(s.paths.begin(), s.paths.end());
    paths.insert(paused.begin(), paused.end());
    paths.insert(s.raw.begin(), s.raw.end());
    for (const std::string& path : paths) {
      struct stat info {};
      if (lstat(join_path(x_repository.layout().root, path).c_str(), &info) == 0 &&
          S_ISREG(info.st_mode) && (info.st_mode & kReadable) != kReadable &&
          kind_of(path) == S_IFREG)
        s.modes.push_back({path, static_cast<uint32_t>(info.st_mode & 07777)});
    }
  }

  std::string encoded_index() const {
    std::vector<IndexEntry> entries = vector_of(s.index, &IndexChange::before);
    entries.insert(entries.end(), s.conflicts.begin(), s.conflicts.end());
    return git::encode_entries(entries);
  }

  const git::Repository& x_repository;
  git::Quarantine& x_quarantine;
  size_t x_digits;
  Snapshot s;
  bool x_hides_untracked = false;  ///< as Scan has it
  std::set<std::string> x_kept_untracked;
  std::set<std::string> x_not_in_index;  ///< staged deletions
  std::vector<std::string>
      x_beside_index;               ///< of these, files that git ignores: only the record has them
  std::set<std::string> x_refused;  ///< names that git takes into no index
  std::vector<IndexEntry> x_replaced;  ///< what was in the way of others in the index
  /// As the index has them: git would not add them again, which makes a difference where attributes
  /// are changed or gone.
  std::set<std::string> x_as_staged;
  std::map<std::string, IndexEntry> x_flagged;  ///< as the index had them
  std::map<std::string, IndexEntry> x_after;    ///< as the prepared index has them
  std::vector<std::string> x_hidden;
  std::vector<PutBack> x_put_back;
  bool x_plain = false;  ///< taken without git: what is on the disk is what is in the tree
};

}  // namespace

bool Snapshot::is_beside_only() const {
  return conflicts.empty() && wip_tree == base_tree &&
         std::ranges::all_of(index, [](const IndexChange& change) {
           // Without a flag git takes the file for changed, until its entry is written anew.
           return (change.before.assume_unchanged || change.before.skip_worktree) &&
                  change.before.oid == change.after.oid &&
                  change.before.mode == change.after.mode &&
                  change.before.intent_to_add == change.after.intent_to_add;
         });
}

Scan start_scan(const git::Repository& repository, const SnapshotRequest& request) {
  std::string index = which_index(repository);  // before git reads it
  const git::Git git = git_for(repository, request);
  const bool hides = request.pathspecs.empty() && git::hides_untracked(git);  // unless it is named
  return {.status = git::StatusQuestion(git, request.pathspecs,
                                        hides ? git::Untracked::none : git::Untracked::all),
          .hides_untracked = hides,
          .index = std::move(index)};
}

Snapshot take_snapshot(const git::Repository& repository, git::Quarantine& quarantine,
                       const SnapshotRequest& request, Scan scan) {
  return SnapshotTaker(repository, quarantine).take(request, std::move(scan));
}

Snapshot take_snapshot(const git::Repository& repository, git::Quarantine& quarantine,
                       const SnapshotRequest& request) {
  return take_snapshot(repository, quarantine, request, start_scan(repository, request));
}

}  // namespace handoff::ops
