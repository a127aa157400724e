#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace handoff {

/// Decodes the code point at `at`; nullopt where the bytes are not well-formed UTF-8. `length` is
/// how many bytes were looked at (1 for a bad one).
std::optional<char32_t> decode_utf8(std::string_view text, size_t at, size_t& length);

void append_utf8(std::string& out, char32_t c);

/// A character that steers a terminal or changes how its neighbours are shown, or shows nothing:
/// controls (LF and tab too), C1 controls, bidirectional overrides, zero-width and tag characters,
/// selectors of variants, separators of lines.
bool steers_display(char32_t c);
/// The same of the character at `at`, but for what is part of how its neighbours are written: a
/// joiner between emoji or letters of scripts that have it, one selector behind an emoji or a
/// Mongolian letter.
bool steers_display_at(std::string_view text, size_t at);

/// Columns that a character takes on a terminal: 0, 1 or 2.
size_t width_of(char32_t c);

}  // namespace handoff
