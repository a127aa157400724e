#include "git/repo/live_gits.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

/// What /proc says of a process; it may end while it is looked at.
std::optional<std::string> proc_file(const std::string& pid, const char* name) {
  try {
    return read_file("/proc/" + pid + "/" + name);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

struct ProcessStat {
  std::string name;
  std::string state;
  std::string parent;
  double age = 0;
};

std::optional<ProcessStat> stat_of(const std::string& pid) {
  std::optional<std::string> text = proc_file(pid, "stat");
  size_t open = text ? text->find('(') : std::string::npos;
  size_t close = text ? text->rfind(')') : std::string::npos;
  if (open == std::string::npos || close == std::string::npos || close + 2 > text->size())
    return std::nullopt;
  std::vector<std::string> fields = split(std::string_view(*text).substr(close + 2), ' ');
  constexpr size_t kStartTime = 19;  // field 22, counted from the third
  timespec since_boot{};
  if (fields.size() <= kStartTime || clock_gettime(CLOCK_BOOTTIME, &since_boot) != 0)
    return std::nullopt;
  double started =
      std::strtod(fields[kStartTime].c_str(), nullptr) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return ProcessStat{.name = text->substr(open + 1, close - open - 1),
                     .state = fields[0],
                     .parent = fields[1],
                     .age = static_cast<double>(since_boot.tv_sec) +
                            static_cast<double>(since_boot.tv_nsec) / 1e9 - started};
}

/// The folders in which a git of this repository may stand.
std::vector<std::string> folders_of(const Layout& layout) {
  std::vector<std::string> folders = {layout.root, layout.git_dir, layout.common_dir};
  if (base_name(layout.common_dir) == ".git")
    folders.push_back(parent_path(layout.common_dir));
  std::string worktrees = join_path(layout.common_dir, "worktrees");
  for (const std::string& name : list_folder(worktrees))
    if (auto file = read_file(join_path(worktrees, name + "/gitdir")))
      folders.push_back(parent_path(trim(*file)));
  return folders;
}

bool stands_in(const std::string& pid, const std::vector<std::string>& folders) {
  std::string cwd;
  try {
    cwd = read_link("/proc/" + pid + "/cwd");
  } catch (const Failure&) {
    return false;
  }
  return std::ranges::any_of(folders, [&](const std::string& folder) {
    return cwd == folder || cwd.starts_with(folder + "/");
  });
}

std::set<std::string> ancestors() {
  std::set<std::string> pids;
  for (std::string pid = std::to_string(getpid()); pids.insert(pid).second;)
    if (auto stat = stat_of(pid))
      pid = stat->parent;
  return pids;
}

}  // namespace

std::vector<LiveGit> live_gits(const Layout& layout) {
  std::vector<LiveGit> found;
  std::vector<std::string> folders = folders_of(layout);
  std::set<std::string> before_us = ancestors();
  for (const std::string& pid : list_folder("/proc")) {
    bool number = pid.find_first_not_of("0123456789") == std::string::npos;
    if (!number || before_us.contains(pid))
      continue;
    std::optional<ProcessStat> stat = stat_of(pid);
    bool own_child = stat && stat->parent == std::to_string(getpid());  // asks, and moves nothing
    if (!stat || own_child || stat->name != "git" || stat->state == "Z" || !stands_in(pid, folders))
      continue;
    std::string environment = '\0' + proc_file(pid, "environ").value_or("");
    const std::string mark = '\0' + std::string(kInsideVariable) + "=";
    bool ours = contains(environment, mark) && !contains(environment, mark + kAtRemote + '\0');
    std::optional<ProcessStat> parent = stat_of(stat->parent);
    bool has_parent = parent && (parent->name == "git-handoff" || parent->name == "git");
    found.push_back({.pid = static_cast<pid_t>(std::strtol(pid.c_str(), nullptr, 10)),
                     .age = stat->age,
                     .orphan = ours && !has_parent});
  }
  return found;
}

bool wait_for_orphans(const Layout& layout) {
  constexpr int kTries = 100;
  constexpr useconds_t kPause = 50000;
  for (int i = 0; i < kTries; ++i) {
    std::vector<LiveGit> gits = live_gits(layout);
    if (std::ranges::none_of(gits, &LiveGit::orphan))
      return true;
    usleep(kPause);
  }
  return false;
}

bool may_be_held(const Layout& layout, const std::string& lock) {
  constexpr double kBefore =
      60;  // a git that locks for longer than this before it does is not known
  constexpr double kClocks = 0.05;  // start times are told in hundredths of a second
  struct stat info {};
  timespec clock{};
  if (lstat(lock.c_str(), &info) != 0 || clock_gettime(CLOCK_REALTIME, &clock) != 0)
    return false;
  double age = static_cast<double>(clock.tv_sec - info.st_mtim.tv_sec) +
               static_cast<double>(clock.tv_nsec - info.st_mtim.tv_nsec) / 1e9;
  std::vector<LiveGit> gits = live_gits(layout);
  return std::ranges::any_of(gits, [&](const LiveGit& git) {
    return git.age >= age - kClocks && git.age <= age + kBefore;
  });
}

}  // namespace handoff::git
