#include "ops/brief/brief_words.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/prose/words.hpp"
#include "ops/brief/brief_marks.hpp"

namespace handoff::ops {

std::string short_name(const std::string& person) {
  return one_line(trim(person.substr(0, person.find(" <"))));
}

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

size_t end_of_mark(const std::string& text) {
  size_t end = 0;
  for (const char* mark : {" [now ", " [on ", " [gone]", " [merged", " [fixed", " [taken back"})
    if (const size_t at = text.rfind(mark); at != std::string::npos)
      if (const size_t close = text.find(']', at); close != std::string::npos)
        end = std::max(end, close + 1);
  return end;
}

bool says_most_of(const std::string& text, const std::string& other) {
  constexpr size_t kShortest = 4;  // shorter words are in half of all sentences
  const std::string lower = to_lower(text);
  size_t all = 0, held = 0;
  for (const std::string& word : words_of(other))
    if (word.size() >= kShortest) {
      ++all;
      held += contains(lower, word) ? 1 : 0;
    }
  return held >= 2 && held * 3 >= all * 2;
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
