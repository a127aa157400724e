#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/secrets/secret_rule.hpp"

namespace handoff::formats {

/// Files that are larger are not searched: this many bytes take a second or less.
inline constexpr size_t kMostSearched = size_t{64} << 20;

/// One place that looks like a secret. The secret itself is not in here.
struct SecretHit {
  std::string rule;        ///< an id of secret_rules(): "github-token"
  size_t line = 0;         ///< from 1; 0 in a document
  std::string field = {};  ///< of a document: "remaining_tasks[1].name"
  size_t which = 0;        ///< the same where the secret is the same
  bool operator==(const SecretHit&) const = default;
};

std::span<const SecretRule> secret_rules();

/// What a rule finds, for people: "a GitHub token". The id itself where it is unknown.
std::string_view describe_secret(std::string_view rule);

/// Tokens of a known shape and private keys, in the order of the text. Published examples
/// (AKIAIOSFODNN7EXAMPLE) and placeholders (`ghp_xxxx...`) are none. Any bytes are fine; the time
/// is linear in the size.
std::vector<SecretHit> find_secrets(std::string_view text, SecretScope scope = SecretScope::file);

/// Why a path is held back by its name alone ("looks like a secret"); nullopt where nothing speaks
/// against it. `.env.example` and public keys pass; what only its content tells (*.pem) is left to
/// find_secrets.
std::optional<std::string> secret_file_name(std::string_view path);
/// The same, or because a token stands in it.
std::optional<std::string> secret_in_name(std::string_view path);

/// The text with each secret of either scope replaced by `[secret: <rule>]`.
std::string mask_secrets(std::string text);

}  // namespace handoff::formats
