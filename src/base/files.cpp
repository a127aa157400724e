#include "base/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/input.hpp"
#include "base/text.hpp"

namespace handoff {

namespace {

[[noreturn]] void fail_on(const std::string& what, const std::string& path) {
  std::string why = errno_text();
  fail("cannot " + what + " '" + path + "': " + why);
}

}  // namespace

void write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      fail_on("write", path);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
}

UniqueFd& UniqueFd::operator=(UniqueFd&& other) noexcept {
  if (this != &other) {
    reset();
    x_fd = other.release();
  }
  return *this;
}

int UniqueFd::release() {
  int fd = x_fd;
  x_fd = -1;
  return fd;
}

void UniqueFd::reset() {
  if (x_fd >= 0)
    close(x_fd);
  x_fd = -1;
}

std::string errno_text(int error) { return std::strerror(error); }
std::string errno_text() { return errno_text(errno); }

UniqueFd open_own_file(const std::string& path) {
  UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
  const int why = errno;
  struct stat info {};
  if (!file && why != ENOENT && lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
      info.st_uid == geteuid() && (info.st_mode & S_IRUSR) != 0)
    fail("cannot read your own '" + printable(path) + "': " + errno_text(why));
  return file;
}

std::optional<std::string> read_file(const std::string& path) {
  return read_file_at_most(path, std::numeric_limits<size_t>::max());
}

namespace {

/// `flags`: of open().
std::optional<std::string> read_opened(const std::string& path, size_t max_bytes, int flags) {
  UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | flags));
  if (!fd && (errno == ENOENT || errno == ENOTDIR))
    return std::nullopt;
  struct stat info {};
  if (!fd || fstat(fd.get(), &info) != 0)
    fail_on("read", path);
  const bool waits = S_ISFIFO(info.st_mode) || S_ISCHR(info.st_mode) || S_ISSOCK(info.st_mode);
  if (waits && (flags & O_NONBLOCK) != 0)
    fail("cannot read '" + path + "': it is no file");
  std::string bytes;
  bytes.resize(info.st_size > 0 ? std::min(static_cast<size_t>(info.st_size), max_bytes) + 1
                                : 4096);
  size_t have = 0;
  for (;;) {
    if (have > max_bytes)
      fail("cannot read '" + path + "': it is over " + human_size(max_bytes));
    if (have == bytes.size())
      bytes.resize(bytes.size() * 2);
    ssize_t n = read(fd.get(), bytes.data() + have, bytes.size() - have);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      fail_on("read", path);
    if (n == 0)
      break;
    have += static_cast<size_t>(n);
  }
  bytes.resize(have);
  return bytes;
}

}  // namespace

std::optional<std::string> read_file_at_most(const std::string& path, size_t max_bytes) {
  return read_opened(path, max_bytes, O_NONBLOCK | O_NOCTTY);
}

std::optional<std::string> read_named_file(const std::string& path, size_t max_bytes) {
  return read_opened(path, max_bytes, 0);
}

std::string read_all(int fd) { return read_all_at_most(fd, std::numeric_limits<size_t>::max()); }

std::string read_all_at_most(int fd, size_t max_bytes) {
  std::string bytes;
  char buffer[65536];
  for (;;) {
    if (bytes.size() > max_bytes)
      return bytes;
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n > 0)
      bytes.append(buffer, static_cast<size_t>(n));
    else if (n == 0 || errno != EINTR)
      return bytes;
  }
}

mode_t mode_by_umask(mode_t mode) {
  static const mode_t mask = [] {
    const mode_t now = umask(0);
    umask(now);
    return now;
  }();
  return mode & ~mask;
}

namespace {

/// Does the configuration of the git directory that the folder is in say core.sharedRepository?
bool is_in_shared_repository(std::string folder) {
  constexpr size_t kMaxBytes = 1u << 20;
  for (int depth = 8; depth > 0 && folder.size() > 1; --depth, folder = parent_path(folder)) {
    if (!is_folder(join_path(folder, "objects")) || !exists(join_path(folder, "config")))
      continue;
    bool is_core = false, is_shared = false;
    for (const std::string& raw : split_lines(
             to_lower(read_file_at_most(join_path(folder, "config"), kMaxBytes).value_or("")))) {
      const std::string line = trim(raw);
      if (line.starts_with('['))
        is_core = line.starts_with("[core]");
      const size_t equals = line.find('=');
      if (!is_core || trim(line.substr(0, equals)) != "sharedrepository")
        continue;
      const std::string value =
          equals == std::string::npos ? "true" : trim(line.substr(equals + 1));
      is_shared = value != "umask" && value != "false" && value != "no" && value != "off" &&
                  value != "0" && !value.empty();
    }
    return is_shared;
  }
  return false;
}

/// The mode that folders in this one get in a repository that is shared: git marks those that it
/// makes, and only those. Nothing where the umask decides.
std::optional<mode_t> shared_mode_in(const std::string& folder) {
  constexpr mode_t kNotOthersWrite = 07775;
  struct stat info {};
  if (stat(folder.c_str(), &info) != 0)
    return std::nullopt;
  if ((info.st_mode & S_ISGID) != 0)
    return info.st_mode & 07777;
  try {
    if ((info.st_mode & S_IWGRP) != 0 && mode_by_umask(S_IWGRP) == 0 &&
        is_in_shared_repository(folder))
      return (info.st_mode | S_ISGID) & kNotOthersWrite;
  } catch (const Failure&) {
    // git tells what is wrong with its configuration.
  }
  return std::nullopt;
}

/// A file of a repository that is shared is for whom its folder is for.
void share_as_folder(const UniqueFd& fd, const std::string& path) {
  if (const std::optional<mode_t> mode = shared_mode_in(parent_path(path)))
    fchmod(fd.get(), *mode & 0666);
}

/// A new file with these bytes, open. `name` is what it is to be called.
UniqueFd write_new_file(const std::string& path, std::string_view bytes, mode_t mode,
                        const std::string& name) {
  UniqueFd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!fd)
    fail_on("create", name);
  try {
    write_all(fd.get(), bytes, path);
    if (fchmod(fd.get(), mode == kByUmask ? mode_by_umask(0666) : mode) != 0)
      fail_on("set the mode of", path);
    if (mode == kByUmask)
      share_as_folder(fd, name);
  } catch (...) {
    unlink(path.c_str());
    throw;
  }
  return fd;
}

std::string temporary_for(const std::string& path) { return path + ".tmp-" + random_hex(4); }

/// Has the kernel begin to write; a hint, so that an error is left to fsync().
void begin_writeout(const UniqueFd& fd) { sync_file_range(fd.get(), 0, 0, SYNC_FILE_RANGE_WRITE); }

}  // namespace

void write_file_atomic(const std::string& path, std::string_view bytes, Durability durability,
                       mode_t mode) {
  std::string temporary = temporary_for(path);
  UniqueFd fd = write_new_file(temporary, bytes, mode, path);
  try {
    if (durability == Durability::synced && fsync(fd.get()) != 0)
      fail_on("fsync", temporary);
    if (rename(temporary.c_str(), path.c_str()) != 0)
      fail_on("replace", path);
  } catch (...) {
    unlink(temporary.c_str());
    throw;
  }
  if (durability == Durability::synced)
    fsync_path(parent_path(path));
}

FileGroup::~FileGroup() {
  for (const File& file : x_files)
    unlink(file.from.c_str());
}

void FileGroup::write(const std::string& path, std::string_view bytes, Durability durability,
                      mode_t mode, const std::string& folder) {
  std::string temporary = folder.empty() ? temporary_for(path) : join_path(folder, base_name(path));
  UniqueFd fd = write_new_file(temporary, bytes, mode, path);
  if (durability == Durability::none)
    fd.reset();
  else
    begin_writeout(fd);
  x_files.push_back({std::move(temporary), path, std::move(fd)});
}

void FileGroup::place() {
  for (const File& file : x_files)
    if (file.fd && fsync(file.fd.get()) != 0)
      fail_on("fsync", file.from);
  fault_point("files-synced");
  std::vector<std::string> folders;
  int named = 0;
  while (!x_files.empty()) {
    const File& file = x_files.front();
    if (rename(file.from.c_str(), file.path.c_str()) != 0)
      fail_on("replace", file.path);
    if (std::string folder = parent_path(file.path); !in_list(folders, folder))
      folders.push_back(std::move(folder));
    x_files.erase(x_files.begin());
    fault_point(("files-named-" + std::to_string(++named)).c_str());
  }
  for (const std::string& folder : folders)
    fsync_path(folder);
}

namespace {

/// A pipe would keep what is written, or us.
void expect_file(const UniqueFd& fd, const std::string& path) {
  struct stat info {};
  if (fstat(fd.get(), &info) == 0 && !S_ISREG(info.st_mode))
    fail("cannot write '" + path + "': it is no file");
}

}  // namespace

void append_file(const std::string& path, std::string_view bytes, Durability durability) {
  auto open_it = [&] {
    return open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                0644);
  };
  UniqueFd fd(open_it());
  if (!fd && errno == ENOENT) {
    make_durable_folders(parent_path(path));
    fd = UniqueFd(open_it());
  }
  if (!fd)
    fail_on("append to", path);
  expect_file(fd, path);
  if (struct stat info{}; fstat(fd.get(), &info) == 0 && info.st_size == 0)
    share_as_folder(fd, path);
  while (flock(fd.get(), LOCK_EX) != 0)
    if (errno != EINTR)
      fail_on("lock", path);
  write_all(fd.get(), bytes, path);
  if (durability == Durability::synced && fdatasync(fd.get()) != 0)
    fail_on("fsync", path);
}

namespace {

/// Opens a log and locks it; empty where it does not exist and is not to be made. `made` tells that
/// the file is new.
UniqueFd open_locked(const std::string& path, bool create, bool* made = nullptr) {
  for (;;) {
    UniqueFd fd(open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW));
    if (!fd && errno == ENOENT && create) {
      fd = UniqueFd(
          open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0666));
      if (fd)
        share_as_folder(fd, path);
      if (fd && made != nullptr)
        *made = true;
      if (!fd && errno == EEXIST)
        continue;
      if (!fd && errno == ENOENT) {
        make_durable_folders(parent_path(path));
        continue;
      }
    }
    if (!fd && errno == ENOENT && !create)
      return {};
    if (!fd)
      fail_on("open", path);
    expect_file(fd, path);
    while (flock(fd.get(), LOCK_EX) != 0)
      if (errno != EINTR)
        fail_on("lock", path);
    // Whoever held the lock may have put another file in its place.
    struct stat ours {
    }, there{};
    if (fstat(fd.get(), &ours) == 0 && stat(path.c_str(), &there) == 0 &&
        ours.st_dev == there.st_dev && ours.st_ino == there.st_ino)
      return fd;
  }
}

}  // namespace

void append_lines(const std::string& path, std::string_view lines, Durability durability) {
  bool made = false;
  UniqueFd fd = open_locked(path, true, &made);
  struct stat info {};
  if (fstat(fd.get(), &info) != 0)
    fail_on("read", path);
  char last = '\n';
  if (info.st_size > 0 && pread(fd.get(), &last, 1, info.st_size - 1) != 1)
    fail_on("read", path);
  if (last == '\n') {
    write_all(fd.get(), lines, path);
  } else {
    write_all(fd.get(), "\n" + std::string(lines), path);
  }
  if (durability == Durability::none)
    return;
  if (fdatasync(fd.get()) != 0)
    fail_on("fsync", path);
  if (made)
    fsync_path(parent_path(path));
}

UniqueFd lock_log(const std::string& path) { return open_locked(path, false); }

void make_folders(const std::string& path) {
  if (path.empty() || mkdir(path.c_str(), 0777) == 0 || errno == EEXIST)
    return;
  if (errno != ENOENT)
    fail_on("create", path);
  make_folders(parent_path(path));
  if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST)
    fail_on("create", path);
}

bool exists(const std::string& path) {
  struct stat info {};
  return lstat(path.c_str(), &info) == 0;
}

bool is_folder(const std::string& path) {
  struct stat info {};
  return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

namespace {

/// False where it cannot be read to its end, with errno.
bool list_into(const std::string& path, std::vector<std::string>& names) {
  struct Closer {
    void operator()(DIR* folder) const { closedir(folder); }
  };
  const std::unique_ptr<DIR, Closer> folder(opendir(path.c_str()));
  if (!folder)
    return errno == ENOENT || errno == ENOTDIR;
  errno = 0;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..")
      names.emplace_back(name);
    errno = 0;
  }
  std::ranges::sort(names);
  return errno == 0;
}

}  // namespace

std::vector<std::string> list_folder(const std::string& path) {
  std::vector<std::string> names;
  list_into(path, names);
  return names;
}

std::vector<std::string> list_all_of(const std::string& path) {
  std::vector<std::string> names;
  if (!list_into(path, names))
    fail_on("read", path);
  return names;
}

void remove_file(const std::string& path) {
  if (unlink(path.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR)
    fail_on("remove", path);
}

void remove_tree(const std::string& path) {
  if (is_folder(path)) {
    for (const std::string& name : list_folder(path))
      remove_tree(join_path(path, name));
    rmdir(path.c_str());
  } else {
    unlink(path.c_str());
  }
}

void fsync_path(const std::string& path) {
  UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd || fsync(fd.get()) != 0)
    fail_on("fsync", path);
}

std::string read_link(const std::string& path) {
  std::string target(4096, '\0');
  ssize_t n = readlink(path.c_str(), target.data(), target.size());
  if (n < 0)
    fail_on("read the link", path);
  target.resize(static_cast<size_t>(n));
  return target;
}

std::string real_path(const std::string& path) {
  std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
  return real ? real.get() : "";
}

bool is_inside(const std::string& path, const std::string& folder) {
  return folder == "/" ||
         (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/'));
}

std::string join_path(std::string_view a, std::string_view b) {
  if (a.empty() || (!b.empty() && b.front() == '/'))
    return std::string(b);
  std::string out;
  out.reserve(a.size() + 1 + b.size());
  out += a;
  if (out.back() != '/')
    out += '/';
  out += b;
  return out;
}

std::string parent_path(std::string_view path) {
  while (path.size() > 1 && path.back() == '/')
    path.remove_suffix(1);
  size_t slash = path.rfind('/');
  if (slash == std::string_view::npos)
    return ".";
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string base_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/')
    path.remove_suffix(1);
  size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string current_folder() {
  std::string buffer(4096, '\0');
  if (getcwd(buffer.data(), buffer.size()) == nullptr)
    fail("cannot tell the current folder: " + errno_text());
  buffer.resize(std::strlen(buffer.c_str()));
  return buffer;
}

std::string random_hex(size_t bytes) {
  std::string raw(bytes, '\0');
  size_t have = 0;
  while (have < bytes) {
    ssize_t n = getrandom(raw.data() + have, bytes - have, 0);
    if (n < 0 && errno != EINTR)
      fail("the system gives no random bytes: " + errno_text());
    have += n > 0 ? static_cast<size_t>(n) : 0;
  }
  return to_hex(raw);
}

void make_durable_folders(const std::string& path) {
  if (path.empty() || exists(path))
    return;
  std::string above = parent_path(path);
  make_durable_folders(above);
  make_folders(path);
  if (const std::optional<mode_t> mode = shared_mode_in(above))
    chmod(path.c_str(), *mode);
  fsync_path(above);
}

}  // namespace handoff
