#include "ops/operation/step_state.hpp"

#include <algorithm>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "git/repo/held_locks.hpp"
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
  std::optional<git::Head> head;
  for (const Step& step : transaction.steps)
    for (const RefUpdate& update : step.refs) {
      bool branch = update.name.starts_with(git::kBranchRefs);
      if (!branch && update.name != "HEAD")
        continue;
      if (!head)
        head = repository.head();
      if (head->branch != (branch ? update.name.substr(git::kBranchRefs.size()) : ""))
        return false;
    }
  return true;
}

std::vector<std::string> remove_ref_locks(const git::Layout& layout, const OpFile& op) {
  git::remove_held_locks(layout);
  std::set<std::string> stay;
  for (const Step& step : op.transaction.steps)
    for (const RefUpdate& update : step.refs) {
      const std::string lock =
          join_path(update.name == "HEAD" ? layout.git_dir : layout.common_dir, update.name) +
          ".lock";
      struct stat info {};
      const bool younger = lstat(lock.c_str(), &info) == 0 && info.st_mtime >= op.started;
      // A record that is made here: nobody else knows its name.
      const bool made = update.expected.empty() && git::is_local_record(update.name);
      const std::string held = younger ? trim(read_file(lock).value_or("")) : "";
      if (younger && !git::may_be_held(layout, lock) &&
          ((!update.oid.empty() && held == update.oid) || (made && held.empty())))
        unlink(lock.c_str());
      for (const std::string& other : {lock, join_path(layout.git_dir, "HEAD.lock"),
                                       join_path(layout.common_dir, "packed-refs.lock")})
        if (exists(other))
          stay.insert(other);
    }
  return {stay.begin(), stay.end()};
}

}  // namespace handoff::ops
