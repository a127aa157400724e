#include "ops/share/versions.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

std::vector<git::Commit> versions_up_to(const Store& store, std::string oid) {
  constexpr size_t kMostVersions = 10000;
  std::vector<git::Commit> versions;
  while (!oid.empty() && versions.size() < kMostVersions) {
    std::optional<git::Commit> version = git::read_commit(store.objects(), oid);
    if (!version || !git::trailer(version->message, "Handoff-Nonce"))
      break;
    oid = version->parents.empty() ? "" : version->parents.front();
    versions.push_back(std::move(*version));
  }
  return versions;
}

bool repeats_older(const std::vector<git::Commit>& versions) {
  auto is_same = [&](const git::Commit& v) { return v.tree == versions.front().tree; };
  return std::any_of(std::find_if_not(versions.begin(), versions.end(), is_same), versions.end(),
                     is_same);
}

std::string shared_trailers(SharedState state) {
  return "Handoff-State: " + std::string(word_of(state)) + "\nHandoff-Nonce: " + random_hex(16) +
         "\n";
}

std::string upstream_trailer(const std::string& upstream) {
  return upstream.empty() ? "" : std::string(kUpstream) + ": " + upstream + "\n";
}

std::vector<std::string> people_to_tell(const Store& store, const Shared& shared) {
  std::vector<std::string> people;
  for (const git::Commit& version : versions_up_to(store, shared.tip)) {
    std::erase(people, git::person_of(version.author));
    people.push_back(git::person_of(version.author));
  }
  const std::string publisher = people.empty() ? "" : people.back();
  std::erase(people, git::person_of(git::read_identity(store.repository(), true).author));
  if (!shared.published && !publisher.empty() && (people.empty() || people.back() != publisher))
    people.push_back(publisher);
  return people;
}

std::string write_tombstone(const Store& store, git::Quarantine& quarantine, const Shared& shared,
                            const std::vector<std::string>& people) {
  git::Identity identity = git::read_identity(store.repository(), true);
  // A child of what was there: some hosts take nothing else.
  git::Commit end{.tree = quarantine.write(git::ObjectType::tree, ""),
                  .parents = {shared.tip},
                  .author = identity.author,
                  .committer = identity.committer,
                  .message = "handoff: finished\n\nHandoff-Id: " + shared.id +
                             "\nHandoff-Branch: " + shared.branch + "\n" +
                             upstream_trailer(shared.upstream) +
                             shared_trailers(SharedState::finished)};
  for (const std::string& person : people)
    end.message += std::string(kFor) + person + "\n";
  return quarantine.write(git::ObjectType::commit, git::serialize_commit(end));
}

EndWord end_word_without(const std::string& message, const std::set<std::string>& people) {
  EndWord word;
  for (const std::string& line : split_lines(message)) {
    const bool names = line.starts_with(kFor);
    word.named += names ? 1 : 0;
    if (names && people.contains(line.substr(kFor.size())))
      continue;
    word.left += names ? 1 : 0;
    word.message += line + "\n";
  }
  return word;
}

git::Commit commit_or_fail(const Store& store, const std::string& oid) {
  std::optional<git::Commit> commit = git::read_commit(store.objects(), oid);
  if (!commit)
    fail("commit " + oid + " is missing or damaged", {"'git fsck' tells what else is"});
  return std::move(*commit);
}

std::string snapshot_of(const git::Commit& commit) {
  for (const char* name : {"Handoff-Wip", "Handoff-Base"}) {
    std::string oid = git::trailer(commit.message, name).value_or("");
    if (std::find(commit.parents.begin(), commit.parents.end(), oid) != commit.parents.end())
      return oid;
  }
  return {};
}

}  // namespace handoff::ops
