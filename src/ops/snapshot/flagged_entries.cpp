#include "ops/snapshot/flagged_entries.hpp"

#include <utility>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

/// Is a file there? Asked in the order of an index.
class FilesThere {
 public:
  explicit FilesThere(const std::string& root) : x_root(root) {}

  bool of(const std::string& path) {
    if (!x_gone.empty() && path.starts_with(x_gone))
      return false;
    if (exists(join_path(x_root, path)))
      return true;
    std::string folder = parent_path(path);
    for (x_gone.clear(); folder != "." && !exists(join_path(x_root, folder));
         folder = parent_path(folder))
      x_gone = folder + "/";
    return false;
  }

 private:
  const std::string& x_root;
  std::string x_gone = {};  ///< a folder that is not there, nor what is below it
};

}  // namespace

std::map<std::string, git::IndexEntry> flagged_entries(const git::Repository& repository,
                                                       const std::string& index,
                                                       const git::Git& here,
                                                       const std::vector<std::string>& pathspecs) {
  const git::Config& config = repository.config();
  const bool dropped = config.flag("core.sparsecheckout", false) &&
                       !config.flag("sparse.expectfilesoutsideofpatterns", false);
  auto wanted = [](const git::IndexEntry& e) {
    return e.assume_unchanged || e.skip_worktree || e.intent_to_add;
  };
  FilesThere there(repository.layout().root);
  std::map<std::string, git::IndexEntry> flagged;
  for (git::IndexEntry& entry : git::read_entries(repository, index, wanted)) {
    if (dropped && entry.skip_worktree)
      entry.skip_worktree = !there.of(entry.path);
    if (wanted(entry))
      flagged[entry.path] = std::move(entry);
  }
  if (flagged.empty() || pathspecs.empty())
    return flagged;
  // git does not look at them, so that no status names them.
  const std::set<std::string> named = tracked_paths(here, pathspecs);
  std::erase_if(flagged, [&](const auto& entry) { return !named.contains(entry.first); });
  return flagged;
}

std::set<std::string> tracked_paths(const git::Git& here,
                                    const std::vector<std::string>& pathspecs) {
  git::GitCall call{.args = {"ls-files", "-z", "--full-name", "--"}, .user_pathspecs = true};
  call.args.insert(call.args.end(), pathspecs.begin(), pathspecs.end());
  const std::vector<std::string> listed =
      split(here.output(std::move(call), "find the named files"), '\0');
  return {listed.begin(), listed.end()};
}

}  // namespace handoff::ops
