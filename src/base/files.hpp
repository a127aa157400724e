#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace handoff {

/// Owns a file descriptor.
class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : x_fd(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : x_fd(other.release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept;
  ~UniqueFd() { reset(); }
  int get() const { return x_fd; }
  explicit operator bool() const { return x_fd >= 0; }
  int release();
  void reset();

 private:
  int x_fd = -1;
};

/// "No such file or directory" and the like, for the current or a given errno.
std::string errno_text(int error);
std::string errno_text();

/// To read; no link is followed. Nothing where none can be had, but a Failure where it is a file of
/// this user's own that cannot be read just now: that is not the same as none.
UniqueFd open_own_file(const std::string& path);

/// The whole file; nullopt where it does not exist (or a folder on its path is a file). Other
/// errors throw a Failure that names the path. Follows symlinks. What may keep a reader waiting, or
/// never ends (a pipe, a device), is an error: anybody may have put it there.
std::optional<std::string> read_file(const std::string& path);
/// As read_file, but gives up (Failure) on files over `max_bytes`.
std::optional<std::string> read_file_at_most(const std::string& path, size_t max_bytes);
/// The same, of a file that the user named, which may be a pipe.
std::optional<std::string> read_named_file(const std::string& path, size_t max_bytes);

/// What can be read from an open descriptor until its end (standard input: 0). An error ends it
/// too.
std::string read_all(int fd);

enum class Durability { none, synced };

/// The bits of `mode` that the umask leaves.
mode_t mode_by_umask(mode_t mode);

/// As a file that any program makes: 0666 less the umask, and where the folder is marked as shared
/// (setgid), what that has.
inline constexpr mode_t kByUmask = 0;

/// Replaces the file in one step: a temporary beside it, then rename. `synced` also fsyncs the file
/// and its folder. Another `mode` is used as it is (no umask). Throws a Failure naming the path;
/// the old file is then whole.
void write_file_atomic(const std::string& path, std::string_view bytes,
                       Durability durability = Durability::none, mode_t mode = kByUmask);

/// Files that come into place together and durably: all their bytes reach the disk before the first
/// of them gets its name, and all names before place() returns. The disk is waited for twice,
/// however many files there are; write_file_atomic() waits twice for each.
class FileGroup {
 public:
  FileGroup() = default;
  ~FileGroup();  ///< removes what did not come into place
  FileGroup(const FileGroup&) = delete;
  FileGroup& operator=(const FileGroup&) = delete;

  /// Writes a file beside `path`, or in `folder` of the same file system, and has the kernel begin
  /// to bring it to the disk. `mode` is used as it is. Throws a Failure naming the path.
  void write(const std::string& path, std::string_view bytes,
             Durability durability = Durability::synced, mode_t mode = kByUmask,
             const std::string& folder = "");
  /// A file whose bytes are on the disk already: it moves from `from` to `path`.
  void take(const std::string& from, const std::string& path) {
    x_files.push_back({from, path, UniqueFd()});
  }
  /// In the order in which they came. Throws a Failure; those that have their name by then keep it.
  void place();

 private:
  struct File {
    std::string from, path;
    UniqueFd fd;  ///< empty where its bytes need not be on the disk
  };
  std::vector<File> x_files;
};

/// All of it; a Failure names `path`.
void write_all(int fd, std::string_view bytes, const std::string& path);

/// Appends in one write() under an exclusive lock of the file; `synced` fdatasyncs.
/// Creates the file and its folders.
void append_file(const std::string& path, std::string_view bytes, Durability durability);

/// Adds whole lines (each with its LF) to a log of many writers: in one write() under an exclusive
/// lock, on a line of their own even where the last writer was cut off in the middle, and into the
/// file that stands at `path` then, should it have been replaced meanwhile. `synced` makes the
/// lines, and a new file's name, durable.
void append_lines(const std::string& path, std::string_view lines, Durability durability);

/// Holds the lock that append_lines takes, so that a log can be rewritten with write_file_atomic.
/// Empty where there is no such file.
UniqueFd lock_log(const std::string& path);

void make_folders(const std::string& path);
/// The same, and the names of those that were missing are on the disk when it returns: what is
/// fsynced in a folder is lost with the folder's own name.
void make_durable_folders(const std::string& path);
bool exists(const std::string& path);     ///< lstat: a dangling symlink exists
bool is_folder(const std::string& path);  ///< does not follow symlinks
/// Names, sorted; empty where there is none, or it cannot be read.
std::vector<std::string> list_folder(const std::string& path);
/// The same of a folder whose files have to be known: a Failure where it is there and cannot be
/// read.
std::vector<std::string> list_all_of(const std::string& path);
void remove_file(const std::string& path);  ///< absence is no error
void remove_tree(const std::string& path);  ///< as far as it goes; never follows symlinks
void fsync_path(const std::string& path);   ///< a file or a folder; throws where it fails
std::string read_link(const std::string& path);
/// Without symlinks and dots, absolute; empty where there is nothing.
std::string real_path(const std::string& path);
/// Is a path the folder, or below it? By their names alone: both without links and dots.
bool is_inside(const std::string& path, const std::string& folder);
/// `a` + "/" + `b`, without doubling the slash; `b` alone where it is absolute.
std::string join_path(std::string_view a, std::string_view b);
std::string parent_path(std::string_view path);
std::string base_name(std::string_view path);
std::string current_folder();
/// 2 * `bytes` hex digits from the system's generator.
std::string random_hex(size_t bytes);

}  // namespace handoff
