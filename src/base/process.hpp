#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "base/deadline.hpp"
#include "base/files.hpp"

namespace handoff {

/// A program to run. Never a shell string: argv is handed to exec as it is.
struct Command {
  std::vector<std::string> argv = {};
  std::string folder = {};  ///< where to run it; empty: here
  /// Changes to this process's environment: a value sets, nullopt removes.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment = {};
  std::string input =
      {};  ///< what it reads on stdin: what fits into a pipe at once, the rest in wait()
  bool keep_input_open = false;  ///< more input follows with Child::feed
  size_t most_output = 0;        ///< the last bytes of each output that are kept; 0: all
  /// Of stdout, the first bytes of each part that are kept; a NUL ends a part. Of what has very
  /// many parts less. 0: all
  size_t most_of_part = 0;
  size_t limit = size_t{1} << 30;  ///< of both outputs; what prints more is stopped, with a Failure
  bool may_be_cut = false;  ///< what prints more than that is ended, and has said what it has said
  bool terminal = false;    ///< stdin, stdout and stderr are ours (an editor)
  bool shielded = false;    ///< the signals of SignalShield wait in it as well
  Limits limits = {};       ///< from wait() on
};

struct Outcome {
  int exit_code = 0;  ///< 128 + signal where a signal ended it
  std::string out;
  std::string err;
  std::string why = {};  ///< why it did not run, or was ended by its limits, in our own words
  bool ok() const { return exit_code == 0; }
};

/// A running program. Destruction before wait() kills it.
class Child {
 public:
  /// Starts it at once. Throws a Failure where the program cannot be started, with the hint to
  /// install it.
  explicit Child(Command command);
  Child(Child&&) noexcept = default;
  Child& operator=(Child&&) noexcept;
  ~Child();

  /// Adds to stdin (only with keep_input_open); sent while waiting.
  void feed(std::string_view bytes);
  /// Sends bytes at once (only with keep_input_open) and reads stdout until that many more lines
  /// have come. False where it ended before, or did not answer for two seconds: wait() tells why.
  /// What was read stays for wait().
  bool ask(std::string_view bytes, size_t lines);
  /// Sends the rest of stdin, reads both outputs to the end, and waits. Call it once.
  Outcome wait();
  pid_t pid() const { return x_pid.value; }
  /// So many bytes of memory at most from now on, without what it maps (itself, files).
  void bound_memory(size_t bytes) const;

 private:
  struct Pid {
    pid_t value = -1;
    Pid() = default;
    Pid(Pid&& o) noexcept : value(std::exchange(o.value, -1)) {}
    Pid& operator=(Pid&& o) noexcept {
      value = std::exchange(o.value, -1);
      return *this;
    }
  };
  void stop();
  /// As much of stdin as goes without waiting.
  void send();
  /// One round of poll, so long at most (-1: until something happens): sends what waits, reads what
  /// has come.
  void pump(int milliseconds);
  void drain(UniqueFd& fd, std::string& into, size_t limit);
  /// Of what came on stdout, what is kept.
  void keep(std::string_view bytes);
  void look_for_signals();

  Pid x_pid;
  UniqueFd x_in, x_out, x_err;
  std::string x_input;
  size_t x_sent = 0;      ///< of x_input
  size_t x_received = 0;  ///< from both outputs
  size_t x_most = 0;      ///< Command::most_output
  size_t x_limit = 0;     ///< Command::limit
  bool x_may_be_cut = false;
  size_t x_most_of_part = 0;  ///< Command::most_of_part
  size_t x_part = 0;          ///< bytes kept of the part that is coming
  int x_patience = 3000;      ///< milliseconds for which a signal waits behind the shield
  bool x_shielded = false;
  Limits x_limits;
  Outcome x_outcome;
  std::string x_name;
};

Outcome run(Command command);

/// Keeps SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGTSTP waiting while it lives: the few milliseconds
/// in which index and branch move. Children started meanwhile inherit it. What arrived is delivered
/// at the end.
class SignalShield {
 public:
  SignalShield();
  ~SignalShield();
  SignalShield(const SignalShield&) = delete;
  SignalShield& operator=(const SignalShield&) = delete;
};

/// Is this process still the one that was recorded? Compares the boot id and the start time as well
/// as the pid, so that a pid used again is not taken for it.
struct ProcessIdentity {
  pid_t pid = 0;
  std::string boot_id;     ///< /proc/sys/kernel/random/boot_id; empty where there is none
  std::string start_time;  ///< field 22 of /proc/PID/stat; empty where there is none
};
ProcessIdentity this_process();
bool is_alive(const ProcessIdentity& process);

}  // namespace handoff
