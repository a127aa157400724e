#include "cli/render/rest_text.hpp"

#include <algorithm>
#include <cctype>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/brief/brief_pack.hpp"
#include "ops/records/names.hpp"
#include "ops/records/telling_texts.hpp"

namespace handoff::cli {

namespace {

/// A shorter text may stand inside of another one by chance.
constexpr size_t kTelling = 12;
constexpr size_t kDeepest = 40;
constexpr size_t kEnough = 60;  ///< bytes, to know again what stands further up as a whole

/// Letters and digits alone, in lower case: marks of Markdown and white space do not count.
std::string letters_of(const std::string& text) {
  std::string letters = to_lower(text);
  std::erase_if(letters, [](unsigned char c) {
    return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c < 0x80;
  });
  return letters;
}

/// Fields whose values the screen shows in its own words, or that say nothing to a reader.
bool is_shown_in_words(const std::string& key) {
  static const std::set<std::string> kKeys = {
      "git",        "version",  "mode",    "blocking",         "done",  "carried_from",
      "timestamp",  "binding",  "source",  "status",           "state", "context_carried_from",
      "path_bytes", "was_next", "copy_of", "next_carried_from"};
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

}  // namespace

bool is_shown_above(const std::string& key) {
  static const std::set<std::string> kKeys = {
      "title",        "workflow",    "phase",         "task",        "total_tasks",
      "user_message", "next_action", "context_notes", "debug",       "verification",
      "id",           "branch",      "base",          "wip_commit",  "on_branch",
      "author",       "agent",       "left_out",      "path",        "reason",
      "name",         "progress",    "commit",        "commits",     "files",
      "decision",     "rationale",   "rejected",      "description", "workaround",
      "action",       "context",     "why",           "evidence",    "uncommitted_files",
      "question",     "correction",  "error",         "hypothesis",  "hypotheses",
      "eliminated"};
  return kKeys.contains(key) || is_shown_in_words(key) || is_told_by_item(key);
}

std::string words_of_key(const std::string& key) {
  // A token without its underscores is none.
  return printable(replace_all(formats::mask_secrets(key), "_", " "));
}

namespace {

/// What no line of ours begins with: `next_action`, and not `hint: run ...`.
bool is_like_a_field(const std::string& key) {
  return ops::is_handle(key) && std::ranges::all_of(key, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
         });
}

}  // namespace

bool says_nothing(const std::string& text) {
  std::string letters = letters_of(text);
  return letters.empty() || letters == "none" || letters == "null";
}

void RestOfRecord::shown_already(const std::string& text) {
  for (const std::string& line : split_lines(text)) {
    x_exact.insert(line);
    if (std::string letters = letters_of(line); !letters.empty()) {
      x_lines.insert(letters);
      x_all += letters + "\n";
    }
  }
  if (std::string letters = letters_of(text); !letters.empty()) {
    x_lines.insert(letters);
    x_all += letters + "\n";
  }
}

bool RestOfRecord::was_shown(const std::string& line, Above above) const {
  if (x_to_be_read)
    return above.any && x_exact.contains(line);
  std::string letters = letters_of(line);
  return x_lines.contains(letters) || (letters.size() >= kTelling && contains(x_all, letters));
}

/// The lines of a text that were not shown, between them what belongs to them.
std::string RestOfRecord::left_of(const std::string& text, Above above) const {
  std::vector<std::string> left;
  for (const std::string& line : split_lines(text))
    if (!(x_to_be_read ? trim(line).empty() : says_nothing(line)) && !was_shown(line, above))
      left.push_back(line);
  return join(left, "\n");
}

/// In what nobody else tells, every field says something; but for what the tool itself wrote.
bool RestOfRecord::is_left_out(const std::string& key, const Json& value, Above above) const {
  if (!x_to_be_read)
    return formats::is_origin_field(key) || key == "path_bytes" ||
           (above.by_item && is_shown_in_words(key));
  const std::string text = formats::text_of(value);
  return !value.is_structured() &&
         (formats::is_origin_field(key) ? git::is_record_id(text)
                                        : inside(key, above).any && ops::is_plain_handle(text));
}

RestOfRecord::Above RestOfRecord::inside(const std::string& key, Above above) const {
  return {.by_item = above.by_item, .any = above.any && (!x_to_be_read || is_shown_above(key))};
}

bool RestOfRecord::has_rest(const Json& value, Above above) const {
  if (value.is_object())
    return std::ranges::any_of(
        value.items(), [&](const auto& item) { return has_rest(item.key(), item.value(), above); });
  if (value.is_array())
    return std::ranges::any_of(value, [&](const Json& item) { return has_rest(item, above); });
  return !value.is_null() && !left_of(formats::text_of(value), above).empty();
}

/// A name that no program gave says something itself.
bool RestOfRecord::has_rest(const std::string& key, const Json& value, Above above) const {
  return !is_left_out(key, value, above) &&
         (has_rest(value, inside(key, above)) ||
          (x_to_be_read && !ops::is_plain_handle(key) && !is_shown_above(key)));
}

void RestOfRecord::print_value(const Terminal& terminal, const std::string& label,
                               const Json& value, size_t indent, Above above) {
  const std::string gap(indent, ' ');
  const size_t width = terminal.width() > indent + 20 ? terminal.width() - indent : 20;
  auto put = [&](const std::string& text) {
    for (const std::string& part : wrap(text, width, 2))
      terminal.line(gap + part);
  };
  const std::string head = label.empty() ? "" : words_of_key(label);
  if (!value.is_structured()) {
    std::vector<std::string> lines =
        split_lines(formats::shown_under(label, left_of(formats::text_of(value), above)));
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
      if (has_rest(key, part, above))
        print_value(terminal, key, part, inner, inside(key, above));
    return;
  }
  for (const Json& item : value) {
    if (!has_rest(item, above))
      continue;
    // What an item is about stands above what was not shown of it.
    std::string about = item.is_object()
                            ? formats::text_in(item, {"name", "title", "decision", "description",
                                                      "action", "path", "id", "task", "text"})
                            : "";
    if (!about.empty() && was_shown(about, above))
      terminal.line(std::string(inner, ' ') + "- " +
                    ops::cut_at_word(formats::shown(about), kEnough));
    print_value(terminal, "", item,
                std::min(inner + (about.empty() || !was_shown(about, above) ? 0 : 2), kDeepest),
                above);
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

/// Of what git is asked: numbers and oids, which tell a reader nothing, and hold nobody's words.
void leave_numbers_out(Json& facts) {
  if (!facts.is_structured())
    return;
  for (auto part = facts.begin(); part != facts.end();) {
    const bool tells_nothing = part->is_number() || part->is_boolean() ||
                               (part->is_string() && git::is_oid(part->get<std::string>()));
    if (tells_nothing) {
      part = facts.erase(part);
    } else {
      leave_numbers_out(*part);
      ++part;
    }
  }
}

/// What the screen says of files that somebody else may have named.
void name_files(Json& files) {
  for (Json& file : files) {
    Json& path = file.is_object() && file.contains("path") ? file["path"] : file;
    if (path.is_string())
      path = ops::path_name(path.get<std::string>());
  }
}

}  // namespace

void RestOfRecord::print_field(const Terminal& terminal, const std::string& key, Json value) {
  if (key == "foreign" && !x_to_be_read)
    leave_marks_out(value);
  if (key == "files_modified" && value.is_array() && !x_to_be_read)
    name_files(value);
  if (key == "git")
    leave_numbers_out(value);
  const Above above{.by_item = is_told_by_item(key)};
  if ((is_shown_in_words(key) && !x_to_be_read) || !has_rest(key, value, above))
    return;
  if (is_like_a_field(key))
    terminal.line(terminal.bold((above.by_item ? "more on " : "") + words_of_key(key)));
  else
    terminal.field("field", key);
  if (value.is_string())  // its name tells what it is
    value = formats::with_secrets_masked(Json{{key, value}}).front();
  print_value(terminal, "", value, 2, inside(key, above));
}

void RestOfRecord::print(const Terminal& terminal, const Json& record) {
  if (!record.is_object())
    return;
  for (const auto& [key, value] : record.items())
    if (key != "git")
      print_field(terminal, key, value);
  if (const auto git = record.find("git"); git != record.end())
    print_field(terminal, "git", *git);
}

}  // namespace handoff::cli
