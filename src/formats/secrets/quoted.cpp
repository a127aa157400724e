#include "formats/secrets/quoted.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::formats {

std::string cut_short(std::string_view text) {
  constexpr size_t kLongest = 60;
  const std::string begin = beginning(text, kLongest);
  return begin.size() < text.size() ? begin + "..." : begin;
}

std::string bounded(std::string_view text) {
  constexpr size_t kLookedAt = 1024;
  return cut_short(trim(printable(beginning(text, kLookedAt))));
}

std::string in_quotes(std::string_view text) {
  const bool is_word = !text.empty() && std::ranges::all_of(text, [](char c) {
    return c > ' ' && c < 0x7f && c != '\'';
  });
  const std::string said = bounded(text);
  return is_word ? "'" + said + "'" : "\"" + replace_all(said, "\"", "'") + "\"";
}

}  // namespace handoff::formats
