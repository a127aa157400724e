#include "ops/operation/resumed_here.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

namespace {

/// When the branch moved last, by its reflog.
std::optional<Seconds> last_move(const git::Repository& repository, const std::string& branch) {
  constexpr size_t kLastLine = 4096;
  const std::vector<std::string> lines =
      split_lines(git::reflog_tail(repository.layout().common_dir, branch, kLastLine));
  const std::string last = lines.empty() ? "" : lines.back().substr(0, lines.back().find('\t'));
  const size_t zone = last.rfind(' ');
  const size_t time = zone == std::string::npos ? zone : last.rfind(' ', zone - 1);
  if (time == std::string::npos)
    return std::nullopt;
  return std::strtoll(last.c_str() + time, nullptr, 10);
}

/// Where a resume left HEAD; empty where it moved nothing.
std::string left_at(const LastOperation& last, const git::Head& head) {
  std::string oid;
  for (const Step& step : last.transaction.steps)
    for (const git::RefUpdate& ref : step.refs)
      if (ref.name == "HEAD" || ref.name == "refs/heads/" + head.branch)
        oid = ref.oid;
  return oid;
}

/// The record of the last operation of this worktree, where that is a resume on this branch.
std::optional<ResumedHere> resumed_last(const git::Repository& repository, const git::Head& head) {
  const std::optional<LastOperation> last = last_operation(repository);
  if (!last || last->transaction.verb != "resume" || head.unborn())
    return std::nullopt;
  const std::string& id = last->transaction.id;
  const std::string left = left_at(*last, head);
  if (!left.empty()) {
    if (left != head.oid && !git::is_ancestor(repository.git(), left, head.oid))
      return std::nullopt;
    return ResumedHere{.id = id, .is_open = left == head.oid};
  }
  // It moved nothing: what moved the branch since is in its reflog.
  if (head.detached() || !git::read_ref(repository, Store::archive_ref(head.label(), id)))
    return std::nullopt;
  const std::optional<Seconds> moved = last_move(repository, head.branch);
  if (!moved)
    return std::nullopt;
  return ResumedHere{.id = id, .is_open = *moved <= last->time};
}

}  // namespace

std::optional<ResumedHere> resumed_here(const git::Repository& repository, const git::Head& head,
                                        const std::vector<model::Note>& notes) {
  std::optional<ResumedHere> last = resumed_last(repository, head);
  if (last && last->is_open)
    return last;
  for (size_t i = notes.size(); i-- > 0;)
    if (!notes[i].carried_from.empty())
      return ResumedHere{.id = notes[i].carried_from, .is_open = true};
  return last;
}

bool is_in_the_tree(const model::Handoff& handoff, const git::Status& present) {
  const std::set<std::string> paused(handoff.uncommitted_files.begin(),
                                     handoff.uncommitted_files.end());
  return std::any_of(present.entries.begin(), present.entries.end(),
                     [&](const git::StatusEntry& entry) {
                       return paused.contains(entry.path) ||
                              (!entry.path_from.empty() && paused.contains(entry.path_from));
                     });
}

}  // namespace handoff::ops
