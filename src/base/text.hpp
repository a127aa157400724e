#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace handoff {

/// No place in a text: what find() gives where there is none.
inline constexpr size_t kNowhere = std::string_view::npos;

std::vector<std::string> split(std::string_view text, char separator);
/// Lines without their ends (LF or CRLF); a final line end makes no empty last line.
std::vector<std::string> split_lines(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
/// Is a value in a list, or what `projection` gives of one of its items?
template <class List, class Value, class Projection = std::identity>
constexpr bool in_list(const List& list, const Value& value, Projection projection = {}) {
  return std::ranges::find(list, value, projection) != std::ranges::end(list);
}
/// Without white space (space, tab, CR, LF, VT, FF) at both ends.
std::string trim(std::string_view text);
/// The first line that has words, without white space at its ends.
std::string first_line(std::string_view text);
/// The same, with " ..." behind it where another line with words follows.
std::string first_line_and_more(const std::string& text);
/// Nothing but 0 to 9 and a to f; also where there is nothing.
bool is_lower_hex(std::string_view text);
/// ASCII only; other bytes stay.
std::string to_lower(std::string_view text);
bool contains(std::string_view text, std::string_view part);
std::string replace_all(std::string text, std::string_view from, std::string_view to);

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view bytes);
/// A copy in which each byte that is not part of well-formed UTF-8 is U+FFFD.
std::string to_valid_utf8(std::string_view bytes);
/// The longest prefix of at most `max_bytes` that does not cut a UTF-8 sequence.
std::string_view utf8_prefix(std::string_view text, size_t max_bytes);

/// A path as git quotes it with core.quotePath=false: unchanged where nothing needs quoting, else
/// in double quotes with C escapes; bytes that are not UTF-8 become octal escapes.
std::string c_quote(std::string_view path);
/// The reverse of c_quote; a text that is not quoted comes back as it is, a damaged one is nullopt.
std::optional<std::string> c_unquote(std::string_view text);

/// Text of unknown origin made safe to print on a terminal in one line or several: control bytes,
/// C1 controls and bidirectional overrides are shown as `\xNN` or `<U+NNNN>`, invalid UTF-8 as
/// U+FFFD. LF and tab stay where `multiline` is set and become a space otherwise.
std::string printable(std::string_view text, bool multiline = false);

/// The text as one word of a shell: as it is where nothing in it is special, else in single quotes,
/// or, where a terminal would not show each byte of it, in `$'...'` with escapes, as bash, ksh and
/// zsh read it. For commands that are shown to be copied.
std::string shell_word(std::string_view text);
/// The text in single quotes, for a command that is given to /bin/sh.
std::string sh_word(std::string_view text);
/// A command on one line: as it is, or quoted as a path is (c_quote) where it has several, which
/// are several commands.
std::string command_in_line(std::string_view command);

std::string base64_encode(std::string_view bytes);
/// nullopt where the text is not base64 (padding required).
std::optional<std::string> base64_decode(std::string_view text);
std::string to_hex(std::string_view bytes);

/// Columns that the text takes on a terminal: East Asian wide characters count two, combining ones
/// none.
size_t display_width(std::string_view utf8);
/// The longest beginning that takes at most `width` columns.
std::string_view width_prefix(std::string_view utf8, size_t width);
/// Words, and short commands of git as one, wrapped to `width` columns, every line but the first
/// indented by `indent` spaces. What is longer than a line is broken: nothing is cut away.
std::vector<std::string> wrap(std::string_view utf8, size_t width, size_t indent = 0);

/// "1 file", "2 files".
std::string count_of(size_t n, std::string_view singular, std::string_view plural = {});
/// "40 MiB", "312 bytes".
std::string human_size(unsigned long long bytes);

}  // namespace handoff
