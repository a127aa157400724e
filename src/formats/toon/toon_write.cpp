#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/characters.hpp"
#include "base/failure.hpp"
#include "formats/json/json.hpp"
#include "formats/toon/toon.hpp"

namespace handoff::formats {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Text that a reader could take for a number, leading zeros and plus sign included.
bool looks_like_number(std::string_view text) {
  size_t i = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  auto digits = [&] {
    size_t from = i;
    while (i < text.size() && is_digit(text[i]))
      ++i;
    return i > from;
  };
  if (!digits())
    return false;
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!digits())
      return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-'))
      ++i;
    if (!digits())
      return false;
  }
  return i == text.size();
}

/// A character that a reader does not see and that TOON can escape; 0 where none stands here. It
/// has no surrogate pairs: characters beyond U+FFFF stay.
char32_t hidden_at(std::string_view text, size_t at, size_t& length) {
  length = 1;
  if (static_cast<unsigned char>(text[at]) < 0x7F)
    return 0;
  std::optional<char32_t> code = decode_utf8(text, at, length);
  return code && *code <= 0xFFFF && steers_display(*code) ? *code : 0;
}

bool holds_hidden(std::string_view text) {
  for (size_t at = 0, length = 0; at < text.size(); at += length)
    if (hidden_at(text, at, length) != 0)
      return true;
  return false;
}

bool is_bare(std::string_view text, const ToonOptions& options) {
  if (text.empty() || text == "true" || text == "false" || text == "null" ||
      looks_like_number(text))
    return false;
  auto is_outer = [](char c) { return c == ' ' || c == '\t'; };
  if (is_outer(text.front()) || is_outer(text.back()) || text[0] == '-' || text[0] == '#')
    return false;
  for (char c : text)
    if (c == options.delimiter || static_cast<unsigned char>(c) < 0x20 ||
        std::string_view(":\"\\[]{}").find(c) != std::string_view::npos)
      return false;
  return !options.escape_hidden || !holds_hidden(text);
}

std::string in_quotes(std::string_view text, const ToonOptions& options) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (size_t at = 0, length = 0; at < text.size(); at += length) {
    char c = text[at];
    if (char32_t hidden = hidden_at(text, at, length); hidden != 0 && options.escape_hidden) {
      char escape[16];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(hidden));
      out += escape;
      continue;
    }
    if (c == '\\' || c == '"') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[c & 15];
    } else {
      out += text.substr(at, length);
    }
  }
  return out + "\"";
}

std::string key_text(std::string_view key, const ToonOptions& options) {
  bool bare = !key.empty() && is_letter(key[0]);
  for (char c : key)
    bare = bare && (is_letter(c) || is_digit(c) || c == '.');
  return bare ? std::string(key) : in_quotes(key, options);
}

/// Shortest digits that read back as the same number; an exponent only beyond 1e21 and below 1e-6.
std::string number_text(double number) {
  if (!std::isfinite(number))
    return "null";
  if (number == 0)
    return "0";
  char buffer[40];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, std::fabs(number),
                           std::chars_format::scientific);
  std::string_view text(buffer, static_cast<size_t>(end.ptr - buffer));
  size_t e = text.find('e');
  int exponent = std::atoi(std::string(text.substr(e + 1)).c_str());
  std::string digits(1, text[0]);
  if (e > 2)
    digits += text.substr(2, e - 2);
  int count = static_cast<int>(digits.size());
  std::string out = number < 0 ? "-" : "";
  if (exponent >= 21 || exponent < -6) {
    out += digits.substr(0, 1);
    if (count > 1)
      out += "." + digits.substr(1);
    return out + "e" + (exponent < 0 ? "-" : "+") + std::to_string(std::abs(exponent));
  }
  if (exponent < 0)
    return out + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  if (count <= exponent + 1)
    return out + digits + std::string(static_cast<size_t>(exponent + 1 - count), '0');
  size_t whole = static_cast<size_t>(exponent) + 1;
  return out + digits.substr(0, whole) + "." + digits.substr(whole);
}

/// A column of a table; one with columns of its own is a group.
struct Column {
  std::string name;
  std::vector<Column> inner;
};

using Object = Json::object_t;

/// The member at a position: operator[] of this map looks for keys only.
const Object::value_type& member(const Object& object, size_t position) {
  return object.begin()[static_cast<std::ptrdiff_t>(position)];
}

const Object& object_of(const Json& value) { return value.get_ref<const Object&>(); }

/// The value of `key`, looked for first where the first row has it.
const Json* cell(const Json& row, size_t position, const std::string& key) {
  static constexpr size_t kSearchable = 10000;
  const Object& object = object_of(row);
  if (position < object.size() && member(object, position).first == key)
    return &member(object, position).second;
  if (object.size() > kSearchable)
    return nullptr;
  auto found = object.find(key);
  return found == object.end() ? nullptr : &found->second;
}

/// The columns of rows that all have the same keys, each column holding single values or objects
/// that are uniform in turn. nullopt where the rows make no table.
std::optional<std::vector<Column>> columns_of(const std::vector<const Json*>& rows) {
  if (rows.empty())
    return std::nullopt;
  for (const Json* row : rows)
    if (!row->is_object() || row->empty() || row->size() != rows[0]->size())
      return std::nullopt;
  std::vector<Column> columns;
  const Object& first = object_of(*rows[0]);
  for (size_t i = 0; i < first.size(); ++i) {
    Column column{member(first, i).first, {}};
    std::vector<const Json*> cells;
    size_t single = 0;
    for (const Json* row : rows) {
      cells.push_back(cell(*row, i, column.name));
      if (cells.back() == nullptr)
        return std::nullopt;
      single += cells.back()->is_structured() ? 0 : 1;
    }
    if (single != rows.size()) {
      std::optional<std::vector<Column>> inner = single == 0 ? columns_of(cells) : std::nullopt;
      if (!inner)
        return std::nullopt;
      column.inner = std::move(*inner);
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

class Writer {
 public:
  explicit Writer(const ToonOptions& options) : x_options(options) {}

  std::string write(const Json& value) {
    if (value.is_structured()) {
      if (value.is_array() || keyed_columns(value))
        container("", value, 0, false);
      else
        fields(value, 0);
    } else if (value.is_string() &&
               value.get_ref<const std::string&>().rfind("\xEF\xBB\xBF", 0) == 0) {
      line(0, false, in_quotes(value.get_ref<const std::string&>(), x_options));
    } else {
      line(0, false, single(value));
    }
    return std::move(x_out);
  }

 private:
  /// `item`: the line carries the hyphen of the list item whose first field it is, one level
  /// further out.
  void line(size_t depth, bool item, const std::string& text) {
    if (x_started)
      x_out += '\n';
    x_started = true;
    x_out.append((depth - (item ? 1 : 0)) * x_options.indent, ' ');
    if (item)
      x_out += "- ";
    x_out += text;
  }

  std::string single(const Json& value) const {
    if (value.is_string()) {
      const std::string& text = value.get_ref<const std::string&>();
      return is_bare(text, x_options) ? text : in_quotes(text, x_options);
    }
    if (value.is_number_float())
      return number_text(value.get<double>());
    return value.is_discarded() || value.is_binary() ? "null" : value.dump();
  }

  static bool all_single(const Json& list) {
    for (const Json& item : list)
      if (item.is_structured())
        return false;
    return true;
  }

  static std::optional<std::vector<Column>> table_columns(const Json& list) {
    std::vector<const Json*> rows;
    for (const Json& item : list)
      rows.push_back(&item);
    return columns_of(rows);
  }

  static std::optional<std::vector<Column>> keyed_columns(const Json& object) {
    if (!object.is_object() || object.size() < 2)
      return std::nullopt;
    std::vector<const Json*> rows;
    for (const auto& [key, value] : object_of(object))
      rows.push_back(&value);
    return columns_of(rows);
  }

  std::string column_names(const std::vector<Column>& columns) const {
    std::string out;
    for (const Column& column : columns) {
      if (!out.empty())
        out += x_options.delimiter;
      out += key_text(column.name, x_options);
      if (!column.inner.empty())
        out += "{" + column_names(column.inner) + "}";
    }
    return out;
  }

  std::string header(const std::string& key, size_t count, bool keyed,
                     const std::vector<Column>* columns) const {
    std::string out = key + "[" + std::to_string(count) + (keyed ? ":" : "");
    if (x_options.delimiter != ',')
      out += x_options.delimiter;
    out += "]";
    if (columns != nullptr)
      out += "{" + column_names(*columns) + "}";
    return out + ":";
  }

  void add_cells(const Json& row, const std::vector<Column>& columns, std::string& out,
                 bool& first) const {
    for (size_t i = 0; i < columns.size(); ++i) {
      const Json& value = *cell(row, i, columns[i].name);
      if (!columns[i].inner.empty()) {
        add_cells(value, columns[i].inner, out, first);
        continue;
      }
      if (!first)
        out += x_options.delimiter;
      first = false;
      out += single(value);
    }
  }

  std::string cells(const Json& row, const std::vector<Column>& columns) const {
    std::string out;
    bool first = true;
    add_cells(row, columns, out, first);
    return out;
  }

  std::string inline_list(const std::string& key, const Json& list) const {
    std::string out = header(key, list.size(), false, nullptr);
    for (size_t i = 0; i < list.size(); ++i)
      out += (i == 0 ? std::string(" ") : std::string(1, x_options.delimiter)) + single(list[i]);
    return out;
  }

  void fields(const Json& object, size_t depth) {
    for (const auto& [key, value] : object_of(object))
      field(key, value, depth, false);
  }

  void field(const std::string& key, const Json& value, size_t depth, bool item) {
    if (value.is_structured())
      container(key_text(key, x_options), value, depth, item);
    else
      line(depth, item, key_text(key, x_options) + ": " + single(value));
  }

  /// An array or object under `key`, which is empty at the root only.
  void container(const std::string& key, const Json& value, size_t depth, bool item) {
    check(depth);
    if (value.is_object()) {
      if (auto columns = keyed_columns(value)) {
        line(depth, item, header(key, value.size(), true, &*columns));
        for (const auto& [entry, row] : object_of(value))
          line(depth + 1, false, key_text(entry, x_options) + ": " + cells(row, *columns));
      } else {
        line(depth, item, key + ":");
        fields(value, depth + 1);
      }
    } else if (value.empty()) {
      line(depth, item, key.empty() ? "[]" : key + ": []");
    } else if (all_single(value)) {
      line(depth, item, inline_list(key, value));
    } else if (auto columns = table_columns(value)) {
      line(depth, item, header(key, value.size(), false, &*columns));
      for (const Json& row : value)
        line(depth + 1, false, cells(row, *columns));
    } else {
      line(depth, item, header(key, value.size(), false, nullptr));
      items(value, depth + 1);
    }
  }

  /// List items; their hyphens stand at `depth`.
  void items(const Json& list, size_t depth) {
    check(depth);
    for (const Json& value : list) {
      if (!value.is_structured()) {
        line(depth + 1, true, single(value));
      } else if (value.is_array()) {
        if (all_single(value)) {
          line(depth + 1, true, inline_list("", value));
        } else {
          line(depth + 1, true, header("", value.size(), false, nullptr));
          items(value, depth + 1);
        }
      } else if (value.empty()) {
        line(depth, false, "-");
      } else {
        bool first = true;
        for (const auto& [key, member] : object_of(value)) {
          field(key, member, depth + 1, first);
          first = false;
        }
      }
    }
  }

  static void check(size_t depth) {
    if (depth > 2 * kMaxDepth)
      fail("cannot write TOON: nested deeper than " + std::to_string(kMaxDepth) + " levels");
  }

  ToonOptions x_options;
  std::string x_out;
  bool x_started = false;
};

}  // namespace

std::string write_toon(const Json& value, const ToonOptions& options) {
  return Writer(options).write(value);
}

}  // namespace handoff::formats
