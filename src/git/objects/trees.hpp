#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "git/objects/quarantine.hpp"

namespace handoff::git {

/// Bytes of a path, as PATH_MAX has it: a record that names a longer one is damaged.
constexpr size_t kLongestPath = 4096;

/// File modes as trees and the index hold them.
inline constexpr uint32_t kModeFolder = 0040000;
inline constexpr uint32_t kModeFile = 0100644;
inline constexpr uint32_t kModeExecutable = 0100755;
inline constexpr uint32_t kModeSymlink = 0120000;
inline constexpr uint32_t kModeGitlink = 0160000;
/// Has it content of its own: no folder, link or submodule?
constexpr bool is_file_mode(uint32_t mode) { return mode == kModeFile || mode == kModeExecutable; }

struct TreeEntry {
  uint32_t mode = 0;
  std::string name;  ///< one path component
  std::string oid;   ///< hex
};

/// A path to set (mode and oid) or to remove (nullopt) in a tree.
struct TreeEdit {
  std::string path;
  uint32_t mode = 0;  ///< 0: remove
  std::string oid = {};
};

/// Decodes a tree object. Throws a Failure where the bytes are damaged.
std::vector<TreeEntry> parse_tree(std::string_view bytes, size_t oid_digits);
/// Reads a tree object. Throws a Failure where it is missing or damaged.
std::vector<TreeEntry> read_tree(ObjectDatabase& objects, const std::string& oid,
                                 size_t oid_digits);
/// Encodes a tree object; sorts as git does.
std::string serialize_tree(std::vector<TreeEntry> entries);

/// Writes the trees that `base` (empty: the empty tree) becomes through the edits, and gives the
/// root's id. A file may become a folder or the reverse: what an edit sets wins over what lay there
/// before.
std::string edit_tree(Quarantine& into, const std::string& base, std::vector<TreeEdit> edits,
                      size_t oid_digits);

/// Remembers for the quarantine's pack what `tree` (of a merge, or of git's making) has and `base`
/// has not: where it is in the store already, perhaps nothing holds it there.
void add_new(Quarantine& into, const std::string& base, const std::string& tree, size_t oid_digits);

/// The entry at a path of a tree; nullopt where there is none.
std::optional<TreeEntry> find_in_tree(ObjectDatabase& objects, const std::string& tree,
                                      std::string_view path, size_t oid_digits);

/// Reads many paths of one tree, each of its folders once, and remembers nothing of a path that it
/// has not. An empty id is the empty tree.
class TreeReader {
 public:
  TreeReader(ObjectDatabase& objects, std::string tree, size_t oid_digits);
  /// As find_in_tree().
  std::optional<TreeEntry> find(const std::string& path);
  /// What stands at the path, which is its `name`; mode 0 where that is nothing, or a folder.
  /// Throws a Failure where a tree is missing or damaged.
  TreeEntry at(const std::string& path);

 private:
  using Entries = std::vector<TreeEntry>;
  const Entries& list(const std::string& tree);

  ObjectDatabase& x_objects;
  std::string x_tree;
  size_t x_digits;
  std::unordered_map<std::string, Entries> x_listed;  ///< by the tree's id, in order of names
};

/// All entries below a tree that are no folders, with their paths.
std::vector<TreeEdit> flatten_tree(ObjectDatabase& objects, const std::string& tree,
                                   size_t oid_digits);

/// Of a tree that can be read at all; and of one that is listed, compared and put into the tree
/// because somebody sent it: each of these takes a second for so many.
inline constexpr size_t kMostFiles = 2'000'000;
inline constexpr size_t kMostFilesOfOthers = 250'000;

/// Throws a Failure where a tree unfolds to more files and folders than `most`, or deeper than a
/// path can be: a few objects, each many times in the next. What stands in `beside` (a tree that is
/// known; empty: none) at the same place does not count. Costs what the objects take, not what they
/// unfold to.
void expect_bounded_tree(ObjectDatabase& objects, const std::string& tree,
                         const std::string& beside, size_t oid_digits, size_t most = kMostFiles);

}  // namespace handoff::git
