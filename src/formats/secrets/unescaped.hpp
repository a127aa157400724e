#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::formats::secret_shapes {

/// A text with one level of what it writes for characters undone: `%5F`, `%u005f`, `&#95;`,
/// `\u005f`, `\x5f`, `\_`, `=5F` and full-width letters stand for what they mean; what is not to be
/// seen (kUnseen, colours, a line end behind `=` or `\`) and zero bytes, as UTF-16 has between the
/// letters, are left out.
class Unescaped {
 public:
  explicit Unescaped(std::string_view written);

  std::string text;  ///< empty where there is nothing to undo
  /// Bytes of a text.
  struct Range {
    size_t begin = 0, end = 0;
  };
  /// Those of `text` where something may begin that is not in what was written: lines in which
  /// something was undone, to a little behind it. Ascending, apart.
  std::vector<Range> changed;

 private:
  /// `from` to `end` in `text` has what was undone.
  void note_change(size_t from, size_t end);
};

/// Where the bytes of the undone text stand in what was written.
class WrittenPlaces {
 public:
  explicit WrittenPlaces(std::string_view written) : x_written(written) {}

  /// Of a byte, with what is left out before it; for the size of the undone text the end of the
  /// last byte. Asked for places that only grow.
  size_t of(size_t place);

 private:
  const std::string_view x_written;
  size_t x_place = 0, x_from = 0;  ///< a byte of the undone text, and where it was written
};

}  // namespace handoff::formats::secret_shapes
