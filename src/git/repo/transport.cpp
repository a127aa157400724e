#include "git/repo/transport.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include <sys/stat.h>

#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/secrets/quoted.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "git/repo/live_gits.hpp"
#include "git/repo/server_url.hpp"
#include "git/repo/untyped_config.hpp"

namespace handoff::git {

namespace {

constexpr size_t kLongestWhy = 400;
constexpr const char* kProtocolsVariable = "GIT_ALLOW_PROTOCOL";
constexpr const char* kNoFolders = "fatal: transport 'file' not allowed";

/// Nobody sits there: what would ask fails instead.
void forbid_prompts(GitCall& call) {
  call.environment.insert(call.environment.end(), {{"GIT_TERMINAL_PROMPT", "0"},
                                                   {"GCM_INTERACTIVE", "never"},
                                                   {"SSH_ASKPASS", "false"},
                                                   {"SSH_ASKPASS_REQUIRE", "force"}});
}

/// Why what nobody typed does not speak to a remote here: the clone's .git may have been copied as
/// it was, and git would do so by programs, proxies or files that it names. Empty: it does.
std::string why_not_untyped(const Repository& repository) {
  if (!is_untyped())
    return {};
  const HarmlessConfig& config = repository.git().harmless_config();
  if (!config.is_known)
    return "the configuration of this clone cannot be read";
  if (config.leads_to_remotes.empty())
    return {};
  return formats::in_quotes(config.leads_to_remotes) +
         " in the configuration of this clone may name a program or a file: only a command that "
         "somebody types speaks to a remote by it";
}

/// Seconds for which a remote may say nothing; 0: as long as it likes.
unsigned longest_silence(const Repository& repository) {
  constexpr int64_t kUsual = 60, kMost = 86400;
  return static_cast<unsigned>(
      std::clamp<int64_t>(repository.config().number("handoff.silence", kUsual), 0, kMost));
}

/// The folders here that this remote is; one that is not there has no name. None: no remote, or
/// one on another machine.
std::set<std::string> folders_of(const Repository& repository, const std::string& remote) {
  std::set<std::string> folders;
  for (const auto& urls : {push_urls(repository, remote), fetch_urls(repository, remote)})
    for (std::string url : urls) {
      if (url.starts_with("file://"))
        url.erase(0, std::string_view("file://").size());
      if (!names_server(url))
        folders.insert(real_path(join_path(repository.layout().root, url)));
    }
  return folders;
}

/// Are there any, and does the user's own configuration name each of them as safe to git? What
/// nobody typed goes into no other one: git runs the hooks that are there, and what is configured.
bool are_vouched_for(const Repository& repository, const std::set<std::string>& folders) {
  constexpr const char* kSafe = "safe.directory";
  if (folders.empty() || repository.config().all(kSafe).empty())
    return false;
  const Outcome said = repository.git().run(
      {.args = {"config", "--show-scope", "-z", "--type=path", "--get-all", kSafe}});
  const std::vector<std::string> fields = split(said.out, '\0');  // scope, value, scope, ...
  std::set<std::string> safe;
  for (size_t i = 0; i + 1 < fields.size(); i += 2)
    if (fields[i] == "global" || fields[i] == "system")
      safe.insert(real_path(fields[i + 1]));
  safe.erase("");
  return std::includes(safe.begin(), safe.end(), folders.begin(), folders.end());
}

std::string why_not_into_folder(const std::string& remote) {
  return formats::in_quotes(remote) +
         " is a folder here, and git would run its hooks; only a command that somebody types "
         "goes there, unless safe.directory of your own configuration names it";
}

/// Where what git-lfs is told by the clone leads to no known server: it copies into folders by
/// itself. Empty: it does not. Git-lfs reads `.lfsconfig` where it finds it first; each counts
/// here.
std::string why_no_lfs(const Repository& repository) {
  std::string where = repository.git().harmless_config().leads_elsewhere;
  const std::string file = join_path(repository.layout().root, ".lfsconfig");
  struct stat info {};
  if (lstat(file.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    return "'.lfsconfig' is no file";
  for (const auto& [option, from] : {std::pair<std::string, std::string>("--file", file),
                                     {"--blob", ":.lfsconfig"},
                                     {"--blob", "HEAD:.lfsconfig"}})
    for (const std::string& item :
         split(repository.git()
                   .run({.args = {"config", option, from, "-z", "--includes", "--list"}})
                   .out,
               '\0'))
      if (const std::string key = item.substr(0, item.find('\n'));
          key.ends_with("url") && !names_server(item.substr(std::min(key.size() + 1, item.size()))))
        where = key;
  return where.empty() ? where
                       : formats::in_quotes(where) +
                             " of this clone leads git-lfs to no server: only a command that "
                             "somebody types goes there";
}

/// Git itself then refuses these, however the remote names one.
void forbid(const std::string& protocol, GitCall& call, std::optional<std::string>& protocols) {
  call.args.insert(call.args.begin(), {"-c", "protocol." + protocol + ".allow=never"});
  if (!protocols)
    return;
  std::vector<std::string> names = split(*protocols, ':');
  std::erase(names, protocol);
  protocols = join(names, ":");
}

/// `input`: of a git that may fetch what was promised, too.
Outcome talk(const Repository& repository, const Transport& transport,
             std::vector<std::string> args, std::optional<std::string> input = {}) {
  const unsigned silence = longest_silence(repository);
  GitCall call{.args = {"-c", "core.hooksPath=/dev/null", "-c", "maintenance.auto=false", "-c",
                        "gc.auto=0", "-c", "push.pushOption=", "-c", "fetch.writeCommitGraph=false",
                        "-c", "http.lowSpeedLimit=" + std::to_string(silence > 0 ? 1 : 0), "-c",
                        "http.lowSpeedTime=" + std::to_string(silence), "-c",
                        "remote." + transport.remote + ".mirror=false"}};
  if (is_untyped())  // each thread has a part of the memory that there is
    call.args.insert(call.args.end(), {"-c", "pack.threads=1"});
  call.sends = args.front() == "push" || args.front() == "lfs";
  if (!transport.git_dir.empty())
    call.args.insert(call.args.begin(), "--git-dir=" + transport.git_dir);
  for (std::string& arg : args)
    call.args.push_back(std::move(arg));
  if (!transport.git_dir.empty())
    for (const std::string& name : local_environment())
      if (!name.starts_with("GIT_CONFIG"))
        call.environment.emplace_back(name, std::nullopt);
  call.environment.emplace_back(kInsideVariable, kAtRemote);
  if (input)
    call.input = std::move(*input);
  // What comes may be built on objects that a partial clone was promised: git fetches them, too.
  if (input || !is_untyped())
    call.environment.emplace_back("GIT_NO_LAZY_FETCH", std::nullopt);
  if (!transport.may_prompt)
    forbid_prompts(call);
  // Here, and nowhere else, what nobody typed may reach a remote.
  const char* given = std::getenv(kProtocolsVariable);
  std::optional<std::string> protocols =
      given != nullptr ? std::optional<std::string>(given) : std::nullopt;
  if (is_untyped()) {
    forbid("ext", call, protocols);  // a command in the clone's words
    if (input || !are_vouched_for(repository, folders_of(repository, transport.remote)))
      forbid("file", call, protocols);
  }
  call.environment.emplace_back(kProtocolsVariable, std::move(protocols));
  call.limits = {.seconds = transport.seconds, .silence = silence, .only_git = true};
  Outcome outcome = repository.git().run(std::move(call));
  if (is_untyped() && contains(outcome.err, kNoFolders))
    outcome.why = "transport 'file' not allowed: " + why_not_into_folder(transport.remote);
  return outcome;
}

/// Words of the host's are told as such.
std::string in_quotes(const std::string& text) {
  constexpr size_t kLongestQuote = 200;
  if (trim(text).empty())
    return {};
  const std::string plain = replace_all(formats::shown(text), "\"", "'");
  const std::string cut = formats::beginning(plain, kLongestQuote);
  return "the host says \"" + cut + (cut.size() < plain.size() ? "..." : "") + "\"";
}

/// Why it failed: the host's own words, and git's without the advice that it adds.
std::string message_of(const Outcome& outcome) {
  if (!outcome.why.empty())
    return outcome.why;
  std::vector<std::string> by_git, by_host;
  for (const std::string& text : git_lines(outcome))
    if (const bool is_hosts = text.starts_with("remote: "); is_hosts && text.size() > 8)
      by_host.push_back(in_quotes(text.substr(8)));
    else if (!is_hosts && !contains(text, "failed to push some refs") &&
             !contains(text, "correct access rights") && !contains(text, "the repository exists") &&
             !text.starts_with("To "))
      by_git.push_back(text);
  if (by_host.empty() && by_git.empty())
    return git_message({.exit_code = outcome.exit_code, .out = {}, .err = {}});
  if (!by_git.empty())
    by_host.push_back(git_says(std::move(by_git)));
  return formats::beginning(join(by_host, "; "), kLongestWhy);
}

/// What the host's hooks and checks printed.
std::string told_by_host(const std::string& err) {
  std::vector<std::string> lines;
  for (const std::string& line : split_lines(err))
    if (line.starts_with("remote: ") && !trim(line.substr(8)).empty())
      lines.push_back(trim(line.substr(8)));
  return in_quotes(join(lines, " "));
}

/// What git says where it has not come to the point of sending anything.
bool was_let_in(const Outcome& outcome) {
  constexpr const char* kOutside[] = {"fatal: unable to access '",
                                      "fatal: Authentication failed",
                                      "fatal: Could not read from remote repository",
                                      "does not appear to be a git repository",
                                      "fatal: could not read Username",
                                      "fatal: protocol '",
                                      "fatal: transport '"};
  return std::ranges::none_of(kOutside,
                              [&](const char* words) { return contains(outcome.err, words); });
}

/// A no of a web server's to what was sent. What stands before the git there may say it, too, when
/// that has done it.
bool is_forbidden(const Outcome& outcome) {
  constexpr const char* kNo[] = {"RPC failed; HTTP 401", "RPC failed; HTTP 403",
                                 "RPC failed; HTTP 404", "RPC failed; HTTP 405",
                                 "RPC failed; HTTP 413"};
  return std::ranges::any_of(kNo, [&](const char* words) { return contains(outcome.err, words); });
}

/// Was it not sent since the ref beside it is another one there? A host may also be unable to take
/// both or none.
bool has_moved(const Outcome& outcome, const std::string& beside) {
  if (beside.empty())
    return false;
  if (contains(outcome.err, "does not support --atomic"))
    return true;
  for (const std::string& line : split_lines(outcome.out))
    if (const std::vector<std::string> words = split(line, '\t');
        words.size() >= 3 && words[0] == "!" && words[1].ends_with(":" + beside))
      return true;
  return false;
}

PushAnswer read_answer(const Outcome& outcome, const std::string& ref, const std::string& beside) {
  using enum PushAnswer::Kind;
  if (has_moved(outcome, beside))
    return {.kind = moved};
  for (const std::string& line : split_lines(outcome.out)) {
    std::vector<std::string> words = split(line, '\t');
    if (words.size() < 3 || !words[1].ends_with(":" + ref))
      continue;
    if (words[0] != "!")
      return {.kind = accepted};
    std::string summary = words[2];
    if (summary.starts_with("[remote failure]"))
      break;
    if (summary.starts_with("[remote rejected]") || contains(summary, "atomic")) {
      size_t open = summary.find('(');
      std::string reason = open == std::string::npos
                               ? summary
                               : summary.substr(open + 1, summary.rfind(')') - open - 1);
      std::string host = told_by_host(outcome.err);
      return {.kind = refused, .why = printable(reason) + (host.empty() ? "" : ": " + host)};
    }
    return {.kind = stale, .why = printable(summary)};
  }
  return {.kind = is_forbidden(outcome) ? forbidden
                  : was_let_in(outcome) ? unclear
                                        : unsent,
          .why = message_of(outcome)};
}

/// What the configuration says by itself, or what git makes of it where that says one URL for
/// another, or an empty one.
std::vector<std::string> urls(const Repository& repository, std::vector<std::string> configured,
                              std::vector<std::string> args) {
  const Config& config = repository.config();
  if (!configured.empty() && !config.any_named("url", "insteadof") &&
      !config.any_named("url", "pushinsteadof") && !in_list(configured, ""))
    return configured;
  Outcome outcome = repository.git().run({.args = std::move(args)});
  return outcome.ok() ? split_lines(outcome.out) : std::vector<std::string>{};
}

std::vector<std::string> args_of_push() {
  return {"push",
          "--porcelain",
          "--no-verify",
          "--no-follow-tags",
          "--recurse-submodules=no",
          "--no-signed",
          "--no-force-if-includes",
          "--no-progress"};
}

}  // namespace

PushAnswer push_ref(const Repository& repository, const Transport& transport,
                    const std::string& oid, const std::string& ref, const std::string& lease,
                    const Ref& beside) {
  if (std::string why = why_not_untyped(repository); !why.empty())
    return {.kind = PushAnswer::Kind::unsent, .why = std::move(why)};
  std::vector<std::string> args = args_of_push();
  args.push_back("--force-with-lease=" + ref + ":" + lease);
  if (beside.name.empty())
    args.insert(args.end(), {"--no-atomic", "--", transport.remote, oid + ":" + ref});
  else  // what is there already is not sent, and what is not there as leased stops all
    args.insert(args.end(),
                {"--atomic", "--force-with-lease=" + beside.name + ":" + beside.oid, "--",
                 transport.remote, oid + ":" + ref, beside.oid + ":" + beside.name});
  return read_answer(talk(repository, transport, std::move(args)), ref, beside.name);
}

std::vector<PushAnswer> push_refs(const Repository& repository, const Transport& transport,
                                  const std::vector<RefUpdate>& updates) {
  if (std::string why = why_not_untyped(repository); !why.empty())
    return {updates.size(), {.kind = PushAnswer::Kind::unsent, .why = std::move(why)}};
  std::vector<std::string> args = args_of_push(), refspecs;
  for (const RefUpdate& update : updates) {
    args.push_back("--force-with-lease=" + update.name + ":" + update.expected);
    refspecs.push_back(update.oid + ":" + update.name);
  }
  args.insert(args.end(), {"--no-atomic", "--", transport.remote});
  args.insert(args.end(), refspecs.begin(), refspecs.end());
  Outcome outcome = talk(repository, transport, std::move(args));
  std::map<std::string, std::string> lines;  // by ref
  for (std::string& line : split_lines(outcome.out))
    if (const std::vector<std::string> words = split(line, '\t'); words.size() >= 3)
      lines[words[1].substr(words[1].find(':') + 1)] = std::move(line);
  std::vector<PushAnswer> answers;
  for (const RefUpdate& update : updates) {
    outcome.out = lines[update.name];
    answers.push_back(read_answer(outcome, update.name, ""));
  }
  return answers;
}

namespace {

/// The work has to come whole into a partial clone, too. What comes from the remote that promised
/// what is lacking here has to be known to: git looks for all that it points at elsewhere, and a
/// clone without trees cannot tell that those files were promised. A filter tells git so; this one
/// leaves nothing out. It stands in the configuration of such a remote already, or git would write
/// this one there.
std::string filter_of(const Repository& repository, const std::string& remote) {
  const std::string name = "remote." + remote + ".";
  const bool promised = repository.config().flag(name + "promisor", false) &&
                        repository.config().text(name + "partialclonefilter");
  return promised ? "--filter=blob:limit=1000000g" : "--no-filter";
}

}  // namespace

FetchAnswer fetch_refs(const Repository& repository, const Transport& transport,
                       const std::vector<std::string>& refspecs, unsigned depth) {
  if (std::string why = why_not_untyped(repository); !why.empty())
    return {.why = std::move(why)};
  std::vector<std::string> args = {"fetch",
                                   "--no-tags",
                                   "--no-recurse-submodules",
                                   "--no-write-fetch-head",
                                   "--no-auto-maintenance",
                                   "--no-prune",
                                   "--no-show-forced-updates",
                                   "--no-progress",
                                   "--refmap="};
  if (depth > 0)
    args.insert(args.end(), {"--depth=" + std::to_string(depth), "--filter=tree:0"});
  else
    args.push_back(filter_of(repository, transport.remote));
  args.insert(args.end(), {"--", transport.remote});
  args.insert(args.end(), refspecs.begin(), refspecs.end());
  Outcome outcome = talk(repository, transport, std::move(args));
  if (outcome.ok())
    return {.kind = FetchAnswer::Kind::fetched};
  constexpr std::string_view kAbsent = "couldn't find remote ref ";
  if (const size_t at = outcome.err.find(kAbsent); at != kNowhere) {
    const size_t name = at + kAbsent.size();
    return {.kind = FetchAnswer::Kind::absent,
            .why = message_of(outcome),
            .missing = trim(outcome.err.substr(name, outcome.err.find('\n', name) - name))};
  }
  // Where a shallow fetch finds nothing at all, git says so by its exit code alone; but so it does
  // where all came and the connection ended badly.
  if (depth > 0 && outcome.exit_code == 1 && !contains(outcome.err, "fatal: ") &&
      !contains(outcome.err, "error: ")) {
    const std::string& first = refspecs.front();  // there and here it has one name
    outcome = talk(repository, transport,
                   {"ls-remote", "--", transport.remote, first.substr(first.find(':') + 1)});
    if (outcome.ok() && outcome.out.empty())
      return {.kind = FetchAnswer::Kind::absent};
    if (outcome.ok())
      return {.why = "the connection ended with an error"};
  }
  return {.why = message_of(outcome),
          .unstored = contains(outcome.err, "some local refs could not be updated") ||
                      contains(outcome.err, "error: cannot lock ref ")};
}

void deepen(const Repository& repository, const Transport& transport) {
  if (!why_not_untyped(repository).empty())
    return;
  talk(repository, transport,
       {"fetch", "--deepen=200", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
        "--no-auto-maintenance", "--no-prune", "--no-show-forced-updates", "--no-progress", "--",
        transport.remote});
}

BranchTips branch_tips_at(const Repository& repository, const Transport& transport) {
  if (std::string why = why_not_untyped(repository); !why.empty())
    return {.why = std::move(why)};
  const Outcome outcome =
      talk(repository, transport, {"ls-remote", "--heads", "--", transport.remote});
  if (!outcome.ok())
    return {.why = message_of(outcome)};
  BranchTips tips;
  for (const std::string& line : split_lines(outcome.out))
    if (const size_t tab = line.find('\t'); tab != std::string::npos && is_oid(line.substr(0, tab)))
      tips.refs.push_back({.name = line.substr(tab + 1), .oid = line.substr(0, tab)});
  return tips;
}

std::vector<std::string> fetch_promised(const Repository& repository, const Transport& transport,
                                        std::string pairs, Promised what,
                                        const std::vector<std::string>& paths) {
  if (!why_not_untyped(repository).empty())
    return {};
  std::vector<std::string> args = {"diff-tree", "--stdin", "--no-commit-id",
                                   "-r",        "-z",      "--no-renames"};
  // Git gets together what it needs for these numbers, and reads nothing of it to count files.
  args.emplace_back(what == Promised::contents ? "--dirstat=files,0" : "--name-only");
  args.emplace_back("--");
  args.insert(args.end(), paths.begin(), paths.end());
  const Outcome outcome = talk(repository, transport, std::move(args), std::move(pairs));
  std::vector<std::string> differ;
  if (what == Promised::trees && outcome.ok())
    differ = split(outcome.out, '\0');
  std::erase(differ, "");
  return differ;
}

Outcome run_lfs(const Repository& repository, const Transport& transport,
                std::vector<std::string> args) {
  std::string why = why_not_untyped(repository);
  if (is_untyped() && why.empty())  // git-lfs copies into folders by itself
    if (const std::set<std::string> folders = folders_of(repository, transport.remote);
        !folders.empty() && !are_vouched_for(repository, folders))
      why = why_not_into_folder(transport.remote);
  if (is_untyped() && why.empty())
    why = why_no_lfs(repository);
  if (!why.empty())
    return {.exit_code = 1, .out = {}, .err = {}, .why = std::move(why)};
  args.insert(args.begin(), "lfs");
  return talk(repository, transport, std::move(args));
}

std::vector<std::string> fetch_urls(const Repository& repository, const std::string& remote) {
  return urls(repository, repository.config().all("remote." + remote + ".url"),
              {"remote", "get-url", "--all", remote});
}

std::vector<std::string> push_urls(const Repository& repository, const std::string& remote) {
  std::vector<std::string> own = repository.config().all("remote." + remote + ".pushurl");
  return urls(repository,
              own.empty() ? repository.config().all("remote." + remote + ".url") : std::move(own),
              {"remote", "get-url", "--push", "--all", remote});
}

}  // namespace handoff::git
