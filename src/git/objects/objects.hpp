#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::git {

/// Numbered as in a pack.
enum class ObjectType { commit = 1, tree, blob, tag };

std::string_view word_of(ObjectType type);  ///< "commit", "tree", "blob", "tag"

struct Object {
  ObjectType type = ObjectType::blob;
  std::string bytes;
};

/// The objects of a repository. Ids are full, lower-case hex. Two engines stand behind it: libgit2
/// where it can open the object store, `git` itself elsewhere (SHA-256).
class ObjectDatabase {
 public:
  virtual ~ObjectDatabase() = default;
  /// At most so many bytes of it, from its beginning. nullopt where it is not here (a partial clone
  /// is not asked to fetch it).
  virtual std::optional<Object> read(const std::string& oid, size_t most = SIZE_MAX) = 0;
  /// Stores and gives the id. What is there already is not written again.
  virtual std::string write(ObjectType type, std::string_view bytes) = 0;
  virtual bool contains(const std::string& oid) = 0;
  /// Bytes; nullopt where it is not here.
  virtual std::optional<size_t> size_of(const std::string& oid) = 0;

  /// The bytes of an object that must be a blob. Throws a Failure where it is missing or something
  /// else.
  std::string read_blob(const std::string& oid);
};

/// Opens the object store for reading, and for writing loose objects into `write_dir` (which must
/// exist), or into the store itself where that is empty.
std::unique_ptr<ObjectDatabase> open_objects(const Repository& repository,
                                             const std::string& write_dir = {});

/// The objects as they are stored, and as a push sends them, for a repository in which `git
/// replace` may have others shown in their place. Null where it has none: then open_objects() is
/// the same.
std::unique_ptr<ObjectDatabase> open_replaced_objects(const Repository& repository);

/// Opens a store of SHA-1 objects for reading, without a look at the repository. Throws a Failure
/// where it cannot.
std::unique_ptr<ObjectDatabase> open_sha1_store(const std::string& folder);

/// The id that git gives an object of a SHA-1 repository. Throws a Failure where the bytes are part
/// of a known collision attack.
std::string hash_object(ObjectType type, std::string_view bytes);

using Environment = std::vector<std::pair<std::string, std::optional<std::string>>>;

/// What makes a git child write its objects into `write_dir` and read the store as well.
Environment quarantine_environment(const Layout& layout, const std::string& write_dir);

/// Where the objects of all worktrees are. GIT_OBJECT_DIRECTORY is honoured.
std::string objects_dir(const Layout& layout);

/// A partial clone has packs whose missing objects a remote has promised.
bool has_promised_packs(const Layout& layout);
/// Which of these are in such a pack, as is, or is promised, all that they stand on. SHA-1 only.
std::vector<std::string> in_promised_packs(const Layout& layout, std::vector<std::string> oids);

}  // namespace handoff::git
