#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "ops/check/done_meanwhile.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/match.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kHistory = 250;
constexpr size_t kMostCandidates = 200;
constexpr size_t kMostOpenTasks = 200;

std::vector<const model::Task*> open_tasks(const model::Handoff& h) {
  std::vector<const model::Task*> open;
  for (const auto* list : {&h.remaining_tasks, &h.completed_tasks})
    for (const model::Task& task : *list) {
      bool is_open = list == &h.remaining_tasks ? task.state != model::TaskState::done
                                                : task.state == model::TaskState::in_progress;
      if (is_open && !task.name.empty() && open.size() < kMostOpenTasks)
        open.push_back(&task);
    }
  return open;
}

bool is_to_move(const std::string& text) {
  const std::vector<std::string> stems = stems_of(text);
  return std::ranges::any_of(
      stems, [](const std::string& word) { return word == "renam" || word == "mov"; });
}

/// Was a file only given another name (or mode), with no line changed? A commit of no files says
/// nothing of that.
bool changes_no_line(const Facts& facts, const git::LogEntry& commit) {
  constexpr size_t kMostFiles = 200;
  if (commit.parents.size() != 1 || commit.files.empty() || commit.files.size() > kMostFiles)
    return false;
  std::vector<std::string> before, after;
  for (const std::string& path : commit.files) {
    if (const auto entry = facts.entry_at(commit.parents[0], path))
      before.push_back(entry->oid);
    if (const auto entry = facts.entry_at(commit.oid, path))
      after.push_back(entry->oid);
  }
  std::ranges::sort(before);
  std::ranges::sort(after);
  return !before.empty() && before == after;
}

/// Does it say that it moves or renames, and does it give a file another place?
bool moves_files(const Facts& facts, const git::LogEntry& commit) {
  if (!is_to_move(commit.subject) || commit.parents.size() != 1)
    return false;
  bool goes = false, comes = false;
  for (const std::string& path : commit.files) {
    const bool before = facts.entry_at(commit.parents[0], path).has_value();
    const bool after = facts.entry_at(commit.oid, path).has_value();
    goes = goes || (before && !after);
    comes = comes || (after && !before);
  }
  return goes && comes;
}

/// What stands beside the tasks and may be done by a commit, as the record tells it.
struct NextOrWaiting {
  std::string told = {};
  model::Task task = {};  ///< of what is looked for
};

/// Of a text the first step: what comes after it is for later.
std::string first_step(const std::string& text) {
  size_t end = text.size();
  for (std::string_view behind : {", then ", " and then ", "; ", ". ", "\n"})
    end = std::min(end, text.find(behind));
  return text.substr(0, end);
}

/// Without the numbers of issues: whoever is waited for there answers in them, and commits nothing.
std::string without_numbers(const std::string& text) {
  std::vector<std::string> words = split(text, ' ');
  std::erase_if(words, [](const std::string& word) { return !numbers_of(word).empty(); });
  return join(words, " ");
}

std::vector<NextOrWaiting> next_and_waiting(const model::Handoff& h) {
  std::vector<NextOrWaiting> all;
  const auto add = [&](const std::string& told, const std::string& name) {
    if (told.empty() || all.size() == kMostOpenTasks)
      return;
    all.push_back({.told = told});
    all.back().task.name = name;
  };
  add(h.next_action, first_step(trim(h.next_action)));
  for (const model::HumanAction& action : h.human_actions)
    if (!action.done)
      add(action.action, without_numbers(action.action));
  return all;
}

/// What was done before a task was carried into this record, for those that were. Of what `next`
/// has only the address counts.
class BeforeCarried {
 public:
  BeforeCarried(const Facts& facts, const std::vector<const model::Task*>& open,
                const std::vector<NextOrWaiting>& next) {
    for (const model::Task* task : open)
      for (const git::LogEntry& entry : facts.before_carried(task->name))
        // Who paused knows what he has done himself, and may have left open what he called so.
        if (entry.author != facts.handoff->git.author || is_named_after(entry.subject, task->name))
          add(*task, entry);
    // What was next then, and said again by nobody, may be done by anybody.
    for (const NextOrWaiting& one : next)
      for (const git::LogEntry& entry : facts.before_carried(one.told))
        add(one.task, entry);
    std::ranges::stable_sort(
        x_commits, [](const auto& a, const auto& b) { return a.commit_time > b.commit_time; });
  }
  const std::vector<git::LogEntry>& commits() const { return x_commits; }
  bool has(const git::LogEntry& commit) const { return x_known.contains(commit.oid); }
  IsBefore test() const {
    return [this](const model::Task& task, const git::LogEntry& commit) {
      const auto its = x_since.find(&task);
      return x_known.contains(commit.oid) &&
             (its == x_since.end() || !its->second.contains(commit.oid));
    };
  }

 private:
  void add(const model::Task& task, const git::LogEntry& entry) {
    if (x_known.insert(entry.oid).second)
      x_commits.push_back(entry);
    x_since[&task].insert(entry.oid);
  }

  std::vector<git::LogEntry> x_commits = {};
  std::set<std::string> x_known = {};
  std::map<const model::Task*, std::set<std::string>> x_since = {};
};

size_t count_shared(const std::vector<std::string>& stems, const git::LogEntry& commit) {
  const std::vector<std::string> theirs = stems_of(commit.subject);
  return static_cast<size_t>(std::ranges::count_if(
      stems, [&](const std::string& word) { return std::ranges::binary_search(theirs, word); }));
}

/// "Finish a.c" and "b: finished" have a word in common: that is too little.
std::vector<git::LogEntry> with_words_of(const std::string& text,
                                         const std::vector<git::LogEntry>& since) {
  if (!numbers_of(text).empty())
    return since;
  const std::vector<std::string> stems = stems_of(text);
  std::vector<git::LogEntry> its;
  std::ranges::copy_if(since, std::back_inserter(its),
                       [&](const git::LogEntry& entry) { return count_shared(stems, entry) > 1; });
  return its;
}

/// The commits but those that say more of a task which they perhaps did.
std::vector<git::LogEntry> without_work_of(const std::vector<DoneMatch>& tasks,
                                           const std::string& text,
                                           std::vector<git::LogEntry> since) {
  std::erase_if(since, [&, stems = stems_of(text)](const git::LogEntry& entry) {
    return std::ranges::any_of(tasks, [&](const DoneMatch& match) {
      return match.commit->oid == entry.oid &&
             count_shared(stems_of(match.task->name), entry) > count_shared(stems, entry);
    });
  });
  return since;
}

/// Commits of which nothing is left, whatever they say: each of their files is, by the last of them
/// too, as it was before. `newest` first, as the log has them.
std::set<std::string> came_to_nothing(const Facts& facts,
                                      const std::vector<git::LogEntry>& newest) {
  const size_t count = std::min(newest.size(), kMostCandidates);
  std::map<std::string, std::vector<const git::LogEntry*>> touching;  // oldest first
  for (size_t i = count; i-- > 0;)
    for (const std::string& file : newest[i].files)
      touching[file].push_back(&newest[i]);
  const auto is_taken_back = [&](const git::LogEntry& entry) {
    return !entry.files.empty() && entry.parents.size() == 1 &&
           std::ranges::all_of(entry.files,
                               [&](const std::string& file) { return touching[file].size() > 1; });
  };
  // What each file goes through; where it comes back to what it was, what lies between is nothing.
  std::map<std::string, std::set<std::string>> left;
  const auto commits_left = [&](const std::string& file) -> const std::set<std::string>& {
    const auto [its, is_new] = left.try_emplace(file);
    if (!is_new)
      return its->second;
    using State = std::optional<git::TreeEntry>;
    std::vector<std::pair<State, std::string>> way;  // each with the commit that led there
    for (const git::LogEntry* entry : touching[file]) {
      if (way.empty())
        way.emplace_back(entry->parents.empty() ? State() : facts.entry_at(entry->parents[0], file),
                         "");
      const State now = facts.entry_at(entry->oid, file);
      const auto before =
          std::ranges::find_if(way, [&](const auto& step) { return same(step.first, now); });
      if (before == way.end())
        way.emplace_back(now, entry->oid);
      else
        way.erase(before + 1, way.end());
    }
    // With branches side by side the last of them is not what the file is.
    const bool is_line = same(way.back().first, facts.entry_at(newest.front().oid, file));
    for (const auto& [state, oid] : way)
      its->second.insert(oid);
    for (const git::LogEntry* entry : touching[file])
      if (!is_line)
        its->second.insert(entry->oid);
    return its->second;
  };
  std::set<std::string> nothing;
  for (size_t i = 0; i < count; ++i)
    if (is_taken_back(newest[i]) &&
        std::ranges::none_of(newest[i].files, [&](const std::string& file) {
          return commits_left(file).contains(newest[i].oid);
        }))
      nothing.insert(newest[i].oid);
  return nothing;
}

/// The commits since that may have done a task: neither recorded nor taken back.
std::vector<git::LogEntry> candidates_of(const Facts& facts, const BeforeCarried& before) {
  std::vector<git::LogEntry> since;
  for (const auto* entries : {&facts.since_head, &facts.since_upstream})
    std::copy_n(entries->begin(), std::min(entries->size(), kMostCandidates - since.size()),
                std::back_inserter(since));
  since.insert(since.end(), before.commits().begin(), before.commits().end());
  std::set<std::string> recorded;
  for (const RecordedCommit& commit : facts.commits)
    for (const std::string& oid : {commit.object.oid, commit.target})
      recorded.insert(oid);
  std::set<std::string> back = taken_back_in(since);
  for (const auto* entries : {&facts.since_head, &facts.since_upstream})
    back.merge(came_to_nothing(facts, *entries));
  std::erase_if(since, [&](const git::LogEntry& entry) {
    return recorded.contains(entry.oid) || back.contains(entry.oid);
  });
  return since;
}

/// Files that the commits brought: those that one of them has and the commit below it has not.
std::vector<std::string> created_in(const Facts& facts, const BeforeCarried& before,
                                    const std::vector<git::LogEntry>& since) {
  std::vector<std::string> created;
  for (const git::LogEntry& entry : since)
    for (const std::string& path : entry.files)
      if ((before.has(entry) || !facts.entry_at(facts.base.oid, path)) &&
          facts.entry_at(entry.oid, path) &&
          (entry.parents.empty() || !facts.entry_at(entry.parents[0], path)))
        created.push_back(path);
  return created;
}

/// Pairs what is open with the commits since.
class DoneFinder {
 public:
  DoneFinder(const Facts& facts, Ordinary ordinary, std::vector<std::string> created,
             IsBefore is_before)
      : x_facts(facts),
        x_ordinary(std::move(ordinary)),
        x_created(std::move(created)),
        x_is_before(std::move(is_before)) {}

  /// `beside`: what else is open, the files of which are theirs.
  std::vector<DoneMatch> run(std::vector<const model::Task*> open,
                             const std::vector<git::LogEntry>& since,
                             const std::vector<const model::Task*>& beside = {}) const {
    const auto of_lines = std::stable_partition(
        open.begin(), open.end(), [](const model::Task* task) { return is_to_move(task->name); });
    std::vector<DoneMatch> matches =
        done_meanwhile({open.begin(), of_lines}, since, x_ordinary, x_created, x_is_before, beside);
    // Who only renamed what a task names did nothing of it: perhaps another commit did.
    std::vector<const git::LogEntry*> renames;
    const std::vector<const model::Task*> rest(of_lines, open.end());
    const IsBefore is_left = [&](const model::Task& task, const git::LogEntry& commit) {
      return in_list(renames, &commit) || (x_is_before && x_is_before(task, commit));
    };
    for (bool again = true; again;) {
      const std::vector<DoneMatch> others =
          done_meanwhile(rest, since, x_ordinary, x_created, is_left, beside);
      again = false;
      for (const DoneMatch& match : others)
        if (changes_no_line(x_facts, *match.commit) || moves_files(x_facts, *match.commit)) {
          renames.push_back(match.commit);
          again = true;
        }
      if (!again)
        matches.insert(matches.end(), others.begin(), others.end());
    }
    return matches;
  }

 private:
  const Facts& x_facts;
  Ordinary x_ordinary;
  std::vector<std::string> x_created;
  IsBefore x_is_before;
};

Finding told_match(const Facts& facts, const std::string& what, const git::LogEntry& commit,
                   model::CheckReport& report) {
  const bool here = !in_list(facts.since_upstream, commit.oid, &git::LogEntry::oid);
  const std::string where = here ? std::string() : where_it_is(facts, commit.oid);
  const std::string told = told_subject(commit.subject);
  const std::string author = name_of(told_author(commit.author));
  report.perhaps_done.push_back(
      {.task = what, .oid = commit.oid, .author = author, .subject = told, .where = where});
  return {.code = "perhaps-done",
          .subject = what,
          .state = FindingState::info,
          .to = commit.oid,
          .evidence = "perhaps done by " + author + " in " + git::short_oid(commit.oid) +
                      in_parentheses(told) + (where.empty() ? "" : ", on " + where),
          .suggestion = "git show " + git::short_oid(commit.oid),
          .relevance = 2};
}

}  // namespace

Findings check_perhaps_done(const Facts& facts, model::CheckReport& report) {
  Findings findings;
  const std::vector<const model::Task*> open = open_tasks(*facts.handoff);
  const std::vector<NextOrWaiting> next = next_and_waiting(*facts.handoff);
  const BeforeCarried before(facts, open, next);
  const std::vector<git::LogEntry> since = candidates_of(facts, before);
  if (since.empty() || !facts.base.is_commit())
    return findings;
  std::vector<std::pair<const NextOrWaiting*, std::vector<git::LogEntry>>> others;
  for (const NextOrWaiting& one : next)
    if (std::vector<git::LogEntry> its = with_words_of(one.task.name, since); !its.empty())
      others.emplace_back(&one, std::move(its));
  if (open.empty() && others.empty())
    return findings;
  std::vector<git::LogEntry> history;
  try {
    history = git::LogQuestion(facts.repository->git(),
                               {.revisions = {facts.base.oid}, .files = true, .limit = kHistory})
                  .answer();
  } catch (const Failure&) {
    return findings;  // a history that ends early: nothing is said
  }
  const DoneFinder finder(facts, Ordinary(history), created_in(facts, before, since),
                          before.test());
  const std::vector<DoneMatch> of_tasks = finder.run(open, since);
  for (const DoneMatch& match : of_tasks)
    findings.push_back(told_match(facts, match.task->name, *match.commit, report));
  for (const auto& [other, its] : others) {
    const bool is_told =
        std::ranges::find(findings, other->told, &Finding::subject) != findings.end();
    const std::vector<git::LogEntry> left = without_work_of(of_tasks, other->task.name, its);
    if (!is_told)
      for (const DoneMatch& match : finder.run({&other->task}, left, open))
        findings.push_back(told_match(facts, other->told, *match.commit, report));
  }
  return findings;
}

}  // namespace handoff::ops
