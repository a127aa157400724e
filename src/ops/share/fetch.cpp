#include <algorithm>
#include <set>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "ops/share/listing.hpp"
#include "ops/share/share.hpp"

namespace handoff::ops {

namespace {

constexpr Seconds kTombstoneLife = 7 * 86400;
constexpr size_t kMostEnds = 50;  // that one fetch takes away

/// An end that nobody comes for goes after a week, by whoever comes by.
void clear_old_ends(const git::Repository& repository, const Network& network,
                    const std::vector<Shared>& listed) {
  size_t cleared = 0;
  for (const Shared& end : listed) {
    if (end.state != SharedState::finished || cleared == kMostEnds)
      continue;
    if (now() - end.since < kTombstoneLife)
      continue;
    ++cleared;
    const git::PushAnswer answer =
        git::push_ref(repository, {.remote = end.remote, .may_prompt = network.may_prompt}, "",
                      shared_ref(end.id), end.tip);
    if (answer.kind == git::PushAnswer::Kind::refused)
      return;  // nothing is deleted there
  }
}

/// One that cannot be brought keeps nobody from the others.
void bring(const Store& store, Shared shared, const Network& network, FetchReport& report) {
  try {
    SharedLock lock(store.repository(), shared.id);
    shared = read_shared_quietly(store.repository(), shared.id).value_or(shared);
    const std::optional<PendingPush> asked = shared.pending;
    if (look(store, shared, network))
      report.given_up.push_back("'" + printable(shared.id) + "': the " + asked->verb + " of " +
                                relative_time(asked->started, now()) + " has not arrived at " +
                                shared.remote + ", and is given up");
    if (!asked || shared.pending || !shared.tip.empty())
      report.fetched.push_back(std::move(shared));
  } catch (const Failure& failure) {
    if (contains(failure.message(), kUnreachable))
      throw;
    report.failed.push_back(failure);
  }
}

/// Is what the list says all that is known here already? Then it costs a line of the list.
bool is_unchanged(const git::Repository& repository, const Shared& listed) {
  const bool live = listed.state == SharedState::free || listed.state == SharedState::held;
  std::optional<Shared> known = read_shared_quietly(repository, listed.id);
  if (!live || !known || known->pending || known->damaged || known->remote != listed.remote ||
      known->tip != listed.tip || known->state != listed.state ||
      git::read_ref(repository, seen_ref(listed.remote, listed.id)).value_or("") != listed.tip)
    return false;
  try {
    SharedLock lock(repository, listed.id);
    known->seen = listed.seen;
    write_shared(repository, *known);
  } catch (const Failure&) {
    return false;  // another command is at it
  }
  return true;
}

}  // namespace

FetchReport fetch_shared(const Store& store, const std::string& what, const Network& network) {
  const git::Repository& repository = store.repository();
  git::Head head = repository.head();
  FetchReport report{.remote = remote_for(repository, head.branch)};
  std::vector<Shared> listed = list_at_remote(repository, report.remote, prefix_for(what), network);
  const auto is_live = [](const Shared& s) { return s.state != SharedState::finished; };
  const bool only = std::count_if(listed.begin(), listed.end(), is_live) == 1;
  std::set<std::string> done;
  for (const Shared& shared : listed) {
    bool named =
        shared.id == what || shared.branch == what || (!what.empty() && contains(shared.id, what));
    bool known = read_shared_quietly(repository, shared.id).has_value();
    bool wanted = what.empty() ? known || only || shared.branch == head.label() : named;
    if (wanted && is_unchanged(repository, shared)) {
      report.fetched.push_back(shared);
      done.insert(shared.id);
    } else if (wanted && (shared.state != SharedState::finished || known)) {
      bring(store, shared, network, report);
      done.insert(shared.id);
    } else if (shared.state != SharedState::finished) {
      report.others.push_back(shared);
    }
  }
  if (!what.empty() && report.fetched.empty() && report.failed.empty())
    refuse("nothing on " + report.remote + " is called '" + printable(what) + "'",
           {"'git handoff fetch' lists what there is"});
  // What is gone there is found by its absence from the list.
  if (what.empty())
    for (Shared& known : all_shared(repository))
      if ((known.remote == report.remote || !is_remote(repository, known.remote)) &&
          !done.contains(known.id) &&
          (known.pending || known.state == SharedState::free || known.state == SharedState::held))
        bring(store, known, network, report);
  clear_old_ends(repository, network, listed);
  return report;
}

}  // namespace handoff::ops
