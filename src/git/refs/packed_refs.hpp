#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace handoff::git {

/// The packed-refs file of a repository, mapped and searched in place: with 100,000 refs a look-up
/// touches a few pages. Refs that are loose as well are out of date here.
class PackedRefs {
 public:
  /// An absent file is an empty one; null where it cannot be read. As long as the file is the same,
  /// a thread is given the mapping of its last call.
  static std::shared_ptr<const PackedRefs> open(const std::string& common_dir);

  PackedRefs(const PackedRefs&) = delete;
  PackedRefs& operator=(const PackedRefs&) = delete;
  ~PackedRefs();

  struct Entry {
    std::string_view name;
    std::string_view oid;
  };
  /// What to do after an entry has been seen.
  enum class Next { go_on, skip_siblings_below, stop };

  /// Calls `see` for the refs whose name starts with `prefix`. `skip_siblings_below` leaves out
  /// what else lies in the same folder directly under the prefix. False where a line is not what
  /// git writes.
  bool each_under(const std::string& prefix, const std::function<Next(const Entry&)>& see) const;

 private:
  explicit PackedRefs(std::string_view bytes);
  static std::shared_ptr<const PackedRefs> map(int fd, size_t size);
  struct Line;
  std::optional<Line> line_at(size_t start) const;
  std::optional<size_t> lower_bound(std::string_view name, size_t from) const;

  std::string_view x_bytes;
  size_t x_begin = 0;  ///< behind the header
  bool x_sorted = false;
};

}  // namespace handoff::git
