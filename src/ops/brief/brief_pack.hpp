#pragma once

#include <string>
#include <vector>

namespace handoff::ops {

/// One line of a section, before it is known whether there is room for it.
struct Item {
  std::string head;       ///< what is cut last of all
  std::string tail = {};  ///< behind it, cut first
  std::string mark = {};  ///< stands behind both, also where they are cut
  bool always = false;    ///< stays whatever the brief is about
};

struct Section {
  std::string heading;   ///< empty: the items stand by themselves
  std::string singular;  ///< what an item is, for the line of what was left out
  std::string plural;
  size_t weight = 1;       ///< how much more room than others it may take where items have to go
  bool essential = false;  ///< its items go only where nothing else is left
  std::vector<Item> items = {};
};

/// Lays sections out within a number of bytes: whole where they fit; else all lines are cut to one
/// length, at the ends of words; else items go, from the ends of the sections that take most.
class Layout {
 public:
  Layout(std::vector<Section> sections, size_t bytes);

  std::string text() const;
  bool whole() const { return x_limit == kNoLimit && dropped() == 0; }
  size_t dropped() const;
  size_t dropped(size_t section) const {
    return x_sections[section].items.size() - x_kept[section];
  }
  size_t shortened() const;  ///< items that are there, but not whole
  const std::vector<Section>& sections() const { return x_sections; }

 private:
  static constexpr size_t kNoLimit = static_cast<size_t>(-1);

  void fit();
  void drop(bool essential);
  void widen();
  size_t size(size_t limit) const;
  size_t longest() const;
  /// What stands behind the bullet and before the mark, where the line may have so many bytes.
  std::string cut_text(const Section& section, const Item& item, size_t limit) const;
  std::string line(const Section& section, const Item& item, size_t limit) const;
  size_t line_size(const Section& section, const Item& item, size_t limit) const;

  std::vector<Section> x_sections;
  std::vector<size_t> x_kept;  ///< how many items of each section stand there, from the front
  size_t x_room;
  size_t x_limit = kNoLimit;  ///< bytes of a line
  bool x_cut_heads = false;
};

/// At most `bytes` of a text, "..." behind it where it was cut, at the end of a word if possible.
std::string cut_at_word(const std::string& text, size_t bytes);

}  // namespace handoff::ops
