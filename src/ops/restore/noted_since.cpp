#include "ops/restore/noted_since.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/repo/refs.hpp"
#include "ops/notes/copies.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/shared.hpp"
#include "ops/restore/committed_checkpoint.hpp"

namespace handoff::ops {

void leave_others_out(const Store& store, const Record& record, std::vector<model::Note>& notes) {
  if (record.is_checkpoint())
    return;
  std::map<std::string, bool> others;  // by the handoff that they came with: many come with one
  std::erase_if(notes, [&](const model::Note& note) {
    if (note.carried_from.empty() || note.carried_from == record.at.id)
      return false;
    const auto [at, is_new] = others.try_emplace(note.carried_from);
    if (is_new) {
      const auto other = read_shared_quietly(store.repository(), note.carried_from);
      at->second = other && other->ours && other->inside != record.at.id;
    }
    return at->second;
  });
}

namespace {

using model::Note;
using model::NoteKind;

/// The HEAD at which the next pause goes on from the record: that of here, or of its branch checked
/// out. nullopt: another record is newer there.
std::optional<git::Head> head_that_goes_on(const Store& store, const Record& record) {
  const auto goes_on_at = [&](const git::Head& head) {
    const std::optional<Record> waiting = waiting_at(store, head);
    return waiting && waiting->at.ref == record.at.ref;
  };
  git::Head here = store.repository().head();
  if (goes_on_at(here))
    return here;
  const std::string label = label_of(store, record);
  if (label == here.label())
    return std::nullopt;
  git::Head there;
  if (label != "HEAD")
    there = {
        .branch = label,
        .oid =
            git::read_ref(store.repository(), std::string(git::kBranchRefs) + label).value_or("")};
  return goes_on_at(there) ? std::optional(there) : std::nullopt;
}

/// The notes that change the record, oldest first.
std::vector<Note> notes_on(const Store& store, const Record& record, const Journal& journal,
                           Since& which) {
  std::vector<Note> notes = notes_about(store, record, journal);
  const auto says_more = [&](const Note& note) {
    return which == Since::all ? note.kind != NoteKind::done : note.kind == NoteKind::next;
  };
  std::optional<git::Head> head;
  if (std::ranges::any_of(journal.notes, says_more))
    head = head_that_goes_on(store, record);
  // What was paused in a rebase that is over is of the branch by now.
  if (head && record.at.branch == "HEAD" && !head->detached())
    for (Note& note : notes_for(journal, head->branch))
      notes.push_back(std::move(note));
  leave_others_out(store, record, notes);
  if (!head)
    which = Since::settled;
  if (which == Since::settled)
    std::erase_if(notes, [&](const Note& note) {
      return head ? !settles(note) : note.kind != NoteKind::done;
    });
  return notes;
}

}  // namespace

bool is_gone_on_from(const Store& store, const Record& record) try {
  return head_that_goes_on(store, record).has_value();
} catch (const Failure&) {
  return false;  // what stands beside it is damaged
}

Readable as_noted_since(const Store& store, const Readable& readable, Since which) {
  const Record& record = *readable;
  if (record.at.place != RecordRef::Place::active || record.oid != record.at.oid)
    return readable;
  const Journal journal = read_journals(store.repository().layout(), worktree_of(store, record));
  std::vector<Note> notes = notes_on(store, record, journal, which);
  if (readable.reader() == Reader::agent)
    take_unread_out(store.repository(), notes);
  if (notes.empty())
    return readable;
  auto document = std::make_shared<Json>();
  if (which == Since::settled) {
    *document = *record.document;
    settle(*document, notes);
  } else {
    *document = with_notes(*own_document(record, journal), notes);
  }
  Released noted{.record = record, .withheld = readable.withheld()};
  noted.record.document = document;
  noted.record.handoff = formats::read_handoff(*document);
  noted.record.handoff.git = record.handoff.git;
  noted.record.handoff.mode = record.handoff.mode;
  return {std::move(noted), readable.reader(), readable.origin()};
}

std::vector<std::string> blocking_actions(const Store& store, const Record& record) {
  const Journal journal = read_journals(store.repository().layout(), worktree_of(store, record));
  Since which = Since::all;
  std::vector<Note> since = notes_on(store, record, journal, which);
  take_unread_out(store.repository(), since);
  std::erase_if(since, [&](const Note& note) {
    return note.kind != NoteKind::done && !(note.kind == NoteKind::human && note.blocking);
  });
  const Json document = with_notes(document_in_force(store, record), since);
  std::vector<std::string> waiting;
  for (const model::HumanAction& action : formats::read_handoff(document).human_actions)
    if (action.blocking && !action.done)
      waiting.push_back(action.action);
  return waiting;
}

std::vector<std::string> told_actions(const Store& store, const Record& record,
                                      std::vector<std::string> actions) {
  // What was noted since, blocking_actions() has only where it was read.
  std::set<std::string> unread = set_of(record.handoff.human_actions, &model::HumanAction::action);
  if (!is_withheld(store, record, Reader::agent)) {
    const Readable readable = readable_by(store, record, Reader::agent);
    for (const model::HumanAction& action : readable->handoff.human_actions)
      unread.erase(action.action);
  }
  const size_t all = actions.size();
  std::erase_if(actions, [&](const std::string& action) { return unread.contains(action); });
  if (const size_t left = all - actions.size(); left > 0)
    actions.push_back(count_of(left, "action") + " that nobody here has read: git handoff show " +
                      record.at.id);
  return actions;
}

void take_noted_steps(const Store& store, std::vector<Summary>& rows, Reader reader) {
  std::set<std::string> labels, handoffs;
  for (const std::string& file : all_journals(store.repository()))
    for (const Note& note : read_journal(file).notes)
      if (settles(note)) {
        labels.insert(note.branch);
        handoffs.insert(note.copy_of);
      }
  if (labels.empty())
    return;
  for (const std::string& label : std::set(labels))
    for (std::string& earlier : git::earlier_names(store.repository().layout().common_dir, label))
      labels.insert(std::move(earlier));
  const auto may_be_noted = [&](const Summary& row) {
    return labels.contains(row.at.branch) || handoffs.contains(row.at.id) ||
           row.at.branch == "HEAD";
  };
  for (Summary& row : rows) {
    if (row.at.place != RecordRef::Place::active || row.withheld || !may_be_noted(row))
      continue;
    try {
      if (const std::optional<Record> record = store.look_at(row.at))
        row.next_action =
            summarize(*as_noted_since(store, readable_by(store, *record, reader), Since::settled))
                .next_action;
    } catch (const Failure&) {
      // The row says what its commit does.
    }
  }
}

}  // namespace handoff::ops
