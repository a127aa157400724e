#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::git {

enum class ObjectType { commit, tree, blob, tag };

std::string_view word_of(ObjectType type);  ///< "commit", "tree", "blob", "tag"

struct Object {
  ObjectType type = ObjectType::blob;
  std::string bytes;
};

/// What the first digits of an id stand for.
struct ShortId {
  enum class Answer { one, none, several, ask_git } answer = Answer::ask_git;
  std::string oid = {};
  ObjectType type = ObjectType::blob;
};

/// The objects of a repository. Ids are full, lower-case hex. Two engines stand behind it: libgit2
/// where it can open the object store, `git` itself elsewhere (SHA-256).
class ObjectDatabase {
 public:
  virtual ~ObjectDatabase() = default;
  /// nullopt where it is not here (a partial clone is not asked to fetch it).
  virtual std::optional<Object> read(const std::string& oid) = 0;
  /// Stores and gives the id. What is there already is not written again.
  virtual std::string write(ObjectType type, std::string_view bytes) = 0;
  virtual bool contains(const std::string& oid) = 0;
  /// Bytes; nullopt where it is not here.
  virtual std::optional<size_t> size_of(const std::string& oid) = 0;
  /// The object whose id begins with these lower-case digits (4 to all of them).
  virtual ShortId resolve(std::string_view digits);

  /// The bytes of an object that must be a blob. Throws a Failure where it is missing or something
  /// else.
  std::string read_blob(const std::string& oid);
};

/// Opens the object store for reading, and for writing loose objects into `write_dir` (which must
/// exist), or into the store itself where that is empty.
std::unique_ptr<ObjectDatabase> open_objects(const Repository& repository,
                                             const std::string& write_dir = {});

/// The id that git gives an object of a SHA-1 repository. Throws a Failure where the bytes are part
/// of a known collision attack.
std::string hash_object(ObjectType type, std::string_view bytes);

/// Where the objects of all worktrees are. GIT_OBJECT_DIRECTORY is honoured.
std::string objects_dir(const Layout& layout);

}  // namespace handoff::git
