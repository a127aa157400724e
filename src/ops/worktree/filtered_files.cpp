#include "ops/worktree/filtered_files.hpp"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "git/objects/read_blob.hpp"
#include "git/objects/trees.hpp"
#include "ops/worktree/conversion.hpp"
#include "ops/worktree/private_list.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostRemembered = 10000;
constexpr size_t kMostHashed = 256u << 20;  ///< of what is larger only the size is compared

/// What was checked out is each worktree's own.
PrivateList filtered_list(const git::Repository& repository) {
  return {repository, "filtered.json"};
}

std::string key_of(const git::TreeEntry& entry, const std::string& path) {
  return entry.oid + " " + to_valid_utf8(path);
}

std::string digest_of(const std::string& bytes) {
  return std::to_string(bytes.size()) + " " +
         (bytes.size() > kMostHashed ? "" : to_hex(sha256(bytes)));
}

std::string file_of(const git::Repository& repository, const std::string& path) {
  return join_path(repository.layout().root, path);
}

/// nullopt: no regular file, or a link leads to it.
std::optional<off_t> size_of_file(const git::Repository& repository, const std::string& path) {
  struct stat info {};
  if (!is_safe_to_write(repository.layout().root, path) ||
      lstat(file_of(repository, path).c_str(), &info) != 0 || !S_ISREG(info.st_mode))
    return std::nullopt;
  return info.st_size;
}

/// Or no file does, which git sees. Compares the size first: few files are read.
bool stands_there(const git::Repository& repository, const std::string& path,
                  const std::string& digest) {
  const std::optional<off_t> there = size_of_file(repository, path);
  const std::string size = std::to_string(there.value_or(0)) + " ";
  return !there || digest == size ||
         (digest.starts_with(size) &&
          digest == digest_of(read_file(file_of(repository, path)).value_or("")));
}

}  // namespace

void remember_filtered(const Store& store, const std::string& tree,
                       const std::vector<std::string>& paths,
                       const std::vector<std::string>& in_bytes) {
  const git::Repository& repository = store.repository();
  const git::Config& config = repository.config();
  if (!config.any_named("filter", "smudge") && !config.any_named("filter", "process"))
    return;
  try {
    const std::vector<std::string> filtered = filtered_paths(repository, paths);
    if (filtered.empty())
      return;
    const PrivateList list = filtered_list(repository);
    Json known = list.read();
    if (known.size() + filtered.size() > kMostRemembered)
      known = Json::object();
    git::TreeReader kept(store.objects(), tree, repository.layout().oid_digits());
    for (const std::string& path : filtered)
      if (const git::TreeEntry entry = kept.at(path); std::ranges::binary_search(in_bytes, path))
        known.erase(key_of(entry, path));
      else if (entry.mode != 0 && size_of_file(repository, path))
        known[key_of(entry, path)] = digest_of(read_file(file_of(repository, path)).value_or(""));
    list.write(known);
  } catch (const Failure&) {
    return;  // then it is not remembered: what is paused is safe
  }
}

std::vector<std::string> filtered_otherwise(const Store& store, const std::string& tree) {
  const git::Repository& repository = store.repository();
  std::vector<std::string> otherwise;
  const PrivateList list = filtered_list(repository);
  if (tree.empty() || !list.exists())
    return otherwise;
  const Json known = list.read();
  git::TreeReader kept(store.objects(), tree, repository.layout().oid_digits());
  for (const auto& [key, digest] : known.items()) {
    const std::string path = key.substr(std::min(key.size(), key.find(' ') + 1));
    const git::TreeEntry entry = kept.at(path);
    if (entry.mode != 0 && key_of(entry, path) == key && digest.is_string() &&
        !stands_there(repository, path, digest.get<std::string>()))
      otherwise.push_back(path);
  }
  return otherwise;
}

bool is_as_filtered(const Store& store, const std::string& tree, const std::string& path,
                    const std::string& bytes) {
  git::TreeReader kept(store.objects(), tree, store.repository().layout().oid_digits());
  const Json known = filtered_list(store.repository()).read();
  const auto found = known.find(key_of(kept.at(path), path));
  return found != known.end() && *found == digest_of(bytes);
}

bool is_lfs_pointer_file(const git::Repository& repository, const std::string& path) {
  constexpr off_t kLargest = 1024;  // as git-lfs has it
  return size_of_file(repository, path).value_or(kLargest + 1) <= kLargest &&
         read_file(file_of(repository, path)).value_or("").starts_with(git::kLfsHead);
}

}  // namespace handoff::ops
