#include "git/objects/first_missing.hpp"

#include <optional>
#include <set>
#include <vector>

#include "git/objects/trees.hpp"

namespace handoff::git {

namespace {

std::optional<std::vector<TreeEntry>> entries_of(ObjectDatabase& objects, const std::string& tree,
                                                 size_t oid_digits) {
  if (tree.empty())
    return std::vector<TreeEntry>{};
  const std::optional<Object> object = objects.read(tree);
  if (!object || object->type != ObjectType::tree)
    return std::nullopt;
  return parse_tree(object->bytes, oid_digits);
}

/// What git sorts a tree by.
std::string key_of(const TreeEntry& entry) {
  return entry.mode == kModeFolder ? entry.name + "/" : entry.name;
}

class Missing {
 public:
  Missing(ObjectDatabase& objects, size_t oid_digits)
      : x_objects(objects), x_oid_digits(oid_digits) {}

  std::string first(const std::string& tree, const std::string& beside) {
    // A tree may hold another one any number of times.
    if (tree.empty() || tree == beside || !x_seen.insert(tree + beside).second)
      return {};
    const auto here = entries_of(x_objects, tree, x_oid_digits);
    if (!here)
      return tree;
    const auto there = entries_of(x_objects, beside, x_oid_digits);
    if (!there)
      return {};
    const TreeEntry none;
    auto next = there->begin();  // both are in the order of their keys
    for (const TreeEntry& entry : *here) {
      while (next != there->end() && key_of(*next) < key_of(entry))
        ++next;
      const bool same = next != there->end() && key_of(*next) == key_of(entry);
      if (std::string missing = first_of(entry, same ? *next : none); !missing.empty())
        return missing;
    }
    return {};
  }

 private:
  std::string first_of(const TreeEntry& entry, const TreeEntry& old) {
    if (old.oid == entry.oid || entry.mode == kModeGitlink)
      return {};
    if (entry.mode == kModeFolder)
      return first(entry.oid, old.oid);
    return x_objects.contains(entry.oid) ? "" : entry.oid;
  }

  ObjectDatabase& x_objects;
  const size_t x_oid_digits;
  std::set<std::string> x_seen = {};
};

}  // namespace

std::string first_missing(ObjectDatabase& objects, const std::string& tree,
                          const std::string& beside, size_t oid_digits) {
  return Missing(objects, oid_digits).first(tree, beside);
}

}  // namespace handoff::git
