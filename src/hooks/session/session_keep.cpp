// Checkpoints that hooks take, and what a session remembers between two hook calls.

#include <algorithm>
#include <ctime>
#include <exception>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/peek_file.hpp"
#include "base/sealed_file.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"
#include "git/repo/status.hpp"
#include "hooks/session/session_events.hpp"
#include "ops/notes/journal.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/committed_checkpoint.hpp"

namespace handoff::hooks {

namespace {

constexpr std::string_view kSession = "session";
constexpr Seconds kTwice = 5;  ///< two programs that read the same settings call within this
constexpr int kWaitMilliseconds = 800;
constexpr unsigned kLongestKeep = 600;  ///< seconds; after that the next session tries again

std::string mark_file(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "last-auto-checkpoint");
}

std::string seen_file(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "last-auto-state");
}

constexpr size_t kLargestMark = 16u << 20;

/// Was the same asked for a moment ago? Remembers this call.
bool asked_twice(const git::Repository& repository, const std::string& name) {
  std::string file = mark_file(repository);
  struct stat info {};
  if (stat(file.c_str(), &info) == 0 && peek_file(file, kLargestMark) == name) {
    auto age = static_cast<Seconds>(std::time(nullptr)) - static_cast<Seconds>(info.st_mtime);
    if (age >= 0 && age < kTwice)
      return true;
  }
  make_folders(repository.layout().own_dir());
  write_file_atomic(file, name);
  return false;
}

std::string stamp_of(const std::string& path) {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0)
    return "-";
  return std::to_string(info.st_mtim.tv_sec) + "." + std::to_string(info.st_mtim.tv_nsec) + "/" +
         std::to_string(info.st_size);
}

/// All that a checkpoint would hold, as a text that changes with it: HEAD, status and the changed
/// files' times, the journal, and this branch's records.
std::string present_state(const git::Repository& repository, const git::Status& status) {
  std::string text = status.head.label() + " " + status.head.oid + "\n" +
                     stamp_of(repository.layout().journal_file()) + "\n";
  for (const git::StatusEntry& entry : status.entries)
    text += std::string(1, entry.staged) + entry.unstaged + entry.oid_index + entry.path + " " +
            stamp_of(join_path(repository.layout().root, entry.path)) + "\n";
  for (const ops::RecordRef& record : ops::Store(repository).active_on(status.head.label()))
    text += record.oid + "\n";
  return text;
}

/// Was anything noted since the last commit? What is older waits in the journal as it is.
bool says_something_new(const git::Repository& repository, const git::Head& head) {
  const std::vector<model::Note> notes =
      ops::notes_for(ops::read_journal(repository.layout().journal_file()), head.label());
  return std::ranges::any_of(notes, [&](const model::Note& note) {
    return note.carried_from.empty() && note.kind != model::NoteKind::done && note.head == head.oid;
  });
}

void keep(const git::Repository& repository, const std::string& name) {
  if (ops::needs_recovery(repository))
    ops::recover(repository);
  ops::bring_notes_here(repository);
  git::Status status = git::read_status(repository.git());
  if (status.clean() && !says_something_new(repository, status.head)) {
    ops::archive_committed_checkpoints(ops::Store(repository), status.head);
    return;
  }
  if (peek_file(seen_file(repository), kLargestMark).value_or("") ==
      present_state(repository, status))
    return;  // the last one holds all of this
  ops::checkpoint(repository, {.name = name, .reversible = false});
  write_file_atomic(seen_file(repository), present_state(repository, status));
}

/// Says that a checkpoint is being taken. Locked as long as that goes on; left behind by who is
/// killed or fails.
class Unfinished {
 public:
  explicit Unfinished(const std::string& own_dir) : x_file(unfinished_file(own_dir)) {
    make_folders(own_dir);
    for (int tries = 0; tries < 3 && !x_lock; ++tries) {
      UniqueFd file(open(x_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
      struct stat ours {
      }, there{};
      if (!file || flock(file.get(), LOCK_EX | LOCK_NB) != 0)
        return;  // another one is at it
      if (fstat(file.get(), &ours) == 0 && stat(x_file.c_str(), &there) == 0 &&
          ours.st_ino == there.st_ino)
        x_lock = std::move(file);
    }
  }
  void done() {
    if (x_lock)
      remove_file(x_file);
  }

 private:
  std::string x_file;
  UniqueFd x_lock;
};

/// A process that goes on by itself, and where to hear what went wrong in it.
struct Background {
  pid_t pid = -1;  ///< 0 in the new process, negative where there is none
  UniqueFd hear = {};
  UniqueFd tell = {};
};

/// Nothing of the agent's stays open in the new process, and nobody has to wait for it.
Background fork_away() {
  Background both;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return both;
  UniqueFd hear(ends[0]), tell(ends[1]);
  both.pid = fork();
  if (both.pid != 0) {
    both.hear = std::move(hear);
    return both;
  }
  both.tell = std::move(tell);
  setsid();
  alarm(kLongestKeep);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(nothing, fd);
  return both;
}

/// In the new process. The repository is opened here: questions that the parent asked git are
/// answered to the parent only.
template <typename Work>
[[noreturn]] void work_and_exit(const std::string& folder, int tell, Work work) {
  try {
    work(git::Repository::open(folder));
  } catch (const std::exception& error) {
    std::string_view why = error.what();
    ssize_t told = write(tell, why.data(), why.size());
    static_cast<void>(told);  // nobody waits any more
  }
  _exit(0);
}

void keep_marked(const git::Repository& repository, const std::string& name) {
  Unfinished mark(repository.layout().own_dir());
  keep(repository, name);
  mark.done();
}

/// What comes out of the pipe until it is closed, or until the time is over.
std::string read_briefly(int fd, int most) {
  std::string text;
  auto milliseconds = [] {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1'000'000;
  };
  const auto end = milliseconds() + most;
  for (;;) {
    auto left = end - milliseconds();
    pollfd waiting{.fd = fd, .events = POLLIN, .revents = 0};
    if (left <= 0 || poll(&waiting, 1, static_cast<int>(left)) <= 0)
      return text;
    char bytes[512];
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n <= 0)
      return text;
    text.append(bytes, static_cast<size_t>(n));
  }
}

/// Sessions that ended without telling leave their files behind: those of a week ago go, and where
/// there are very many, the oldest but for today's. Nothing a session needs is in them, so another
/// session that does the same does no harm.
void prune_sessions(const std::string& folder) {
  constexpr size_t kFew = 16, kMany = 256;
  constexpr std::time_t kOneDay = 24 * 60 * 60, kWeek = 7 * kOneDay;
  std::vector<std::pair<std::time_t, std::string>> files;
  std::vector<std::string> names = list_folder(folder);
  if (names.size() <= kFew)
    return;
  for (const std::string& name : names)
    if (struct stat info{};
        lstat(join_path(folder, name).c_str(), &info) == 0 && S_ISREG(info.st_mode))
      files.emplace_back(info.st_mtime, name);
  std::sort(files.rbegin(), files.rend());
  const std::time_t present = std::time(nullptr);
  for (size_t i = 0; i < files.size(); ++i)
    if (present - files[i].first > (i < kMany ? kWeek : kOneDay))
      remove_file(join_path(folder, files[i].second));
}

std::string safe_name(const std::string& session) {
  std::string name;
  for (char c : session.substr(0, 80))
    name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '-';
  return name.empty() ? "unknown" : name;
}

}  // namespace

Kept keep_in_background(const git::Repository& repository, const std::string& name) {
  try {
    if (asked_twice(repository, name))
      return {};
  } catch (const Failure& failure) {
    return {.failure = failure.message()};
  }
  Background child = fork_away();
  if (child.pid == 0)
    work_and_exit(repository.layout().root, child.tell.get(),
                  [&](const git::Repository& opened) { keep_marked(opened, name); });
  if (child.pid < 0)
    return {.failure = errno_text()};
  return {.failure = printable(read_briefly(child.hear.get(), kWaitMilliseconds))};
}

void keep_at_end(const SessionCall& call, int milliseconds) {
  Background child = fork_away();
  if (child.pid == 0)
    work_and_exit(call.folder, child.tell.get(), [&](const git::Repository& opened) {
      if (!asked_twice(opened, "end of session"))
        keep_marked(opened, "end of session");
      SessionState(opened, call.session()).forget();
    });
  if (child.pid > 0)
    read_briefly(child.hear.get(), milliseconds);
}

std::string unfinished_file(const std::string& own_dir) {
  return join_path(own_dir, "unfinished-checkpoint");
}

std::string finish_keeping(const git::Repository& repository) {
  UniqueFd file(open(unfinished_file(repository.layout().own_dir()).c_str(), O_RDWR | O_CLOEXEC));
  if (!file || flock(file.get(), LOCK_EX | LOCK_NB) != 0)
    return {};  // nothing is left, or it goes on still
  file.reset();
  const std::string failure = keep_in_background(repository, "left unfinished").failure;
  if (!failure.empty())
    remove_file(unfinished_file(repository.layout().own_dir()));  // it is told now
  return failure;
}

std::string keep_or_tell(const git::Repository& repository, const SessionCall& call,
                         SessionState& state, const std::string& name) {
  std::string failure = keep_in_background(repository, name).failure;
  if (failure.empty()) {
    state.set("save-failed", "");
    return {};
  }
  if (!call.can_tell()) {
    state.set("save-failed", failure);  // or to the next session, by the mark that is left
    return {};
  }
  remove_file(unfinished_file(repository.layout().own_dir()));
  return state.first("failed:" + failure) ? recovery_text(repository, failure) : std::string();
}

SessionState::SessionState(const git::Repository& repository, const std::string& session)
    : x_file(join_path(repository.layout().own_dir(), "sessions/" + safe_name(session) + ".json")),
      x_content(std::make_shared<Json>(Json::object())) {
  try {
    std::optional<std::string> text = read_sealed_file(kSession, x_file);
    x_new = !text;
    if (text)
      if (Json content = formats::parse_own_json(*text); content.is_object())
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
    write_file_atomic(x_file, with_seal(kSession, x_file, formats::write_json_line(*x_content)));
    if (x_new)
      prune_sessions(parent_path(x_file));
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
  const std::string given = value(kBrief);
  *x_content = Json::object();
  if (!given.empty())
    set(kBrief, given);  // it may be resumed
  x_changed = !given.empty();
  if (given.empty())
    remove_file(x_file);
}

}  // namespace handoff::hooks
