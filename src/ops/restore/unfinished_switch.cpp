#include "ops/restore/unfinished_switch.hpp"

#include <map>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

/// Paths that git reads from a list of lines.
std::vector<std::string> lines_only(std::vector<std::string> paths) {
  std::erase_if(
      paths, [](const std::string& path) { return contains(path, "\n") || path.starts_with('"'); });
  return paths;
}

std::map<std::string, std::string> oids_in(const git::Git& git, const std::string& tree,
                                           const std::vector<std::string>& paths) {
  git::GitCall call{.args = {"ls-tree", "-r", "-z", tree, "--"}};
  call.args.insert(call.args.end(), paths.begin(), paths.end());
  std::map<std::string, std::string> oids;
  for (const std::string& line : split(git.output(std::move(call), "read a tree"), '\0'))
    if (size_t tab = line.find('\t'), space = line.rfind(' ', tab);
        tab != std::string::npos && space != std::string::npos)
      oids[line.substr(tab + 1)] = line.substr(space + 1, tab - space - 1);
  return oids;
}

class FinishSwitch {
 public:
  FinishSwitch(const git::Repository& repository, const std::string& from,
               const git::Status& before)
      : x_repository(repository), x_from(from) {
    for (const git::StatusEntry& entry : before.entries)
      x_dirty_before.insert(entry.path);
  }

  std::vector<std::string> run() {
    find();
    std::string written;
    for (const std::string& path : x_old) {
      if (!x_tracked.contains(path))
        take_away(path);
      else
        written += path + '\0';
    }
    for (const std::string& path : x_missing)
      written += path + '\0';
    if (written.empty() && x_old.empty())
      return {};
    x_repository.git().run({.args = {"checkout-index", "-q", "-f", "-u", "-z", "--stdin"},
                            .input = written,
                            .writes = true});
    x_old.clear();
    x_missing.clear();
    find();
    x_old.insert(x_old.end(), x_missing.begin(), x_missing.end());
    return x_old;
  }

 private:
  void find() {
    std::vector<std::string> changed;
    for (const git::StatusEntry& entry : git::read_status(x_repository.git()).entries) {
      bool untracked = entry.kind == git::StatusEntry::Kind::untracked;
      bool unstaged = entry.kind == git::StatusEntry::Kind::changed &&
                      (entry.unstaged == 'M' || entry.unstaged == 'T');
      if (x_dirty_before.contains(entry.path) || entry.is_submodule())
        continue;
      if (!untracked)
        x_tracked.insert(entry.path);
      if (entry.unstaged == 'D')
        x_missing.push_back(entry.path);
      else if (untracked || unstaged)
        changed.push_back(entry.path);
    }
    changed = lines_only(std::move(changed));
    if (changed.empty())
      return;
    std::map<std::string, std::string> old = oids_in(x_repository.git(), x_from, changed);
    std::erase_if(changed,
                  [&](const std::string& path) { return !old.contains(path) || !is_file(path); });
    std::vector<std::string> now = split_lines(
        x_repository.git().output({.args = {"hash-object", "--stdin-paths"},
                                   .input = changed.empty() ? "" : join(changed, "\n") + "\n"},
                                  "look at files"));
    for (size_t i = 0; i < changed.size() && i < now.size(); ++i)
      if (now[i] == old[changed[i]])
        x_old.push_back(changed[i]);
  }

  std::string full(const std::string& path) const {
    return join_path(x_repository.layout().root, path);
  }

  bool is_file(const std::string& path) const {
    struct stat info {};
    return lstat(full(path).c_str(), &info) == 0 && S_ISREG(info.st_mode);
  }

  void take_away(const std::string& path) const {
    unlink(full(path).c_str());
    for (std::string folder = parent_path(path); folder != "." && rmdir(full(folder).c_str()) == 0;)
      folder = parent_path(folder);
  }

  const git::Repository& x_repository;
  const std::string& x_from;
  std::set<std::string> x_dirty_before;
  std::set<std::string> x_tracked;
  std::vector<std::string> x_old;      ///< what git meant to replace or to take away
  std::vector<std::string> x_missing;  ///< what it took away and did not write
};

}  // namespace

std::vector<std::string> finish_switch(const git::Repository& repository, const std::string& from,
                                       const git::Status& before) {
  return FinishSwitch(repository, from, before).run();
}

}  // namespace handoff::ops
