#include "ops/setup/jsonc.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/json/json.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kDeepest = 64;

/// A text, number, true, false or null.
Json scalar_of(std::string_view token) {
  Json value = Json::parse(token, nullptr, false);
  return value.is_discarded() ? Json() : value;
}

std::string unescaped(const std::string& key) {
  const Json value = scalar_of("\"" + key + "\"");
  return value.is_string() ? value.get<std::string>() : key;
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : x_text(text) {}

  std::optional<JsoncNode> document() {
    if (x_text.starts_with("\xEF\xBB\xBF"))
      x_at = 3;
    skip();
    JsoncNode node;
    if (!value(node, 0))
      return std::nullopt;
    skip();
    return x_at == x_text.size() && !x_broken ? std::optional(std::move(node)) : std::nullopt;
  }

 private:
  char here() const { return x_at < x_text.size() ? x_text[x_at] : '\0'; }

  /// White space and comments.
  void skip() {
    for (;;) {
      while (x_at < x_text.size() &&
             std::string_view(" \t\r\n").find(x_text[x_at]) != std::string_view::npos)
        ++x_at;
      std::string_view rest = x_text.substr(x_at);
      size_t end = std::string_view::npos;
      if (rest.starts_with("//"))
        end = rest.find('\n');
      else if (rest.starts_with("/*"))
        end = (end = rest.find("*/", 2)) == std::string_view::npos ? end : end + 2;
      else
        return;
      if (end == std::string_view::npos && rest.starts_with("/*"))
        x_broken = true;
      x_at = end == std::string_view::npos ? x_text.size() : x_at + end;
    }
  }

  bool string(std::string& into) {
    if (here() != '"')
      return false;
    size_t begin = ++x_at;
    while (x_at < x_text.size() && x_text[x_at] != '"' && x_text[x_at] != '\n')
      x_at += x_text[x_at] == '\\' ? 2 : 1;
    if (here() != '"')
      return false;
    into = x_text.substr(begin, x_at - begin);
    ++x_at;
    return true;
  }

  bool value(JsoncNode& node, size_t depth) {
    if (depth > kDeepest)
      return false;
    node.begin = x_at;
    bool good = true;
    if (here() == '{' || here() == '[') {
      node.kind = here() == '{' ? JsoncNode::Kind::object : JsoncNode::Kind::array;
      good = children(node, depth);
    } else if (here() == '"') {
      std::string text;
      good = string(text);
    } else {
      while (x_at < x_text.size() &&
             std::string_view(",]}/ \t\r\n").find(x_text[x_at]) == std::string_view::npos)
        ++x_at;
      good = x_at > node.begin;
    }
    node.end = x_at;
    return good;
  }

  bool children(JsoncNode& node, size_t depth) {
    bool object = node.kind == JsoncNode::Kind::object;
    char close = object ? '}' : ']';
    ++x_at;
    for (;;) {
      skip();
      if (here() == close) {
        ++x_at;
        return true;
      }
      JsoncNode child;
      child.key_begin = x_at;
      if (object) {
        if (!string(child.key))
          return false;
        if (contains(child.key, "\\"))
          child.key = unescaped(child.key);
        skip();
        if (here() != ':')
          return false;
        ++x_at;
        skip();
      }
      if (!value(child, depth + 1))
        return false;
      node.children.push_back(std::move(child));
      skip();
      if (here() == ',')
        ++x_at;
      else if (here() != close)
        return false;
    }
  }

  std::string_view x_text;
  size_t x_at = 0;
  bool x_broken = false;
};

/// The blanks at the start of the line that holds a place.
std::string indent_at(const std::string& text, size_t place) {
  size_t line = text.rfind('\n', place == 0 ? 0 : place - 1);
  line = line == std::string::npos ? 0 : line + 1;
  size_t end = text.find_first_not_of(" \t", line);
  return text.substr(line, (end == std::string::npos ? text.size() : std::min(end, place)) - line);
}

/// One step of indentation, as the text has it.
std::string indent_unit(const std::string& text) {
  for (const std::string& line : split_lines(text))
    if (!line.empty() && (line[0] == ' ' || line[0] == '\t'))
      return line.substr(0, line.find_first_not_of(" \t"));
  return "  ";
}

std::string indented(const std::string& item, const std::string& indent, const std::string& unit,
                     const std::string& newline) {
  std::string out;
  for (const std::string& line : split_lines(item)) {
    size_t steps = line.find_first_not_of(' ') / 2;
    out += newline + indent;
    for (size_t i = 0; i < steps; ++i)
      out += unit;
    out += line.substr(2 * steps);
  }
  return out;
}

/// Just behind the comma that follows a child, if one does (a comment may stand between).
size_t behind_comma(const std::string& text, size_t from, size_t limit) {
  for (size_t at = from; at < limit; ++at) {
    if (text[at] == ',')
      return at + 1;
    if (text.compare(at, 2, "//") == 0)
      at = std::min(text.find('\n', at), limit);
    else if (text.compare(at, 2, "/*") == 0)
      at = std::min(text.find("*/", at + 2) + 1, limit);
  }
  return from;
}

/// The end of a comment that stands behind a child on its line, `from` where there is none.
size_t behind_comment(const std::string& text, size_t from) {
  size_t at = text.find_first_not_of(" \t", from);
  if (at == std::string::npos || text.compare(at, 2, "//") != 0)
    return from;
  size_t end = std::min(text.find('\n', at), text.size());
  return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

}  // namespace

const JsoncNode* JsoncNode::member(std::string_view name) const {
  auto found = std::find_if(children.rbegin(), children.rend(),
                            [&](const JsoncNode& child) { return child.key == name; });
  return kind != Kind::object || found == children.rend() ? nullptr : &*found;
}

std::optional<JsoncNode> parse_jsonc(std::string_view text) { return Scanner(text).document(); }

Json jsonc_value(std::string_view text, const JsoncNode& node) {
  if (node.kind == JsoncNode::Kind::other)
    return scalar_of(text.substr(node.begin, node.end - node.begin));
  const bool object = node.kind == JsoncNode::Kind::object;
  Json value = object ? Json::object() : Json::array();
  for (const JsoncNode& child : node.children) {
    if (object)
      value[child.key] = jsonc_value(text, child);
    else
      value.push_back(jsonc_value(text, child));
  }
  return value;
}

std::string jsonc_item(const Json& value) { return trim(formats::write_json(value)); }

std::string with_child(const std::string& text, const JsoncNode& container,
                       const std::string& item) {
  std::string newline = contains(text, "\r\n") ? "\r\n" : "\n";
  std::string unit = indent_unit(text);
  if (container.children.empty()) {
    std::string outer = indent_at(text, container.begin);
    std::string inner = text.substr(container.begin + 1, container.end - container.begin - 2);
    size_t at = container.begin + 1 + inner.find_last_not_of(" \t\r\n") +
                1;  // behind a comment, if there is one
    return text.substr(0, at) + indented(item, outer + unit, unit, newline) + newline + outer +
           text.substr(container.end - 1);
  }
  const JsoncNode& last = container.children.back();
  size_t comma = behind_comma(text, last.end, container.end - 1);
  size_t first = container.kind == JsoncNode::Kind::object ? last.key_begin : last.begin;
  std::string indent = indent_at(text, first);
  bool one_line = text.find('\n', container.begin) >= container.end;
  std::string put = indented(item, one_line ? indent + unit : indent, unit, newline);
  size_t at = behind_comment(text, comma);
  std::string separator = comma == last.end ? "," : "";
  return text.substr(0, last.end) + separator + text.substr(last.end, at - last.end) + put +
         text.substr(at);
}

void cut_children(const std::string& text, const JsoncNode& container,
                  const std::vector<bool>& gone, std::vector<JsoncCut>& cuts) {
  const std::vector<JsoncNode>& all = container.children;
  const bool is_object = container.kind == JsoncNode::Kind::object;
  const size_t limit = container.end - 1;
  size_t kept = all.size();  // the last one that stays
  for (size_t n = 0; n < all.size(); ++n) {
    if (!gone[n]) {
      kept = n;
      continue;
    }
    size_t begin = is_object ? all[n].key_begin : all[n].begin;
    size_t end = behind_comma(text, all[n].end, limit);
    const bool has_comma = end != all[n].end, last = n + 1 == all.size();
    const size_t floor = n > 0 ? all[n - 1].end : container.begin + 1;
    // A line end that closes a comment stays, unless another follows.
    const size_t next = text.find_first_not_of(" \t\r", end);
    const bool closes = contains(std::string_view(text).substr(floor, begin - floor), "//") &&
                        next != std::string::npos && text[next] != '\n';
    const std::string_view blanks = closes ? " \t" : " \t\r\n";
    while (begin > floor && blanks.find(text[begin - 1]) != std::string_view::npos)
      --begin;
    if (last && kept == all.size()) {
      const size_t from = container.begin + 1;
      if (!contains(std::string_view(text).substr(from, begin - from), "//"))
        end = limit;
    } else if (last && !has_comma) {  // nor has the one before it then
      const size_t comma = behind_comma(text, all[kept].end, limit) - 1;
      cuts.push_back({comma, comma + 1});
    }
    cuts.push_back({begin, end});
  }
}

std::string without_cuts(const std::string& text, std::vector<JsoncCut> cuts) {
  std::ranges::sort(cuts, [](const JsoncCut& a, const JsoncCut& b) { return a.begin < b.begin; });
  std::string left;
  size_t at = 0;
  for (const JsoncCut& cut : cuts) {
    left.append(text, at, cut.begin - at);
    at = cut.end;
  }
  return left.append(text, at);
}

std::string without_child(const std::string& text, const JsoncNode& container, size_t n) {
  std::vector<bool> gone(container.children.size());
  gone[n] = true;
  std::vector<JsoncCut> cuts;
  cut_children(text, container, gone, cuts);
  return without_cuts(text, std::move(cuts));
}

}  // namespace handoff::ops
