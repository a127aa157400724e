#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "ops/check/arrivals.hpp"
#include "ops/check/runs.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostBranches = 20;

/// A word of a text, perhaps the name of a branch.
struct Named {
  std::string name = {};
  size_t at = 0;           ///< among the words
  bool surely = false;     ///< "branch x"
  bool by_verb = false;    ///< "x is merged", "x lands"
  bool is_marked = false;  ///< with a mark of one in it: "fix/x", "lazy-imports"
  bool beside = false;     ///< "x and y", "x, y": beside the one before
};

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& line : split_lines(text))
    for (std::string& word : split(line, ' '))
      if (!word.empty())
        words.push_back(std::move(word));
  return words;
}

std::string bare(std::string word) {
  word.erase(0, std::min(word.find_first_not_of("\"'`(["), word.size()));
  word.resize(word.find_last_not_of("\"'`).,:;]!?") + 1);
  return word;
}

/// "x is merged", "x lands", "Ben merges x".
bool is_said_to_land(const std::vector<std::string>& raw, size_t at) {
  static const std::set<std::string> kMerges = {"merge", "merges", "merging", "land"};
  if (at > 0 && kMerges.contains(to_lower(bare(raw[at - 1]))))
    return true;
  static const std::set<std::string> kLands = {"merged", "lands", "landed"};
  static const std::set<std::string> kIs = {"is",  "are",  "was",  "were",
                                            "has", "gets", "been", "be"};
  for (++at; at < raw.size() && kIs.contains(raw[at]);)
    ++at;
  return at < raw.size() && kLands.contains(to_lower(bare(raw[at])));
}

/// Words that can only be meant as a branch: those with a mark of one in it, and any behind or
/// before "branch", or in quotes. One that is said to be merged is perhaps one.
std::vector<Named> branches_named(const std::vector<std::string>& raw) {
  std::vector<Named> names;
  const auto says_branch = [&](size_t i) {
    return i < raw.size() && to_lower(bare(raw[i])) == "branch";
  };
  const auto joins = [&](size_t i) { return raw[i] == "and" || raw[i] == "&" || raw[i] == "or"; };
  for (size_t i = 0; i < raw.size() && names.size() < kMostBranches; ++i) {
    Named one{.name = bare(raw[i]), .at = i};
    const bool quoted = !one.name.empty() && (raw[i].front() == '\'' || raw[i].front() == '`');
    one.surely = (i > 0 && says_branch(i - 1)) || says_branch(i + 1);
    if (!names.empty())
      one.beside = (names.back().at + 1 == i && raw[i - 1].ends_with(',')) ||
                   (names.back().at + 2 == i && joins(i - 1));
    one.is_marked = one.name.find_first_of("/-_") != std::string::npos;
    one.by_verb = is_said_to_land(raw, i);
    if (one.is_marked || quoted || one.surely || one.beside || one.by_verb)
      names.push_back(std::move(one));
  }
  return names;
}

/// Is it the merge itself that is in the way, or what it brought? "CI breaks as soon as x is
/// merged", "until x is taken back".
bool is_about_harm(const std::vector<std::string>& words, size_t branch) {
  static const std::set<std::string> kWaits = {"until", "till", "before", "unless", "without",
                                               "needs", "need", "waits",  "wait"};
  static const std::set<std::string> kCauses = {"soon",  "once",    "when", "whenever", "after",
                                                "since", "because", "if",   "by",       "with"};
  static const std::set<std::string> kHarm = {"break", "broke", "fail", "red",  "conflict", "crash",
                                              "hang",  "block", "lose", "lost", "wrong"};
  static const std::set<std::string> kBack = {"revert", "reverted", "backed", "undone", "removed"};
  bool harm = false;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string word = to_lower(bare(words[i]));
    if (kBack.contains(word) ||
        (word == "taken" && i + 1 < words.size() && bare(words[i + 1]) == "back"))
      return true;
    harm = harm || std::ranges::any_of(kHarm, [&](const std::string& stem) {
             return word.starts_with(stem) && word.size() <= stem.size() + 3;
           });
  }
  for (size_t i = branch; harm && i-- > 0;)
    if (const std::string word = to_lower(bare(words[i])); kWaits.contains(word))
      return false;
    else if (kCauses.contains(word))
      return true;
  return false;
}

bool has_any(const std::vector<git::LogEntry>& entries, const std::vector<std::string>& oids) {
  return std::ranges::any_of(entries,
                             [&](const git::LogEntry& entry) { return in_list(oids, entry.oid); });
}

/// Several branches of one blocker as one. What only another branch has is told, not what is here
/// beside it.
std::optional<model::PerhapsGone> together(std::vector<model::PerhapsGone> gone) {
  const auto is_here = [](const model::PerhapsGone& one) { return one.where.empty(); };
  const bool several = gone.size() > 1;
  if (!std::ranges::all_of(gone, is_here))
    std::erase_if(gone, is_here);
  if (gone.empty())
    return std::nullopt;
  model::PerhapsGone all = gone.front();
  all.of_several = several;
  const auto told = [](const model::PerhapsGone& one) {
    return one.branch + " " + git::short_oid(one.oid);
  };
  const auto merged_by = [](const model::PerhapsGone& one) {
    return one.author + (one.author.empty() ? "merged " : " merged ");
  };
  all.by = merged_by(all) + told(all);
  for (size_t i = 1; i < gone.size(); ++i) {
    const model::PerhapsGone& one = gone[i];
    all.branch += " and " + one.branch;
    all.by += (one.author == gone[i - 1].author ? " and " : ", " + merged_by(one)) + told(one);
  }
  return all;
}

/// The branches that a text names, without those that the work itself is on and goes into.
std::vector<Named> other_branches(const Facts& facts, const std::vector<std::string>& words) {
  std::vector<Named> names = branches_named(words);
  std::erase_if(names, [&](const Named& one) {
    const bool only_by_verb = one.by_verb && !one.is_marked && !one.surely && !one.beside &&
                              tips_of(facts, one.name).empty();
    return only_by_verb || one.name == facts.handoff->git.branch || one.name == facts.trunk;
  });
  return names;
}

/// By which commit it came in that a blocker waits for; of several branches all did.
std::optional<model::PerhapsGone> merged(const Facts& facts, Arrivals& arrivals,
                                         const std::string& text) {
  const std::vector<std::string> words = words_in(text);
  const std::vector<Named> names = other_branches(facts, words);
  if (names.empty())
    return std::nullopt;
  const std::vector<git::LogEntry>& older = facts.before_carried(text);
  std::vector<model::PerhapsGone> gone;
  std::vector<bool> waits(names.size(), false);  // for one that is not here
  for (size_t i = 0; i < names.size(); ++i) {
    const std::vector<std::string> tips = tips_of(facts, names[i].name);
    const auto& [commit, is_here, by] = arrivals.of(names[i].name, older);
    if (commit != nullptr &&
        (is_about_harm(words, names[i].at) || is_taken_back(facts, older, commit->oid)))
      return std::nullopt;
    if (commit == nullptr && !tips.empty() &&
        (!is_here_already(facts, tips) || has_any(facts.since_head, tips) || has_any(older, tips)))
      return std::nullopt;  // not merged, or begun since
    waits[i] = commit == nullptr && tips.empty();
    if (commit != nullptr)
      gone.push_back({.blocker = text,
                      .branch = names[i].name,
                      .oid = commit->oid,
                      .author = by,
                      .where = is_here ? "" : where_it_is(facts, commit->oid)});
  }
  // What nobody here has as a branch is one where it stands beside one.
  for (size_t i = 0; i < names.size(); ++i)
    if (waits[i] && names[i].is_marked &&
        (names[i].surely || (i > 0 && names[i].beside && !waits[i - 1]) ||
         (i + 1 < names.size() && names[i + 1].beside && !waits[i + 1])))
      return std::nullopt;
  return together(std::move(gone));
}

/// A branch that a text beside the blockers names, and that came in since it was written.
void find_branches_in(const Facts& facts, Arrivals& arrivals, const std::string& text,
                      model::CheckReport& report) {
  const auto is_known = [&](const std::string& name) {
    return in_list(report.came_in, name, &model::CameIn::name);
  };
  const std::vector<std::string> words = words_in(text);
  const std::vector<git::LogEntry>& older = facts.before_carried(text);
  for (const Named& one : other_branches(facts, words)) {
    if (is_known(one.name) || (!one.surely && !one.by_verb && tips_of(facts, one.name).empty()))
      continue;
    const auto& [commit, is_here, by] = arrivals.of(one.name, older);
    if (commit == nullptr || is_taken_back(facts, older, commit->oid))
      continue;
    report.came_in.push_back({.name = one.name,
                              .oid = commit->oid,
                              .author = by,
                              .where = is_here ? "" : where_it_is(facts, commit->oid)});
  }
}

}  // namespace

void find_what_is_gone(const Facts& facts, model::CheckReport& report) {
  const model::Handoff& h = *facts.handoff;
  const auto has_check = [](const auto& item) { return !item.check.empty(); };
  const auto has_command = [](const model::Task& task) { return !task.verification.empty(); };
  Arrivals arrivals(facts);
  std::map<std::string, int> runs;
  if (std::ranges::any_of(h.blockers, has_check) ||
      std::ranges::any_of(h.remaining_tasks, has_command) ||
      std::ranges::any_of(h.completed_tasks, has_command))
    runs = remembered_runs(*facts.repository, facts.subject->oid, facts.status);
  for (const model::Blocker& blocker : h.blockers) {
    const auto run = blocker.check.empty() ? runs.end() : runs.find(blocker.check);
    if (run != runs.end() && run->second == 0)
      report.perhaps_gone.push_back({.blocker = blocker.description});
    else if (run != runs.end())
      continue;  // its own check knows better
    else if (auto gone = merged(facts, arrivals, blocker.description))
      report.perhaps_gone.push_back(std::move(*gone));
  }
  for (const std::string& text : texts_that_hold(h))
    find_branches_in(facts, arrivals, text, report);
  for (const auto* tasks : {&h.remaining_tasks, &h.completed_tasks})
    for (const model::Task& task : *tasks)
      if (const auto run = runs.find(task.verification); !task.verification.empty() &&
                                                         run != runs.end() && run->second == 0 &&
                                                         task.state != model::TaskState::done)
        report.checks_passed.push_back(task.name);
}

}  // namespace handoff::ops
