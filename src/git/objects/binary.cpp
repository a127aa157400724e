// The plain functions of OpenSSL, which need no set-up: what replaces them loads providers at the
// first call.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "git/objects/binary.hpp"

#include <charconv>

#include <openssl/sha.h>

namespace handoff::git {

void put_u16(std::string& into, uint32_t value) {
  into += static_cast<char>((value >> 8) & 0xFF);
  into += static_cast<char>(value & 0xFF);
}

void put_u32(std::string& into, uint32_t value) {
  put_u16(into, value >> 16);
  put_u16(into, value);
}

uint32_t get_u32(std::string_view bytes) {
  uint32_t value = 0;
  for (char c : bytes.substr(0, 4))
    value = (value << 8) | static_cast<unsigned char>(c);
  return value;
}

std::string raw_oid(std::string_view hex) {
  std::string raw;
  raw.reserve(hex.size() / 2);
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(hex.data() + i, hex.data() + i + 2, value, 16);
    raw += static_cast<char>(value);
  }
  return raw;
}

std::string checksum_of(std::string_view bytes) {
  std::string digest(SHA_DIGEST_LENGTH, '\0');
  SHA_CTX context;
  SHA1_Init(&context);
  SHA1_Update(&context, bytes.data(), bytes.size());
  SHA1_Final(reinterpret_cast<unsigned char*>(digest.data()), &context);
  return digest;
}

}  // namespace handoff::git
