#include "base/clone_seal.hpp"

#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"

namespace handoff {

namespace {

constexpr std::string_view kOurFolder = "/handoff/";
constexpr size_t kMostMarkBytes = 512;

/// What a git directory is known by. Nobody can choose when a folder comes into being; where the
/// file system does not tell, and where a backup was put back, its path has to do.
struct Place {
  std::string born = {};  ///< "-" where it is not known
  std::string path = {};  ///< a hash
};

std::string time_of_birth(const std::string& git_dir) {
  struct statx info {};
  const bool known = statx(AT_FDCWD, git_dir.c_str(), 0, STATX_BTIME, &info) == 0 &&
                     (info.stx_mask & STATX_BTIME) != 0;
  return known
             ? std::to_string(info.stx_btime.tv_sec) + "." + std::to_string(info.stx_btime.tv_nsec)
             : "-";
}

std::string hash_of_path(const std::string& git_dir) {
  const std::string path = real_path(git_dir);
  return to_hex(sha256(path.empty() ? git_dir : path));
}

/// `<id> <born> <path> <seal>`
struct Mark {
  std::string id = {};
  Place place = {};
};

std::string text_of(const Mark& mark) {
  return join({mark.id, mark.place.born, mark.place.path}, " ");
}

std::string sealed_text(const Mark& mark) { return "clone " + text_of(mark); }

/// Each user of a shared folder has a mark of one's own; empty where there is no key.
std::string mark_file(const std::string& folder) {
  constexpr size_t kLength = 12;
  static std::string name;
  if (name.empty())
    name = seal("name of the mark").substr(0, kLength);
  return name.empty() ? name : folder + "mark-" + name;
}

/// The mark that stands there, wherever it came from; no id: none of this user's. A Failure where
/// it cannot be read just now: another in its place would prove nothing of what is there.
Mark read_mark(const std::string& folder) {
  UniqueFd file = open_own_file(mark_file(folder));
  struct stat info {};
  if (!file || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
      info.st_size > static_cast<off_t>(kMostMarkBytes))
    return {};
  const std::vector<std::string> words = split(trim(read_all(file.get())), ' ');
  constexpr size_t kWords = 4;
  if (words.size() != kWords)
    return {};
  Mark mark{.id = words[0], .place = {.born = words[1], .path = words[2]}};
  return is_sealed(sealed_text(mark), words[3]) ? mark : Mark{};
}

bool is_of(const Mark& mark, const std::string& git_dir) {
  if (mark.id.empty())
    return false;
  const std::string born = time_of_birth(git_dir);
  return (born != "-" && mark.place.born == born) || mark.place.path == hash_of_path(git_dir);
}

/// `<git dir>/handoff/` of a file in it.
std::string folder_of(const std::string& file) {
  return file.substr(0, file.rfind(kOurFolder) + kOurFolder.size());
}

std::string git_dir_of(const std::string& folder) {
  return folder.substr(0, folder.size() - kOurFolder.size());
}

/// The id in force, made or brought up to date. Of two processes that make one the first wins.
std::string id_to_seal_with(const std::string& folder) {
  const std::string git_dir = git_dir_of(folder);
  const Place place = {.born = time_of_birth(git_dir), .path = hash_of_path(git_dir)};
  auto is_current = [&](const Mark& mark) {
    return !mark.id.empty() && mark.place.path == place.path && mark.place.born == place.born;
  };
  Mark mark = read_mark(folder);
  if (is_current(mark))
    return mark.id;
  append_lines(mark_file(folder), "", Durability::none);  // there is something to lock
  UniqueFd lock = lock_log(mark_file(folder));
  mark = read_mark(folder);
  if (is_current(mark))
    return mark.id;
  constexpr size_t kIdBytes = 16;
  const Mark made{.id = is_of(mark, git_dir) ? mark.id : random_hex(kIdBytes), .place = place};
  write_file_atomic(mark_file(folder), text_of(made) + " " + seal(sealed_text(made)) + "\n",
                    Durability::synced, 0600);
  return made.id;
}

/// The id in force, asked for once for each state of the mark; empty: nothing here is proven.
const std::string& id_to_believe(const std::string& folder) {
  static std::string asked, id;
  static struct stat of = {};
  struct stat info {};
  if (lstat(mark_file(folder).c_str(), &info) != 0)
    info = {};
  if (asked != folder || info.st_ino != of.st_ino || info.st_dev != of.st_dev ||
      info.st_ctim.tv_sec != of.st_ctim.tv_sec || info.st_ctim.tv_nsec != of.st_ctim.tv_nsec) {
    const Mark mark = read_mark(folder);
    id = is_of(mark, git_dir_of(folder)) ? mark.id : std::string();
    asked = folder;
    of = info;
  }
  return id;
}

}  // namespace

std::string seal_in(const std::string& file, std::string_view text) {
  return why_no_seal().empty() ? seal(id_to_seal_with(folder_of(file)) + "\n" + std::string(text))
                               : std::string();
}

bool is_sealed_in(const std::string& file, std::string_view text, std::string_view with) {
  const std::string& id = id_to_believe(folder_of(file));
  return !id.empty() && is_sealed(id + "\n" + std::string(text), with);
}

}  // namespace handoff
