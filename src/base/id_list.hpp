#pragma once

#include <string>
#include <vector>

namespace handoff {

/// Ids that this clone has to remember, one a line in a file that only grows: which records were
/// imported, which commits were published. Many may write at once.
class IdList {
 public:
  /// `kind`: each line has the user's seal, and one without it counts only where no key can be had.
  explicit IdList(std::string path, std::string kind = {})
      : x_path(std::move(path)), x_kind(std::move(kind)) {}
  bool contains(const std::string& id) const;
  /// Adds those that are not in it. They are on the disk, the file's name too, before it returns.
  /// Throws a Failure that names the file.
  void add(const std::vector<std::string>& ids) const;

 private:
  std::string lines() const;  ///< each with a line end before and behind it
  bool stands_in(const std::string& lines, const std::string& id) const;
  std::string line_of(const std::string& id) const;
  std::string x_path, x_kind;
};

}  // namespace handoff
