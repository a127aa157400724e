#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace handoff::ops {

/// A part of an item that can be missing.
struct Piece {
  std::string text;
  int worth;
  bool goes_on = false;  ///< the rest of a sentence: "..." stands there where it is missing
};

/// One line of a section, before it is known whether there is room for it. Its first piece is there
/// where anything of it is.
struct Item {
  std::vector<Piece> pieces;
  std::string mark = {};  ///< stands behind the pieces, also where some are missing
  bool always = false;    ///< stays whatever the brief is about

  std::string text() const;  ///< all of it
};

struct Section {
  std::string heading;   ///< empty: the items stand by themselves
  std::string singular;  ///< what an item is, for the line of what was left out
  std::string plural;
  std::vector<Item> items = {};
};

/// Adds a text to an item as pieces that are worth less the further back they stand, so that long
/// texts lose their ends before short ones go. No piece ends between words and the "[mark]" that is
/// about them.
void add_pieces(Item& item, const std::string& text, int worth);

/// Lays sections out within a number of bytes: the pieces that are worth most, in the order in
/// which they are given; the last one is cut at the end of a word, so that the room is used to its
/// end.
class Layout {
 public:
  Layout(std::vector<Section> sections, size_t bytes);

  std::string text() const;
  size_t dropped() const;                ///< items that are not there
  size_t dropped(size_t section) const;  ///< of one section
  size_t shortened() const;              ///< items that are there, but not whole
  bool whole() const { return dropped() == 0 && shortened() == 0; }
  const std::vector<Section>& sections() const { return x_sections; }

 private:
  struct Place {
    size_t section, item, piece;
  };

  std::vector<Place> by_worth() const;
  bool follows(const Place& place) const;
  size_t cost_of(const Place& place) const;
  void fill(size_t room);
  void cut_one(size_t room, const std::vector<Place>& missing);
  size_t shown_of(size_t section, size_t item) const { return x_shown[section][item]; }
  const Item& item_at(const Place& place) const;
  std::string line(size_t section, size_t item) const;

  std::vector<Section> x_sections;
  std::vector<std::vector<size_t>> x_shown;  ///< of each item: how many pieces are there
  std::vector<size_t> x_lines;               ///< of each section: how many items are there
};

/// At most `bytes` of a text, "..." behind it where it was cut, at the end of a word if possible,
/// never between words and the "[mark]" that is about them.
std::string cut_at_word(const std::string& text, size_t bytes);

}  // namespace handoff::ops
