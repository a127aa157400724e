#pragma once

#include <string>
#include <string_view>

#include "model/json.hpp"

namespace handoff::formats {

/// How Token-Oriented Object Notation (spec 4.4) is read.
struct ToonOptions {
  size_t indent = 2;   ///< spaces a level, at least 1
  bool strict = true;  ///< counts, duplicate keys, blank lines and indentation must be right
};

/// `value` as TOON, without a final line end, in one form: two spaces a level, commas, a table for
/// a list of objects with the same fields, and characters that a reader does not see as \uXXXX, as
/// far as U+FFFF, which is as far as TOON's escapes go. Throws a Failure for nesting over
/// kMaxDepth.
std::string write_toon(const Json& value);

/// Reads TOON. Throws a Failure that names `source` and the place ("line 4: expected 3 cells, found
/// 2") for text that is not TOON, is not UTF-8, is over kMaxDocumentBytes or kMaxDepth, or repeats
/// so many long column names that the value would be many times as large as the text.
Json parse_toon(std::string_view text, std::string_view source, const ToonOptions& options = {});

}  // namespace handoff::formats
