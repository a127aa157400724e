#include "git/history/history.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/resource.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/objects/peek_commit.hpp"
#include "git/refs/names.hpp"

namespace handoff::git {

namespace {

constexpr char kEntryMark = '\x01';
constexpr size_t kFieldsOfEntry = 10;

int64_t number_of(std::string_view text) {
  int64_t value = 0;
  for (char c : text)
    if (c >= '0' && c <= '9' && value < INT64_MAX / 10 - 10)
      value = value * 10 + (c - '0');
  return text.starts_with('-') ? -value : value;
}

std::string lines_of(const std::vector<std::string>& items, std::string_view prefix = {}) {
  std::string text;
  for (const std::string& item : items)
    text.append(prefix).append(item).append("\n");
  return text;
}

NamedObject read_answer(const std::string& line) {
  using Answer = NamedObject::Answer;
  if (line.ends_with(" ambiguous"))
    return {.answer = Answer::ambiguous};
  std::vector<std::string> parts = split(line, ' ');
  if (line.ends_with(" missing") || parts.size() != 2 || !is_oid(parts[0]))
    return {.answer = Answer::missing};
  return {.answer = Answer::found, .oid = parts[0], .type = parts[1]};
}

/// A walk that answers in large pieces instead of commit by commit.
GitCall in_one_piece(GitCall call) {
  call.environment.emplace_back("GIT_FLUSH", "0");
  return offline(std::move(call));
}

}  // namespace

GitCall offline(GitCall call) {
  call.environment.emplace_back("GIT_ALLOW_PROTOCOL", "none");
  return call;
}

bool is_ancestor(const Git& git, const std::string& commit, const std::string& of) {
  return git.run(offline({.args = {"merge-base", "--is-ancestor", commit, of}})).ok();
}

bool lacks_any(const Git& git, const std::string& at, const std::string& of) {
  const Outcome lacking = git.run(offline({.args = {"rev-list", "--cherry-pick", "--right-only",
                                                    "--no-merges", "-n1", at + "..." + of}}));
  return !lacking.ok() || !trim(lacking.out).empty();
}

bool has_merges(const Git& git, const std::string& range) {
  const Outcome found = git.run(offline({.args = {"rev-list", "--merges", "-n1", range, "--"}}));
  return found.ok() && !trim(found.out).empty();
}

bool ends_too_early(const Repository& repository, const std::string& commit,
                    const std::string& older) {
  const std::vector<std::string> ends =
      split_lines(read_file(join_path(repository.layout().common_dir, "shallow")).value_or(""));
  if (ends.empty())
    return false;
  const std::set<std::string> cut(ends.begin(), ends.end());
  const std::vector<std::string> above = split_lines(
      repository.git().run(offline({.args = {"rev-list", commit, "--not", older, "--"}})).out);
  return std::ranges::any_of(above, [&](const std::string& oid) { return cut.contains(oid); });
}

std::vector<NamedObject> look_up(const Git& git, const std::vector<std::string>& names) {
  std::vector<NamedObject> answers;
  while (answers.size() < names.size()) {
    std::vector<std::string> rest(names.begin() + static_cast<ptrdiff_t>(answers.size()),
                                  names.end());
    Outcome outcome = git.run(
        offline({.args = {"cat-file", "--buffer", "--batch-check=%(objectname) %(objecttype)"},
                 .input = lines_of(rest)}));
    for (const std::string& line : split_lines(outcome.out))
      if (answers.size() < names.size())
        answers.push_back(read_answer(line));
    // A partial clone ends the process at an object that it would have to fetch: go on behind it.
    if (answers.size() < names.size())
      answers.push_back({.answer = NamedObject::Answer::unknown});
  }
  return answers;
}

Child start_bounded(const Git& git, GitCall call) {
  constexpr rlim_t kSeconds = 2;
  constexpr size_t kBytes = 192u << 20;
  Child child = git.start(std::move(call));
  const rlimit time{kSeconds, kSeconds + 1};
  prlimit(child.pid(), RLIMIT_CPU, &time, nullptr);
  child.bound_memory(kBytes);
  return child;
}

/// A partial clone was promised trees that it does not have, and nothing is fetched to read a log.
bool lacks_trees(const Outcome& outcome) {
  return !outcome.ok() && contains(outcome.err, "lazy fetching disabled");
}

bool was_too_much(const Outcome& outcome) {
  constexpr int kBySignal = 128;
  return outcome.exit_code == kBySignal + SIGXCPU || outcome.exit_code == kBySignal + SIGKILL ||
         (!outcome.ok() &&
          (contains(outcome.err, "ut of memory") || contains(outcome.err, std::strerror(ENOMEM))));
}

namespace {

/// Anybody may push a commit whose message is larger than all other history.
constexpr size_t kMostOfMessage = 256u << 10;
constexpr std::string_view kLeavesOutEqual = "--cherry-pick";

bool compares_trees(const LogRequest& request) {
  return request.files || in_list(request.options, kLeavesOutEqual);
}

Child start_log(const Git& git, const LogRequest& request, bool messages = true) {
  std::string format = "--format=%x01%H%x00%T%x00%P%x00%an <%ae>%x00%at%x00%cn <%ce>%x00%ct%x00";
  format += messages ? "%s%x00" : "%x00";
  format += messages && request.bodies ? "%b%x00" : "%x00";
  GitCall call{.args = {"-c", "log.showSignature=false", "-c", "log.follow=false", "-c",
                        "log.showRoot=true", "-c", "log.diffMerges=off", "log", "-z", "--no-color",
                        "--no-notes", "--encoding=UTF-8", format}};
  if (request.files)
    for (const char* option : {"--name-status", "-c", "--no-renames", "--no-ext-diff",
                               "--ignore-submodules=none", "--no-relative", "-O/dev/null"})
      call.args.emplace_back(option);
  else
    call.args.emplace_back("-s");
  if (request.limit > 0)
    call.args.push_back("--max-count=" + std::to_string(request.limit));
  call.args.insert(call.args.end(), request.options.begin(), request.options.end());
  call.args.emplace_back("--stdin");
  call.input = lines_of(request.revisions);
  call.most_of_part = kMostOfMessage;
  call = in_one_piece(std::move(call));
  return messages ? start_bounded(git, std::move(call)) : git.start(std::move(call));
}

/// The messages of commits that were listed without them, but for those that are too large.
void add_messages(const Git& git, bool bodies, std::vector<LogEntry>& entries) {
  LogRequest small{.options = {"--no-walk=unsorted"}, .bodies = bodies};
  const std::vector<std::string> oids = vector_of(entries, &LogEntry::oid);
  const std::vector<std::string> sizes =
      split_lines(git.run(offline({.args = {"cat-file", "--buffer", "--batch-check=%(objectsize)"},
                                   .input = lines_of(oids)}))
                      .out);
  for (size_t i = 0; i < entries.size() && i < sizes.size(); ++i)
    if (const auto size = static_cast<size_t>(number_of(sizes[i])); size <= kMostOfMessage)
      small.revisions.push_back(entries[i].oid);
    else
      entries[i].subject = "(a message of " + human_size(size) + ")";
  if (small.revisions.empty())
    return;
  std::map<std::string, LogEntry> read;
  for (LogEntry& entry : parse_log(start_log(git, small).wait().out))
    read[entry.oid] = std::move(entry);
  for (LogEntry& entry : entries)
    if (auto found = read.find(entry.oid); found != read.end()) {
      entry.subject = std::move(found->second.subject);
      entry.body = std::move(found->second.body);
    }
}

}  // namespace

std::optional<std::vector<std::string>> commits_beyond(const Git& git, const std::string& tip,
                                                       const std::string& other) {
  Outcome found = start_bounded(git, {.args = {"rev-list", std::string(kLeavesOutEqual),
                                               "--right-only", other + "..." + tip, "--"}})
                      .wait();
  if (!found.ok())
    found = git.run(offline({.args = {"rev-list", tip, "--not", other, "--"}}));
  return found.ok() ? std::optional(split_lines(found.out)) : std::nullopt;
}

LogQuestion::LogQuestion(const Git& git, LogRequest request)
    : x_git(git), x_request(std::move(request)), x_child(start_log(git, x_request)) {}

std::vector<LogEntry> LogQuestion::answer() {
  Outcome outcome = x_child.wait();
  if (compares_trees(x_request) && (was_too_much(outcome) || lacks_trees(outcome))) {
    x_cut = true;
    x_request.files = false;
    std::erase(x_request.options, kLeavesOutEqual);
    outcome = start_log(x_git, x_request).wait();
  }
  const bool lacks_messages = was_too_much(outcome);  // git takes three times what one has
  if (lacks_messages)
    outcome = start_log(x_git, x_request, false).wait();
  if (was_too_much(outcome)) {  // of several such commits git holds all
    x_cut = true;
    return {};
  }
  if (!outcome.ok())
    fail("cannot read the history: " + git_message(outcome));
  std::vector<LogEntry> entries = parse_log(outcome.out);
  if (lacks_messages)
    add_messages(x_git, x_request.bodies, entries);
  return entries;
}

std::vector<LogEntry> parse_log(std::string_view bytes) {
  std::vector<LogEntry> entries;
  size_t at = 0;
  auto next = [&]() {
    size_t end = std::min(bytes.find('\0', at), bytes.size());
    std::string_view token = bytes.substr(at, end - at);
    at = std::min(end + 1, bytes.size());
    return token;
  };
  while (at < bytes.size()) {
    std::string_view token = next();
    if (!token.empty() && token.front() == kEntryMark && is_oid(token.substr(1))) {
      LogEntry entry;
      entry.oid = token.substr(1);
      std::array<std::string_view, kFieldsOfEntry - 2> fields;
      for (std::string_view& field : fields)
        field = next();
      entry.tree = fields[0];
      if (!fields[1].empty())
        entry.parents = split(fields[1], ' ');
      entry.author = fields[2];
      entry.author_time = number_of(fields[3]);
      entry.committer = fields[4];
      entry.commit_time = number_of(fields[5]);
      entry.subject = fields[6];
      entry.body = fields[7];
      entries.push_back(std::move(entry));
    } else if (!entries.empty()) {
      // A status, then a name. Git puts a line end between what the format wrote and the first one.
      if (token.starts_with('\n'))
        token.remove_prefix(1);
      if (token.empty())
        continue;
      LogEntry& entry = entries.back();
      entry.files.emplace_back(next());
      if (token == "D")
        entry.removed.push_back(entry.files.back());
    }
  }
  return entries;
}

std::optional<std::map<std::string, std::set<std::string>>> changed_by_merges(
    const Git& git, const std::vector<std::string>& merges) {
  constexpr std::string_view kFile = "diff --cc ";
  GitCall call{.args = {"diff-tree", "--stdin", "--cc", "-r", "-U0", "--find-renames",
                        "--no-ext-diff", "--no-textconv", "--no-color", "-O/dev/null"},
               .input = lines_of(merges)};
  const Outcome outcome = start_bounded(git, in_one_piece(std::move(call))).wait();
  if (!outcome.ok())
    return std::nullopt;
  std::map<std::string, std::set<std::string>> files;
  std::string merge;
  // What a file has, or had, stands behind a sign for each parent.
  for (const std::string& line : split_lines(outcome.out))
    if (is_oid(line))
      merge = line;
    else if (line.starts_with(kFile))
      files[merge].insert(c_unquote(line.substr(kFile.size())).value_or(line.substr(kFile.size())));
  return files;
}

Child start_divergence(const Git& git, const std::vector<std::string>& tips,
                       const std::vector<std::string>& reference) {
  return git.start(in_one_piece({.args = {"rev-list", "--topo-order", "--boundary", "--stdin"},
                                 .input = lines_of(tips) + lines_of(reference, "^")}));
}

Divergence read_divergence(Child child) {
  Outcome outcome = child.wait();
  if (!outcome.ok())
    fail("cannot read the history: " + git_message(outcome));
  Divergence divergence;
  for (std::string& line : split_lines(outcome.out))
    if (line.starts_with('-'))
      divergence.boundary.push_back(line.substr(1));
    else
      divergence.oids.push_back(std::move(line));
  return divergence;
}

namespace {

/// Is a commit reached by one of these refs? One walk, which ends where everything is seen:
/// `for-each-ref --contains` walks once for each ref, seconds with a thousand tags. But it holds
/// the message of each ref's commit, which anybody can make large: then the refs are asked.
bool may_be_reached(const Git& git, const std::string& oid, const std::vector<std::string>& refs) {
  const Outcome left = start_bounded(git, offline({.args = {"rev-list", "-n", "1", "--stdin"},
                                                   .input = oid + "\n" + lines_of(refs, "^")}))
                           .wait();
  return !left.ok() || trim(left.out).empty();
}

Child start_dated_refs(const Git& git, const std::vector<std::string>& folders) {
  GitCall call = offline({.args = {"for-each-ref", "--format=%(creatordate:unix) %(refname)"}});
  call.args.insert(call.args.end(), folders.begin(), folders.end());
  return start_bounded(git, std::move(call));
}

std::optional<int64_t> time_of_commit(const Repository& repository, const std::string& oid) {
  if (const std::optional<Commit> loose = peek_commit(repository.layout().common_dir, oid))
    return time_of(loose->committer);
  const Outcome time = repository.git().run(
      offline({.args = {"log", "-1", "--no-show-signature", "--format=%ct", oid}}));
  return time.ok() ? std::optional(number_of(trim(time.out))) : std::nullopt;
}

struct DatedRef {
  int64_t time = 0;
  std::string name;
};

std::vector<DatedRef> dated_refs_of(const Git& git, std::string_view text,
                                    const std::vector<std::string>& except) {
  std::vector<DatedRef> refs;
  std::vector<std::string> names;
  for (const std::string& line : split_lines(text)) {
    const size_t space = std::min(line.find(' '), line.size() - 1);
    std::string name = line.substr(space + 1);
    if (in_list(except, name))
      continue;
    names.push_back(name);
    refs.push_back({.time = number_of(line.substr(0, space)), .name = std::move(name)});
  }
  const std::vector<std::string> handoffs = fetched_handoffs(git, std::move(names));
  std::erase_if(refs, [&](const DatedRef& ref) { return in_list(handoffs, ref.name); });
  return refs;
}

/// Can a ref that looks older than a commit hold it all the same, by a clock that was wrong? The
/// walk ends early: it sees small clones whole, and of large ones the newest that these refs have.
bool may_be_below_older(const Git& git, const std::string& oid,
                        const std::vector<std::string>& refs) {
  if (refs.empty())
    return false;
  const Outcome seen =
      start_bounded(git, in_one_piece({.args = {"rev-list", "--max-count=2000", "--stdin"},
                                       .input = lines_of(refs)}))
          .wait();
  return !seen.ok() || contains(seen.out, oid);
}

std::vector<std::string> contained_in(const Git& git, const std::string& oid, size_t limit,
                                      const std::vector<std::string>& among,
                                      const std::vector<std::string>& except) {
  // A name for another ref says nothing of its own.
  GitCall call =
      offline({.args = {"for-each-ref", "--format=%(if)%(symref)%(then)%(else)%(refname)%(end)",
                        "--contains", oid}});
  call.args.insert(call.args.end(), among.begin(), among.end());
  Outcome outcome = git.run(call);
  std::vector<std::string> refs;
  if (outcome.ok())
    for (std::string& ref : split_lines(outcome.out))
      if (!ref.empty() && !in_list(except, ref))
        refs.push_back(std::move(ref));
  erase_fetched_handoffs(git, refs);
  refs.resize(std::min(refs.size(), limit));
  return refs;
}

}  // namespace

std::optional<std::vector<std::string>> refs_since(const Git& git, int64_t time,
                                                   const std::vector<std::string>& folders) {
  const Outcome dated = start_dated_refs(git, folders).wait();
  if (!dated.ok())
    return std::nullopt;
  std::vector<std::string> names;
  for (DatedRef& ref : dated_refs_of(git, dated.out, {}))
    if (ref.time >= time - kWrongClock)
      names.push_back(std::move(ref.name));
  return names;
}

std::vector<std::string> refs_that_contain(const Repository& repository, const std::string& oid,
                                           size_t limit, const std::vector<std::string>& except) {
  constexpr size_t kMostArguments = 1000;
  const Git& git = repository.git();
  const std::vector<std::string> all = {"refs/heads/", "refs/remotes/", "refs/tags/"};
  const Outcome dated = start_dated_refs(git, all).wait();
  std::vector<DatedRef> refs = dated_refs_of(git, dated.out, except);
  if (dated.ok() && refs.empty())
    return {};
  const std::optional<int64_t> time = time_of_commit(repository, oid);
  if (!dated.ok() || !time)
    return contained_in(git, oid, limit, all, except);
  std::vector<std::string> newer, older;
  for (DatedRef& ref : refs)
    (ref.time >= *time - kWrongClock ? newer : older).push_back(std::move(ref.name));
  if (!newer.empty() && may_be_reached(git, oid, newer))
    return contained_in(git, oid, limit, newer.size() > kMostArguments ? all : newer, except);
  if (may_be_below_older(git, oid, older))
    return contained_in(git, oid, limit, all, except);
  return {};
}

RewriteMap::RewriteMap(std::string_view file) {
  for (const std::string& line : split_lines(file)) {
    std::vector<std::string> parts = split(line, ' ');
    if (parts.size() >= 2 && is_oid(parts[0]) && is_oid(parts[1]) && parts[0] != parts[1])
      x_next[parts[0]] = parts[1];
  }
  for (const auto& [from, to] : x_next)
    ++x_sources[to];
}

bool RewriteMap::merged(const std::string& oid) const {
  std::set<std::string> seen = {oid};
  for (auto found = x_next.find(oid); found != x_next.end(); found = x_next.find(found->second)) {
    if (!seen.insert(found->second).second)
      break;
    if (x_sources.at(found->second) > 1)
      return true;
  }
  return false;
}

std::optional<std::string> RewriteMap::follow(const std::string& oid) const {
  std::set<std::string> seen = {oid};
  std::string at = oid;
  for (auto found = x_next.find(at); found != x_next.end(); found = x_next.find(at)) {
    if (!seen.insert(found->second).second)
      break;  // a circle: amended back and forth
    at = found->second;
  }
  return at == oid ? std::nullopt : std::optional(at);
}

std::vector<std::string> RewriteMap::starting_with(std::string_view prefix) const {
  std::vector<std::string> oids;
  if (prefix.size() >= 4)
    for (auto at = x_next.lower_bound(std::string(prefix));
         at != x_next.end() && at->first.starts_with(prefix); ++at)
      oids.push_back(at->first);
  return oids;
}

}  // namespace handoff::git
