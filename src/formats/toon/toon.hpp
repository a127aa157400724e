#pragma once

#include <string>
#include <string_view>

#include "model/json.hpp"

namespace handoff::formats {

/// How Token-Oriented Object Notation (spec 4.4) is written and read.
struct ToonOptions {
  char delimiter = ',';  ///< ',', '\t' or '|'; for writing, a reader takes it from the header
  size_t indent = 2;     ///< spaces a level, at least 1
  /// For writing: characters that a reader does not see (and DEL, C1) stand as \uXXXX, as far as
  /// U+FFFF, which is as far as TOON's escapes go. The reference implementation writes them as they
  /// are.
  bool escape_hidden = false;
  bool strict =
      true;  ///< for reading: counts, duplicate keys, blank lines and indentation must be right
};

/// `value` as TOON, without a final line end. Strict form: what needs quotes has them, uniform
/// lists are tables, objects of uniform objects are keyed tables. Throws a Failure for nesting over
/// kMaxDepth.
std::string write_toon(const Json& value, const ToonOptions& options = {});

/// Reads TOON. Throws a Failure that names `source` and the place ("line 4: expected 3 cells, found
/// 2") for text that is not TOON, is not UTF-8, is over kMaxDocumentBytes or kMaxDepth, or repeats
/// so many long column names that the value would be many times as large as the text.
Json parse_toon(std::string_view text, std::string_view source, const ToonOptions& options = {});

}  // namespace handoff::formats
