#include <algorithm>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "git/refs/names.hpp"
#include "ops/check/facts.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

bool is_on_remote_branch(const Facts& facts, const std::string& oid) {
  return in_list(facts.ahead, oid, &git::LogEntry::oid);
}

}  // namespace

std::string where_it_is(const Facts& facts, const std::string& oid) {
  return is_on_remote_branch(facts, oid) ? branch_name(facts.ahead_ref)
         : facts.on_trunk.contains(oid)
             ? (facts.only_at_origin.contains(oid) ? "origin/" : "") + facts.trunk
             : "the upstream";
}

namespace {

/// So many relevant commits are findings of their own; the rest is in commits_since.
constexpr size_t kShownCommits = 5;
constexpr size_t kFilesShown = 5;

/// What of it the record names.
model::CommitSince weigh(const Facts& facts, const git::LogEntry& entry) {
  model::CommitSince since;
  const auto is_named_by_old = [&](const std::string& file) {  // by the commit that renamed it
    if (facts.named_before.empty())
      return false;
    const auto before = facts.named_before.find(file);
    return before != facts.named_before.end() && in_list(entry.files, before->second);
  };
  for (const std::string& file : entry.files)
    if (int relevance = facts.named.relevance_of(file);
        relevance > 0 && relevance >= since.relevance && !is_named_by_old(file)) {
      if (relevance > since.relevance)
        since.files.clear();  // what matters less would pass for what matters more
      since.files.push_back(file);
      since.relevance = relevance;
    }
  return since;
}

model::CommitSince told(const Facts& facts, const git::LogEntry& entry, bool on_upstream,
                        model::CommitSince since) {
  since.oid = entry.oid;
  since.subject = told_subject(entry.subject);
  since.author = told_author(entry.author);
  since.by_reader = is_user(facts.user, entry.author);
  since.time = entry.commit_time;
  since.on_upstream = on_upstream;
  if (on_upstream)
    since.where = where_it_is(facts, entry.oid);
  return since;
}

std::string_view reason_of(int relevance) {
  switch (relevance) {
    case model::kTouchesNext:
      return "what the next action names";
    case model::kTouchesTasks:
      return "what open tasks name";
    default:
      return "what the record names";
  }
}

Finding told_commit(const model::CommitSince& since) {
  std::vector<std::string> files = since.files;
  size_t more = files.size() > kFilesShown ? files.size() - kFilesShown : 0;
  files.resize(files.size() - more);
  Finding finding{.code = "commit-since",
                  .subject = git::short_oid(since.oid) + in_parentheses(since.subject),
                  .state = since.relevance > 0 ? FindingState::changed : FindingState::info,
                  .to = since.oid,
                  .relevance = since.relevance};
  finding.evidence = (since.where.empty() ? "touches " : "on " + since.where + ", touches ") +
                     std::string(reason_of(since.relevance)) + ": " +
                     join(path_names(files), ", ") +
                     (more > 0 ? " and " + std::to_string(more) + " more" : "");
  finding.suggestion = "git show " + git::short_oid(since.oid);
  return finding;
}

/// "Ben: 'login: finished' (1a2b3c4); Cat: ..."
std::string who_did_what(const std::vector<model::CommitSince>& commits) {
  std::string text, author;
  for (size_t i = 0; i < commits.size() && i < kShownCommits; ++i) {
    std::string name = name_of(commits[i].author);
    text += (i == 0                    ? ""
             : i > 0 && name != author ? "; "
                                       : ", ") +
            (name == author ? "" : name + ": ") +
            (commits[i].subject.empty() ? "" : "'" + commits[i].subject + "' ") + "(" +
            git::short_oid(commits[i].oid) + ")";
    author = name;
  }
  return text + (commits.size() > kShownCommits
                     ? " and " + std::to_string(commits.size() - kShownCommits) + " more"
                     : "");
}

/// Shows what is counted: the range has more where some of it is here in another form.
std::string how_to_list(const Facts& facts) {
  constexpr size_t kMostListed = 20;
  const std::string from =
      facts.branch_tip.is_commit() ? shell_word(facts.branch) : git::short_oid(facts.head);
  const std::string there = shell_word(facts.ahead_ref);
  if (facts.ahead_how == model::AheadHow::ahead)
    return "git log --oneline " + from + ".." + there;
  if (facts.ahead.size() > kMostListed)
    return "git log --oneline --cherry-pick --right-only " + from + "..." + there;
  std::string command = "git log --oneline --no-walk=unsorted";
  for (const git::LogEntry& entry : facts.ahead)
    command += " " + git::short_oid(entry.oid);
  return command;
}

}  // namespace

Findings check_remote_branches(const Facts& facts, model::CheckReport& report) {
  if (facts.ahead.empty())
    return {};
  report.ahead_ref = facts.ahead_ref;
  for (const git::LogEntry& entry : facts.ahead)
    report.ahead.push_back(told(facts, entry, true, weigh(facts, entry)));
  report.ahead_how = facts.ahead_how;
  const std::string commits = count_of(
      facts.ahead.size(), facts.ahead_how == model::AheadHow::ahead ? "commit" : "new commit");
  return {{.code = "remote-branch",
           .subject = facts.ahead_ref,
           .state = FindingState::changed,
           .to = facts.ahead.front().oid,
           .evidence = (facts.ahead_how == model::AheadHow::rewritten ? "rewritten, with " : "") +
                       commits +
                       (facts.ahead_how != model::AheadHow::ahead ? ""
                        : facts.ahead.size() == 1                 ? " that is not here"
                                                                  : " that are not here") +
                       ", by " + who_did_what(report.ahead),
           .suggestion = how_to_list(facts),
           .relevance = 4}};
}

namespace {

/// Who changes a file under its new name touches what the record names by the old one. Was any of
/// the files that were touched renamed?
bool name_renamed(Facts& facts, const std::vector<model::CommitSince>& touching) {
  std::set<std::string> paths;
  for (const model::CommitSince& since : touching)
    paths.insert(since.files.begin(), since.files.end());
  for (const std::string& path : paths)
    if (facts.entry_at(facts.base.oid, path))
      if (const auto to = facts.moved_to(path)) {
        facts.named.add(*to, facts.named.relevance_of(path));
        if (!contains(*to, "/"))
          facts.named.is_at_top(*to);
        facts.named_before[*to] = path;
      }
  return !facts.named_before.empty();
}

/// Files that rules, decisions, blockers and lines of context name: who changes one does no harm,
/// and what is said of it may no longer hold.
class StatedFiles {
 public:
  explicit StatedFiles(const Facts& facts) : x_facts(facts) {
    const model::Handoff& h = *facts.handoff;
    for (const std::string& rule : h.corrections)
      add(rule);
    for (const model::Decision& decision : h.decisions) {
      add(decision.decision);
      add(decision.rationale);
    }
    for (const model::Blocker& blocker : h.blockers)
      add(blocker.description);
    for (const std::string& line : split_lines(h.context_notes))
      add(line);
  }

  /// Of a merge only what came with it: that has its own commits.
  std::vector<std::string> changed_by_others(const git::LogEntry& entry) const {
    std::vector<std::string> files;
    if (x_paths.empty() || entry.parents.size() > 1)
      return files;
    for (const std::string& file : entry.files)
      if (in_list(x_paths, file, &Stated::path))
        files.push_back(file);
    return !files.empty() && is_user(x_facts.user, entry.author) ? std::vector<std::string>()
                                                                 : files;
  }

  /// Puts the newest change of each file beside the words that name it; commits come newest first.
  void put_beside(const git::LogEntry& entry, model::CheckReport& report) const {
    const std::vector<std::string> files = changed_by_others(entry);
    for (const auto& [text, path] : x_paths)
      if (in_list(files, path) &&
          !in_list(report.touched_before, text, &model::TouchedBefore::file))
        report.touched_before.push_back({.file = text,
                                         .oid = entry.oid,
                                         .author = told_author(entry.author),
                                         .where = report.relevant.back().where});
  }

 private:
  struct Stated {
    std::string text, path;  ///< as it is written there, and as git has it
  };

  void add(const std::string& statement) {
    for (const Anchor& anchor : x_facts.named_in(statement))
      if (std::string path = x_facts.relative(anchor.path);
          anchor.line == 0 && !in_list(x_paths, anchor.text, &Stated::text) &&
          x_facts.entry_at(x_facts.reference, path))
        x_paths.push_back({anchor.text, std::move(path)});
  }

  const Facts& x_facts;
  std::vector<Stated> x_paths = {};
};

/// Where commits elsewhere bring what the branch has: a squash of it, or of a part of it.
class BroughtElsewhere {
 public:
  explicit BroughtElsewhere(const Facts& facts) : x_facts(facts) {}

  /// Is all of that commit the paused work, or what that stands on? Newest first.
  bool is_of_the_branch(const git::LogEntry& entry) {
    const bool is_newest = std::ranges::none_of(
        entry.files, [&](const std::string& file) { return x_touched.contains(file); });
    x_touched.insert(entry.files.begin(), entry.files.end());
    const bool is_work = brings(entry, x_facts.wip);
    if (!is_work && !brings(entry, x_facts.base))
      return false;
    if (is_newest && (x_found.code.empty() || is_work))
      x_found = {.code = "squashed",
                 .subject = git::short_oid(entry.oid) + in_parentheses(told_subject(entry.subject)),
                 .state = FindingState::info,
                 .work = is_work ? model::PausedWork::committed : model::PausedWork::none,
                 .to = entry.oid,
                 .where = where_it_is(x_facts, entry.oid),
                 .evidence = "on " + where_it_is(x_facts, entry.oid) + ", has " +
                             (is_work ? "the paused work" : "what the paused work stands on")};
    return true;
  }

  /// Is it there still, and where?
  std::optional<Finding> found() const {
    return x_found.code.empty() ? std::nullopt : std::optional(x_found);
  }

 private:
  /// Has that commit each of its files as the other has it, and where both part otherwise?
  bool brings(const git::LogEntry& entry, const git::NamedObject& kept) const {
    if (!kept.is_commit() || entry.files.empty())
      return false;
    const auto is_as_kept = [&](const std::string& file) {
      return same(x_facts.entry_at(entry.oid, file), x_facts.entry_at(kept.oid, file));
    };
    if (!std::ranges::all_of(entry.files, is_as_kept))
      return false;
    const std::string fork =
        trim(x_facts.repository->git().run({.args = {"merge-base", kept.oid, entry.oid}}).out);
    return !fork.empty() && std::ranges::none_of(entry.files, [&](const std::string& file) {
      return same(x_facts.entry_at(fork, file), x_facts.entry_at(kept.oid, file));
    });
  }

  const Facts& x_facts;
  std::set<std::string> x_touched = {};
  Finding x_found = {};
};

}  // namespace

Findings check_since(Facts& facts, model::CheckReport& report) {
  const StatedFiles stated(facts);
  report.since_head = facts.since_head.size();
  const std::string* last = nullptr;  // mostly it is the same again
  std::string other;                  // the user has no name here
  for (const git::LogEntry& entry : facts.since_head) {
    if (last == nullptr || *last != entry.author)
      other = is_user(facts.user, entry.author) ? "" : name_of(told_author(entry.author));
    last = &entry.author;
    if (!other.empty())
      report.others_since.push_back(other);
  }
  report.since_upstream = facts.since_upstream.size();
  if (!facts.on_trunk.empty()) {
    const bool at_origin = facts.only_at_origin.size() == facts.on_trunk.size();
    const std::string trunk = (at_origin ? "origin/" : "") + facts.trunk;
    report.where_upstream =
        facts.on_trunk.size() == facts.since_upstream.size() ? trunk : "the upstream and " + trunk;
  }
  BroughtElsewhere brought(facts);
  const auto is_touching = [&](const git::LogEntry& entry, model::CommitSince& since) {
    if (since.relevance == 0)
      since.files = stated.changed_by_others(entry);
    return !since.files.empty();
  };
  auto take = [&](const std::vector<git::LogEntry>& entries, bool on_upstream) {
    for (const git::LogEntry& entry : entries)
      if (model::CommitSince since = weigh(facts, entry);
          is_touching(entry, since) && !(on_upstream && brought.is_of_the_branch(entry))) {
        report.relevant.push_back(told(facts, entry, on_upstream, std::move(since)));
        stated.put_beside(entry, report);
      }
  };
  take(facts.since_head, false);
  if (name_renamed(facts, report.relevant)) {
    report.relevant.clear();
    leave_merged_files(facts);
    take(facts.since_head, false);
  }
  take(facts.since_upstream, true);
  std::ranges::stable_sort(
      report.relevant, [](const model::CommitSince& a, const model::CommitSince& b) {
        return std::pair(a.relevance, a.files.size()) > std::pair(b.relevance, b.files.size());
      });
  Findings findings;
  for (const model::CommitSince& since : report.relevant)
    if (findings.size() < kShownCommits && !is_on_remote_branch(facts, since.oid))
      findings.push_back(told_commit(since));
  if (std::optional<Finding> finding = brought.found())
    findings.push_back(std::move(*finding));
  for (const std::string& where : facts.unlisted)
    findings.push_back({.code = "since",
                        .subject = where,
                        .state = FindingState::unverifiable,
                        .evidence = "commits on " + where +
                                    " change more files than can be listed: whether they touch "
                                    "what the record names is not known"});
  if (facts.by_time && !facts.written)
    findings.push_back({.code = "since",
                        .subject = "commits since",
                        .state = FindingState::unverifiable,
                        .evidence = "neither the commit that the work stood on nor the time of the "
                                    "record is known"});
  else if (facts.by_time && !facts.head.empty())
    findings.push_back(
        {.code = "since",
         .subject = "commits since",
         .state = FindingState::info,
         .evidence = "found by time: the commit that the work stood on is not known here"});
  return findings;
}

}  // namespace handoff::ops
