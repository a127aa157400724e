#include "ops/share/bring.hpp"

#include <algorithm>

#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "ops/records/standing.hpp"
#include "ops/share/remotes.hpp"

namespace handoff::ops {

namespace {

/// What brings the branch of a handoff here, as `git fetch` would. `needed`: also where that would
/// not.
std::vector<std::string> branch_refspecs(const git::Repository& repository, const Shared& shared,
                                         const std::string& remote, bool needed = false) {
  std::vector<std::string> refspecs;
  for (const std::string& branch : branches_there(repository, shared)) {
    std::string here = git::tracking_ref(repository, remote, branch);
    if (here.empty() && needed)
      here = usual_tracking_ref(remote, branch);
    if (!here.empty())
      refspecs.push_back("+refs/heads/" + branch + ":" + here);
  }
  return refspecs;
}

/// Of these refspecs what is there; nothing where the one that has to be is not.
Brought fetch_what_is_there(const git::Repository& repository, const git::Transport& transport,
                            std::vector<std::string> refspecs, const std::string& needed = {}) {
  Brought brought;
  for (;;) {
    git::FetchAnswer& answer = brought.answer;
    answer = git::fetch_refs(repository, transport, refspecs);
    const auto missing = std::ranges::find_if(refspecs, [&](const std::string& refspec) {
      return answer.missing == refspec.substr(1, refspec.find(':') - 1);
    });
    const bool may_be_less = answer.kind == git::FetchAnswer::Kind::absent || answer.unstored;
    if (!may_be_less || refspecs.size() == 1 || (missing != refspecs.end() && *missing == needed))
      return brought;
    if (answer.kind == git::FetchAnswer::Kind::absent && missing != refspecs.end())
      ++brought.missing;
    refspecs.erase(missing != refspecs.end() ? missing : std::prev(refspecs.end()));
  }
}

}  // namespace

Brought fetch_tip(const Store& store, const Shared& shared, const Network& network,
                  unsigned seconds, Branch branch) {
  const git::Repository& repository = store.repository();
  const git::Transport transport = transport_to(shared, network, seconds);
  const std::string tip = "+" + shared_ref(shared.id) + ":" + seen_ref(shared.remote, shared.id);
  std::vector<std::string> wanted = {tip};
  if (branch == Branch::comes)
    for (std::string& refspec : branch_refspecs(repository, shared, shared.remote))
      wanted.push_back(std::move(refspec));
  const size_t branches = wanted.size() - 1;
  Brought brought = fetch_what_is_there(repository, transport, std::move(wanted), tip);
  brought.missing = branches > 0 && brought.missing == branches ? 1 : 0;
  return brought;
}

bool fetch_branch(const git::Repository& repository, const Shared& shared, const Network& network,
                  bool needed) {
  constexpr unsigned kLongest = 10;
  // Where it was never fetched, it may be with the handoffs and not with what it follows.
  for (const std::string& remote : {remote_of_branch(repository, shared), shared.remote}) {
    std::vector<std::string> refspecs = branch_refspecs(repository, shared, remote, needed);
    if (refspecs.empty())
      return true;
    const Brought brought = fetch_what_is_there(repository,
                                                {.remote = remote,
                                                 .may_prompt = network.may_prompt,
                                                 .seconds = network.may_prompt ? 0 : kLongest},
                                                std::move(refspecs));
    if (brought.answer.kind != git::FetchAnswer::Kind::absent)
      return true;
    if (remote == shared.remote)
      break;
  }
  return false;
}

std::string branch_there_at(const git::Repository& repository, const Shared& shared,
                            const Network& network, const std::string& oid) {
  const std::string remote = remote_of_branch(repository, shared);
  const std::string prefix = usual_tracking_ref(remote, "");
  const std::string start =
      trim(repository.git().run({.args = {"symbolic-ref", "-q", prefix + "HEAD"}}).out);
  return only_branch_at(
      git::branch_tips_at(repository, {.remote = remote, .may_prompt = network.may_prompt}).refs,
      std::string(git::kBranchRefs), oid,
      start.starts_with(prefix) ? start.substr(prefix.size()) : std::string());
}

void deepen_where_cut(const git::Repository& repository, const Shared& shared,
                      const Network& network) {
  constexpr unsigned kLongest = 10;
  const std::string here = "refs/heads/" + shared.branch;
  const std::string there = tracking_branch(repository, shared);
  if (!there.empty() && git::read_ref(repository, here) &&
      git::ends_too_early(repository, "refs/remotes/" + there, here))
    git::deepen(repository, {.remote = remote_of_branch(repository, shared),
                             .may_prompt = network.may_prompt,
                             .seconds = network.may_prompt ? 0 : kLongest});
}

bool bring_versions(const git::Repository& repository, const std::string& remote,
                    const std::vector<std::string>& ids, const Network& network) {
  const std::vector<std::string> refspecs = vector_of(ids, [&](const std::string& id) {
    return "+" + shared_ref(id) + ":" + seen_ref(remote, id);
  });
  const git::FetchAnswer answer =
      git::fetch_refs(repository, {.remote = remote, .may_prompt = network.may_prompt}, refspecs);
  return answer.kind == git::FetchAnswer::Kind::fetched;
}

}  // namespace handoff::ops
