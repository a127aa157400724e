#pragma once

#include <string>
#include <vector>

namespace handoff {

/// Ids that this clone has to remember, one a line in a file that only grows: which records were
/// made here, which commits were published. Many may write at once.
class IdList {
 public:
  explicit IdList(std::string path) : x_path(std::move(path)) {}
  bool contains(const std::string& id) const;
  /// Adds those that are not in it. They are on the disk, the file's name too, before it returns.
  /// Throws a Failure that names the file.
  void add(const std::vector<std::string>& ids) const;

 private:
  std::string lines() const;  ///< each with a line end before and behind it
  std::string x_path;
};

}  // namespace handoff
