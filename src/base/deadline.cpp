#include "base/deadline.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff {

namespace {

std::string read_of_process(pid_t pid, const char* name) {
  try {
    return read_file("/proc/" + std::to_string(pid) + "/" + name).value_or("");
  } catch (const Failure&) {
    return {};  // it ended meanwhile, or is not ours to look into
  }
}

/// The fields of `/proc/PID/stat` behind the program's name, from the state on.
std::vector<std::string> stat_fields(pid_t pid) {
  const std::string stat = read_of_process(pid, "stat");
  const size_t after_name = stat.rfind(')');
  return after_name == std::string::npos || after_name + 2 > stat.size()
             ? std::vector<std::string>()
             : split(std::string_view(stat).substr(after_name + 2), ' ');
}

/// A process and all that it started, youngest last.
std::vector<pid_t> family_of(pid_t root) {
  std::multimap<pid_t, pid_t> children;
  for (const std::string& name : list_folder("/proc")) {
    if (name.find_first_not_of("0123456789") != std::string::npos)
      continue;
    const pid_t pid = std::atoi(name.c_str());
    const std::vector<std::string> fields = stat_fields(pid);
    if (fields.size() > 1)
      children.emplace(std::atoi(fields[1].c_str()), pid);
  }
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
    for (const std::string& line : split_lines(read_of_process(pid, list))) {
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
    const std::string name = trim(read_of_process(pid, "comm"));
    if ((name.starts_with("git-remote-http") && is_connected(pid)) || asks_somebody(pid))
      return {};
    if (only_git && !name.starts_with("git"))
      continue;
    const std::string moved = read_of_process(pid, "io");
    if (moved.empty())
      return {};
    constexpr size_t kUserTime = 11;
    const std::vector<std::string> fields = stat_fields(pid);
    if (fields.empty() || fields[0] == "R" || fields[0] == "D")
      return {};
    signs += std::to_string(pid) + " " + moved +
             (fields.size() > kUserTime ? fields[kUserTime] : "") + "\n";
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
