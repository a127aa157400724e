#pragma once

#include <limits>
#include <optional>
#include <string>

#include "base/failure.hpp"
#include "base/files.hpp"

namespace handoff {

/// The whole file, of what is only looked at: nullopt where it does not exist, has more bytes or
/// cannot be read, whatever the reason.
inline std::optional<std::string> peek_file(const std::string& path,
                                            size_t max_bytes = std::numeric_limits<size_t>::max()) {
  try {
    return read_file_at_most(path, max_bytes);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

}  // namespace handoff
