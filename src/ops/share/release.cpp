#include <algorithm>

#include "base/failure.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"
#include "ops/records/standing.hpp"
#include "ops/share/listing.hpp"
#include "ops/share/share.hpp"
#include "ops/share/versions.hpp"

namespace handoff::ops {

namespace {

void refuse_unfinished(const Store& store, const Shared& shared, const ReleaseRequest& request) {
  const git::Repository& repository = store.repository();
  const git::BranchTips there = git::branch_tips_at(
      repository,
      {.remote = remote_of_branch(repository, shared), .may_prompt = request.network.may_prompt});
  const std::string where = there.why.empty() ? where_work_still_is(store, shared, &there)
                                              : "what is there cannot be asked: " + there.why;
  if (where.empty() || (request.confirm && request.confirm(where)))
    return;
  std::vector<std::string> hints = {
      "commit and push it first" +
          (shared.state == SharedState::free
               ? std::string()
               : ", or give it back: git handoff release " + printable(shared.id)),
      "finish it all the same: git handoff release --done --force " + printable(shared.id)};
  const auto is_unknown = [&](const git::Ref& tip) { return !store.objects().contains(tip.oid); };
  if (std::ranges::any_of(there.refs, is_unknown))
    hints.insert(hints.begin() + 1, "if it is in what others pushed: git fetch, and try again");
  refuse("'" + printable(shared.id) + "' is not finished on " + shared.remote + ": " + where,
         hints);
}

/// The version that is there may be the last copy of it: also where an older one is here.
void keep_in_archive(const Store& store, ReleaseReport& report) {
  Shared& shared = report.shared;
  const std::string tree = commit_or_fail(store, shared.tip).tree;
  const auto is_it = [&](const RecordRef& ref) { return ref.id == shared.id; };
  const auto holds_it = [&](const RecordRef& ref) {
    return is_it(ref) && commit_or_fail(store, ref.oid).tree == tree;
  };
  const std::vector<RecordRef> live = store.active(), retired = store.archived();
  if (std::ranges::any_of(live, holds_it) || std::ranges::any_of(retired, holds_it))
    return;
  const auto before = std::ranges::find_if(live, is_it);
  adopt(store, shared);
  for (const RecordRef& ref : store.active())
    if (is_it(ref))
      ops::discard(store, store.load(ref));
  report.unread = true;
  if (before == live.end())
    return;
  for (const RecordRef& ref : store.archived())
    if (is_it(ref)) {
      const std::vector<std::string> versions = store.versions(ref);
      const auto it = std::ranges::find(versions, before->oid);
      if (it != versions.end())
        report.live_before = shared.id + "~" + std::to_string(it - versions.begin());
    }
}

/// What nobody has anybody may take, and end: then it need not be read, nor put back. It may be
/// the last copy: the archive here keeps it.
void claim_to_end(const Store& store, ReleaseReport& report, const ReleaseRequest& request) {
  Shared& shared = report.shared;
  const std::string id = printable(shared.id);
  const bool free = shared.state == SharedState::free;
  if (!free || !request.done || !request.force)
    refuse(free && !request.done ? "'" + id + "' is free already"
                                 : "'" + id + "' is not yours: " + describe(shared, now()),
           {free && request.done
                ? "take it off " + shared.remote +
                      " for everybody, unread: git handoff release --done --force " + id
                : "'git handoff status' says who has what"});
  report.added = shared.has_newer() ? what_came(shared) : "";
  if (hold_there(store, shared, request.network, "take") == StepResult::lost)
    refuse_held(store, shared);
  keep_in_archive(store, report);
}

/// What was taken and never put back here has nobody's eyes on it: the archive here keeps it.
void refuse_unseen_end(const Store& store, ReleaseReport& report, const ReleaseRequest& request) {
  const Shared& shared = report.shared;
  const std::string id = printable(shared.id);
  if (!request.force)
    refuse("'" + id + "' is " + describe(shared, now()),
           {"put it back: git handoff take " + id,
            "or finish it all the same: git handoff release --done --force " + id});
  keep_in_archive(store, report);
}

/// What is known of the id, a part of one, or the branch's; without a name also the only one that
/// is this clone's.
Shared known_shared(const Store& store, const ReleaseRequest& request) {
  const std::string& what = request.what;
  const bool done = request.done;
  const git::Repository& repository = store.repository();
  std::string branch = repository.head().label();
  std::vector<Shared> all = all_shared(repository);
  std::vector<Shared> fit =
      what.empty() ? of_branch(repository, all, branch) : fitting(repository, all, what);
  const bool several = fit.size() > 1;
  auto wanted = [](const Shared& s) { return s.pending.has_value() || s.ours; };
  if (what.empty() && fit.empty() && std::ranges::count_if(all, wanted) == 1)
    fit.push_back(*std::ranges::find_if(all, wanted));
  if (std::ranges::any_of(fit, wanted))
    std::erase_if(fit, [&](const Shared& s) { return !wanted(s); });
  else if (fit.size() > 1)
    std::erase_if(fit, [&](const Shared& s) { return !done || s.state != SharedState::free; });
  if (fit.size() == 1)
    return fit.front();
  if (fit.empty() && several)
    refuse("nothing of " + branch_in_quotes(what.empty() ? branch : what) + " is yours to release",
           {"'git handoff status' says who has what"});
  if (fit.empty())
    refuse(what.empty() ? "nothing that is shared belongs to " + branch_in_quotes(branch)
                        : "nothing shared is called '" + printable(what) + "'",
           {"'git handoff fetch' asks what there is"});
  refuse(branch_in_quotes(what.empty() ? branch : what) + " could be any of " +
             count_of(fit.size(), "handoff"),
         lines_for(fit, std::string(done ? "release --done" : "release") +
                            (request.force ? " --force" : "")));
}

/// There is a word to leave, or nothing is deleted there, or the ref goes.
StepResult end_there(const Store& store, Shared& shared, const ReleaseRequest& request) {
  git::Quarantine quarantine(store.repository());
  const std::vector<std::string> clones = clones_to_tell(store, shared);
  if (clones.empty())
    if (const StepResult result = step(store, quarantine, shared, request.network, "delete", "");
        result != StepResult::kept)
      return result;
  const std::string oid = write_tombstone(store, quarantine, shared, clones, request.into);
  return step(store, quarantine, shared, request.network, "finish", oid);
}

}  // namespace

ReleaseReport release(const Store& store, const ReleaseRequest& request) {
  const git::Repository& repository = store.repository();
  const Network& network = request.network;
  const bool done = request.done;
  ReleaseReport report{.shared = known_shared(store, request), .finished = done};
  Shared& shared = report.shared;
  act_automatically();  // what was taken may have brought hooks
  SharedLock lock(repository, shared.id);
  shared = read_shared(repository, shared.id).value_or(shared);
  if (done && !request.force && shared.pending && is_end(shared.pending->verb)) {
    look(store, shared, network);  // the one before may have been forced
    if (shared.pending)
      refuse_unfinished(store, shared, request);
  }
  // Who gives it up claims and publishes nothing, also not what was asked for before.
  if (done ? settle(store, shared, network, {"finish", "delete"})
           : settle(store, shared, network, {"release"}))
    return report;  // this very thing had no answer
  if (done && shared.state == SharedState::finished && (shared.ended || shared.ended_here) &&
      !shared.pending)
    return report;  // the answer has come meanwhile
  look(store, shared, network);
  if (shared.is_only_given_up())
    refuse("'" + printable(shared.id) + "' is not on " + shared.remote +
               ": what was sent of it has not arrived",
           {"hand it over: git handoff push " + printable(shared.id)});
  const bool newer = shared.has_newer();
  if (newer && request.unless_newer)
    refuse("'" + printable(shared.id) + "' is not as it was: " + describe(shared, now()),
           {"'git handoff status' says who has what"});
  bool free_and_mine = done && shared.state == SharedState::free && !newer &&
                       (shared.published || (shared.by_user && !shared.on.empty()));
  const bool claims = !shared.ours && !free_and_mine;
  if (claims)
    claim_to_end(store, report, request);
  else if (done && shared.not_landed())
    refuse_unseen_end(store, report, request);
  if (done && !request.force)
    refuse_unfinished(store, shared, request);
  if (!done)
    report.finished_there = commits_at_remote(store, shared);
  StepResult result = StepResult::kept;
  const bool dropped = shared.dropped;
  shared.dropped = dropped || (done && request.force);  // what asks again says the same
  try {
    result = done ? end_there(store, shared, request) : free_there(store, shared, network);
  } catch (const Failure& failure) {
    if (!claims || !shared.ours)
      throw;
    std::vector<std::string> hints = failure.hints();
    hints.push_back("'" + printable(shared.id) +
                    "' is yours by now; give it back: git handoff release " + printable(shared.id));
    throw Failure(failure.kind(), failure.message(), hints);
  }
  if (result == StepResult::lost) {
    shared.dropped = dropped;
    write_shared(repository, shared);
    refuse("'" + printable(shared.id) + "' is not yours any more: " + describe(shared, now()),
           {"'git handoff status' says who has what"});
  }
  if (!done)
    leave_what_came(store, shared);
  return report;
}

}  // namespace handoff::ops
