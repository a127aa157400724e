#pragma once

#include <functional>
#include <string>
#include <vector>

#include "git/history/history.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// A task next to a commit that perhaps did it.
struct DoneMatch {
  const model::Task* task = nullptr;
  const git::LogEntry* commit = nullptr;
};

/// What is ordinary in a history: how often words stand in its subjects, and which files most
/// commits touch.
struct Ordinary {
  /// The latest commits that the record knew, with their files; 250 say enough.
  explicit Ordinary(const std::vector<git::LogEntry>& history);
  bool is_rare_word(const std::string& stem) const;  ///< in at most 4 % of the subjects
  double weight_of(const std::string& stem) const;   ///< more for rarer words
  bool is_rare_file(const std::string& path) const;  ///< in at most 10 % of the commits

 private:
  std::vector<std::pair<std::string, size_t>> x_words, x_files;  ///< sorted, with their counts
  size_t x_commits;
};

/// Was the commit there already when the task was written?
using IsBefore = std::function<bool(const model::Task&, const git::LogEntry&)>;

/// At most one commit for each open task: the same issue number; or it creates a path that the task
/// names (`created`: none of these existed before); or it says nearly the same; or it shares two
/// rare words, or one and a rare file that the task names, and these are a good part of what both
/// say (by words that are worth more the rarer they are); or both begin with the document that it
/// changes. A word that no other open task has is among them, or the subject names a file that only
/// this task names, and what the two name in code is not all different. Of several the one that is
/// most like it. A commit with the number of another open task is not its own. Commits that
/// release, revert, merge or tidy up are passed over, those that do the opposite, and those that
/// say themselves that it is not done. `beside`: what else is open, whose files are not this one's.
/// Pure; nothing is closed by it.
std::vector<DoneMatch> done_meanwhile(const std::vector<const model::Task*>& open,
                                      const std::vector<git::LogEntry>& since,
                                      const Ordinary& ordinary,
                                      const std::vector<std::string>& created,
                                      const IsBefore& is_before = {},
                                      const std::vector<const model::Task*>& beside = {});

/// Is the subject the task's own name, whole or behind `fix(area): `?
bool is_named_after(const std::string& subject, const std::string& task);

/// The words of a text by their stems, each once, sorted: three letters or more.
std::vector<std::string> stems_of(const std::string& text);

/// Numbers of issues and pull requests in a text: "#204", "PR 204", "issue 204".
std::vector<std::string> numbers_of(const std::string& text);

}  // namespace handoff::ops
