#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "formats/record/record.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/pause/compose.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/snapshot/snapshot.hpp"
#include "ops/snapshot/stack.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

namespace {

/// Is there nothing here that the pause has not, behind flags of the index either?
bool holds_all(const Store& store, const Record& paused, const CheckpointRequest& request) {
  git::Quarantine nothing(store.repository());
  const Snapshot present = take_snapshot(
      store.repository(), nothing,
      {.untracked = request.untracked, .paused = paused_files(store, store.repository().head())});
  return has_all_of(store, paused, present);
}

}  // namespace

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
  bool paused_here = live && !live->is_checkpoint() && !head.oid.empty() &&
                     (live->git().wip_commit.empty() ? live->git().base
                      : live->git().on_branch        ? live->git().wip_commit
                                                     : "") == head.oid;
  const std::vector<std::string> unseen =
      paused_here ? edited_beside(store, *live) : std::vector<std::string>();
  if (paused_here && unseen.empty() && holds_all(store, *live, request)) {
    report.pause.id = live->at.id;
    return report;
  }
  PauseRequest as_pause{.title = request.name,
                        .mode = request.mode,
                        .snapshot_only = true,
                        .untracked = request.untracked,
                        .exact = unseen,
                        .reversible = request.reversible};
  constexpr int kTries = 5;  // who comes second adds a version to what was first
  for (int i = 0; i < kTries && (i == 0 || report.pause.lost_race); ++i)
    report.pause = pause(repository, as_pause);
  if (report.pause.lost_race)
    fail("other checkpoints of this worktree are being taken", {"try again"});
  report.made = !report.pause.id.empty();
  return report;
}

namespace {

/// What is put aside in the archive: no offer to resume, only a ref that holds it.
struct Aside {
  std::string why;
  std::string branch;  ///< or "HEAD"
  Json document = {};
  model::GitBlock block = {};
  std::vector<git::TreeEdit> attachments = {};
};

void put_aside(const git::Repository& repository, git::Quarantine& quarantine, Aside aside,
               const git::Identity& identity) {
  Store store(repository);
  aside.document["status"] = "kept";
  aside.document["title"] = aside.why;
  std::string oid = store.write(quarantine,
                                {.document = &aside.document,
                                 .block = aside.block,
                                 .snapshot = aside.block.wip_commit,
                                 .attachments = std::move(aside.attachments),
                                 .subject = "handoff: kept: " + aside.why},
                                identity);
  remember_version(store.repository(), quarantine.objects(), oid, aside.document, Sources{});
  move_refs(repository, quarantine, "checkpoint", aside.block.id,
            {{Store::archive_ref(aside.branch, aside.block.id), oid, ""}});
}

}  // namespace

std::string keep_present(const git::Repository& repository, const std::string& why,
                         const std::vector<std::string>& pathspecs, const std::string& known,
                         const std::vector<std::string>& unseen) {
  git::Quarantine quarantine(repository);
  Snapshot snapshot =
      take_snapshot(repository, quarantine, {.pathspecs = pathspecs, .exact = unseen});
  if (unseen.empty() && (snapshot.clean() || snapshot.wip_tree == known))
    return {};
  git::Identity identity = git::read_identity(repository, true);
  PauseRequest request{.message = why, .mode = model::Mode::checkpoint};
  const git::Head& head = snapshot.status.head;
  Aside aside{
      .why = why,
      .branch = head.label(),
      .document = compose_record(
          {.request = request, .snapshot = snapshot, .time = git::time_of(identity.committer)}),
      .block = compose_git_block(repository, snapshot),
      .attachments = snapshot.attachments};
  aside.block.id = Store(repository).new_id(head.branch, git::time_of(identity.committer));
  aside.block.author = git::person_of(identity.author);
  git::Commit commit{.tree = snapshot.wip_tree,
                     .author = identity.author,
                     .committer = identity.committer,
                     .message = wip_message(formats::read_handoff(aside.document), aside.block.id)};
  if (!head.unborn())
    commit.parents.push_back(head.oid);
  aside.block.wip_commit = write_wip_commit(repository, quarantine, commit, false);
  std::string id = aside.block.id;
  put_aside(repository, quarantine, std::move(aside), identity);
  return id;
}

std::string keep_unseen(const git::Repository& repository, const std::string& why,
                        const CheckoutRequest& checkout) {
  const std::vector<std::string> unseen = lost_by_check_out(repository, checkout);
  return unseen.empty() ? std::string() : keep_present(repository, why, {}, {}, unseen);
}

void drop_kept(const git::Repository& repository, const std::string& id) {
  if (id.empty())
    return;
  for (const RecordRef& kept : Store(repository).archived())
    if (kept.id == id) {
      git::Quarantine nothing(repository);
      move_refs(repository, nothing, "checkpoint", id, {{kept.ref, "", kept.oid}});
    }
}

std::string keep_commit(const git::Repository& repository, const std::string& commit,
                        const std::string& why) {
  git::Quarantine quarantine(repository);
  git::Identity identity = git::read_identity(repository, true);
  const git::Head head = repository.head();
  Snapshot none;
  none.status.head = head;
  PauseRequest request{.message = why, .mode = model::Mode::checkpoint};
  Aside aside{.why = why,
              .branch = head.label(),
              .document = compose_record(
                  {.request = request, .snapshot = none, .time = git::time_of(identity.committer)}),
              .block = compose_git_block(repository, none)};
  aside.block.id = Store(repository).new_id(head.branch, git::time_of(identity.committer));
  aside.block.author = git::person_of(identity.author);
  aside.block.wip_commit = commit;
  if (std::optional<git::Commit> kept = git::read_commit(Store(repository).objects(), commit))
    aside.block.base = kept->parents.empty() ? "" : kept->parents.front();
  std::string id = aside.block.id;
  put_aside(repository, quarantine, std::move(aside), identity);
  return id;
}

}  // namespace handoff::ops
