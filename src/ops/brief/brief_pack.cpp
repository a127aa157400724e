#include "ops/brief/brief_pack.hpp"

#include <algorithm>
#include <numeric>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kBullet = "- ";
constexpr std::string_view kCut = "...";
constexpr size_t kPiece = 110;     ///< bytes; a longer text is more than one piece
constexpr size_t kLeastRest = 40;  ///< a shorter rest is no piece of its own
constexpr size_t kLeastCut = 24;   ///< a piece that is cut shorter says nothing
constexpr int kLessForEachPiece = 60;
constexpr int kEssential = 5000;  ///< worth more: even so its end goes before what matters as much
constexpr int kLessOfEssential = 1100;
constexpr int kDecoration = 2000;  ///< worth less: goes before anything that is worth more

size_t bullet_of(const Section& section) { return section.heading.empty() ? 0 : kBullet.size(); }

/// Where a text can be cut, at most `bytes` in: behind a word, and not before or in the mark that
/// follows it.
size_t place_to_cut(const std::string& text, size_t bytes) {
  size_t most = utf8_prefix(text, bytes).size();
  for (size_t space = text.find_last_of(' ', most); space != std::string::npos && space > most / 2;
       space = text.find_last_of(' ', space - 1)) {
    size_t open = text.rfind('[', space), close = text.find(']', space);
    bool inside =
        open != std::string::npos && close != std::string::npos && text.find(']', open) == close;
    if (!inside && text.compare(space, 2, " [") != 0)
      return space;
  }
  // One long word: before its mark rather than in it.
  size_t open = text.rfind('[', most);
  bool inside = open != std::string::npos && open > 0 && text.find(']', open) >= most;
  return inside ? text.find_last_of(' ', open) == std::string::npos ? most : open - 1 : most;
}

}  // namespace

std::string cut_at_word(const std::string& text, size_t bytes) {
  if (text.size() <= bytes)
    return text;
  if (bytes <= kCut.size())
    return {};
  std::string cut = text.substr(0, place_to_cut(text, bytes - kCut.size()));
  cut.resize(cut.find_last_not_of(" ,;:(") + 1);
  return cut + std::string(kCut);
}

std::string Item::text() const {
  std::string all;
  for (const Piece& piece : pieces)
    all += piece.text;
  return all + mark;
}

void add_pieces(Item& item, const std::string& text, int worth) {
  std::string rest = text;
  bool goes_on = false;
  while (rest.size() > kPiece + kLeastRest) {
    size_t end = place_to_cut(rest, kPiece);
    if (end == 0 || rest.size() - end < kLeastRest)
      break;
    item.pieces.push_back({rest.substr(0, end), worth, goes_on});
    rest.erase(0, end);
    worth -= worth > kEssential ? kLessOfEssential : kLessForEachPiece;
    goes_on = true;
  }
  item.pieces.push_back({rest, worth, goes_on});
}

Layout::Layout(std::vector<Section> sections, size_t bytes) : x_sections(std::move(sections)) {
  for (const Section& section : x_sections)
    x_shown.emplace_back(section.items.size(), 0);
  x_lines.resize(x_sections.size(), 0);
  fill(bytes);
}

const Item& Layout::item_at(const Place& place) const {
  return x_sections[place.section].items[place.item];
}

std::vector<Layout::Place> Layout::by_worth() const {
  std::vector<Place> places;
  for (size_t s = 0; s < x_sections.size(); ++s)
    for (size_t i = 0; i < x_sections[s].items.size(); ++i)
      for (size_t p = 0; p < x_sections[s].items[i].pieces.size(); ++p)
        places.push_back({s, i, p});
  std::stable_sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    return item_at(a).pieces[a.piece].worth > item_at(b).pieces[b.piece].worth;
  });
  return places;
}

/// Is it the next piece of its item? What goes on does so behind what it goes on from.
bool Layout::follows(const Place& place) const {
  return shown_of(place.section, place.item) == place.piece;
}

/// What it takes, with the bullet and heading that it brings, and the "..." that comes or goes.
size_t Layout::cost_of(const Place& place) const {
  const Section& section = x_sections[place.section];
  const Item& item = item_at(place);
  auto goes_on_behind = [&](size_t piece) {
    return piece + 1 < item.pieces.size() && item.pieces[piece + 1].goes_on;
  };
  size_t bytes = item.pieces[place.piece].text.size();
  if (goes_on_behind(place.piece))
    bytes += kCut.size();
  if (place.piece > 0 && goes_on_behind(place.piece - 1))
    bytes -= std::min(bytes, kCut.size());
  if (place.piece == 0)
    bytes += bullet_of(section) + item.mark.size() + 1;
  if (x_lines[place.section] == 0 && place.piece == 0 && !section.heading.empty())
    bytes += section.heading.size() + 2;
  return bytes;
}

void Layout::fill(size_t room) {
  std::vector<Place> missing;
  bool is_full = false;
  for (const Place& place : by_worth()) {
    size_t cost = cost_of(place);
    bool decorates = item_at(place).pieces[place.piece].worth < kDecoration;
    if (!follows(place) || cost > room || (is_full && decorates)) {
      is_full = is_full || !decorates;
      missing.push_back(place);
      continue;
    }
    room -= cost;
    ++x_shown[place.section][place.item];
    x_lines[place.section] += place.piece == 0 ? 1 : 0;
  }
  cut_one(room, missing);
}

/// As much as there is room for of the piece that is worth most of those that are not there.
void Layout::cut_one(size_t room, const std::vector<Place>& missing) {
  for (const Place& place : missing) {
    if (!follows(place))
      continue;
    Piece& piece = x_sections[place.section].items[place.item].pieces[place.piece];
    size_t beside = cost_of(place) - std::min(cost_of(place), piece.text.size());
    if (beside + kLeastCut > room)
      continue;
    std::string cut = cut_at_word(piece.text, room - beside);
    if (cut.size() < kLeastCut)
      continue;
    // The rest of it is a piece that is missing.
    auto& pieces = x_sections[place.section].items[place.item].pieces;
    pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(place.piece) + 1,
                  {piece.text, piece.worth, false});
    pieces[place.piece].text = cut;
    ++x_shown[place.section][place.item];
    x_lines[place.section] += place.piece == 0 ? 1 : 0;
    return;
  }
}

std::string Layout::line(size_t section, size_t item) const {
  const Item& its = x_sections[section].items[item];
  std::string text(x_sections[section].heading.empty() ? "" : kBullet);
  size_t shown = shown_of(section, item);
  for (size_t p = 0; p < shown; ++p)
    text += its.pieces[p].text;
  bool goes_on = shown < its.pieces.size() && its.pieces[shown].goes_on;
  if (goes_on && !text.ends_with(kCut))
    text += kCut;
  return text + its.mark + "\n";
}

std::string Layout::text() const {
  std::string text;
  for (size_t s = 0; s < x_sections.size(); ++s) {
    if (x_lines[s] > 0 && !x_sections[s].heading.empty())
      text += x_sections[s].heading + ":\n";
    for (size_t i = 0; i < x_sections[s].items.size(); ++i)
      if (shown_of(s, i) > 0)
        text += line(s, i);
  }
  return text;
}

size_t Layout::dropped(size_t section) const {
  return x_sections[section].items.size() - x_lines[section];
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
    for (size_t i = 0; i < x_sections[s].items.size(); ++i)
      count += shown_of(s, i) > 0 && shown_of(s, i) < x_sections[s].items[i].pieces.size() ? 1 : 0;
  return count;
}

}  // namespace handoff::ops
