#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "git/history/history.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/git.hpp"
#include "model/handoff.hpp"
#include "ops/restore/paused_below.hpp"

namespace handoff::hooks {

/// The repository as far as a hook needs it: what the peek gave, or what git says where the peek
/// gave up. nullopt where there is none.
std::optional<git::PeekedRepository> find_repository(const git::Git& git);

/// Live records, and the branch that their refs name.
struct LiveRecords {
  /// HEAD's branch, a name that it had before, or "HEAD": paused in a rebase or bisect of it.
  std::string label = {};
  std::vector<git::PeekedRecord> records = {};  ///< newest last
};

/// The live records of HEAD's branch; where it has none, those of a rebase or bisect of it, else
/// those under the names that it was renamed from (by its reflog), if no branch has that name now.
LiveRecords live_records(const git::Git& git, const git::PeekedRepository& repository);

/// The subject of the commit at a branch's tip, where the last thing that happened there is that
/// `git commit` made it: the reflog has it, and no object need be read. nullopt where that cannot
/// be told.
std::optional<std::string> subject_by_reflog(const git::PeekedRepository& repository,
                                             const std::string& tip);

/// What a hook tells of a live record.
struct LiveRecord {
  std::string id = {};
  std::string base = {};
  std::string wip = {};
  std::string mode = {};  ///< "manual", "auto", "checkpoint", "emergency"; empty where unreadable
  std::string position = {};     ///< for people; may be empty
  std::string next_action = {};  ///< may be empty
  std::string operation = {};    ///< that was under way at the pause; mostly empty
  std::string forked_from = {};  ///< the id of another handoff; mostly empty
  std::optional<Seconds> time = {};
};

/// Where the work stands: its title and phase, else why it was paused.
std::string position_of(const model::Handoff& handoff);

/// Reads the newest of the records, a pause before a checkpoint. nullopt where all of them belong
/// to another branch (a file system that folds case).
std::optional<LiveRecord> read_newest(const git::Git& git, const std::string& label,
                                      const std::vector<git::PeekedRecord>& records);

/// Where others have a WIP commit of the branch `label`, as a person names it: "origin/login".
/// Empty: nowhere, or that cannot be told; resume takes it off then.
std::string published_at(const std::string& oid, const std::string& label);
/// The same of the work of a live record, which may be another commit by now.
std::string published_at(const git::Git& git, const LiveRecord& record, const std::string& label);

/// A commit whose message says that it is paused work.
struct Wip {
  std::string oid, id, subject;
  bool is_first = false;  ///< of all commits that were asked for
};
std::vector<Wip> wips_in(const git::Git& git, git::LogRequest request);
/// git log's options for commits that may be such, whatever grep.patternType is.
std::vector<std::string> only_wips();

/// Is the commit what a live record has paused, by what it changes? Its message names the record
/// `id`. Of this branch only, where a label is given. true where it cannot be told.
bool is_live_work(const std::string& id, const std::string& oid, const std::string& label = "");
/// The same of any record, live or not, and of what it was before.
bool is_paused_work(const std::string& id, const std::string& oid);

/// The command that takes one of these WIP commits off HEAD's branch: resume does so with what is
/// paused there, and not with what it only carries along, or has other commits on top. `branch`:
/// of another branch than HEAD's, on which the first of them, of the record `id`, lies; else empty.
std::string way_off(const std::vector<std::string>& oids, const std::string& id,
                    const std::string& branch);

/// The command that opens the list of what a branch has from this WIP commit on.
std::string way_to_list_of(const std::string& oid, const std::string& branch);

struct WorkBelow {
  std::optional<ops::PausedBelow> paused = {};  ///< another branch's, that HEAD's carries along
  /// Else HEAD itself, where it is an older version of work that is paused on another branch by
  /// now.
  std::optional<ops::WipCommit> older = {};
};
/// It costs nothing where nothing is paused. `or_older`: looks for that, too.
WorkBelow work_below(const git::PeekedRepository& at, bool or_older = false);

/// One line of at most `columns` columns, safe to print.
std::string one_line(const std::string& text, size_t columns);

}  // namespace handoff::hooks
