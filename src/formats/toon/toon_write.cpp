#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "base/characters.hpp"
#include "base/failure.hpp"
#include "formats/json/json.hpp"
#include "formats/toon/toon.hpp"

namespace handoff::formats {

namespace {

bool may_begin_key(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_toon_digit(char c) { return c >= '0' && c <= '9'; }

/// A character that a reader does not see and that TOON can escape; 0 where none stands here. It
/// has no surrogate pairs: characters beyond U+FFFF stay.
char32_t hidden_at(std::string_view text, size_t at, size_t& length) {
  length = 1;
  if (static_cast<unsigned char>(text[at]) < 0x7F)
    return 0;
  std::optional<char32_t> code = decode_utf8(text, at, length);
  return code && *code <= 0xFFFF && steers_display(*code) ? *code : 0;
}

/// Text that nothing else could be meant by. What begins like a number is quoted.
bool is_bare(std::string_view text) {
  if (text.empty() || text == "true" || text == "false" || text == "null" ||
      is_toon_digit(text.front()) ||
      std::string_view(" +-.#").find(text.front()) != std::string::npos || text.back() == ' ')
    return false;
  for (size_t at = 0, length = 0; at < text.size(); at += length)
    if (hidden_at(text, at, length) != 0 || static_cast<unsigned char>(text[at]) < 0x20 ||
        std::string_view(",:\"\\[]{}").find(text[at]) != std::string_view::npos)
      return false;
  return true;
}

std::string toon_quotes(std::string_view text) {
  std::string out = "\"";
  for (size_t at = 0, length = 0; at < text.size(); at += length) {
    char32_t hidden = hidden_at(text, at, length);
    if (static_cast<unsigned char>(text[at]) < 0x20)
      hidden = static_cast<unsigned char>(text[at]);
    if (text[at] == '\\' || text[at] == '"') {
      out.append(1, '\\').append(1, text[at]);
    } else if (text[at] == '\n') {
      out += "\\n";
    } else if (hidden != 0 || text[at] == '\0') {
      char escape[16];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(hidden));
      out += escape;
    } else {
      out += text.substr(at, length);
    }
  }
  return out + "\"";
}

std::string toon_key(std::string_view key) {
  bool bare = !key.empty() && may_begin_key(key[0]) && std::ranges::all_of(key, [](char c) {
    return may_begin_key(c) || is_toon_digit(c) || c == '.';
  });
  return bare ? std::string(key) : toon_quotes(key);
}

std::string toon_value(const Json& value) {
  if (!value.is_string())
    return value.dump();
  const std::string& text = value.get_ref<const std::string&>();
  return is_bare(text) ? text : toon_quotes(text);
}

bool holds_singles(const Json& list) {
  return std::ranges::none_of(list, [](const Json& v) { return v.is_structured(); });
}

/// Do all items have the same fields in the same order, each a single value?
bool is_table(const Json& list) {
  auto same_keys = [&](const Json& row) {
    return row.size() == list[0].size() &&
           std::equal(row.items().begin(), row.items().end(), list[0].items().begin(),
                      [](const auto& a, const auto& b) { return a.key() == b.key(); });
  };
  return std::ranges::all_of(list, [&](const Json& row) {
    return row.is_object() && !row.empty() && holds_singles(row) && same_keys(row);
  });
}

class ToonWriter {
 public:
  std::string write(const Json& value) {
    if (value.is_object())
      fields(value, 0, false);
    else if (value.is_array())
      list("", value, 0, false);
    else
      line(0, false, toon_value(value));
    return std::move(x_out);
  }

 private:
  /// `item`: the line carries the hyphen of the list item whose first field it is, one level
  /// further out.
  void line(size_t depth, bool item, const std::string& text) {
    constexpr size_t kIndent = 2;
    if (depth > 2 * kMaxDepth)
      fail("cannot write TOON: nested deeper than " + std::to_string(kMaxDepth) + " levels");
    if (x_started)
      x_out += '\n';
    x_started = true;
    x_out.append((depth - (item ? 1 : 0)) * kIndent, ' ').append(item ? "- " : "").append(text);
  }

  /// `item`: the first of them begins a list item.
  void fields(const Json& object, size_t depth, bool item) {
    for (const auto& [name, value] : object.items()) {
      std::string key = toon_key(name);
      if (value.is_array()) {
        list(key, value, depth, item);
      } else if (value.is_object()) {
        line(depth, item, key + ":");
        fields(value, depth + 1, false);
      } else {
        line(depth, item, key + ": " + toon_value(value));
      }
      item = false;
    }
  }

  /// `key` is empty at the root and in a list of lists.
  void list(const std::string& key, const Json& value, size_t depth, bool item) {
    const std::string head = key + "[" + std::to_string(value.size()) + "]";
    // A hyphen that no key follows is the line of the list itself, not of an object that holds it,
    // and has no names of columns.
    const bool is_element = item && key.empty();
    if (value.empty() && !is_element) {
      line(depth, item, key.empty() ? "[]" : key + ": []");
    } else if (holds_singles(value)) {
      line(depth, item, head + ":" + (value.empty() ? "" : " ") + cells(value));
    } else if (!is_element && is_table(value)) {
      std::string names;
      for (const auto& [name, cell] : value[0].items())
        names += (names.empty() ? "" : ",") + toon_key(name);
      line(depth, item, head + "{" + names + "}:");
      for (const Json& row : value)
        line(depth + 1, false, cells(row));
    } else {
      line(depth, item, head + ":");
      for (const Json& element : value)
        element_of_list(element, is_element ? depth : depth + 1);
    }
  }

  void element_of_list(const Json& element, size_t depth) {
    if (element.is_array())
      list("", element, depth + 1, true);
    else if (!element.is_object())
      line(depth + 1, true, toon_value(element));
    else if (element.empty())
      line(depth, false, "-");
    else
      fields(element, depth + 1, true);
  }

  static std::string cells(const Json& values) {
    std::string out;
    bool first = true;
    for (const Json& value : values) {
      out.append(first ? "" : ",").append(toon_value(value));
      first = false;
    }
    return out;
  }

  std::string x_out;
  bool x_started = false;
};

}  // namespace

std::string write_toon(const Json& value) { return ToonWriter().write(value); }

}  // namespace handoff::formats
