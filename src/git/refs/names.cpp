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
  return (text.size() == 40 || text.size() == 64) && is_lower_hex(text);
}

bool is_null_oid(std::string_view text) {
  return is_oid(text) && text.find_first_not_of('0') == std::string_view::npos;
}

std::string short_oid(const std::string& oid) { return oid.substr(0, 7); }

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

namespace {

/// `-20260324-120000-1f2e3d4c`, which the ids that we make end with.
constexpr std::string_view kStamp = "-dddddddd-dddddd-xxxxxxxx";

bool ends_with_stamp(std::string_view text) {
  if (text.size() < kStamp.size())
    return false;
  text = text.substr(text.size() - kStamp.size());
  for (size_t i = 0; i < kStamp.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    const bool fits = kStamp[i] == 'd'   ? digit
                      : kStamp[i] == 'x' ? digit || (text[i] >= 'a' && text[i] <= 'f')
                                         : text[i] == kStamp[i];
    if (!fits)
      return false;
  }
  return true;
}

}  // namespace

bool is_record_id(std::string_view text) {
  // The branch's name is in front, cut to so much: longer ones are sentences. One without the stamp
  // could be the handle of another.
  constexpr size_t kLongestLabel = 40;
  return text.size() > kStamp.size() && text.size() <= kLongestLabel + kStamp.size() &&
         ends_with_stamp(text) && is_ascii_alnum(text.front()) &&
         std::ranges::all_of(
             text, [](char c) { return is_ascii_alnum(c) || c == '-' || c == '_' || c == '.'; });
}

std::string_view stamp_of(std::string_view id) {
  constexpr size_t kLength = kStamp.size() - 1;
  return id.size() > kLength ? id.substr(id.size() - kLength) : id;
}

}  // namespace handoff::git
