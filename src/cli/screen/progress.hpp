#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace handoff::cli {

/// Says on a terminal's standard error what goes on and for how long, once that takes more than a
/// second. The line is gone when the object is.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress() { stop(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Before anything else is written there.
  void stop();

 private:
  void show_until_stopped();

  std::string x_what;
  std::mutex x_mutex;
  std::condition_variable x_changed;
  bool x_stopped = false;
  std::thread x_thread;
};

}  // namespace handoff::cli
