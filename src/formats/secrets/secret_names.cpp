// Files that are secrets by their name.

#include <algorithm>
#include <array>

#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/secrets/secrets.hpp"

namespace handoff::formats {

namespace {

bool is_sample_suffix(std::string_view word) {
  for (std::string_view sample : {"example", "sample", "template", "tmpl", "tpl", "dist",
                                  "defaults", "schema", "md", "j2", "erb"})
    if (word == sample)
      return true;
  return false;
}

bool is_sample(const std::string& name) {
  std::vector<std::string> words = split(replace_all(replace_all(name, "-", "."), "_", "."), '.');
  return std::ranges::any_of(words, [](const std::string& word) { return is_sample_suffix(word); });
}

constexpr auto kSecretNames = std::to_array<std::string_view>({"id_rsa",
                                                               "id_dsa",
                                                               "id_ecdsa",
                                                               "id_ed25519",
                                                               "id_ecdsa_sk",
                                                               "id_ed25519_sk",
                                                               ".netrc",
                                                               "_netrc",
                                                               ".pgpass",
                                                               ".git-credentials",
                                                               ".pypirc",
                                                               ".dockercfg",
                                                               ".dockerconfigjson",
                                                               ".htpasswd",
                                                               ".vault-token",
                                                               ".vault_pass",
                                                               ".dev.vars",
                                                               ".my.cnf",
                                                               "secring.gpg",
                                                               "master.key",
                                                               "secrets.yml",
                                                               "secrets.yaml",
                                                               "secrets.json",
                                                               "secrets.toml",
                                                               "terraform.tfstate",
                                                               "terraform.tfstate.backup",
                                                               ".terraformrc"});

constexpr auto kSecretEndings = std::to_array<std::string_view>(
    {".env", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".tfstate", ".agekey"});

constexpr auto kSecretPaths =
    std::to_array<std::string_view>({".aws/credentials", ".docker/config.json", ".kube/config"});

}  // namespace

std::optional<std::string> secret_file_name(std::string_view path) {
  std::string lower = to_lower(path);
  std::string name = base_name(lower);
  if (is_sample(name))
    return std::nullopt;
  auto named = [&](std::string_view known) { return name == known; };
  auto ends = [&](std::string_view ending) { return name.ends_with(ending); };
  auto lies_at = [&](std::string_view place) {
    return lower == place || lower.ends_with("/" + std::string(place));
  };
  bool secret =
      name.starts_with(".env.") || (name.starts_with("client_secret") && name.ends_with(".json")) ||
      std::ranges::any_of(kSecretNames, named) || std::ranges::any_of(kSecretEndings, ends) ||
      std::ranges::any_of(kSecretPaths, lies_at);
  if (!secret)
    return std::nullopt;
  return "looks like a secret";
}

std::optional<std::string> secret_in_name(std::string_view path) {
  if (auto reason = secret_file_name(path))
    return reason;
  const std::vector<SecretHit> hits = find_secrets(path);
  if (hits.empty())
    return std::nullopt;
  return "looks like a secret: " + hits.front().rule + " in its name";
}

}  // namespace handoff::formats
