#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "formats/record/record.hpp"
#include "git/repo/status.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/pause/compose.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/store.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

CheckpointReport checkpoint(const git::Repository& repository, const CheckpointRequest& request) {
  CheckpointReport report;
  Store store(repository);
  git::Head head = repository.head();
  std::optional<Record> live;
  try {
    live = store.current(head);
  } catch (const Failure&) {
    // A damaged record keeps nothing from being kept; `doctor` tells of it.
  }
  bool paused_here =
      live && !live->is_checkpoint() && live->git().on_branch && live->git().wip_commit == head.oid;
  if (paused_here && git::read_status(repository.git()).clean()) {
    report.pause.id = live->at.id;
    return report;
  }
  PauseRequest as_pause{.title = request.name,
                        .mode = request.mode,
                        .snapshot_only = true,
                        .untracked = request.untracked};
  report.pause = pause(repository, as_pause);
  report.made = true;
  return report;
}

std::string keep_present(const git::Repository& repository, const std::string& why,
                         const std::string& known) {
  git::Quarantine quarantine(repository);
  Snapshot snapshot = take_snapshot(repository, quarantine, {});
  if (snapshot.clean() || snapshot.wip_tree == known)
    return {};
  git::Identity identity = git::read_identity(repository, true);
  PauseRequest request{.message = why, .mode = model::Mode::checkpoint};
  Json document = compose_record(
      {.request = request, .snapshot = snapshot, .time = git::time_of(identity.committer)});
  document["status"] = "kept";
  document["title"] = why;
  const git::Head& head = snapshot.status.head;
  model::GitBlock block = compose_git_block(repository, snapshot);
  block.id = Store(repository).new_id(head.branch, git::time_of(identity.committer));
  block.author = git::person_of(identity.author);
  git::Commit commit{.tree = snapshot.wip_tree,
                     .author = identity.author,
                     .committer = identity.committer,
                     .message = wip_message(formats::read_handoff(document), block.id)};
  if (!head.unborn())
    commit.parents.push_back(head.oid);
  block.wip_commit = write_wip_commit(repository, quarantine, commit, false);
  Store store(repository);
  std::string oid = store.write(quarantine,
                                {.document = &document,
                                 .block = block,
                                 .snapshot = block.wip_commit,
                                 .attachments = snapshot.attachments,
                                 .subject = "handoff: kept: " + why},
                                identity);
  move_refs(repository, quarantine, "checkpoint", block.id,
            {{Store::archive_ref(head.label(), block.id), oid, ""}});
  store.remember_made_here(oid);
  return block.id;
}

}  // namespace handoff::ops
