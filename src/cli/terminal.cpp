#include "cli/terminal.hpp"

#include <cerrno>
#include <cstdio>

#include <unistd.h>

#include "base/text.hpp"

namespace handoff::cli {

bool can_ask() {
  return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
}

std::optional<std::string> ask(const std::string& question) {
  std::fflush(stdout);
  std::fputs(question.c_str(), stderr);
  std::string line;
  // Byte by byte, so that what follows the line is left to whoever reads next.
  for (;;) {
    char byte = 0;
    ssize_t n = read(STDIN_FILENO, &byte, 1);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0 && line.empty())
      return std::nullopt;
    if (n <= 0 || byte == '\n')
      return trim(line);
    line += byte;
  }
}

}  // namespace handoff::cli
