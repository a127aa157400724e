#include "ops/restore/reviewed_bytes.hpp"

#include <optional>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kLargestReviewed = 256u << 20;

/// `:mode mode oid oid status NUL path NUL`: the paths whose oids differ.
std::set<std::string> changed_content(const std::string& raw_diff) {
  std::set<std::string> changed;
  std::vector<std::string> fields = split(raw_diff, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    std::vector<std::string> words = split(fields[i], ' ');
    if (words.size() != 5 || words[2] != words[3])
      changed.insert(fields[i + 1]);
  }
  return changed;
}

}  // namespace

std::set<std::string> not_of_the_work(const Store& store, const Record& record,
                                      const std::vector<git::TreeEdit>& raw) {
  std::set<std::string> all, bad;
  for (const git::TreeEdit& file : raw)
    all.insert(file.path);
  const std::string& wip = record.git().wip_commit;
  if (all.empty() || wip.empty())
    return all;
  const git::Repository& repository = store.repository();
  git::Quarantine quarantine(repository);
  const std::string folder = join_path(quarantine.folder(), "reviewed");
  make_folders(folder);
  git::Environment environment = quarantine.environment_for_programs();
  environment.emplace_back("GIT_INDEX_FILE", folder + ".index");
  auto git = [&](std::vector<std::string> args, std::string input, bool writes) {
    return repository.git().run({.args = std::move(args),
                                 .input = std::move(input),
                                 .writes = writes,
                                 .environment = environment});
  };
  std::string paths;
  for (const git::TreeEdit& file : raw) {
    const std::string path = join_path(folder, file.path);
    if (!is_safe_to_write(folder, file.path) ||
        store.objects().size_of(file.oid).value_or(kLargestReviewed + 1) > kLargestReviewed) {
      bad.insert(file.path);
      continue;
    }
    make_folders(parent_path(path));
    write_file_atomic(path, store.objects().read_blob(file.oid));
    paths += file.path + '\0';
  }
  // In a working tree without the other files, git takes attributes from the index: the work's, or
  // those of its base, by which `git add` converts what it enters before an attribute file is gone.
  const std::string tree = "--work-tree=" + folder;
  std::optional<std::set<std::string>> other;
  for (const std::string& attributes : {wip, record.git().base}) {
    if (attributes.empty() || !git({"read-tree", attributes}, "", true).ok() ||
        !git({tree, "update-index", "--add", "-z", "--stdin"}, paths, true).ok())
      continue;
    Outcome diff = git({"diff-index", "--cached", "--no-renames", "-z", wip}, "", false);
    if (!diff.ok())
      continue;
    std::set<std::string> changed = changed_content(diff.out);
    if (other)
      std::erase_if(*other, [&](const std::string& path) { return !changed.contains(path); });
    else
      other = std::move(changed);
  }
  if (!other)
    return all;
  bad.merge(*other);
  return bad;
}

}  // namespace handoff::ops
