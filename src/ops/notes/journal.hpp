#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/note.hpp"
#include "ops/notes/merge_notes.hpp"

namespace handoff::ops {

/// The journal of one worktree (Layout::journal_file()): a line of JSON a note, only ever added to.
/// A note is open (the journal owns it), held (a record owns it), or taken back; lines of other
/// kinds move it between these: `folded`, `opened`, `undone`. A note that is written as waiting is
/// not there until it is opened; one that was `moved` is in another journal.
struct Journal {
  std::vector<model::Note> notes = {};    ///< open: in no record and not taken back, oldest first
  std::vector<model::Note> closed = {};   ///< held by a record, or taken back
  std::vector<std::string> holders = {};  ///< of those closed: the record's id; empty: taken back
  bool torn = false;                      ///< the last line was cut off by a kill and is dropped
  bool cut = false;                       ///< it is too long: the oldest lines are not read
  size_t unreadable = 0;                  ///< other lines that are not of this program
  std::string file = {};
};

/// An absent file is an empty journal. Never throws on its content.
Journal read_journal(const std::string& file);

/// The name that notes go under where HEAD is `label` (a branch, or "HEAD"): what is noted while a
/// rebase or a bisect has a branch off HEAD is that branch's.
std::string notes_label(const std::string& git_dir, const std::string& common_dir,
                        const std::string& label);
/// The same in a repository, for what HEAD says there.
std::string notes_label(const git::Repository& repository);

/// The notes that were made on one branch (its name, or "HEAD", which stands for the branch of a
/// rebase or a bisect under way, too), also under a name that it had before it was renamed, but
/// none of a branch that had its name before; and those that came along with the changes when it
/// was made from another branch, or from a detached HEAD, at the same commit.
std::vector<model::Note> notes_for(const Journal& journal, const std::string& label);

/// The journals of the other worktrees, also of those that are gone.
std::vector<std::string> journals_beside(const std::string& file);

/// Whose a journal is, as in a JournalMove.
std::string worktree_of_journal(const std::string& file);

/// The notes of a branch that lie in the journal of a worktree that is gone, or has another branch
/// by now, come into this one: a branch keeps its notes wherever it is checked out.
/// Where this one cannot be written they stay where they are.
void bring_notes_here(const std::string& file, const std::string& label);
void bring_notes_here(const git::Repository& repository);

/// Writes notes down; when it returns they are durable. Gives them ids and times where they have
/// none. Safe with many writers. A Failure where the journal is full: what could not be read again
/// is not written.
void append_notes(const std::string& file, std::span<model::Note> notes);

/// Takes notes back (`note --undo`).
void undo_notes(const std::string& file, const std::vector<std::string>& ids);

/// Notes that go from the journal into a record, or come from it into the journal. Part of a
/// transaction; a move that is made twice is made once.
struct JournalMove {
  bool opens = false;
  std::string record = {};  ///< id of the record that holds them while they are not open
  std::vector<std::string> notes = {};  ///< ids
  std::string worktree = {};            ///< whose journal; empty: of the one we are in
  size_t stay = 0;                      ///< notes that had no room, and stay in the record
};
void move_notes(const std::string& file, const JournalMove& move);
/// The file that a move's notes are in.
std::string journal_of(const git::Layout& layout, const JournalMove& move);

/// Writes notes down durably without opening them; the move opens them. As many as there is room
/// for.
JournalMove write_waiting(const std::string& file, std::vector<model::Note> notes,
                          const std::string& record_id);

/// Rewrites the file without what was closed, or has waited, since before `before` (seconds), and
/// without what later lines say anew. `is_gone`: of a record's id; what such a one holds goes, too.
/// Also one that has come to be longer than it is read. Writers wait meanwhile.
void compact_journal(const std::string& file, int64_t before,
                     const std::function<bool(const std::string&)>& is_gone = {});

}  // namespace handoff::ops
