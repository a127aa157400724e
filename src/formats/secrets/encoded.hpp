#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace handoff::formats::secret_shapes {

/// What base64 of either alphabet means, to its end or to the first byte that is none.
std::string base64_text(std::string_view written);

/// The texts that stand in base64 within another one, also in several lines, as `base64` and YAML
/// write them. What means no text, a picture or a hash, is passed over by its first bytes.
class EncodedTexts {
 public:
  explicit EncodedTexts(std::string_view whole) : x_whole(whole) {}

  struct Piece {
    std::string meant;
    size_t begin = 0, end = 0;  ///< in the whole text
  };
  /// The next one; a long one in pieces that overlap, so that little is held at a time.
  std::optional<Piece> next();

 private:
  /// Where a text begins in a run of letters of base64.
  std::optional<size_t> begin_in(size_t from, size_t end) const;
  /// Where the line behind one that ends at `end` goes on with base64; 0 where it does not.
  size_t next_line(size_t begin, size_t end) const;
  Piece piece_at(size_t begin);

  const std::string_view x_whole;
  size_t x_at = 0;
  bool x_goes_on = false;  ///< `x_at` is in the middle of a text
};

}  // namespace handoff::formats::secret_shapes
