#pragma once

#include <optional>

#include "model/json.hpp"
#include "model/note.hpp"

namespace handoff::formats {

/// A note as an object of the journal: `id, time, branch, head, kind, text`, then what it has of
/// `because, instead_of, binding, verify, progress, workaround, status, blocking, closes,
/// carried_from, item`.
Json note_to_json(const model::Note& note);

/// The reverse; nullopt for an object without a known kind. Text is made valid by its type: a
/// number or a list counts as its text.
std::optional<model::Note> note_from_json(const Json& object);

/// Does it keep the work waiting? Also of what a record left open, whose item says more than the
/// note.
bool is_blocking(const model::Note& note);

}  // namespace handoff::formats
