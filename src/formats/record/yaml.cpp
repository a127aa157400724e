#include "formats/record/yaml.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <istream>
#include <map>
#include <optional>
#include <set>
#include <streambuf>

#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include "base/characters.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/bounds.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/quoted.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::formats {

namespace {

// --- writing
// ---------------------------------------------------------------------------------------

/// In double quotes, with what YAML forbids, and what steers a terminal, escaped.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  std::string valid = to_valid_utf8(text);
  for (size_t at = 0, length = 0; at < valid.size(); at += length) {
    auto code = static_cast<unsigned>(decode_utf8(valid, at, length).value_or(0xFFFD));
    char escape[16];
    if (code == '"' || code == '\\') {
      out += '\\';
      out += static_cast<char>(code);
    } else if (code == '\n') {
      out += "\\n";
    } else if (code == '\t') {
      out += "\\t";
    } else if (steers_display(code)) {
      const char* form = code < 0x80 ? "\\x%02x" : code < 0x10000 ? "\\u%04x" : "\\U%08x";
      std::snprintf(escape, sizeof escape, form, code);
      out += escape;
    } else {
      out.append(valid, at, length);
    }
  }
  return out + "\"";
}

std::string key_text(const std::string& key) {
  bool plain = !key.empty() && key != "true" && key != "false" && key != "null" && key != "y" &&
               key != "n" && key != "yes" && key != "no" && key != "on" && key != "off";
  for (size_t i = 0; i < key.size(); ++i) {
    char c = key[i];
    bool letter = (c >= 'a' && c <= 'z') || c == '_';
    plain = plain && (letter || (i > 0 && c >= '0' && c <= '9'));
  }
  return plain ? key : in_quotes(key);
}

std::string scalar_text(const Json& value) {
  if (value.is_string())
    return in_quotes(value.get_ref<const std::string&>());
  if (value.is_number_float()) {
    double number = value.get<double>();
    if (!std::isfinite(number))
      return "null";
    return value.dump();
  }
  return value.is_binary() || value.is_discarded() ? "null" : value.dump();
}

class Writer {
 public:
  explicit Writer(const std::vector<YamlHeading>& headings) : x_headings(headings) {}

  std::string write(const Json& value) {
    members(value, 0);
    return std::move(x_out);
  }

 private:
  /// What stands behind a key's colon or a list's hyphen, and the deeper lines.
  void value_at(const Json& value, size_t indent, bool after_hyphen) {
    if (!value.is_structured()) {
      x_out += " " + scalar_text(value) + "\n";
    } else if (value.empty()) {
      x_out += value.is_object() ? " {}\n" : " []\n";
    } else if (value.is_object()) {
      if (after_hyphen) {
        x_out += " ";
        members(value, indent, true);
      } else {
        x_out += "\n";
        members(value, indent);
      }
    } else {
      x_out += "\n";
      for (const Json& item : value) {
        x_out.append(indent, ' ');
        x_out += "-";
        value_at(item, indent + 2, true);
      }
    }
  }

  void members(const Json& object, size_t indent, bool inline_first = false) {
    if (indent > 4 * kMaxDepth)
      fail("cannot write YAML: nested deeper than " + std::to_string(kMaxDepth) + " levels");
    for (const auto& [key, value] : object.items()) {
      if (indent == 0)
        for (const YamlHeading& heading : x_headings)
          if (heading.key == key)
            x_out += (x_out.empty() ? "# " : "\n# ") + std::string(heading.text) + "\n";
      if (!inline_first)
        x_out.append(indent, ' ');
      inline_first = false;
      x_out += key_text(key) + ":";
      value_at(value, indent + 2, false);
    }
    if (indent == 0 && object.empty())
      x_out += "{}\n";
  }

  const std::vector<YamlHeading>& x_headings;
  std::string x_out;
};

// --- reading
// ---------------------------------------------------------------------------------------

bool one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return in_list(words, text);
}

/// A number by the rules of the core schema; nullopt for text.
std::optional<Json> number_of(const std::string& text) {
  bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
  std::string_view digits = std::string_view(text).substr(sign ? 1 : 0);
  if (digits.empty())
    return std::nullopt;
  if (digits.find_first_not_of("0123456789") == std::string_view::npos) {
    std::string plain = (text[0] == '-' ? "-" : "") + std::string(digits);
    int64_t whole = 0;
    auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), whole);
    // Digits with leading zeros are what people write for phases ("03"): they stay text.
    if (digits.size() > 1 && digits[0] == '0')
      return std::nullopt;
    if (error == std::errc() && end == plain.data() + plain.size())
      return Json(whole);
    uint64_t large = 0;
    auto [large_end, large_error] =
        std::from_chars(plain.data(), plain.data() + plain.size(), large);
    if (large_error == std::errc() && large_end == plain.data() + plain.size())
      return Json(large);
  }
  if (!sign && (digits.substr(0, 2) == "0x" || digits.substr(0, 2) == "0o")) {
    int64_t whole = 0;
    std::string_view rest = digits.substr(2);
    auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), whole, digits[1] == 'x' ? 16 : 8);
    if (!rest.empty() && error == std::errc() && end == rest.data() + rest.size())
      return Json(whole);
    return std::nullopt;
  }
  bool digit = false;
  for (size_t i = 0; i < digits.size(); ++i) {
    char c = digits[i];
    digit = digit || (c >= '0' && c <= '9');
    if ((c == 'e' || c == 'E') && !digit)
      return std::nullopt;
    if (std::string_view("0123456789.eE+-").find(c) == std::string_view::npos)
      return std::nullopt;
  }
  if (!digit)
    return std::nullopt;
  char* end = nullptr;
  double number = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return Json(number);
}

Json plain_scalar(const std::string& text) {
  if (one_of(text, {"", "~", "null", "Null", "NULL"}))
    return nullptr;
  if (one_of(text, {"true", "True", "TRUE"}))
    return true;
  if (one_of(text, {"false", "False", "FALSE"}))
    return false;
  if (std::optional<Json> number = number_of(text))
    return *number;
  return text;
}

/// yaml-cpp gives `"\N"` and `"\_"` (a next line, a no-break space) as the one byte of Latin-1. The
/// input is UTF-8, so no other byte stands alone.
std::string scalar_bytes(const std::string& text) {
  if (is_utf8(text))
    return text;
  std::string out;
  for (size_t at = 0, length = 0; at < text.size(); at += length) {
    if (!decode_utf8(text, at, length))
      out += '\xC2';
    out.append(text, at, length);
  }
  return out;
}

struct Stop {
  YAML::Mark mark;
  std::string what;
};

/// Builds the value from events; an alias is a copy of what its anchor names, and all copies
/// together are bounded.
class YamlBuilder : public YAML::EventHandler {
 public:
  Json root;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    put(mark, nullptr, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto found = x_anchors.find(anchor);
    if (found == x_anchors.end())
      throw Stop{mark, "an alias stands inside what it names"};
    if (x_open.size() + found->second.depth > kMaxDepth)
      throw Stop{mark, "nested deeper than " + std::to_string(kMaxDepth) + " levels"};
    spend(mark, found->second.cost);
    put(mark, found->second.value, 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& raw) override {
    std::string value = scalar_bytes(raw);
    bool plain = tag == "?" || tag.empty();
    if (tag == "tag:yaml.org,2002:null")
      put(mark, nullptr, anchor);
    else if (plain || one_of(tag, {"tag:yaml.org,2002:int", "tag:yaml.org,2002:float",
                                   "tag:yaml.org,2002:bool"}))
      put(mark, plain_scalar(value), anchor, value);
    else
      put(mark, value, anchor, value);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, Json::array(), anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, Json::object(), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    Json value;
    YAML::anchor_t anchor = 0;
    bool has_key = false;
    std::string key;
    std::set<std::string> keys;
    size_t cost = 0;   ///< what a copy of it would take
    size_t depth = 1;  ///< levels in it
    YAML::Mark mark;
  };
  struct Anchor {
    Json value;
    size_t cost = 0;
    size_t depth = 0;
  };

  void spend(const YAML::Mark& mark, size_t cost) {
    x_spent += cost;
    if (x_spent > kMaxDocumentBytes)
      throw Stop{mark, "its aliases expand to more than " + human_size(kMaxDocumentBytes)};
  }

  void open(const YAML::Mark& mark, Json value, YAML::anchor_t anchor) {
    if (x_open.size() >= kMaxDepth)
      throw Stop{mark, "nested deeper than " + std::to_string(kMaxDepth) + " levels"};
    if (!x_open.empty() && x_open.back().value.is_object() && !x_open.back().has_key)
      throw Stop{mark, "a key that is not a scalar"};
    Frame frame;
    frame.value = std::move(value);
    frame.anchor = anchor;
    frame.mark = mark;
    x_open.push_back(std::move(frame));
  }

  void close() {
    Frame frame = std::move(x_open.back());
    x_open.pop_back();
    place(frame.mark, std::move(frame.value), frame.anchor, frame.cost + sizeof(Json), frame.depth);
  }

  void put(const YAML::Mark& mark, Json value, YAML::anchor_t anchor,
           const std::string& text = {}) {
    if (!x_open.empty() && x_open.back().value.is_object() && !x_open.back().has_key) {
      if (value.is_structured())
        throw Stop{mark, "a key that is not a scalar"};
      Frame& frame = x_open.back();
      frame.key = value.is_string() ? value.get<std::string>() : text.empty() ? value.dump() : text;
      if (frame.keys.size() >= kMaxKeys)
        throw Stop{mark, "an object of more than " + std::to_string(kMaxKeys) + " keys"};
      if (!frame.keys.insert(frame.key).second)
        throw Stop{mark, "the key '" + bounded(frame.key) + "' stands twice"};
      frame.has_key = true;
      if (anchor != 0)
        x_anchors[anchor] = {Json(frame.key), sizeof(Json) + frame.key.size(), 0};
      return;
    }
    size_t cost = sizeof(Json) + (value.is_structured() ? value.dump().size() : text.size());
    place(mark, std::move(value), anchor, cost, 0);
  }

  void place(const YAML::Mark& mark, Json value, YAML::anchor_t anchor, size_t cost, size_t depth) {
    if (++x_values > kMaxValues)
      throw Stop{mark, "more than " + count_of(kMaxValues, "value")};
    if (anchor != 0) {
      spend(mark, cost);
      x_anchors[anchor] = {value, cost, depth};
    }
    if (x_open.empty()) {
      root = std::move(value);
      return;
    }
    Frame& frame = x_open.back();
    frame.cost += cost;
    frame.depth = std::max(frame.depth, depth + 1);
    if (frame.value.is_array()) {
      frame.value.push_back(std::move(value));
    } else {
      frame.cost += frame.key.size() + sizeof(Json);
      frame.value.get_ref<Json::object_t&>().emplace_back(std::move(frame.key), std::move(value));
      frame.has_key = false;
    }
  }

  std::vector<Frame> x_open;
  std::map<YAML::anchor_t, Anchor> x_anchors;
  size_t x_spent = 0;
  size_t x_values = 0;
};

/// Reads from memory without a copy.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* start = const_cast<char*>(text.data());
    setg(start, start, start + text.size());
  }
};

[[noreturn]] void stop(std::string_view source, const YAML::Mark& mark, const std::string& what) {
  std::string place = mark.is_null() ? std::string()
                                     : "line " + std::to_string(mark.line + 1) + ", column " +
                                           std::to_string(mark.column + 1) + ": ";
  constexpr size_t kMost = 200;  // the parser's own words may quote a name
  fail(std::string(source) + ": " + place + printable(beginning(what, kMost)));
}

/// yaml-cpp keeps each bracket of a line, which may begin a key, before it tells of the first: no
/// handler can stop it. So many that are open at once are no text, whatever stands in quotes.
void refuse_open_brackets(std::string_view text, std::string_view source) {
  constexpr size_t kMostOpen = 4096;
  YAML::Mark at;
  at.line = at.column = 0;
  size_t open = 0;
  for (const char c : text) {
    if (c == '[' || c == '{')
      ++open;
    else if ((c == ']' || c == '}') && open > 0)
      --open;
    if (open > kMostOpen)
      stop(source, at, "nested deeper than " + std::to_string(kMaxDepth) + " levels");
    ++at.column;
    if (c == '\n') {
      open = 0;
      at.column = 0;
      ++at.line;
    }
  }
}

}  // namespace

std::string write_yaml(const Json& value, const std::vector<YamlHeading>& headings) {
  return Writer(headings).write(value);
}

Json parse_yaml(std::string_view text, std::string_view source) {
  if (text.size() > kMaxDocumentBytes)
    fail("cannot read " + std::string(source) + ": it is over " + human_size(kMaxDocumentBytes));
  if (!is_utf8(text))
    fail(std::string(source) + ": it is not UTF-8");
  // YAML has no such character, and yaml-cpp takes it for a backslash.
  if (size_t at = text.find('\0'); at != std::string_view::npos)
    fail(std::string(source) + ": line " +
         std::to_string(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n') + 1) +
         ": it holds a NUL byte");
  refuse_open_brackets(text, source);
  ViewBuffer buffer(text);
  std::istream stream(&buffer);
  YamlBuilder builder;
  try {
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    Json root = std::move(builder.root);
    if (parser.HandleNextDocument(builder))
      fail(std::string(source) + ": it holds more than one YAML document");
    return root;
  } catch (const Stop& problem) {
    stop(source, problem.mark, problem.what);
  } catch (const YAML::Exception& problem) {
    stop(source, problem.mark, problem.msg);
  }
}

}  // namespace handoff::formats
