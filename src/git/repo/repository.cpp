#include "git/repo/repository.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/secrets/quoted.hpp"
#include "git/refs/damaged_ref.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/linked_state.hpp"
#include "git/repo/own_place.hpp"
#include "git/repo/untyped_config.hpp"

namespace handoff::git {

std::string Layout::worktree_name() const {
  if (git_dir == common_dir)
    return "main";
  std::string name = base_name(git_dir);
  return name == "main" ? "main~linked" : name;  // git gives no worktree a name with '~'
}

Config::Config(const std::string& listing) {
  for (const std::string& entry : split(listing, '\0')) {
    size_t end = entry.find('\n');
    if (entry.empty())
      continue;
    // A key without "=" has no line end: git reads it as true.
    x_values[entry.substr(0, end)].push_back(end == std::string::npos ? "true"
                                                                      : entry.substr(end + 1));
  }
}

std::optional<std::string> Config::text(const std::string& key) const {
  auto found = x_values.find(key);
  return found == x_values.end() ? std::nullopt : std::optional(found->second.back());
}

std::vector<std::string> Config::all(const std::string& key) const {
  auto found = x_values.find(key);
  return found == x_values.end() ? std::vector<std::string>() : found->second;
}

bool Config::any_named(const std::string& section, const std::string& variable) const {
  return std::ranges::any_of(x_values, [&](const auto& value) {
    return value.first.starts_with(section + ".") && value.first.ends_with("." + variable);
  });
}

bool Config::flag(const std::string& key, bool fallback) const {
  std::optional<std::string> value = text(key);
  if (!value)
    return fallback;
  std::string word = to_lower(*value);
  if (word == "true" || word == "yes" || word == "on" || word == "1")
    return true;
  if (word == "false" || word == "no" || word == "off" || word == "0" || word.empty())
    return false;
  // Any number is one, with git's suffixes.
  size_t digits = word.find_first_not_of("0123456789", word.starts_with('-') ? 1 : 0);
  bool number = digits == word.npos ||
                (digits > 0 && digits + 1 == word.size() && contains("kmg", word.substr(digits)));
  if (number && word != "-")
    return word.find_first_of("123456789") != word.npos;
  fail("bad boolean value " + formats::in_quotes(*value) + " for " + formats::in_quotes(key),
       {"set it with 'git config " + formats::bounded(key) + " true' or 'false'"});
}

int64_t Config::number(const std::string& key, int64_t fallback) const {
  std::optional<std::string> value = text(key);
  if (!value)
    return fallback;
  try {
    size_t used = 0;
    int64_t n = std::stoll(*value, &used);
    std::string unit = to_lower(value->substr(used));
    int64_t factor = unit.empty()  ? 1
                     : unit == "k" ? 1024
                     : unit == "m" ? 1024 * 1024
                     : unit == "g" ? 1024 * 1024 * 1024
                                   : 0;
    if (factor != 0 && n <= INT64_MAX / factor && n >= INT64_MIN / factor)
      return n * factor;
  } catch (const std::exception&) {
  }
  fail("bad number " + formats::in_quotes(*value) + " for '" + key + "'",
       {"set it with 'git config " + key + " <number>', with k, m or g behind it if need be"});
}

namespace {

/// Git writes an index that is a symbolic link through the link, and locks what it leads to.
std::string written_through(const std::string& index) {
  struct stat info {};
  const bool link = lstat(index.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
  const std::string real = link ? real_path(index) : "";
  return real.empty() ? index : real;
}

/// The layout of an ordinary repository, by git's files alone: a `.git` folder or a linked
/// worktree's file, found upwards, ours, with nothing in environment or configuration that says
/// otherwise. nullopt: ask git.
std::optional<Layout> plain_layout(const std::string& folder) {
  for (const std::string& name : local_environment())
    if (std::getenv(name.c_str()) != nullptr)
      return std::nullopt;
  for (const char* name :
       {"GIT_NAMESPACE", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_DEFAULT_HASH", "SUDO_UID"})
    if (std::getenv(name) != nullptr)
      return std::nullopt;
  std::string here = real_path(folder.empty() ? "." : folder);
  std::optional<PeekedRepository> found = here.empty() ? std::nullopt : peek_repository(here);
  if (!found)
    return std::nullopt;
  std::string root = here;
  while (root != "/" && !exists(join_path(root, ".git")))
    root = parent_path(root);
  Layout layout{.root = root,
                .git_dir = real_path(found->git_dir),
                .common_dir = real_path(found->common_dir),
                .index_file = {},
                .object_format = "sha1",
                .prefix = here == root ? "" : here.substr(root == "/" ? 1 : root.size() + 1) + "/"};
  struct stat info {};
  if (layout.git_dir.empty() || layout.common_dir.empty() ||
      stat(layout.common_dir.c_str(), &info) != 0 || info.st_uid != geteuid())
    return std::nullopt;
  // A main repository's .git, or a worktree's below it: nothing else is plain (submodules,
  // --separate-git-dir).
  bool main = layout.git_dir == join_path(root, ".git") && layout.common_dir == layout.git_dir;
  bool linked = parent_path(layout.git_dir) == join_path(layout.common_dir, "worktrees");
  std::string config = to_lower(read_file(join_path(layout.common_dir, "config")).value_or(""));
  for (const char* special : {"worktree", "objectformat"})
    if (contains(config, special))
      return std::nullopt;
  for (const std::string& line : split_lines(config))
    if (std::string text = trim(line); text.starts_with("bare") && !text.ends_with("false"))
      return std::nullopt;
  if (!main && !linked)
    return std::nullopt;
  layout.index_file = written_through(join_path(layout.git_dir, "index"));
  return layout;
}

Layout ask_for_layout(const Git& here) {
  Outcome outcome =
      here.run({.args = {"rev-parse", "--path-format=absolute", "--is-bare-repository", "--git-dir",
                         "--git-common-dir", "--git-path", "index", "--show-object-format",
                         "--show-toplevel", "--show-prefix"}});
  std::vector<std::string> lines = split_lines(outcome.out);
  if (!lines.empty() && lines[0] == "true")
    fail("this is a bare repository: there is no working tree to pause or resume",
         {"run it in a clone or in a worktree ('git worktree add')"});
  if (!outcome.ok())
    refuse_to_open(outcome);
  if (lines.size() > 7) {  // a line feed in a name: one answer at a time
    lines = {"false"};
    for (const std::string_view what :
         {"--git-dir", "--git-common-dir", "--git-path index", "--show-object-format",
          "--show-toplevel", "--show-prefix"}) {
      GitCall one{.args = {"rev-parse", "--path-format=absolute"}};
      for (std::string& word : split(what, ' '))
        one.args.push_back(std::move(word));
      std::string answer = here.output(std::move(one), "open the repository");
      if (answer.ends_with('\n'))
        answer.pop_back();
      lines.push_back(std::move(answer));
    }
  }
  lines.resize(7);
  return {.root = lines[5],
          .git_dir = lines[1],
          .common_dir = lines[2],
          .index_file = written_through(lines[3]),
          .object_format = lines[4],
          .prefix = lines[6]};
}

/// What the environment says of the repository, from any folder: our children run at its top.
void make_environment_absolute(const Layout& layout) {
  for (const auto& [name, path] :
       {std::pair{"GIT_DIR", &layout.git_dir}, std::pair{"GIT_WORK_TREE", &layout.root},
        std::pair{"GIT_COMMON_DIR", &layout.common_dir}})
    if (const char* given = std::getenv(name); given != nullptr && given[0] != '/')
      setenv(name, path->c_str(), 1);
  constexpr const char* kObjects = "GIT_OBJECT_DIRECTORY";
  if (const char* given = std::getenv(kObjects);
      given != nullptr && given[0] != '/' && given[0] != '\0')
    setenv(kObjects, join_path(layout.root, given).c_str(), 1);
}

std::unique_ptr<Child> question_for_config(const Git& git) {
  return std::make_unique<Child>(git.start({.args = {"config", "-z", "--list"}}));
}

}  // namespace

void refuse_linked_state(const std::string& git_dir, const std::string& common_dir) {
  auto refuse_link = [](const std::string& path) {
    struct stat info {};
    if (lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode))
      fail("'" + printable(path) + "' is a symbolic link", {"remove it: it is not followed"});
  };
  for (const std::string& own : std::set{git_dir + "/handoff", common_dir + "/handoff"}) {
    refuse_link(own);
    for (const std::string& name : list_folder(own))
      refuse_link(join_path(own, name));
    for (const std::string& name : list_folder(own + "/journal"))
      refuse_link(join_path(own, "journal/" + name));
  }
}

Repository Repository::open(const std::string& folder, AskConfig when) {
  std::optional<Layout> plain = plain_layout(folder);
  Git here(folder);
  std::unique_ptr<Child> config =
      plain ? nullptr : question_for_config(here);  // beside the one for the layout
  Repository repository(plain ? std::move(*plain) : ask_for_layout(here));
  const Layout& layout = repository.layout();
  if (is_untyped() && !is_place_given() &&
      !belong_together(folder, layout.root, layout.git_dir, layout.common_dir))
    fail(kOtherPlace, {"what you type yourself works as git does"});
  if (!is_untyped() && !is_place_given() && has_refs_elsewhere(layout.common_dir))
    fail("the refs of this repository are links to another one's",
         {"work there, or say that you mean it: export GIT_DIR=" + shell_word(layout.git_dir)});
  if (!plain) {
    make_environment_absolute(repository.layout());
    if (std::getenv("GIT_DIR") == nullptr &&
        !is_found_at_top(repository.layout().root, repository.layout().git_dir))
      repository.x_git = Git(repository.layout().root, repository.layout().git_dir);
  }
  refuse_linked_state(repository.layout().git_dir, repository.layout().common_dir);
  repository.x_config_question = std::move(config);
  if (when == AskConfig::at_once)
    repository.ask_for_config();
  return repository;
}

void Repository::ask_for_config() const {
  if (is_untyped()) {  // git is asked for all of it first, whatever else it is asked
    const HarmlessConfig& told = x_git.harmless_config();
    if (told.is_known && !x_config)
      x_config = std::make_unique<Config>(told.listing);
  }
  if (!x_config && !x_config_question)
    x_config_question = question_for_config(x_git);
}

Head Repository::head() const {
  Head head;
  std::optional<PeekedRepository> found =
      std::getenv("GIT_NAMESPACE") == nullptr ? peek_git_dir(x_layout.git_dir) : std::nullopt;
  if (found && found->branch.empty())
    return {.branch = "", .oid = found->head_oid};
  if (std::optional<std::string> oid =
          found ? peek_ref(found->common_dir, "refs/heads/" + found->branch) : std::nullopt)
    return {.branch = found->branch, .oid = *oid};
  if (const std::optional<Failure> damage = damage_of_branch())
    throw Failure(*damage);
  Child name = x_git.start({.args = {"symbolic-ref", "-q", "HEAD"}});
  Outcome oid = x_git.run({.args = {"rev-parse", "-q", "--verify", "HEAD^{commit}"}});
  std::string ref = trim(name.wait().out);
  if (ref.starts_with(kBranchRefs))
    head.branch = ref.substr(kBranchRefs.size());
  else if (!ref.empty())
    fail("HEAD points at '" + printable(ref) + "', which is not a branch");
  head.oid = trim(oid.out);
  return head;
}

std::optional<Failure> Repository::damage_of_branch() const {
  const std::optional<PeekedRepository> found = peek_git_dir(x_layout.git_dir);
  const std::string ref = found ? std::string(kBranchRefs) + found->branch : "";
  if (!found || found->branch.empty() || !is_damaged_ref(x_layout.common_dir, ref))
    return std::nullopt;
  const std::string oid = last_in_reflog(x_layout.common_dir, ref);
  const std::string file = "rm " + shell_word(join_path(x_layout.common_dir, ref));
  const bool is_here = !oid.empty() && x_git.run({.args = {"cat-file", "-e", oid}}).ok();
  return Failure(FailureKind::fatal,
                 "the ref '" + printable(ref) + "', which is checked out, is damaged",
                 {is_here ? "it pointed at " + short_oid(oid) + ": " + file +
                                " && git update-ref " + shell_word(ref) + " " + oid
                          : "take its file away, and say where it is to be: " + file});
}

const Config& Repository::config() const {
  if (!x_config) {
    // Where the answer to the first question failed, whoever asks next asks again.
    ask_for_config();
    if (x_config)
      return *x_config;
    std::unique_ptr<Child> question = std::move(x_config_question);
    Outcome listing = question->wait();
    if (!listing.ok())
      fail("cannot read the configuration: " + git_message(listing));
    x_config = std::make_unique<Config>(listing.out);
  }
  return *x_config;
}

std::optional<std::string> Repository::operation() const { return operation_in(x_layout.git_dir); }

}  // namespace handoff::git
