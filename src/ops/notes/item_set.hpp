#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "model/note.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::ops {

/// Items by kind and text, as same_text() has it; one that was started is a task. For questions
/// that are asked of each of tens of thousands of items.
class ItemSet {
 public:
  ItemSet() = default;
  explicit ItemSet(const std::vector<model::Note>& notes) {
    for (const model::Note& note : notes)
      insert(note);
  }

  void insert(const model::Note& note) { x_keys.insert(key_of(note.kind, note.text)); }
  /// False for a text of nothing but white space.
  bool has(model::NoteKind kind, std::string_view text) const {
    const std::string key = key_of(kind, text);
    return key.size() > 1 && x_keys.contains(key);
  }
  bool has(const model::Note& note) const { return has(note.kind, note.text); }

 private:
  static std::string key_of(model::NoteKind kind, std::string_view text) {
    const bool started = kind == model::NoteKind::start;
    return static_cast<char>(started ? model::NoteKind::task : kind) + lists::folded(text);
  }

  std::unordered_set<std::string> x_keys;
};

}  // namespace handoff::ops
