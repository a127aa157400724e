#pragma once

#include <set>
#include <string>

#include "cli/screen/terminal.hpp"
#include "model/json.hpp"

namespace handoff::cli {

/// "None.", "---", no letters at all.
bool says_nothing(const std::string& text);

/// Keeps in mind what a screen has shown of a record, and prints the rest of it: every field, also
/// one that no part of this program knows, in the document's own order. So nothing that is stored
/// can be seen in JSON only.
class RestOfRecord {
 public:
  /// A text of the record that the screen shows.
  void shown_already(const std::string& text);
  /// Prints what no text above held; nothing where all of it was shown.
  void print(const Terminal& terminal, const Json& record);

 private:
  bool was_shown(const std::string& line) const;
  std::string left_of(const std::string& text) const;
  bool is_left_out(const std::string& key) const;
  bool has_rest(const Json& value) const;
  void print_value(const Terminal& terminal, const std::string& label, const Json& value,
                   size_t indent);

  bool x_told_by_item = false;         ///< of the field that is looked at
  std::set<std::string> x_lines = {};  ///< folded
  std::string x_all = {};              ///< the same, one behind the other
};

}  // namespace handoff::cli
