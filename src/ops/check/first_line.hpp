#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "model/check.hpp"
#include "model/json.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/standing.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

/// How a handoff stands, in the order in which it is told: the first that holds is the first line.
/// Those up to `conflicts` are told beside another one, too.
enum class Situation {
  retired,
  unread,
  half_done,
  objects_missing,
  several_fit,
  held,
  finished,
  not_settled,
  ahead_elsewhere,
  operation,
  conflicts,
  other_worktree,
  dirty_elsewhere,
  other_branch,
  branch_gone,
  fetched,
  published,
  reworded,
  squashed,
  altered,
  on_top,
  off_branch,
  blocked,
  next_changed,
  commit_lost,
  edited,
  submodule,
  claims_changed,
  emergency,
  old,
  unverifiable,
  rebased,
  safe,
};

/// The one sentence that a reader needs first.
struct FirstLine {
  Situation situation = Situation::safe;
  std::string text = {};  ///< a sentence without capital and full stop, safe to print
  bool calm() const { return situation >= Situation::rebased; }
};

/// What the first line is made of. Points at what the caller holds.
struct FirstLineFacts {
  const model::Handoff* handoff = nullptr;
  const Comparison* comparison = nullptr;
  const model::CheckReport* report = nullptr;
  Seconds now = 0;
  bool archived = false;
  bool made_here = true;
  bool unread = false;                      ///< a stranger's, and no person has read it here
  bool half_done = false;                   ///< a command of ours was interrupted
  size_t fitting = 1;                       ///< so many records fit where none was named
  std::optional<Standing> standing = {};    ///< who has it, where it was published
  std::vector<std::string> conflicts = {};  ///< paths that were in conflict when it was kept
  std::string work_subject = {};            ///< of comparison.work_in
};

/// Pure: the same facts give the same sentence.
FirstLine first_line(const FirstLineFacts& facts);

/// `fitting`: how many records there were to choose from.
FirstLine first_line_of(const Store& store, const Record& record, const Comparison& comparison,
                        const model::CheckReport& report, size_t fitting = 1);

/// "origin/login is 2 commits ahead: Ben, 'expire the keys'"; empty: no other one has more.
/// Where the commits that touch what is next follow, the subject of such a one is left to them.
std::string ahead_of(const model::CheckReport& report, bool commits_follow = false);

/// The same with a check of its own.
FirstLine first_line_now(const Store& store, const Readable& record);

std::string_view word_of(Situation situation);  ///< "next_changed"
Json to_json(const FirstLine& line);            ///< {"situation": ..., "text": ...}

/// The most harmful first: what a reader looks at before anything else.
std::vector<const model::Finding*> by_harm(const std::vector<model::Finding>& findings);

/// A finding as a sentence, without the labels of the JSON; safe to print.
std::string sentence_of(const model::Finding& finding);

}  // namespace handoff::ops
