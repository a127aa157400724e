#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// An object that goes into a pack.
struct PackedObject {
  std::string oid;  ///< hex, SHA-1
  ObjectType type = ObjectType::blob;
  std::string_view bytes;
};

/// A pack and its index (version 2 of both, gitformat-pack(5) of git), as bytes.
struct Pack {
  std::string name;  ///< "pack-<hash>", of the pack's own checksum: the files' name without ending
  std::string pack;
  std::string idx;
};

/// Each object is stored whole: `git gc` makes deltas. `level` is zlib's, -1 to 9. Each id at most
/// once; at most 2 GiB in all (Failure).
Pack make_pack(std::vector<PackedObject> objects, int level);

}  // namespace handoff::git
