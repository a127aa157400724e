#pragma once

#include <string_view>

namespace handoff::formats {

/// One row of the documented table (docs/secrets.md).
struct SecretRule {
  std::string_view id;
  std::string_view what;  ///< for people: "a GitHub token"
};

/// Where a text comes from decides how much is worth an alarm.
enum class SecretScope {
  file,    ///< a file of a source tree: only what is hardly ever anything else
  record,  ///< words written for a record: also session tokens, passwords in any URL and
           ///< assignments
};

}  // namespace handoff::formats
