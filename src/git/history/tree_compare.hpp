#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// One side of a changed file, as a tree has it.
struct FileInTree {
  std::string mode = {};  ///< octal, as stored: "100644"; empty where there is none
  std::string oid = {};   ///< hex
};

/// A file that two trees do not have alike.
struct ChangedFile {
  std::string path = {};
  FileInTree before = {}, after = {};
};

/// Compares trees of a SHA-1 repository in this process. Trees that were read are kept: the trees
/// of neighbours in history are mostly the same.
class TreeComparer {
 public:
  explicit TreeComparer(ObjectDatabase& objects) : x_objects(&objects) {}

  /// What `git diff-tree -r --no-renames` lists; an empty id is the empty tree. False where a tree
  /// is not here or damaged: ask git. May throw a Failure for the same reason.
  bool compare(const std::string& before, const std::string& after,
               std::vector<ChangedFile>& files);
  /// The paths alone.
  bool compare(const std::string& before, const std::string& after,
               std::vector<std::string>& paths);

 private:
  using Bytes = std::shared_ptr<const std::string>;
  Bytes read(std::string_view id);
  template <typename See>
  bool walk(std::string_view before, std::string_view after, std::string& folder, See& see);

  ObjectDatabase* x_objects;
  std::unordered_map<std::string, Bytes> x_trees = {};  ///< by raw id
  size_t x_kept = 0;                                    ///< bytes
};

}  // namespace handoff::git
