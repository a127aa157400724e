#include "formats/secrets/quoted.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::formats {

std::string bounded(std::string_view text) {
  constexpr size_t kLongest = 60, kLookedAt = 1024;
  const std::string looked_at = beginning(text, kLookedAt);
  const std::string whole = trim(printable(looked_at));
  const std::string begin = beginning(whole, kLongest);
  return begin.size() < whole.size() ? begin + "..." : begin;
}

std::string in_quotes(std::string_view text) {
  const bool is_word = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c > ' ' && c < 0x7f && c != '\'';
  });
  const std::string said = bounded(text);
  return is_word ? "'" + said + "'" : "\"" + replace_all(said, "\"", "'") + "\"";
}

}  // namespace handoff::formats
