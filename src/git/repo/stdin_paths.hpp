#pragma once

#include <string_view>

namespace handoff::git {

/// Can `hash-object --stdin-paths` be given this path as a line? What begins with a quote is
/// unquoted there.
inline bool fits_a_line(std::string_view path) {
  return path.find('\n') == std::string_view::npos && !path.starts_with('"');
}

}  // namespace handoff::git
