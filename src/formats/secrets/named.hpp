#pragma once

#include <cstddef>
#include <string_view>

#include "formats/secrets/scanned.hpp"
#include "formats/secrets/secret_rule.hpp"

namespace handoff::formats::secret_shapes {

/// The rule of a value that the name before it tells, and where it stands; nothing with an `end` of
/// 0.
struct NamedValue {
  std::string_view rule;
  size_t begin = 0, end = 0;
};

/// `password: ...`, `api_key=...`, `Authorization: Bearer ...`: a name, a sign or a word, a value.
/// `at`: where the name begins. In words for a record a password is what people make up, too, in a
/// file only what a program made.
NamedValue match_named_value(Scanned& scanned, size_t at, SecretScope scope);
/// `Basic bmFtZTpwYXNzd29yZA==`, `"auth": "..."`, `_auth=...`: a name and a password that looks
/// random, in base64. The end, or 0; `secret` is where it begins.
size_t match_basic_auth(Scanned& scanned, size_t at, size_t& secret);
/// The same of `curl -u name:password`, from the dash.
size_t match_curl_user(Scanned& scanned, size_t at, size_t& secret);

}  // namespace handoff::formats::secret_shapes
