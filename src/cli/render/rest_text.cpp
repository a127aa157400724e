#include "cli/render/rest_text.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::cli {

namespace {

/// A shorter text may stand inside of another one by chance.
constexpr size_t kTelling = 12;
constexpr size_t kDeepest = 40;

/// Letters and digits alone, in lower case: marks of Markdown and white space do not count.
std::string letters_of(const std::string& text) {
  std::string letters;
  for (char c : to_lower(text))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80)
      letters += c;
  return letters;
}

/// Fields whose values the screen shows in its own words, or that say nothing to a reader.
bool is_shown_in_words(const std::string& key) {
  static const std::set<std::string> kKeys = {
      "git",       "version", "mode",   "blocking", "done",  "carried_from",
      "timestamp", "binding", "source", "status",   "state", "context_carried_from",
      "path_bytes"};
  return kKeys.contains(key);
}

/// Fields of whose items print_record() tells state, source and the like in words.
bool is_told_by_item(const std::string& field) {
  static const std::set<std::string> kFields = {
      "completed_tasks", "remaining_tasks", "decisions",     "blockers",  "human_actions_pending",
      "corrections",     "open_questions",  "quality_gates", "documents", "todos",
      "goals",           "errors"};
  return kFields.contains(field);
}

std::string words_of_key(std::string key) {
  std::replace(key.begin(), key.end(), '_', ' ');
  return key;
}

}  // namespace

bool says_nothing(const std::string& text) {
  std::string letters = letters_of(text);
  return letters.empty() || letters == "none" || letters == "null";
}

void RestOfRecord::shown_already(const std::string& text) {
  for (const std::string& line : split_lines(text))
    if (std::string letters = letters_of(line); !letters.empty()) {
      x_lines.insert(letters);
      x_all += letters + "\n";
    }
  if (std::string letters = letters_of(text); !letters.empty()) {
    x_lines.insert(letters);
    x_all += letters + "\n";
  }
}

bool RestOfRecord::was_shown(const std::string& line) const {
  std::string letters = letters_of(line);
  return x_lines.contains(letters) || (letters.size() >= kTelling && contains(x_all, letters));
}

/// The lines of a text that were not shown, between them what belongs to them.
std::string RestOfRecord::left_of(const std::string& text) const {
  std::vector<std::string> left;
  for (const std::string& line : split_lines(text))
    if (!says_nothing(line) && !was_shown(line))
      left.push_back(line);
  return join(left, "\n");
}

/// In what nobody else tells, every field says something; but for what the tool itself wrote.
bool RestOfRecord::is_left_out(const std::string& key) const {
  return key == "carried_from" || key == "path_bytes" || (x_told_by_item && is_shown_in_words(key));
}

bool RestOfRecord::has_rest(const Json& value) const {
  if (value.is_object())
    return std::any_of(value.items().begin(), value.items().end(), [&](const auto& item) {
      return !is_left_out(item.key()) && has_rest(item.value());
    });
  if (value.is_array())
    return std::any_of(value.begin(), value.end(),
                       [&](const Json& item) { return has_rest(item); });
  return !value.is_null() && !left_of(formats::text_of(value)).empty();
}

void RestOfRecord::print_value(const Terminal& terminal, const std::string& label,
                               const Json& value, size_t indent) {
  const std::string gap(indent, ' ');
  const size_t width = terminal.width() > indent + 20 ? terminal.width() - indent : 20;
  auto put = [&](const std::string& text) {
    for (const std::string& part : wrap(text, width, 2))
      terminal.line(gap + part);
  };
  const std::string head = label.empty() ? "" : formats::shown(words_of_key(label));
  if (!value.is_structured()) {
    std::vector<std::string> lines =
        split_lines(formats::shown(left_of(formats::text_of(value)), true));
    if (lines.size() == 1 && !head.empty()) {
      put(head + ": " + lines[0]);
      return;
    }
    if (!head.empty())
      put(head + ":");
    for (const std::string& line : lines)
      put((head.empty() ? "" : "  ") + replace_all(line, "\t", " "));
    return;
  }
  if (!head.empty())
    put(head + ":");
  const size_t inner = std::min(indent + (head.empty() ? 0 : 2), kDeepest);
  if (value.is_object()) {
    for (const auto& [key, part] : value.items())
      if (!is_left_out(key) && has_rest(part))
        print_value(terminal, key, part, inner);
    return;
  }
  for (const Json& item : value) {
    if (!has_rest(item))
      continue;
    // What an item is about stands above what was not shown of it.
    std::string about = item.is_object()
                            ? formats::text_in(item, {"name", "title", "decision", "description",
                                                      "action", "path", "id", "task", "text"})
                            : "";
    if (!about.empty() && was_shown(about))
      for (const std::string& part :
           wrap("- " + formats::shown(about), width > inner ? width - inner : 20, 2))
        terminal.line(std::string(inner, ' ') + part);
    print_value(terminal, "", item,
                std::min(inner + (about.empty() || !was_shown(about) ? 0 : 2), kDeepest));
  }
}

namespace {

/// What is kept for writing another tool's document back, without the marks of what it was.
void leave_marks_out(Json& kept) {
  constexpr size_t kDigits = 16;
  if (auto seen = kept.is_object() ? kept.find("seen") : kept.end();
      kept.is_object() && seen != kept.end() && seen->is_string() &&
      seen->get_ref<const std::string&>().size() == kDigits)
    kept.erase(seen);
  if (kept.is_structured())
    for (Json& part : kept)
      leave_marks_out(part);
}

}  // namespace

void RestOfRecord::print(const Terminal& terminal, const Json& record) {
  if (!record.is_object())
    return;
  for (const auto& [key, stored] : record.items()) {
    Json value = stored;
    if (key == "foreign")
      leave_marks_out(value);
    x_told_by_item = is_told_by_item(key);
    if (is_shown_in_words(key) || !has_rest(value))
      continue;
    terminal.line(terminal.bold(formats::shown(words_of_key(key))));
    print_value(terminal, "", value, 2);
  }
}

}  // namespace handoff::cli
