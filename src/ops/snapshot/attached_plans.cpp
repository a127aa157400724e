#include "ops/snapshot/attached_plans.hpp"

#include <set>

#include <sys/stat.h>

#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/secrets/secrets.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMaxBytes = 1 << 20;

/// The path below the top of the working tree; empty where it lies elsewhere.
std::string inside(const std::string& root, const std::string& path) {
  std::string prefix = root + "/";
  return path.starts_with(prefix) ? path.substr(prefix.size())
         : path.starts_with("/")  ? std::string()
                                  : path;
}

}  // namespace

AttachedDocuments attach_documents(const git::Repository& repository, const model::Handoff& handoff,
                                   const std::vector<std::string>& named_by_others,
                                   git::Quarantine& quarantine,
                                   std::vector<git::TreeEdit>& attachments) {
  AttachedDocuments documents;
  const std::string& root = repository.layout().root;
  std::string candidates;
  const std::set<std::string> theirs(named_by_others.begin(), named_by_others.end());
  std::set<std::string> others;
  for (const model::Document& document : handoff.documents) {
    std::string path = inside(root, document.path);
    struct stat info {};
    if (is_safe_to_write(repository.layout(), path) &&
        lstat(join_path(root, path).c_str(), &info) == 0 && S_ISREG(info.st_mode))
      candidates += path + '\0';
    if (theirs.contains(document.path))
      others.insert(path);
  }
  if (candidates.empty())
    return documents;
  Outcome ignored =
      repository.git().run({.args = {"check-ignore", "-z", "--stdin"}, .input = candidates});
  size_t total = 0;
  for (const std::string& path : split(ignored.out, '\0')) {
    if (path.empty())
      continue;
    if (others.contains(path)) {
      documents.left_out.push_back({path, "git ignores it, and you did not name it yourself"});
      continue;
    }
    struct stat info {};
    lstat(join_path(root, path).c_str(), &info);
    size_t size = static_cast<size_t>(info.st_size);
    if (size > kMaxBytes - total) {
      documents.left_out.push_back({path, "over 1 MiB of ignored documents"});
      continue;
    }
    std::string bytes = read_file(join_path(root, path)).value_or("");
    if (formats::secret_in_name(path) ||
        !formats::find_secrets(bytes, formats::SecretScope::record).empty()) {
      documents.left_out.push_back({path, "looks like a secret"});
      continue;
    }
    total += bytes.size();
    documents.kept.push_back(path);
    attachments.push_back(
        {"documents/" + path, git::kModeFile, quarantine.write(git::ObjectType::blob, bytes)});
  }
  return documents;
}

}  // namespace handoff::ops
