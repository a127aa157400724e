#pragma once

#include <cstddef>
#include <string>

namespace handoff {

/// The end of a file of lines: whole lines, at most so many bytes of them.
struct FileEnd {
  std::string text = {};
  bool cut = false;  ///< there is more before them
};

/// Empty where there is no such file. Bookkeeping that came along with a copied repository may have
/// any size: what is older than the end of it is not looked at.
FileEnd read_file_end(const std::string& path, size_t max_bytes);

}  // namespace handoff
