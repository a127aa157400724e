#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace handoff {

/// What a stopped command means to the caller. The values are the program's exit codes.
enum class FailureKind : int {
  no = 1,       ///< the answer is no: nothing paused, a conflict, a choice missing, a lost race
  fatal = 128,  ///< the command could not be carried out
  usage = 129,  ///< the command line was not understood
};

/// The one exception of the program. It stops a command and is reported in three places: the cli's
/// `run`, the MCP request loop and the hook entry.
///
/// The message says what failed and quotes its subject ("cannot pause: 'src/a.c' has unresolved
/// conflicts"), without a capital at the start or a full stop at the end. Each hint is one line
/// that names a way out.
class Failure : public std::exception {
 public:
  Failure(FailureKind kind, std::string message, std::vector<std::string> hints = {})
      : x_kind(kind), x_message(std::move(message)), x_hints(std::move(hints)) {}

  FailureKind kind() const { return x_kind; }
  const std::string& message() const { return x_message; }
  const std::vector<std::string>& hints() const { return x_hints; }
  const char* what() const noexcept override { return x_message.c_str(); }

 private:
  FailureKind x_kind;
  std::string x_message;
  std::vector<std::string> x_hints;
};

/// Stops with exit 128.
[[noreturn]] inline void fail(std::string message, std::vector<std::string> hints = {}) {
  throw Failure(FailureKind::fatal, std::move(message), std::move(hints));
}

/// Stops with exit 1: the answer is no.
[[noreturn]] inline void refuse(std::string message, std::vector<std::string> hints = {}) {
  throw Failure(FailureKind::no, std::move(message), std::move(hints));
}

/// Stops with exit 129: the command line was not understood.
[[noreturn]] inline void fail_usage(std::string message, std::vector<std::string> hints = {}) {
  throw Failure(FailureKind::usage, std::move(message), std::move(hints));
}

}  // namespace handoff
