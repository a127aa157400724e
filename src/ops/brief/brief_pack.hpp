#pragma once

#include <string>
#include <vector>

#include "ops/brief/brief.hpp"

namespace handoff::ops {

/// One line of a section, before it is known whether there is room for it.
struct Item {
  std::string text;
  bool always = false;    ///< stays whatever the brief is about
  std::string mark = {};  ///< what stands behind it, also where it is cut
  std::string at_least =
      {};  ///< what of it stands there before any later section gets a byte; empty: nothing
};

struct Section {
  std::string heading;   ///< empty: the items stand by themselves
  std::string singular;  ///< what an item is, for the line of what was left out
  std::string plural;
  std::vector<Item> items = {};
  size_t share = 100;  ///< per cent of the room that it may take before the later ones had theirs
};

/// Fills a given number of bytes with the sections' items.
class Packer {
 public:
  Packer(std::vector<Section> sections, size_t bytes);

  void pack();
  std::string text() const;
  std::vector<LeftOutOfBrief> left_out() const;
  size_t shortened() const;  ///< items that are there, but not whole

 private:
  struct Line {
    std::string text = {};  ///< empty: left out
    bool whole = false;
  };

  void fill(size_t section, size_t room);
  bool secure(size_t section);
  size_t taken_by(size_t section) const;
  bool open(size_t section) const;
  Line fit(const Section& section, const std::string& text, const std::string& mark,
           size_t room) const;
  void put(size_t section, size_t item, Line line);

  std::vector<Section> x_sections;
  size_t x_whole;
  size_t x_room;
  std::vector<std::vector<Line>> x_taken;  ///< the line of each item
};

}  // namespace handoff::ops
