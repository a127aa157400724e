#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include <sys/types.h>

namespace handoff {

/// How long a program may take; 0: as long as it takes.
struct Limits {
  unsigned seconds = 0;   ///< in all
  unsigned silence = 0;   ///< while nothing goes in or out of it and what it started
  bool only_git = false;  ///< ... of the gits among them: an ssh says something by itself
  bool any() const { return seconds > 0 || silence > 0; }
};

/// Ends a child, with the ssh below it, when one of its limits is passed. It is no silence while
/// one of them computes or waits for a disk, somebody is asked for a password, nor over http, where
/// curl watches (`http.lowSpeedTime`).
class Deadline {
 public:
  Deadline(pid_t pid, Limits limits);
  ~Deadline();
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;
  /// What the child was ended for, for people; empty: it was not. To be asked when it has ended.
  std::string why_ended() {
    std::lock_guard lock(x_mutex);
    return x_why;
  }

 private:
  void watch(pid_t pid, Limits limits);

  std::thread x_thread;
  std::mutex x_mutex;
  std::condition_variable x_changed;
  bool x_done = false;
  std::string x_why;
};

}  // namespace handoff
