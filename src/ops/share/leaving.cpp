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

/// The secrets of a text. Those of a record are looked for as its readers have them: in its values.
/// What is not as we write JSON may say more than these.
std::vector<formats::SecretHit> secrets_in_text(const std::string& path, const std::string& bytes) {
  if (path != kRecordFile)
    return formats::find_secrets(bytes);
  try {
    const Json record = formats::parse_json(bytes, kRecordFile);
    if (formats::write_json(record) == bytes)
      return formats::secrets_in(record);
  } catch (const Failure&) {  // a project's own file of this name
  }
  return formats::find_secrets(bytes, formats::SecretScope::record);
}

/// The secrets of a blob, with those of the content that git-lfs keeps for it.
std::vector<formats::SecretHit> secrets_in_file(const std::string& path,
                                                const std::vector<std::string>& texts) {
  std::vector<formats::SecretHit> secrets;
  for (const std::string& bytes : texts)
    for (formats::SecretHit& hit : secrets_in_text(path, bytes))
      secrets.push_back(std::move(hit));
  return secrets;
}

/// `staged/PATH` and `stages/2/PATH` of a record: PATH. Else nothing.
std::string path_of_staged(const std::string& path) {
  constexpr std::string_view kStaged = "staged/", kStages = "stages/2/";
  return path.starts_with(kStaged) ? path.substr(kStaged.size())
         : path.starts_with(kStages.substr(0, 7)) && path.size() > kStages.size()
             ? path.substr(kStages.size())
             : "";
}

/// For people.
std::string told(const std::string& path, const formats::SecretHit& secret) {
  const std::string place = secret.line > 0        ? ", line " + std::to_string(secret.line)
                            : secret.field.empty() ? ""
                                                   : ", " + formats::shown(secret.field);
  const std::string staged = path_of_staged(path);
  return path_in_quotes(staged.empty() ? path : staged) + place + ": " +
         std::string(formats::describe_secret(secret.rule));
}

}  // namespace

/// All names that files and folders get in these commits, by what is in them. A file is looked at
/// where it differs from all parents: where it is as in one of them, that one has the name, or the
/// remote.
std::map<std::string, std::vector<Leaving::Name>> Leaving::names_given(
    const std::string& commits) const {
  const std::string changes =
      x_repository.git().output({.args = {"diff-tree", "--stdin", "--no-commit-id", "--root", "-c",
                                          "-r", "-t", "-z", "--raw", "--no-renames", "--no-abbrev"},
                                 .input = commits,
                                 .environment = x_environment},
                                "list the names of what would leave");
  std::map<std::string, std::vector<Name>> names;
  const std::vector<std::string> fields = split(changes, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    // ":mode mode oid oid letter", for a merge with a colon, a mode and an oid for each parent
    const std::vector<std::string> words = split(fields[i], ' ');
    const size_t parents = fields[i].find_first_not_of(':');
    const size_t oid = 2 * parents + 1;
    if (oid >= words.size())
      continue;
    Name name{fields[i + 1], {}};
    for (size_t parent = parents + 1; parent < oid; ++parent)
      if (words[parent].find_first_not_of('0') != std::string::npos)
        name.before.push_back(words[parent]);
    names[words[oid]].push_back(std::move(name));
  }
  // What a record keeps of the index is of the file that the work has.
  std::map<std::string, std::vector<std::string>> before;
  for (const auto& [oid, given] : names)
    for (const Name& name : given)
      before[name.path].insert(before[name.path].end(), name.before.begin(), name.before.end());
  for (auto& [oid, given] : names)
    for (Name& name : given)
      if (const auto of_work = before.find(path_of_staged(name.path));
          name.before.empty() && of_work != before.end())
        name.before = of_work->second;
  return names;
}

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
  const auto names = names_given(commits);
  const std::string listed = answer(std::move(files_listed), "list the files that would leave");
  for (const std::string& oid : split_lines(commits))
    look_at_message(oid);
  // Also those of files whose content the remote has.
  std::set<std::string> paths;
  for (const auto& [oid, given] : names)
    for (const Name& name : given)
      if (name.before.empty())
        paths.insert(name.path);
  for (const std::string& path : paths)
    look_at_name(path);
  for (const std::string& line : split_lines(listed)) {
    const size_t space = line.find(' ');
    if (space == std::string::npos)
      continue;
    const std::string oid = line.substr(0, space);
    const auto known = names.find(oid);
    look_at_file(oid, known != names.end() ? known->second
                                           : std::vector<Name>{{line.substr(space + 1), {}}});
  }
}

void Leaving::refuse_secrets(const std::string& before, const std::string& push) const {
  constexpr size_t kMostTold = 5;
  if (x_secrets.empty() && x_unsearched.empty())
    return;
  std::vector<std::string> hints = x_secrets;
  hints.insert(hints.end(), x_more_secrets.begin(), x_more_secrets.end());
  hints.insert(hints.end(), x_unsearched.begin(), x_unsearched.end());
  if (hints.size() > kMostTold) {
    const size_t more = hints.size() - kMostTold;
    hints.resize(kMostTold);
    hints.back() += ", and " + std::to_string(more) + " more";
  }
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

Leaving::Content Leaving::content_of(const std::string& oid) {
  Content content;
  const auto is_too_large = [&](size_t size) {
    if (size > formats::kMostSearched)
      content.too_large = size;
    return size > formats::kMostSearched;
  };
  if (is_too_large(size_of(oid)))
    return content;
  std::optional<git::Object> object = read(oid);
  if (!object)
    return content;
  content.lfs = lfs_content(object->bytes);
  content.texts.push_back(std::move(object->bytes));
  // What git-lfs sends lies here; what does not is at the server, or nowhere.
  constexpr size_t kFolder = 2;
  if (!git::is_oid(content.lfs))
    return content;
  const std::string storage = x_repository.config().text("lfs.storage").value_or("lfs");
  const std::string file = join_path(join_path(x_repository.layout().common_dir, storage),
                                     "objects/" + content.lfs.substr(0, kFolder) + "/" +
                                         content.lfs.substr(kFolder, kFolder) + "/" + content.lfs);
  struct stat info {};
  if (stat(file.c_str(), &info) == 0 && !is_too_large(static_cast<size_t>(info.st_size)))
    content.texts.push_back(read_file_at_most(file, formats::kMostSearched).value_or(""));
  return content;
}

void Leaving::look_at_file(const std::string& oid, const std::vector<Name>& names) {
  const size_t size = size_of(oid);
  bytes += size;
  for (const Name& name : names) {
    if (std::optional<std::string> why = formats::secret_file_name(name.path))
      x_secrets.push_back(path_in_quotes(name.path) + " " + *why);
  }
  // What is the record's is searched as such, whatever else is the same.
  const std::string path =
      in_list(names, kRecordFile, &Name::path) ? std::string(kRecordFile) : names.front().path;
  files.push_back({path, size});
  const Content content = content_of(oid);
  if (content.too_large > 0)
    x_unsearched.push_back(path_in_quotes(path) + " has " + human_size(content.too_large));
  if (!content.lfs.empty())
    lfs.push_back(content.lfs);
  std::vector<formats::SecretHit> secrets = secrets_in_file(path, content.texts);
  // What a parent has at that path is there, or is told where it came.
  for (const Name& name : names) {
    std::vector<formats::SecretHit> added = secrets;
    for (const std::string& before : name.before) {
      if (added.empty())
        break;
      for (const formats::SecretHit& had : secrets_in_file(path, content_of(before).texts))
        std::erase_if(added, [&](const formats::SecretHit& secret) {
          return secret.rule == had.rule && secret.which == had.which;
        });
    }
    for (size_t i = 0; i < added.size(); ++i)
      (i == 0 ? x_secrets : x_more_secrets).push_back(told(name.path, added[i]));
    if (!added.empty())
      return;
  }
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
