#include "formats/markdown/sections.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/markdown/markdown_text.hpp"

namespace handoff::formats {

Heading heading_of(std::string_view line) {
  constexpr size_t kNowhere = std::string_view::npos;
  size_t at = std::min(line.find_first_not_of(' '), line.size());
  size_t level = std::min(line.find_first_not_of('#', at), line.size()) - at;
  if (at > 3 || level == 0 || level > 6 ||
      (at + level < line.size() && line[at + level] != ' ' && line[at + level] != '\t'))
    return {};
  std::string text = trim(line.substr(at + level));
  if (size_t end = text.find_last_not_of('#'); end == kNowhere)
    text.clear();
  else if (end + 1 < text.size() && text[end] == ' ')
    text = trim(text.substr(0, end));
  return {level, text};
}

std::vector<TextSection> sections_of(std::string_view markdown, size_t level) {
  std::vector<TextSection> sections;
  FenceTracker fences;
  bool open = false;
  for (const std::string& line : split_lines(markdown)) {
    Heading here = fences.inside(line) ? Heading{} : heading_of(line);
    if (here.level == level) {
      sections.push_back({here.text, ""});
      open = true;
    } else if (here.level > 0 && here.level < level) {
      open = false;
    } else if (open) {
      sections.back().body += line + "\n";
    }
  }
  return sections;
}

std::string without_bullet(std::string_view line) {
  std::string text = trim(line);
  if (text.starts_with("- ") || text.starts_with("* ") || text.starts_with("+ "))
    text = trim(std::string_view(text).substr(2));
  return text;
}

std::optional<Labelled> label_of(std::string_view line) {
  constexpr size_t kLevelOfLabels = 4;
  std::string text = trim(line);
  if (Heading heading = heading_of(text); heading.level >= kLevelOfLabels)
    return Labelled{to_lower(heading.text), ""};
  text = without_bullet(text);
  size_t end = text.starts_with("**") ? text.find("**", 2) : std::string::npos;
  if (end == std::string::npos)
    return std::nullopt;
  std::string label = text.substr(2, end - 2);
  std::string rest = trim(std::string_view(text).substr(end + 2));
  if (label.ends_with(":"))
    label.pop_back();
  else if (rest.starts_with(":"))
    rest = trim(std::string_view(rest).substr(1));
  else
    return std::nullopt;
  return Labelled{to_lower(trim(label)), rest};
}

}  // namespace handoff::formats
