#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ops/brief/brief_words.hpp"

namespace handoff::ops {

/// A text of an item that can be missing, or be there up to somewhere.
struct Part {
  std::string text;
  int worth;
  bool whole = false;   ///< does not give way to others of its rank: what was rejected, and marks
  size_t eighths = 8;   ///< of the room that a text has where all are cut: what says more has more
  bool leads = false;   ///< its beginning comes before what else there is of any kind
  bool in_one = false;  ///< is not cut
  bool binds = false;   ///< clauses that turn what it says stay where it is cut
  std::vector<Marked> marked = {};  ///< its marks and such clauses, found by the Layout
};

/// One line of a section, before it is known whether there is room for it. Its first part is there
/// where anything of it is.
struct Item {
  std::vector<Part> parts;
  std::string mark = {};  ///< stands behind the parts, also where some are missing
  bool always = false;    ///< stays whatever the brief is about

  std::string text() const;  ///< all of it
};

struct Section {
  std::string heading;   ///< empty: the items stand by themselves
  std::string singular;  ///< what an item is, for the line of what was left out
  std::string plural;
  std::vector<Item> items = {};
  bool binds = false;  ///< that some of it is not there is said in any case
};

/// Lays sections out within a number of bytes, in the order in which they are given. What a reader
/// cannot do without is there first, of every kind: texts of one rank share the room evenly, each
/// up to the end of a phrase. Then the rest of them, what is worth most first, until the room is
/// used to its end.
class Layout {
 public:
  Layout(std::vector<Section> sections, size_t bytes);

  std::string text() const;
  size_t dropped() const;                ///< items that are not there
  size_t dropped(size_t section) const;  ///< of one section
  /// Has the text no line of a section of which each reader needs one?
  bool is_silent_on(size_t section) const;
  size_t shortened() const;  ///< items that are there, but not whole
  bool whole() const { return dropped() == 0 && shortened() == 0; }
  const std::vector<Section>& sections() const { return x_sections; }

 private:
  /// A part up to `end`: what comes in one go, or not at all.
  struct Grant {
    size_t section, item, part;
    size_t from, end;
    int worth;
  };

  void pack();
  std::vector<Grant> grants(size_t share) const;
  void add_grants(std::vector<Grant>& all, Grant at, size_t share) const;
  bool follows(const Grant& grant) const;
  size_t cost_of(const Grant& grant) const;
  void clear();
  std::vector<Grant> fill(size_t& room, size_t share);
  void show(const Grant& grant);
  void use_up(size_t room, const std::vector<Grant>& missing);
  size_t& shown_of(const Grant& at) { return x_shown[at.section][at.item][at.part]; }
  size_t shown_of(const Grant& at) const { return x_shown[at.section][at.item][at.part]; }
  const Part& part_at(const Grant& at) const {
    return x_sections[at.section].items[at.item].parts[at.part];
  }
  bool is_there(size_t section, size_t item) const;
  std::string line(size_t section, size_t item) const;

  std::vector<Section> x_sections;
  size_t x_bytes;
  std::vector<std::vector<std::vector<size_t>>> x_shown;  ///< of each part: so many bytes
  std::vector<size_t> x_lines;                            ///< of each section: items that are there
};

/// At most `bytes` of a text, "..." behind it where it was cut, at the end of a word if possible,
/// never between words and the "[mark]" that is about them.
std::string cut_at_word(const std::string& text, size_t bytes);

}  // namespace handoff::ops
