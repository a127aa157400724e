#include <algorithm>

#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/repo/refs.hpp"
#include "ops/records/shared.hpp"

namespace handoff::ops {

namespace {

/// Where branches begin and end up: such an upstream is not the branch under another name.
bool is_for_others_too(const git::Repository& repository, const std::string& remote,
                       const std::string& branch) {
  const std::string there = "refs/remotes/" + remote + "/";
  return git::read_ref(repository, "refs/heads/" + branch) ||
         trim(repository.git().run({.args = {"symbolic-ref", "-q", there + "HEAD"}}).out) ==
             there + branch;
}

/// Where `branch.NAME.remote` and `.merge` say that the branch itself is, by this or another name.
struct OwnUpstream {
  std::string remote = {};
  std::string branch = {};  ///< empty: what it follows is another branch, or none
  std::string merge = {};   ///< what it follows, also where that is another branch
};

OwnUpstream own_upstream(const git::Repository& repository, const std::string& branch) {
  const std::string section = "branch." + branch;
  OwnUpstream own{.remote = repository.config().text(section + ".remote").value_or("")};
  const std::string merge = repository.config().text(section + ".merge").value_or("");
  if (own.remote.empty() || !merge.starts_with(git::kBranchRefs))
    return own;
  const std::string name = own.merge = merge.substr(git::kBranchRefs.size());
  if (name == branch || !is_for_others_too(repository, own.remote, name))
    own.branch = name;
  return own;
}

bool was_fetched(const git::Repository& repository, const std::string& remote,
                 const std::string& branch) {
  const std::vector<std::string> refs = tracking_refs(repository, remote, branch);
  return std::ranges::any_of(
      refs, [&](const std::string& ref) { return git::read_ref(repository, ref).has_value(); });
}

}  // namespace

std::string remote_of_branch(const git::Repository& repository, const Shared& shared) {
  const git::Config& config = repository.config();
  if (config.text("handoff.remote").value_or("") != shared.remote)
    return shared.remote;
  const auto is_remote = [&](const std::string& name) {
    return !name.empty() && config.text("remote." + name + ".url");
  };
  const OwnUpstream own = own_upstream(repository, shared.branch);
  if (own.branch == shared.branch && is_remote(own.remote))
    return own.remote;
  const std::string pushed = config.text("branch." + shared.branch + ".pushRemote").value_or(""),
                    usual = config.text("remote.pushDefault").value_or("");
  for (const std::string& name : {shared.remote, pushed, usual})
    if (is_remote(name) && was_fetched(repository, name, shared.branch))
      return name;
  if (!own.branch.empty() && is_remote(own.remote))
    return own.remote;
  for (const std::string& name : {pushed, usual, own.remote, std::string("origin")})
    if (is_remote(name))
      return name;
  return shared.remote;
}

std::vector<std::string> branches_there(const git::Repository& repository, const Shared& shared) {
  if (shared.branch.empty() || shared.branch == "HEAD")
    return {};
  const OwnUpstream own = own_upstream(repository, shared.branch);
  const bool is_there = own.remote == remote_of_branch(repository, shared);
  const bool is_said = own.remote.empty() || (is_there && own.merge == shared.upstream);
  const std::string upstream = is_said ? shared.upstream : is_there ? own.branch : "";
  if (upstream.empty() || upstream == shared.branch)
    return {shared.branch};
  return {shared.branch, upstream};
}

std::string followed_branch(const std::string& ref) {
  constexpr std::string_view kRemotes = "refs/remotes/";
  const size_t slash = ref.starts_with(kRemotes) ? ref.find('/', kRemotes.size()) : ref.npos;
  return slash == ref.npos ? std::string() : ref.substr(slash + 1);
}

std::string only_branch_at(const std::vector<git::Ref>& refs, const std::string& prefix,
                           const std::string& oid, const std::string& trunk) {
  std::string found;
  for (const git::Ref& ref : refs) {
    const std::string name = ref.name.starts_with(prefix) ? ref.name.substr(prefix.size()) : "";
    if (name.empty() || name == "HEAD" || name == trunk || ref.oid != oid)
      continue;
    if (!found.empty())
      return {};
    found = name;
  }
  return found;
}

std::vector<std::string> tracking_refs(const git::Repository& repository, const std::string& remote,
                                       const std::string& branch) {
  const std::string usual = usual_tracking_ref(remote, branch);
  const std::string configured = git::tracking_ref(repository, remote, branch);
  return configured.empty() || configured == usual ? std::vector{usual}
                                                   : std::vector{configured, usual};
}

std::string remote_with_unseen(const git::Repository& repository, const Shared& shared) {
  const std::string remote = remote_of_branch(repository, shared);
  return shared.branch.empty() || shared.branch == "HEAD" ||
                 !git::tracking_ref(repository, remote, shared.branch).empty() ||
                 git::read_ref(repository, usual_tracking_ref(remote, shared.branch))
             ? std::string()
             : remote;
}

std::string tracking_branch(const git::Repository& repository, const Shared& shared) {
  constexpr std::string_view kRemotes = "refs/remotes/";
  const std::string remote = remote_of_branch(repository, shared);
  for (const std::string& name : branches_there(repository, shared))
    for (const std::string& ref : tracking_refs(repository, remote, name))
      if (git::read_ref(repository, ref))
        return ref.substr(kRemotes.size());
  return {};
}

std::string branch_last_there(const git::Repository& repository, const Shared& shared) {
  const std::string remote = remote_of_branch(repository, shared);
  for (const std::string& name : branches_there(repository, shared))
    if (was_fetched(repository, remote, name))
      return name;
  return {};
}

}  // namespace handoff::ops
