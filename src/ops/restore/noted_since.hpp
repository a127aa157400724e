#pragma once

#include <string>
#include <vector>

#include "ops/records/readable.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

// What was noted since a pause changes the live record: for whoever reads it, on whatever screen.

/// Takes the notes out that came with another handoff in this clone's hands: they wait for its own
/// work, and are no news of this record. A checkpoint is of whatever is in the tree: it has all.
void leave_others_out(const Store& store, const Record& record, std::vector<model::Note>& notes);

/// The newest version of a live record for its reader as the notes since have it. What they close
/// is closed. For the record that its branch's next pause goes on from, their next step is the
/// record's, and with Since::all whatever else they add stands there, too.
Readable as_noted_since(const Store& store, const Readable& readable, Since which);

/// Is it the record that its branch's next pause goes on from?
bool is_gone_on_from(const Store& store, const Record& record);

/// The same for the next step in the rows of a list.
void take_noted_steps(const Store& store, std::vector<Summary>& rows, Reader reader);

/// What waits for a person and blocks, and is not said to be done, in the record or since.
std::vector<std::string> blocking_actions(const Store& store, const Record& record);

/// Such actions of a record in a message, which an agent may get: those that somebody here has
/// read, and how many others there are.
std::vector<std::string> told_actions(const Store& store, const Record& record,
                                      std::vector<std::string> actions);

}  // namespace handoff::ops
