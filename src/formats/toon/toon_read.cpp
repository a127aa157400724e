#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/bounds.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/quoted.hpp"
#include "formats/toon/toon.hpp"
#include "formats/toon/toon_words.hpp"

namespace handoff::formats {

namespace {

using namespace toon;

/// Column names stand once in the text and once a row in the value: so much of that is allowed.
constexpr size_t kMaxRepeatedBytes = 256u << 20;

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
      wrong("the key '" + bounded(key) + "' stands twice");
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
    if (x_lines.size() >= kMaxValues)
      stop(number, "more than " + count_of(kMaxValues, "line"));
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
      spend(header.values, header.delimiter);
      for (View cell : split_bare(header.values, header.delimiter, false))
        list.push_back(single_of(cell));
      expect_count(header, list.size(), "values");
      return list;
    }
    return header.columns.empty() ? list_items(header, base, level) : table(header, base, level);
  }

  /// A cell takes many times the bytes that it is written with: too many are refused before they
  /// are read.
  void spend(View cells, char delimiter) {
    x_values += 1 + static_cast<size_t>(std::ranges::count(cells, delimiter));
    if (x_values > kMaxValues)
      wrong("more than " + count_of(kMaxValues, "value"));
  }

  void expect_count(const Header& header, size_t found, const char* what) const {
    if (x_options.strict && found != header.count)
      wrong("expected " + std::to_string(header.count) + " " + what + ", found " +
            std::to_string(found));
  }

  void check_blank(size_t first, size_t last) const {
    if (!x_options.strict || first == 0)
      return;
    auto blank = std::ranges::upper_bound(x_blank, first);
    if (blank != x_blank.end() && *blank < last)
      stop(*blank, "a blank line inside an array");
  }

  /// The rows or items behind a header. `read` takes one, at its depth.
  Json entries(const Header& header, size_t base, const char* what, auto is_one, auto is_more,
               auto read) {
    size_t depth = content_depth(base);
    size_t first_number = 0;
    Json list = Json::array();
    while (!x_options.strict || list.size() < header.count) {
      const Line* line = deeper(base);
      if (line == nullptr)
        break;
      expect_depth(*line, depth);
      if (!is_one(line->text))
        break;
      first_number = first_number == 0 ? line->number : first_number;
      list.push_back(read(depth));
    }
    expect_count(header, list.size(), what);
    check_blank(first_number, x_line);
    if (const Line* more = peek();
        x_options.strict && more != nullptr && more->depth == depth && is_more(more->text))
      stop(more->number, "expected " + std::to_string(header.count) + " " + what + ", found more");
    return list;
  }

  Json table(const Header& header, size_t base, size_t level) {
    const auto is_one = [&](View text) { return is_row(text, header.delimiter); };
    return entries(
        header, base, "rows", is_one,
        [&](View text) { return !text.starts_with("- ") && is_one(text); },
        [&](size_t) { return row_of(take().text, header, level); });
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
    spend(text, header.delimiter);
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
    return entries(
        header, base, "items", is_item, [](View text) { return text.starts_with("- "); },
        [&](size_t depth) { return item(depth, level); });
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
  size_t x_values = 0;
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
