#pragma once

#include <string>
#include <vector>

#include "ops/brief/brief_source.hpp"

namespace handoff::ops {

/// Puts what check found right behind the words that it is about: `token.ts:35 [now :37]`. What was
/// put somewhere is not told again.
class Marks {
 public:
  explicit Marks(const BriefSource& source);

  /// The text with its marks; ids of rewritten commits become the new ones.
  std::string put(std::string text);
  /// The same for what is said of files: with who has changed them.
  std::string put_in_statement(std::string text);
  /// " [perhaps done: Ben 3a3a135]"; empty where nothing is known.
  std::string of_task(const model::Task& task) const;
  /// " [done in the plan]", " [open in the plan]": what a list of tasks has otherwise.
  std::string of_plan(const std::string& task) const;
  /// The subject of that commit; empty where there is none, or it says the same.
  std::string subject_of(const std::string& what) const;
  /// The same for what is said with a blocker, but for what of_blocker() says of its branches.
  std::string put_in_blocker(std::string text, const std::string& description);
  /// As of_task(), of what is next.
  std::string of_next() const { return of_done_meanwhile(x_source.handoff.next_action); }
  /// The commit that perhaps did a task or what is next; nullptr where none is known.
  const model::PerhapsDone* done_meanwhile(const std::string& what) const;
  /// The commits of a finished task, " (3a3a135 [lost])", " [lost]" or " [reverted]"; empty where
  /// none is known.
  std::string of_done(const model::Task& task);
  /// " [lost]" and the like for a commit; empty where it is there.
  std::string of_commit(const std::string& oid) const;
  /// " [perhaps gone: Ben merged fix 1c85042]"; empty where nothing is known.
  std::string of_blocker(const std::string& description) const;
  /// Is it perhaps not in the way any more, as HEAD stands?
  bool is_gone(const std::string& description) const;
  /// " [run it again]" for a gate that passed before its files changed; empty for others.
  std::string of_gate(const std::string& name);
  /// " [main.c changed: Ben 3a3a135]" for a file that the task lists; empty where none was.
  std::string of_files(const model::Task& task) const;
  /// What was kept is back in the tree since check looked: nothing is said to be missing.
  void are_back();
  /// Changed claims that no text named, each in a few words.
  std::vector<std::string> rest() const;

 private:
  struct Mark {
    std::string subject;  ///< the words that it is about
    std::string text;     ///< in brackets; empty: nothing to add
    std::string
        replacement;       ///< for the words, where they are an id that is no longer the right one
    std::string sentence;  ///< where nothing names it
    bool used = false;
    bool of_gate = false;  ///< stands behind that gate alone: its name may be a file's
    bool of_plan = false;  ///< what a list of tasks has otherwise
    bool of_line = false;  ///< "line 42": of the file that its text names
    bool came_in = false;  ///< of a branch or pull request
  };
  void put_marks(std::string& text, const std::string& but_branches = {});
  void put_changed(std::string& text) const;
  const model::PerhapsGone* gone(const std::string& description) const;
  bool put_one(std::string& text, const Mark& mark) const;
  std::string of_done_meanwhile(const std::string& what, const std::string& more = {}) const;

  std::vector<Mark> x_marks;
  const BriefSource& x_source;
};

/// Of a commit that is not on its branch any more: "[lost]", "[on origin/login]".
std::string mark_of_lost(const std::string& where);

/// Text of a record as one line that is safe to show.
std::string one_line(const std::string& text);

}  // namespace handoff::ops
