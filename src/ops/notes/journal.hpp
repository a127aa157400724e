#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/json.hpp"
#include "model/note.hpp"
#include "ops/notes/merge_notes.hpp"

namespace handoff::ops {

/// The journal of one worktree (Layout::journal_file()): a line of JSON a note, only ever added to.
/// Lines of other kinds take notes back: `folded` (they are in a record now), `unfolded`, `undone`,
/// `withdrawn`. So a kill between two writes loses nothing; what was folded twice is recognised by
/// its text.
struct Journal {
  std::vector<model::Note> notes = {};  ///< not yet in a record and not taken back, oldest first
  bool torn = false;                    ///< the last line was cut off by a kill and is dropped
  size_t unreadable = 0;                ///< other lines that are not of this program
  std::string file = {};
};

/// An absent file is an empty journal. Never throws on its content.
Journal read_journal(const std::string& file);

/// The notes that were made on one branch (its name, or "HEAD"), also under a name that it had
/// before it was renamed and that no branch has now.
std::vector<model::Note> notes_for(const Journal& journal, const std::string& label);

/// Writes notes down; when it returns they are durable. Gives them ids and times where they have
/// none. Safe with many writers.
void append_notes(const std::string& file, std::span<model::Note> notes);

/// Takes notes back (`note --undo`).
void undo_notes(const std::string& file, const std::vector<std::string>& ids);

/// Says that these notes are part of the record version `commit`; call it when the record's ref is
/// there.
void mark_folded(const std::string& file, const std::vector<model::Note>& notes,
                 const std::string& commit);
/// Takes mark_folded back: the pause was undone and its notes are open again.
void unmark_folded(const std::string& file, const std::string& commit);
/// Takes unmark_folded back: the pause was done again.
void fold_again(const std::string& file, const std::string& commit);

/// What a retired record left open comes into the journal, once: a second call for the same record
/// does nothing while the first one's notes are open. Gives what was carried.
std::vector<model::Note> carry_over(const std::string& file, const Json& retired_record,
                                    const std::string& record_id, const std::string& label,
                                    const std::string& head);
/// Takes carry_over back: the resume was undone.
void withdraw_carried(const std::string& file, const std::string& record_id);

/// Rewrites the file without what was folded, undone or withdrawn before `before` (seconds).
/// Writers wait meanwhile.
void compact_journal(const std::string& file, int64_t before);

}  // namespace handoff::ops
