#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/json.hpp"
#include "ops/notes/journal.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

// Whose an open item is. Each has one owner: the journal, where its note is open, or one live
// record. A checkpoint only copies what the journal owns.

/// The name that a record's notes go under here: that of its branch, which may have been renamed
/// since.
std::string label_of(const Store& store, const Record& record);

/// The notes of a record's branch, and what closes something of it under other names.
std::vector<model::Note> notes_about(const Store& store, const Record& record,
                                     const Journal& journal);

/// The record's document less what a checkpoint copied out of the journal, or saw by itself.
std::shared_ptr<const Json> own_document(const Record& record, const Journal& journal);

/// A live record's own document, with what the journal closed since closed.
Json document_in_force(const Store& store, const Record& record);

/// Where open items go: for which branch (its label), at which commit, into whose journal (as in a
/// JournalMove).
struct NextOwner {
  std::string label;
  std::string head;
  std::string worktree = {};
  bool goes_on = false;  ///< with the work: that somebody else finished it closes nothing
};

/// The journal of this worktree, and what that of another one has beside it.
Journal read_journals(const git::Layout& layout, const std::string& worktree);

/// What a record leaves open where it retires, or where a version without it follows: written down
/// as waiting, to be opened by the step that is given. What `follower` has stays out.
JournalMove leave_open(const Store& store, const Record& record, const NextOwner& owner,
                       const Json* follower = nullptr);

/// What others did is believed before anybody here has read their version; that an action which
/// blocks is done is not.
bool may_close_blocking(const Store& store, const Shared& shared);

/// What its remote had open of the record at `at` when this clone was last in step with it, and
/// what is known here to be closed there since. With who finished it, all is.
std::vector<model::Note> closed_elsewhere(const Store& store, RecordRef at, const Shared& shared);

/// A carried note that nobody had read when it was carried: has the user read that item since?
bool was_read_since(const Provenance& known, const model::Note& note);

/// Takes the notes out that nobody here has read. Gives what is said in their place.
std::vector<std::string> take_unread_out(const git::Repository& repository,
                                         std::vector<model::Note>& notes);

/// The next step of a record that was resumed, where no other one was named since: a task in the
/// journal, as soon as something else is gone on with there.
JournalMove leave_next_step(const Store& store, const Record& record, const NextOwner& owner);

/// Takes the carried notes out that nothing closed since.
void leave_carried(std::vector<model::Note>& notes);

/// Which of the closings among these notes close something that is open in the document: their ids.
std::vector<std::string> closings_of(const Json& document, const std::vector<model::Note>& notes);

/// The same for items.
std::vector<std::string> closings_among(const std::vector<model::Note>& items,
                                        const std::vector<model::Note>& notes);

/// Those of them that go with the record: what each closes is open nowhere else in the journal.
std::vector<std::string> closings_spent(const Json& document,
                                        const std::vector<model::Note>& notes);

/// Makes of a retired record's document what comes back to life: without what is closed by now, or
/// owned by the journal or by one of `others`. Gives the notes that it left open and owns again.
JournalMove revive(Json& document, const std::string& record_id, const Journal& journal,
                   const std::vector<std::shared_ptr<const Json>>& others);

/// The journal's notes that an edit deletes: they were in `before` and are not in `after`, or
/// closed what is there no longer, or named a next step before it did.
JournalMove deleted_by_edit(const std::string& record_id, const Json& before, const Json& after,
                            const std::vector<model::Note>& open);

/// Writes down that an item is closed: `note done`, an answer at resume, and a tool are this.
model::Note closing_of(model::NoteKind kind, const std::string& text, const std::string& label,
                       const std::string& head);

}  // namespace handoff::ops
