#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::ops {

/// What became of one line of a text. Lines count from 1.
struct LineFate {
  enum class Kind {
    same,     ///< the same number
    moved,    ///< now at `line`
    changed,  ///< edited or removed
    never,    ///< the text never had so many lines
  } kind = Kind::never;
  size_t line = 0;
  std::string text = {};  ///< the line as it was
};

/// Follows a line from one version of a text to another, as a diff would; a line that was carried
/// elsewhere is found where its text stands once in both.
LineFate follow_line(std::string_view before, std::string_view after, size_t line);

/// For each line of `before` (from 0) the line of `after` that it is, or npos.
std::vector<size_t> match_lines(const std::vector<std::string>& before,
                                const std::vector<std::string>& after);

/// The first line (from 1) that defines a function, type or the like of this name, as far as its
/// looks tell; 0 where none does.
size_t line_of_definition(std::string_view text, std::string_view word);

/// The line that defines it, else the first that holds the word, not a part of a longer one; 0
/// where none does.
size_t line_of_word(std::string_view text, std::string_view word);

}  // namespace handoff::ops
