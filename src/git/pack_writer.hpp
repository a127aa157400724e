#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "git/objects.hpp"

namespace handoff::git {

/// An object that goes into a pack.
struct PackedObject {
  std::string oid;  ///< hex, SHA-1
  ObjectType type = ObjectType::blob;
  std::string_view bytes;
};

/// Writes `<folder>/pack-<hash>.pack` and `.idx` (version 2 of both, gitformat-pack(5) of git) and gives
/// the hash, the pack's own checksum. Each object is stored whole: `git gc` makes deltas. `level` is
/// zlib's, -1 to 9. With `synced` both files are on the disk when it returns; their folder is not.
/// Each id at most once; at most 2 GiB in all (Failure).
std::string write_pack(const std::string& folder, std::vector<PackedObject> objects, int level, bool synced);

}  // namespace handoff::git
