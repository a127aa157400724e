#include "ops/operation/put_back_files.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "ops/worktree/private_list.hpp"

namespace handoff::ops {

namespace {

using File = PutBackFiles::File;

PrivateList list_of(const git::Repository& repository) { return {repository, "put-back.json"}; }

std::vector<File> read_list(const git::Repository& repository) try {
  std::vector<File> files;
  const Json list = list_of(repository).read();
  for (const Json& item : list.value("files", Json::array()))
    files.push_back({.path = base64_decode(item.at("path").get<std::string>()).value_or(""),
                     .identity = {.inode = item.at("inode").get<uint64_t>(),
                                  .size = item.at("size").get<uint64_t>(),
                                  .modified = item.at("modified").get<int64_t>(),
                                  .mode = item.at("mode").get<uint32_t>()},
                     .changed = item.at("changed").get<int64_t>(),
                     .before = item.at("before").get<int64_t>()});
  return files;
} catch (const Json::exception&) {
  return {};
}

void write_list(const git::Repository& repository, const std::vector<File>& files) {
  Json list = Json::object();
  for (const File& file : files)
    list["files"].push_back({{"path", base64_encode(file.path)},
                             {"inode", file.identity.inode},
                             {"size", file.identity.size},
                             {"modified", file.identity.modified},
                             {"mode", file.identity.mode},
                             {"changed", file.changed},
                             {"before", file.before}});
  list_of(repository).write(list);
}

bool is_as_put_back(const File& file, const std::string& path, const struct stat& info) {
  return file.path == path && file.changed == nanoseconds(info.st_ctim) &&
         file.identity == FileIdentity{.inode = info.st_ino,
                                       .size = static_cast<uint64_t>(info.st_size),
                                       .modified = nanoseconds(info.st_mtim),
                                       .mode = info.st_mode};
}

void erase_others(const git::Repository& repository, std::vector<File>& files) {
  std::erase_if(files, [&](const File& file) {
    struct stat info {};
    return lstat(checkout::file_of(repository, file.path).c_str(), &info) != 0 ||
           !is_as_put_back(file, file.path, info);
  });
}

}  // namespace

PutBackFiles::PutBackFiles(const git::Repository& repository) {
  for (File& file : read_list(repository)) {
    const std::string path = file.path;
    x_files.emplace(path, std::move(file));
  }
}

int64_t PutBackFiles::changed(const std::string& path, const struct stat& info) const {
  const auto [first, last] = x_files.equal_range(path);
  const auto found = std::find_if(
      first, last, [&](const auto& file) { return is_as_put_back(file.second, path, info); });
  return found != last ? found->second.before : nanoseconds(info.st_ctim);
}

void note_put_back(const git::Repository& repository, std::vector<File> files) try {
  std::erase_if(files, [&](File& file) {
    struct stat info {};
    const bool is_gone = lstat(checkout::file_of(repository, file.path).c_str(), &info) != 0;
    file.changed = nanoseconds(info.st_ctim);
    return is_gone || file.before == 0 || file.before == file.changed ||
           !is_as_put_back(file, file.path, info);
  });
  if (files.empty())
    return;
  std::vector<File> all = read_list(repository);
  erase_others(repository, all);
  all.insert(all.end(), files.begin(), files.end());
  write_list(repository, all);
} catch (const Failure&) {
  // A full disk: what is put back is more than what is known of it.
}

void tidy_put_back(const git::Repository& repository) try {
  if (!list_of(repository).exists())
    return;
  std::vector<File> files = read_list(repository);
  erase_others(repository, files);
  write_list(repository, files);
} catch (const Failure&) {
  // It is tidied another time.
}

}  // namespace handoff::ops
