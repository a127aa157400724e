#include "ops/share/versions.hpp"

#include <algorithm>
#include <set>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/secrets/secrets.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"

namespace handoff::ops {

std::vector<git::Commit> versions_up_to(const Store& store, std::string oid) {
  constexpr size_t kMostVersions = 10000;
  std::vector<git::Commit> versions;
  while (!oid.empty() && versions.size() < kMostVersions) {
    std::optional<git::Commit> version = git::read_commit(store.objects(), oid);
    if (!version || !is_version(version->message))
      break;
    oid = version->parents.empty() ? "" : version->parents.front();
    versions.push_back(std::move(*version));
  }
  return versions;
}

bool follows(const std::vector<git::Commit>& versions, const std::string& tip,
             const std::string& before) {
  return tip == before || std::ranges::any_of(versions, [&](const git::Commit& v) {
           return !v.parents.empty() && v.parents.front() == before;
         });
}

bool repeats_older(const std::vector<git::Commit>& versions) {
  auto is_same = [&](const git::Commit& v) { return v.tree == versions.front().tree; };
  return std::any_of(std::ranges::find_if_not(versions, is_same), versions.end(), is_same);
}

namespace {

constexpr std::string_view kClone = "Handoff-Clone";
/// The trailer of an end that names a clone which is to see it.
constexpr std::string_view kFor = "Handoff-For: ";

bool is_token(std::string_view text) {
  constexpr size_t kDigits = 16;
  return text.size() == kDigits && is_lower_hex(text);
}

/// What tells this clone from others of the same person; it is no secret, and says nothing else.
std::string token_of(const git::Repository& repository) {
  const std::string path = join_path(repository.layout().shared_dir(), "clone");
  constexpr size_t kMost = 64;
  if (std::string token = trim(read_file_at_most(path, kMost).value_or("")); is_token(token))
    return token;
  std::string token = random_hex(8);
  make_durable_folders(repository.layout().shared_dir());
  write_file_atomic(path, token + "\n", Durability::synced);
  return token;
}

}  // namespace

std::string shared_trailers(const git::Repository& repository, SharedState state) {
  return "Handoff-State: " + std::string(word_of(state)) + "\nHandoff-Nonce: " + random_hex(16) +
         "\n" + std::string(kClone) + ": " + token_of(repository) + "\n";
}

std::string upstream_trailer(const std::string& upstream) {
  return upstream.empty() ? "" : std::string(kUpstream) + ": " + upstream + "\n";
}

bool is_from_here(const git::Repository& repository, const std::vector<git::Commit>& versions) {
  const std::string own = token_of(repository);
  return std::ranges::any_of(versions, [&](const git::Commit& version) {
    return git::trailer(version.message, kClone) == own;
  });
}

std::string taken_away_from(const git::Repository& repository,
                            const std::vector<git::Commit>& versions) {
  const std::string own = token_of(repository);
  const auto is_held = [](const git::Commit& version) {
    return git::trailer(version.message, "Handoff-State") == word_of(SharedState::held);
  };
  for (const git::Commit& version : versions) {
    const bool from_here = git::trailer(version.message, kClone) == own;
    const bool given_back = &version == &versions.front() && !is_held(version);
    if (!from_here || (!is_held(version) && !given_back))
      return !from_here && is_held(version) ? shared_by(version.author) : std::string();
  }
  return {};
}

const git::Commit* version_known_here(const Store& store, const std::string& id,
                                      const std::vector<git::Commit>& versions) {
  const std::string own = token_of(store.repository());
  std::set<std::string> trees, works;
  for (const RecordRef& ref : store.everywhere())
    if (ref.id == id && ref.place != RecordRef::Place::remote)
      for (const std::string& oid : store.versions(ref))
        if (const auto version = git::read_commit(store.objects(), oid)) {
          trees.insert(version->tree);
          works.insert(snapshot_of(*version));
        }
  for (const git::Commit& version : versions)
    if (trees.contains(version.tree) ||
        (git::trailer(version.message, kClone) == own && works.contains(snapshot_of(version))))
      return &version;
  return nullptr;
}

std::vector<std::string> clones_to_tell(const Store& store, const Shared& shared) {
  const std::string own = token_of(store.repository());
  std::vector<std::string> clones;
  for (const git::Commit& version : versions_up_to(store, shared.tip)) {
    std::string token = git::trailer(version.message, kClone).value_or("");
    if (is_token(token) && token != own && !in_list(clones, token))
      clones.push_back(std::move(token));
  }
  return clones;
}

std::string write_step(git::Quarantine& quarantine, const git::Commit& commit) {
  const std::string bytes = git::serialize_commit(commit);
  if (const std::vector<formats::SecretHit> hits = formats::find_secrets(bytes); !hits.empty())
    refuse("what would be published looks like a secret",
           {"its author, branch or upstream: " +
                std::string(formats::describe_secret(hits.front().rule)),
            "your name in commits is: git config user.name"});
  return quarantine.write(git::ObjectType::commit, bytes);
}

std::string write_tombstone(const Store& store, git::Quarantine& quarantine, const Shared& shared,
                            const std::vector<std::string>& clones, const std::string& into) {
  git::Identity identity = git::read_identity(store.repository(), true);
  // A child of what was there: some hosts take nothing else.
  git::Commit end{.tree = quarantine.write(git::ObjectType::tree, ""),
                  .parents = {shared.tip},
                  .author = identity.author,
                  .committer = identity.committer,
                  .message = "handoff: finished\n\n" + git::id_line(shared.id) +
                             "\nHandoff-Branch: " + shared.branch + "\n" +
                             upstream_trailer(shared.upstream) +
                             shared_trailers(store.repository(), SharedState::finished)};
  if (!into.empty())
    end.message += std::string(kInto) + ": " + into + "\n";
  for (const std::string& clone : clones)
    end.message += std::string(kFor) + clone + "\n";
  return write_step(quarantine, end);
}

EndWord end_word_without(const git::Repository& repository, const std::string& message) {
  EndWord word;
  const std::string own = std::string(kFor) + token_of(repository);
  for (const std::string& line : split_lines(message)) {
    const bool names = line.starts_with(kFor);
    word.named += names ? 1 : 0;
    if (line == own)
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
    if (in_list(commit.parents, oid))
      return oid;
  }
  return {};
}

namespace {

/// Each record of a handoff beside nothing, and each work beside what it was made on: all that is
/// read of it before the next version leaves.
std::string pairs_of_versions(const Store& store, const std::vector<git::Commit>& versions) {
  const std::string nothing =
      trim(store.repository()
               .git()
               .run({.args = {"hash-object", "-t", "tree", "--stdin"}, .input = ""})
               .out);
  std::set<std::string> pairs;
  for (const git::Commit& version : versions) {
    pairs.insert(version.tree + " " + nothing + "\n");
    const std::string wip = snapshot_of(version);
    const std::optional<git::Commit> work =
        wip.empty() ? std::nullopt : git::read_commit(store.objects(), wip);
    if (work && !work->parents.empty())
      pairs.insert(wip + " " + work->parents.front() + "\n");
  }
  return join({pairs.begin(), pairs.end()}, "");
}

}  // namespace

void bring_promised(const Store& store, const Shared& shared, const git::Transport& transport) {
  constexpr size_t kMostPaths = 1000;  // they stand on a command line
  const git::Repository& repository = store.repository();
  if (shared.tip.empty() || !git::has_promised_packs(repository.layout()))
    return;
  const std::vector<git::Commit> versions = versions_up_to(store, shared.tip);
  if (versions.empty())
    return;
  git::fetch_promised(repository, transport, pairs_of_versions(store, versions),
                      git::Promised::contents);
  const std::string wip = snapshot_of(versions.front());
  const std::optional<git::Commit> work =
      wip.empty() ? std::nullopt : git::read_commit(store.objects(), wip);
  if (!work || work->parents.empty())
    return;
  const std::string& base = work->parents.front();
  std::string pairs;
  for (const std::string& present :
       {repository.head().oid,
        git::read_ref(repository, "refs/heads/" + shared.branch).value_or("")})
    if (!present.empty() && present != base)
      pairs += base + " " + present + "\n";
  if (pairs.empty())
    return;
  git::fetch_promised(repository, transport, pairs, git::Promised::trees);
  const std::vector<std::string> paths =
      git::fetch_promised(repository, transport, wip + " " + base + "\n", git::Promised::trees);
  if (!paths.empty() && paths.size() <= kMostPaths)
    git::fetch_promised(repository, transport, pairs, git::Promised::contents, paths);
}

void keep_what_is_sent(const git::Repository& repository, const std::string& oid) {
  if (!git::has_promised_packs(repository.layout()))
    return;
  const git::Git& git = repository.git();
  // What a remote is known to have need not be promised: it was pushed from here, or to another.
  const std::vector<std::string> tips = split_lines(
      git.run({.args = {"for-each-ref", "--format=%(objectname)", "refs/remotes"}}).out);
  std::string walk = oid + "\n";
  for (const std::string& tip : git::in_promised_packs(repository.layout(), tips))
    walk += "^" + tip + "\n";
  const Outcome sent = git.run({.args = {"rev-list", "--objects", "--no-object-names",
                                         "--missing=allow-promisor", "--stdin"},
                                .input = walk});
  if (!sent.ok() || sent.out.empty())
    return;
  const std::string pack = join_path(git::objects_dir(repository.layout()), "pack/pack");
  const Outcome packed = git.run({.args = {"pack-objects", "-q", pack}, .input = sent.out});
  for (const std::string& hash : split_lines(packed.out))  // pack.packSizeLimit makes several
    if (packed.ok() && git::is_oid(hash))
      write_file_atomic(pack + "-" + hash + ".promisor", "", Durability::synced);
}

}  // namespace handoff::ops
