#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json.hpp"

/// The words of a line of TOON: quotes, numbers, headers of arrays. Used by the reader alone.
namespace handoff::formats::toon {

using View = std::string_view;

/// What is wrong with a line; the line's number is added where it is known.
struct Problem {
  std::string text;
};
[[noreturn]] void wrong(std::string text);

View trim_spaces(View text);
/// Where `wanted` stands outside of quotes, from `start` on.
size_t find_bare(View text, char wanted, size_t start = 0);
/// The quote that closes the one at `open`; kNowhere without one.
size_t closing_quote(View text, size_t open);
/// At the delimiter outside of quotes (and of braces, if wanted); each part without spaces around
/// it.
std::vector<View> split_bare(View text, char delimiter, bool braces);
/// The text between two quotes.
std::string unescape(View text);
/// The value of one token.
Json single_of(View text);

struct Column {
  std::string name;
  std::vector<Column> inner;
};
size_t leaves_of(const std::vector<Column>& columns);
/// What the names cost in memory, once a row.
size_t name_bytes(const std::vector<Column>& columns);

/// `key[2|]{a,b}:` taken apart.
struct Header {
  std::optional<std::string> key;
  size_t count = 0;
  char delimiter = ',';
  bool keyed = false;
  std::vector<Column> columns;
  View values;  ///< what stands behind the colon
};
/// nullopt for a line that is no array header; wrong() for one that tries to be.
std::optional<Header> header_of(View text, bool strict);
bool is_keyless_header(View text);
/// A row of a table, not a `key: value` line.
bool is_row(View text, char delimiter);
bool is_item(View text);

}  // namespace handoff::formats::toon
