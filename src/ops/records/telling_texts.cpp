#include "ops/records/telling_texts.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/gather.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "git/refs/names.hpp"

namespace handoff::ops {

bool is_handle(std::string_view text) {
  constexpr size_t kLongest = 40;
  // Of scripts that write without blanks one word is a sentence, and some blanks are no ' ' (they
  // begin with C2, or with E1 and above).
  const auto is_of_word = [](unsigned char c) {
    constexpr unsigned char kBlanks = 0xC2, kThreeBytes = 0xE0;
    return c != ' ' && c != kBlanks && c < kThreeBytes;
  };
  return text.size() <= kLongest && std::ranges::all_of(text, is_of_word);
}

bool is_plain_handle(std::string_view text) {
  constexpr size_t kLongestWord = 16;
  const auto all_of = [&](std::string_view more, auto is) {
    return std::ranges::all_of(text, [&](char c) {
      return is(static_cast<unsigned char>(c)) != 0 || more.find(c) != std::string_view::npos;
    });
  };
  return is_handle(text) &&
         ((text.size() <= kLongestWord && all_of("_-", islower)) || all_of("TZ:.+-", isxdigit));
}

std::vector<std::string> telling_texts(std::vector<std::string> texts) {
  std::erase_if(texts, [](const std::string& text) { return is_plain_handle(text); });
  if (!std::ranges::all_of(texts, is_handle))
    std::erase_if(texts, [](const std::string& text) { return is_handle(text); });
  return texts;
}

namespace {

using Path = std::vector<std::string>;

/// All strings and keys in a value.
void each_string_in(const Json& value, const OnText& visit) {
  if (value.is_string())
    visit(value.get_ref<const std::string&>());
  else if (value.is_object())
    for (const auto& [key, item] : value.items()) {
      visit(key);
      each_string_in(item, visit);
    }
  else if (value.is_array())
    for (const Json& item : value)
      each_string_in(item, visit);
}

/// Fields whose words are those of a list that everybody has: they say nothing of whose an item is.
bool has_usual_words(std::string_view key) {
  constexpr std::string_view kKeys[] = {"status", "state",        "priority", "severity",
                                        "kind",   "type",         "id",       "mode",
                                        "effort", "carried_from", "copy_of",  "version"};
  return std::ranges::find(kKeys, key) != std::end(kKeys);
}

/// Does one word of letters say nothing there? "execute" is a workflow; "send-all-keys" is a
/// sentence.
bool has_a_name(std::string_view key) {
  return key == "phase" || key == "task" || key == "workflow";
}

/// The values of an item whose only words are single ones: "sudo".
void each_single_word(std::string_view key, const Json& item, const OnText& visit) {
  if (item.is_string() && !has_usual_words(key))
    each_line(item.get_ref<const std::string&>(), [&](const std::string& line) {
      const auto is = has_a_name(key) ? isalpha : isxdigit;
      if (std::ranges::any_of(line, [&](unsigned char c) { return is(c) == 0; }))
        visit(line);
    });
  else if (item.is_object())
    for (const auto& [inner, value] : item.items())
      each_single_word(inner, value, visit);
  else if (item.is_array())
    for (const Json& value : item)
      each_single_word(key, value, visit);
}

/// Of the lines of one text those that say something though others stand beside them: a word a line
/// is a sentence, too.
std::vector<std::string> telling_in_text(const std::vector<std::string>& lines) {
  constexpr int64_t kFewWords = 2;
  const bool is_spelled = std::ranges::count_if(lines, is_plain_handle) > kFewWords;
  std::vector<std::string> telling;
  std::ranges::copy_if(lines, std::back_inserter(telling), [&](const std::string& line) {
    return is_spelled || !is_plain_handle(line);
  });
  return telling;
}

/// White space folded, without the marks of a list: carrying may set a line anew.
std::string folded_line(std::string_view line) {
  std::string text;
  for (char c : line) {
    bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
    if (!blank)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  size_t begin = text.find_first_not_of("-*#> ");
  return begin == std::string::npos ? std::string() : trim(text.substr(begin));
}

/// "1.0.0".
bool is_version_number(const std::string& text) {
  constexpr size_t kLongest = 16;
  return text.size() <= kLongest && text.find_first_not_of("0123456789.") == std::string::npos;
}

bool is_time(const std::string& text) {
  constexpr size_t kLongest = 40;
  return text.empty() || (text.size() <= kLongest && parse_time(text));
}

/// Where a task stands is put beside its words by the tool: a blank in the name of the file does
/// not make its words those of the item.
constexpr std::string_view kSource = "source";

void each_item_in(Path& path, const Json& value, const OnItem& visit) {
  if (value.is_array() && !value.empty()) {
    for (const Json& item : value)
      visit(path, item);
  } else if (value.is_object() && !value.empty()) {
    for (const auto& [key, inner] : value.items()) {
      path.push_back(key);
      each_item_in(path, inner, visit);
      path.pop_back();
    }
  } else {
    visit(path, value);
  }
}

}  // namespace

bool is_of_the_tool(const std::string& field, const Json& value) {
  if (field != "version" && field != "timestamp")
    return field == "git";
  if (!value.is_string())
    return value.is_number() || value.is_null();
  const std::string& text = value.get_ref<const std::string&>();
  return field == "version" ? is_version_number(text) : is_time(text);
}

bool says_only(std::string_view key, const Json& item, const std::set<std::string>& lines) {
  bool all = true;
  if (item.is_string() && !has_usual_words(key))
    each_line(item.get_ref<const std::string&>(),
              [&](const std::string& line) { all = all && lines.contains(line); });
  else if (item.is_object())
    for (const auto& [inner, value] : item.items())
      all = all && says_only(inner, value, lines);
  else if (item.is_array())
    for (const Json& value : item)
      all = all && says_only(key, value, lines);
  return all;
}

void leave_place_out(Json& item) {
  if (const auto place = item.is_object() ? item.find(kSource) : item.end();
      place != item.end() && place->is_string() && is_handle(place->get_ref<const std::string&>()))
    item.erase(place);
}

std::string hash_of_text(std::string_view text) {
  constexpr size_t kLength = 40;
  return to_hex(sha256(text)).substr(0, kLength);
}

void each_line(std::string_view text, const OnText& visit) {
  bool any = false;
  for (const std::string& line : split_lines(text))
    if (std::string folded = folded_line(line); !folded.empty()) {
      visit(folded);
      any = true;
    }
  if (const std::string marks = trim(text); !any && !marks.empty())
    visit(marks);
}

void each_text_in(const Json& value, const OnText& visit) {
  each_string_in(value, [&](const std::string& text) { each_line(text, visit); });
}

void each_text_of(const Json& document, const OnText& visit) {
  if (!document.is_object())
    return;
  for (const auto& [key, item] : document.items()) {
    if (is_of_the_tool(key, item))
      continue;
    each_line(key, visit);
    each_text_in(item, visit);
  }
}

void each_item_of(const Json& document, const OnItem& visit) {
  if (!document.is_object())
    return;
  for (const auto& [key, value] : document.items()) {
    if (is_of_the_tool(key, value))
      continue;
    Path path = {key};
    each_item_in(path, value, visit);
  }
}

void each_line_of_item(const Path& path, const Json& item, const OnText& visit) {
  for (const std::string& key : path)
    each_line(key, visit);
  each_text_in(item, visit);
}

std::vector<std::string> telling_lines(const Path& path, const Json& item, bool known) {
  std::vector<std::string> lines, in_texts;
  if (!known) {
    each_line_of_item(path, item, [&](const std::string& line) { lines.push_back(line); });
    return lines;
  }
  const auto look_at = [&](const std::string& text) {
    std::vector<std::string> own;
    each_line(text, [&](const std::string& line) { own.push_back(line); });
    if (own.size() > 1)
      append(in_texts, telling_in_text(own));
    append(lines, std::move(own));
  };
  std::ranges::for_each(path, look_at);
  const auto place = item.is_object() ? item.find(kSource) : item.end();
  each_string_in(item, [&](const std::string& text) {
    if (place == item.end() || place->get_ptr<const std::string*>() != &text)
      look_at(text);
    else if (!is_handle(text))
      each_line(text, [&](const std::string& line) { in_texts.push_back(line); });
  });
  lines = telling_texts(std::move(lines));
  append(lines, std::move(in_texts));
  if (lines.empty())
    each_single_word(path.empty() ? "" : path.back(), item,
                     [&](const std::string& line) { lines.push_back(line); });
  return lines;
}

std::string hash_of_item(const Path& path, Json item) {
  std::string where = join(path, "\n");
  // Where it was carried from is put beside it on the way.
  for (std::string_view name : formats::kOriginFields)
    if (auto from = item.is_object() ? item.find(name) : item.end();
        from != item.end() && from->is_string() &&
        git::is_record_id(from->get_ref<const std::string&>()))
      item.erase(from);
  if (where == "remaining_tasks" && formats::task_state_of(formats::text_of(
                                        formats::field(item, "status"))) == model::TaskState::done)
    where = "completed_tasks";
  // Another order of its keys is the same item.
  const nlohmann::json sorted = item;
  return hash_of_text(where + "\n\n" +
                      sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace handoff::ops
