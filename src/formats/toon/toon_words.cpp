#include "formats/toon/toon_words.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <nlohmann/json.hpp>

#include "base/characters.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/quoted.hpp"

namespace handoff::formats::toon {

[[noreturn]] void wrong(std::string text) { throw Problem{std::move(text)}; }

View trim_spaces(View text) {
  size_t from = text.find_first_not_of(' ');
  if (from == kNowhere)
    return {};
  return text.substr(from, text.find_last_not_of(' ') - from + 1);
}

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The place after the character at `i`, a backslash pair inside quotes taken as one; keeps
/// `quoted`.
size_t step(View text, size_t i, bool& quoted) {
  if (quoted && text[i] == '\\' && i + 1 < text.size())
    return i + 2;
  if (text[i] == '"')
    quoted = !quoted;
  return i + 1;
}

}  // namespace

size_t find_bare(View text, char wanted, size_t start) {
  bool quoted = false;
  for (size_t i = start; i < text.size(); i = step(text, i, quoted))
    if (!quoted && text[i] == wanted)
      return i;
  return kNowhere;
}

size_t closing_quote(View text, size_t open) {
  for (size_t i = open + 1; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size())
      ++i;
    else if (text[i] == '"')
      return i;
  }
  return kNowhere;
}

namespace {

size_t closing_brace(View text, size_t open) {
  bool quoted = false;
  size_t depth = 0;
  for (size_t i = open; i < text.size(); i = step(text, i, quoted)) {
    if (quoted || (text[i] != '{' && text[i] != '}'))
      continue;
    depth += text[i] == '{' ? 1u : static_cast<size_t>(-1);
    if (depth == 0)
      return i;
  }
  return kNowhere;
}

}  // namespace

/// Parts between delimiters that stand neither in quotes nor (with `braces`) in braces.
std::vector<View> split_bare(View text, char delimiter, bool braces) {
  std::vector<View> parts;
  bool quoted = false;
  size_t start = 0;
  int depth = 0;
  for (size_t i = 0; i < text.size(); i = step(text, i, quoted)) {
    if (quoted)
      continue;
    if (braces && (text[i] == '{' || text[i] == '}'))
      depth += text[i] == '{' ? 1 : -1;
    else if (text[i] == delimiter && depth == 0) {
      parts.push_back(trim_spaces(text.substr(start, i - start)));
      start = i + 1;
    }
  }
  parts.push_back(trim_spaces(text.substr(std::min(start, text.size()))));
  return parts;
}

std::string unescape(View text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    char c = ++i < text.size() ? text[i] : '\0';
    if (c == 'n' || c == 'r' || c == 't') {
      out += c == 'n' ? '\n' : c == 'r' ? '\r' : '\t';
    } else if (c == '\\' || c == '"') {
      out += c;
    } else if (c == 'u') {
      unsigned code = 0;
      const char* from = text.data() + i + 1;
      const char* to = text.data() + std::min(i + 5, text.size());
      auto [end, error] = std::from_chars(from, to, code, 16);
      if (to - from != 4 || end != to || error != std::errc())
        wrong("\\u wants four hexadecimal digits");
      if (code >= 0xD800 && code <= 0xDFFF)
        wrong("\\u" + std::string(from, to) + " is half of a surrogate pair");
      append_utf8(out, code);
      i += 4;
    } else {
      wrong("unknown escape '\\" + printable(std::string(c == '\0' ? 0 : 1, c)) + "'");
    }
  }
  return out;
}

namespace {

/// A key, column name or string: quoted or bare.
std::string name_of(View token) {
  if (token.empty() || token[0] != '"')
    return std::string(token);
  size_t end = closing_quote(token, 0);
  if (end == kNowhere)
    wrong("the closing quote is missing");
  if (end + 1 != token.size())
    wrong("text after the closing quote");
  return unescape(token.substr(1, end - 1));
}

/// As JSON writes them; else nothing. Whole numbers stay whole, however they are written; what no
/// double can hold stays text.
std::optional<Json> number_of(View token) {
  if (!is_digit(token.back()) || (token[0] != '-' && !is_digit(token[0])))
    return std::nullopt;
  const Json number = Json::parse(token, nullptr, false);
  if (number.is_discarded())
    return std::nullopt;
  constexpr double kExact = 9007199254740992.0;
  const double value = number.get<double>();
  return number.is_number_float() && std::fabs(value) <= kExact && std::trunc(value) == value
             ? Json(static_cast<int64_t>(value))
             : number;
}

}  // namespace

Json single_of(View text) {
  View token = trim_spaces(text);
  if (token.empty())
    return "";
  if (token[0] == '"')
    return name_of(token);
  if (token == "true" || token == "false")
    return token == "true";
  if (token == "null")
    return nullptr;
  return number_of(token).value_or(std::string(token));
}

size_t leaves_of(const std::vector<Column>& columns) {
  size_t leaves = 0;
  for (const Column& column : columns)
    leaves += column.inner.empty() ? 1 : leaves_of(column.inner);
  return leaves;
}

size_t name_bytes(const std::vector<Column>& columns) {
  size_t bytes = 0;
  for (const Column& column : columns)
    bytes += sizeof(Json) + column.name.size() + name_bytes(column.inner);
  return bytes;
}

namespace {

std::vector<Column> columns_of(View text, char delimiter, size_t depth) {
  if (depth > kMaxDepth)
    wrong("nested deeper than " + std::to_string(kMaxDepth) + " levels");
  std::vector<Column> columns;
  for (View part : split_bare(text, delimiter, true)) {
    if (part.empty())
      wrong("an empty column name");
    size_t open = find_bare(part, '{');
    if (open == kNowhere) {
      columns.push_back({name_of(part), {}});
      continue;
    }
    View name = part.substr(0, open);
    if (name.empty() || name.back() == ' ')
      wrong("a group of columns needs its name right before the brace");
    if (closing_brace(part, open) != part.size() - 1)
      wrong("a group of columns does not end where it should");
    columns.push_back({name_of(name), columns_of(part.substr(open + 1, part.size() - open - 2),
                                                 delimiter, depth + 1)});
  }
  return columns;
}

const std::string* repeated_name(const std::vector<Column>& columns) {
  std::set<View> seen;
  for (const Column& column : columns) {
    if (!seen.insert(column.name).second)
      return &column.name;
    if (const std::string* inner = repeated_name(column.inner))
      return inner;
  }
  return nullptr;
}

void read_brackets(View text, Header& header) {
  if (!text.empty() && (text.back() == '\t' || text.back() == '|')) {
    header.delimiter = text.back();
    text.remove_suffix(1);
  }
  if (!text.empty() && text.back() == ':') {
    header.keyed = true;
    text.remove_suffix(1);
  }
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), header.count);
  if (error == std::errc::result_out_of_range)
    header.count = SIZE_MAX;
  if (text.empty() || end != text.data() + text.size() || !is_digit(text[0]) ||
      (text[0] == '0' && text.size() > 1))
    wrong("'[" + bounded(text) + "]' is no length");
}

}  // namespace

std::optional<Header> header_of(View text, bool strict) {
  size_t open = kNowhere;
  if (!text.empty() && text[0] == '"') {
    size_t end = closing_quote(text, 0);
    if (end == kNowhere || end + 1 >= text.size() || text[end + 1] != '[')
      return std::nullopt;
    open = end + 1;
  } else {
    open = find_bare(text, '[');
  }
  size_t colon = find_bare(text, ':');
  if (open == kNowhere || colon == kNowhere || colon < open)
    return std::nullopt;
  size_t close = find_bare(text, ']', open);
  if (close == kNowhere)
    wrong("the closing bracket is missing");
  size_t end = close + 1;
  size_t brace = find_bare(text, '{', close);
  size_t next_colon = find_bare(text, ':', close);
  bool table = brace != kNowhere && next_colon != kNowhere && brace < next_colon;
  if (table && brace != close + 1)
    wrong("text between brackets and columns");
  if (table) {
    size_t brace_end = closing_brace(text, brace);
    if (brace_end == kNowhere)
      wrong("the closing brace of the columns is missing");
    end = brace_end + 1;
  }
  colon = find_bare(text, ':', end);
  if (colon != end)
    wrong(colon == kNowhere ? "the colon after an array header is missing"
                            : "text between an array header and its colon");
  Header header;
  if (open > 0) {
    View key = text.substr(0, open);
    if (key.back() == ' ' || key.back() == '\t')
      wrong("a blank before the bracket");
    header.key = name_of(key);
  }
  read_brackets(text.substr(open + 1, close - open - 1), header);
  header.values = trim_spaces(text.substr(colon + 1));
  if (table) {
    View names = text.substr(brace + 1, end - brace - 2);
    for (char other : {',', '\t', '|'})
      if (other != header.delimiter && find_bare(names, other) != kNowhere)
        wrong("the columns are separated by another character than the brackets say");
    header.columns = columns_of(names, header.delimiter, 0);
    if (const std::string* twice = repeated_name(header.columns); twice != nullptr && strict)
      wrong("the column '" + bounded(*twice) + "' stands twice");
    if (!header.values.empty())
      wrong("text after the colon of a table");
  } else if (header.keyed) {
    wrong("a keyed header needs columns");
  }
  return header;
}

bool is_keyless_header(View text) {
  return !text.empty() && text[0] == '[' && find_bare(text, ':') != kNowhere;
}

bool is_row(View text, char delimiter) {
  size_t colon = find_bare(text, ':');
  return colon == kNowhere || find_bare(text, delimiter) < colon;
}

bool is_item(View text) { return text == "-" || text.substr(0, 2) == "- "; }

}  // namespace handoff::formats::toon
