#include "ops/share/listing.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <set>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/repo/untyped_config.hpp"
#include "ops/records/look_budget.hpp"
#include "ops/records/names.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostListed = 20000;

/// A repository of its own, with a copy of what our configuration says (who we are to the remote,
/// helpers for passwords, other names of URLs): a file that ours includes may count there alone.
std::string make_throw_away(const git::Repository& repository, const git::Quarantine& quarantine) {
  std::string folder = join_path(quarantine.folder(), "list.git");
  make_folders(folder + "/objects");
  make_folders(folder + "/refs");
  bool sha256 = repository.layout().object_format == "sha256";
  write_file_atomic(folder + "/HEAD", "ref: refs/heads/none\n");
  const git::HarmlessConfig& ours = repository.git().harmless_config();
  if (!ours.is_known)
    git::refuse_to_open(ours.answer);
  write_file_atomic(folder + "/config",
                    ours.to_copy + "[core]\n\trepositoryformatversion = " + (sha256 ? "1" : "0") +
                        "\n\tbare = true\n" +
                        (sha256 ? "[extensions]\n\tobjectFormat = sha256\n" : ""));
  return folder;
}

/// A version as it stands in the listing.
struct ListedVersion {
  std::string id, oid;
  git::Commit commit = {};
};

/// The commits that may be looked at: what is no commit, or larger than one of ours ever is, is
/// passed over, and so is what comes when they are too many together.
std::vector<ListedVersion> read_listed(const git::Git& git, const std::string& folder) {
  constexpr size_t kMostOfOne = 1u << 20, kMostOfAll = 32u << 20;
  const std::string listing =
      git.output({.args = {"--git-dir=" + folder, "for-each-ref",
                           "--format=%(objecttype) %(objectsize) %(objectname) %(refname:lstrip=3)",
                           "refs/handoffs/shared/"}},
                 "list what the remote has");
  std::vector<ListedVersion> found;
  std::string wanted;
  size_t all = 0;
  for (const std::string& line : split_lines(listing)) {
    const std::vector<std::string> words = split(line, ' ');
    if (words.size() != 4 || words[0] != "commit")
      continue;
    const size_t size = std::strtoull(words[1].c_str(), nullptr, 10);
    if (size > kMostOfOne || size > kMostOfAll - all || found.size() == kMostListed) {
      LookBudget::of_this_command().pass_over(shared_ref(words[3]));
      continue;
    }
    all += size;
    found.push_back({.id = words[3], .oid = words[2]});
    wanted += words[2] + "\n";
  }
  if (found.empty())
    return found;
  // "oid commit size" LF bytes LF, in the order asked
  const std::string objects = git.output(
      {.args = {"--git-dir=" + folder, "cat-file", "--batch"}, .input = std::move(wanted)},
      "read what the remote has");
  std::string_view rest = objects;
  for (ListedVersion& version : found) {
    const std::string_view head = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), head.size() + 1));
    const size_t size =
        std::strtoull(std::string(head.substr(head.rfind(' ') + 1)).c_str(), nullptr, 10);
    if (std::optional<git::Commit> commit = git::parse_commit(rest.substr(0, size)))
      version.commit = std::move(*commit);
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
  std::ranges::stable_sort(found, [](const ListedVersion& a, const ListedVersion& b) {
    return git::time_of(a.commit.committer) > git::time_of(b.commit.committer);
  });
  return found;
}

/// With what this clone knows of it, where that is the very version.
std::optional<Shared> as_known(const git::Repository& repository, const std::string& remote,
                               const ListedVersion& listed, const std::string& user) {
  const std::optional<std::string> branch = shared_branch(listed.commit.message);
  if (!git::is_record_id(listed.id) || !branch)
    return std::nullopt;
  std::optional<Shared> known = read_shared_quietly(repository, listed.id);
  if (known && known->remote == remote && known->tip == listed.oid && !known->pending) {
    known->seen = now();
    return known;
  }
  Shared shared{.id = listed.id, .remote = remote, .branch = *branch};
  see_version(shared, listed.oid, listed.commit, now());
  shared.by_user = shared.by == user;
  return shared;
}

}  // namespace

std::vector<Shared> list_at_remote(const git::Repository& repository, const std::string& remote,
                                   const std::string& prefix, const Network& network) {
  git::Quarantine quarantine(repository);
  std::string folder = make_throw_away(repository, quarantine);
  std::string pattern = shared_ref(prefix + "*");
  git::FetchAnswer answer = git::fetch_refs(
      repository, {.remote = remote, .may_prompt = network.may_prompt, .git_dir = folder},
      {"+" + pattern + ":" + pattern}, 1);
  if (answer.kind == git::FetchAnswer::Kind::failed)
    refuse(remote + std::string(kUnreachable) + answer.why,
           {"'git handoff list' shows what was seen before"});
  const std::string user = shared_by(git::read_identity(repository, true).author);
  std::vector<Shared> found;
  for (const ListedVersion& listed : read_listed(repository.git(), folder))
    if (std::optional<Shared> shared = as_known(repository, remote, listed, user))
      found.push_back(std::move(*shared));
  return found;
}

namespace {

constexpr size_t kTail = 24;  // -yyyymmdd-hhmmss-xxxxxxxx less the first dash

}  // namespace

std::string prefix_for(const std::string& what) {
  if (what.size() <= kTail || !git::is_record_id(what))
    return {};
  std::string tail = what.substr(what.size() - kTail);
  for (size_t i = 0; i < kTail; ++i)
    if (bool dash = i == 8 || i == 15;
        dash ? tail[i] != '-' : !std::isxdigit(static_cast<unsigned char>(tail[i])))
      return {};
  return what;
}

std::string branch_by_id(const git::Repository& repository, const std::string& remote,
                         const std::string& id) {
  if (prefix_for(id).empty())
    return {};
  const std::string slug = id.substr(0, id.size() - kTail - 1);
  if (slug == Store::slug_of("HEAD"))
    return "HEAD";
  const std::string there = "refs/remotes/" + remote + "/", here = "refs/heads/";
  std::set<std::string> names;
  for (const std::string& ref :
       split_lines(repository.git()
                       .run({.args = {"for-each-ref", "--format=%(refname)", there, here}})
                       .out))
    if (std::string name = ref.substr(ref.starts_with(there) ? there.size() : here.size());
        Store::slug_of(name) == slug)
      names.insert(std::move(name));
  if (names.empty() && !contains(slug, "-"))
    return slug;
  return names.size() == 1 ? *names.begin() : std::string();
}

std::vector<std::string> lines_for(const std::vector<Shared>& handoffs, const std::string& verb) {
  std::vector<std::string> lines;
  for (const Shared& shared : handoffs) {
    if (lines.size() == kMostHandoffsNamed) {
      lines.push_back("... and " + std::to_string(handoffs.size() - kMostHandoffsNamed) + " more");
      break;
    }
    lines.push_back("git handoff " + verb + " " + shared.id + "   (" + branch_name(shared.branch) +
                    ", " + shared.named() + ", " + relative_time(shared.since, now()) + ")");
  }
  return lines;
}

std::vector<Shared> of_branch(const git::Repository& repository, const std::vector<Shared>& all,
                              const std::string& branch) {
  std::vector<std::string> names = git::earlier_names(repository.layout().common_dir, branch);
  names.insert(names.begin(), branch);
  std::vector<Shared> found;
  for (const std::string& name : names) {
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const Shared& shared) { return shared.branch == name; });
    if (!found.empty())
      break;
  }
  return found;
}

std::vector<Shared> fitting(const git::Repository& repository, const std::vector<Shared>& all,
                            const std::string& what) {
  for (const Shared& shared : all)
    if (shared.id == what)
      return {shared};
  std::vector<Shared> found = of_branch(repository, all, what);
  if (found.empty())
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const Shared& shared) { return contains(shared.id, what); });
  return found;
}

}  // namespace handoff::ops
