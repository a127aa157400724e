#include "git/refs/ref_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/peek_file.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/packed_refs.hpp"

namespace handoff::git {

namespace {

constexpr size_t kMaxConfigBytes = 1u << 20;
constexpr std::string_view kActive = "refs/handoffs/active/";
constexpr std::string_view kAll = "refs/handoffs/";

enum class Kind { absent, file, folder, other };

struct Node {
  Kind kind = Kind::absent;
  uid_t owner = 0;
  dev_t device = 0;
};

/// Follows symlinks, as git does.
Node look_at(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0)
    return {errno == ENOENT || errno == ENOTDIR ? Kind::absent : Kind::other, 0, 0};
  Kind kind = S_ISDIR(info.st_mode)   ? Kind::folder
              : S_ISREG(info.st_mode) ? Kind::file
                                      : Kind::other;
  return {kind, info.st_uid, info.st_dev};
}

/// A small file without white space at its end; nullopt where it is absent or cannot be read.
std::optional<std::string> small_file(const std::string& path) {
  std::optional<std::string> bytes = peek_file(path, kMaxConfigBytes);
  if (bytes)
    bytes->erase(bytes->find_last_not_of(" \t\r\n") + 1);
  return bytes;
}

bool extension_is_known(const std::string& line) {
  size_t equals = line.find('=');
  std::string key = trim(line.substr(0, equals));
  std::string value = equals == std::string::npos ? "" : trim(line.substr(equals + 1));
  if (key == "refstorage")
    return value == "files";
  if (key == "objectformat")
    return value == "sha1" || value == "sha256";
  return key == "worktreeconfig" || key == "partialclone" || key == "noop" ||
         key == "preciousobjects" || key == "relativeworktrees";
}

/// Git takes extensions from this one file only, without its includes.
bool extensions_are_known(const std::string& common_dir) {
  std::optional<std::string> config = small_file(join_path(common_dir, "config"));
  if (!config)
    return false;
  std::string text = to_lower(*config);
  if (!contains(text, "extensions"))
    return true;
  bool inside = false;
  for (const std::string& raw : split_lines(text)) {
    std::string line = trim(raw);
    if (line.empty() || line[0] == '#' || line[0] == ';')
      continue;
    if (line[0] == '[') {
      inside = line.starts_with("[extensions");
      if (inside && line != "[extensions]")
        return false;
    } else if (inside && !extension_is_known(line)) {
      return false;
    }
  }
  return true;
}

std::optional<PeekedRepository> read_git_dir(const std::string& git_dir) {
  PeekedRepository found;
  found.git_dir = git_dir;
  std::optional<std::string> common = small_file(join_path(git_dir, "commondir"));
  found.common_dir = common ? join_path(git_dir, *common) : git_dir;
  std::string head_file = join_path(git_dir, "HEAD");
  struct stat info {};
  if (lstat(head_file.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
    return std::nullopt;
  std::optional<std::string> head = small_file(head_file);
  if (!head || look_at(join_path(found.common_dir, "refs")).kind != Kind::folder ||
      look_at(join_path(found.common_dir, "objects")).kind != Kind::folder ||
      !extensions_are_known(found.common_dir))
    return std::nullopt;
  constexpr std::string_view kBranch = "ref: refs/heads/";
  if (head->starts_with(kBranch) && *head != "ref: refs/heads/.invalid")  // .invalid: reftable
    found.branch = head->substr(kBranch.size());
  else if (is_oid(*head))
    found.head_oid = *head;
  else
    return std::nullopt;
  return found;
}

/// `.git` of one folder: the git dir, an empty text where there is none, nullopt to ask git.
std::optional<std::string> git_dir_in(const std::string& folder) {
  std::string dot_git = join_path(folder, ".git");
  Node node = look_at(dot_git);
  if (node.kind == Kind::absent) {
    // A bare repository, or the inside of a git dir: git has its own rules for these.
    return exists(join_path(folder, "HEAD")) ? std::nullopt : std::optional<std::string>("");
  }
  if (node.kind == Kind::other || node.owner != geteuid())
    return std::nullopt;
  if (node.kind == Kind::folder)
    return dot_git;
  constexpr std::string_view kGitFile = "gitdir: ";
  std::optional<std::string> text = small_file(dot_git);
  if (!text || !text->starts_with(kGitFile))
    return std::nullopt;
  return join_path(folder, text->substr(kGitFile.size()));
}

std::optional<PeekedRepository> search_upwards(const std::string& start) {
  std::string folder = start;
  Node node = look_at(folder);
  const dev_t device = node.device;
  for (;;) {
    // Another owner or file system, and git decides (safe.directory,
    // GIT_DISCOVERY_ACROSS_FILESYSTEM).
    if (node.kind != Kind::folder || node.device != device)
      return std::nullopt;
    std::optional<std::string> git_dir = git_dir_in(folder);
    if (!git_dir)
      return std::nullopt;
    if (!git_dir->empty())
      return node.owner == geteuid() ? read_git_dir(*git_dir) : std::nullopt;
    if (folder == "/" || std::getenv("GIT_CEILING_DIRECTORIES") != nullptr)
      return std::nullopt;
    folder = parent_path(folder);
    node = look_at(folder);
  }
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

Kind kind_of(const dirent& entry, const std::string& folder) {
  if (entry.d_type == DT_REG)
    return Kind::file;
  if (entry.d_type == DT_DIR)
    return Kind::folder;
  struct stat info {};
  if (entry.d_type != DT_UNKNOWN || lstat(join_path(folder, entry.d_name).c_str(), &info) != 0)
    return Kind::other;
  return S_ISDIR(info.st_mode) ? Kind::folder : S_ISREG(info.st_mode) ? Kind::file : Kind::other;
}

/// Calls `see(name, kind)` for each entry of a folder of refs until it answers false. False where
/// the folder cannot be listed or `see` gave up.
template <typename See>
bool each_entry(const std::string& folder, See see) {
  Folder open(opendir(folder.c_str()));
  if (!open)
    return errno == ENOENT || errno == ENOTDIR;
  errno = 0;
  while (dirent* entry = readdir(open.get())) {
    std::string_view name = entry->d_name;
    if (!name.starts_with('.') && !name.ends_with(".lock") && !see(name, kind_of(*entry, folder)))
      return false;
    errno = 0;
  }
  return errno == 0;
}

bool loose_records(const std::string& common_dir, const std::string& prefix,
                   std::vector<PeekedRecord>& into) {
  std::string folder = join_path(common_dir, prefix.substr(0, prefix.size() - 1));
  return each_entry(folder, [&](std::string_view name, Kind kind) {
    if (kind == Kind::folder)  // another branch's: records of `feature/x` beside those of `feature`
      return true;
    if (kind != Kind::file)
      return false;
    std::string path = join_path(folder, name);
    std::optional<std::string> oid = small_file(path);
    if (!oid && !exists(path))  // packed or deleted in this moment; packed-refs is read after this
      return true;
    if (!oid || !is_oid(*oid) || is_null_oid(*oid))
      return false;
    into.push_back({prefix + std::string(name), std::string(name), *oid});
    return true;
  });
}

enum class Found { no, yes, unclear };

Found any_loose_under(const std::string& folder, const std::string& besides) {
  Found found = Found::no;
  bool listed = each_entry(folder, [&](std::string_view name, Kind kind) {
    const std::string path = join_path(folder, name);
    if (kind == Kind::file)
      found = path == besides ? Found::no : Found::yes;
    else if (kind == Kind::folder)
      found = any_loose_under(path, besides);
    else
      found = Found::unclear;
    return found == Found::no;
  });
  return listed || found != Found::no ? found : Found::unclear;
}

/// Is this the name of a ref, and that an oid, as git has them? Else it says what it thinks of
/// them.
bool is_plain_ref(std::string_view name, std::string_view oid) {
  constexpr std::string_view kRefs = "refs/";
  return name.starts_with(kRefs) && is_branch_name(name.substr(kRefs.size())) && is_oid(oid) &&
         !is_null_oid(oid);
}

bool loose_refs_below(const std::string& common_dir, const std::string& prefix,
                      std::map<std::string, std::string>& into) {
  return each_entry(join_path(common_dir, prefix.substr(0, prefix.size() - 1)),
                    [&](std::string_view name, Kind kind) {
                      const std::string ref = prefix + std::string(name);
                      if (kind == Kind::folder)
                        return loose_refs_below(common_dir, ref + "/", into);
                      if (kind != Kind::file)
                        return false;
                      const std::string path = join_path(common_dir, ref);
                      const std::optional<std::string> oid = small_file(path);
                      if (!oid && !exists(path))  // packed or deleted in this moment
                        return true;
                      return oid && is_plain_ref(ref, *oid) && into.emplace(ref, *oid).second;
                    });
}

}  // namespace

std::optional<std::map<std::string, std::string>> peek_refs_below(const std::string& common_dir,
                                                                  const std::string& prefix) {
  std::map<std::string, std::string> refs;
  if (!loose_refs_below(common_dir, prefix, refs))
    return std::nullopt;
  std::shared_ptr<const PackedRefs> packed = PackedRefs::open(common_dir);  // behind the loose ones
  bool plain = true;
  if (!packed || !packed->each_under(prefix, [&](const PackedRefs::Entry& entry) {
        plain = is_plain_ref(entry.name, entry.oid);
        refs.emplace(entry.name, entry.oid);
        return plain ? PackedRefs::Next::go_on : PackedRefs::Next::stop;
      }))
    return std::nullopt;
  return plain ? std::optional(std::move(refs)) : std::nullopt;
}

std::optional<PeekedRepository> peek_repository(const std::string& folder) {
  for (const char* name : {"GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_REFERENCE_BACKEND"})
    if (std::getenv(name) != nullptr)
      return std::nullopt;
  try {
    std::string start = join_path(current_folder(), folder);
    if (const char* git_dir = std::getenv("GIT_DIR"))
      return read_git_dir(join_path(start, git_dir));
    return search_upwards(start);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

std::optional<PeekedRepository> peek_top(const std::string& folder) {
  try {
    const std::optional<std::string> git_dir = git_dir_in(folder);
    return git_dir && !git_dir->empty() ? read_git_dir(*git_dir) : std::nullopt;
  } catch (const Failure&) {
    return std::nullopt;
  }
}

std::optional<PeekedRepository> peek_git_dir(const std::string& git_dir) {
  try {
    return read_git_dir(git_dir);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

std::optional<std::vector<PeekedRecord>> peek_records(const std::string& common_dir,
                                                      std::string_view label) {
  std::string prefix = std::string(kActive) + std::string(label) + "/";
  std::vector<PeekedRecord> records;
  if (!loose_records(common_dir, prefix, records))
    return std::nullopt;
  const auto loose = static_cast<std::ptrdiff_t>(records.size());
  std::shared_ptr<const PackedRefs> packed = PackedRefs::open(common_dir);
  if (!packed)
    return std::nullopt;
  bool read = packed->each_under(prefix, [&](const PackedRefs::Entry& entry) {
    std::string_view id = entry.name.substr(prefix.size());
    if (id.find('/') != std::string_view::npos)
      return PackedRefs::Next::skip_siblings_below;
    bool newer = std::any_of(records.begin(), records.begin() + loose,
                             [&](const PeekedRecord& record) { return record.id == id; });
    if (!newer)
      records.push_back({std::string(entry.name), std::string(id), std::string(entry.oid)});
    return PackedRefs::Next::go_on;
  });
  if (!read)
    return std::nullopt;
  std::ranges::sort(records, {}, &PeekedRecord::ref);
  return records;
}

std::optional<std::string> peek_ref(const std::string& common_dir, const std::string& name) {
  Kind loose = look_at(join_path(common_dir, name)).kind;
  if (loose == Kind::file) {
    std::optional<std::string> oid = small_file(join_path(common_dir, name));
    return oid && is_oid(*oid) && !is_null_oid(*oid) ? oid : std::nullopt;
  }
  if (loose == Kind::other)
    return std::nullopt;
  std::shared_ptr<const PackedRefs> packed = PackedRefs::open(common_dir);
  std::string oid;
  if (!packed || !packed->each_under(name, [&](const PackedRefs::Entry& entry) {
        if (entry.name != name)
          return PackedRefs::Next::go_on;
        oid = entry.oid;
        return PackedRefs::Next::stop;
      }))
    return std::nullopt;
  return oid;
}

namespace {

std::string tail_of(const std::string& file, size_t most) {
  UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  off_t size = fd ? lseek(fd.get(), 0, SEEK_END) : -1;
  if (size <= 0)
    return {};
  std::string bytes(std::min(static_cast<size_t>(size), most), '\0');
  ssize_t got =
      pread(fd.get(), bytes.data(), bytes.size(), size - static_cast<off_t>(bytes.size()));
  bytes.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  return bytes;
}

}  // namespace

std::string reflog_tail(const std::string& common_dir, const std::string& branch, size_t most) {
  return ref_reflog_tail(common_dir, "refs/heads/" + branch, most);
}

std::string ref_reflog_tail(const std::string& common_dir, const std::string& ref, size_t most) {
  return tail_of(join_path(common_dir, "logs/" + ref), most);
}

namespace {

constexpr size_t kTail = 64 * 1024;

}  // namespace

std::vector<ReflogEntry> reflog_entries(const std::string& git_dir, const std::string& ref,
                                        size_t most) {
  std::vector<ReflogEntry> entries;
  for (const std::string& line : split_lines(ref_reflog_tail(git_dir, ref, most))) {
    const std::vector<std::string> words = split(line.substr(0, line.find('\t')), ' ');
    if (words.size() > 4 && is_oid(words[0]) && is_oid(words[1]))
      entries.push_back({.before = words[0],
                         .oid = words[1],
                         .time = std::strtoll(words[words.size() - 2].c_str(), nullptr, 10)});
  }
  return entries;
}

std::optional<std::string> ref_at(const std::string& common_dir, const std::string& ref,
                                  int64_t time) {
  std::optional<std::string> found;
  for (const ReflogEntry& entry : reflog_entries(common_dir, ref, kTail)) {
    if (entry.time >= time) {
      if (!found)
        found = entry.before;
      break;
    }
    found = entry.oid;
  }
  return found && !is_null_oid(*found) ? found : std::nullopt;
}

namespace {

constexpr std::string_view kMoving = "\tcheckout: moving from ";

std::string new_oid(const std::string& line) {
  const size_t digits = line.find(' ');
  return line.substr(std::min(digits, line.size() - 1) + 1, digits);
}

int64_t time_in(const std::string& line) {
  const size_t time = line.rfind("> ", line.find('\t'));
  return time == std::string::npos ? 0 : std::atoll(line.c_str() + time + 2);
}

/// What a line of HEAD's reflog says was left for a branch; empty: another one, or none.
std::string moved_from(const std::string& line, const std::string& branch) {
  const size_t at = line.find(kMoving);
  if (at == std::string::npos || !line.ends_with(" to " + branch))
    return {};
  return line.substr(at + kMoving.size(), line.size() - at - kMoving.size() - branch.size() - 4);
}

/// How a branch was made: the first line of its reflog.
std::string making_of(const std::string& common_dir, const std::string& branch) {
  const std::vector<std::string> lines = split_lines(reflog_tail(common_dir, branch, kTail));
  return lines.empty() ? std::string() : lines.front();
}

/// Did that switch make the branch, out of what was checked out? One process writes both lines.
bool is_made_by(const std::string& making, const std::string& moving, const std::string& from) {
  constexpr std::string_view kCreated = "\tbranch: Created from ";
  const size_t at = making.find(kCreated);
  if (at == std::string::npos)
    return false;
  const std::string source = making.substr(at + kCreated.size()), start = new_oid(making);
  return (source == "HEAD" || source == from) && time_in(making) == time_in(moving) &&
         moving.starts_with(start + " " + start + " ");
}

/// When a branch was last made out of this one before a line of HEAD's reflog.
int64_t last_made_from(const std::string& common_dir, const std::vector<std::string>& head,
                       size_t before, const std::string& label) {
  const std::string moving = std::string(kMoving) + label + " to ";
  for (size_t i = before; i-- > 0;)
    if (const size_t at = head[i].find(moving); at != std::string::npos)
      if (is_made_by(making_of(common_dir, head[i].substr(at + moving.size())), head[i], label))
        return time_in(head[i]);
  return 0;
}

}  // namespace

std::optional<LeftFor> left_for(const std::string& git_dir, const std::string& common_dir,
                                const std::vector<std::string>& names) {
  std::string making;
  for (size_t i = 0; i < names.size() && making.empty(); ++i)
    making = making_of(common_dir, names[i]);
  const std::vector<std::string> head =
      split_lines(tail_of(join_path(git_dir, "logs/HEAD"), kTail));
  for (size_t i = making.empty() ? 0 : head.size(); i-- > 0;) {
    std::string from;
    for (size_t n = 0; n < names.size() && from.empty(); ++n)
      from = moved_from(head[i], names[n]);
    if (from.empty() || !is_made_by(making, head[i], from))
      continue;
    LeftFor left{.label = is_oid(from) ? "HEAD" : from,
                 .commits = {new_oid(making)},
                 .since = is_oid(from) ? 0 : last_made_from(common_dir, head, i, from),
                 .time = time_in(head[i])};
    for (size_t j = i; j-- > 0;) {
      left.commits.push_back(new_oid(head[j]));
      const size_t before = head[j].find(kMoving);
      if (before != std::string::npos &&
          !(is_oid(from) &&
            is_oid(head[j].substr(before + kMoving.size(), new_oid(making).size()))))
        break;
    }
    return left;
  }
  return std::nullopt;
}

std::optional<bool> peek_any_record(const std::string& common_dir, const std::string& prefix,
                                    const std::string& besides) {
  Found loose = any_loose_under(join_path(common_dir, prefix.substr(0, prefix.size() - 1)),
                                join_path(common_dir, besides));
  if (loose != Found::no)
    return loose == Found::yes ? std::optional(true) : std::nullopt;
  std::shared_ptr<const PackedRefs> packed = PackedRefs::open(common_dir);
  bool any = false;
  if (!packed || !packed->each_under(prefix, [&](const PackedRefs::Entry& entry) {
        any = entry.name != besides;
        return any ? PackedRefs::Next::stop : PackedRefs::Next::go_on;
      }))
    return std::nullopt;
  return any;
}

std::optional<std::string> operation_in(const std::string& git_dir) {
  auto there = [&](const char* name) { return exists(join_path(git_dir, name)); };
  if (there("rebase-merge"))
    return "rebase";
  if (there("rebase-apply"))
    return there("rebase-apply/applying") ? "am" : "rebase";
  if (there("MERGE_HEAD"))
    return "merge";
  if (there("CHERRY_PICK_HEAD"))
    return "cherry-pick";
  if (there("REVERT_HEAD"))
    return "revert";
  // Between two commits of a sequence (one was committed by hand) nothing but its list is there.
  if (there("sequencer/todo")) {
    std::string todo = read_file(join_path(git_dir, "sequencer/todo")).value_or("");
    return todo.starts_with("revert") ? "revert" : "cherry-pick";
  }
  if (there("BISECT_LOG"))
    return "bisect";
  return std::nullopt;
}

std::string file_of_operation(const std::string& git_dir) {
  for (const char* name : {"rebase-merge/done", "rebase-apply/next", "MERGE_HEAD",
                           "CHERRY_PICK_HEAD", "REVERT_HEAD", "sequencer/head", "BISECT_START"})
    if (std::string file = join_path(git_dir, name); exists(file))
      return file;
  return {};
}

std::string branch_in_operation(const std::string& git_dir, const std::string& common_dir) {
  for (const char* file : {"rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"}) {
    std::string name = trim(read_file(join_path(git_dir, file)).value_or(""));
    if (name.starts_with(kBranchRefs))
      name.erase(0, kBranchRefs.size());
    const bool was_detached = is_oid(name) || contains(name, " ");
    if (!name.empty() && !was_detached &&
        peek_ref(common_dir, std::string(kBranchRefs) + name) != "")
      return name;
  }
  return {};
}

}  // namespace handoff::git
