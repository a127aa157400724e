#include "git/objects/read_blob.hpp"

#include "base/failure.hpp"
#include "base/text.hpp"

namespace handoff::git {

std::string read_blob_at_most(ObjectDatabase& objects, const std::string& oid, size_t max_bytes) {
  if (std::optional<size_t> size = objects.size_of(oid); size && *size > max_bytes)
    fail("object " + oid + " holds " + human_size(*size) + ", over " + human_size(max_bytes));
  return objects.read_blob(oid);
}

}  // namespace handoff::git
