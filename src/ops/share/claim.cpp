#include <algorithm>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/branch_names.hpp"
#include "ops/records/standing.hpp"
#include "ops/share/before.hpp"
#include "ops/share/share.hpp"
#include "ops/share/versions.hpp"

namespace handoff::ops {

namespace {

/// For how many seconds a remote is asked about one's own work, where nobody sees it asking.
unsigned longest_wait(const git::Repository& repository) {
  constexpr int64_t kUsual = 5, kMost = 600;
  return static_cast<unsigned>(
      std::clamp<int64_t>(repository.config().number("handoff.wait", kUsual), 1, kMost));
}

/// One's own work is never locked by a remote that cannot be asked, or says no.
template <class Steps>
void or_offline(Steps steps) {
  try {
    steps();
  } catch (const Failure& failure) {
    std::vector<std::string> hints = failure.hints();
    if (contains(failure.message(), "no answer within"))
      hints.emplace_back("give it more time: git config handoff.wait 60");
    hints.emplace_back(kOffline);
    throw Failure(failure.kind(), failure.message(), hints);
  }
}

/// Nobody is asked with --offline, so nothing stands in the way then.
std::optional<Shared> known_or_offline(const Store& store, const std::string& id,
                                       const Network& network) {
  if (network.offline)
    return read_shared_quietly(store.repository(), id);
  std::optional<Shared> known;
  or_offline([&] { known = read_shared(store.repository(), id); });
  return known;
}

}  // namespace

void note_aside(const git::Repository& repository, const std::string& id, bool aside) {
  try {
    std::optional<Shared> shared = read_shared(repository, id);
    if (!shared || shared->aside == aside)
      return;
    SharedLock lock(repository, id);
    shared = read_shared(repository, id).value_or(*shared);
    shared->aside = aside;
    write_shared(repository, *shared);
  } catch (const Failure&) {
    // Another command is at it, and tells what becomes of it.
  }
}

void remember_dropped(const git::Repository& repository, const Shared& known) {
  try {
    SharedLock lock(repository, known.id);
    Shared shared = read_shared(repository, known.id).value_or(known);
    shared.dropped = true;
    write_shared(repository, shared);
  } catch (const Failure&) {
    // Another command is at it, and tells what becomes of it.
  }
}

void expect_taken(const Store& store, const Record& record) {
  if (!record.at.shared)
    return;
  const std::optional<Standing> known =
      standing_here(store.repository(), record.at.id, *record.document);
  const bool is_held =
      known && (known->kind == Standing::Kind::held || known->kind == Standing::Kind::elsewhere);
  if (const auto why_not =
          is_held ? why_not_claimed(store.repository().layout().common_dir, known->shared)
                  : std::nullopt)
    throw *why_not;
  refuse("'" + record.at.id + "' is on " + printable(record.at.remote) + ", and not taken",
         {"take it over: git handoff take " + record.at.id});
}

std::optional<Failure> why_not_put_aside(const Store& store, const Shared& shared) {
  const std::string missing = told_missing_there(store, shared);
  if (missing.empty())
    return std::nullopt;
  const std::string id = printable(shared.id), command = "git handoff resume " + id,
                    remote = printable(remote_of_branch(store.repository(), shared));
  return Failure(FailureKind::no, "'" + id + "' is " + describe(shared, now()) + ", and " + missing,
                 {"look whether it is on another branch there: git fetch " + shell_word(remote),
                  "or go on with it here: " + command + " --continue --offline",
                  "or put the work aside: " + command + " --fresh --offline"});
}

std::optional<Failure> ask_before_resume(const Store& store, const Record& record,
                                         const Network& network) {
  try {
    expect_taken(store, record);
    std::optional<Shared> shared =
        ask_before_change(store, record.at.id, network, Unsettled::looked_for);
    bool is_fetched = false;
    if (shared && !network.offline) {
      is_fetched = fetch_branch(store.repository(), *shared, network);
      deepen_where_cut(store.repository(), *shared, network);
    }
    const std::optional<Standing> known =
        network.offline ? std::nullopt : standing(store.repository(), record);
    std::optional<Failure> why = known ? known->why_not_resumed() : std::nullopt;
    if (why && is_fetched && known->kind == Standing::Kind::finished &&
        known->shared.into.empty() && !known->unpushed)
      if (std::optional<Failure> nowhere = why_not_put_aside(store, known->shared))
        return nowhere;
    return why;
  } catch (const Failure& failure) {
    return failure;
  }
}

bool claim(const Store& store, const std::string& id, const Network& network) {
  const git::Repository& repository = store.repository();
  std::optional<Shared> known = known_or_offline(store, id, network);
  if (!known || network.offline)
    return false;
  SharedLock lock(repository, known->id);
  Shared shared = read_shared(repository, known->id).value_or(*known);
  bool claimed = false;
  or_offline([&] {
    claimed = settle(store, shared, network, {"resume"}, longest_wait(repository));
    if (!network.asked)
      look(store, shared, network, longest_wait(repository));
  });
  if (shared.is_only_given_up())
    return false;
  // What was asked for and has not arrived, a theft say, is not asked for again by this.
  Shared there = shared;
  there.pending.reset();
  if (const std::optional<Failure> why = why_not_claimed(repository.layout().common_dir, there))
    throw Failure(*why);
  if (shared.ours && !shared.pending)  // the answer to such a claim may have come late
    return claimed || (!shared.local.empty() && live_version(repository, shared) == shared.local);
  StepResult result = StepResult::lost;
  or_offline([&] { result = hold_there(store, shared, network, "resume"); });
  if (result == StepResult::lost) {
    if (const std::optional<Failure> why = why_not_claimed(repository.layout().common_dir, shared))
      throw Failure(*why);
    refuse_held(store, shared);
  }
  return true;
}

void remember_landing(const Store& store, const std::string& id) {
  std::optional<Shared> known = read_shared_quietly(store.repository(), id);
  if (!known || known->damaged)
    return;
  SharedLock lock(store.repository(), id);
  Shared shared = read_shared(store.repository(), id).value_or(*known);
  const git::Repository& repository = store.repository();
  const git::Head head = repository.head();
  shared.on = head.oid;
  if (!head.detached() &&
      !in_list(git::earlier_names(repository.layout().common_dir, head.branch), shared.branch))
    shared.onto = head.branch == shared.branch ? "" : head.branch;
  if (shared.published || !read_before(store, shared).known)
    remember_before(store.repository(), id);
  shared.aside = !shared.ours;
  shared.dropped = false;
  shared.kept_as.clear();
  shared.inside.clear();
  write_shared(store.repository(), shared);
}

std::string give_back(const Store& store, const std::string& id, const Network& network) {
  const git::Repository& repository = store.repository();
  std::optional<Shared> known = read_shared_quietly(repository, id);
  if (!known || !known->ours || network.offline)
    return {};
  SharedLock lock(repository, id);
  Shared shared = read_shared(repository, id).value_or(*known);
  bool lost = false;
  or_offline([&] {
    settle(store, shared, network, {"resume", "release", "take"});
    lost = !shared.ours || free_there(store, shared, network) == StepResult::lost;
  });
  return lost ? describe(shared, now()) : std::string();
}

std::optional<Shared> ask_before_change(const Store& store, const std::string& id,
                                        const Network& network, Unsettled unsettled) {
  const git::Repository& repository = store.repository();
  std::optional<Shared> known = known_or_offline(store, id, network);
  if (!known || network.offline)
    return known;
  SharedLock lock(repository, id);
  Shared shared = read_shared(repository, id).value_or(*known);
  or_offline([&] {
    if (unsettled == Unsettled::given_up)
      settle(store, shared, network, {}, longest_wait(repository));
    look(store, shared, network, longest_wait(repository));
  });
  return shared;
}

std::string told_free_again(const Store& store, const Shared& shared) {
  Shared before = shared;
  before.by = taken_away_from(store.repository(), versions_up_to(store, shared.tip));
  return "it is free to take on " + printable(shared.remote) + " again" +
         (before.by.empty() ? "" : "; " + before.named() + " had it when you took it: tell them");
}

std::string told_to_remove(const Shared& shared) {
  return "it stays on " + printable(shared.remote) +
         ", free to take; to remove it there for everybody: git handoff release --done --force " +
         printable(shared.id);
}

std::string end_shared(const Store& store, const std::string& id, const Network& network) {
  std::optional<Shared> known = known_or_offline(store, id, network);
  if (known && known->state == SharedState::finished && !known->ended)
    return describe(*known, now());
  if (!known || (known->tip.empty() && !known->pending))
    return {};
  const bool ends = known->published && !known->not_landed();
  if (network.offline) {
    remember_dropped(store.repository(), *known);
    if (known->held_by_other() || known->has_newer())
      return describe(*known, now());
    return (known->ours ? "it may still be yours on " + known->remote
                        : "it may still be on " + known->remote + ", offered to others") +
           ": git handoff release " + (ends ? "--done --force " : "") + id;
  }
  bool may_end =
      known->ours || (known->published && known->state == SharedState::free && !known->has_newer());
  if (!may_end && known->state == SharedState::free && !known->has_newer())
    leave_what_came(store, *known);
  if (!may_end)
    return known->held_by_other() || known->has_newer()
               ? describe(*known, now()) + "; their copy stays"
           : known->state == SharedState::free ? told_to_remove(*known)
                                               : "";
  try {
    release(store,
            {.what = id, .done = ends, .force = true, .unless_newer = true, .network = network});
    return ends ? "it can no longer be taken from " + known->remote
                : told_free_again(store,
                                  read_shared_quietly(store.repository(), id).value_or(*known));
  } catch (const Failure& failure) {
    const Shared there = read_shared_quietly(store.repository(), id).value_or(*known);
    if (there.held_by_other() || there.has_newer())  // somebody was faster
      return describe(there, now()) + "; their copy stays";
    if (there.state == SharedState::finished || there.state == SharedState::absent)
      return describe(there, now());
    remember_dropped(store.repository(), there);
    return failure.message() + "; later: git handoff release " + (ends ? "--done --force " : "") +
           id;
  }
}

}  // namespace handoff::ops
