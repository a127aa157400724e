#include "ops/snapshot/fast_add.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/presence.hpp"
#include "base/text.hpp"
#include "git/objects/trees.hpp"
#include "ops/snapshot/put_back.hpp"
#include "ops/worktree/conversion.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostBytesAdded = size_t{32} << 20;  // beyond, git streams and we would not

struct PlainFile {
  git::IndexSplice splice;
  std::string bytes;
};

/// Modes and symlinks of the file system are what git believes, and names differ where their bytes
/// do.
bool is_ordinary(const git::Repository& repository) {
  const git::Config& config = repository.config();
  return repository.layout().object_format == "sha1" && believes_kinds(config) &&
         !config.flag("core.ignorecase", false) && !config.flag("core.sparsecheckout", false);
}

/// Reads what stands at one path; nullopt where it is neither a file nor a symlink nor gone, or too
/// much.
std::optional<PlainFile> read_plain(const std::string& root, const std::string& path, size_t room) {
  PlainFile file{.splice = {.path = path}, .bytes = {}};
  std::string full = join_path(root, path);
  struct stat& info = file.splice.info;
  if (const Presence there = look_at(full, info); there != Presence::there)
    return there == Presence::absent ? std::optional(std::move(file)) : std::nullopt;
  if (S_ISDIR(info.st_mode))
    return file;
  if (static_cast<size_t>(info.st_size) > room)
    return std::nullopt;
  if (S_ISLNK(info.st_mode)) {
    file.splice.mode = git::kModeSymlink;
    file.bytes = read_link(full);
    return file;
  }
  UniqueFd fd;
  if (S_ISREG(info.st_mode))
    fd = UniqueFd(open(full.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  if (!fd || fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode))
    return std::nullopt;
  file.bytes = read_all(fd.get());
  if (file.bytes.size() != static_cast<size_t>(info.st_size))
    return std::nullopt;  // somebody writes to it
  file.splice.mode = (info.st_mode & S_IXUSR) != 0 ? git::kModeExecutable : git::kModeFile;
  return file;
}

/// All of them, or nullopt where one is not plain.
std::optional<std::vector<PlainFile>> read_all_plain(const git::Repository& repository,
                                                     const std::vector<std::string>& paths) {
  const std::string& root = repository.layout().root;
  std::vector<PlainFile> files;
  size_t bytes = 0;
  for (const std::string& path : paths) {
    if (is_below_link(root, path))
      return std::nullopt;
    std::optional<PlainFile> file = read_plain(root, path, kMostBytesAdded - bytes);
    if (!file || file->bytes.size() > kMostBytesAdded - bytes)
      return std::nullopt;
    bytes += file->bytes.size();
    files.push_back(std::move(*file));
  }
  std::vector<Conversion> conversions = conversions_of(repository, paths);
  for (size_t i = 0; i < files.size(); ++i) {
    bool content = git::is_file_mode(files[i].splice.mode);
    if (!content || conversions[i] == Conversion::none)
      continue;
    if (conversions[i] == Conversion::by_git || contains(files[i].bytes, "\r"))
      return std::nullopt;
  }
  return files;
}

}  // namespace

bool is_below_link(const std::string& root, const std::string& path) {
  struct stat info {};
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (lstat(join_path(root, path.substr(0, slash)).c_str(), &info) == 0 && S_ISLNK(info.st_mode))
      return true;
  return false;
}

std::optional<std::vector<git::IndexSplice>> take_plain_files(
    const git::Repository& repository, git::Quarantine& quarantine,
    const std::vector<std::string>& paths) {
  if (!is_ordinary(repository))
    return std::nullopt;
  std::optional<std::vector<PlainFile>> files = read_all_plain(repository, paths);
  if (!files)
    return std::nullopt;
  std::vector<git::IndexSplice> splices;
  for (PlainFile& file : *files) {
    if (file.splice.mode != 0)
      file.splice.oid = quarantine.write(git::ObjectType::blob, file.bytes);
    splices.push_back(std::move(file.splice));
  }
  return splices;
}

bool are_unchanged(const git::Repository& repository, const std::vector<git::IndexEntry>& entries) {
  std::vector<std::string> paths;
  std::vector<const git::IndexEntry*> looked_at;
  for (const git::IndexEntry& entry : entries)
    if (entry.mode != git::kModeGitlink) {  // git asks its HEAD, not its times
      paths.push_back(entry.path);
      looked_at.push_back(&entry);
    }
  if (paths.empty())
    return true;
  std::optional<std::vector<PlainFile>> files = read_all_plain(repository, paths);
  if (!files)
    return false;
  for (size_t i = 0; i < files->size(); ++i)
    if ((*files)[i].splice.mode != looked_at[i]->mode ||
        git::hash_object(git::ObjectType::blob, (*files)[i].bytes) != looked_at[i]->oid)
      return false;
  return true;
}

}  // namespace handoff::ops
