#include "ops/share/listing.hpp"

#include <algorithm>
#include <cctype>

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
                "--format=%(refname:lstrip=3)%09%(objectname)%09%(tree)%09%(authorname) "
                "%(authoremail)%09%(committerdate:unix)%09%(trailers:key=Handoff-State,valueonly,"
                "separator=%2C)%09%(trailers:key=Handoff-Branch,valueonly,separator=%2C)",
                "refs/handoffs/shared/"}},
      "read what " + remote + " has");
  std::vector<Shared> found;
  for (const std::string& line : split_lines(listing)) {
    std::vector<std::string> fields = split(line, '\t');
    if (fields.size() != 7 || !git::is_record_id(fields[0]) ||
        (fields[6] != "HEAD" && !git::is_branch_name(fields[6])))
      continue;
    Shared shared{.id = fields[0], .remote = remote, .branch = fields[6]};
    git::Commit commit{.tree = fields[2],
                       .author = fields[3] + " " + fields[4] + " +0000",
                       .committer = fields[3] + " " + fields[4] + " +0000",
                       .message = "x\n\nHandoff-State: " + fields[5] + "\n"};
    see_version(shared, fields[1], commit, now());
    shared.branch = fields[6];
    found.push_back(std::move(shared));
  }
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
