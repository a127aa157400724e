#include "ops/restore/paused_below.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/replay.hpp"

namespace handoff::ops {

namespace {

constexpr int kMostBelow = 64;

std::string digits_of(const std::string& oid) {
  constexpr size_t kShort = 7;
  return oid.substr(0, kShort);
}

bool is_published(const git::Repository& repository, const std::string& label,
                  const std::string& commit) {
  const Outcome listed =
      repository.git().run({.args = {"for-each-ref", "--count=1", "--format=%(refname)",
                                     "--contains=" + commit, "refs/remotes/*/" + label}});
  return listed.ok() && !trim(listed.out).empty();
}

bool is_in(const git::Repository& repository, const std::string& commit, const std::string& tip) {
  return repository.git().run({.args = {"merge-base", "--is-ancestor", commit, tip}}).ok();
}

/// Is the work on the branch that its record is of while it is paused there, and no more where it
/// was resumed or put away? Else this branch may be what that was renamed to, or has a commit that
/// was meant to stay.
bool is_only_carried(const Store& store, const Record& record, const std::string& commit) {
  const git::Repository& repository = store.repository();
  const std::string& wip = record.git().wip_commit;
  const std::string tip = git::read_ref(repository, "refs/heads/" + record.at.branch).value_or("");
  if (tip.empty())
    return false;
  if (record.at.place == RecordRef::Place::archive)
    return tip != commit && !is_in(repository, commit, tip);
  return tip == wip || wip_at(store, record, tip).is_ours() || is_in(repository, wip, tip);
}

/// The record of another branch whose work this commit is the end of.
std::optional<PausedBelow> work_at(const Store& store, const git::Head& head,
                                   const std::string& oid, const std::string& id) {
  // Mostly it is of this branch: that is seen without a git.
  for (const std::string& own :
       {Store::active_ref(head.label(), id), Store::archive_ref(head.label(), id)})
    if (git::read_ref(store.repository(), own))
      return std::nullopt;
  const git::Layout& layout = store.repository().layout();
  const std::string rebased = git::branch_in_operation(layout.git_dir, layout.common_dir);
  std::vector<RecordRef> refs = store.active();
  for (RecordRef& ref : store.archived())
    refs.push_back(std::move(ref));
  for (const RecordRef& ref : refs) {
    if (ref.id != id || ref.branch == head.label() || ref.branch == rebased)
      continue;
    const std::optional<Record> record = store.look_at(ref);
    if (!record || !is_only_carried(store, *record, oid))
      continue;
    if (const WipAt at = wip_at(store, *record, oid);
        at.is_ours() && !is_published(store.repository(), head.label(), oid))
      return PausedBelow{.branch = ref.branch,
                         .id = id,
                         .top = oid,
                         .base = at.stack.base,
                         .at_tip = oid == head.oid,
                         .retired = ref.place == RecordRef::Place::archive};
  }
  return std::nullopt;
}

}  // namespace

std::string PausedBelow::sentence() const {
  return std::string(at_tip ? "begins at" : "carries along") +
         (retired ? " a WIP commit of " : " the paused work of ") + branch_name(branch) + " (" +
         digits_of(top) + ")";
}

std::string PausedBelow::way_out() const {
  if (base.empty())
    return {};
  return at_tip ? "git reset --keep " + digits_of(base)
                : "git rebase --onto " + digits_of(base) + " " + digits_of(top);
}

std::optional<PausedBelow> paused_below(const Store& store, const git::Head& head) {
  const std::string& common_dir = store.repository().layout().common_dir;
  if (head.unborn() || (git::peek_any_record(common_dir, "refs/handoffs/active/") == false &&
                        git::peek_any_record(common_dir, "refs/handoffs/archive/") == false))
    return std::nullopt;
  try {
    std::string at = head.oid;
    for (int i = 0; i < kMostBelow && !at.empty(); ++i) {
      const std::optional<git::Commit> commit = git::read_commit(store.objects(), at);
      if (!commit)
        return std::nullopt;
      if (const std::optional<std::string> id = wip_id(*commit);
          id && git::is_record_id(*id) && commit->message.starts_with("wip:"))
        if (std::optional<PausedBelow> found = work_at(store, head, at, *id))
          return found;
      at = commit->parents.empty() ? "" : commit->parents.front();
    }
  } catch (const Failure&) {
    // What is damaged is told by what needs it.
  }
  return std::nullopt;
}

}  // namespace handoff::ops
