#pragma once

#include <string>
#include <string_view>

namespace handoff {

/// The digest's 32 bytes (FIPS 180-4).
std::string sha256(std::string_view bytes);
/// RFC 2104.
std::string hmac_sha256(std::string_view key, std::string_view bytes);

}  // namespace handoff
