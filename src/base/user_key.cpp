#include "base/user_key.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"

namespace handoff {

namespace {

constexpr size_t kKeyBytes = 32;
constexpr size_t kKeyLength = 2 * kKeyBytes + 1;  // hex, and a line end

std::string key_file() {
  const std::string folder = state_folder();
  return folder.empty() ? folder : folder + "/key";
}

bool is_own_key(const struct stat& info) {
  return S_ISREG(info.st_mode) && info.st_uid == geteuid() && info.st_size == kKeyLength;
}

/// A file that others own or may read or write is nobody's key.
std::string read_key(const std::string& path) {
  UniqueFd file = open_own_file(path);
  struct stat info {};
  if (!file || fstat(file.get(), &info) != 0 || !is_own_key(info) || (info.st_mode & 077) != 0)
    return {};
  return trim(read_all(file.get()));
}

/// Where a home is a working tree git is to leave the folder alone, as is our own pause.
void hide_from_git(const std::string& folder) {
  if (const std::string ignored = folder + "/.gitignore"; !exists(ignored))
    write_file_atomic(ignored, "*\n", Durability::none, 0600);
}

/// As the XDG Base Directory Specification has it for a folder that is not there yet.
void make_private_folders(const std::string& folder) {
  if (folder.empty() || exists(folder))
    return;
  make_private_folders(parent_path(folder));
  mkdir(folder.c_str(), 0700);
}

/// The folder is nobody else's business; one that was made by another umask is closed, too.
void make_own_folder(const std::string& folder) {
  struct stat info {};
  if (lstat(folder.c_str(), &info) != 0) {
    make_private_folders(folder);
  } else if (S_ISDIR(info.st_mode) && info.st_uid == geteuid() && (info.st_mode & 077) != 0) {
    chmod(folder.c_str(), 0700);
  }
}

/// Of several processes that make one at once, the first wins.
void make_key(const std::string& path) {
  const std::string mine = path + "." + random_hex(8);
  write_file_atomic(mine, random_hex(kKeyBytes) + "\n", Durability::synced, 0600);
  int taken = link(mine.c_str(), path.c_str());
  remove_file(mine);
  if (taken == 0)
    fsync_path(parent_path(path));
}

const std::string& user_key(bool make) {
  static std::string key;
  const std::string path = key.empty() ? key_file() : "";
  if (!key.empty() || path.empty())
    return key;
  key = read_key(path);
  if (!make)
    return key;
  try {
    make_own_folder(parent_path(path));
    if (key.empty() && !exists(path))
      make_key(path);
    if (key.empty())
      key = read_key(path);  // or the one that another process made meanwhile
    hide_from_git(parent_path(path));
  } catch (const Failure&) {
    // A home that is full or read-only: what is written now cannot be proven to be the user's.
  }
  return key;
}

std::string sealed_with(const std::string& key, std::string_view text) {
  constexpr size_t kLength = 40;  // hex digits: 160 bits
  return key.empty() ? std::string() : to_hex(hmac_sha256(key, text)).substr(0, kLength);
}

}  // namespace

std::string state_folder() {
  const std::string state = environment("XDG_STATE_HOME"), home = environment("HOME");
  if (state.starts_with('/'))
    return state + "/git-handoff";
  return home.starts_with('/') ? home + "/.local/state/git-handoff" : std::string();
}

std::string seal(std::string_view text) { return sealed_with(user_key(true), text); }

std::string why_no_seal() {
  if (!user_key(true).empty())
    return {};
  const std::string path = key_file();
  return path.empty()
             ? "there is no HOME to keep a key in: what you write here counts as a stranger's"
         : exists(path)
             ? "'" + printable(path) +
                   "' is no key of yours alone: what you write here counts as a stranger's"
             : "no key can be kept in '" + printable(parent_path(path)) +
                   "': what you write here counts as a stranger's";
}

void warn_of_no_seal(std::vector<std::string>& warnings) {
  if (const std::string why = why_no_seal(); !why.empty())
    warnings.push_back(why + "; 'git handoff doctor' says what to do");
}

std::string hint_for_seal() {
  const std::string path = key_file();
  struct stat info {};
  if (path.empty() || lstat(path.c_str(), &info) != 0)
    return (path.empty() ? "name a folder: " : "make that folder writable, or name another: ") +
           std::string("export XDG_STATE_HOME=/path/to/a/folder");
  const std::string key = shell_word(path);
  return is_own_key(info)
             ? "close it to others: chmod 600 " + key
             : "put it aside, and a new one is made: mv " + key + " " + shell_word(path + ".old");
}

bool is_sealed(std::string_view text, std::string_view with) {
  const std::string& key = user_key(false);
  return !key.empty() && !with.empty() && sealed_with(key, text) == with;
}

}  // namespace handoff
