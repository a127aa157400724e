#pragma once

#include <set>
#include <string>

#include "cli/screen/terminal.hpp"
#include "model/json.hpp"

namespace handoff::cli {

/// "None.", "---", no letters at all.
bool says_nothing(const std::string& text);

/// What print_record() shows of a record: its fields, and what is in their items. All others
/// nothing here reads.
bool is_shown_above(const std::string& key);

/// The name of a field for a screen: `next action`; its secrets masked, control bytes visible.
std::string words_of_key(const std::string& key);

/// Keeps in mind what a screen has shown of a record, and prints the rest of it: every field, also
/// one that no part of this program knows, in the document's own order, what the tool asked git
/// behind the rest. So no word that is stored can be seen in JSON only.
class RestOfRecord {
 public:
  /// `to_be_read`: agents get what a person has read here. So all of it stands there, each text
  /// where it belongs and as it is; only plain words are left out that the screen has its own for.
  explicit RestOfRecord(bool to_be_read) : x_to_be_read(to_be_read) {}
  bool is_to_be_read() const { return x_to_be_read; }
  /// A text of the record that the screen shows.
  void shown_already(const std::string& text);
  void shown_already(const std::vector<std::string>& texts) {
    for (const std::string& text : texts)
      shown_already(text);
  }
  /// Prints what no text above held; nothing where all of it was shown.
  void print(const Terminal& terminal, const Json& record);

 private:
  /// What the screen shows of the field that is looked at.
  struct Above {
    bool by_item = false;  ///< state, source and the like of its items, in words
    bool any = true;
  };
  bool was_shown(const std::string& line, Above above) const;
  std::string left_of(const std::string& text, Above above) const;
  bool is_left_out(const std::string& key, const Json& value, Above above) const;
  Above inside(const std::string& key, Above above) const;
  bool has_rest(const Json& value, Above above) const;
  bool has_rest(const std::string& key, const Json& value, Above above) const;
  void print_value(const Terminal& terminal, const std::string& label, const Json& value,
                   size_t indent, Above above);
  void print_field(const Terminal& terminal, const std::string& key, Json value);

  bool x_to_be_read;
  std::set<std::string> x_exact = {};  ///< lines
  std::set<std::string> x_lines = {};  ///< folded
  std::string x_all = {};              ///< the same, one behind the other
};

}  // namespace handoff::cli
