#include "git/repo/live_gits.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/proc.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

double age_of(const ProcStat& process) {
  timespec since_boot{};
  clock_gettime(CLOCK_BOOTTIME, &since_boot);
  const double started =
      std::strtod(process.start_time.c_str(), nullptr) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return static_cast<double>(since_boot.tv_sec) + static_cast<double>(since_boot.tv_nsec) / 1e9 -
         started;
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

bool stands_in(pid_t pid, const std::vector<std::string>& folders) {
  std::string cwd;
  try {
    cwd = read_link("/proc/" + std::to_string(pid) + "/cwd");
  } catch (const Failure&) {
    return false;
  }
  return std::ranges::any_of(folders, [&](const std::string& folder) {
    return cwd == folder || cwd.starts_with(folder + "/");
  });
}

std::set<pid_t> ancestors() {
  std::set<pid_t> pids;
  for (pid_t pid = getpid(); pids.insert(pid).second;)
    if (const auto stat = proc_stat(pid))
      pid = stat->parent;
  return pids;
}

}  // namespace

std::vector<LiveGit> live_gits(const Layout& layout) {
  std::vector<LiveGit> found;
  std::vector<std::string> folders = folders_of(layout);
  const std::set<pid_t> before_us = ancestors();
  for (const pid_t pid : all_processes()) {
    if (before_us.contains(pid))
      continue;
    const std::optional<ProcStat> stat = proc_stat(pid);
    bool own_child = stat && stat->parent == getpid();  // asks, and moves nothing
    if (!stat || own_child || stat->name != "git" || stat->state == "Z" || !stands_in(pid, folders))
      continue;
    std::string environment = '\0' + proc_file(pid, "environ");
    const std::string mark = '\0' + std::string(kInsideVariable) + "=";
    bool ours = contains(environment, mark) && !contains(environment, mark + kAtRemote + '\0');
    const std::optional<ProcStat> parent = proc_stat(stat->parent);
    bool has_parent = parent && (parent->name == "git-handoff" || parent->name == "git");
    found.push_back({.pid = pid, .age = age_of(*stat), .orphan = ours && !has_parent});
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
