// What may enter and leave by Spellbook's workflow state: its next session acts on the text.

#include "formats/foreign/spellbook_door.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/secrets/quoted.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::formats {

namespace {

using Objections = std::vector<std::string>;

constexpr size_t kMostStateBytes = 1u << 20;
constexpr size_t kMostFieldBytes = 100u << 10;
constexpr size_t kQuotedBytes = 80;

/// Words one behind the other: `a|b` is one of them, `a*` what begins so, `a+` may be repeated,
/// `a?` may be missing, `@` is any word of 20 letters and more.
constexpr std::array<std::string_view, 12> kOrders = {
    "ignore previous|above|all+ instruction*|prompt*|rule*",
    "you are now a|an",
    "system :",
    "forget|disregard|override everything*|all*|your*",
    "new instruction|instructions :",
    "repeat back|after me*",
    "translate the? following|above|below to|into",
    "act as if|though you are*|were*",
    "pretend you|that are*|is*|have*|can*",
    "tell application*",
    "do shell? script*",
    "echo|printf @ | base64*|b64*",
};

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80 || contains("_+/=", std::string_view(&c, 1));
}

/// In small letters; what is neither word nor space is a word of its own.
std::vector<std::string> words_and_signs(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  auto end_word = [&] {
    if (!word.empty())
      words.push_back(std::move(word));
    word.clear();
  };
  for (char c : to_lower(text)) {
    if (is_word_char(c)) {
      word += c;
      continue;
    }
    end_word();
    if (!contains(" \t\r\n\f\v", std::string_view(&c, 1)))
      words.emplace_back(1, c);
  }
  end_word();
  return words;
}

bool is_one_of(const std::string& word, std::string_view choices) {
  constexpr size_t kLongWord = 20;
  if (choices == "@")
    return word.size() >= kLongWord;
  if (choices == "|")
    return word == choices;
  for (const std::string& choice : split(choices, '|')) {
    std::string_view begin(choice.data(), choice.empty() ? 0 : choice.size() - 1);
    if (choice.ends_with('*') ? word.starts_with(begin) : word == choice)
      return true;
  }
  return false;
}

bool follows(const std::vector<std::string>& words, size_t at,
             const std::vector<std::string>& order) {
  for (std::string_view wanted : order) {
    const bool optional = wanted.ends_with('?'), again = wanted.ends_with('+');
    if (optional || again)
      wanted.remove_suffix(1);
    if (at < words.size() && is_one_of(words[at], wanted)) {
      for (++at; again && at < words.size() && is_one_of(words[at], wanted); ++at) {
      }
    } else if (!optional) {
      return false;
    }
  }
  return true;
}

constexpr std::array<std::string_view, 6> kRunningCalls = {"bash",     "write",     "edit",
                                                           "webfetch", "websearch", "notebookedit"};

char at_or_blank(const std::string& text, size_t at) { return at < text.size() ? text[at] : ' '; }

size_t past_blanks(const std::string& text, size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n\f\v", at), text.size());
}

/// The call or command in a boot prompt that would change or fetch something; empty: there is none.
std::string running_in(const std::string& prompt) {
  const std::string lower = to_lower(prompt);
  for (std::string_view call : kRunningCalls)
    for (size_t at = lower.find(call); at != std::string::npos; at = lower.find(call, at + 1)) {
      // "rewrite(" is none; all but these two are names that nothing else ends in.
      bool part = at > 0 && lower[at - 1] >= 'a' && lower[at - 1] <= 'z' &&
                  (call == "write" || call == "edit");
      if (!part && at_or_blank(lower, past_blanks(lower, at + call.size())) == '(')
        return std::string(call) + "(";
    }
  for (std::string_view program : {"curl", "wget", "rm"})
    for (size_t at = lower.find(program); at != std::string::npos;
         at = lower.find(program, at + 1)) {
      const size_t behind = at + program.size(), next = past_blanks(lower, behind);
      if (next > behind && (program != "rm" || at_or_blank(lower, next) == '-'))
        return std::string(program);
    }
  return {};
}

bool is_plain_prompt_line(const std::string& line) {
  const std::string text = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  for (std::string_view begin : {"Skill(", "Read(", "TodoWrite(", "**", "- ", "```", "NO ACTIVE",
                                 "NO DOCUMENTS", "NO TODOS", "Before proceeding"})
    if (text.starts_with(begin))
      return true;
  const size_t marks = std::min(text.find_first_not_of('#'), text.size());
  return marks >= 1 && marks <= 6 && at_or_blank(text, marks) == ' ';
}

/// Inside of brackets that a call has opened stands JSON of plain letters and signs.
bool is_plain_json_line(const std::string& text) {
  return std::ranges::all_of(text, [](char c) {
    return c >= ' ' && c <= '~' && !contains(";<>?", std::string_view(&c, 1));
  });
}

long depth_change(const std::string& text) {
  return std::ranges::count_if(text, [](char c) { return c == '{' || c == '['; }) -
         std::ranges::count_if(text, [](char c) { return c == '}' || c == ']'; });
}

void look_for_orders(const std::string& key, const Json& value, Objections& found) {
  if (value.is_string() && orders_about(value.get_ref<const std::string&>())) {
    std::string text = "'" + bounded(key) + "' orders its reader about: '" +
                       beginning(shown(value.get<std::string>()), kQuotedBytes) + "'";
    if (!in_list(found, text))
      found.push_back(std::move(text));
  }
  if (value.is_structured())
    for (const Json& item : value)
      look_for_orders(key, item, found);
}

/// As Python writes it by default: with blanks behind signs, and `\u` for what is not ASCII.
size_t bytes_in_python(const Json& value) {
  constexpr std::string_view kSign = ", ";
  if (!value.is_structured())
    return value.dump(-1, ' ', true, Json::error_handler_t::replace).size();
  size_t bytes = kSign.size();  // the brackets
  for (const auto& [key, item] : value.items())
    bytes += bytes_in_python(item) + kSign.size() +
             (value.is_object() ? bytes_in_python(Json(key)) + kSign.size() : 0);
  return value.empty() ? bytes : bytes - kSign.size();
}

}  // namespace

bool orders_about(const std::string& text) {
  const std::string lower = to_lower(text);
  for (std::string_view tag : {"<system>", "</system>", "<system-reminder>", "</system-reminder>"})
    if (contains(lower, tag))
      return true;
  const std::vector<std::string> words = words_and_signs(text);
  for (std::string_view order : kOrders) {
    const std::vector<std::string> wanted = split(order, ' ');
    for (size_t at = 0; at < words.size(); ++at)
      if (follows(words, at, wanted))
        return true;
  }
  return false;
}

std::vector<std::string> boot_prompt_objections(const std::string& prompt) {
  Objections found;
  if (std::string what = running_in(prompt); !what.empty())
    found.push_back("'boot_prompt' would have something run: '" + what + "'");
  long depth = 0;
  for (const std::string& line : split_lines(prompt)) {
    const std::string text = trim(line);
    if (text.empty())
      continue;
    const bool inside = depth > 0 && is_plain_json_line(text);
    if (!is_plain_prompt_line(line) && !inside)
      found.push_back("'boot_prompt' holds what is no call of Skill, Read or TodoWrite: '" +
                      beginning(shown(text), kQuotedBytes) + "'");
    depth = std::max(0L, depth + depth_change(text));
  }
  return found;
}

std::vector<std::string> spellbook_objections(const Json& state) {
  Objections found;
  if (bytes_in_python(state) > kMostStateBytes)
    found.emplace_back("the state is over 1 MB");
  for (const auto& [key, value] : state.items())
    if (bytes_in_python(value) > kMostFieldBytes)
      found.push_back("the field '" + bounded(key) + "' is over 100 KB");
  if (auto prompt = state.find("boot_prompt"); prompt != state.end() && prompt->is_string())
    for (std::string& text : boot_prompt_objections(prompt->get_ref<const std::string&>()))
      found.push_back(std::move(text));
  for (const auto& [key, value] : state.items())
    look_for_orders(key, value, found);
  return found;
}

}  // namespace handoff::formats
