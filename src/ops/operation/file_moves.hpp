#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// What shows later that a file is still the same one, and unchanged.
struct FileIdentity {
  uint64_t inode = 0;
  uint64_t size = 0;
  int64_t modified = 0;  ///< nanoseconds
  uint32_t mode = 0;     ///< kind and permissions
  bool operator==(const FileIdentity&) const = default;
};

/// nullopt where nothing stands. Does not follow symlinks.
std::optional<FileIdentity> identity_of(const std::string& path);
/// What else than the bytes has to be the same.
enum class SameMode {
  any,
  executable,  ///< the bit that git keeps (core.fileMode)
};
/// What git compares in this repository.
SameMode mode_that_counts(const git::Repository& repository);
/// Regular files with the same bytes, or symlinks to the same place.
bool is_same_file(const std::string& one, const std::string& other, SameMode mode);

/// What is done to one path of the working tree.
struct FileMove {
  enum class Kind : int { out, in, mode } kind = Kind::out;
  std::string path;        ///< below the root
  std::string place = {};  ///< where an old file goes, where a new one lies
  FileIdentity identity;   ///< of the old file, of the new one; as it will be, for `mode`
  uint32_t old_mode = 0;   ///< for `mode`
  int64_t changed = 0;     ///< when an old file, or its mode, last changed (PutBackFiles)
};

}  // namespace handoff::ops

/// What the log of a checkout, its way forward and its way back do to single files.
namespace handoff::ops::checkout {

/// The file of a path below the root.
std::string file_of(const git::Repository& repository, const std::string& path);
/// Is the folder that `path` lies in one of the working tree's, with no symlink on the way?
bool has_safe_folder(const git::Repository& repository, const std::string& path);
/// Never onto something: what came there meanwhile is somebody's. False: errno says why.
bool rename_to_nothing(const std::string& from, const std::string& to);
/// Folders above `path` that are empty go, as git does; the one in which the command was started
/// stays.
void remove_empty_folders(const git::Repository& repository, const std::string& path);
/// A folder that holds only folders goes.
void remove_hollow(const std::string& folder);

}  // namespace handoff::ops::checkout
