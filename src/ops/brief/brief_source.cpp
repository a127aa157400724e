#include "ops/brief/brief_source.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "git/history/history.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/check/check.hpp"
#include "ops/check/first_line.hpp"
#include "ops/check/first_line_words.hpp"
#include "ops/check/older_checkpoints.hpp"
#include "ops/check/sentences.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/repeats.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/noted_since.hpp"

namespace handoff::ops {

namespace {

using model::Fate;
using model::Finding;
using model::FindingState;

constexpr size_t kMostNewFiles = 12;
constexpr size_t kMostOfFile = 4096;  ///< bytes that are looked at for a first line

bool is_told(const std::vector<Finding>& findings, std::string_view code, Fate fate) {
  return std::ranges::any_of(findings, [&](const Finding& finding) {
    return finding.code == code && finding.fate == fate;
  });
}

/// Was the base dropped, and the work on it kept?
bool is_base_dropped(const std::vector<Finding>& findings) {
  return is_told(findings, "wip", Fate::rewritten) &&
         std::ranges::any_of(findings, [](const Finding& finding) {
           return finding.code == "base" && finding.lost;
         });
}

/// What was put back by a resume and is not in the tree any more, nor committed.
std::string thrown_away(const model::CheckReport& report, BriefSource& source) {
  std::vector<std::string> names;
  size_t files = 0;
  std::string kept;
  for (const Finding& finding : report.findings) {
    files += finding.code == "file" ? 1 : 0;
    if (finding.code != "file" || finding.work == model::PausedWork::none ||
        finding.work == model::PausedWork::committed)
      continue;
    names.push_back(path_name(finding.subject));
    kept = names.size() == 1 || kept == finding.suggestion ? finding.suggestion : "";
  }
  source.work_is_gone = !names.empty() && names.size() == files;
  return names.empty() ? ""
                       : "changes that are no longer in the tree: " + few_of(names) +
                             (kept.empty() ? "" : "; " + kept);
}

/// What check found changed or unverifiable.
void put_findings(const Store& store, const Readable& record, BriefSource& source,
                  std::optional<git::StatusQuestion> status) {
  Checked checked =
      check_with_status(store.repository(), subject_of(store, record), std::move(status));
  model::CheckReport& report = checked.report;
  if (record->handoff.status == "resumed") {
    source.standing = thrown_away(report, source);
    if (source.standing.empty())
      source.standing = ahead_of(report, true);
  } else if (!record->at.archived()) {
    FirstLine line = first_line_of(
        store, *record,
        compare_with_present(
            store, *record,
            {.status = std::move(checked.status), .files = false, .published = false}),
        report);
    // What others did, where the work is, what was edited: the rest has its place further down.
    bool by_claim = line.situation >= Situation::held && line.situation <= Situation::not_settled;
    bool in_tree = line.situation >= Situation::edited &&
                   line.situation <= Situation::claims_changed &&
                   std::ranges::none_of(report.findings, [&](const Finding& finding) {
                     return finding.code != "commit-since" && is_marked(finding) &&
                            contains(line.text, named_subject(finding));
                   });
    if (line.situation > Situation::unread &&
        ((line.situation <= Situation::off_branch && !by_claim) || in_tree))
      source.standing =
          line.situation == Situation::ahead_elsewhere ? ahead_of(report, true) : line.text;
    if (!line.work.empty() && !contains(source.standing, line.work))
      source.standing += (source.standing.empty() ? "" : "; ") + line.work;
  }
  source.stale = report.is_stale();
  source.rebased = is_told(report.findings, "base", Fate::rewritten);
  source.base_dropped = is_base_dropped(report.findings);
  source.nothing_lost = report.nothing_lost;
  source.lost = std::move(report.lost);
  source.taken_back = std::move(report.taken_back);
  source.since = std::move(report.relevant);
  source.touched_before = std::move(report.touched_before);
  source.perhaps_done = std::move(report.perhaps_done);
  source.came_in = std::move(report.came_in);
  source.perhaps_gone = std::move(report.perhaps_gone);
  source.checks_passed = std::move(report.checks_passed);
  for (Finding& finding : report.findings)
    if (is_marked(finding) || finding.code.starts_with("wip-"))
      source.findings.push_back(std::move(finding));
}

/// The first line of a text that says something; empty where it is none.
std::string first_line_of(const std::string& bytes) {
  if (contains(bytes, std::string_view("\0", 1)))
    return {};
  for (const std::string& line : split_lines(bytes))
    if (std::string text = trim(line); text.size() > 2 && !text.starts_with("#!"))
      return to_valid_utf8(text);
  return {};
}

/// Files of the kept work that its base does not have. Whose a line of one is costs many questions,
/// and anybody may have written it: agents get the names, and open what they need.
std::vector<NewFile> new_files(const Store& store, const Record& record, Reader reader) {
  std::vector<NewFile> files;
  const model::GitBlock& git = record.git();
  if (git.wip_commit.empty())
    return files;
  size_t digits = store.repository().layout().oid_digits();
  std::optional<git::Commit> wip = git::read_commit(store.objects(), git.wip_commit);
  std::optional<git::Commit> base =
      git.base.empty() ? std::nullopt : git::read_commit(store.objects(), git.base);
  if (!wip || (!base && !git.base.empty()))
    return files;
  git::TreeReader before(store.objects(), base ? base->tree : "", digits);
  git::TreeReader after(store.objects(), wip->tree, digits);
  try {
    for (const std::string& path : record.handoff.uncommitted_files) {
      if (files.size() == kMostNewFiles)
        break;
      git::TreeEntry entry = after.at(path);
      if (entry.mode == 0 || entry.mode == git::kModeGitlink || before.at(path).mode != 0)
        continue;
      std::string line;
      if (reader == Reader::person &&
          store.objects().size_of(entry.oid).value_or(0) <= 64 * kMostOfFile)
        line = first_line_of(store.objects().read_blob(entry.oid).substr(0, kMostOfFile));
      files.push_back({.path = path, .first_line = line});
    }
  } catch (const Failure&) {
    // What is missing of the work is told above.
  }
  return files;
}

/// Puts a document in the place of the record's own, each thing that it says once.
void take(BriefSource& source, Json document) {
  leave_repeats_out(document);
  model::Handoff handoff = formats::read_handoff(document);
  handoff.git = source.handoff.git;
  handoff.mode = source.handoff.mode;
  source.handoff = std::move(handoff);
  source.document = std::make_shared<const Json>(std::move(document));
}

/// The notes since change the record: what they close is closed, what they add stands there.
void lay_over(BriefSource& source, const std::vector<model::Note>& notes, const Json& record) {
  take(source, with_notes(record, notes));
}

}  // namespace

bool is_marked(const Finding& finding) {
  bool moved = finding.code == "anchor" && finding.state == FindingState::info &&
               (!finding.to.empty() || finding.is_gone || finding.told_beside);
  moved = moved || (finding.code == "file" && finding.is_gone);
  return finding.state == FindingState::changed || finding.state == FindingState::unverifiable ||
         finding.fate == Fate::rewritten || finding.fate == Fate::reverted || moved;
}

GoneOnWith gone_on_with(const Store& store, const git::Head& head,
                        const std::vector<model::Note>& notes) {
  // Mostly nothing was retired yet, and that is seen without the log of operations.
  if (git::peek_any_record(store.repository().layout().common_dir, "refs/handoffs/archive/") ==
      false)
    return {};
  if (const std::optional<ResumedHere> here = resumed_here(store.repository(), head, notes))
    for (const RecordRef& ref : store.archived())
      if (ref.id == here->id)
        return {store.load(ref), here->is_open};
  return {};
}

BriefSource source_of(const model::CheckReport& report) {
  BriefSource source;
  source.came_in = report.came_in;
  source.perhaps_done = report.perhaps_done;
  source.perhaps_gone = report.perhaps_gone;
  source.checks_passed = report.checks_passed;
  source.lost = report.lost;
  source.taken_back = report.taken_back;
  std::ranges::copy_if(report.findings, std::back_inserter(source.findings), is_marked);
  return source;
}

BriefSource known_by_now(const Store& store, const Readable& record) {
  const model::Handoff& h = record->handoff;
  if (record->at.archived() ||
      (h.blockers.empty() && h.remaining_tasks.empty() && h.completed_tasks.empty() &&
       !record->document->contains("quality_gates")))
    return {};
  try {
    return source_of(check(store.repository(), subject_of(store, record)));
  } catch (const Failure&) {
    return {};  // the record is shown all the same
  }
}

BriefSource brief_source(const Store& store, const Readable& released,
                         std::optional<git::StatusQuestion> status) {
  const Record& record = *released;
  BriefSource source{.id = record.at.id,
                     .oid = record.oid,
                     .author = record.git().author,
                     .agent = record.git().agent,
                     .time = record.time(),
                     .foreign = released.origin() != Origin::mine &&
                                !Provenance(store.repository()).is_own(record),
                     .withheld = released.withheld(),
                     .handoff = record.handoff,
                     .new_files = new_files(store, record, released.reader())};
  take(source, *record.document);
  if (record.at.archived() && record.handoff.status == "resumed")  // else a document says so
    source.resumed = git::time_of(record.commit.committer);
  else if (record.at.archived())
    source.retired = record.handoff.status;
  put_findings(store, released, source, std::move(status));
  return source;
}

GoneOnWith left_of_gone_on_with(const Store& store, const git::Head& head,
                                const std::vector<model::Note>& notes, Reader reader,
                                std::optional<git::StatusQuestion>& status) {
  GoneOnWith found = gone_on_with(store, head, notes);
  if (!found.record || is_withheld(store, *found.record, reader))
    return {};
  if (found.is_open)
    return found;
  git::StatusQuestion question =
      status ? std::move(*status) : git::StatusQuestion(store.repository().git());
  git::Status present = question.answer();
  const bool is_left = is_in_the_tree(found.record->handoff, present);
  status = git::StatusQuestion(std::move(present));
  return is_left ? found : GoneOnWith();
}

Here look_here(const Store& store) {
  Here here{.head = store.repository().head()};
  here.record = waiting_at(store, here.head);
  if (here.record && here.record->is_checkpoint() && !here.head.unborn())
    for (Record& record : store.live_on(here.head))
      if (!record.is_checkpoint() && record.git().wip_commit == here.head.oid)
        here.paused = std::move(record);
  return here;
}

std::optional<BriefSource> brief_source_here(const Store& store, Reader reader, const Here& here,
                                             std::optional<git::StatusQuestion> status) {
  Journal journal = read_journal(store.repository().layout().journal_file());
  std::vector<model::Note> notes = notes_for(journal, here.head.label());
  std::vector<std::string> unread;
  if (reader == Reader::agent)
    unread = take_unread_out(store.repository(), notes);
  const std::optional<Record>& record = here.record;
  const std::optional<Record> resumed =
      left_of_gone_on_with(store, here.head, notes, reader, status).record;
  const bool goes_on = resumed && resumed->handoff.status == "resumed";
  const Seconds since = resumed ? git::time_of(resumed->commit.committer) : 0;
  BriefSource source;
  // What waited beside the one that was resumed waits on; a checkpoint since keeps that one's work.
  if (record && !(goes_on && record->time() <= since)) {
    const Readable readable = readable_by(store, *record, reader);
    source = brief_source(store, readable, std::move(status));
    if (source.standing.empty())
      source.standing = told_of_older(store, *record, here.head, reader);
    if (source.standing.empty())
      source.standing = told_of_others(store, *record, here.head);
    source.beside_a_pause = here.paused.has_value();
    std::shared_ptr<const Json> own = own_document(*readable, journal);
    leave_others_out(store, *record, notes);
    if (!notes.empty() || own != readable->document)
      lay_over(source, notes, *own);
    if (goes_on && record->is_checkpoint()) {
      source.resumed = since;
      const Readable before = readable_by(store, *resumed, reader);
      if (source.handoff.next_action.empty() && !is_next_closed(before->handoff.next_action, notes))
        source.handoff.next_action = before->handoff.next_action;
    }
    source.withheld.insert(source.withheld.end(), unread.begin(), unread.end());
    return source;
  }
  if (!resumed && notes.empty() && unread.empty())
    return std::nullopt;
  Json document = Json::object();
  if (resumed) {
    source = brief_source(store, readable_by(store, *resumed, reader), std::move(status));
    if (source.resumed && !here.head.detached())  // it may have been put back onto another
      source.handoff.git.branch = here.head.branch;
    // What it left open has been carried: the notes are all that is open now.
    if (source.standing.empty())
      source.standing = told_of_others(store, *resumed, here.head);
    document = *source.document;
    erase_open(document, [](const model::Note&) { return true; });
    document.erase("context_notes");
  }
  lay_over(source, notes, document);
  source.withheld.insert(source.withheld.end(), unread.begin(), unread.end());
  return source;
}

}  // namespace handoff::ops
