#include "ops/brief/brief_pack.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace handoff::ops {

Packer::Packer(std::vector<Section> sections, size_t bytes)
    : x_sections(std::move(sections)), x_whole(bytes), x_room(bytes) {
  x_taken.resize(x_sections.size());
  for (size_t i = 0; i < x_sections.size(); ++i)
    x_taken[i].resize(x_sections[i].items.size());
}

void Packer::pack() {
  // Each section its share first, so that a long one does not starve those behind it; then what is
  // left.
  for (size_t s = 0; s < x_sections.size(); ++s) {
    if (!secure(s))
      return;  // nothing of less weight takes what little is left
    size_t share = x_whole * x_sections[s].share / 100;
    fill(s, share - std::min(share, taken_by(s)));
  }
  for (size_t s = 0; s < x_sections.size(); ++s)
    fill(s, x_room);
}

std::string Packer::text() const {
  std::string text;
  for (size_t s = 0; s < x_sections.size(); ++s) {
    bool opened = x_sections[s].heading.empty();
    for (const Line& line : x_taken[s]) {
      if (line.text.empty())
        continue;
      if (!opened)
        text += x_sections[s].heading + ":\n";
      opened = true;
      text += line.text;
    }
  }
  return text;
}

std::vector<LeftOutOfBrief> Packer::left_out() const {
  std::vector<LeftOutOfBrief> rows;
  for (size_t s = 0; s < x_sections.size(); ++s) {
    auto count = static_cast<size_t>(std::count_if(
        x_taken[s].begin(), x_taken[s].end(), [](const Line& line) { return line.text.empty(); }));
    if (count == 0)
      continue;
    const Section& section = x_sections[s];
    auto same = std::find_if(rows.begin(), rows.end(), [&](const LeftOutOfBrief& row) {
      return row.what == section.singular || row.what == section.plural;
    });
    if (same != rows.end()) {
      same->count += count;
      same->what = section.plural;
    } else {
      rows.push_back({count == 1 ? section.singular : section.plural, count});
    }
  }
  return rows;
}

size_t Packer::shortened() const {
  size_t count = 0;
  for (const std::vector<Line>& lines : x_taken)
    count += static_cast<size_t>(std::count_if(lines.begin(), lines.end(), [](const Line& line) {
      return !line.text.empty() && !line.whole;
    }));
  return count;
}

void Packer::put(size_t s, size_t i, Line line) {
  const Section& section = x_sections[s];
  size_t heading = section.heading.empty() || open(s) ? 0 : section.heading.size() + 2;
  x_room = x_room + x_taken[s][i].text.size() - line.text.size() - heading;
  x_taken[s][i] = std::move(line);
}

/// What has to stand there: as much of it as there is room at all. False: some of it is missing.
bool Packer::secure(size_t s) {
  const Section& section = x_sections[s];
  bool all = true;
  for (size_t i = 0; i < section.items.size(); ++i) {
    size_t heading = section.heading.empty() || open(s) ? 0 : section.heading.size() + 2;
    const std::string& least = section.items[i].at_least;
    if (least.empty())
      continue;
    Line line = x_room > heading ? fit(section, least, {}, x_room - heading) : Line{};
    all = all && !line.text.empty();
    if (line.text.empty())
      continue;
    line.whole = line.whole && least == section.items[i].text && section.items[i].mark.empty();
    put(s, i, std::move(line));
  }
  return all;
}

/// Adds items, or more of them, within so many further bytes.
void Packer::fill(size_t s, size_t room) {
  const Section& section = x_sections[s];
  room = std::min(room, x_room);
  for (size_t i = 0; i < section.items.size(); ++i) {
    Line& now = x_taken[s][i];
    if (now.whole)
      continue;
    size_t heading = section.heading.empty() || open(s) ? 0 : section.heading.size() + 2;
    size_t free = room + now.text.size();
    Line line = fit(section, section.items[i].text, section.items[i].mark,
                    free > heading ? free - heading : 0);
    bool more =
        line.text.size() > now.text.size() && contains(line.text, section.items[i].at_least);
    if (!more)
      continue;
    room -= heading + line.text.size() - now.text.size();
    put(s, i, std::move(line));
  }
}

size_t Packer::taken_by(size_t s) const {
  size_t bytes = open(s) && !x_sections[s].heading.empty() ? x_sections[s].heading.size() + 2 : 0;
  for (const Line& line : x_taken[s])
    bytes += line.text.size();
  return bytes;
}

bool Packer::open(size_t s) const {
  return std::any_of(x_taken[s].begin(), x_taken[s].end(),
                     [](const Line& line) { return !line.text.empty(); });
}

/// The line for an item: whole, or cut where it is longer than its part of the room; empty where
/// even that does not fit.
Packer::Line Packer::fit(const Section& section, const std::string& text, const std::string& mark,
                         size_t room) const {
  constexpr size_t kLeastWorth = 40;
  const std::string bullet = section.heading.empty() ? "" : "- ";
  size_t most = section.heading.empty() ? room : std::min(room, std::max<size_t>(120, x_whole / 5));
  if (bullet.size() + text.size() + mark.size() + 1 <= most)
    return {.text = bullet + text + mark + "\n", .whole = true};
  if (most < kLeastWorth + bullet.size() + mark.size())
    return {};
  return {.text = bullet + std::string(utf8_prefix(text, most - bullet.size() - mark.size() - 4)) +
                  "..." + mark + "\n"};
}

}  // namespace handoff::ops
