#include "ops/share/listing.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostListed = 20000;

/// A repository of its own that reads our configuration (who we are to the remote, helpers for
/// passwords, other names of URLs) and writes into its own.
std::string make_throw_away(const git::Repository& repository, const git::Quarantine& quarantine) {
  const git::Layout& layout = repository.layout();
  std::string folder = join_path(quarantine.folder(), "list.git");
  make_folders(folder + "/objects");
  make_folders(folder + "/refs");
  bool sha256 = layout.object_format == "sha256";
  write_file_atomic(folder + "/HEAD", "ref: refs/heads/none\n");
  write_file_atomic(
      folder + "/config",
      "[core]\n\trepositoryformatversion = " + std::string(sha256 ? "1" : "0") +
          "\n\tbare = true\n" + (sha256 ? "[extensions]\n\tobjectFormat = sha256\n" : "") +
          "[include]\n\tpath = \"" +
          replace_all(replace_all(join_path(layout.common_dir, "config"), "\\", "\\\\"), "\"",
                      "\\\"") +
          "\"\n[core]\n\tbare = true\n");
  return folder;
}

/// A version as it stands in the listing.
struct ListedVersion {
  std::string id, oid;
  git::Commit commit;
};

/// Takes the next one off the listing: its name, its oid, the length of its bytes, and these.
/// nullopt where that is no commit.
std::optional<ListedVersion> next_listed(std::string_view& rest) {
  std::string fields[3];
  for (std::string& field : fields) {
    const size_t end = rest.find('\0');
    field = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  const size_t length =
      std::min<size_t>(std::strtoull(fields[2].c_str(), nullptr, 10), rest.size());
  std::optional<git::Commit> commit = git::parse_commit(rest.substr(0, length));
  rest.remove_prefix(std::min(length + 1, rest.size()));  // the end of its line
  if (!commit)
    return std::nullopt;
  return ListedVersion{.id = fields[0], .oid = fields[1], .commit = std::move(*commit)};
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
      "+" + pattern + ":" + pattern, 1);
  if (answer.kind == git::FetchAnswer::Kind::failed)
    refuse(remote + " cannot be reached: " + answer.why,
           {"'git handoff list' shows what was seen before"});
  std::string listing = repository.git().output(
      {.args = {"--git-dir=" + folder, "for-each-ref", "--count=" + std::to_string(kMostListed),
                "--sort=-committerdate",
                "--format=%(refname:lstrip=3)%00%(objectname)%00%(raw:size)%00%(raw)",
                "refs/handoffs/shared/"}},
      "read what " + remote + " has");
  const std::string user = shared_by(git::read_identity(repository, true).author);
  std::vector<Shared> found;
  for (std::string_view rest = listing; !rest.empty();)
    if (std::optional<ListedVersion> listed = next_listed(rest))
      if (std::optional<Shared> shared = as_known(repository, remote, *listed, user))
        found.push_back(std::move(*shared));
  return found;
}

std::string prefix_for(const std::string& what) {
  constexpr size_t kTail = 24;  // -yyyymmdd-hhmmss-xxxxxxxx less the first dash
  if (what.size() <= kTail || !git::is_record_id(what))
    return {};
  std::string tail = what.substr(what.size() - kTail);
  for (size_t i = 0; i < kTail; ++i)
    if (bool dash = i == 8 || i == 15;
        dash ? tail[i] != '-' : !std::isxdigit(static_cast<unsigned char>(tail[i])))
      return {};
  return what;
}

}  // namespace handoff::ops
