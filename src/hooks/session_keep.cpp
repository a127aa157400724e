// Checkpoints that hooks take, and what a session remembers between two hook calls.

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>
#include <exception>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/json.hpp"
#include "formats/values.hpp"
#include "git/status.hpp"
#include "hooks/session_events.hpp"
#include "ops/journal.hpp"
#include "ops/pause.hpp"

namespace handoff::hooks {

namespace {

constexpr Seconds kTwice = 5;       ///< two programs that read the same settings call within this
constexpr int kWaitMilliseconds = 800;

std::string mark_file(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "last-auto-checkpoint");
}

/// Seconds since the last checkpoint of a hook in this worktree; nullopt where there was none.
std::optional<Seconds> age_of_last(const git::Repository& repository) {
  struct stat info {};
  if (stat(mark_file(repository).c_str(), &info) != 0)
    return std::nullopt;
  return static_cast<Seconds>(std::time(nullptr)) - static_cast<Seconds>(info.st_mtime);
}

bool anything_to_keep(const git::Repository& repository) {
  std::string label = repository.head().label();
  return !ops::notes_for(ops::read_journal(repository.layout().journal_file()), label).empty() ||
         !git::read_status(repository.git()).clean();
}

void keep(const git::Repository& repository, const std::string& name) {
  if (anything_to_keep(repository))
    ops::checkpoint(repository, {.name = name});
}

/// What the child of keep_in_background does: nothing of the agent's stays open in it.
/// The repository is opened again: questions that the parent asked git are answered to the parent only.
[[noreturn]] void keep_and_exit(const std::string& root, const std::string& name) {
  setsid();
  alarm(0);
  int nothing = open("/dev/null", O_RDWR);
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(nothing, fd);
  try {
    keep(git::Repository::open(root), name);
  } catch (const std::exception&) {
    // Tried; what is in the journal stays there for the next one.
  }
  _exit(0);
}

std::string safe_name(const std::string& session) {
  std::string name;
  for (char c : session.substr(0, 80))
    name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '-';
  return name.empty() ? "unknown" : name;
}

}  // namespace

void keep_in_background(const git::Repository& repository, const std::string& name) {
  if (std::optional<Seconds> age = age_of_last(repository); age && *age >= 0 && *age < kTwice)
    return;
  make_folders(repository.layout().own_dir());
  write_file_atomic(mark_file(repository), "");
  pid_t child = fork();
  if (child == 0)
    keep_and_exit(repository.layout().root, name);
  for (int waited = 0; child > 0 && waited < kWaitMilliseconds; waited += 10) {
    if (waitpid(child, nullptr, WNOHANG) != 0)
      return;
    timespec pause{.tv_sec = 0, .tv_nsec = 10'000'000};
    nanosleep(&pause, nullptr);
  }
}

SessionState::SessionState(const git::Repository& repository, const std::string& session)
    : x_file(join_path(repository.layout().own_dir(), "sessions/" + safe_name(session) + ".json")),
      x_content(std::make_shared<Json>(Json::object())) {
  constexpr size_t kLargest = 4u << 20;
  try {
    if (std::optional<std::string> text = read_file_at_most(x_file, kLargest))
      if (Json content = formats::parse_json(*text, "session"); content.is_object())
        *x_content = std::move(content);
  } catch (const Failure&) {
    // A damaged state is an empty one.
  }
}

SessionState::~SessionState() {
  if (!x_changed)
    return;
  try {
    make_folders(parent_path(x_file));
    write_file_atomic(x_file, formats::write_json_line(*x_content));
  } catch (const std::exception&) {
    // Then a reminder may come twice.
  }
}

bool SessionState::first(const std::string& word) {
  constexpr size_t kMost = 5'000;
  Json& seen = (*x_content)["seen"];
  if (!seen.is_object() || seen.size() > kMost)
    seen = Json::object();
  if (seen.contains(word))
    return false;
  seen[word] = true;
  x_changed = true;
  return true;
}

std::string SessionState::value(const std::string& name) const {
  return formats::text_of(formats::field(formats::field(*x_content, "values"), name));
}

void SessionState::set(const std::string& name, const std::string& text) {
  if (value(name) == text)
    return;
  (*x_content)["values"][name] = text;
  x_changed = true;
}

void SessionState::forget() {
  x_changed = false;
  remove_file(x_file);
}

}  // namespace handoff::hooks
