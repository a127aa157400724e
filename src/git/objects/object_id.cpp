#include "git/objects/object_id.hpp"

#include "base/sha256.hpp"
#include "base/text.hpp"

namespace handoff::git {

std::string id_of_object(const Layout& layout, ObjectType type, std::string_view bytes) {
  if (layout.object_format == "sha1")
    return hash_object(type, bytes);
  std::string whole = std::string(word_of(type)) + " " + std::to_string(bytes.size()) + '\0';
  return to_hex(sha256(whole.append(bytes)));
}

}  // namespace handoff::git
