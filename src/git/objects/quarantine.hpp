#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/pack_writer.hpp"

namespace handoff::git {

/// New objects, kept out of the store until they are all there, then brought in as one pack.
///
/// A `git gc --prune=now` beside us removes loose objects that nothing refers to yet. Objects in
/// here it does not know; the pack carries a `.keep` file, which a repack respects, until
/// release(), when a ref holds them. Lives in `<common-dir>/handoff/work/<pid>-<random>/`; what a
/// kill leaves there is removed by remove_leftovers().
///
/// What is written stays in memory until a git child has to see it: the first call of environment()
/// writes it out as loose objects, and from then on each one at once. (SHA-256: from the start.)
class Quarantine {
 public:
  explicit Quarantine(const Repository& repository);
  ~Quarantine();  ///< drops what was not staged; drops the keep file where release() was not
                  ///< reached
  Quarantine(const Quarantine&) = delete;
  Quarantine& operator=(const Quarantine&) = delete;

  /// Writes an object and remembers it for stage().
  std::string write(ObjectType type, std::string_view bytes);
  /// Objects that git children wrote here, or that lie in the store with no ref to hold them
  /// (staged blobs).
  void add(const std::string& oid);
  /// What is here and what is in the store.
  ObjectDatabase& objects();
  /// For git children that read these objects or write more.
  const Environment& environment() const;
  /// The same for one that may run hooks and filters. What these write here, and what they point a
  /// ref at, is not ours to drop: it goes to the store in the end.
  const Environment& environment_for_programs() const;
  /// A place for other files of the operation, removed with it.
  const std::string& folder() const { return x_folder; }

  /// Makes one kept pack of everything and adds it to what comes into place with `group`. Nothing
  /// to move is no error.
  void stage(FileGroup& group);
  /// The ref exists: the pack needs no keep file any more.
  void release();

 private:
  class NewObjects;
  /// What is to be packed, from memory; nullopt where git has to do it.
  std::optional<Pack> pack_in_memory();
  /// In the work folder; gives its path without an ending.
  std::string let_git_make_pack();
  /// Where the pack of this name goes, without an ending; empty where it is there already.
  std::string keep_place_for(const std::string& name);

  const Repository& x_repository;
  std::string x_folder;
  std::unique_ptr<NewObjects> x_objects;
  std::vector<std::string> x_oids;
  std::string x_keep_file;
};

/// A git that sees the objects of the store, and nothing else of what came with a copied clone: no
/// configuration, attributes, replaced objects or commit-graph.
struct Apart {
  std::string folder;  ///< where to run it
  Environment environment;
};
/// It lives as long as the quarantine's folder.
Apart repository_apart(const Repository& repository, const Quarantine& quarantine);

/// Removes the work folders of processes that are gone, with their keep files and any `index.lock`
/// that is a hard link to an index prepared there (whose it is needs no further proof). Returns how
/// many.
size_t remove_leftovers(const Repository& repository);

}  // namespace handoff::git
