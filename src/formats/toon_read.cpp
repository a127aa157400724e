#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <unordered_set>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json.hpp"
#include "formats/toon.hpp"

namespace handoff::formats {

namespace {

constexpr size_t kNowhere = std::string_view::npos;
/// Column names stand once in the text and once a row in the value: so much of that is allowed.
constexpr size_t kMaxRepeatedBytes = 256u << 20;

using View = std::string_view;

/// What is wrong with a line; the line's number is added where it is known.
struct Problem {
  std::string text;
};

[[noreturn]] void wrong(std::string text) {
  throw Problem{std::move(text)};
}

View trim_spaces(View text) {
  size_t from = text.find_first_not_of(' ');
  if (from == kNowhere)
    return {};
  return text.substr(from, text.find_last_not_of(' ') - from + 1);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The place after the character at `i`, a backslash pair inside quotes taken as one; keeps
/// `quoted`.
size_t step(View text, size_t i, bool& quoted) {
  if (quoted && text[i] == '\\' && i + 1 < text.size())
    return i + 2;
  if (text[i] == '"')
    quoted = !quoted;
  return i + 1;
}

/// Where `wanted` stands outside of quotes, from `start` on.
size_t find_bare(View text, char wanted, size_t start = 0) {
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

void append_code_point(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
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
      append_code_point(out, code);
      i += 4;
    } else {
      wrong("unknown escape '\\" + printable(std::string(c == '\0' ? 0 : 1, c)) + "'");
    }
  }
  return out;
}

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

bool is_number(View token) {
  size_t i = !token.empty() && token[0] == '-' ? 1 : 0;
  auto digits = [&] {
    size_t from = i;
    while (i < token.size() && is_digit(token[i]))
      ++i;
    return i - from;
  };
  bool zero = i < token.size() && token[i] == '0';
  size_t whole = digits();
  if (whole == 0 || (zero && whole > 1))
    return false;
  if (i < token.size() && token[i] == '.') {
    ++i;
    if (digits() == 0)
      return false;
  }
  if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
    ++i;
    if (i < token.size() && (token[i] == '+' || token[i] == '-'))
      ++i;
    if (digits() == 0)
      return false;
  }
  return i == token.size();
}

/// Whole numbers stay whole, however they are written; what no double can hold stays text.
Json number_of(View token) {
  int64_t whole = 0;
  auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), whole);
  if (error == std::errc() && end == token.data() + token.size())
    return whole;
  uint64_t large = 0;
  auto [large_end, large_error] = std::from_chars(token.data(), token.data() + token.size(), large);
  if (large_error == std::errc() && large_end == token.data() + token.size())
    return large;
  double number = std::strtod(std::string(token).c_str(), nullptr);
  if (!std::isfinite(number))
    return std::string(token);
  constexpr double kExact = 9007199254740992.0;
  if (std::fabs(number) <= kExact && std::trunc(number) == number)
    return static_cast<int64_t>(number);
  return number;
}

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
  return is_number(token) ? number_of(token) : Json(std::string(token));
}

struct Column {
  std::string name;
  std::vector<Column> inner;
};

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

/// `key[2|]{a,b}:` taken apart.
struct Header {
  std::optional<std::string> key;
  size_t count = 0;
  char delimiter = ',';
  bool keyed = false;
  std::vector<Column> columns;
  View values;  ///< what stands behind the colon
};

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
    wrong("'[" + printable(text) + "]' is no length");
}

/// nullopt for a line that is no array header; wrong() for one that tries to be.
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
      wrong("the column '" + printable(*twice) + "' stands twice");
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

/// A row of a table, not a `key: value` line.
bool is_row(View text, char delimiter) {
  size_t colon = find_bare(text, ':');
  return colon == kNowhere || find_bare(text, delimiter) < colon;
}

bool is_item(View text) {
  return text == "-" || text.substr(0, 2) == "- ";
}

struct Line {
  View text;
  size_t depth = 0;
  size_t number = 0;
};

/// Members of an object in order; a key that repeats is an error when strict, else the last one
/// counts.
class Members {
 public:
  explicit Members(bool strict) : x_strict(strict) {}

  void check(const std::string& key) const {
    if (x_strict && x_seen.count(key) > 0)
      wrong("the key '" + printable(key) + "' stands twice");
  }

  void add(std::string key, Json value) {
    check(key);
    if (x_seen.size() >= kMaxKeys)
      wrong("an object of more than " + std::to_string(kMaxKeys) + " keys");
    if (x_seen.insert(key).second)
      x_object.emplace_back(std::move(key), std::move(value));
    else
      x_object[key] = std::move(value);
  }

  Json take() { return Json(std::move(x_object)); }

 private:
  bool x_strict;
  std::unordered_set<std::string> x_seen;
  Json::object_t x_object;
};

class Reader {
 public:
  Reader(View source, const ToonOptions& options) : x_source(source), x_options(options) {}

  Json read(View text) {
    scan(text);
    try {
      return document();
    } catch (const Problem& problem) {
      stop(x_line, problem.text);
    }
  }

 private:
  [[noreturn]] void stop(size_t number, const std::string& what) const {
    fail(std::string(x_source) + ": line " + std::to_string(number) + ": " + what);
  }

  void scan(View text) {
    size_t number = 0;
    while (true) {
      size_t end = text.find('\n');
      View line = text.substr(0, end);
      ++number;
      if (number == 1 && line.substr(0, 3) == "\xEF\xBB\xBF")
        line.remove_prefix(3);
      if (!line.empty() && line.back() == '\r')
        line.remove_suffix(1);
      scan_line(line, number);
      if (end == kNowhere)
        return;
      text.remove_prefix(end + 1);
    }
  }

  void scan_line(View line, size_t number) {
    size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    size_t tab = line.substr(0, indent).find('\t');
    size_t tabs = 0;
    if (tab != kNowhere && x_options.strict) {
      indent = tab;
    } else {
      for (char c : line.substr(0, indent))
        tabs += c == '\t' ? 1 : 0;
    }
    View content = line.substr(indent);
    content = content.substr(0, content.find_last_not_of(' ') + 1);
    if (tab == kNowhere && !content.empty() && content[0] == '#')
      return;
    if (content.empty()) {
      x_blank.push_back(number);
      return;
    }
    if (x_options.strict && tab != kNowhere)
      stop(number, "a tab in the indentation");
    if (x_options.strict && indent % x_options.indent != 0)
      stop(number, "indented by " + std::to_string(indent) + " spaces, which is no multiple of " +
                       std::to_string(x_options.indent));
    x_lines.push_back({content, (indent - tabs) / x_options.indent + tabs, number});
  }

  const Line* peek() const { return x_next < x_lines.size() ? &x_lines[x_next] : nullptr; }

  const Line& take() {
    const Line& line = x_lines[x_next++];
    x_line = line.number;
    return line;
  }

  /// The next line if it is deeper than `base`; errors that are about it are told with its number.
  const Line* deeper(size_t base) const {
    const Line* line = peek();
    return line != nullptr && line->depth > base ? line : nullptr;
  }

  void expect_depth(const Line& line, size_t depth) const {
    if (line.depth != depth)
      stop(line.number, "indented by " + std::to_string(line.depth) + " levels where " +
                            std::to_string(depth) + " were expected");
  }

  static void bound(size_t level) {
    if (level > kMaxDepth)
      wrong("nested deeper than " + std::to_string(kMaxDepth) + " levels");
  }

  Json document() {
    if (x_lines.empty())
      return Json::object();
    expect_depth(x_lines[0], 0);
    View first = x_lines[0].text;
    if (first == "[]") {
      take();
      expect_end();
      return Json::array();
    }
    if (is_keyless_header(first)) {
      x_line = x_lines[0].number;
      if (std::optional<Header> header = header_of(first, x_options.strict)) {
        take();
        Json value = array(*header, 0, 1);
        expect_end();
        return value;
      }
    }
    if (find_bare(first, ':') == kNowhere) {
      x_line = x_lines[0].number;
      if (x_lines.size() == 1)
        return single_of(first);
      if (x_lines[1].depth == 0)
        wrong("a document starts with 'key: value' or an array header");
    }
    Members members(x_options.strict);
    while (peek() != nullptr) {
      const Line& line = take();
      expect_depth(line, 0);
      member(line.text, 0, members, 1);
    }
    return members.take();
  }

  void expect_end() const {
    if (const Line* line = peek())
      stop(line->number, "text after the end of the value");
  }

  /// One `key: value` or `key[N]: ...` at `depth`, its deeper lines included.
  void member(View text, size_t depth, Members& into, size_t level) {
    bound(level);
    if (std::optional<Header> header = header_of(text, x_options.strict)) {
      if (!header->key)
        wrong("an array header without a key stands at the root or in a list item only");
      into.check(*header->key);
      std::string key = *header->key;
      into.add(std::move(key), array(*header, depth, level + 1));
      return;
    }
    View rest;
    std::string key = key_of(text, rest);
    into.check(key);
    if (rest.empty())
      into.add(std::move(key), object(depth, level + 1));
    else if (rest == "[]")
      into.add(std::move(key), Json::array());
    else
      into.add(std::move(key), single_of(rest));
  }

  static std::string key_of(View text, View& rest) {
    size_t colon = kNowhere;
    std::string key;
    if (text[0] == '"') {
      size_t end = closing_quote(text, 0);
      if (end == kNowhere)
        wrong("the closing quote of a key is missing");
      key = unescape(text.substr(1, end - 1));
      colon = text.find_first_not_of(' ', end + 1);
      if (colon == kNowhere || text[colon] != ':')
        wrong("the colon after a key is missing");
    } else {
      colon = find_bare(text, ':');
      if (colon == kNowhere)
        wrong("the colon after a key is missing");
      key = std::string(trim_spaces(text.substr(0, colon)));
    }
    rest = trim_spaces(text.substr(colon + 1));
    return key;
  }

  void check_jump(const Line& line, size_t base) const {
    if (x_options.strict && line.depth > base + 1)
      stop(line.number, "indented by " + std::to_string(line.depth) + " levels where at most " +
                            std::to_string(base + 1) + " were expected");
  }

  Json object(size_t base, size_t level) {
    bound(level);
    const Line* first = deeper(base);
    if (first == nullptr)
      return Json::object();
    check_jump(*first, base);
    return Json(rest_of_object(Members(x_options.strict), first->depth, base + 1, level));
  }

  /// The members at `depth` that follow, down to a line that is less deep than `least`.
  Json rest_of_object(Members members, size_t depth, size_t least, size_t level) {
    for (const Line* line = peek(); line != nullptr && line->depth >= least; line = peek()) {
      expect_depth(*line, depth);
      member(take().text, depth, members, level);
    }
    return members.take();
  }

  /// How deep the rows or items of a header at `base` stand.
  size_t content_depth(size_t base) const {
    const Line* first = peek();
    if (first == nullptr || first->depth <= base + 1)
      return base + 1;
    check_jump(*first, base);
    return first->depth;
  }

  Json array(const Header& header, size_t base, size_t level) {
    bound(level);
    if (header.keyed)
      return keyed_table(header, base, level);
    if (!header.values.empty()) {
      Json list = Json::array();
      for (View cell : split_bare(header.values, header.delimiter, false))
        list.push_back(single_of(cell));
      expect_count(header, list.size(), "values");
      return list;
    }
    return header.columns.empty() ? list_items(header, base, level) : table(header, base, level);
  }

  void expect_count(const Header& header, size_t found, const char* what) const {
    if (x_options.strict && found != header.count)
      wrong("expected " + std::to_string(header.count) + " " + what + ", found " +
            std::to_string(found));
  }

  void check_blank(size_t first, size_t last) const {
    if (!x_options.strict || first == 0)
      return;
    auto blank = std::upper_bound(x_blank.begin(), x_blank.end(), first);
    if (blank != x_blank.end() && *blank < last)
      stop(*blank, "a blank line inside an array");
  }

  Json table(const Header& header, size_t base, size_t level) {
    size_t depth = content_depth(base);
    size_t first_number = 0;
    Json list = Json::array();
    while (!x_options.strict || list.size() < header.count) {
      const Line* line = deeper(base);
      if (line == nullptr)
        break;
      expect_depth(*line, depth);
      if (!is_row(line->text, header.delimiter))
        break;
      take();
      first_number = first_number == 0 ? x_line : first_number;
      list.push_back(row_of(line->text, header, level));
    }
    expect_count(header, list.size(), "rows");
    check_blank(first_number, x_line);
    if (const Line* more = peek(); x_options.strict && more != nullptr && more->depth == depth &&
                                   more->text.substr(0, 2) != "- " &&
                                   is_row(more->text, header.delimiter))
      stop(more->number, "expected " + std::to_string(header.count) + " rows, found more");
    return list;
  }

  Json keyed_table(const Header& header, size_t base, size_t level) {
    size_t depth = content_depth(base);
    size_t first_number = 0;
    size_t count = 0;
    Members members(x_options.strict);
    while (const Line* line = deeper(base)) {
      expect_depth(*line, depth);
      take();
      if (find_bare(line->text, ':') == kNowhere)
        wrong("expected 'key: cells'");
      first_number = first_number == 0 ? x_line : first_number;
      View cells;
      std::string key = key_of(line->text, cells);
      members.check(key);
      members.add(std::move(key), row_of(cells, header, level));
      ++count;
    }
    expect_count(header, count, "rows");
    check_blank(first_number, x_line);
    return members.take();
  }

  Json row_of(View text, const Header& header, size_t level) {
    std::vector<View> cells;
    if (!text.empty())
      cells = split_bare(text, header.delimiter, false);
    size_t wanted = leaves_of(header.columns);
    if (cells.size() != wanted)
      wrong("expected " + std::to_string(wanted) + " cells, found " + std::to_string(cells.size()));
    x_repeated += name_bytes(header.columns);
    if (x_repeated > kMaxRepeatedBytes)
      wrong("the tables are too large");
    size_t at = 0;
    return object_of(header.columns, cells, at, level + 1);
  }

  Json object_of(const std::vector<Column>& columns, const std::vector<View>& cells, size_t& at,
                 size_t level) const {
    bound(level);
    // Column names were checked when strict; else the last one counts, as for other keys.
    Members members(false);
    for (const Column& column : columns)
      members.add(column.name, column.inner.empty()
                                   ? single_of(cells[at++])
                                   : object_of(column.inner, cells, at, level + 1));
    return members.take();
  }

  Json list_items(const Header& header, size_t base, size_t level) {
    size_t depth = content_depth(base);
    size_t first_number = 0;
    Json list = Json::array();
    while (!x_options.strict || list.size() < header.count) {
      const Line* line = deeper(base);
      if (line == nullptr)
        break;
      expect_depth(*line, depth);
      if (!is_item(line->text))
        break;
      first_number = first_number == 0 ? line->number : first_number;
      list.push_back(item(depth, level));
    }
    expect_count(header, list.size(), "items");
    check_blank(first_number, x_line);
    if (const Line* more = peek(); x_options.strict && more != nullptr && more->depth == depth &&
                                   more->text.substr(0, 2) == "- ")
      stop(more->number, "expected " + std::to_string(header.count) + " items, found more");
    return list;
  }

  Json item(size_t depth, size_t level) {
    bound(level);
    View text = take().text.substr(1);
    text = trim_spaces(text);
    if (text.empty())
      return Json::object();
    if (text == "[]")
      return Json::array();
    std::optional<Header> header = header_of(text, x_options.strict);
    if (header && !header->key) {
      if (header->keyed || !header->columns.empty())
        wrong("a table without a key stands at the root only");
      return array(*header, depth, level + 1);
    }
    if (header || find_bare(text, ':') != kNowhere) {
      Members members(x_options.strict);
      member(text, depth + 1, members, level + 1);
      return rest_of_object(std::move(members), depth + 1, depth + 1, level + 1);
    }
    return single_of(text);
  }

  View x_source;
  ToonOptions x_options;
  std::vector<Line> x_lines;
  std::vector<size_t> x_blank;
  size_t x_next = 0;
  size_t x_line = 1;
  size_t x_repeated = 0;
};

}  // namespace

Json parse_toon(std::string_view text, std::string_view source, const ToonOptions& options) {
  if (text.size() > kMaxDocumentBytes)
    fail("cannot read " + std::string(source) + ": it is over " + human_size(kMaxDocumentBytes));
  if (!is_utf8(text))
    fail(std::string(source) + ": it is not UTF-8");
  return Reader(source, options).read(text);
}

}  // namespace handoff::formats
