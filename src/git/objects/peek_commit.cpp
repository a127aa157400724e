#include "git/objects/peek_commit.hpp"

#include "base/failure.hpp"
#include "git/objects/objects.hpp"

namespace handoff::git {

std::optional<Commit> peek_commit(const std::string& common_dir, const std::string& oid) {
  constexpr size_t kSha1Digits = 40, kMostBytes = 64u << 10;
  if (oid.size() != kSha1Digits)
    return std::nullopt;
  try {
    std::unique_ptr<ObjectDatabase> objects = open_sha1_store(common_dir + "/objects");
    std::optional<size_t> size = objects->size_of(oid);
    return size && *size <= kMostBytes ? read_commit(*objects, oid) : std::nullopt;
  } catch (const Failure&) {
    return std::nullopt;  // a damaged store is not looked into in passing
  }
}

}  // namespace handoff::git
