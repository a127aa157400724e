#include "git/repo/git.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/secrets/shown.hpp"
#include "git/repo/names_by_case.hpp"
#include "git/repo/untyped_config.hpp"

namespace handoff::git {

namespace {

/// For what nobody typed: no program that a repository's configuration or its hooks name is run.
constexpr const char* kNothingRuns[] = {"core.fsmonitor=false", "core.hooksPath=/dev/null"};
/// A git that git starts in a submodule has that one's configuration, which may be anybody's.
constexpr const char* kNoSubmodule = "submodule.recurse=false";
constexpr const char* kNoLookInside = "--ignore-submodules=dirty";
/// What somebody committed is no repository just because it looks like one.
constexpr const char* kNoBareOnes = "safe.bareRepository=explicit";

/// These take no pathspecs, and run hooks, filters and merge drivers, which read theirs as the user
/// means them.
bool may_run_programs(std::string_view command) {
  static constexpr std::array<std::string_view, 10> kCommands = {
      "checkout-index", "commit-tree", "fetch",  "hash-object",  "hook",
      "merge-tree",     "push",        "switch", "update-index", "update-ref"};
  return in_list(kCommands, command);
}

/// A commit-graph that came with a copied clone may name other trees than the commits do: what has
/// files looked at or written reads the commits, and only walks through history do with it.
bool reads_trees(std::string_view command) {
  return command == "read-tree" || command == "reset" || command == "switch" ||
         command.starts_with("diff");
}

/// Where in `args` the command of git stands, behind the options of git itself.
std::vector<std::string>::const_iterator command_in(const std::vector<std::string>& args) {
  auto word = args.begin();
  while (word != args.end() && word->starts_with('-'))
    word += *word == "-c" && word + 1 != args.end() ? 2 : 1;
  return word;
}

/// The git directory that this call names, by option, environment or `known`; empty: git looks.
std::string named_git_dir(const GitCall& call, const std::string& known) {
  constexpr std::string_view kOption = "--git-dir=";
  const auto end = command_in(call.args);
  const auto named = std::find_if(call.args.begin(), end,
                                  [&](const std::string& arg) { return arg.starts_with(kOption); });
  if (named != end)
    return named->substr(kOption.size());
  for (const auto& [name, value] : call.environment)
    if (name == "GIT_DIR" && value)
      return *value;
  return known;
}

/// Which submodules an answer has is not for a .gitmodules, which anybody may commit, to say: as
/// git does where nothing is configured.
void pass_over_no_submodule(std::vector<std::string>& args) {
  const auto command = command_in(args);
  if (command != args.end() && command->starts_with("diff") &&
      std::none_of(command, args.cend(),
                   [](const std::string& arg) { return arg.starts_with("--ignore-submodules"); }))
    args.emplace(command + 1, "--ignore-submodules=untracked");
}

/// What git itself would look for in submodules is left out of the answer.
void look_into_no_submodule(std::vector<std::string>& args) {
  std::ranges::replace_if(
      args, [](const std::string& arg) { return arg.starts_with("--ignore-submodules"); },
      kNoLookInside);
  auto command = command_in(args);
  if (command != args.end() && (*command == "status" || command->starts_with("diff")))
    args.emplace(command + 1, kNoLookInside);
}

/// Asked once for each folder: it saves each start the search.
const std::string& program_for(const std::string& folder) {
  static std::map<std::string, std::string> known;
  auto found = known.find(folder);
  return found != known.end() ? found->second
                              : known.emplace(folder, find_program("git", folder)).first->second;
}

}  // namespace

const HarmlessConfig& Git::harmless_config() const {
  return git::harmless_config(program_for(x_folder), x_folder, x_git_dir);
}

namespace {

std::string_view command_of(const GitCall& call) {
  const auto word = command_in(call.args);
  return word == call.args.end() ? std::string_view() : *word;
}

/// Does it write what has passed a filter? One that refreshes an index compares only.
bool passes_filters(const GitCall& call) {
  return in_list(std::vector<std::string_view>{"add", "hash-object", "read-tree", "checkout-index",
                                               "update-index", "archive", "cat-file"},
                 command_of(call)) &&
         !in_list(call.args, std::string("--refresh"));
}

/// It refuses literal pathspecs: what it is asked of begins with no colon.
bool knows_no_literal_ones(const GitCall& call) { return command_of(call) == "check-ignore"; }

bool takes_literal_pathspecs(const GitCall& call) {
  return !call.user_pathspecs && !may_run_programs(command_of(call)) &&
         !knows_no_literal_ones(call);
}

/// What stands before the command: what git may run, write and believe.
std::vector<std::string> settings_for(const GitCall& call, const std::string& folder) {
  std::vector<std::string> argv = {"--no-pager", "-c", kNoBareOnes};
  if (tells_case_apart(folder))
    argv.insert(argv.end(), {"-c", "core.ignoreCase=false"});
  if (acts_automatically())
    for (const char* setting : kNothingRuns)
      argv.insert(argv.end(), {"-c", setting});
  if (!call.writes)
    argv.emplace_back("--no-optional-locks");
  if (reads_trees(command_of(call)))
    argv.insert(argv.end(), {"-c", "core.commitGraph=false"});
  if (command_of(call) == "log")  // a .mailmap may be a pipe
    argv.insert(argv.end(), {"-c", "log.mailmap=false"});
  if (is_untyped())
    argv.insert(argv.end(), {"-c", kNoSubmodule});
  if (takes_literal_pathspecs(call))
    argv.emplace_back("--literal-pathspecs");
  if (call.writes)  // what we enter is looked at like all else
    argv.insert(argv.end(), {"-c", "core.ignoreStat=false"});
  // A copy of the index: no watcher is believed about it, and a split one that is written anew must
  // not expire the half that the index itself needs.
  if (std::ranges::any_of(call.environment,
                          [](const auto& change) { return change.first == "GIT_INDEX_FILE"; }))
    for (const char* setting : {"core.fsmonitor=false", "splitIndex.sharedIndexExpire=never"})
      argv.insert(argv.end(), {"-c", setting});
  return argv;
}

}  // namespace

Child Git::start(GitCall call) const {
  Command command;
  const std::string git_dir = named_git_dir(call, x_git_dir);
  if (is_untyped())
    look_into_no_submodule(call.args);
  else
    pass_over_no_submodule(call.args);
  command.argv = settings_for(call, x_folder);
  command.argv.insert(command.argv.begin(), program_for(x_folder));
  const bool literal = takes_literal_pathspecs(call), filtered = passes_filters(call),
             without_literal = knows_no_literal_ones(call);
  append(command.argv, std::move(call.args));
  command.folder = x_folder;
  command.input = std::move(call.input);
  command.keep_input_open = call.keep_input_open;
  command.shielded = call.shielded;
  command.most_of_part = call.most_of_part;
  command.limits = call.limits.value_or(is_untyped() ? kUntypedLimits : Limits());
  command.environment = {
      {"LC_ALL", "C"},
      {"LANGUAGE", std::nullopt},
      {"GIT_CONFIG", std::nullopt},  // only `git config` heeds it, and we ask that
      {"GIT_NO_LAZY_FETCH", "1"},
      {kInsideVariable, "1"}};
  if (!x_git_dir.empty())
    command.environment.emplace_back("GIT_DIR", x_git_dir);
  // A git that is older than 2.45 fetches what a partial clone lacks, whatever is said above, by
  // programs that the clone's configuration names.
  if (is_untyped()) {
    command.environment.emplace_back("GIT_ALLOW_PROTOCOL", "none");
    const HarmlessConfig& config = git::harmless_config(command.argv[0], x_folder, git_dir);
    if (!config.is_known)
      refuse_to_open(config.answer);
    for (const auto& [name, value] : filtered ? config.environment_to_write : config.environment)
      command.environment.emplace_back(name, value);
  }
  if (without_literal)
    command.environment.emplace_back("GIT_LITERAL_PATHSPECS", std::nullopt);
  if (literal || without_literal)
    for (const char* name : {"GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"})
      command.environment.emplace_back(name, std::nullopt);  // git refuses them beside literal ones
  append(command.environment, std::move(call.environment));
  Child child(std::move(command));
  if (is_untyped())
    child.bound_memory(call.sends ? kMostToSend : kMostMemory);
  return child;
}

Outcome Git::run(GitCall call) const { return start(std::move(call)).wait(); }

std::string Git::output(GitCall call, const std::string& purpose) const {
  Outcome outcome = run(std::move(call));
  if (!outcome.ok())
    fail("cannot " + purpose + ": " + git_message(outcome));
  return std::move(outcome.out);
}

std::string Git::line(GitCall call, const std::string& purpose) const {
  return trim(output(std::move(call), purpose));
}

namespace {

/// Its begin and its end, where git has the reason.
std::string cut_in_the_middle(const std::string& text, size_t most) {
  if (text.size() <= most)
    return text;
  const size_t begin = most * 3 / 5;
  size_t end = text.size() - (most - begin);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    ++end;  // not within a character
  return formats::beginning(text, begin) + "..." + text.substr(end);
}

}  // namespace

std::vector<std::string> git_lines(const Outcome& outcome) {
  std::vector<std::string> lines;
  for (const std::string& line : split_lines(outcome.err)) {
    std::string text = trim(line);
    for (std::string_view prefix : {"fatal: ", "error: "})
      if (text.starts_with(prefix))
        text.erase(0, prefix.size());
    if (!text.empty() && !text.starts_with("hint:"))
      lines.push_back(formats::shown(text));
  }
  return lines;
}

std::string git_says(std::vector<std::string> lines) {
  constexpr size_t kForPeople = 400, kForScripts = 240, kForAgents = 80;
  const bool for_people = has_person();
  const size_t most = for_people ? kForPeople : is_untyped() ? kForAgents : kForScripts;
  if (!for_people && lines.size() > 2)
    lines.erase(lines.begin() + 1, lines.end() - 1);
  for (std::string& line : lines)
    line = cut_in_the_middle(line, most);
  return "git says \"" + replace_all(join(lines, "; "), "\"", "'") + "\"";
}

std::string git_message(const Outcome& outcome) {
  if (!outcome.why.empty())
    return outcome.why;
  std::vector<std::string> lines = git_lines(outcome);
  if (lines.empty())
    return "git ended with exit code " + std::to_string(outcome.exit_code);
  return git_says(std::move(lines));
}

void refuse_to_open(const Outcome& outcome) {
  const std::string& err = outcome.err;
  if (contains(err, "not a git repository"))
    fail("not a git repository (or any of the folders above it)",
         {"run it inside a repository, or start one with 'git init'"});
  if (contains(err, "cannot use bare repository"))  // as we ask it to say
    fail("a bare repository, or the inside of a git directory, has no working tree",
         {"run it in a clone or in a worktree ('git worktree add')"});
  // Git's advice stands on the lines behind the first.
  constexpr std::string_view kTrust = "git config --global --add safe.directory";
  const std::vector<std::string> lines = split_lines(err);
  const auto advice = std::ranges::find_if(
      lines, [&](const std::string& line) { return trim(line).starts_with(kTrust); });
  if (contains(err, "dubious ownership") && advice != lines.end())
    fail("cannot open the repository: " +
             git_message({.exit_code = 128, .out = {}, .err = lines.front()}),
         {"it belongs to somebody else; if you trust what its configuration runs: " +
          printable(trim(*advice))});
  fail("cannot open the repository: " + git_message(outcome));
}

std::optional<std::string> too_old(const Git& git) {
  constexpr std::string_view kSays = "git version ";
  Outcome outcome = git.run({.args = {"version"}});
  if (!outcome.ok() || !outcome.out.starts_with(kSays))
    return std::nullopt;
  std::string version = outcome.out.substr(
      kSays.size(), outcome.out.find_first_of(" \n", kSays.size()) - kSays.size());
  int major = 0, minor = 0;
  if (std::sscanf(version.c_str(), "%d.%d", &major, &minor) != 2 || major > 2 ||
      (major == 2 && minor >= 38))
    return std::nullopt;
  return "git " + printable(version) + " is older than 2.38, which is needed";
}

const std::vector<std::string>& local_environment() {
  static const std::vector<std::string> names = {"GIT_ALTERNATE_OBJECT_DIRECTORIES",
                                                 "GIT_CONFIG",
                                                 "GIT_CONFIG_PARAMETERS",
                                                 "GIT_CONFIG_COUNT",
                                                 "GIT_OBJECT_DIRECTORY",
                                                 "GIT_DIR",
                                                 "GIT_WORK_TREE",
                                                 "GIT_IMPLICIT_WORK_TREE",
                                                 "GIT_GRAFT_FILE",
                                                 "GIT_INDEX_FILE",
                                                 "GIT_NO_REPLACE_OBJECTS",
                                                 "GIT_REPLACE_REF_BASE",
                                                 "GIT_PREFIX",
                                                 "GIT_SHALLOW_FILE",
                                                 "GIT_COMMON_DIR"};
  return names;
}

}  // namespace handoff::git
