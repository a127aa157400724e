#include "base/deadline.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <map>
#include <set>
#include <vector>

#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/proc.hpp"
#include "base/text.hpp"

namespace handoff {

namespace {

/// A process and all that it started, youngest last.
std::vector<pid_t> family_of(pid_t root) {
  std::multimap<pid_t, pid_t> children;
  for (const pid_t pid : all_processes())
    if (const std::optional<ProcStat> stat = proc_stat(pid))
      children.emplace(stat->parent, pid);
  std::vector<pid_t> family = {root};
  for (size_t i = 0; i < family.size(); ++i)
    for (auto [from, to] = children.equal_range(family[i]); from != to; ++from)
      family.push_back(from->second);
  return family;
}

/// What its descriptors are: "/dev/tty", "socket:[123]".
std::vector<std::string> open_files(pid_t pid) {
  std::vector<std::string> found;
  const std::string folder = "/proc/" + std::to_string(pid) + "/fd";
  char target[32];
  try {
    for (const std::string& descriptor : list_folder(folder)) {
      const ssize_t size = readlink((folder + "/" + descriptor).c_str(), target, sizeof target);
      if (size > 0)
        found.emplace_back(target, static_cast<size_t>(size));
    }
  } catch (const Failure&) {
    found.clear();  // it ended meanwhile
  }
  return found;
}

/// Ssh and git open the terminal for as long as they ask for a password.
bool asks_somebody(pid_t pid) { return in_list(open_files(pid), "/dev/tty"); }

/// As long as it has a connection, or makes one, it looks itself for how fast that is. Where that
/// was cut, the git that started it may wait for the rest of an answer without end.
bool is_connected(pid_t pid) {
  constexpr size_t kState = 3, kInode = 9;
  std::set<std::string> sockets;  // "socket:[INODE]"
  for (const char* list : {"net/tcp", "net/tcp6"})
    for (const std::string& line : split_lines(proc_file(pid, list))) {
      std::vector<std::string> fields = split(line, ' ');
      std::erase(fields, "");
      if (fields.size() > kInode && (fields[kState] == "01" || fields[kState] == "02"))
        sockets.insert("socket:[" + fields[kInode] + "]");
    }
  const std::vector<std::string> files = open_files(pid);
  return std::ranges::any_of(files,
                             [&](const std::string& file) { return sockets.contains(file); });
}

constexpr std::chrono::seconds kTimeToEnd{2};

/// What a family has read, written and computed: it stays the same in silence. Empty: there is
/// none.
std::string signs_of_life(pid_t root, bool only_git) {
  std::string signs;
  for (const pid_t pid : family_of(root)) {
    const std::string name = trim(proc_file(pid, "comm"));
    if ((name.starts_with("git-remote-http") && is_connected(pid)) || asks_somebody(pid))
      return {};
    if (only_git && !name.starts_with("git"))
      continue;
    const std::string moved = proc_file(pid, "io");
    if (moved.empty())
      return {};
    const std::optional<ProcStat> stat = proc_stat(pid);
    if (!stat || stat->state == "R" || stat->state == "D")
      return {};
    signs += std::to_string(pid) + " " + moved + stat->user_time + "\n";
  }
  return signs;
}

}  // namespace

Deadline::Deadline(pid_t pid, Limits limits) {
  if (limits.any())
    x_thread = std::thread([this, pid, limits] { watch(pid, limits); });
}

Deadline::~Deadline() {
  {
    std::lock_guard lock(x_mutex);
    x_done = true;
  }
  x_changed.notify_one();
  if (x_thread.joinable())
    x_thread.join();
}

void Deadline::watch(pid_t pid, Limits limits) {
  unsigned silent = 0;
  std::string before;
  std::unique_lock lock(x_mutex);
  for (unsigned passed = 1;; ++passed) {
    if (x_changed.wait_for(lock, std::chrono::seconds(1), [this] { return x_done; }))
      return;
    if (limits.silence > 0) {
      std::string signs = signs_of_life(pid, limits.only_git);
      silent = !signs.empty() && signs == before ? silent + 1 : 0;
      before = std::move(signs);
    }
    if (limits.seconds > 0 && passed >= limits.seconds)
      x_why = "no answer within " + std::to_string(limits.seconds) + " seconds";
    else if (limits.silence > 0 && silent >= limits.silence)
      x_why = "it has said nothing for " + count_of(limits.silence, "second");
    else
      continue;
    // Asked to end, git takes its locks away, also on the other side where that is a folder here.
    for (pid_t member : family_of(pid))
      kill(member, SIGTERM);
    if (x_changed.wait_for(lock, kTimeToEnd, [this] { return x_done; }))
      return;
    for (pid_t member : family_of(pid))
      kill(member, SIGKILL);
    return;
  }
}

}  // namespace handoff
