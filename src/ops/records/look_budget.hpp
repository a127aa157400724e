#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace handoff::ops {

/// What one command looks at of records that somebody else made, taken together: anybody may have
/// pushed any number of them, of any size. Past that they are counted and not read. One for the
/// process; a server begins anew with each request.
class LookBudget {
 public:
  static LookBudget& of_this_command();

  /// May so many bytes be read for this ref's sake? False: it is counted as not looked at.
  bool may_read(const std::string& ref, size_t bytes);
  /// The same of a document's bytes that are read: what they take once they are taken apart.
  bool may_take_apart(const std::string& ref, std::string_view document);
  void pass_over(const std::string& ref);

  size_t passed_over() const;
  /// For the user: "12 records were not looked at: ..."; empty where all were.
  std::string told() const;
  void begin_anew();
};

}  // namespace handoff::ops
