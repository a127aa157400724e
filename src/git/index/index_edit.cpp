#include "git/index/index_edit.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <map>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/names.hpp"
#include "git/repo/held_locks.hpp"

namespace handoff::git {

namespace {

std::string octal(uint32_t mode) {
  char text[16];
  std::snprintf(text, sizeof text, "%06o", mode);
  return text;
}

Environment with_index(const Quarantine& quarantine, const std::string& file) {
  Environment environment = quarantine.environment_for_programs();  // a refresh asks filters
  environment.emplace_back("GIT_INDEX_FILE", file);
  return environment;
}

/// As much of a repository as `git add -N` asks for: one with a commit checked out.
void make_nested_repository(const std::string& folder, size_t oid_digits) {
  const std::string git_dir = join_path(folder, ".git");
  for (const char* inside : {"objects", "refs"})
    make_folders(join_path(git_dir, inside));
  write_file_atomic(join_path(git_dir, "HEAD"), std::string(oid_digits, '1') + "\n",
                    Durability::none);
}

/// What `git add -N` is to look at: without content, whatever the real tree holds.
void make_scratch(const std::string& file, const IndexEntry& entry, size_t oid_digits) {
  make_folders(parent_path(file));
  if (entry.mode == kModeGitlink)
    make_nested_repository(file, oid_digits);
  else if (entry.mode != kModeSymlink)
    write_file_atomic(file, "", Durability::none, entry.mode == kModeExecutable ? 0755 : 0644);
  else if (symlink("nowhere", file.c_str()) != 0)
    fail("cannot create '" + printable(file) + "': " + errno_text());
}

void enter_without_content(const Repository& repository, const Quarantine& quarantine,
                           const PreparedIndex& prepared, const std::vector<IndexEntry>& entries) {
  std::string scratch = join_path(quarantine.folder(), "scratch");
  std::vector<std::string> paths;
  for (const IndexEntry& entry : entries) {
    make_scratch(join_path(scratch, entry.path), entry, repository.layout().oid_digits());
    paths.push_back(entry.path);
  }
  Environment environment = with_index(quarantine, prepared.file);
  environment.emplace_back("GIT_DIR", repository.layout().git_dir);
  environment.emplace_back("GIT_WORK_TREE", scratch);
  Git there(scratch);
  there.output({.args = {"-c", "core.autocrlf=false", "-c", "core.fileMode=true", "-c",
                         "core.symlinks=true", "-c", "core.ignoreCase=false", "add", "-N",
                         "--force", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"},
                .input = nul_list(paths),
                .environment = environment},
               "restore the intent to add");
  remove_tree(scratch);
  // The empty blob that such an entry names went into the quarantine; without it git fails as soon
  // as the file is gone.
  open_objects(repository)->write(ObjectType::blob, "");
  // A file that git cannot look at is only a warning to it.
  std::set<std::string> wanted(paths.begin(), paths.end());
  size_t entered = IndexFile::read(repository, prepared.file, [&](const IndexEntry& e) {
                     return e.intent_to_add && wanted.contains(e.path);
                   }).size();
  if (entered != wanted.size())
    fail("cannot restore the intent to add of " + count_of(wanted.size(), "path") +
         ": git entered only " + std::to_string(entered));
}

/// Fresh stat data for files that are as the index has them, so that plumbing that does not refresh
/// (git diff-files) sees no difference. An optimisation: failure changes nothing that matters.
void refresh_entries(const Repository& repository, const Environment& environment,
                     const std::vector<IndexEntry>& entries) {
  std::vector<std::string> paths;
  for (const IndexEntry& entry : entries)
    if (entry.mode != 0 && entry.stage == 0 && !entry.intent_to_add && !entry.skip_worktree &&
        entry.mode != kModeGitlink && exists(join_path(repository.layout().root, entry.path)))
      paths.push_back(entry.path);
  if (!paths.empty())
    repository.git().run(
        {.args = {"add", "--refresh", "--pathspec-from-file=-", "--pathspec-file-nul"},
         .input = nul_list(paths),
         .writes = true,
         .environment = environment});
}

bool same_entry(const IndexEntry& a, const IndexEntry& b) {
  if (a.mode == 0 || b.mode == 0 || a.intent_to_add || b.intent_to_add)
    return (a.mode == 0 || a.intent_to_add) == (b.mode == 0 || b.intent_to_add) &&
           a.intent_to_add == b.intent_to_add;
  return a.mode == b.mode && a.oid == b.oid && a.stage == b.stage;
}

}  // namespace

std::string nul_list(const std::vector<std::string>& paths) {
  std::string list;
  for (const std::string& path : paths)
    list += path + '\0';
  return list;
}

PreparedIndex read_index(const Repository& repository, const Quarantine& quarantine) {
  PreparedIndex prepared;
  prepared.file = join_path(quarantine.folder(), "index");
  const std::string& index = repository.layout().index_file;
  struct stat info {};
  if (stat(index.c_str(), &info) ==
      0)  // before it is read: a younger one only makes more entries doubtful
    prepared.written = info.st_mtime;
  prepared.original = read_file(index).value_or("");
  return prepared;
}

void write_prepared(const PreparedIndex& prepared, std::string_view bytes) {
  write_file_atomic(prepared.file, bytes);
  if (bytes != prepared.original)
    return;
  // Git compares a file of the index's own second byte by byte, as its times cannot tell a later
  // change: a copy that looked younger would hide that change for good.
  const timespec written = {.tv_sec = prepared.written, .tv_nsec = 0};
  const timespec times[2] = {written, written};
  if (utimensat(AT_FDCWD, prepared.file.c_str(), times, 0) != 0)
    fail("cannot set the times of '" + printable(prepared.file) + "': " + errno_text());
}

PreparedIndex copy_index(const Repository& repository, const Quarantine& quarantine) {
  PreparedIndex prepared = read_index(repository, quarantine);
  remove_file(prepared.file);
  if (!prepared.original.empty())
    write_prepared(prepared, prepared.original);
  return prepared;
}

void edit_index(const Repository& repository, const Quarantine& quarantine,
                const PreparedIndex& prepared, const std::vector<IndexEntry>& wanted) {
  if (wanted.empty())
    return;
  Environment environment = with_index(quarantine, prepared.file);
  std::string none(repository.layout().oid_digits(), '0');
  std::string removals, additions;
  std::vector<IndexEntry> without_content;
  std::vector<std::string> assume_unchanged, skip_worktree;
  for (const IndexEntry& entry : wanted) {
    // A removal first: it takes all stages of the path, and clears the way for a file that becomes
    // a folder.
    removals += "0 " + none + "\t" + entry.path + '\0';
    if (entry.mode == 0 && !entry.intent_to_add)
      continue;
    if (entry.intent_to_add)
      without_content.push_back(entry);
    else
      additions += octal(entry.mode) + " " + entry.oid + " " + std::to_string(entry.stage) + "\t" +
                   entry.path + '\0';
    if (entry.assume_unchanged)
      assume_unchanged.push_back(entry.path);
    if (entry.skip_worktree)
      skip_worktree.push_back(entry.path);
  }
  repository.git().output({.args = {"update-index", "-z", "--index-info"},
                           .input = removals + additions,
                           .writes = true,
                           .environment = environment},
                          "prepare the index");
  if (!without_content.empty())
    enter_without_content(repository, quarantine, prepared, without_content);
  refresh_entries(repository, environment, wanted);
  for (const auto& [flag, paths] : {std::pair{"--assume-unchanged", &assume_unchanged},
                                    std::pair{"--skip-worktree", &skip_worktree}})
    if (!paths->empty())
      repository.git().output({.args = {"update-index", "-z", flag, "--stdin"},
                               .input = nul_list(*paths),
                               .writes = true,
                               .environment = environment},
                              "set the flags of the index");
}

namespace {

using Paths = std::set<std::string, std::less<>>;
using EntriesNow = std::map<std::string, std::vector<IndexEntry>>;

/// Has the set a folder on the way to the path? They have no slash at their end.
bool any_on_the_way(const Paths& paths, std::string_view path) {
  for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
    if (paths.contains(path.substr(0, slash)))
      return true;
  return false;
}

void add_folders(Paths& folders, std::string_view path) {
  for (size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
    folders.emplace(path.substr(0, slash));
}

/// What the index holds at the paths of the changes, and in the place of those that come anew: a
/// file where they have a folder, or below a folder where they are a file.
EntriesNow entries_now(const Repository& repository, const std::string& file,
                       const std::vector<IndexChange>& changes) {
  Paths named, come, on_the_way;
  for (const IndexChange& change : changes) {
    named.insert(change.before.path);
    if (change.before.mode != 0 || change.after.mode == 0)
      continue;
    come.insert(change.after.path);
    add_folders(on_the_way, change.after.path);
  }
  EntriesNow now;
  for (IndexEntry& entry : IndexFile::read(repository, file, [&](const IndexEntry& e) {
         return named.contains(e.path) || on_the_way.contains(e.path) ||
                (!come.empty() && any_on_the_way(come, e.path));
       }))
    now[entry.path].push_back(entry);
  return now;
}

struct SortedOut {
  std::vector<IndexEntry> wanted;       ///< of the changes that can be made
  std::vector<std::string> left_alone;  ///< paths that hold neither `before` nor `after`
};

/// Git drops a file for a folder of its name, and a folder for a file: what somebody has entered
/// since is not to go so, and what would come in its place is left alone.
void give_way(const EntriesNow& now, SortedOut& sorted) {
  Paths goes, stays, with_files;
  for (const IndexEntry& entry : sorted.wanted)
    if (entry.mode == 0)
      goes.insert(entry.path);
  for (const auto& [path, entries] : now)
    if (!entries.empty() && !goes.contains(path)) {
      stays.insert(path);
      add_folders(with_files, path);
    }
  std::erase_if(sorted.wanted, [&](const IndexEntry& entry) {
    const bool in_the_way =
        entry.mode != 0 && (with_files.contains(entry.path) || any_on_the_way(stays, entry.path));
    if (in_the_way)
      sorted.left_alone.push_back(entry.path);
    return in_the_way;
  });
}

SortedOut sort_out(const Repository& repository, const std::string& file,
                   const std::vector<IndexChange>& changes) {
  EntriesNow now = entries_now(repository, file, changes);
  SortedOut sorted;
  for (const IndexChange& change : changes) {
    const std::vector<IndexEntry>& here = now[change.before.path];
    bool as_before = here.empty() ? same_entry(change.before, IndexEntry{})
                                  : here.size() == 1 && same_entry(change.before, here.front());
    bool as_after = here.empty() ? same_entry(change.after, IndexEntry{})
                                 : here.size() == 1 && same_entry(change.after, here.front());
    if (as_before)
      sorted.wanted.push_back(change.after);
    else if (!as_after)
      sorted.left_alone.push_back(change.before.path);
  }
  give_way(now, sorted);
  return sorted;
}

}  // namespace

std::vector<std::string> paths_that_differ(const Repository& repository,
                                           const std::vector<IndexChange>& changes) {
  return sort_out(repository, repository.layout().index_file, changes).left_alone;
}

std::vector<std::string> leave_those_to_make(const Repository& repository,
                                             std::vector<IndexChange>& changes) {
  SortedOut sorted = sort_out(repository, repository.layout().index_file, changes);
  const std::set<std::string> to_make = set_of(sorted.wanted, &IndexEntry::path);
  std::erase_if(changes,
                [&](const IndexChange& change) { return !to_make.contains(change.after.path); });
  return std::move(sorted.left_alone);
}

void take_flags(const Repository& repository, std::vector<IndexChange>& changes) {
  auto now = entries_now(repository, repository.layout().index_file, changes);
  for (IndexChange& change : changes) {
    const std::vector<IndexEntry>& here = now[change.before.path];
    if (here.size() != 1 || !same_entry(change.before, here.front()))
      continue;
    change.before.assume_unchanged = here.front().assume_unchanged;
    change.before.skip_worktree = here.front().skip_worktree;
  }
}

std::vector<std::string> change_index(const Repository& repository, const Quarantine& quarantine,
                                      const std::vector<IndexChange>& changes) {
  constexpr int kTries = 5;
  for (int i = 0; i < kTries; ++i) {
    PreparedIndex prepared = copy_index(repository, quarantine);
    auto [wanted, left_alone] = sort_out(repository, prepared.file, changes);
    if (wanted.empty())
      return left_alone;
    edit_index(repository, quarantine, prepared, wanted);
    if (swap_index(repository.layout(), prepared) == SwapResult::swapped)
      return left_alone;
  }
  fail("the index changes faster than it can be put right: another git process is at work",
       {"try again when it has ended"});
}

namespace {

/// A hook of `git commit -a` or `git commit -- PATH` is given the index to be (GIT_INDEX_FILE),
/// under a lock: git puts it in place afterwards, or throws it away.
void refuse_index_of_caller(const Layout& layout) {
  if (layout.index_file.ends_with(".lock"))
    fail("'" + printable(layout.index_file) +
             "' is the index of a commit that is being made: another git process is at work in "
             "this repository",
         {"wait until it has ended: a hook that it runs is too early"});
}

}  // namespace

void refuse_locked_index(const Layout& layout) {
  refuse_index_of_caller(layout);
  refuse_held(layout.index_file + ".lock");
}

SwapResult swap_index(const Layout& layout, const PreparedIndex& prepared) {
  refuse_index_of_caller(layout);
  if (!exists(prepared.file))  // git writes none where there was none and nothing comes into it
    return exists(layout.index_file) ? SwapResult::changed_meanwhile : SwapResult::swapped;
  std::string lock = layout.index_file + ".lock";
  if (struct stat info{}; stat(layout.index_file.c_str(), &info) == 0)
    chmod(prepared.file.c_str(), info.st_mode & 0777);  // umask, or who shares it: git saw to that
  while (link(prepared.file.c_str(), lock.c_str()) != 0) {
    if (errno == EEXIST) {
      constexpr int kOneSecond = 50;
      refuse_held(lock, kOneSecond);
      continue;
    }
    if (errno != EXDEV && errno != EPERM && errno != ENOTSUP && errno != EMLINK)
      fail("cannot create '" + printable(lock) + "': " + errno_text());
    // No hard links here: a lock of our own, with the same bytes.
    UniqueFd fd(open(lock.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (!fd && errno == EEXIST)
      continue;
    if (!fd)
      fail("cannot create '" + printable(lock) + "': " + errno_text());
    fd.reset();
    append_file(lock, read_file(prepared.file).value_or(""), Durability::none);
    if (struct stat info{}; stat(prepared.file.c_str(), &info) == 0) {
      const timespec times[2] = {info.st_atim, info.st_mtim};
      utimensat(AT_FDCWD, lock.c_str(), times, 0);
    }
    break;
  }
  try {
    fault_point("index-locked");
    if (read_file(layout.index_file).value_or("") != prepared.original) {
      unlink(lock.c_str());
      return SwapResult::changed_meanwhile;
    }
  } catch (const Failure&) {
    unlink(lock.c_str());
    throw;
  }
  if (rename(lock.c_str(), layout.index_file.c_str()) != 0) {
    std::string why = errno_text();
    unlink(lock.c_str());
    fail("cannot replace '" + printable(layout.index_file) + "': " + why);
  }
  return SwapResult::swapped;
}

std::string encode_entries(const std::vector<IndexEntry>& entries) {
  std::string text;
  for (const IndexEntry& entry : entries) {
    std::string flags;
    if (entry.intent_to_add)
      flags += 'N';
    if (entry.assume_unchanged)
      flags += 'h';
    if (entry.skip_worktree)
      flags += 'S';
    text += octal(entry.mode) + " " + (entry.oid.empty() ? "-" : entry.oid) + " " +
            std::to_string(entry.stage) + " " + (flags.empty() ? "-" : flags) + "\t" + entry.path +
            '\0';
  }
  return text;
}

namespace {

/// Could git take it into an index? Entries of a record may come from a stranger and name any path.
bool is_path_in_tree(const std::string& path) {
  for (const std::string& part : split(path, '/'))
    if (part.empty() || part == "." || part == ".." || to_lower(part) == ".git")
      return false;
  return true;
}

bool is_mode(uint32_t mode) {
  return mode == 0 || mode == kModeFile || mode == kModeExecutable || mode == kModeSymlink ||
         mode == kModeGitlink;
}

}  // namespace

std::vector<IndexEntry> decode_entries(std::string_view text) {
  std::vector<IndexEntry> entries;
  size_t number = 0;
  for (size_t at = 0, end = 0; at < text.size(); at = end + 1) {
    end = std::min(text.find('\0', at), text.size());
    const std::string line(text.substr(at, end - at));
    ++number;
    size_t tab = line.find('\t');
    std::vector<std::string> words = split(std::string_view(line).substr(0, tab), ' ');
    IndexEntry entry;
    bool good =
        tab != std::string::npos && words.size() == 4 && words[2].size() == 1 &&
        words[2][0] >= '0' && words[2][0] <= '3' && tab + 1 < line.size() &&
        (words[1] == "-" || is_oid(words[1])) &&
        std::from_chars(words[0].data(), words[0].data() + words[0].size(), entry.mode, 8).ec ==
            std::errc() &&
        is_mode(entry.mode);
    if (!good)
      fail("the record's index-entries are damaged: entry " + std::to_string(number));
    if (const size_t bytes = line.size() - tab - 1; bytes > kLongestPath)
      fail("the record's index-entries are damaged: entry " + std::to_string(number) +
           " has a path of " + std::to_string(bytes) + " bytes");
    if (!is_path_in_tree(line.substr(tab + 1)))
      fail("the record's index-entries name '" + printable(line.substr(tab + 1)) +
           "', which lies outside of the tree");
    entry.oid = words[1] == "-" ? "" : words[1];
    entry.stage = words[2][0] - '0';
    entry.intent_to_add = contains(words[3], "N");
    entry.assume_unchanged = contains(words[3], "h");
    entry.skip_worktree = contains(words[3], "S");
    entry.path = line.substr(tab + 1);
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace handoff::git
