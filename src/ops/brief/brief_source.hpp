#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "git/repo/status.hpp"
#include "model/check.hpp"
#include "model/handoff.hpp"
#include "model/json.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

/// A file that came into being with the work.
struct NewFile {
  std::string path = {};
  std::string first_line = {};
};

/// Everything that a brief is written from.
struct BriefSource {
  std::string id = {};      ///< empty: notes that were not paused yet
  std::string oid = {};     ///< of the record's version
  std::string author = {};  ///< `Name <mail>`
  std::string agent = {};
  std::optional<Seconds> time = {};
  std::optional<Seconds> resumed = {};     ///< when it was resumed; absent: it waits
  std::string retired = {};                ///< how, where it is neither: "discarded"
  bool foreign = false;                    ///< not all of it is the user's own
  std::vector<std::string> withheld = {};  ///< what an agent is not given, in sentences
  std::string standing = {};               ///< where the work stands, where not as it was paused
  bool beside_a_pause = false;             ///< of a checkpoint: HEAD is what was paused
  bool work_is_gone = false;               ///< resumed, and nothing of the work is here any more
  bool stale = false;                      ///< older than what should be relied on
  bool rebased = false;                    ///< the branch stands on another base
  bool base_dropped = false;               ///< ... without the commit that the work was made on
  bool nothing_lost = false;               ///< ... with all that the work stood on
  std::shared_ptr<const Json> document = {};
  model::Handoff handoff = {};
  std::vector<model::Finding> findings = {};   ///< claims that are not simply true any more
  std::vector<model::CommitSince> since = {};  ///< that touch what the record names
  std::vector<model::TouchedBefore> touched_before = {};
  std::vector<model::PerhapsDone> perhaps_done = {};
  std::vector<model::LostCommit> lost = {};
  std::vector<model::TakenBack> taken_back = {};
  std::vector<model::CameIn> came_in = {};
  std::vector<model::PerhapsGone> perhaps_gone = {};
  std::vector<std::string> checks_passed = {};  ///< names of open tasks
  std::vector<NewFile> new_files = {};
};

/// Is it one that a text which names its subject is marked with?
bool is_marked(const model::Finding& finding);

/// What marks are made of, where a report is all there is.
BriefSource source_of(const model::CheckReport& report);

/// The same for a stored record that is shown; of one that is retired nothing is asked.
BriefSource known_by_now(const Store& store, const Readable& record);

/// A stored record next to what is true now. `status` as for check().
BriefSource brief_source(const Store& store, const Readable& record,
                         std::optional<git::StatusQuestion> status = std::nullopt);

/// Where HEAD is, and what is paused there.
struct Here {
  git::Head head = {};
  std::optional<Record> record = {};
  /// Where that is a checkpoint: what HEAD is the WIP commit of, whether it may be read or not.
  std::optional<Record> paused = {};
};
Here look_here(const Store& store);

/// The record that is gone on with here, and whether any of it is known to be open.
struct GoneOnWith {
  std::optional<Record> record = {};
  bool is_open = false;
};
/// `notes`: those of HEAD's branch.
GoneOnWith gone_on_with(const Store& store, const git::Head& head,
                        const std::vector<model::Note>& notes);

/// The same with what is left of it: none where nothing is known to be open, none of its work is
/// uncommitted, or the reader may not see it. `status` as for check().
GoneOnWith left_of_gone_on_with(const Store& store, const git::Head& head,
                                const std::vector<model::Note>& notes, Reader reader,
                                std::optional<git::StatusQuestion>& status);

/// What HEAD's branch has: its newest live record with the notes since, or the notes alone (with
/// the record that was resumed last, where they come from one, or some of its work is uncommitted
/// still). nullopt where there is neither.
/// A Failure (exit 1) where nobody has read the record, and the reader is no person; notes of that
/// kind are passed over. `status` as for check().
std::optional<BriefSource> brief_source_here(
    const Store& store, Reader reader, const Here& here,
    std::optional<git::StatusQuestion> status = std::nullopt);

}  // namespace handoff::ops
