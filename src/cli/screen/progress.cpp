#include "cli/screen/progress.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "base/environment.hpp"

namespace handoff::cli {

Progress::Progress(std::string what) : x_what(std::move(what)) {
  const std::string terminal = environment("TERM");
  if (isatty(STDERR_FILENO) == 0 || terminal.empty() || terminal == "dumb")
    return;
  // Signals are for the thread that works.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    x_thread = std::thread([this] { show_until_stopped(); });
  } catch (const std::system_error&) {
    // No more threads: it goes on in silence.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Progress::stop() {
  if (!x_thread.joinable())
    return;
  {
    std::lock_guard lock(x_mutex);
    x_stopped = true;
  }
  x_changed.notify_one();
  x_thread.join();
}

void Progress::show_until_stopped() {
  std::unique_lock lock(x_mutex);
  int seconds = 0;
  while (!x_changed.wait_for(lock, std::chrono::seconds(1), [this] { return x_stopped; }))
    std::fprintf(stderr, "\r%s: %d s", x_what.c_str(), ++seconds);
  if (seconds > 0)
    std::fputs("\r\033[K", stderr);
}

}  // namespace handoff::cli
