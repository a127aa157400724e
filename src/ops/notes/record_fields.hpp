#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/json.hpp"

namespace handoff::ops::lists {

/// A list of the record: its field, and the key of an item's text.
struct ListField {
  std::string_view name;
  std::string_view headline;
};

inline constexpr ListField kCompleted = {"completed_tasks", "name"};
inline constexpr ListField kRemaining = {"remaining_tasks", "name"};
inline constexpr ListField kDecisions = {"decisions", "decision"};
inline constexpr ListField kBlockers = {"blockers", "description"};
inline constexpr ListField kActions = {"human_actions_pending", "action"};
inline constexpr ListField kQuestions = {"open_questions", "question"};
inline constexpr ListField kCorrections = {"corrections", "correction"};
inline constexpr ListField kErrors = {"errors", "error"};
inline constexpr ListField kDocuments = {"documents", "path"};
inline constexpr ListField kGates = {"quality_gates", "name"};
inline constexpr ListField kFiles = {"files_modified", "path"};
inline constexpr std::array kLists = {kCompleted, kRemaining, kDecisions,   kBlockers,
                                      kActions,   kQuestions, kCorrections, kErrors,
                                      kDocuments, kGates,     kFiles};

/// Lower case, each stretch of white space one space.
std::string folded(std::string_view text);

/// The paragraphs of a text, each whole but for case and white space: what is but the beginning of
/// another one ("number 1", "number 12") is not there.
class Paragraphs {
 public:
  Paragraphs() = default;
  explicit Paragraphs(const std::string& text) { add(text); }
  void add(const std::string& text);
  /// Are all of `part` among them?
  bool have(const std::string& part) const;

 private:
  std::unordered_set<std::string> x_folded;
};

/// The text that names an item: the item itself, or the field that holds it.
std::string headline_of(const Json& item);

/// The list itself, made where it is missing. Objects of lists (Spellbook's decisions and
/// documents) give the list that binds; a lone value becomes a list of one.
Json& list_in(Json& record, const ListField& list);

/// All items of a field, those of an object of lists included, with the key they stood under.
std::vector<std::pair<std::string, std::reference_wrapper<const Json>>> flat_items(
    const Json& value);

bool has_item(const Json& record, const ListField& list, std::string_view text);

/// The item as an object, so that something can be added to it.
Json& as_object(Json& item, std::string_view headline);

bool is_empty(const Json& value);

/// What is known goes where nothing stands yet.
void merge_values(Json& own, const Json& known);

}  // namespace handoff::ops::lists

namespace handoff::ops {

/// Two texts that name the same thing: equal but for case and white space.
bool same_text(std::string_view a, std::string_view b);

}  // namespace handoff::ops
