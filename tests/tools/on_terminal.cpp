// on-terminal KEYS COMMAND...: runs it on a terminal of its own, types the keys and what ends the
// input, and prints what the terminal shows, without carriage returns. Its exit code is the
// command's; 250: no terminal can be made here. TERMINAL_WIDTH sets the columns (80). With
// ONCE_SHOWN=TEXT the keys wait for that text on the screen; then MEANWHILE, a shell command, runs
// before they are typed. script(1) sleeps for two seconds where a command leaves keys unread.
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

namespace {

std::string variable(const char* name) {
  const char* value = getenv(name);
  return value ? value : "";
}

/// 80 columns, no echo, and lines end as the command writes them.
void set_up(int terminal) {
  const int width = atoi(variable("TERMINAL_WIDTH").c_str());
  winsize size{};
  size.ws_row = 24;
  size.ws_col = static_cast<unsigned short>(width > 0 ? width : 80);
  ioctl(terminal, TIOCSWINSZ, &size);
  termios mode{};
  tcgetattr(terminal, &mode);
  mode.c_oflag &= ~static_cast<tcflag_t>(OPOST);
  mode.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  tcsetattr(terminal, TCSANOW, &mode);
}

/// Whether all of it was written.
bool put(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(to, text.data(), text.size());
    if (written < 0)
      return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool has_something(int from, int other, int timeout) {
  std::array<pollfd, 2> waits{pollfd{from, POLLIN, 0}, pollfd{other, POLLIN, 0}};
  return poll(waits.data(), waits.size(), timeout) > 0;
}

/// What the terminal shows, until the command is gone and no more comes.
void pass_on(int terminal, int gone, const std::string& keys) {
  std::string awaited = variable("ONCE_SHOWN");
  std::string screen;
  const std::string typed = keys + std::string(16, '\x04');
  if (awaited.empty())
    put(terminal, typed);
  while (has_something(terminal, gone, -1)) {
    while (has_something(terminal, -1, 0)) {
      std::array<char, 65536> buffer;
      const ssize_t size = read(terminal, buffer.data(), buffer.size());
      if (size <= 0)  // its last reader is gone
        return;
      const std::string_view text(buffer.data(), static_cast<size_t>(size));
      std::string shown;
      for (const char c : text)
        if (c != '\r')
          shown += c;
      if (!put(STDOUT_FILENO, shown))
        return;
      screen += text;
      if (!awaited.empty() && screen.find(awaited) != std::string::npos) {
        awaited.clear();
        if (const std::string meanwhile = variable("MEANWHILE"); !meanwhile.empty())
          static_cast<void>(!system(meanwhile.c_str()));
        put(terminal, typed);
      }
    }
    if (has_something(gone, -1, 0) && !has_something(terminal, -1, 0))
      return;
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 3)
    return 129;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child < 0) {
    fprintf(stderr, "no terminal: %s\n", strerror(errno));
    return 250;
  }
  if (child == 0) {
    set_up(STDIN_FILENO);
    for (const int number : {SIGINT, SIGQUIT, SIGPIPE})
      signal(number, SIG_DFL);
    execvp(words[2], words + 2);
    fprintf(stderr, "%s: %s\n", words[2], strerror(errno));
    _exit(127);
  }
  const int gone = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  set_up(terminal);
  pass_on(terminal, gone, words[1]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
