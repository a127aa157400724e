#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/runs.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostBranches = 20;

/// Words of a text that can only be meant as a branch: those with a mark of one in it, and any
/// behind or before "branch", or in quotes.
std::vector<std::string> branches_named(const std::string& text) {
  std::vector<std::string> raw, names;
  for (const std::string& line : split_lines(text))
    for (std::string& word : split(line, ' '))
      if (!word.empty())
        raw.push_back(std::move(word));
  const auto bare = [](std::string word) {
    word.erase(0, std::min(word.find_first_not_of("\"'`(["), word.size()));
    word.resize(word.find_last_not_of("\"'`).,:;]!?") + 1);
    return word;
  };
  const auto says_branch = [&](size_t i) {
    return i < raw.size() && to_lower(bare(raw[i])) == "branch";
  };
  for (size_t i = 0; i < raw.size() && names.size() < kMostBranches; ++i) {
    const std::string name = bare(raw[i]);
    const bool quoted = !name.empty() && (raw[i].front() == '\'' || raw[i].front() == '`');
    if (name.find_first_of("/-_") != std::string::npos || quoted || (i > 0 && says_branch(i - 1)) ||
        says_branch(i + 1))
      names.push_back(name);
  }
  return names;
}

bool names_word(const std::string& text, const std::string& name) {
  const auto goes_on = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '/';
  };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    // "ben/fix/x" of a pull request is fix/x as well.
    const bool starts = at == 0 || text[at - 1] == '/' || !goes_on(text[at - 1]);
    if (starts && (end == text.size() || !goes_on(text[end])))
      return true;
  }
  return false;
}

/// Where branches of this name stand, here and at origin.
std::vector<std::string> tips_of(const Facts& facts, const std::string& branch) {
  std::vector<std::string> tips;
  for (const char* where : {"refs/heads/", "refs/remotes/origin/", "refs/remotes/"})
    if (std::optional<std::string> oid =
            git::peek_ref(facts.repository->layout().common_dir, where + branch);
        oid && !oid->empty())
      tips.push_back(*oid);
  return tips;
}

/// The commit since by which a branch came into HEAD, or in which its name was merged.
const git::LogEntry* came_by(const Facts& facts, const std::string& branch) {
  const std::vector<std::string> tips = tips_of(facts, branch);
  const auto is_tip = [&](const std::string& oid) {
    return std::find(tips.begin(), tips.end(), oid) != tips.end();
  };
  const git::LogEntry* tip = nullptr;
  for (const git::LogEntry& commit : facts.since_head) {
    const bool merge = commit.parents.size() > 1;
    if (merge && (std::any_of(commit.parents.begin() + 1, commit.parents.end(), is_tip) ||
                  (tips.empty() && commit.subject.starts_with("Merge ") &&
                   names_word(commit.subject, branch))))
      return &commit;
    if (is_tip(commit.oid))
      tip = &commit;
  }
  return tip;
}

std::optional<std::string> merged(const Facts& facts, const std::string& text) {
  for (const std::string& branch : branches_named(text)) {
    if (branch == facts.handoff->git.branch || branch == facts.trunk)
      continue;
    if (const git::LogEntry* commit = came_by(facts, branch); commit != nullptr) {
      const std::string author = told_author(commit->author);
      return name_of(author) + " merged " + branch + " " + short_oid(commit->oid);
    }
  }
  return std::nullopt;
}

}  // namespace

void find_what_is_gone(const Facts& facts, model::CheckReport& report) {
  const model::Handoff& h = *facts.handoff;
  const auto has_check = [](const auto& item) { return !item.check.empty(); };
  const auto has_command = [](const model::Task& task) { return !task.verification.empty(); };
  std::map<std::string, int> runs;
  if (std::any_of(h.blockers.begin(), h.blockers.end(), has_check) ||
      std::any_of(h.remaining_tasks.begin(), h.remaining_tasks.end(), has_command) ||
      std::any_of(h.completed_tasks.begin(), h.completed_tasks.end(), has_command))
    runs = remembered_runs(*facts.repository, facts.subject->oid);
  for (const model::Blocker& blocker : h.blockers) {
    const auto run = blocker.check.empty() ? runs.end() : runs.find(blocker.check);
    if (run != runs.end() && run->second == 0)
      report.perhaps_gone.push_back({.blocker = blocker.description, .why = ""});
    else if (run != runs.end())
      continue;  // its own check knows better
    else if (std::optional<std::string> why = merged(facts, blocker.description))
      report.perhaps_gone.push_back({.blocker = blocker.description, .why = *why});
  }
  for (const auto* tasks : {&h.remaining_tasks, &h.completed_tasks})
    for (const model::Task& task : *tasks)
      if (const auto run = runs.find(task.verification); !task.verification.empty() &&
                                                         run != runs.end() && run->second == 0 &&
                                                         task.state != model::TaskState::done)
        report.checks_passed.push_back(task.name);
}

}  // namespace handoff::ops
