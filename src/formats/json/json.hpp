#pragma once

#include <string>
#include <string_view>

#include "model/json.hpp"

namespace handoff::formats {

/// Bounds of what is read from outside, a record as well as a file, a message or a payload: what is
/// done with one takes some forty times its size. All are far above any real record.
inline constexpr size_t kMaxDocumentBytes = 4u << 20;
inline constexpr size_t kMaxDepth = 64;
/// Of one object: looking keys up is linear, so that more would cost the square.
inline constexpr size_t kMaxKeys = 4096;

/// Parses a JSON text. Throws a Failure that names `source` ("HANDOFF.json", "standard input") and
/// the place (`line 4, column 7`) for bad syntax, invalid UTF-8, depth over kMaxDepth, more than
/// kMaxKeys in an object, size over kMaxDocumentBytes, numbers beyond range and duplicate keys. A
/// byte order mark is skipped.
Json parse_json(std::string_view text, std::string_view source);

/// A text that this program wrote, and whose seal was looked at: as long as it had to be. A Failure
/// where it is no JSON.
Json parse_own_json(std::string_view text);

/// Two spaces a level, UTF-8 as it is, a final newline. Invalid UTF-8 inside becomes U+FFFD.
std::string write_json(const Json& value);
/// One line, no final newline.
std::string write_json_line(const Json& value);

}  // namespace handoff::formats
