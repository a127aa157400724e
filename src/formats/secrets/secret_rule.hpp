#pragma once

#include <string_view>

namespace handoff::formats {

/// One row of the documented table (docs/secrets.md).
struct SecretRule {
  std::string_view id;
  std::string_view what;  ///< for people: "a GitHub token"
};

}  // namespace handoff::formats
