#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.hpp"
#include "model/note.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

/// Where a note goes: the journal of this worktree, on the branch that HEAD names. Found from git's
/// own files where that is safe, else by asking git.
struct NotePlace {
  std::string journal = {};  ///< file
  std::string label = {};    ///< branch, or "HEAD"
  std::string head = {};     ///< commit; empty on an unborn branch
};
NotePlace find_note_place();

/// A field that a note has but that its kind has no place for: it would be dropped in silence.
struct MisplacedField {
  std::string name = {};   ///< "instead_of"
  std::string kinds = {};  ///< which kinds it is for: "decision, correction"
};
std::optional<MisplacedField> misplaced_field(const model::Note& note);

struct NoteReport {
  std::vector<model::Note> notes = {};  ///< what was written, listed or taken back
  bool torn = false;      ///< the journal's last line was cut off by a kill and is dropped
  size_t unreadable = 0;  ///< other damaged lines
  std::vector<model::Note> elsewhere = {};  ///< open notes of other branches and worktrees
  std::vector<std::string> warnings = {};   ///< for people
};

/// Writes notes down. In a `done`, `text` is what the user calls the item (see named_exactly); it
/// comes back as the item's own text. Paths of doc and file notes are relative to the current
/// folder and become relative to the top of the working tree. For an agent nothing is open that
/// nobody here has read. Throws a Failure where a text is
/// empty or not UTF-8, a field is misplaced, or what done names is unknown or ambiguous; nothing is
/// written then.
NoteReport add_notes(const NotePlace& place, std::vector<model::Note> notes, Reader reader);

/// The notes that the next pause or checkpoint on this branch folds in.
NoteReport list_notes(const NotePlace& place);

/// Takes back the last note that was made here on this branch. Refuses where there is none.
NoteReport undo_last_note(const NotePlace& place);

/// Notes of a batch: one object or text, a list of them, or one a line. Objects have `text` (or
/// `ref` for done), `kind` (context without it) and the options' names with `_` for `-`. Throws a
/// Failure that names the item.
std::vector<model::Note> parse_note_batch(std::string_view text, model::Origin origin,
                                          const std::string& source = "standard input");

/// A task, human action, blocker, question or error that is open.
struct OpenItem {
  model::NoteKind kind = model::NoteKind::task;
  std::string id = {};  ///< the item's own id; may be empty, may repeat
  std::string text = {};
};
std::vector<OpenItem> open_items(const Json& record);

/// What a word means: an id, else the same text, else "KIND: TEXT"; or a part of one text only.
/// nullopt where nothing fits; a Failure with the candidates where several do.
std::optional<OpenItem> named_exactly(const std::vector<OpenItem>& items, const std::string& ref);
std::optional<OpenItem> named_in_part(const std::vector<OpenItem>& items, const std::string& ref);

}  // namespace handoff::ops
