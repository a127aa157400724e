#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// The parts that git's binary files are made of: numbers in network order, ids as bytes,
/// checksums.
namespace handoff::git {

void put_u16(std::string& into, uint32_t value);
void put_u32(std::string& into, uint32_t value);
/// Bytes at the start of `bytes`, which must hold four.
uint32_t get_u32(std::string_view bytes);

/// An object id as bytes, from lower-case hex.
std::string raw_oid(std::string_view hex);

/// The SHA-1 that ends packs, their indexes and the index: 20 bytes. It guards against accidents
/// only; ids of objects come from hash_object(), which also refuses forged collisions.
std::string checksum_of(std::string_view bytes);

}  // namespace handoff::git
