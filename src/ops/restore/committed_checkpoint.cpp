#include "ops/restore/committed_checkpoint.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/repo/refs.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/shared.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/replay.hpp"

namespace handoff::ops {

namespace {

constexpr int kMostLooks = 10;  ///< each asks git

/// Is there a commit with exactly its files, whatever was changed on it since?
bool has_it_in_history(const Store& store, const Record& record, const std::string& tip) {
  constexpr const char* kMost = "--max-count=1000";
  if (!store.objects().contains(record.git().base))
    return false;
  const std::vector<std::string> trees =
      split_lines(store.repository()
                      .git()
                      .run({.args = {"rev-list", kMost, "--format=%T", "--no-commit-header", tip,
                                     "^" + record.git().base}})
                      .out);
  return in_list(trees, tree_of(store, record.git().wip_commit));
}

/// The branch may be gone: merged, as a rule.
std::string tip_for(const Store& store, const std::string& branch, const git::Head& head) {
  return git::read_ref(store.repository(), std::string(git::kBranchRefs) + branch)
      .value_or(head.oid);
}

/// Does its summary leave that open? Reads no record.
bool may_be_committed(const Store& store, const Summary& summary, const git::Head& head) {
  return summary.is_checkpoint() && !summary.withheld && !summary.on_branch &&
         summary.next_action.empty() && !summary.wip_commit.empty() &&
         summary.base != tip_for(store, summary.at.branch, head);
}

bool is_over(const Store& store, const Record& record, const git::Head& head) {
  return is_committed_checkpoint(store, record, head) &&
         !read_shared_quietly(store.repository(), record.at.id);
}

}  // namespace

bool is_committed_checkpoint(const Store& store, const Record& record, const git::Head& head) {
  const model::GitBlock& block = record.git();
  if (!record.is_checkpoint() || block.on_branch || block.wip_commit.empty() ||
      !record.handoff.next_action.empty())
    return false;
  try {
    const std::string tip = tip_for(store, record.at.branch, head);
    if (tip.empty() || tip == block.base || Provenance(store.repository()).holds_unread(record) ||
        (!has_it_in_history(store, record, tip) && commit_with_kept(store, record, tip).empty()) ||
        !has_all_beside(store, record, tip))
      return false;
    const Journal journal = read_journals(store.repository().layout(), worktree_of(store, record));
    const std::shared_ptr<const Json> own = own_document(record, journal);
    return notes_from_open(*own, record.at.id).empty();
  } catch (const Failure&) {
    return false;  // damaged, and told by what needs it
  }
}

bool is_committed_checkpoint(const Store& store, const RecordRef& ref, const git::Head& head) {
  try {
    const std::optional<Record> record = store.look_at(ref);
    return record && is_over(store, *record, head);
  } catch (const Failure&) {
    return false;  // as above
  }
}

std::optional<Record> waiting_at(const Store& store, const git::Head& head) {
  std::optional<Record> first = store.current(head);
  if (!first || !is_over(store, *first, head))
    return first;
  for (Record& record : store.live_on(head))
    if (record.at.ref != first->at.ref && !is_over(store, record, head))
      return std::move(record);
  return std::nullopt;
}

std::vector<RecordRef> waiting(const Store& store) {
  std::vector<RecordRef> live = store.active();
  if (live.empty())
    return live;
  const git::Head head = store.repository().head();
  int looks = kMostLooks;
  std::erase_if(live, [&](const RecordRef& ref) {
    return looks-- > 0 && is_committed_checkpoint(store, ref, head);
  });
  return live;
}

void drop_committed(const Store& store, std::vector<Summary>& records) {
  std::optional<git::Head> head;
  int looks = kMostLooks;
  std::erase_if(records, [&](const Summary& record) {
    if (record.at.place != RecordRef::Place::active || !record.is_checkpoint())
      return false;
    if (!head)
      head = store.repository().head();
    return may_be_committed(store, record, *head) && looks-- > 0 &&
           is_committed_checkpoint(store, record.at, *head);
  });
}

size_t archive_committed_checkpoints(const Store& store, const git::Head& head) {
  const std::string worktree = store.repository().layout().worktree_name();
  std::vector<git::RefUpdate> moves;
  for (const Record& record : store.live_on(head))
    if (record.git().worktree == worktree && is_over(store, record, head)) {
      moves.push_back({record.at.ref, "", record.at.oid});
      moves.push_back({Store::archive_ref(record.at.branch, record.at.id), record.at.oid, ""});
    }
  if (moves.empty())
    return 0;
  git::Quarantine nothing(store.repository());
  return move_refs(store.repository(), nothing, "checkpoint", "", moves) == git::RefResult::moved
             ? moves.size() / 2
             : 0;
}

}  // namespace handoff::ops
