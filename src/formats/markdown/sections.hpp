#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::formats {

/// An ATX heading; level 0: the line is none.
struct Heading {
  size_t level = 0;
  std::string text = {};
};
Heading heading_of(std::string_view line);

struct TextSection {
  std::string heading = {};
  std::string body = {};
};
/// The sections of one heading level, in order. A heading of a higher level ends a section, deeper
/// ones stay in it; fenced text holds none.
std::vector<TextSection> sections_of(std::string_view markdown, size_t level);

/// `**Label:** text` (also behind a bullet), or a heading of level four and deeper.
struct Labelled {
  std::string label = {};  ///< in lower case
  std::string rest = {};   ///< what stands behind it on its line
};
std::optional<Labelled> label_of(std::string_view line);

/// The text of a list item without its bullet.
std::string without_bullet(std::string_view line);

}  // namespace handoff::formats
