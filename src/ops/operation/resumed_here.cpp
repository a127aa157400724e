#include "ops/operation/resumed_here.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/operation/last_operation.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

namespace {

/// When a ref moved last, by its reflog in this git directory.
std::optional<Seconds> last_move(const std::string& git_dir, const std::string& ref) {
  constexpr size_t kLastLine = 4096;
  const std::vector<git::ReflogEntry> entries = git::reflog_entries(git_dir, ref, kLastLine);
  return entries.empty() ? std::nullopt : std::optional<Seconds>(entries.back().time);
}

/// Where it left the branch that it moved, or HEAD; empty where it moved neither.
git::RefUpdate moved_by(const LastOperation& last) {
  git::RefUpdate moved;
  for (const Step& step : last.transaction.steps)
    for (const git::RefUpdate& ref : step.refs)
      if (ref.name == "HEAD" || ref.name.starts_with(git::kBranchRefs))
        moved = ref;
  return moved;
}

/// What the last operation of this worktree left to go on with: what it resumed, or what was gone
/// on with before, where it put no work away.
ResumedHere left_by(const Transaction& last) {
  if (last.verb == "resume")
    return {.id = last.id, .is_open = true};
  if (last.verb == "pause" || last.verb == "fresh")
    return {};
  return {.id = last.resumed, .is_open = last.resumed_is_open};
}

/// The same, where what is checked out is what that left, whatever that is called and stands on by
/// now.
std::optional<ResumedHere> resumed_last(const git::Repository& repository, const git::Head& head) {
  const std::optional<LastOperation> last = last_operation(repository);
  if (!last || head.unborn())
    return std::nullopt;
  const auto [id, is_open] = left_by(last->transaction);
  if (id.empty())
    return std::nullopt;
  const git::RefUpdate moved = moved_by(*last);
  if (!moved.name.empty()) {
    const bool is_there =
        moved.name == "HEAD" || moved.name == std::string(git::kBranchRefs) + head.branch;
    // Renamed, or gone on with elsewhere: from the same commit, and nothing was committed there.
    if (!is_there && (moved.oid != head.oid ||
                      git::read_ref(repository, moved.name).value_or(moved.oid) != moved.oid))
      return std::nullopt;
    return ResumedHere{.id = id, .is_open = is_open && is_there && moved.oid == head.oid};
  }
  // It moved nothing: what moved since is in the reflogs.
  const std::optional<Seconds> out = last_move(repository.layout().git_dir, "HEAD");
  if (out && *out <= last->time)
    return ResumedHere{.id = id, .is_open = is_open};
  if (head.detached() || !git::read_ref(repository, Store::archive_ref(head.label(), id)))
    return std::nullopt;
  const std::optional<Seconds> branch =
      last_move(repository.layout().common_dir, std::string(git::kBranchRefs) + head.branch);
  if (!branch)
    return std::nullopt;
  return ResumedHere{.id = id, .is_open = is_open && *branch <= last->time};
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
  return std::ranges::any_of(present.entries, [&](const git::StatusEntry& entry) {
    return paused.contains(entry.path) ||
           (!entry.path_from.empty() && paused.contains(entry.path_from));
  });
}

}  // namespace handoff::ops
