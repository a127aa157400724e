#include "ops/brief/brief_words.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/text.hpp"
#include "formats/prose/words.hpp"
#include "ops/brief/brief_marks.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

std::string short_name(const std::string& person) { return one_line(name_of(person)); }

size_t end_of_first_sentence(const std::string& text) {
  for (size_t at = text.find_first_of(";."); at != std::string::npos;
       at = text.find_first_of(";.", at + 1))
    if (at + 1 == text.size() || text[at + 1] == ' ')
      return at;
  return text.size();
}

size_t start_of_parentheses(const std::string& text) {
  size_t open = text.ends_with(')') ? text.rfind(" (") : std::string::npos;
  return open == std::string::npos || open == 0 ? text.size() : open;
}

std::vector<Marked> marked_in(const std::string& text) {
  constexpr size_t kMostInText = 4, kWordsBefore = 36;
  std::vector<Marked> all;
  for (size_t at = text.find(" ["); at != std::string::npos && all.size() < kMostInText;
       at = text.find(" [", at + 1)) {
    static constexpr std::string_view kMarks[] = {"now ",     "on ",     "at ",        "gone]",
                                                  "merged",   "fixed",   "taken back", "lost]",
                                                  "reverted", "changed", "kept change"};
    const size_t close = text.find(']', at);
    if (close == std::string::npos || std::ranges::none_of(kMarks, [&](std::string_view mark) {
          return text.compare(at + 2, mark.size(), mark) == 0;
        }))
      continue;
    // The whole word that it stands behind, and those before it that are near.
    size_t from = at == 0 ? 0 : text.rfind(' ', at - 1) + 1;
    while (from > 1 && at - text.rfind(' ', from - 2) - 1 <= kWordsBefore)
      from = text.rfind(' ', from - 2) + 1;
    all.push_back({all.empty() ? from : std::max(from, all.back().end), close + 1});
  }
  return all;
}

namespace {

/// Where a clause ends that begins at a place: at its punctuation, or behind a word.
size_t end_of_clause(const std::string& text, size_t from) {
  constexpr size_t kMost = 60;
  size_t end = text.size();
  for (std::string_view ends : {", ", "; ", ". ", ": ", " ("})
    end = std::min(end, text.find(ends, from));
  if (end - from > kMost)
    end = text.rfind(' ', from + kMost);
  return end;
}

}  // namespace

std::vector<Marked> turning_in(const std::string& text) {
  static constexpr std::string_view kTurns[] = {
      "not",     "never", "only",    "except",   "until",  "unless",   "before",
      "without", "if",    "as long", "provided", "though", "just not", "nicht",
      "nie",     "nur",   "bis",     "wenn",     "ohne",   "solange"};
  constexpr size_t kMostClauses = 3;
  std::vector<Marked> all = marked_in(text);
  const size_t marks = all.size();
  for (size_t at = text.find(' '); at != std::string::npos && all.size() < marks + kMostClauses;
       at = text.find(' ', at + 1)) {
    const std::string_view rest = std::string_view(text).substr(at + 1);
    if (std::ranges::none_of(kTurns, [&](std::string_view word) {
          return rest.starts_with(word) && rest.substr(word.size()).starts_with(' ');
        }))
      continue;
    const Marked clause{at + 1, end_of_clause(text, at + 1)};
    if (clause.end <= clause.from)
      continue;
    if (std::ranges::none_of(all, [&](const Marked& other) {
          return other.from < clause.end && clause.from < other.end;
        }))
      all.push_back(clause);
    at = clause.end - 1;
  }
  std::ranges::sort(all, {}, &Marked::from);
  return all;
}

bool has_mark(const std::string& text) { return !marked_in(text).empty(); }

bool has_mark_of_undone(const std::string& text) {
  static constexpr std::string_view kUndone[] = {"reverted", "taken back", "lost]", "gone]"};
  for (const Marked& marked : marked_in(text)) {
    const size_t open = text.rfind('[', marked.end - 1) + 1;
    if (std::ranges::any_of(kUndone, [&](std::string_view mark) {
          return text.compare(open, mark.size(), mark) == 0;
        }))
      return true;
  }
  return false;
}

bool is_prohibition(const std::string& text) {
  static constexpr std::string_view kForbids[] = {
      "do not ",   "don't ",      "must not ", "may not ",    "never ",      "off limits",
      "hands off", "stay out of", "keep away", "leave alone", " not to be ", "not to touch"};
  const std::string lower = to_lower(text);
  return std::ranges::any_of(kForbids,
                             [&](std::string_view words) { return contains(lower, words); });
}

bool says_most_of(const std::string& text, const std::string& other) {
  constexpr size_t kShortest = 4;  // shorter words are in half of all sentences
  const std::string lower = to_lower(text);
  size_t all = 0, held = 0;
  const std::vector<std::string> words = words_of(other);
  for (const std::string& word : std::set<std::string>(words.begin(), words.end()))
    if (word.size() >= kShortest) {
      ++all;
      held += contains(lower, word) ? 1 : 0;
    }
  return held >= 2 && held * 4 >= all * 3;
}

std::string with_short_oids(const std::string& text) {
  constexpr size_t kLeastOid = 12, kShort = 7;
  std::string out;
  size_t digits = 0;
  for (char c : text) {
    bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    digits = digit ? digits + 1 : 0;
    out += c;
    if (digits >= kLeastOid)
      out.resize(out.size() - (digits == kLeastOid ? kLeastOid - kShort : 1));
  }
  return out;
}

}  // namespace handoff::ops
