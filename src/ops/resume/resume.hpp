#pragma once

#include <string>
#include <vector>

#include "ops/exchange/inputs.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

struct ResumeRequest {
  bool switch_branch = false;  ///< may check out the record's branch, or create it
  bool apply = false;          ///< may merge the snapshot into what is checked out
  bool keep_wip = false;       ///< retires the record and moves nothing
  bool unwrap = false;  ///< takes a WIP commit off that is not what was paused; it is kept aside
  std::vector<std::string> done = {};  ///< blocking human actions that a person says are done
  bool blocking_done = false;          ///< ... all of them are
  bool taken = false;                  ///< a part of `take`: undo says so
  bool leave_waiting = false;          ///< goes on all the same; what is not done stays open
  bool consume =
      false;  ///< remove the files that the record was made of, where nobody changed them since
};

/// As they are typed behind `git handoff resume --continue`: "--switch --apply".
std::string flags_of(const ResumeRequest& request);

/// What continuing would do. Decided from the comparison alone.
struct ResumePlan {
  enum class Move { nothing, unwrap, apply };
  Move move = Move::nothing;
  bool switch_first = false;            ///< check out the record's branch before
  std::string create_at = {};           ///< ... which has to be made at this commit
  bool files_are_there = false;         ///< `apply`: the files are as it would make them
  bool altered = false;                 ///< what is taken off is not what was recorded
  std::string why = {};                 ///< why nothing moves; empty otherwise
  std::vector<std::string> hints = {};  ///< what a person may want to do by hand
};

struct ResumeReport {
  std::string id;
  std::string branch;
  std::string wip_commit;
  bool unwrapped =
      false;  ///< the WIP commit was taken off the branch, or its content put into the tree
  bool applied = false;  ///< ... by merging it into what is checked out
  bool exact = false;    ///< files and index are what they were
  bool switched = false;
  std::string why;                      ///< why not unwrapped
  std::string base;                     ///< what the branch points at now, where it was unwrapped
  std::string claimed_at;               ///< the remote where it was claimed for this; empty: none
  std::string kept_present;             ///< the id of the safety copy that was taken first
  std::string kept_commit;              ///< ... and that of an altered WIP commit
  std::string kept_at_switch;           ///< ... and that before the switch, which stays
  bool had_files = false;               ///< applied: the files were there, the index alone was not
  bool edited = false;                  ///< unwrapped: with edits since, which are in the tree
  bool all_unstaged = false;            ///< what was staged does not go onto the base of now
  std::vector<std::string> left_alone;  ///< paths whose entry, bytes or mode changed since
  std::vector<std::string> submodules;  ///< those among them that are checked out at another commit
  std::vector<std::string> as_checked_out;   ///< files of a stranger's without the bytes it keeps
  std::vector<std::string> rewritten_files;  ///< files whose exact bytes or modes were put back
  std::vector<std::string> differs;  ///< a snapshot record: paths in which the present differs
  std::vector<std::string> hints;
  bool emergency = false;
  size_t carried = 0;                 ///< open items that went into the journal
  size_t stay = 0;                    ///< those that it had no room for
  std::vector<std::string> consumed;  ///< files removed: the record was made of them
  std::vector<TakenInput> inputs;     ///< ... and those that are still there, or were gone before
};

/// Was the work kept beside a branch that is not checked out? It goes onto that one, as a pause of
/// it.
bool is_kept_beside_another(const Record& record, const Comparison& comparison);
/// Is `--switch` asked for of work that was paused on a detached HEAD? No branch is there to switch
/// to, and nothing is merged in its place.
bool has_nowhere_to_switch(const Record& record, const ResumeRequest& request);

/// Throws a Failure (exit 1) where a flag is missing or something is in the way; the record stays
/// live.
ResumePlan plan_resume(const Store& store, const Record& record, const Comparison& comparison,
                       const ResumeRequest& request);

/// Refuses (a Failure, exit 1) while a blocking human action waits that nobody gave an answer for.
/// Every door comes through here: resume() begins with it, and what is claimed first is asked
/// first. Gives those that are done.
std::vector<std::string> answered_actions(const Store& store, const Record& record,
                                          const ResumeRequest& request);

/// An archived record or one that a fetch saw cannot be retired here; a live one can. Throws a
/// Failure (exit 1).
void refuse_unless_live(const Record& record);

/// A branch can go back to before its first commit, a detached HEAD cannot: a Failure (exit 1)
/// then.
void refuse_unborn_detached(const Comparison& comparison);

/// "this work was paused on 'login', which is ", with the name that the branch has now.
std::string where_paused(const Record& record, const Comparison& comparison);

/// Puts the work back and retires the record. Files are touched only to switch, to apply, and to
/// put exact bytes and modes back that a checkout lost.
ResumeReport resume(const Store& store, const Record& record, const Comparison& comparison,
                    const ResumeRequest& request);

/// Retires the record; code, branch and index stay.
struct DiscardReport {
  std::string id;
  std::string branch;
  std::string wip_commit;
  bool on_branch = false;
  size_t carried = 0;  ///< open items that went into the journal
  size_t stay = 0;     ///< those that it had no room for
};
DiscardReport discard(const Store& store, const Record& record);

/// Records stay in the archive this long after they are retired, unless handoff.keepDays says
/// otherwise.
inline constexpr int64_t kKeepDays = 30;

}  // namespace handoff::ops
