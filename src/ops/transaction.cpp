#include "ops/transaction.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/json.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;
using git::RefUpdate;

struct Journal {
  Transaction transaction;
  ProcessIdentity process;
  Seconds started = 0;
  std::string prepared_index;
};

std::string op_file(const git::Repository& r) { return join_path(r.layout().own_dir(), "op.json"); }
std::string last_file(const git::Repository& r) { return join_path(r.layout().own_dir(), "last.json"); }

std::string encode(const std::vector<IndexChange>& changes, IndexEntry IndexChange::* side) {
  std::vector<IndexEntry> entries;
  for (const IndexChange& change : changes)
    entries.push_back(change.*side);
  return base64_encode(git::encode_entries(entries));
}

Json to_json(const Journal& journal) {
  const Transaction& t = journal.transaction;
  Json out = {{"version", 1},
              {"verb", t.verb},
              {"id", t.id},
              {"message", t.message},
              {"reversible", t.reversible},
              {"started", to_rfc3339(journal.started)},
              {"process",
               {{"pid", journal.process.pid},
                {"boot_id", journal.process.boot_id},
                {"start_time", journal.process.start_time}}},
              {"prepared_index", to_valid_utf8(journal.prepared_index)},
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

std::optional<Journal> read_journal_file(const std::string& path) {
  std::optional<std::string> bytes = read_file(path);
  if (!bytes)
    return std::nullopt;
  try {
    Json in = formats::parse_json(*bytes, path);
    Journal journal;
    Transaction& t = journal.transaction;
    t.verb = in.at("verb").get<std::string>();
    t.id = in.at("id").get<std::string>();
    t.message = in.at("message").get<std::string>();
    t.reversible = in.at("reversible").get<bool>();
    if (auto started = parse_time(in.at("started").get<std::string>()))
      journal.started = started->time;
    journal.process.pid = in.at("process").at("pid").get<pid_t>();
    journal.process.boot_id = in.at("process").at("boot_id").get<std::string>();
    journal.process.start_time = in.at("process").at("start_time").get<std::string>();
    journal.prepared_index = in.at("prepared_index").get<std::string>();
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
    return journal;
  } catch (const Json::exception&) {
    fail("'" + printable(path) + "' is damaged",
         {"'git handoff doctor --fix' sets it aside; the work itself is not in it"});
  }
}

enum class StepState { to_do, done, foreign };

StepState state_of_refs(const git::Repository& repository, const Step& step) {
  bool all_done = true, all_to_do = true;
  for (const RefUpdate& update : step.refs) {
    std::string now = git::read_ref(repository.git(), update.name).value_or("");
    all_done = all_done && now == update.oid;
    all_to_do = all_to_do && now == update.expected;
  }
  return all_done ? StepState::done : all_to_do ? StepState::to_do : StepState::foreign;
}

void apply_index(const git::Repository& repository, git::Quarantine& quarantine, const Step& step,
                 const git::PreparedIndex* prepared, TransactionResult& result) {
  if (prepared != nullptr && swap_index(repository.layout(), *prepared) == git::SwapResult::swapped)
    return;
  result.left_alone = git::change_index(repository, quarantine, step.index);
}

/// Undoes the steps before `failed`, as far as they can be.
void roll_back(const git::Repository& repository, git::Quarantine& quarantine,
               const Transaction& transaction, size_t failed) {
  for (size_t i = failed; i-- > 0;) {
    Transaction back = Transaction{.verb = "", .id = "", .message = transaction.message,
                                   .steps = {transaction.steps[i]}}
                           .inverse();
    try {
      const Step& step = back.steps.front();
      if (!step.refs.empty())
        git::update_refs(repository.git(), step.refs, transaction.message);
      if (!step.index.empty())
        git::change_index(repository, quarantine, step.index);
    } catch (const Failure&) {
      // What cannot be taken back stays: it is reachable, and the next command sees it as it is.
    }
  }
}

/// A lock of git's that the dead operation's own children left: for one of its refs, made after it began,
/// and empty or holding what it was about to write.
void remove_own_lock(const std::string& lock, const Journal& journal, const std::string& oid) {
  struct stat info {};
  if (lstat(lock.c_str(), &info) != 0 || info.st_mtime < journal.started)
    return;
  std::string held = trim(read_file(lock).value_or(""));
  if (held.empty() || held == oid)
    unlink(lock.c_str());
}

void remove_own_locks(const git::Repository& repository, const Journal& journal) {
  const git::Layout& layout = repository.layout();
  std::string index_lock = layout.index_file + ".lock";
  struct stat ours {}, lock {};
  if (lstat(index_lock.c_str(), &lock) == 0) {
    bool same_file = lstat(journal.prepared_index.c_str(), &ours) == 0 &&
                     ours.st_ino == lock.st_ino && ours.st_dev == lock.st_dev;
    if (same_file)
      unlink(index_lock.c_str());
  }
  for (const Step& step : journal.transaction.steps)
    for (const RefUpdate& update : step.refs) {
      const std::string& folder = update.name == "HEAD" ? layout.git_dir : layout.common_dir;
      remove_own_lock(join_path(folder, update.name) + ".lock", journal, update.oid);
      remove_own_lock(join_path(layout.git_dir, "HEAD.lock"), journal, update.oid);
      if (update.oid.empty())
        remove_own_lock(join_path(layout.common_dir, "packed-refs.lock"), journal, "");
    }
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

/// One operation at a time in a worktree: looking for op.json and writing it are two steps. Empty where
/// somebody else is at it; the kernel lets go when the holder dies.
UniqueFd hold(const git::Repository& repository) {
  UniqueFd folder(open(repository.layout().own_dir().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder && flock(folder.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return {};
  return folder;
}

}  // namespace

bool needs_recovery(const git::Repository& repository) { return exists(op_file(repository)); }

std::optional<LastOperation> last_operation(const git::Repository& repository) {
  std::optional<Journal> journal = read_journal_file(last_file(repository));
  if (!journal)
    return std::nullopt;
  return LastOperation{std::move(journal->transaction), journal->started};
}

std::vector<std::string> set_damaged_aside(const git::Repository& repository) {
  std::vector<std::string> moved;
  for (const std::string& file : {op_file(repository), last_file(repository)}) {
    try {
      read_journal_file(file);
    } catch (const Failure&) {
      if (rename(file.c_str(), (file + ".damaged").c_str()) == 0)
        moved.push_back(file);
    }
  }
  return moved;
}

TransactionResult run_transaction(const git::Repository& repository, git::Quarantine& quarantine,
                                  const Transaction& transaction,
                                  const git::PreparedIndex* prepared) {
  TransactionResult result;
  SignalShield shield;
  Journal journal{.transaction = transaction, .process = this_process(), .started = now(),
                  .prepared_index = join_path(quarantine.folder(), "index")};
  make_folders(repository.layout().own_dir());
  std::string file = op_file(repository);
  UniqueFd alone = hold(repository);
  if (!alone || exists(file))
    fail("another handoff command is at work in this worktree",
         {"wait for it; 'git handoff doctor' tells which"});
  write_file_atomic(file, formats::write_json_line(to_json(journal)), Durability::synced);
  fault_point("op-written");
  for (size_t i = 0; i < transaction.steps.size(); ++i) {
    const Step& step = transaction.steps[i];
    try {
      if (!step.refs.empty() &&
          git::update_refs(repository.git(), step.refs, transaction.message) ==
              git::RefResult::lost_race) {
        if (i > 0)
          refuse("'" + printable(step.refs.front().name) + "' was moved by somebody else meanwhile",
                 {"everything is back as it was; try again"});
        result.lost_race = true;
        remove_file(file);
        return result;
      }
      if (!step.index.empty())
        apply_index(repository, quarantine, step, prepared, result);
    } catch (const Failure&) {
      roll_back(repository, quarantine, transaction, i);
      remove_file(file);
      throw;
    }
    fault_point(("op-step-" + std::to_string(i + 1)).c_str());
  }
  if (!transaction.reversible)
    remove_file(file);
  else if (rename(file.c_str(), last_file(repository).c_str()) != 0)
    fail("cannot rename '" + printable(file) + "': " + errno_text());
  fault_point("op-done");
  return result;
}

Recovery recover(const git::Repository& repository) {
  Recovery recovery;
  std::optional<Journal> journal = read_journal_file(op_file(repository));
  if (!journal) {
    git::remove_leftovers(repository);
    return recovery;
  }
  const Transaction& transaction = journal->transaction;
  recovery.verb = transaction.verb;
  recovery.id = transaction.id;
  UniqueFd alone = hold(repository);
  if (!alone || is_alive(journal->process)) {
    recovery.outcome = Recovery::Outcome::running;
    return recovery;
  }
  SignalShield shield;
  remove_own_locks(repository, *journal);
  git::remove_leftovers(repository);
  auto set_aside = [&](Recovery::Outcome outcome) {
    remove_file(op_file(repository));
    recovery.outcome = outcome;
    return recovery;
  };
  const Step& first = transaction.steps.front();
  if (StepState state = state_of_refs(repository, first); state != StepState::done)
    return set_aside(state == StepState::to_do ? Recovery::Outcome::dropped
                                               : Recovery::Outcome::foreign);
  git::Quarantine quarantine(repository);
  for (size_t i = first.refs.empty() ? 0 : 1; i < transaction.steps.size(); ++i) {
    const Step& step = transaction.steps[i];
    if (!step.refs.empty()) {
      StepState state = state_of_refs(repository, step);
      if (state == StepState::foreign)
        return set_aside(Recovery::Outcome::foreign);
      if (state == StepState::to_do &&
          git::update_refs(repository.git(), step.refs, transaction.message) ==
              git::RefResult::lost_race)
        return set_aside(Recovery::Outcome::foreign);
    }
    if (!step.index.empty())
      git::change_index(repository, quarantine, step.index);
  }
  if (transaction.reversible && rename(op_file(repository).c_str(), last_file(repository).c_str()) == 0) {
    recovery.outcome = Recovery::Outcome::finished;
    return recovery;
  }
  return set_aside(Recovery::Outcome::finished);
}

}  // namespace handoff::ops
