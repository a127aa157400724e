#include "base/process.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/children.hpp"
#include "base/failure.hpp"
#include "base/peek_file.hpp"
#include "base/proc.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"

extern char** environ;

namespace handoff {

namespace {

struct Pipe {
  UniqueFd read_end, write_end;
};

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    fail("cannot create a pipe: " + errno_text());
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

std::vector<std::string> merged_environment(const Command& command) {
  std::vector<std::string> merged;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view text = *entry;
    std::string_view name = text.substr(0, text.find('='));
    bool changed = false;
    for (const auto& change : command.environment)
      changed = changed || change.first == name;
    if (!changed)
      merged.emplace_back(text);
  }
  std::map<std::string_view, const std::optional<std::string>*> last;
  for (const auto& [name, value] : command.environment)
    last[name] = &value;
  for (const auto& [name, value] : last)
    if (*value)
      merged.push_back(std::string(name) + "=" + **value);
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts)
    out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

void ignore_broken_pipes() {
  static const bool done = [] {
    signal(SIGPIPE, SIG_IGN);
    return true;
  }();
  (void)done;
}

sigset_t shielded_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP})
    sigaddset(&set, number);
  return set;
}

class SpawnSettings {
 public:
  explicit SpawnSettings(bool shielded) {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    short flags = POSIX_SPAWN_SETSIGDEF;
    if (shielded) {
      sigset_t waiting = shielded_signals();
      posix_spawnattr_setsigmask(&attributes, &waiting);
      flags |= POSIX_SPAWN_SETSIGMASK;
    }
    posix_spawnattr_setflags(&attributes, flags);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
};

constexpr int kRoomInPipe = 1 << 20;
constexpr size_t kUsualPipe = 1 << 16;

/// Those that run, for end_children(): as many as are ever under way at once. 0: free.
std::array<std::atomic<pid_t>, 64> running{};

void replace_first(pid_t from, pid_t to) {
  for (std::atomic<pid_t>& place : running)
    if (pid_t expected = from; place.compare_exchange_strong(expected, to))
      return;
}

}  // namespace

void end_children() noexcept {
  for (const std::atomic<pid_t>& pid : running)
    if (const pid_t child = pid.load(); child > 0)
      kill(child, SIGTERM);
}

Child::Child(Command command)
    : x_input(std::move(command.input)),
      x_most(command.most_output),
      x_limit(command.limit),
      x_may_be_cut(command.may_be_cut),
      x_most_of_part(command.most_of_part),
      x_shielded(command.shielded),
      x_limits(command.limits),
      x_name(command.argv.at(0)) {
  ignore_broken_pipes();
  SpawnSettings settings(command.shielded);
  Pipe in, out, err;
  if (!command.terminal) {
    in = make_pipe();
    out = make_pipe();
    err = make_pipe();
    posix_spawn_file_actions_adddup2(&settings.actions, in.read_end.get(), 0);
    posix_spawn_file_actions_adddup2(&settings.actions, out.write_end.get(), 1);
    posix_spawn_file_actions_adddup2(&settings.actions, err.write_end.get(), 2);
  }
  if (!command.folder.empty())
    posix_spawn_file_actions_addchdir_np(&settings.actions, command.folder.c_str());

  if (acts_automatically())
    command.environment.emplace_back("PATH", join(program_folders(command.folder), ":"));
  std::vector<std::string> environment = merged_environment(command);
  if (!contains(x_name, "/"))
    command.argv.front() = find_program(x_name, command.folder);
  std::vector<char*> argv = pointers(command.argv);
  std::vector<char*> envp = pointers(environment);
  int error = posix_spawnp(&x_pid.value, argv[0], &settings.actions, &settings.attributes,
                           argv.data(), envp.data());
  if (error != 0) {
    x_pid.value = -1;
    fail("cannot run '" + x_name + "': " + errno_text(error),
         error == ENOENT ? std::vector<std::string>{"is '" + x_name + "' installed and in PATH?"}
                         : std::vector<std::string>{});
  }
  replace_first(0, x_pid.value);
  if (command.terminal)
    return;
  x_in = std::move(in.write_end);
  x_out = std::move(out.read_end);
  x_err = std::move(err.read_end);
  fcntl(x_in.get(), F_SETFL, O_NONBLOCK);
  // Several run side by side and are read one after the other: none should have to wait with its
  // answer.
  fcntl(x_out.get(), F_SETPIPE_SZ, kRoomInPipe);
  // What it reads it gets now, as far as a pipe holds it: until wait() it should be at work.
  if (x_input.size() > kUsualPipe)
    fcntl(x_in.get(), F_SETPIPE_SZ, kRoomInPipe);
  if (!x_input.empty())
    send();
  if (x_sent == x_input.size() && !command.keep_input_open)
    x_in.reset();
}

namespace {

constexpr size_t kMaxMessages = size_t{1} << 20;  // of its errors; what comes behind is dropped

constexpr int kLook = 100;  // milliseconds between two looks for signals

int shields = 0;  // how many SignalShields live

/// A signal that asks to end waits behind the shield.
bool asked_to_end() {
  sigset_t pending;
  sigpending(&pending);
  for (int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    if (sigismember(&pending, number) == 1)
      return true;
  return false;
}

/// As git does while an editor is open: Ctrl-C is for the program on the terminal, and it tells how
/// it ended.
class KeysForChild {
 public:
  KeysForChild() : x_interrupt(signal(SIGINT, SIG_IGN)), x_quit(signal(SIGQUIT, SIG_IGN)) {}
  ~KeysForChild() {
    signal(SIGINT, x_interrupt);
    signal(SIGQUIT, x_quit);
  }
  KeysForChild(const KeysForChild&) = delete;
  KeysForChild& operator=(const KeysForChild&) = delete;

 private:
  void (*x_interrupt)(int);
  void (*x_quit)(int);
};

}  // namespace

Child& Child::operator=(Child&& other) noexcept {
  if (this != &other) {
    stop();
    x_pid = std::move(other.x_pid);
    x_in = std::move(other.x_in);
    x_out = std::move(other.x_out);
    x_err = std::move(other.x_err);
    x_input = std::move(other.x_input);
    x_sent = other.x_sent;
    x_received = other.x_received;
    x_most = other.x_most;
    x_limit = other.x_limit;
    x_may_be_cut = other.x_may_be_cut;
    x_most_of_part = other.x_most_of_part;
    x_part = other.x_part;
    x_outcome = std::move(other.x_outcome);
    x_shielded = other.x_shielded;
    x_name = std::move(other.x_name);
  }
  return *this;
}

Child::~Child() { stop(); }

void Child::stop() {
  if (x_pid.value <= 0)
    return;
  x_in.reset();
  if (x_shielded && shields == 0) {
    // SIGTERM does not reach it; at the end of its input it ends by itself, if it can.
    constexpr int kTries = 200;
    constexpr useconds_t kPause = 5000;
    for (int i = 0; i < kTries; ++i) {
      if (waitpid(x_pid.value, nullptr, WNOHANG) != 0) {
        replace_first(x_pid.value, 0);
        x_pid.value = -1;
        return;
      }
      usleep(i == 0 ? kPause / 10 : kPause);
    }
  }
  kill(x_pid.value,
       x_shielded || shields > 0 ? SIGKILL : SIGTERM);  // the shield keeps SIGTERM from it
  x_out.reset();
  x_err.reset();
  while (waitpid(x_pid.value, nullptr, 0) < 0 && errno == EINTR) {
  }
  replace_first(x_pid.value, 0);
  x_pid.value = -1;
}

void Child::feed(std::string_view bytes) { x_input += bytes; }

void Child::look_for_signals() {
  // Behind the shield a child that hangs would be beyond Ctrl-C. What is under way is written down,
  // so after a few seconds we may die as from any kill.
  if (shields == 0 || !asked_to_end() || (x_patience -= kLook) > 0)
    return;
  kill(x_pid.value, SIGKILL);
  sigset_t set = shielded_signals();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
  fail("interrupted while '" + x_name + "' was at work");
}

void Child::keep(std::string_view bytes) {
  constexpr size_t kMany = 16u << 20, kLessOfMany = 64;
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\0'), bytes.size());
    const size_t most =
        x_outcome.out.size() < kMany ? x_most_of_part : x_most_of_part / kLessOfMany;
    const size_t kept = std::min(end, most - std::min(x_part, most));
    x_outcome.out.append(bytes.substr(0, kept));
    x_part += kept;
    x_received += kept + 1;
    if (end < bytes.size()) {
      x_outcome.out += '\0';
      x_part = 0;
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
}

void Child::drain(UniqueFd& fd, std::string& into, size_t limit) {
  char buffer[65536];
  ssize_t n = read(fd.get(), buffer, sizeof buffer);
  if (n > 0) {
    if (&into == &x_outcome.out && x_most_of_part > 0) {
      keep({buffer, static_cast<size_t>(n)});
    } else {
      x_received += static_cast<size_t>(n);
      if (x_most > 0 && into.size() > x_most)
        into.erase(0, into.size() - x_most);
      if (into.size() < limit)
        into.append(buffer, static_cast<size_t>(n));
    }
  } else if (n == 0) {
    fd.reset();
  } else if (errno != EINTR && errno != EAGAIN) {
    fail("cannot read what '" + x_name + "' prints: " + errno_text());
  }
  if (x_received >= x_limit && x_may_be_cut) {
    x_out.reset();
    x_err.reset();
  } else if (x_received >= x_limit) {
    fail("'" + x_name + "' printed over " + human_size(x_limit) + ": it was stopped");
  }
}

void Child::send() {
  ssize_t n = write(x_in.get(), x_input.data() + x_sent, x_input.size() - x_sent);
  if (n > 0)
    x_sent += static_cast<size_t>(n);
  else if (n < 0 && errno == EPIPE)
    x_in.reset();
  else if (n < 0 && errno != EINTR && errno != EAGAIN)
    fail("cannot tell '" + x_name + "' what to do: " + errno_text());
}

void Child::pump(int milliseconds) {
  bool sends = x_in && x_sent < x_input.size();
  pollfd fds[3] = {
      {sends ? x_in.get() : -1, POLLOUT, 0}, {x_out.get(), POLLIN, 0}, {x_err.get(), POLLIN, 0}};
  int ready = poll(fds, 3, shields > 0 ? kLook : milliseconds);
  if (ready < 0 && errno != EINTR)
    fail("cannot wait for '" + x_name + "': " + errno_text());
  if (ready <= 0) {
    look_for_signals();
    return;
  }
  if (sends && (fds[0].revents & (POLLOUT | POLLERR | POLLHUP)) != 0)
    send();
  if (x_out && (fds[1].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
    drain(x_out, x_outcome.out, x_limit);
  if (x_err && (fds[2].revents & (POLLIN | POLLHUP | POLLERR)) != 0)
    drain(x_err, x_outcome.err, kMaxMessages);
}

bool Child::ask(std::string_view bytes, size_t lines) {
  x_input += bytes;
  size_t seen = x_outcome.out.size();
  constexpr auto kPatience = std::chrono::seconds(2);
  auto begun = std::chrono::steady_clock::now();
  for (;;) {
    for (size_t end; lines > 0 && (end = x_outcome.out.find('\n', seen)) != std::string::npos;
         --lines)
      seen = end + 1;
    if (lines == 0)
      return true;
    if (!x_out)
      return false;
    // One whose answer was lost waits for us, and we for it.
    if (x_sent == x_input.size() && std::chrono::steady_clock::now() - begun > kPatience)
      return false;
    pump(kLook);
  }
}

void Child::bound_memory(size_t bytes) const {
  const rlimit memory{bytes, bytes};
  prlimit(x_pid.value, RLIMIT_DATA, &memory, nullptr);
}

Outcome Child::wait() {
  constexpr int kSoon = 1000;  // milliseconds; a thread that watches costs more than most gits
  std::optional<Deadline> deadline;
  const auto begun = std::chrono::steady_clock::now();
  while (x_in || x_out || x_err) {
    if (x_in && x_sent == x_input.size())
      x_in.reset();
    if (x_limits.any() && !deadline &&
        std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(kSoon))
      deadline.emplace(x_pid.value, x_limits);
    if (x_in || x_out || x_err)
      pump(x_limits.any() && !deadline ? kSoon : -1);
  }
  Outcome outcome = std::move(x_outcome);
  int status = 0;
  while (waitpid(x_pid.value, &status, 0) < 0)
    if (errno != EINTR)
      fail("cannot wait for '" + x_name + "': " + errno_text());
  replace_first(x_pid.value, 0);
  x_pid.value = -1;
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (outcome.why = outcome.ok() || !deadline ? "" : deadline->why_ended(); !outcome.why.empty())
    outcome.err.clear();
  return outcome;
}

Outcome run(Command command) {
  bool terminal = command.terminal;
  Child child(std::move(command));
  if (!terminal)
    return child.wait();
  KeysForChild keys;
  return child.wait();
}

SignalShield::SignalShield() {
  sigset_t set = shielded_signals();
  sigprocmask(SIG_BLOCK, &set, nullptr);
  ++shields;
}

SignalShield::~SignalShield() {
  if (--shields > 0)
    return;
  sigset_t set = shielded_signals();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

ProcessIdentity this_process() {
  ProcessIdentity me;
  me.pid = getpid();
  me.boot_id = trim(peek_file("/proc/sys/kernel/random/boot_id").value_or(""));
  if (const std::optional<ProcStat> stat = proc_stat(me.pid))
    me.start_time = stat->start_time;
  return me;
}

bool is_alive(const ProcessIdentity& process) {
  ProcessIdentity me = this_process();
  if (!process.boot_id.empty() && !me.boot_id.empty() && process.boot_id != me.boot_id)
    return false;
  if (process.pid <= 0 || (kill(process.pid, 0) != 0 && errno == ESRCH))
    return false;
  const std::optional<ProcStat> now = proc_stat(process.pid);
  const bool has_ended = now && (now->state == "Z" || now->state == "X");  // nobody waited for it
  return !has_ended &&
         (process.start_time.empty() || !now || now->start_time == process.start_time);
}

}  // namespace handoff
