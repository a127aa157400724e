#include "ops/share/step.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/in_flight.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "git/repo/own_refs.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/standing.hpp"
#include "ops/share/remotes.hpp"
#include "ops/share/seen.hpp"
#include "ops/share/versions.hpp"

namespace handoff::ops {

namespace {

void drop_pending(const Store& store, Shared& shared) {
  shared.pending.reset();
  write_shared(store.repository(), shared);
  move_seen(store, "share", shared.id, {{pending_ref(shared.id), "", ""}});
}

/// What is there now is in step with what is here.
void note_published(Shared& shared, const PendingPush& pending) {
  if (pending.verb != "publish")
    return;
  // What was taken and is handed back stays theirs who offered it first.
  shared.published = shared.published || shared.on.empty();
  if (!pending.local.empty()) {
    shared.local = pending.local;
    shared.content = shared.agreed = pending.content;
    shared.older = false;
  }
}

/// It was to end, and it has: those whom the word was for may have taken it away since.
StepResult note_ended(const Store& store, Shared& shared) {
  const std::string user = shared_by(git::read_identity(store.repository(), true).author);
  note_absent(store, shared);
  shared.state = SharedState::finished;
  shared.by = user;
  shared.since = shared.pending->started;
  shared.by_user = shared.ended = shared.ended_here = true;
  shared.lost = false;
  drop_pending(store, shared);
  return StepResult::won;
}

/// The same, and the word for others is still there.
StepResult note_ended_there(const Store& store, Shared& shared) {
  take_note(store, shared);
  shared.lost = false;
  shared.ended = shared.ended_here = shared.state == SharedState::finished;
  drop_pending(store, shared);
  return shared.ended ? StepResult::won : StepResult::lost;
}

StepResult note_won(const Store& store, Shared& shared) {
  const PendingPush pending = *shared.pending;
  fault_point("share-won");
  move_seen(store, "share", shared.id,
            {{seen_ref(shared.remote, shared.id), pending.oid, ""},
             {pending_ref(shared.id), "", ""}});  // what keeps it now is the other one
  if (pending.oid.empty()) {
    note_absent(store, shared);
    shared.state = SharedState::finished;
    shared.ended_here = true;
  } else {
    see_version(shared, pending.oid, commit_or_fail(store, pending.oid), now());
    note_who_added(shared, versions_up_to(store, pending.oid));
    shared.ours = shared.state == SharedState::held;
    shared.by_user = true;
    shared.lost = shared.dropped = false;
    if (!is_end(pending.verb))
      shared.kept_as.clear();
    note_published(shared, pending);
    shared.ended = shared.ended_here = shared.state == SharedState::finished;
  }
  fault_point("share-seen");
  drop_pending(store, shared);
  return StepResult::won;
}

[[noreturn]] void refuse_unsettled(const Shared& shared, const std::string& why) {
  refuse(std::string(kNotSettled) + shared.remote +
             " did not answer: " + (why.empty() ? "no reason" : why),
         {"it may have arrived; once " + shared.remote + " can be reached, " +
          std::string(kSameAgain) + " finds out"});
}

/// What never arrived, and cannot any more, is as if it had not been sent.
void forget_unknown(const Store& store, const Shared& shared) {
  if (!shared.published && shared.last.empty() && !shared.given_up)
    forget_shared(store.repository(), shared.id);
}

[[noreturn]] void refuse_by_host(const Store& store, const Shared& shared, const std::string& why) {
  forget_unknown(store, shared);  // another remote may take it
  const std::string ours = shared_ref(shared.id), ref = git::ref_in_the_way(why);
  if (!ref.empty() && (ours.starts_with(ref + "/") || ref.starts_with(ours + "/")))
    refuse("'" + printable(ref) + "' on " + shared.remote +
               " is no handoff, and keeps handoffs from there",
           {"if nobody needs it: git push " + shell_word(shared.remote) + " --delete " +
            shell_word(ref)});
  if (contains(why, ": gitmodules"))
    refuse("'.gitmodules' in this work has what " + shared.remote + " does not accept: " + why,
           {"mend it and pause again: git handoff resume, git handoff pause --push"});
  if (contains(why, "cannot lock ref"))
    refuse(shared.remote + " is writing this handoff at the moment: " + why,
           {"try again; a lock that stays there was left by a push that was killed"});
  if (contains(why, "early EOF"))
    refuse(shared.remote + " did not get all of it: " + why,
           {"the connection broke on the way: try again"});
  if (contains(why, "missing necessary objects") &&
      exists(join_path(store.repository().layout().common_dir, "info/grafts")))
    refuse(shared.remote + " lacks commits that 'info/grafts' hides here: " + why,
           {"turn the grafts into replace refs, which push goes by the real history with: git "
            "replace --convert-graft-file"});
  if (!shared.tip.empty() || shows_handoffs(store.repository(), shared.remote))
    refuse(shared.remote + " refuses this step: " + why,
           {"it accepted handoffs before: ask who runs it what changed, a hook perhaps"});
  refuse(shared.remote + " does not accept handoffs: " + why,
         {"use another remote for handoffs: git config handoff.remote NAME"});
}

/// A release has arrived whose answer was lost, whoever has it since: what it gave back goes from
/// here.
void let_go(const Store& store, Shared shared, const PendingPush& pending) {
  if (pending.verb != "release")
    return;
  shared.tip = pending.oid;
  leave_what_came(store, shared);
}

/// What became of what is pending, by what stands there now; nothing where it has not arrived.
std::optional<StepResult> what_became(const Store& store, Shared& shared,
                                      git::FetchAnswer::Kind there) {
  const PendingPush pending = *shared.pending;
  if (there == git::FetchAnswer::Kind::absent) {
    if (pending.oid.empty())
      return note_won(store, shared);
    if (is_end(pending.verb))
      return note_ended(store, shared);
    if (pending.lease.empty())
      return std::nullopt;
    note_absent(store, shared);
    drop_pending(store, shared);
    return StepResult::lost;
  }
  std::string tip =
      git::read_ref(store.repository(), seen_ref(shared.remote, shared.id)).value_or("");
  if (!pending.oid.empty() && tip == pending.oid) {
    let_go(store, shared, pending);
    return note_won(store, shared);
  }
  if (tip == pending.lease)
    return std::nullopt;
  bool moved_on =
      !pending.oid.empty() && git::is_ancestor(store.repository().git(), pending.oid, tip);
  if (moved_on && is_end(pending.verb))  // somebody has read the word
    return note_ended_there(store, shared);
  if (!moved_on && is_strangers(store, shared, versions_up_to(store, tip))) {
    drop_pending(store, shared);
    move_seen(store, "share", shared.id, {{seen_ref(shared.remote, shared.id), "", ""}});
    forget_shared(store.repository(), shared.id);
    shared.doubt = std::string(kOthersId) + shared.remote;
    return StepResult::lost;
  }
  if (moved_on) {
    note_published(shared, pending);
    let_go(store, shared, pending);
  }
  if (moved_on)  // won; who gave it away by that is not who it was taken from
    shared.ours = pending.verb == "take" || pending.verb == "steal" || pending.verb == "resume";
  take_note(store, shared);
  drop_pending(store, shared);
  return StepResult::lost;
}

/// What was given up, and is there all the same, is this clone's: it is what is pending, also where
/// another one has lost to it since. True: that is so.
bool recall_given_up(const Store& store, Shared& shared, git::FetchAnswer::Kind there) {
  if (!shared.given_up || there != git::FetchAnswer::Kind::fetched)
    return false;
  const PendingPush before = *shared.given_up;
  const std::string tip =
      git::read_ref(store.repository(), seen_ref(shared.remote, shared.id)).value_or("");
  if (tip == before.lease)
    return false;
  shared.given_up.reset();  // by this lease nothing arrives any more
  if (before.oid.empty() ||
      (tip != before.oid && !git::is_ancestor(store.repository().git(), before.oid, tip)))
    return false;
  shared.pending = before;
  return true;
}

/// Another version than expected stands there, or none. `refused`: by whom, and why; `is_proven`:
/// by the git there.
StepResult look_what_came_instead(const Store& store, Shared& shared, const Network& network,
                                  unsigned seconds, const std::string& refused, bool is_proven) {
  const git::FetchAnswer there = fetch_tip(store, shared, network, seconds).answer;
  if (there.kind == git::FetchAnswer::Kind::failed && !is_proven)
    refuse_unsettled(shared, refused.empty() ? there.why : refused);
  const PendingPush asked = *shared.pending;
  const bool deletes = asked.oid.empty(), recalled = recall_given_up(store, shared, there.kind),
             same = shared.pending->verb == asked.verb && shared.pending->content == asked.content;
  if (there.kind != git::FetchAnswer::Kind::failed)
    if (std::optional<StepResult> became = what_became(store, shared, there.kind))
      return recalled && !same ? StepResult::lost : *became;
  drop_pending(store, shared);
  if (deletes)
    return StepResult::kept;
  if (there.kind == git::FetchAnswer::Kind::absent && refused.empty()) {
    note_absent(store, shared);
    write_shared(store.repository(), shared);
    return StepResult::lost;
  }
  refuse_by_host(store, shared, refused.empty() ? "it refuses the push" : refused);
}

void drop_unsent(const Store& store, Shared& shared) {
  drop_pending(store, shared);
  forget_unknown(store, shared);
}

[[noreturn]] void refuse_unsent(const Store& store, Shared& shared, const std::string& why) {
  drop_unsent(store, shared);
  refuse("nothing can be pushed to " + shared.remote + ": " + why,
         {"nothing has changed there; try again when it can be reached and lets you push"});
}

git::Ref branch_beside(const PendingPush& pending) {
  if (pending.beside.empty())
    return {};
  return {.name = std::string(git::kBranchRefs) + pending.beside, .oid = pending.beside_oid};
}

enum class Attempt { first, again };

StepResult push_pending(const Store& store, Shared& shared, const Network& network, Attempt attempt,
                        unsigned seconds = 0) {
  const PendingPush& pending = *shared.pending;
  const InFlight told(shared.remote +
                      " may have it all the same; to find out: " + command_again(shared));
  git::PushAnswer answer =
      git::push_ref(store.repository(), transport_to(shared, network, seconds), pending.oid,
                    shared_ref(shared.id), pending.lease, branch_beside(pending));
  fault_point("share-pushed");
  switch (answer.kind) {
    case git::PushAnswer::Kind::accepted:
      return note_won(store, shared);
    case git::PushAnswer::Kind::stale:
      return look_what_came_instead(store, shared, network, seconds, "", false);
    case git::PushAnswer::Kind::refused:
    case git::PushAnswer::Kind::forbidden:
      return look_what_came_instead(store, shared, network, seconds, answer.why,
                                    answer.kind == git::PushAnswer::Kind::refused);
    case git::PushAnswer::Kind::moved:
      drop_unsent(store, shared);
      return StepResult::moved;
    case git::PushAnswer::Kind::unsent:
      if (attempt == Attempt::again)  // the one before may have arrived
        break;
      refuse_unsent(store, shared, answer.why);
    case git::PushAnswer::Kind::unclear:
      break;
  }
  refuse_unsettled(shared, answer.why);
}

}  // namespace

bool is_of_doubt(const Shared& shared, const Failure& failure) {
  return !shared.doubt.empty() && contains(failure.message(), shared.doubt);
}

bool is_end(const std::string& verb) { return verb == "delete" || verb == "finish"; }

namespace {

void give_up(const Store& store, Shared& shared) {
  shared.given_up = shared.pending;
  drop_pending(store, shared);
}

/// A server may still carry out what it was sent before its client died; not for so long.
constexpr Seconds kMayStillArrive = 600;

bool takes(const std::string& verb) { return verb == "take" || verb == "steal"; }

/// A take that was asked for before has arrived: its record comes here, unless one of it is live.
/// That stays as it is, whoever has loaded it: Shared::not_landed() says that another is held.
void bring_record(const Store& store, Shared& shared) {
  if (!in_list(store.active(), shared.id, &RecordRef::id)) {
    shared.on.clear();  // where an older version was put back
    adopt(store, shared);
  }
}

/// It came, and git could not write down here what it is.
[[noreturn]] void refuse_unstored(const Shared& shared, const std::string& why) {
  constexpr std::string_view kBefore = "Unable to create '", kBehind = ".lock'";
  const size_t begin = why.find(kBefore), end = why.find(kBehind, std::min(begin, why.size()));
  const std::string what = "what " + shared.remote + std::string(kNotNoted);
  if (const std::string ref = git::ref_in_the_way(why); !ref.empty())
    refuse(what + "'" + printable(ref) + "' is in the way",
           {"if nobody needs it: git update-ref -d " + shell_word(ref)});
  if (end == std::string::npos)
    refuse(what + why, {"'git handoff list' shows what was seen before"});
  const size_t from = begin + kBefore.size();
  const std::string lock = why.substr(from, end + kBehind.size() - 1 - from);
  refuse(what + "'" + lock + "' is in the way",
         {"if no git process is running here, remove it: rm " + shell_word(lock)});
}

}  // namespace

void look_at_brought(const Store& store, Shared& shared, const Network& network,
                     const HeldAgainst& here) {
  shared.place = place_of(store.repository(), shared.remote);
  take_note(store, shared, &here);
  bring_promised(store, shared, transport_to(shared, network));
}

void note_what_git_fetched(const Store& store) {
  const git::Repository& repository = store.repository();
  std::optional<HeldAgainst> here;
  for (const git::Ref& ref : git::list_own_refs(repository, "refs/handoffs/remotes/")) {
    const std::optional<Shared> known =
        read_shared_quietly(repository, ref.name.substr(ref.name.rfind('/') + 1));
    if (!known || ref.name != seen_ref(known->remote, known->id) || ref.oid == known->tip ||
        known->pending || known->damaged)
      continue;
    try {
      SharedLock lock(repository, known->id);
      Shared shared = read_shared(repository, known->id).value_or(*known);
      if (shared.pending)
        continue;
      if (!here)
        here = held_against(store);
      take_note(store, shared, &*here);
      shared.by_git = shared.tip;
      write_shared(repository, shared);
    } catch (const Failure&) {
      // Refused, which is noted, or another command is at it.
    }
  }
}

void give_up_pending(const Store& store, const std::string& id, AskedFor verbs) {
  const auto is_one = [&](const std::optional<Shared>& shared) {
    return shared && shared->pending &&
           std::ranges::find(verbs, shared->pending->verb) != verbs.end();
  };
  if (!is_one(read_shared_quietly(store.repository(), id)))
    return;
  SharedLock lock(store.repository(), id);
  std::optional<Shared> shared = read_shared(store.repository(), id);
  if (!is_one(shared))
    return;
  shared->dropped = shared->dropped && !is_end(shared->pending->verb);
  give_up(store, *shared);
}

Looked look(const Store& store, Shared& shared, const Network& network, unsigned seconds,
            Branch branch) {
  follow_remote(store, shared);
  const std::vector<std::string> brought = branches_there(store.repository(), shared);
  Looked looked;
  const auto [answer, missing] = fetch_tip(store, shared, network, seconds, branch);
  const bool may_come = branch == Branch::comes && answer.kind == git::FetchAnswer::Kind::fetched;
  looked.lacks_branch = may_come && missing > 0;
  if (may_come && remote_of_branch(store.repository(), shared) != shared.remote)
    looked.lacks_branch = !fetch_branch(store.repository(), shared, network);
  if (answer.kind == git::FetchAnswer::Kind::failed && answer.unstored)
    refuse_unstored(shared, answer.why);
  if (answer.kind == git::FetchAnswer::Kind::failed)
    refuse(
        shared.remote + std::string(kUnreachable) + answer.why,
        {shared.by.empty() && !shared.pending ? "'git handoff list' shows what was seen before"
                                              : "what was seen last: " + describe(shared, now())});
  shared.given_up = given_up_before(store.repository(), shared);
  recall_given_up(store, shared, answer.kind);
  if (shared.pending) {
    const PendingPush pending = *shared.pending;
    const std::optional<StepResult> became = what_became(store, shared, answer.kind);
    if (became == StepResult::won && takes(pending.verb))
      bring_record(store, shared);
    if (became)
      return looked;
    shared.seen = now();
    write_shared(store.repository(), shared);
    if (shared.seen - pending.started < kMayStillArrive)
      return looked;
    looked.gave_up = true;
    shared.dropped = shared.dropped || is_end(pending.verb);  // others may take it all the same
    give_up(store, shared);
    if (shared.is_only_given_up())
      return looked;
  }
  if (answer.kind == git::FetchAnswer::Kind::absent)
    note_absent(store, shared);
  else
    take_note(store, shared);
  bring_promised(store, shared, transport_to(shared, network, seconds));
  if (may_come && branches_there(store.repository(), shared) != brought)  // renamed by now
    looked.lacks_branch = !fetch_branch(store.repository(), shared, network);
  if (has_word(shared))
    take_words_away(store, {&shared}, transport_to(shared, network, seconds));
  write_shared(store.repository(), shared);
  return looked;
}

StepResult step(const Store& store, git::Quarantine& quarantine, Shared& shared,
                const Network& network, const std::string& verb, const std::string& oid,
                const std::string& local, const git::Ref& on) {
  const git::Repository& repository = store.repository();
  follow_remote(store, shared);
  shared.given_up = given_up_before(repository, shared);
  if (!oid.empty()) {
    std::string name = pending_ref(shared.id);
    std::string left = git::read_ref(repository, name).value_or("");  // by a kill
    if (move_refs(repository, quarantine, "share", shared.id, {{name, oid, left}}) ==
        git::RefResult::lost_race)
      refuse("'" + printable(shared.id) + "' is being shared by another command",
             {"wait for it, then try again"});
    quarantine.release();
    keep_what_is_sent(repository, oid);
  }
  fault_point("share-written");
  shared.pending = PendingPush{.verb = verb, .oid = oid, .lease = shared.tip, .started = now()};
  if (!local.empty()) {
    shared.pending->local = local;
    shared.pending->content = commit_or_fail(store, oid).tree;
  }
  if (!on.name.empty()) {
    shared.pending->beside = on.name.substr(git::kBranchRefs.size());
    shared.pending->beside_oid = on.oid;
  }
  write_shared(repository, shared);
  fault_point("share-pending");
  return push_pending(store, shared, network, Attempt::first);
}

bool settle(const Store& store, Shared& shared, const Network& network, AskedFor asked,
            unsigned seconds) {
  if (!shared.pending)
    return false;
  const PendingPush pending = *shared.pending;
  const std::string& verb = pending.verb;
  if (std::ranges::find(asked, verb) == asked.end()) {
    look(store, shared, network, seconds);
    if (!shared.pending || verb != "publish")
      return false;
    give_up(store, shared);
    if (!shared.is_only_given_up())
      look(store, shared, network, seconds);
    return false;
  }
  follow_remote(store, shared);
  bool won = push_pending(store, shared, network, Attempt::again, seconds) == StepResult::won;
  if (won && takes(verb))
    bring_record(store, shared);
  if (won)
    let_go(store, shared, pending);
  return won;
}

void refuse_held(const Store& store, const Shared& shared) {
  const std::string& common_dir = store.repository().layout().common_dir;
  std::string id = printable(shared.id);
  switch (shared.state) {
    case SharedState::held:
      if (const std::optional<Failure> why = why_not_claimed(common_dir, shared))
        throw Failure(*why);
      break;
    case SharedState::finished:
      refuse("'" + id + "' is " + describe(shared, now()),
             {shared.into.empty() ? "fetch what they pushed: git fetch " + shell_word(shared.remote)
                                  : way_to_successor(common_dir, shared)});
    case SharedState::free:
      refuse("'" + id + "': " + describe(shared, now()),
             {"take what is there now: git handoff take " + id});
    case SharedState::absent:
      break;
  }
  const bool is_paused_here = in_list(store.active(), shared.id, &RecordRef::id);
  const bool had_by_other = !shared.by_user && !shared.by.empty();
  refuse("'" + id + "' is " + describe(shared, now()),
         {had_by_other ? "ask " + shared.named() + " why; what else there is: git handoff fetch"
          : shared.published && is_paused_here
              ? "what is paused here is published under a new name: git handoff push " + id
              : "what there is: git handoff fetch"});
}

}  // namespace handoff::ops
