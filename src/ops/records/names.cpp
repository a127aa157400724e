#include "ops/records/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>

#include "base/characters.hpp"
#include "base/gather.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/secrets/quoted.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::ops {

namespace {

/// Blanks that do not break, dots, dashes and the like, of Latin and of all scripts.
bool is_mark(char32_t c) {
  constexpr char32_t kSameAgain = 0x3005;  // of Han: a letter
  return c < 0xC0 || c == 0xD7 || c == 0xF7 || c == 0x1680 ||
         (c >= 0x2000 && c < 0x3040 && c != kSameAgain);
}

/// Letters and digits of any script.
bool is_one_word(const std::string& text) {
  for (size_t at = 0, length = 0; at < text.size(); at += length) {
    const std::optional<char32_t> c = decode_utf8(text, at, length);
    if (!c ||
        (*c < 0x80 ? std::isalnum(static_cast<int>(*c)) == 0 : is_mark(*c) || steers_display(*c)))
      return false;
  }
  return !text.empty();
}

std::string between_quotes(const std::string& bounded) {
  return "\"" + replace_all(bounded, "\"", "'") + "\"";
}

constexpr size_t kLongestPlain = 40;

/// Letters and digits of any script, and what a shell leaves as it is.
bool is_ordinary_path(const std::string& path) {
  constexpr size_t kLongestAscii = 120;
  bool ascii = true;
  for (size_t at = 0, length = 0; at < path.size(); at += length) {
    const std::optional<char32_t> c = decode_utf8(path, at, length);
    ascii = ascii && c && *c < 0x80;
    if (!c || (*c >= 0x80 && (is_mark(*c) || steers_display(*c))))
      return false;
  }
  std::string marks = path;
  std::erase_if(marks, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return !path.empty() && path.size() <= (ascii ? kLongestAscii : kLongestPlain) &&
         path.front() != '-' && shell_word("_" + marks) == "_" + marks;
}

/// Printable ASCII.
bool is_plain_branch(const std::string& branch) {
  return !branch.empty() && std::ranges::all_of(branch, [](char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

std::string bounded_name(const std::string& name) { return formats::bounded(name); }

std::string name_as_data(const std::string& name) {
  return formats::cut_short(trim(formats::mask_secrets(to_valid_utf8(name))));
}

std::string quoted_name(const std::string& name) {
  constexpr size_t kLongestWord = 20;
  const std::string bounded = bounded_name(name);
  // What this program says of people itself is nobody's name.
  static constexpr std::array kOurs = {"you", "nobody", "somebody", "everybody"};
  const bool is_ours = std::ranges::find(kOurs, to_lower(bounded)) != kOurs.end();
  return bounded.size() <= kLongestWord && is_one_word(bounded) && !is_ours
             ? bounded
             : between_quotes(bounded);
}

std::string person_name(const std::string& name) {
  constexpr size_t kMostWords = 3, kMostBytes = 30;
  const std::vector<std::string> words = split(name, ' ');
  const bool is_plain =
      name.size() <= kMostBytes && words.size() <= kMostWords &&
      std::ranges::all_of(words, [](std::string word) {
        std::erase_if(word, [](char c) { return c == '-' || c == '\'' || c == '.'; });
        const auto first = static_cast<unsigned char>(word.empty() ? ' ' : word.front());
        return (first >= 0x80 || std::isupper(first) != 0) && is_one_word(word);
      });
  return is_plain ? formats::shown(name) : quoted_name(name);
}

namespace {

struct ScriptRange {
  char32_t first, last;
};

bool is_in_ranges(const ScriptRange* begin, const ScriptRange* end, char32_t c) {
  return std::any_of(begin, end,
                     [&](const ScriptRange& range) { return c >= range.first && c <= range.last; });
}

/// Han, Hangul, Hiragana, Yi: few letters are a sentence.
bool is_dense(char32_t c) {
  static constexpr ScriptRange kRanges[] = {
      {0x1100, 0x11FF}, {0x3040, 0x309F}, {0x3105, 0x31BF}, {0x3400, 0xA4CF},   {0xA960, 0xA97F},
      {0xAC00, 0xD7FF}, {0xF900, 0xFAFF}, {0xFFA0, 0xFFDC}, {0x16FE0, 0x18DFF}, {0x20000, 0x3FFFF}};
  return is_in_ranges(std::begin(kRanges), std::end(kRanges), c);
}

/// Names from other languages are written with it, and are longer.
bool is_katakana(char32_t c) {
  static constexpr ScriptRange kRanges[] = {
      {0x30A0, 0x30FF}, {0x31F0, 0x31FF}, {0xFF65, 0xFF9F}, {0x1AFF0, 0x1B16F}};
  return is_in_ranges(std::begin(kRanges), std::end(kRanges), c);
}

/// Where as many bytes say more a name is still shorter than a sentence.
bool is_short_as_names(const std::string& name) {
  constexpr size_t kMostInWord = 4, kMost = 6, kMostKatakana = 10;
  size_t dense = 0, in_word = 0, katakana = 0;
  for (size_t at = 0, length = 0; at < name.size(); at += length) {
    const char32_t c = decode_utf8(name, at, length).value_or(U' ');
    in_word = is_dense(c) ? in_word + 1 : c == U' ' ? 0 : in_word;
    dense += is_dense(c) ? 1 : 0;
    katakana += is_katakana(c) ? 1 : 0;
    if (in_word > kMostInWord || length == 0)
      return false;
  }
  return dense + katakana <= (dense > 0 ? kMost : kMostKatakana);
}

}  // namespace

std::string unasked_name(const std::string& name, const std::string& otherwise) {
  const bool is_name = !person_name(name).starts_with('"') && is_short_as_names(name);
  return is_unasked() && !is_name ? otherwise : quoted_name(name);
}

std::string told_retirement(const std::string& status) {
  static const std::set<std::string> kOurs = {"resumed", "discarded", "kept", "paused", "undone"};
  return kOurs.contains(status) ? status : "archived";
}

std::string name_of(const std::string& person) { return trim(person.substr(0, person.find(" <"))); }

std::string branch_name(const std::string& branch) {
  if (branch == "HEAD")
    return "a detached HEAD";
  return branch.size() <= kLongestPlain && is_plain_branch(branch) ? formats::shown(branch)
                                                                   : quoted_name(branch);
}

std::string branch_in_quotes(const std::string& branch) {
  return branch == "HEAD" ? branch_name(branch) : formats::in_quotes(branch);
}

std::string ref_name(const std::string& ref) {
  std::string name = ref;
  for (std::string_view folder : {"refs/heads/", "refs/remotes/", "refs/tags/"})
    if (ref.starts_with(folder))
      name = ref.substr(folder.size());
  return name.size() <= kLongestPlain && is_plain_branch(name) ? formats::shown(ref)
                                                               : quoted_name(ref);
}

std::string path_name(const std::string& path) {
  if (is_ordinary_path(path))
    return formats::shown(path);
  const std::string escaped = c_quote(path);
  const std::string bare = escaped == path ? path : escaped.substr(1, escaped.size() - 2);
  return "\"" + formats::cut_short(formats::shown(bare)) + "\"";
}

std::string path_in_quotes(const std::string& path) {
  const std::string name = path_name(path);
  return is_ordinary_path(path) ? "'" + name + "'" : name;
}

std::string word_to_type(const std::string& name, const std::string& placeholder) {
  constexpr size_t kLongest = 200;
  return name.size() <= kLongest && shell_word(name) == name ? name : placeholder;
}

std::vector<std::string> path_names(const std::vector<std::string>& paths) {
  return vector_of(paths, path_name);
}

namespace {

/// A word as it stands in a sentence, without what closes it.
std::string without_stops(std::string word) {
  while (!word.empty() && std::string_view(".,;:!?)'\"").find(word.back()) != std::string::npos)
    word.pop_back();
  return word.ends_with("'s") ? word.substr(0, word.size() - 2) : word;
}

bool is_like_name(const std::string& word) {
  return !word.empty() && std::isupper(static_cast<unsigned char>(word.front())) &&
         std::ranges::any_of(word, [](unsigned char c) { return std::islower(c) || c >= 0x80; });
}

/// Words that begin with a capital at the head of a sentence and are nobody's name.
bool is_plain_word(const std::string& word) {
  static constexpr std::string_view kWords[] = {
      "the",  "this",    "that", "somebody", "someone", "nobody", "it",   "user",
      "team", "nothing", "we",   "you",      "they",    "review", "then", "code"};
  return in_list(kWords, to_lower(word));
}

/// What one puts before a colon and is nobody's name.
bool is_label(const std::string& word) {
  static constexpr std::string_view kWords[] = {
      "action",   "approve",  "ask",    "blocked", "blocker",  "check",    "confirm",
      "decide",   "decision", "deploy", "design",  "docs",     "human",    "important",
      "later",    "legal",    "next",   "note",    "optional", "question", "release",
      "security", "tests",    "todo",   "urgent",  "waiting",  "warning"};
  return in_list(kWords, to_lower(word));
}

bool is_what_one_does(const std::string& word) {
  constexpr size_t kShortest = 4;
  return word.size() >= kShortest && word.ends_with('s') && !word.ends_with("ss") &&
         std::ranges::all_of(word, [](unsigned char c) { return std::islower(c); });
}

}  // namespace

std::string whom_it_names(const std::string& text) {
  std::vector<std::string> raw, words;
  for (const std::string& word : split(replace_all(text, "\n", " "), ' '))
    if (!word.empty()) {
      raw.push_back(word);
      words.push_back(without_stops(word));
    }
  for (const std::string& word : words)
    if (word.size() > 1 && word.front() == '@')
      return word.substr(1);
  const auto is_named = [&](size_t i) {
    return i < words.size() && is_like_name(words[i]) && !is_plain_word(words[i]);
  };
  // With the family name, where no stop comes before it.
  const auto whole = [&](size_t i) {
    const bool more = words[i] == raw[i] && is_named(i + 1);
    return words[i] + (more ? " " + words[i + 1] : "");
  };
  for (size_t i = 0; i + 2 < words.size(); ++i) {
    const std::string word = to_lower(words[i].substr(words[i].starts_with('(') ? 1 : 0)),
                      next = to_lower(words[i + 1]);
    const bool waits = word.starts_with("wait") || word == "ask" || word == "blocked";
    if (waits && (next == "for" || next == "on" || next == "by") && is_named(i + 2))
      return whole(i + 2);
  }
  static constexpr std::string_view kDuty[] = {"to",     "has",   "must", "needs",
                                               "should", "shall", "will", "can"};
  if (is_named(0)) {
    // "Jordan: decide in #543": told as an order.
    const size_t last = words[0] == raw[0] ? 1 : 0;
    if (last < raw.size() - 1 && raw[last] == words[last] + ":" && is_named(last) &&
        !is_label(words[last]))
      return last == 0 ? words[0] : words[0] + " " + words[1];
    const std::string name = whole(0);
    size_t behind = contains(name, " ") ? 2 : 1;
    // "Maria Lopez (release): put it on the list"
    if (behind < raw.size() && raw[behind].starts_with('(') && raw[behind].ends_with("):") &&
        !is_label(words[0]))
      return name;
    if (behind < words.size() && in_list(kDuty, words[behind]))
      return name;
    // "Mara Lindqvist (docs) looks", "Max confirms": what somebody does.
    if (behind < raw.size() && raw[behind].starts_with('('))
      while (behind < raw.size() && !raw[behind++].ends_with(')'))
        continue;
    if (behind < words.size() && is_what_one_does(words[behind]))
      return name;
  }
  return words.size() > 1 && words[0] == "Ask" && is_named(1) ? whole(1) : std::string();
}

std::string person_named_in(const std::string& text) {
  const std::string name = whom_it_names(text);
  return name.empty() ? "a person" : printable(name);
}

std::string waits_for(const std::string& text) {
  const std::string name = whom_it_names(text);
  const bool begins = !name.empty() && trim(text).starts_with(name);
  return begins ? "waits for" : "waits for " + person_named_in(text);
}

}  // namespace handoff::ops
