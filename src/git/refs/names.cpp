#include "git/refs/names.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace handoff::git {

namespace {

bool is_ascii_alnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool is_oid(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_branch_name(std::string_view text) {
  if (text.empty() || text == "@" || text == "HEAD" || text.front() == '-' || text.back() == '.' ||
      contains(text, "..") || contains(text, "@{"))
    return false;
  for (char c : text)
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7F ||
        std::string_view("~^:?*[\\").find(c) != std::string_view::npos)
      return false;
  for (const std::string& part : split(text, '/'))
    if (part.empty() || part.front() == '.' || part.ends_with(".lock"))
      return false;
  return true;
}

bool is_record_id(std::string_view text) {
  constexpr size_t kLongest = 128;
  return !text.empty() && text.size() <= kLongest && is_ascii_alnum(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_ascii_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

}  // namespace handoff::git
