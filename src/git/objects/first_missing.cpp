#include "git/objects/first_missing.hpp"

#include <map>
#include <optional>

#include "git/objects/trees.hpp"

namespace handoff::git {

namespace {

std::optional<std::map<std::string, TreeEntry>> entries_by_name(ObjectDatabase& objects,
                                                                const std::string& tree,
                                                                size_t oid_digits) {
  std::map<std::string, TreeEntry> entries;
  const std::optional<Object> object = tree.empty() ? std::nullopt : objects.read(tree);
  if (!tree.empty() && (!object || object->type != ObjectType::tree))
    return std::nullopt;
  if (object)
    for (TreeEntry& entry : parse_tree(object->bytes, oid_digits))
      entries.emplace(entry.name, entry);
  return entries;
}

}  // namespace

std::string first_missing(ObjectDatabase& objects, const std::string& tree,
                          const std::string& beside, size_t oid_digits) {
  if (tree.empty() || tree == beside)
    return {};
  const auto here = entries_by_name(objects, tree, oid_digits);
  if (!here)
    return tree;
  auto there = entries_by_name(objects, beside, oid_digits);
  if (!there)
    return {};
  for (const auto& [name, entry] : *here) {
    const TreeEntry& old = (*there)[name];
    if (old.oid == entry.oid || entry.mode == kModeGitlink)
      continue;
    const std::string missing =
        entry.mode == kModeFolder
            ? first_missing(objects, entry.oid, old.mode == kModeFolder ? old.oid : "", oid_digits)
        : objects.contains(entry.oid) ? ""
                                      : entry.oid;
    if (!missing.empty())
      return missing;
  }
  return {};
}

}  // namespace handoff::git
