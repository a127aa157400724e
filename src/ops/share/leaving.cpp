#include "ops/share/leaving.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/records/way_to_edit.hpp"
#include "ops/share/lfs.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kRecordFile = "handoff.json";

/// The rule of a secret in a text of a record, as whoever reads it has it; empty: none.
std::string secret_in_record(const std::string& bytes) {
  try {
    const std::vector<std::string> rules =
        formats::secrets_in(formats::parse_json(bytes, kRecordFile));
    return rules.empty() ? "" : rules.front();
  } catch (const Failure&) {  // a project's own file of this name
    return {};
  }
}

/// A secret in a blob, for people; empty: none.
std::string secret_in(const std::string& path, const std::string& bytes) {
  auto scope = path == kRecordFile ? formats::SecretScope::record : formats::SecretScope::file;
  const std::vector<formats::SecretHit> hits = formats::find_secrets(bytes, scope);
  const std::string where = path_in_quotes(path);
  if (hits.empty() && path == kRecordFile)
    if (const std::string rule = secret_in_record(bytes); !rule.empty())
      return where + ": " + std::string(formats::describe_secret(rule));
  return hits.empty() ? ""
                      : where + ", line " + std::to_string(hits.front().line) + ": " +
                            std::string(formats::describe_secret(hits.front().rule));
}

/// All names that files and folders get in these commits, by what is in them. A file is looked at
/// where it differs from all parents: where it is as in one of them, that one has the name, or the
/// remote.
std::map<std::string, std::vector<std::string>> names_given(const git::Git& git,
                                                            const git::Environment& environment,
                                                            const std::string& commits) {
  const std::string changes =
      git.output({.args = {"diff-tree", "--stdin", "--no-commit-id", "--root", "-c", "-r", "-t",
                           "-z", "--raw", "--no-renames", "--no-abbrev"},
                  .input = commits,
                  .environment = environment},
                 "list the names of what would leave");
  std::map<std::string, std::vector<std::string>> names;
  const std::vector<std::string> fields = split(changes, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    // ":mode mode oid oid letter", for a merge with a colon, a mode and an oid for each parent
    const std::vector<std::string> words = split(fields[i], ' ');
    const size_t parents = fields[i].find_first_not_of(':');
    const size_t oid = 2 * parents + 1;
    if (oid < words.size())
      names[words[oid]].push_back(fields[i + 1]);
  }
  return names;
}

}  // namespace

Leaving::Leaving(const git::Repository& repository, git::Quarantine& quarantine,
                 git::Environment environment)
    : x_repository(repository),
      x_quarantine(quarantine),
      x_environment(std::move(environment)),
      x_replaced(git::open_replaced_objects(repository)) {}

void Leaving::look_at(const std::string& tip, const std::vector<std::string>& not_there) {
  const git::Git& git = x_repository.git();
  const auto list = [&](std::vector<std::string> args) {
    args.push_back(tip);
    args.insert(args.end(), not_there.begin(), not_there.end());
    return git.start({.args = std::move(args), .environment = x_environment});
  };
  const auto answer = [](Child child, const std::string& purpose) {
    Outcome outcome = child.wait();
    if (!outcome.ok())
      fail("cannot " + purpose + ": " + git::git_message(outcome));
    return std::move(outcome.out);
  };
  // Each is listed once, whatever names it has.
  Child files_listed =
      list({"rev-list", "--objects", "--filter=object:type=blob", "--filter-provided-objects"});
  const std::string commits = answer(list({"rev-list"}), "list the commits that would leave");
  const auto names = names_given(git, x_environment, commits);
  const std::string listed = answer(std::move(files_listed), "list the files that would leave");
  for (const std::string& oid : split_lines(commits))
    look_at_message(oid);
  // Also those of files whose content the remote has.
  std::set<std::string> paths;
  for (const auto& [oid, given] : names)
    paths.insert(given.begin(), given.end());
  for (const std::string& path : paths)
    look_at_name(path);
  for (const std::string& line : split_lines(listed)) {
    const size_t space = line.find(' ');
    if (space == std::string::npos)
      continue;
    const std::string oid = line.substr(0, space);
    const auto known = names.find(oid);
    look_at_file(oid, known != names.end() ? known->second
                                           : std::vector<std::string>{line.substr(space + 1)});
  }
}

void Leaving::refuse_secrets(const std::string& before, const std::string& push) const {
  constexpr size_t kMostTold = 5;
  if (x_secrets.empty() && x_unsearched.empty())
    return;
  std::vector<std::string> hints = x_secrets;
  hints.insert(hints.end(), x_unsearched.begin(), x_unsearched.end());
  hints.resize(std::min(hints.size(), kMostTold));
  if (x_secrets.empty()) {
    hints.push_back("if there is no secret in it: " + push);
    refuse(before + "what would be published is too large to be searched for secrets", hints);
  }
  hints.push_back("take it out and pause again ('" + way_to_edit() + "' for the text)");
  hints.push_back("or, if it is none: " + push);
  refuse(before + "what would be published looks like a secret", hints);
}

std::optional<git::Object> Leaving::read(const std::string& oid) {
  std::optional<git::Object> stored = x_replaced ? x_replaced->read(oid) : std::nullopt;
  return stored ? std::move(stored) : x_quarantine.objects().read(oid);
}

size_t Leaving::size_of(const std::string& oid) {
  const std::optional<size_t> stored = x_replaced ? x_replaced->size_of(oid) : std::nullopt;
  return stored ? *stored : x_quarantine.objects().size_of(oid).value_or(0);
}

void Leaving::look_at_message(const std::string& oid) {
  constexpr size_t kShort = 12;
  const std::string what = "the message of commit " + oid.substr(0, kShort);
  const size_t size = size_of(oid);
  if (size > formats::kMostSearched) {
    x_unsearched.push_back(what + " has " + human_size(size));
    return;
  }
  std::optional<git::Object> commit = read(oid);
  if (!commit)
    return;
  // Words, as those of a record.
  const std::vector<formats::SecretHit> hits =
      formats::find_secrets(commit->bytes, formats::SecretScope::record);
  if (!hits.empty())
    x_secrets.push_back(what + ": " + std::string(formats::describe_secret(hits.front().rule)));
}

void Leaving::look_at_name(const std::string& path) {
  for (const formats::SecretHit& hit : formats::find_secrets(path)) {
    x_secrets.push_back("the name of '" + formats::shown(path) +
                        "': " + std::string(formats::describe_secret(hit.rule)));
    return;
  }
}

void Leaving::look_at_file(const std::string& oid, const std::vector<std::string>& paths) {
  const size_t size = size_of(oid);
  bytes += size;
  for (const std::string& path : paths) {
    if (std::optional<std::string> why = formats::secret_file_name(path))
      x_secrets.push_back(path_in_quotes(path) + " " + *why);
  }
  // What is the record's is searched as such, whatever else is the same.
  const bool of_record = std::find(paths.begin(), paths.end(), kRecordFile) != paths.end();
  const std::string path = of_record ? std::string(kRecordFile) : paths.front();
  files.push_back({path, size});
  if (size > formats::kMostSearched) {
    x_unsearched.push_back(path_in_quotes(path) + " has " + human_size(size));
    return;
  }
  std::optional<git::Object> object = read(oid);
  if (!object)
    return;
  if (std::string content = lfs_content(object->bytes); !content.empty()) {
    lfs.push_back(std::move(content));
    look_at_lfs_content(path, lfs.back());
  }
  if (std::string secret = secret_in(path, object->bytes); !secret.empty())
    x_secrets.push_back(std::move(secret));
}

/// What git-lfs sends lies here; what does not is at the server, or nowhere.
void Leaving::look_at_lfs_content(const std::string& path, const std::string& oid) {
  const std::string storage = x_repository.config().text("lfs.storage").value_or("lfs");
  constexpr size_t kFolder = 2;
  if (!git::is_oid(oid))
    return;
  const std::string file = join_path(
      join_path(x_repository.layout().common_dir, storage),
      "objects/" + oid.substr(0, kFolder) + "/" + oid.substr(kFolder, kFolder) + "/" + oid);
  struct stat info {};
  if (stat(file.c_str(), &info) != 0)
    return;
  if (static_cast<size_t>(info.st_size) > formats::kMostSearched)
    x_unsearched.push_back(path_in_quotes(path) + " has " +
                           human_size(static_cast<size_t>(info.st_size)));
  else if (std::string secret =
               secret_in(path, read_file_at_most(file, formats::kMostSearched).value_or(""));
           !secret.empty())
    x_secrets.push_back(std::move(secret));
}

std::string secret_in_published(const Store& store, const Shared& shared) {
  if (shared.tip.empty())
    return {};
  const git::Repository& repository = store.repository();
  std::vector<std::string> there =
      git::with_remote_branches(repository.git(), {"--not"}, shared.remote);
  git::Quarantine nothing_new(repository);
  const auto search = [&] {
    Leaving published(repository, nothing_new, {{"GIT_NO_REPLACE_OBJECTS", "1"}});
    published.look_at(shared.tip, there);
    return published.first_secret();
  };
  try {
    return search();
  } catch (const Failure&) {
    // A partial clone that has not fetched the remote's branches lacks their files.
    for (git::Ref& tip : git::branch_tips_at(repository, {.remote = shared.remote}).refs)
      if (store.objects().contains(tip.oid))
        there.push_back(std::move(tip.oid));
  }
  try {
    return search();
  } catch (const Failure& failure) {
    refuse("what was published cannot all be searched for secrets: " + failure.message(),
           {"get what " + shared.remote + " has, then try again: git fetch " +
            shell_word(shared.remote)});
  }
}

}  // namespace handoff::ops
