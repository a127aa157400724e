#include "git/objects/trees.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/binary.hpp"

namespace handoff::git {

std::vector<TreeEntry> read_tree(ObjectDatabase& objects, const std::string& oid,
                                 size_t oid_digits) {
  std::optional<Object> object = objects.read(oid);
  if (!object || object->type != ObjectType::tree)
    fail("tree " + oid + " is missing or damaged", {"'git fsck' tells what else is"});
  return parse_tree(object->bytes, oid_digits);
}

namespace {

/// How git orders entries: as bytes, a folder's name as if a slash stood behind it.
bool sorts_before(const TreeEntry& a, const TreeEntry& b) {
  auto byte_at = [](const TreeEntry& e, size_t i) -> int {
    if (i < e.name.size())
      return static_cast<unsigned char>(e.name[i]);
    return i == e.name.size() && e.mode == kModeFolder ? '/' : -1;
  };
  size_t length = std::max(a.name.size(), b.name.size()) + 1;
  for (size_t i = 0; i < length; ++i)
    if (int x = byte_at(a, i), y = byte_at(b, i); x != y)
      return x < y;
  return false;
}

/// Edits of one folder: those of its own entries first, then whole groups of a subfolder.
class TreeEditor {
 public:
  TreeEditor(Quarantine& into, size_t oid_digits) : x_into(into), x_digits(oid_digits) {}

  /// `edits` are sorted by path and all begin with `depth` bytes of one prefix. Empty: the tree is
  /// empty.
  std::string apply(const std::string& base, std::span<const TreeEdit> edits, size_t depth) {
    std::map<std::string, TreeEntry> entries;
    if (!base.empty())
      for (TreeEntry& entry : read_tree(x_into.objects(), base, x_digits))
        entries.emplace(entry.name, entry);
    // Removals before settings, so that "a" removed and "a/b" set leaves the folder.
    for (const TreeEdit& edit : edits)
      if (is_here(edit, depth) && edit.mode == 0)
        remove_entry(entries, edit, depth);
    for (size_t from = 0; from < edits.size();) {
      if (is_here(edits[from], depth)) {
        ++from;
        continue;
      }
      size_t to = end_of_group(edits, from, depth);
      apply_group(entries, edits.subspan(from, to - from), depth);
      from = to;
    }
    for (const TreeEdit& edit : edits)
      if (is_here(edit, depth) && edit.mode != 0)
        set_entry(entries, edit, depth);
    if (entries.empty())
      return {};
    std::vector<TreeEntry> list;
    for (auto& [name, entry] : entries)
      list.push_back(std::move(entry));
    return x_into.write(ObjectType::tree, serialize_tree(std::move(list)));
  }

 private:
  static bool is_here(const TreeEdit& edit, size_t depth) {
    return edit.path.find('/', depth) == std::string::npos;
  }

  static std::string name_at(const TreeEdit& edit, size_t depth) {
    return edit.path.substr(depth, edit.path.find('/', depth) - depth);
  }

  /// Everything below one subfolder stands together: '/' is not the lowest byte, so a whole run
  /// with the same component is looked for.
  static size_t end_of_group(std::span<const TreeEdit> edits, size_t from, size_t depth) {
    std::string prefix = edits[from].path.substr(0, edits[from].path.find('/', depth) + 1);
    size_t to = from;
    while (to < edits.size() && edits[to].path.starts_with(prefix))
      ++to;
    return to;
  }

  static void remove_entry(std::map<std::string, TreeEntry>& entries, const TreeEdit& edit,
                           size_t depth) {
    auto found = entries.find(edit.path.substr(depth));
    if (found != entries.end() && found->second.mode != kModeFolder)
      entries.erase(found);
  }

  void apply_group(std::map<std::string, TreeEntry>& entries, std::span<const TreeEdit> group,
                   size_t depth) {
    std::string name = name_at(group.front(), depth);
    auto old = entries.find(name);
    bool was_folder = old != entries.end() && old->second.mode == kModeFolder;
    bool sets = std::ranges::any_of(group, [](const TreeEdit& e) { return e.mode != 0; });
    if (!was_folder && !sets)
      return;  // removals below something that is not a folder
    std::string oid = apply(was_folder ? old->second.oid : "", group, depth + name.size() + 1);
    if (oid.empty())
      entries.erase(name);
    else
      entries[name] = {kModeFolder, name, oid};
  }

  static void set_entry(std::map<std::string, TreeEntry>& entries, const TreeEdit& edit,
                        size_t depth) {
    std::string name = edit.path.substr(depth);
    entries[name] = {edit.mode, name, edit.oid};
  }

  Quarantine& x_into;
  size_t x_digits;
};

}  // namespace

namespace {

/// A tree that a stranger made may hold anything: these would lead out of it.
bool is_component(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos;
}

}  // namespace

std::vector<TreeEntry> parse_tree(std::string_view bytes, size_t oid_digits) {
  std::vector<TreeEntry> entries;
  size_t oid_bytes = oid_digits / 2;
  while (!bytes.empty()) {
    size_t space = bytes.find(' ');
    size_t nul = bytes.find('\0');
    TreeEntry entry;
    if (space == std::string_view::npos || nul == std::string_view::npos || space > nul ||
        bytes.size() < nul + 1 + oid_bytes ||
        std::from_chars(bytes.data(), bytes.data() + space, entry.mode, 8).ec != std::errc())
      fail("a tree object is damaged", {"'git fsck' tells which"});
    entry.name = bytes.substr(space + 1, nul - space - 1);
    if (!is_component(entry.name))
      fail("a tree object holds '" + printable(entry.name) + "', which is no name of a file",
           {"'git fsck' tells which"});
    entry.oid = to_hex(bytes.substr(nul + 1, oid_bytes));
    entries.push_back(std::move(entry));
    bytes.remove_prefix(nul + 1 + oid_bytes);
  }
  return entries;
}

std::string serialize_tree(std::vector<TreeEntry> entries) {
  std::ranges::sort(entries, sorts_before);
  std::string bytes;
  for (const TreeEntry& entry : entries) {
    char mode[16];
    auto end = std::to_chars(mode, mode + sizeof mode, entry.mode, 8).ptr;
    bytes.append(mode, static_cast<size_t>(end - mode));
    bytes += ' ';
    bytes += entry.name;
    bytes += '\0';
    bytes += raw_oid(entry.oid);
  }
  return bytes;
}

std::string edit_tree(Quarantine& into, const std::string& base, std::vector<TreeEdit> edits,
                      size_t oid_digits) {
  std::ranges::sort(edits, {}, &TreeEdit::path);
  std::string root = TreeEditor(into, oid_digits).apply(base, edits, 0);
  return root.empty() ? into.write(ObjectType::tree, "") : root;
}

void add_new(Quarantine& into, const std::string& base, const std::string& tree,
             size_t oid_digits) {
  if (base == tree)
    return;
  std::map<std::string, TreeEntry> before;
  if (!base.empty())
    for (TreeEntry& entry : read_tree(into.objects(), base, oid_digits))
      before[entry.name] = std::move(entry);
  into.add(tree);
  for (const TreeEntry& entry : read_tree(into.objects(), tree, oid_digits)) {
    const TreeEntry& old = before[entry.name];
    if (entry.mode == kModeFolder)
      add_new(into, old.mode == kModeFolder ? old.oid : "", entry.oid, oid_digits);
    else if (entry.mode != kModeGitlink && entry.oid != old.oid &&
             into.objects().contains(entry.oid))
      into.add(entry.oid);
  }
}

TreeReader::TreeReader(ObjectDatabase& objects, std::string tree, size_t oid_digits)
    : x_objects(objects), x_tree(std::move(tree)), x_digits(oid_digits) {}

std::optional<TreeEntry> TreeReader::find(const std::string& path) {
  const Entries* entries = &list(x_tree);
  for (std::string_view rest = path;;) {
    const std::string_view name = rest.substr(0, rest.find('/'));
    const auto found = std::ranges::lower_bound(*entries, name, {}, &TreeEntry::name);
    if (found == entries->end() || found->name != name)
      return std::nullopt;
    if (name.size() == rest.size())
      return *found;
    if (found->mode != kModeFolder)
      return std::nullopt;
    entries = &list(found->oid);
    rest.remove_prefix(name.size() + 1);
  }
}

TreeEntry TreeReader::at(const std::string& path) {
  std::optional<TreeEntry> found = find(path);
  bool file = found && found->mode != kModeFolder;
  return {.mode = file ? found->mode : 0, .name = path, .oid = file ? found->oid : ""};
}

const TreeReader::Entries& TreeReader::list(const std::string& tree) {
  if (const auto known = x_listed.find(tree); known != x_listed.end())
    return known->second;
  Entries entries = tree.empty() ? Entries() : read_tree(x_objects, tree, x_digits);
  std::ranges::stable_sort(entries, {}, &TreeEntry::name);
  return x_listed.emplace(tree, std::move(entries)).first->second;
}

std::optional<TreeEntry> find_in_tree(ObjectDatabase& objects, const std::string& tree,
                                      std::string_view path, size_t oid_digits) {
  std::string folder = tree;
  for (;;) {
    std::string_view name = path.substr(0, path.find('/'));
    std::optional<TreeEntry> found;
    for (TreeEntry& entry : read_tree(objects, folder, oid_digits))
      if (entry.name == name)
        found = std::move(entry);
    if (!found || name.size() == path.size())
      return found;
    if (found->mode != kModeFolder)
      return std::nullopt;
    folder = found->oid;
    path.remove_prefix(name.size() + 1);
  }
}

namespace {

/// Beyond these it is no tree of files but a trap.
constexpr size_t kMostTreeBytes = 256u << 20;  // of all its trees
constexpr size_t kDeepest = 2048;              // of the folders in a path of 4 KiB

class TreeSize {
 public:
  TreeSize(ObjectDatabase& objects, size_t oid_digits, size_t most)
      : x_objects(objects), x_digits(oid_digits), x_most(most) {}

  size_t count(const std::string& tree, const std::string& beside, size_t depth) {
    if (tree == beside)
      return 0;
    if (depth > kDeepest)
      fail("tree " + tree + " is nested deeper than a path can be");
    const bool alone = beside.empty();
    if (auto known = x_known.find(tree); alone && known != x_known.end())
      return known->second;
    std::map<std::string, TreeEntry> there;
    if (!alone)
      for (const TreeEntry& entry : read(beside))
        there.emplace(entry.name, entry);
    size_t entries = 0;
    for (const TreeEntry& entry : read(tree)) {
      const TreeEntry& old = there[entry.name];
      if (old.oid == entry.oid)
        continue;
      entries += 1;
      if (entry.mode == kModeFolder)
        entries += count(entry.oid, old.mode == kModeFolder ? old.oid : "", depth + 1);
      if (entries > x_most)
        fail("a tree holds more than " + count_of(x_most, "file"));
    }
    if (alone)
      x_known[tree] = entries;
    return entries;
  }

 private:
  std::vector<TreeEntry> read(const std::string& tree) {
    const std::optional<size_t> size = x_objects.size_of(tree);
    if (!size)
      return {};  // a partial clone: whoever needs it asks git
    x_bytes += *size;
    if (x_bytes > kMostTreeBytes)
      fail("its trees hold more than " + human_size(kMostTreeBytes));
    return read_tree(x_objects, tree, x_digits);
  }

  ObjectDatabase& x_objects;
  size_t x_digits, x_most, x_bytes = 0;
  std::map<std::string, size_t> x_known;
};

}  // namespace

void expect_bounded_tree(ObjectDatabase& objects, const std::string& tree,
                         const std::string& beside, size_t oid_digits, size_t most) {
  TreeSize(objects, oid_digits, most).count(tree, beside, 0);
}

namespace {

void flatten_into(ObjectDatabase& objects, const std::string& tree, const std::string& prefix,
                  size_t oid_digits, std::vector<TreeEdit>& into) {
  if (prefix.size() > kLongestPath)
    fail("tree " + tree + " is nested deeper than a path can be");
  for (const TreeEntry& entry : read_tree(objects, tree, oid_digits)) {
    if (entry.mode == kModeFolder)
      flatten_into(objects, entry.oid, prefix + entry.name + "/", oid_digits, into);
    else
      into.push_back({prefix + entry.name, entry.mode, entry.oid});
  }
}

}  // namespace

std::vector<TreeEdit> flatten_tree(ObjectDatabase& objects, const std::string& tree,
                                   size_t oid_digits) {
  expect_bounded_tree(objects, tree, "", oid_digits);
  std::vector<TreeEdit> entries;
  flatten_into(objects, tree, "", oid_digits, entries);
  return entries;
}

}  // namespace handoff::git
