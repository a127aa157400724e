#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::model {

/// What looking at a claim of a record came to.
enum class FindingState {
  confirmed,     ///< compared, and as recorded
  changed,       ///< compared, and not as recorded
  unverifiable,  ///< could not be compared
  to_confirm,    ///< only a person can tell; not part of the verdict
  info,          ///< worth knowing; not part of the verdict
};

/// What became of a recorded commit.
enum class Fate {
  none,  ///< the finding is not about a commit
  present,
  rewritten,
  in_upstream,
  squashed,
  reverted,
  unreachable,
  gone,
  unknown,  ///< the history that could tell is not here
};

/// Where the paused work of a file is that the tree has as it was before it.
enum class PausedWork {
  none,       ///< the finding is not about that
  committed,  ///< a commit since has it
  in_record,  ///< it was put on the branch, and this tree never had it
  taken_out,  ///< it was in the tree, and is not any more
};

/// How near something comes to what the record is about: what the next action names, what open
/// tasks name, what is named elsewhere; 0: what it says something of, or nothing of it.
inline constexpr int kTouchesNext = 3, kTouchesTasks = 2, kTouchesRecord = 1;

/// One claim of the record, and what became of it.
struct Finding {
  std::string code = {};     ///< stable; listed in git-handoff-check(1)
  std::string subject = {};  ///< what the claim is about: a path, a commit, a branch
  FindingState state = FindingState::info;
  Fate fate = Fate::none;
  std::string oid = {};      ///< of a commit: its digits as the record has them
  bool lost = false;         ///< of a commit: its branch was rewritten without it, or no ref has it
  bool in_part = false;      ///< of a commit: `to` has most of its lines, not all
  bool is_gone = false;      ///< of a place: it was there, and is not any more
  bool told_beside = false;  ///< of a place: it changed, and its text is no claim of this record
  PausedWork work = PausedWork::none;
  bool same_change = false;     ///< of a commit: all that it changed is in `to`, and nothing else
  std::string to = {};          ///< the commit or place that it became
  std::string where = {};       ///< the branch that alone has it there; empty: it is here
  std::string evidence = {};    ///< what was seen
  std::string suggestion = {};  ///< what to do about it; empty where nothing is
  int relevance = 0;            ///< kTouchesNext, ...; 0: no claim
  std::string command = {};     ///< what `check --run` would run for it
};

/// A commit that was not there when the record was written.
struct CommitSince {
  std::string oid = {};
  std::string subject = {};
  std::string author = {};
  bool by_reader = false;  ///< its author has the address of who looks
  int64_t time = 0;
  std::string where = {};               ///< "origin/login", "main", "the upstream"; empty: on HEAD
  bool on_upstream = false;             ///< not on HEAD, only on the upstream
  std::vector<std::string> files = {};  ///< those of its files that the record names
  int relevance = 0;                    ///< of those files
};

/// An open task that somebody perhaps did after the record was written.
struct PerhapsDone {
  std::string task = {};  ///< its name
  std::string oid = {};
  std::string author = {};  ///< the name alone
  std::string subject = {};
  std::string where = {};  ///< as of a CommitSince: where HEAD does not have it
};

/// Who changed a file of an open task that an older record had, before this one; or that of a text.
struct TouchedBefore {
  std::string task = {};  ///< its name; empty: of a rule, a decision, a line of context
  std::string file = {};
  std::string oid = {};
  std::string author = {};
  std::string where = {};  ///< as of a CommitSince: where HEAD does not have it
};

/// "#204", "PR 204" or a branch of what holds, which came in after the record was written.
struct CameIn {
  enum class How { in, fixed, taken_back };
  std::string name = {};    ///< as the record writes it
  std::string oid = {};     ///< the commit that brought it
  std::string author = {};  ///< of what is merged who did that; empty: not known
  How how = How::in;
  std::string where = {};  ///< as of a CommitSince: where HEAD does not have it
};

/// A blocker that is perhaps not in the way any more.
struct PerhapsGone {
  std::string blocker = {};  ///< its text
  std::string branch = {};   ///< "fix/a and fix/b" that it names; empty: its own check said so
  std::string oid = {};      ///< the commit that brought it, or the first of them
  std::string author = {};   ///< who merged it, the name alone; empty: not known
  bool of_several = false;   ///< the blocker names more branches than one
  std::string by = {};       ///< "Ben merged fix/a 1c85042 and fix/b 2d96153"
  std::string where = {};    ///< as of a CommitSince: where HEAD does not have it
};

/// A finished task whose commit was reverted.
struct TakenBack {
  std::string task = {};    ///< its name
  std::string oid = {};     ///< the commit that reverts it
  std::string author = {};  ///< the name alone
  std::string where = {};   ///< as of a CommitSince: where HEAD does not have it
};

/// A recorded commit that did not survive.
struct LostCommit {
  std::string oid = {};                 ///< as the record writes it
  std::string subject = {};             ///< empty where that is not told, or it is not stored here
  std::vector<std::string> files = {};  ///< what went with it
  bool in_part = false;                 ///< only these files of it did
  bool is_stored = true;                ///< in this repository
  std::string where = {};               ///< the branch at a remote that has it still
};

enum class Verdict { confirmed, changed, unverifiable };
enum class AgeBand { fresh, aging, stale };

/// What has become of a remote-tracking branch of the same name that has commits of its own.
enum class AheadHow {
  ahead,      ///< they are all that it has and that is not here
  has_new,    ///< it has more: what is here in another form, or was left out here
  rewritten,  ///< it has not all that it had, or that the work stands on
};

struct CheckReport {
  std::string id = {};
  Verdict verdict = Verdict::confirmed;
  std::optional<int64_t> age_seconds =
      {};  ///< absent where the record does not say when it was written
  AgeBand age_band = AgeBand::fresh;
  std::vector<Finding> findings = {};
  uint64_t since_head = 0;
  std::vector<std::string> others_since = {};  ///< who made those that are not the user's own
  uint64_t since_upstream = 0;
  std::string where_upstream = "the upstream";  ///< or "main", for people
  std::vector<CommitSince> relevant = {};       ///< the most relevant first
  std::string ahead_ref = {};  ///< a remote-tracking branch of the same name: "origin/login"
  std::vector<CommitSince> ahead = {};  ///< what it has that is not here, newest first
  AheadHow ahead_how = AheadHow::ahead;
  std::vector<TouchedBefore> touched_before = {};  ///< the newest first of each task
  std::vector<PerhapsDone> perhaps_done = {};
  std::vector<LostCommit> lost = {};
  std::vector<TakenBack> taken_back = {};
  std::vector<CameIn> came_in = {};
  std::vector<PerhapsGone> perhaps_gone = {};
  /// Open tasks whose own check passed when it was run here, for this version and commit.
  std::vector<std::string> checks_passed = {};
  bool nothing_lost = false;  ///< the branch was rewritten, and all that the work stood on is there

  /// Old, and the world went on: its age alone says nothing.
  bool is_stale() const {
    return age_band == AgeBand::stale &&
           (verdict == Verdict::changed || since_head + since_upstream > 0 || !age_seconds);
  }
};

/// The verdict that findings come to: one thing changed is changed, else one thing unverifiable is
/// that, and so is a record of which nothing at all was confirmed.
Verdict verdict_of(const std::vector<Finding>& findings);

std::string_view word_of(FindingState state);
std::string word_of(const CameIn& one);  ///< "merged", "merged into main", "taken back on main"
std::string_view word_of(Fate fate);     ///< "in_upstream"; empty for none
std::string_view word_of(Verdict verdict);
std::string_view word_of(AgeBand band);

}  // namespace handoff::model
