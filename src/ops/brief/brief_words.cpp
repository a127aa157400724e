#include "ops/brief/brief_words.hpp"

#include "base/text.hpp"
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
