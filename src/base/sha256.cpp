// The plain functions of OpenSSL, which need no set-up: what replaces them loads providers at the
// first call.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/sha256.hpp"

#include <openssl/sha.h>

namespace handoff {

std::string sha256(std::string_view bytes) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(reinterpret_cast<unsigned char*>(digest.data()), &context);
  return digest;
}

std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  std::string inner = key.size() > SHA256_CBLOCK ? sha256(key) : std::string(key);
  inner.resize(SHA256_CBLOCK);
  std::string outer = inner;
  for (size_t i = 0; i < inner.size(); ++i) {
    inner[i] = static_cast<char>(inner[i] ^ 0x36);
    outer[i] = static_cast<char>(outer[i] ^ 0x5c);
  }
  return sha256(outer + sha256(inner.append(bytes)));
}

}  // namespace handoff
