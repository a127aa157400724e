#include "ops/operation/transaction.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "git/repo/live_gits.hpp"
#include "ops/operation/checkout_log.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;
using git::RefUpdate;

struct OpFile {
  Transaction transaction;
  ProcessIdentity process;
  Seconds started = 0;
  std::string prepared_index;
};

std::string op_file(const git::Repository& r) { return join_path(r.layout().own_dir(), "op.json"); }
std::string last_file(const git::Repository& r) {
  return join_path(r.layout().own_dir(), "last.json");
}

std::string encode(const std::vector<IndexChange>& changes, IndexEntry IndexChange::*side) {
  std::vector<IndexEntry> entries;
  for (const IndexChange& change : changes)
    entries.push_back(change.*side);
  return base64_encode(git::encode_entries(entries));
}

Json to_json(const OpFile& op) {
  const Transaction& t = op.transaction;
  Json out = {{"version", 1},
              {"verb", t.verb},
              {"id", t.id},
              {"message", t.message},
              {"reversible", t.reversible},
              {"started", to_rfc3339(op.started)},
              {"process",
               {{"pid", op.process.pid},
                {"boot_id", op.process.boot_id},
                {"start_time", op.process.start_time}}},
              {"prepared_index", to_valid_utf8(op.prepared_index)},
              {"steps", Json::array()}};
  for (const Step& step : t.steps) {
    Json refs = Json::array();
    for (const RefUpdate& update : step.refs)
      refs.push_back({{"name", update.name}, {"oid", update.oid}, {"expected", update.expected}});
    out["steps"].push_back({{"refs", std::move(refs)},
                            {"before", encode(step.index, &IndexChange::before)},
                            {"after", encode(step.index, &IndexChange::after)}});
  }
  return out;
}

std::vector<IndexEntry> decode(const Json& text) {
  return git::decode_entries(base64_decode(text.get<std::string>()).value_or(""));
}

std::optional<OpFile> read_op_file(const std::string& path) {
  std::optional<std::string> bytes = read_file(path);
  if (!bytes)
    return std::nullopt;
  try {
    Json in = formats::parse_json(*bytes, path);
    OpFile op;
    Transaction& t = op.transaction;
    t.verb = in.at("verb").get<std::string>();
    t.id = in.at("id").get<std::string>();
    t.message = in.at("message").get<std::string>();
    t.reversible = in.at("reversible").get<bool>();
    if (auto started = parse_time(in.at("started").get<std::string>()))
      op.started = started->time;
    op.process.pid = in.at("process").at("pid").get<pid_t>();
    op.process.boot_id = in.at("process").at("boot_id").get<std::string>();
    op.process.start_time = in.at("process").at("start_time").get<std::string>();
    op.prepared_index = in.at("prepared_index").get<std::string>();
    for (const Json& item : in.at("steps")) {
      Step step;
      for (const Json& ref : item.at("refs"))
        step.refs.push_back({ref.at("name").get<std::string>(), ref.at("oid").get<std::string>(),
                             ref.at("expected").get<std::string>()});
      std::vector<IndexEntry> before = decode(item.at("before"));
      std::vector<IndexEntry> after = decode(item.at("after"));
      for (size_t i = 0; i < before.size() && i < after.size(); ++i)
        step.index.push_back({before[i], after[i]});
      t.steps.push_back(std::move(step));
    }
    return op;
  } catch (const Json::exception&) {
    fail_damaged(path);
  } catch (const Failure&) {
    fail_damaged(path);
  }
}

/// The refs of a step that are not moved yet: none where it is done, all where it is to do. Git
/// killed in the middle moves some. nullopt: one is neither as it was nor as it is to be.
std::optional<std::vector<RefUpdate>> left_to_move(const git::Repository& repository,
                                                   const Step& step) {
  std::vector<RefUpdate> left;
  for (const RefUpdate& update : step.refs) {
    std::string now = git::read_ref(repository, update.name).value_or("");
    if (now == update.oid)
      continue;
    if (now != update.expected)
      return std::nullopt;
    left.push_back(update);
  }
  return left;
}

[[noreturn]] void refuse_moved(const Step& step) {
  refuse("'" + printable(step.refs.front().name) + "' was moved by somebody else meanwhile",
         {"everything is back as it was; try again"});
}

void apply_index(const git::Repository& repository, git::Quarantine& quarantine,
                 const Transaction& transaction, size_t number, const git::PreparedIndex* prepared,
                 TransactionResult& result) {
  if (prepared != nullptr && swap_index(repository.layout(), *prepared) == git::SwapResult::swapped)
    return;
  // Another index than we looked at: where the refs have moved as well, it is not ours to change,
  // or to change back.
  for (size_t i = number + 1; i < transaction.steps.size(); ++i) {
    const Step& later = transaction.steps[i];
    auto left = left_to_move(repository, later);
    if (!left || left->size() != later.refs.size())
      refuse_moved(later);
  }
  result.left_alone = git::change_index(repository, quarantine, transaction.steps[number].index);
}

/// A lock of git's that the operation's own children left when they were killed: for one of its
/// refs, made after it began, empty or holding what was to be written, and no living git can have
/// made it.
void remove_own_lock(const git::Layout& layout, const std::string& lock, const OpFile& op,
                     const RefUpdate& update) {
  struct stat info {};
  if (lstat(lock.c_str(), &info) != 0 || info.st_mtime < op.started)
    return;
  std::string held = trim(read_file(lock).value_or(""));
  bool ours = held.empty() || held == update.oid || held == update.expected;
  if (ours && !git::may_be_held(layout, lock))
    unlink(lock.c_str());
}

void remove_ref_locks(const git::Layout& layout, const OpFile& op) {
  for (const Step& step : op.transaction.steps)
    for (const RefUpdate& update : step.refs) {
      const std::string& folder = update.name == "HEAD" ? layout.git_dir : layout.common_dir;
      remove_own_lock(layout, join_path(folder, update.name) + ".lock", op, update);
      remove_own_lock(layout, join_path(layout.git_dir, "HEAD.lock"), op, update);
      if (update.oid.empty() || update.expected.empty())  // one way or back, it is deleted
        remove_own_lock(layout, join_path(layout.common_dir, "packed-refs.lock"), op, {});
    }
}

void remove_own_locks(const git::Repository& repository, const OpFile& op) {
  const git::Layout& layout = repository.layout();
  std::string index_lock = layout.index_file + ".lock";
  struct stat ours {
  }, lock{};
  if (lstat(index_lock.c_str(), &lock) == 0) {
    bool same_file = lstat(op.prepared_index.c_str(), &ours) == 0 && ours.st_ino == lock.st_ino &&
                     ours.st_dev == lock.st_dev;
    if (same_file)
      unlink(index_lock.c_str());
  }
  remove_ref_locks(layout, op);
}

/// Moves the refs of a step. A git that was killed, or that failed when the refs were moved
/// already, is judged by what it left.
git::RefResult move_refs_of(const git::Repository& repository, git::RefSession& refs,
                            const OpFile& op, const Step& step) {
  try {
    // While `git pack-refs` takes loose refs away, git can miss one that is there. Who lost a race
    // finds it moved.
    constexpr int kTries = 20;
    constexpr useconds_t kPause = 20000;
    git::RefResult result = refs.update(step.refs);
    for (int i = 0; i < kTries && result == git::RefResult::lost_race; ++i) {
      auto left = left_to_move(repository, step);
      if (!left || left->empty())  // somebody may have moved them to the very same values
        return result;
      usleep(kPause);
      bool half_done =
          left->size() < step.refs.size();  // by somebody who is at it; after a while, by us
      if (!half_done || i >= kTries / 2)
        result = refs.update(*left);
    }
    return result;
  } catch (const git::GitKilled&) {
    remove_ref_locks(repository.layout(), op);
    auto left = left_to_move(repository, step);
    if (!left)
      throw;
    return left->empty() ? git::RefResult::moved : refs.update(*left);
  } catch (const Failure&) {
    auto left = left_to_move(repository, step);
    if (!left || !left->empty())
      throw;
    return git::RefResult::moved;
  }
}

/// Undoes the step that failed and those before it, last first. False: one cannot be undone (a full
/// disk); it and those before it stay, so that the next command can still finish.
bool roll_back(const git::Repository& repository, git::Quarantine& quarantine, const OpFile& op,
               size_t failed) {
  const Transaction& transaction = op.transaction;
  for (size_t i = failed + 1; i-- > 0;) {
    Transaction back =
        Transaction{
            .verb = "", .id = "", .message = transaction.message, .steps = {transaction.steps[i]}}
            .inverse();
    try {
      const Step& step = back.steps.front();
      // What is neither as before nor as after is for recover() to judge: op.json stays.
      auto moved = left_to_move(repository, step);
      for (int tries = 20; moved && !moved->empty() &&
                           git::update_refs(repository, *moved, transaction.message) ==
                               git::RefResult::lost_race;) {
        if (--tries == 0)
          return false;
        usleep(20000);
        moved = left_to_move(repository, step);
      }
      if (!moved && i != failed)
        return false;
      if (!step.index.empty() && i != failed)  // an index step is done in one or not at all
        git::change_index(repository, quarantine, step.index);
    } catch (const git::GitKilled&) {
      remove_ref_locks(repository.layout(), op);
      return false;
    } catch (const Failure&) {
      return false;
    }
  }
  return true;
}

}  // namespace

Transaction Transaction::inverse() const {
  Transaction back = *this;
  std::reverse(back.steps.begin(), back.steps.end());
  for (Step& step : back.steps) {
    for (RefUpdate& update : step.refs)
      std::swap(update.oid, update.expected);
    for (IndexChange& change : step.index)
      std::swap(change.before, change.after);
  }
  return back;
}

namespace {

/// One operation at a time in a worktree: looking for op.json and writing it are two steps. Empty
/// where somebody else is at it, and still is after `tries` looks; the kernel lets go when the
/// holder dies.
UniqueFd hold(const git::Repository& repository, int tries = 1) {
  constexpr useconds_t kPause = 20000;
  UniqueFd folder(open(repository.layout().own_dir().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  while (folder && flock(folder.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    if (--tries <= 0)
      return {};
    usleep(kPause);
  }
  return folder;
}

}  // namespace

bool is_operation_open(const git::Repository& repository) { return exists(op_file(repository)); }

bool needs_recovery(const git::Repository& repository) {
  return is_operation_open(repository) || is_file_write_open(repository);
}

std::optional<LastOperation> last_operation(const git::Repository& repository) {
  std::optional<OpFile> op = read_op_file(last_file(repository));
  if (!op)
    return std::nullopt;
  return LastOperation{std::move(op->transaction), op->started};
}

std::vector<std::string> set_damaged_aside(const git::Repository& repository) {
  std::vector<std::string> moved;
  for (const std::string& file : {op_file(repository), last_file(repository)}) {
    try {
      read_op_file(file);
    } catch (const Failure&) {
      if (rename(file.c_str(), (file + ".damaged").c_str()) == 0)
        moved.push_back(file);
    }
  }
  if (std::optional<std::string> file = set_damaged_file_write_aside(repository))
    moved.push_back(*file);
  return moved;
}

TransactionResult run_transaction(const git::Repository& repository, git::Quarantine& quarantine,
                                  const Transaction& transaction,
                                  const git::PreparedIndex* prepared, git::RefSession* refs) {
  TransactionResult result;
  SignalShield shield;
  std::optional<git::RefSession> own_session;
  if (refs == nullptr)
    refs = &own_session.emplace(repository, transaction.message);
  OpFile op{.transaction = transaction,
            .process = this_process(),
            .started = now(),
            .prepared_index = join_path(quarantine.folder(), "index")};
  make_folders(repository.layout().own_dir());
  std::string file = op_file(repository);
  FileGroup files;  // the objects come into the store with op.json
  quarantine.stage(files);
  constexpr int kTries = 100;  // two seconds
  UniqueFd alone = hold(repository, kTries);
  if (alone && exists(file))
    fail("an operation of this worktree is not finished",
         {"'git handoff doctor' tells which, and finishes it with --fix"});
  if (!alone)
    fail("another handoff command is at work in this worktree",
         {"wait for it; 'git handoff doctor' tells which"});
  files.write(file, formats::write_json_line(to_json(op)));
  files.place();
  fault_point("op-written");
  for (size_t i = 0; i < transaction.steps.size(); ++i) {
    const Step& step = transaction.steps[i];
    try {
      if (!step.refs.empty() &&
          move_refs_of(repository, *refs, op, step) == git::RefResult::lost_race) {
        if (i > 0)
          refuse_moved(step);
        result.lost_race = true;
        remove_file(file);
        return result;
      }
      if (!step.index.empty())
        apply_index(repository, quarantine, transaction, i, prepared, result);
    } catch (const Failure& failure) {
      refs->end();
      if (roll_back(repository, quarantine, op, i)) {
        remove_file(file);
        throw;
      }
      std::vector<std::string> hints = failure.hints();
      hints.push_back(
          "what was begun is written down: once that is mended, any 'git handoff' command finishes "
          "it");
      throw Failure(failure.kind(), failure.message(), hints);
    }
    fault_point(("op-step-" + std::to_string(i + 1)).c_str());
  }
  refs->end();
  remove_ref_locks(repository.layout(),
                   op);  // a git that may not unlink leaves them, and ends well
  if (!transaction.reversible)
    remove_file(file);
  else if (rename(file.c_str(), last_file(repository).c_str()) != 0)
    fail("cannot rename '" + printable(file) + "': " + errno_text());
  fault_point("op-done");
  return result;
}

git::RefResult move_refs(const git::Repository& repository, git::Quarantine& quarantine,
                         const std::string& verb, const std::string& id,
                         std::vector<git::RefUpdate> updates) {
  Transaction transaction{.verb = verb,
                          .id = id,
                          .message = "handoff: " + verb,
                          .steps = {Step{.refs = std::move(updates)}},
                          .reversible = false};
  return run_transaction(repository, quarantine, transaction).lost_race ? git::RefResult::lost_race
                                                                        : git::RefResult::moved;
}

std::string Recovery::name() const {
  return "'" + printable(verb) + "'" + (id.empty() ? "" : " of " + printable(id));
}

namespace {

Recovery recover_operation(const git::Repository& repository) {
  Recovery recovery;
  std::optional<OpFile> op = read_op_file(op_file(repository));
  if (!op) {
    git::remove_leftovers(repository);
    return recovery;
  }
  const Transaction& transaction = op->transaction;
  recovery.verb = transaction.verb;
  recovery.id = transaction.id;
  UniqueFd alone = hold(repository);
  if (!alone || is_alive(op->process)) {
    recovery.outcome = Recovery::Outcome::running;
    return recovery;
  }
  SignalShield shield;
  // Its git children may have outlived it.
  if (!git::wait_for_orphans(repository.layout())) {
    recovery.outcome = Recovery::Outcome::running;
    return recovery;
  }
  remove_own_locks(repository, *op);
  git::remove_leftovers(repository);
  auto set_aside = [&](Recovery::Outcome outcome) {
    remove_file(op_file(repository));
    recovery.outcome = outcome;
    return recovery;
  };
  git::Quarantine quarantine(repository);
  for (size_t i = 0; i < transaction.steps.size(); ++i) {
    const Step& step = transaction.steps[i];
    std::optional<std::vector<RefUpdate>> left = left_to_move(repository, step);
    if (!left)
      return set_aside(Recovery::Outcome::foreign);
    if (i == 0 && !step.refs.empty() && left->size() == step.refs.size())
      return set_aside(Recovery::Outcome::dropped);
    if (!left->empty() &&
        git::update_refs(repository, *left, transaction.message) == git::RefResult::lost_race)
      return set_aside(Recovery::Outcome::foreign);
    if (!step.index.empty())
      git::change_index(repository, quarantine, step.index);
  }
  if (transaction.reversible &&
      rename(op_file(repository).c_str(), last_file(repository).c_str()) == 0) {
    recovery.outcome = Recovery::Outcome::finished;
    return recovery;
  }
  return set_aside(Recovery::Outcome::finished);
}

}  // namespace

Recovery recover(const git::Repository& repository) {
  Recovery recovery = recover_operation(repository);
  if (recovery.outcome == Recovery::Outcome::running || !is_file_write_open(repository))
    return recovery;
  TakenBack back = take_back_file_write(repository, Writer::gone);
  recovery.files_put_back = back.any;
  recovery.left_alone = std::move(back.left_alone);
  return recovery;
}

}  // namespace handoff::ops
