#pragma once

#include <algorithm>
#include <iterator>

namespace handoff {

/// Code points from `first` to `last`, both included.
struct CharacterRange {
  char32_t first, last;
};

/// Is `c` in one of `ranges`, which are in ascending order and do not overlap?
template <size_t N>
constexpr bool is_in(const CharacterRange (&ranges)[N], char32_t c) {
  const CharacterRange* found = std::upper_bound(
      std::begin(ranges), std::end(ranges), c,
      [](char32_t wanted, const CharacterRange& range) { return wanted < range.first; });
  return found != std::begin(ranges) && c <= std::prev(found)->last;
}

}  // namespace handoff
