#include "ops/brief/brief_pack.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kLeastLine = 56;  ///< a line that is cut shorter says nothing
constexpr std::string_view kBullet = "- ";
constexpr std::string_view kCut = "...";

/// What a line has beside the text of its item.
size_t frame_of(const Section& section, const Item& item) {
  return (section.heading.empty() ? 0 : kBullet.size()) + item.mark.size() + 1;
}

}  // namespace

std::string cut_at_word(const std::string& text, size_t bytes) {
  if (text.size() <= bytes)
    return text;
  if (bytes <= kCut.size())
    return {};
  std::string cut(utf8_prefix(text, bytes - kCut.size()));
  size_t space = cut.find_last_of(" ,;");
  if (space != std::string::npos && space >= cut.size() / 2 && text[cut.size()] != ' ')
    cut.resize(space);
  cut.resize(cut.find_last_not_of(" ,;:(") + 1);
  return cut + std::string(kCut);
}

Layout::Layout(std::vector<Section> sections, size_t bytes)
    : x_sections(std::move(sections)), x_room(bytes) {
  for (const Section& section : x_sections)
    x_kept.push_back(section.items.size());
  fit();
}

void Layout::fit() {
  if (size(kNoLimit) <= x_room)
    return;
  x_limit = kLeastLine;
  if (size(x_limit) > x_room)
    drop(false);
  if (size(x_limit) > x_room) {
    x_cut_heads = true;
    drop(true);
  }
  widen();
}

/// The longest lines that fit.
void Layout::widen() {
  size_t least = std::min(kLeastLine, x_room), most = longest() + 1;
  if (size(least) > x_room)
    least = 0;
  while (least + 1 < most) {
    size_t middle = least + (most - least) / 2;
    (size(middle) <= x_room ? least : most) = middle;
  }
  x_limit = least;
}

/// Takes items from the ends of the sections that take most for their weight, until the rest fits.
void Layout::drop(bool essential) {
  std::vector<size_t> taken(x_sections.size(), 0);
  for (size_t s = 0; s < x_sections.size(); ++s)
    for (size_t i = 0; i < x_kept[s]; ++i)
      taken[s] += line_size(x_sections[s], x_sections[s].items[i], x_limit);
  size_t all = size(x_limit);
  while (all > x_room) {
    size_t worst = x_sections.size();
    for (size_t s = 0; s < x_sections.size(); ++s) {
      size_t least = x_sections[s].essential && x_sections[s].heading.empty() ? 1 : 0;
      if (x_sections[s].essential == essential && x_kept[s] > least &&
          (worst == x_sections.size() ||
           taken[s] * x_sections[worst].weight > taken[worst] * x_sections[s].weight))
        worst = s;
    }
    if (worst == x_sections.size())
      return;
    const Section& section = x_sections[worst];
    size_t bytes = line_size(section, section.items[--x_kept[worst]], x_limit);
    taken[worst] -= bytes;
    all -= bytes + (x_kept[worst] == 0 ? section.heading.size() + 2 : 0);
  }
}

size_t Layout::longest() const {
  size_t bytes = 0;
  for (const Section& section : x_sections)
    for (const Item& item : section.items)
      bytes =
          std::max(bytes, kBullet.size() + item.head.size() + item.tail.size() + item.mark.size());
  return bytes;
}

size_t Layout::size(size_t limit) const {
  size_t bytes = 0;
  for (size_t s = 0; s < x_sections.size(); ++s) {
    const Section& section = x_sections[s];
    if (x_kept[s] > 0 && !section.heading.empty())
      bytes += section.heading.size() + 2;
    for (size_t i = 0; i < x_kept[s]; ++i)
      bytes += line_size(section, section.items[i], limit);
  }
  return bytes;
}

std::string Layout::cut_text(const Section& section, const Item& item, size_t limit) const {
  size_t frame = frame_of(section, item);
  size_t room = limit > frame ? limit - frame : 0;
  bool keep_head = section.essential && !x_cut_heads;
  if (item.head.size() > room && !keep_head)
    return cut_at_word(item.head, room);
  std::string tail = item.head.size() < room ? cut_at_word(item.tail, room - item.head.size()) : "";
  return item.head + (tail == kCut ? "" : tail);
}

std::string Layout::line(const Section& section, const Item& item, size_t limit) const {
  std::string bullet = section.heading.empty() ? "" : std::string(kBullet);
  bool whole = frame_of(section, item) + item.head.size() + item.tail.size() <= limit;
  return bullet + (whole ? item.head + item.tail : cut_text(section, item, limit)) + item.mark +
         "\n";
}

size_t Layout::line_size(const Section& section, const Item& item, size_t limit) const {
  size_t whole = frame_of(section, item) + item.head.size() + item.tail.size();
  return whole <= limit ? whole : frame_of(section, item) + cut_text(section, item, limit).size();
}

std::string Layout::text() const {
  std::string text;
  for (size_t s = 0; s < x_sections.size(); ++s) {
    const Section& section = x_sections[s];
    if (x_kept[s] > 0 && !section.heading.empty())
      text += section.heading + ":\n";
    for (size_t i = 0; i < x_kept[s]; ++i)
      text += line(section, section.items[i], x_limit);
  }
  return text;
}

size_t Layout::dropped() const {
  size_t count = 0;
  for (size_t s = 0; s < x_sections.size(); ++s)
    count += dropped(s);
  return count;
}

size_t Layout::shortened() const {
  size_t count = 0;
  for (size_t s = 0; s < x_sections.size(); ++s)
    for (size_t i = 0; i < x_kept[s]; ++i) {
      const Item& item = x_sections[s].items[i];
      bool whole = frame_of(x_sections[s], item) + item.head.size() + item.tail.size() <= x_limit;
      count += !whole && cut_text(x_sections[s], item, x_limit) != item.head + item.tail ? 1 : 0;
    }
  return count;
}

}  // namespace handoff::ops
