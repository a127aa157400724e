#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "base/text.hpp"
#include "formats/prose/extract.hpp"

namespace handoff::ops {

namespace {

struct Heading {
  size_t level = 0;
  std::string name = {};
};

std::optional<Heading> heading_of(std::string_view line) {
  size_t level = 0;
  while (level < line.size() && line[level] == '#')
    ++level;
  if (level == 0 || level > 6 || level == line.size() || line[level] != ' ')
    return std::nullopt;
  std::string name = trim(line.substr(level));
  while (!name.empty() && name.back() == '#')
    name.pop_back();
  return Heading{level, trim(name)};
}

/// The fence that a line opens or closes; length 0: it is none.
struct Fence {
  char mark = '`';
  size_t length = 0;
  explicit operator bool() const { return length > 0; }
};

Fence fence_of(std::string_view line) {
  size_t indent = line.find_first_not_of(' ');
  if (indent == std::string_view::npos || indent > 3)
    return {};
  char c = line[indent];
  if (c != '`' && c != '~')
    return {};
  size_t length = line.substr(indent).find_first_not_of(c);
  if (length == std::string_view::npos)
    length = line.size() - indent;
  return length >= 3 ? Fence{c, length} : Fence{};
}

bool only_fence(std::string_view line, char c) {
  return trim(line).find_first_not_of(c) == std::string::npos;
}

std::string marker_in(std::string_view line) {
  for (std::string_view word : {"TODO", "FIXME", "TBD", "XXX"})
    for (size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
      auto alnum = [&](size_t i) {
        return i < line.size() &&
               (std::isalnum(static_cast<unsigned char>(line[i])) || line[i] == '_');
      };
      if ((at == 0 || !alnum(at - 1)) && !alnum(at + word.size()))
        return std::string(word);
    }
  return {};
}

/// Follows the sections of a Markdown text.
class Sections {
 public:
  explicit Sections(std::vector<HalfFinished>& signs) : x_signs(signs) {}

  void heading(const Heading& heading, size_t line) {
    // A section that only holds subsections is not empty.
    if (x_open && x_empty && heading.level <= x_open->level)
      x_signs.push_back({x_line, "section '" + x_open->name + "' is empty"});
    x_path.resize(heading.level);
    x_path.back() = heading.name;
    std::string full = join(x_path, "\n");
    if (size_t first = x_seen.emplace(full, line).first->second; first != line)
      x_signs.push_back({line, "heading '" + heading.name + "' stands twice"});
    x_open = heading;
    x_line = line;
    x_empty = true;
  }
  void content() { x_empty = false; }
  void end() {
    if (x_open && x_empty)
      x_signs.push_back({x_line, "section '" + x_open->name + "' is empty"});
  }

 private:
  std::vector<HalfFinished>& x_signs;
  std::optional<Heading> x_open;
  std::vector<std::string> x_path;
  std::map<std::string, size_t> x_seen;
  size_t x_line = 0;
  bool x_empty = false;
};

}  // namespace

std::vector<HalfFinished> half_finished_in(std::string_view text, bool markdown) {
  std::vector<HalfFinished> signs;
  Sections sections(signs);
  Fence open;
  size_t opened_at = 0;
  size_t number = 0;
  for (const std::string& line : split_lines(text)) {
    ++number;
    if (markdown) {
      if (Fence fence = fence_of(line)) {
        sections.content();
        if (!open) {
          open = fence;
          opened_at = number;
        } else if (fence.mark == open.mark && fence.length >= open.length &&
                   only_fence(line, fence.mark)) {
          open = {};
        }
        continue;
      }
      if (open)
        continue;
      if (std::optional<Heading> heading = heading_of(line)) {
        sections.heading(*heading, number);
        continue;
      }
      if (!trim(line).empty())
        sections.content();
    }
    if (std::string marker = marker_in(line); !marker.empty())
      signs.push_back({number, marker});
  }
  if (open)
    signs.push_back({opened_at, "code block is not closed"});
  if (markdown)
    sections.end();
  return signs;
}

std::vector<ListedTask> tasks_in(std::string_view markdown) {
  std::vector<ListedTask> tasks;
  bool in_code = false;
  size_t number = 0;
  for (const std::string& line : split_lines(markdown)) {
    ++number;
    if (fence_of(line)) {
      in_code = !in_code;
      continue;
    }
    std::string text = trim(line);
    size_t bullet =
        text.starts_with("- ") || text.starts_with("* ") || text.starts_with("+ ") ? 1 : 0;
    if (bullet == 0) {
      while (bullet < text.size() && text[bullet] >= '0' && text[bullet] <= '9')
        ++bullet;
      if (bullet == 0 || bullet >= text.size() || (text[bullet] != '.' && text[bullet] != ')'))
        continue;
      ++bullet;
    }
    std::string rest = trim(std::string_view(text).substr(bullet));
    if (in_code || rest.size() < 3 || rest[0] != '[' || rest[2] != ']')
      continue;
    char mark = rest[1];
    if (std::string_view(" xX~-/").find(mark) == std::string_view::npos)
      continue;
    std::string name = trim(std::string_view(rest).substr(3));
    if (!name.empty())
      tasks.push_back(
          {number, name, mark == 'x' || mark == 'X', mark == '~' || mark == '-' || mark == '/'});
  }
  return tasks;
}

std::string comparable_name(std::string_view name) {
  std::string text = to_lower(trim(name));
  for (std::string_view word : {"task ", "step ", "phase "})
    if (text.starts_with(word)) {
      size_t end = text.find_first_not_of("0123456789.abc", word.size());
      if (end != std::string::npos && end > word.size() &&
          std::string_view(":-) ").find(text[end]) != std::string_view::npos)
        text = text.substr(end);
    }
  if (size_t remark = text.rfind(" (");
      remark != std::string::npos && text.ends_with(")") && remark > 3)
    text.resize(remark);
  std::string plain;
  for (char c : text) {
    bool keep =
        std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80;
    if (keep)
      plain += c;
    else if (!plain.empty() && plain.back() != ' ')
      plain += ' ';
  }
  return trim(plain);
}

std::string labelled_value(std::string_view markdown, std::string_view key) {
  std::string wanted = to_lower(key) + ":";
  for (const std::string& line : split_lines(markdown)) {
    std::string plain = trim(replace_all(line, "**", ""));
    while (plain.starts_with("- ") || plain.starts_with("* ") || plain.starts_with("# "))
      plain = trim(std::string_view(plain).substr(2));
    if (to_lower(plain).starts_with(wanted)) {
      std::string value = trim(std::string_view(plain).substr(wanted.size()));
      if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
        value = value.substr(1, value.size() - 2);
      return value;
    }
  }
  return {};
}

}  // namespace handoff::ops
