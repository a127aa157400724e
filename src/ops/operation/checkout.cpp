#include "ops/operation/checkout.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <map>
#include <set>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/read_blob.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/inner_repositories.hpp"
#include "ops/records/names.hpp"
#include "ops/worktree/conversion.hpp"
#include "ops/worktree/filters.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

bool is_file_mode(uint32_t mode) { return mode != 0 && mode != git::kModeGitlink; }

/// Files and links below a folder, by their paths in it.
void list_files(const std::string& root, const std::string& folder,
                std::vector<std::string>& files) {
  for (const std::string& name : list_all_of(join_path(root, folder))) {
    std::string path = folder.empty() ? name : join_path(folder, name);
    if (is_folder(join_path(root, path)))
      list_files(root, path, files);
    else
      files.push_back(std::move(path));
  }
}

class Checkout {
 public:
  Checkout(const git::Repository& repository, CheckoutLog& log, const CheckoutRequest& request)
      : x_repository(repository), x_log(log), q(request), x_quarantine(repository) {}

  void run() {
    if (q.index_only) {
      follow_files();
      return;
    }
    if (q.from == q.to && q.index.empty())
      return;
    x_log.folder("new");  // from here on we are alone
    find_changes();
    find_old_files();
    git::PreparedIndex index = git::copy_index(x_repository, x_quarantine);
    look_for_changes(index);
    std::string aside = make_new_files(index);
    make_files_outside_cone(aside);
    std::vector<std::string> come;
    list_files(aside, "", come);
    refuse_in_the_way(come);
    for (const auto& [path, identity] : x_old)
      x_log.take_away(path, identity);
    for (const std::string& path : come)
      if (x_changes.contains(path) || !exists(file_of(path)))
        x_log.put(path, join_path(aside, path));
    x_log.run();
    enter(index);
  }

  void refuse_only() {
    find_changes();
    find_old_files();
    look_for_changes(git::copy_index(x_repository, x_quarantine));
    refuse_in_the_way(files_to_come());
  }

  /// Those of which neither a commit nor a record has the bytes.
  std::vector<std::string> lost() {
    if (q.from == q.to || q.index_only)
      return {};
    find_changes();
    find_old_files();
    std::vector<std::string> paths;
    for (const auto& [path, identity] : x_old)
      if (is_tracked(path) && S_ISREG(identity.mode))
        paths.push_back(path);
    paths = converted_paths(x_repository, paths);
    std::erase_if(paths, [&](const std::string& path) {
      return is_kept(path) || is_of_lfs(x_changes.at(path).oid);
    });
    if (paths.empty())
      return paths;
    git::PreparedIndex index = git::copy_index(x_repository, x_quarantine);
    paths = changed_by_checkout(x_repository, x_quarantine, index, paths);
    const std::string aside = join_path(x_quarantine.folder(), "as-written");
    checkout_tree_aside(x_repository, x_quarantine, q.from, paths, aside);
    std::erase_if(paths, [&](const std::string& path) {
      return is_same_file(join_path(aside, path), file_of(path), SameMode::any);
    });
    return paths;
  }

 private:
  struct Change {
    uint32_t before = 0, after = 0;  ///< modes; 0: not there
    std::string oid = {};            ///< before
  };

  std::string file_of(const std::string& path) const {
    return join_path(x_repository.layout().root, path);
  }

  /// Without what looks at the working tree on its own: the folder is another one than git thinks.
  git::GitCall read_tree(const git::PreparedIndex& index) const {
    return {.args = {"-c", "core.fsmonitor=false", "-c", "core.untrackedCache=keep", "-c",
                     "submodule.recurse=false"},
            .writes = true,
            .environment = {{"GIT_INDEX_FILE", index.file}, {"GIT_NO_LAZY_FETCH", std::nullopt}}};
  }

  void find_changes() {
    std::vector<std::string> fields =
        split(x_repository.git().output({.args = {"diff-tree", "-r", "-z", "--raw", "--no-renames",
                                                  "--no-abbrev", "--full-index", q.from, q.to},
                                         .environment = {{"GIT_NO_LAZY_FETCH", std::nullopt}}},
                                        "compare the trees"),
              '\0');
    for (size_t i = 0; i + 1 < fields.size(); i += 2) {
      std::vector<std::string> words = split(fields[i], ' ');
      if (words.size() == 5)
        x_changes[fields[i + 1]] = {
            static_cast<uint32_t>(std::strtoul(words[0].c_str() + 1, nullptr, 8)),
            static_cast<uint32_t>(std::strtoul(words[1].c_str(), nullptr, 8)), words[2]};
    }
    for (const git::TreeEdit& file : q.kept)
      if (x_changes.contains(file.path) || is_below_what_comes(file.path))
        x_kept[file.path] = &file;
    refuse_long_names();
    const std::vector<std::string> own = git::own_folders(x_repository.layout());
    for (const auto& [path, change] : x_changes)
      if (git::is_own_file(own, path))
        refuse("cannot " + q.what + ": " + path_in_quotes(path) +
                   " is part of this repository's own git directory",
               {kUnchanged});
  }

  /// Git walks into folders one by one, we name files as a whole: here, and where they are made.
  void refuse_long_names() const {
    constexpr size_t kLockEnding = 16;
    const git::Layout& layout = x_repository.layout();
    const size_t around = std::max(
        layout.root.size(), layout.own_dir().size() + std::string_view("/checkout/new").size());
    for (const auto& [path, change] : x_changes)
      if (around + 1 + path.size() + kLockEnding >= PATH_MAX)
        refuse("cannot " + q.what + ": the name of a file is too long for it",
               {"with its folder it has " + std::to_string(layout.root.size() + 1 + path.size()) +
                    " bytes: ..." + c_quote(path.substr(path.size() - 60)),
                kUnchanged});
  }

  /// Is one of its folders to be a file?
  bool is_below_what_comes(const std::string& path) const {
    for (size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1))
      if (const auto change = x_changes.find(path.substr(0, slash)); change != x_changes.end())
        return is_file_mode(change->second.after);
    return false;
  }

  bool is_tracked(const std::string& path) const {
    const auto change = x_changes.find(path);
    return change != x_changes.end() && is_file_mode(change->second.before);
  }

  /// Looked at before git says that they are unchanged: who edits one from here on is noticed.
  void find_old_files() {
    for (const auto& [path, change] : x_changes)
      if (is_file_mode(change.before))
        find_old_file(path);
    for (const auto& [path, file] : x_kept)
      if (!is_tracked(path))
        find_old_file(path);
  }

  void find_old_file(const std::string& path) {
    std::string folder = parent_path(path);
    if (folder != "." && !is_safe_to_write(x_repository.layout(), folder))
      return;
    std::optional<FileIdentity> now = identity_of(file_of(path));
    if (!now || !(S_ISREG(now->mode) || S_ISLNK(now->mode)))
      return;
    x_old[path] = *now;
    if (is_tracked(path) || is_kept(path))
      x_old_inodes.insert(now->inode);
    else
      x_old.erase(path);
  }

  /// Git compares what is tracked, also where flags tell it not to look.
  void look_for_changes(const git::PreparedIndex& index) {
    git::GitCall refresh = read_tree(index), look = read_tree(index);
    refresh.args.insert(refresh.args.end(), {"update-index", "-q", "--refresh"});
    // Stat data may be old: a copied repository.
    if (Outcome fresh = x_repository.git().run(std::move(refresh)); fresh.exit_code > 1)
      fail("cannot " + q.what + ": " + git::git_message(fresh), {kUnchanged});
    look.args.insert(look.args.end(), {"read-tree", "-m", "-u", "-n", q.from, q.to});
    Outcome looked = x_repository.git().run(look);
    if (!looked.ok()) {
      refuse_in_the_way(files_to_come());
      find_seen_as_changed(index);
      std::ranges::replace(look.args, std::string("-u"), std::string("-i"));
      if (x_as_written.empty() || !x_repository.git().run(std::move(look)).ok())
        refuse("cannot " + q.what + ": " + git::git_message(looked),
               contains(looked.err, "not uptodate") ? how_to_stash(index, x_seen_as_changed)
                                                    : std::vector<std::string>{kUnchanged});
    }
    refuse_not_as_before(index);
  }

  /// Git compares by the attributes of now, by the times of a file behind flags (no refresh looks
  /// at it), and not with what a record keeps of it.
  void find_seen_as_changed(const git::PreparedIndex& index) {
    git::GitCall list = read_tree(index);
    list.args.insert(list.args.end(), {"diff-files", "--name-only", "-z"});
    for (std::string& path :
         split(x_repository.git().output(std::move(list), "compare the files"), '\0'))
      if (x_old.contains(path))
        x_seen_as_changed.insert(std::move(path));
    for (const git::IndexEntry& entry : old_entries(index))
      if (entry.skip_worktree || entry.assume_unchanged)
        (holds(entry) ? x_as_written : x_seen_as_changed).insert(entry.path);
    const std::string aside = join_path(x_quarantine.folder(), "as-written");
    checkout_tree_aside(x_repository, x_quarantine, q.from,
                        {x_seen_as_changed.begin(), x_seen_as_changed.end()}, aside);
    for (const std::string& path : x_seen_as_changed)
      if (is_kept(path) || is_same_file(join_path(aside, path), file_of(path), x_mode))
        x_as_written.insert(path);
  }

  std::vector<git::IndexEntry> old_entries(const git::PreparedIndex& index) const {
    return git::IndexFile::read(x_repository, index.file, [&](const git::IndexEntry& e) {
      return x_old.contains(e.path) && x_changes.contains(e.path);
    });
  }

  /// Git leaves a file alone whose entry is the target's already, is gone, or is kept out by a
  /// sparse checkout, whatever the file holds. We would take it away.
  void refuse_not_as_before(const git::PreparedIndex& index) const {
    std::set<std::string> changed;
    for (const auto& [path, identity] : x_old)
      if (is_tracked(path))  // else it is kept
        changed.insert(path);
    for (const git::IndexEntry& entry : old_entries(index)) {
      const Change& change = x_changes.at(entry.path);
      const bool is_unchanged = x_as_written.contains(entry.path) ||
                                (!x_seen_as_changed.contains(entry.path) &&
                                 (!entry.skip_worktree || is_kept(entry.path) || holds(entry)));
      if (entry.mode == change.before && entry.oid == change.oid && is_unchanged)
        changed.erase(entry.path);
    }
    if (changed.empty())
      return;
    std::vector<std::string> hints = how_to_stash(index, changed);
    for (const std::string& path : changed)
      if (hints.size() < 10)
        hints.push_back("changed: " + path_name(path));
    refuse("cannot " + q.what + ": " + count_of(changed.size(), "file") + " changed since", hints);
  }

  /// Git stashes nothing that a flag hides from it.
  std::vector<std::string> how_to_stash(const git::PreparedIndex& index,
                                        const std::set<std::string>& changed) const {
    constexpr size_t kMost = 5;
    std::vector<std::string> hints = {kStash};
    for (const git::IndexEntry& entry : old_entries(index))
      if (changed.contains(entry.path) && !x_as_written.contains(entry.path) &&
          hints.size() <= kMost)
        for (const auto& [flagged, name] : {std::pair(entry.skip_worktree, "skip-worktree"),
                                            std::pair(entry.assume_unchanged, "assume-unchanged")})
          if (flagged)
            hints.push_back("git sees no change behind " + std::string(name) +
                            ", to show it: git update-index --no-" + name + " -- " +
                            shell_word(entry.path));
    return hints;
  }

  /// Of the blob that git makes of the file; `exactly`: without its filters.
  std::string oid_of(const std::string& path, bool exactly) const {
    const std::string file = file_of(path);
    const bool link = S_ISLNK(x_old.at(path).mode);
    git::GitCall call{.args = {"hash-object", "--", path}};
    if (link || exactly)
      call = {.args = {"hash-object", "--stdin"},
              .input = link ? read_link(file) : read_file(file).value_or("")};
    return trim(x_repository.git().run(std::move(call)).out);
  }

  bool has_mode(const std::string& path, uint32_t mode) const {
    const mode_t now = x_old.at(path).mode;
    if (S_ISLNK(now) || mode == git::kModeSymlink)
      return S_ISLNK(now) && mode == git::kModeSymlink;
    return x_mode == SameMode::any || ((now & S_IXUSR) != 0) == (mode == git::kModeExecutable);
  }

  /// Does git-lfs keep the content of this blob?
  bool is_of_lfs(const std::string& oid) {
    constexpr size_t kMostOfPointer = 1024;
    const std::optional<size_t> size = x_quarantine.objects().size_of(oid);
    return size && *size <= kMostOfPointer &&
           x_quarantine.objects().read_blob(oid).starts_with(git::kLfsHead);
  }

  /// Does a record keep these very bytes?
  bool is_kept(const std::string& path) const {
    const auto kept = x_kept.find(path);
    return kept != x_kept.end() && has_mode(path, kept->second->mode) &&
           oid_of(path, true) == kept->second->oid;
  }

  /// Is the file what its entry says?
  bool holds(const git::IndexEntry& entry) const {
    return has_mode(entry.path, entry.mode) && oid_of(entry.path, false) == entry.oid;
  }

  std::vector<std::string> files_to_come() const {
    std::vector<std::string> come;
    for (const auto& [path, change] : x_changes)
      if (is_file_mode(change.after))
        come.push_back(path);
    return come;
  }

  std::string make_new_files(const git::PreparedIndex& index) {
    std::string aside = x_log.folder("new");
    std::vector<std::string> lent = lend_attributes(aside);
    git::GitCall call = read_tree(index);
    call.args.insert(call.args.end(),
                     {"--work-tree=" + aside, "read-tree", "-m", "-u", q.from, q.to});
    run_filters_in_tree(x_repository, call);
    Outcome made = x_repository.git().run(std::move(call));
    if (!made.ok())
      fail("cannot " + q.what + ": " + git::git_message(made), {kUnchanged});
    for (const std::string& file : lent)
      remove_file(file);
    return aside;
  }

  /// What stood in the tree when it was kept comes, also where a sparse checkout leaves it out.
  void make_files_outside_cone(const std::string& aside) {
    std::vector<std::string> paths;
    for (const git::IndexEntry& entry : q.index) {
      auto change = x_changes.find(entry.path);
      if (!entry.skip_worktree && change != x_changes.end() && is_file_mode(change->second.after) &&
          !exists(join_path(aside, entry.path)))
        paths.push_back(entry.path);
    }
    if (!paths.empty() && x_repository.config().flag("core.sparsecheckout", false))
      checkout_tree_aside(x_repository, x_quarantine, q.to, paths, aside);
  }

  /// Attributes that git does not track hold as well: git reads them in the folder that it writes.
  std::vector<std::string> lend_attributes(const std::string& aside) const {
    std::set<std::string> files;
    for (const auto& [path, change] : x_changes)
      if (is_file_mode(change.after)) {
        files.insert(".gitattributes");
        for (size_t slash = path.find('/'); slash != std::string::npos;
             slash = path.find('/', slash + 1))
          files.insert(path.substr(0, slash) + "/.gitattributes");
      }
    std::vector<std::string> lent;
    for (const std::string& file : files) {
      std::optional<FileIdentity> there = identity_of(file_of(file));
      if (!there || !S_ISREG(there->mode) || x_changes.contains(file) ||
          !is_safe_to_write(x_repository.layout(), file))
        continue;
      std::string copy = join_path(aside, file);
      make_folders(parent_path(copy));
      write_file_atomic(copy, read_file(file_of(file)).value_or(""), Durability::none);
      lent.push_back(std::move(copy));
    }
    return lent;
  }

  /// Has the file that is there the bytes of the one that comes?
  bool comes_as_it_is(const std::string& path) const {
    const auto there = identity_of(file_of(path));
    const std::string comes = git_text({"rev-parse", "-q", "--verify", q.to + ":" + path});
    return there && S_ISREG(there->mode) && !comes.empty() &&
           comes == git_text({"hash-object", "--", path});
  }

  std::string git_text(std::vector<std::string> args) const {
    return trim(x_repository.git().run({.args = std::move(args)}).out);
  }

  /// What stands where a new file comes to, or on its way, and does not go.
  void refuse_in_the_way(const std::vector<std::string>& come) const {
    std::set<std::string> found;
    for (const std::string& path : come) {
      if (names_git_folder(path))  // as git says it; nothing is in the way of what never comes
        fail("cannot " + q.what + ": invalid path " + path_in_quotes(path), {kUnchanged});
      if (x_changes.contains(path))
        find_in_the_way(path, found);
    }
    if (found.empty())
      return;
    constexpr size_t kShown = 10;
    std::vector<std::string> hints;
    for (const std::string& path : found) {
      if (hints.size() == kShown) {
        hints.push_back("and " + count_of(found.size() - kShown, "more"));
        break;
      }
      hints.push_back("in the way: " + path_name(path) +
                      (comes_as_it_is(path) ? " (the same as what comes: it can go)" : ""));
    }
    hints.emplace_back(std::string("nothing was changed; move ") +
                       (found.size() == 1 ? "it" : "them") + " away, then try again");
    refuse("cannot " + q.what + ": " + count_of(found.size(), "untracked or ignored file") +
               " would be overwritten",
           hints);
  }

  void find_in_the_way(const std::string& path, std::set<std::string>& found) const {
    for (size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      std::string folder = path.substr(0, slash);
      if (!exists(file_of(folder)))
        return;
      if (is_folder(file_of(folder)))
        continue;
      if (!x_old.contains(folder))
        found.insert(folder);
      return;
    }
    std::optional<FileIdentity> now = identity_of(file_of(path));
    if (!now || x_old.contains(path))
      return;
    if (!S_ISDIR(now->mode)) {
      if (!x_old_inodes.contains(now->inode))  // else the same file: names fold case here
        found.insert(path);
      return;
    }
    if (exists(join_path(file_of(path), ".git"))) {
      found.insert(path);
      return;
    }
    std::vector<std::string> inside;
    list_files(x_repository.layout().root, path, inside);
    for (std::string& file : inside)
      if (!x_old.contains(file))
        found.insert(std::move(file));
  }

  void follow_files() {
    git::PreparedIndex index = git::copy_index(x_repository, x_quarantine);
    git::GitCall call = read_tree(index);
    call.args.insert(call.args.end(), {"read-tree", "-m", "-i", q.to});
    Outcome read = x_repository.git().run(std::move(call));
    if (!read.ok())
      fail("cannot " + q.what + ": " + git::git_message(read), {kUnchanged});
    enter(index);
  }

  /// The files are there: the index follows. Submodules are entries only.
  void enter(const git::PreparedIndex& index) {
    git::GitCall refresh = read_tree(index);
    refresh.args.insert(refresh.args.end(), {"update-index", "-q", "--refresh"});
    x_repository.git().run(std::move(refresh));
    git::edit_index(x_repository, x_quarantine, index, q.index);
    for (const auto& [path, change] : x_changes)
      if (change.after == git::kModeGitlink && !exists(file_of(path)))
        make_folders(file_of(path));
    if (!x_log.swap_index(index))
      refuse("cannot " + q.what + ": the index was changed at this very moment", {"try again"});
  }

  static constexpr const char* kUnchanged = "nothing was changed";
  static constexpr const char* kStash = "stash your changes first; nothing was changed";

  const git::Repository& x_repository;
  CheckoutLog& x_log;
  const CheckoutRequest& q;
  const SameMode x_mode = mode_that_counts(x_repository);
  git::Quarantine x_quarantine;
  std::map<std::string, Change> x_changes;
  std::map<std::string, const git::TreeEdit*> x_kept;  ///< of these, or in the way of one
  std::map<std::string, FileIdentity> x_old;
  std::set<uint64_t> x_old_inodes;
  std::set<std::string> x_seen_as_changed;  ///< by git, of x_old
  std::set<std::string> x_as_written;       ///< of these: no edit is in them
};

CheckoutRequest with_trees(const git::Repository& repository, CheckoutRequest request) {
  for (std::string* tree : {&request.from, &request.to})
    if (tree->empty())
      *tree = repository.git().line(
          {.args = {"hash-object", "-w", "-t", "tree", "--stdin"}, .input = ""},
          "name the empty tree");
  return request;
}

}  // namespace

void check_out(const git::Repository& repository, CheckoutLog& log,
               const CheckoutRequest& request) {
  const CheckoutRequest filled = with_trees(repository, request);
  Checkout(repository, log, filled).run();
}

std::vector<std::string> lost_by_check_out(const git::Repository& repository,
                                           const CheckoutRequest& request) {
  CheckoutLog log(repository, {});
  const CheckoutRequest filled = with_trees(repository, request);
  return Checkout(repository, log, filled).lost();
}

void refuse_check_out(const git::Repository& repository, CheckoutLog& log,
                      const CheckoutRequest& request) {
  const CheckoutRequest filled = with_trees(repository, request);
  Checkout(repository, log, filled).refuse_only();
}

}  // namespace handoff::ops
