#include <cctype>
#include <map>
#include <optional>

#include "base/text.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/markdown/sections.hpp"
#include "formats/prose/extract.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::ops {

namespace {

using formats::Heading;

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

/// Anybody may have committed the document: enough to find the heading, too little to be told
/// something.
std::string named(const std::string& heading) {
  constexpr size_t kMostOfHeading = 60;
  const std::string masked = formats::mask_secrets(heading),
                    cut = formats::beginning(masked, kMostOfHeading);
  return "'" + cut + (cut.size() < masked.size() ? "..." : "") + "'";
}

/// Follows the sections of a Markdown text.
class Sections {
 public:
  explicit Sections(std::vector<HalfFinished>& signs) : x_signs(signs) {}

  void heading(const Heading& heading, size_t line) {
    // A section that only holds subsections is not empty.
    if (x_open && x_empty && heading.level <= x_open->level)
      x_signs.push_back({x_line, "section " + named(x_open->text) + " is empty"});
    x_path.resize(heading.level);
    x_path.back() = heading.text;
    std::string full = join(x_path, "\n");
    if (size_t first = x_seen.emplace(full, line).first->second; first != line)
      x_signs.push_back({line, "heading " + named(heading.text) + " stands twice"});
    x_open = heading;
    x_line = line;
    x_empty = true;
  }
  void content() { x_empty = false; }
  void end() {
    if (x_open && x_empty)
      x_signs.push_back({x_line, "section " + named(x_open->text) + " is empty"});
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
  formats::FenceTracker fences;
  size_t opened_at = 0;
  size_t number = 0;
  for (const std::string& line : split_lines(text)) {
    ++number;
    if (markdown) {
      bool before = fences.open();
      if (fences.inside(line)) {
        if (!before)
          opened_at = number;
        sections.content();
        continue;
      }
      if (Heading heading = formats::heading_of(line); heading.level > 0) {
        sections.heading(heading, number);
        continue;
      }
      if (!trim(line).empty())
        sections.content();
    }
    if (std::string marker = marker_in(line); !marker.empty())
      signs.push_back({number, marker});
  }
  if (fences.open())
    signs.push_back({opened_at, "code block is not closed"});
  if (markdown)
    sections.end();
  return signs;
}

std::vector<ListedTask> tasks_in(std::string_view markdown) {
  std::vector<ListedTask> tasks;
  formats::FenceTracker fences;
  size_t number = 0;
  for (const std::string& line : split_lines(markdown)) {
    ++number;
    if (fences.inside(line))
      continue;
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
    if (rest.size() < 3 || rest[0] != '[' || rest[2] != ']')
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
