#include "ops/operation/step_state.hpp"

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "git/repo/live_gits.hpp"

namespace handoff::ops {

using git::RefUpdate;

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

void settle_notes(const git::Repository& repository, const Transaction& transaction) {
  const std::vector<Step>& steps = transaction.steps;
  auto has_refs = [](const Step& step) { return !step.refs.empty(); };
  auto is_done = [&](const Step& step) {
    auto left = left_to_move(repository, step);
    return left && left->empty();
  };
  for (auto step = steps.begin(); step != steps.end(); ++step) {
    JournalMove move = step->journal;
    if (move.notes.empty())
      continue;
    if (move.opens) {
      auto next = std::find_if(step, steps.end(), has_refs);
      move.opens = next == steps.end() || is_done(*next);
    } else {
      auto before = std::find_if(std::reverse_iterator(step), steps.rend(), has_refs);
      move.opens = before != steps.rend() && !is_done(*before);
    }
    move_notes(journal_of(repository.layout(), move), move);
  }
}

bool is_checked_out(const git::Repository& repository, const Transaction& transaction) {
  constexpr std::string_view kHeads = "refs/heads/";
  std::optional<git::Head> head;
  for (const Step& step : transaction.steps)
    for (const RefUpdate& update : step.refs) {
      bool branch = update.name.starts_with(kHeads);
      if (!branch && update.name != "HEAD")
        continue;
      if (!head)
        head = repository.head();
      if (head->branch != (branch ? update.name.substr(kHeads.size()) : ""))
        return false;
    }
  return true;
}

namespace {

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

}  // namespace

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

}  // namespace handoff::ops
