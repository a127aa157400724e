#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/json.hpp"
#include "model/note.hpp"

namespace handoff::ops {

/// Puts what the journal tells into a record, each kind into its field.
///
/// `record` is what was given for this version (`--from`, flags, an editor); its own words win
/// wherever the two disagree: a value it has stays, and an item that it lists by the same text is
/// not added again. `previous` is the version before, of the same record: the notes change it (done
/// closes), and what it still holds then follows. Its `git`, `timestamp`, `status`, `mode`,
/// `version` and `uncommitted_files` are never taken over.
void fold_notes(Json& record, const std::vector<model::Note>& notes,
                const Json* previous = nullptr);

/// The same version of a record, as the notes since change it.
Json with_notes(const Json& record, const std::vector<model::Note>& notes);

/// What a retired record left open, to be written into the journal: decisions, context,
/// corrections, questions, unfinished tasks and todos, blockers, human actions not done, documents,
/// gates that did not pass, goals, and the state of a hunt for a defect.
/// Each is marked with the record's id (`carried_from`) and keeps the record's own item; branch and
/// HEAD are left to the caller.
std::vector<model::Note> notes_from_open(const Json& retired_record, const std::string& record_id);

/// Closes what notes of kind `done` name; the others are passed over.
void close_items(Json& record, const std::vector<model::Note>& notes);
/// Does a note change what is closed, or which step is next?
bool settles(const model::Note& note);
/// Applies those that do; the others are passed over.
void settle(Json& record, const std::vector<model::Note>& notes);

/// The next step that a record names; empty: none.
std::string next_step_of(const Json& record);
/// Does one of the notes close the next step, as that or as a task?
bool is_next_closed(const std::string& next, const std::vector<model::Note>& notes);

/// Takes the items that are open, and for which `is_gone` says so, out of a record; see
/// notes_from_open(). The context is not asked about.
void erase_open(Json& record, const std::function<bool(const model::Note&)>& is_gone);

/// Takes paragraphs out of the record's context, where they stand there as they are.
void erase_context(Json& record, const std::string& text);

}  // namespace handoff::ops
