#include "git/history/tree_compare.hpp"

#include <algorithm>
#include <cstring>

#include "base/text.hpp"

namespace handoff::git {

namespace {

/// Trees are forgotten beyond this.
constexpr size_t kMostBytesKept = 1u << 20;
constexpr size_t kIdBytes = 20;

/// The entries of a tree object, one after the other, without a copy.
class TreeCursor {
 public:
  explicit TreeCursor(std::string_view bytes) : x_rest(bytes) {}
  std::string_view rest() const { return x_rest; }
  bool done() const { return x_rest.empty() || x_damaged; }
  bool damaged() const { return x_damaged; }
  bool is_folder() const { return x_mode == "40000" || x_mode == "040000"; }
  std::string_view mode() const { return x_mode; }
  std::string_view name() const { return x_name; }
  std::string_view id() const { return x_id; }

  /// Looks at the entry that comes next. Call it before anything of it is asked.
  void look() {
    if (done())
      return;
    size_t space = x_rest.find(' ');
    size_t end = x_rest.find('\0');
    if (end == std::string_view::npos || space > end || x_rest.size() < end + 1 + kIdBytes) {
      x_damaged = true;
      return;
    }
    x_mode = x_rest.substr(0, space);
    x_name = x_rest.substr(space + 1, end - space - 1);
    x_id = x_rest.substr(end + 1, kIdBytes);
  }
  /// Behind the entry that was looked at.
  void next() { x_rest.remove_prefix(x_mode.size() + 1 + x_name.size() + 1 + kIdBytes); }

  /// Goes over entries that both have alike and at the same place.
  static void skip_common(TreeCursor& a, TreeCursor& b) {
    while (!a.x_rest.empty()) {
      const void* end = std::memchr(a.x_rest.data(), 0, a.x_rest.size());
      if (end == nullptr)
        return;
      size_t size =
          static_cast<size_t>(static_cast<const char*>(end) - a.x_rest.data()) + 1 + kIdBytes;
      if (size > a.x_rest.size() || size > b.x_rest.size() ||
          std::memcmp(a.x_rest.data(), b.x_rest.data(), size) != 0)
        return;
      a.x_rest.remove_prefix(size);
      b.x_rest.remove_prefix(size);
    }
  }

  /// The order of trees: a folder sorts as if a slash stood behind it.
  static int compare(const TreeCursor& a, const TreeCursor& b) {
    size_t common = std::min(a.x_name.size(), b.x_name.size());
    if (int order = a.x_name.substr(0, common).compare(b.x_name.substr(0, common)); order != 0)
      return order;
    auto behind = [&](const TreeCursor& c) {
      return c.x_name.size() > common ? static_cast<unsigned char>(c.x_name[common])
             : c.is_folder()          ? static_cast<unsigned char>('/')
                                      : static_cast<unsigned char>(0);
    };
    int order = behind(a) - behind(b);
    // `x/` against `x/y` cannot be: a name holds no slash.
    return order != 0 ? order
                      : static_cast<int>(a.x_name.size()) - static_cast<int>(b.x_name.size());
  }

 private:
  std::string_view x_rest, x_mode, x_name, x_id;
  bool x_damaged = false;
};

std::string raw_id(const std::string& hex) {
  auto value_of = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
  std::string raw;
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    raw += static_cast<char>(value_of(hex[i]) << 4 | value_of(hex[i + 1]));
  return raw;
}

}  // namespace

TreeComparer::Bytes TreeComparer::read(std::string_view id) {
  static const Bytes kEmpty = std::make_shared<const std::string>();
  if (id.empty())
    return kEmpty;
  std::string key(id);
  if (auto known = x_trees.find(key); known != x_trees.end())
    return known->second;
  std::optional<Object> object = x_objects->read(to_hex(id));
  if (!object || object->type != ObjectType::tree)
    return nullptr;
  if (x_kept + object->bytes.size() > kMostBytesKept) {
    x_trees.clear();
    x_kept = 0;
  }
  x_kept += object->bytes.size();
  Bytes bytes = std::make_shared<const std::string>(std::move(object->bytes));
  x_trees.emplace(std::move(key), bytes);
  return bytes;
}

/// Calls see(path, before, after) with cursors, null where that side has nothing. `folder` is empty
/// or ends in a slash.
template <typename See>
bool TreeComparer::walk(std::string_view before, std::string_view after, std::string& folder,
                        See& see) {
  const Bytes old_bytes = read(before), new_bytes = read(after);
  if (!old_bytes || !new_bytes)
    return false;
  TreeCursor a(*old_bytes), b(*new_bytes);
  const size_t depth = folder.size();
  auto tell = [&](const TreeCursor* was, const TreeCursor* is) {
    const TreeCursor& entry = is != nullptr ? *is : *was;
    folder.append(entry.name());
    bool good = true;
    if (entry.is_folder()) {
      folder += '/';
      good = walk(was != nullptr ? was->id() : std::string_view(),
                  is != nullptr ? is->id() : std::string_view(), folder, see);
    } else {
      see(folder, was, is);
    }
    folder.resize(depth);
    return good;
  };
  bool good = true;
  // What is left is often alike to its end.
  while (good && a.rest() != b.rest()) {
    TreeCursor::skip_common(a, b);
    a.look();
    b.look();
    if (a.damaged() || b.damaged())
      return false;
    int order = a.done() ? 1 : b.done() ? -1 : TreeCursor::compare(a, b);
    // Beside a folder of the same name stands no file: their order differs.
    good = tell(order <= 0 ? &a : nullptr, order >= 0 ? &b : nullptr);
    if (order <= 0)
      a.next();
    if (order >= 0)
      b.next();
  }
  return good;
}

bool TreeComparer::compare(const std::string& before, const std::string& after,
                           std::vector<ChangedFile>& files) {
  std::string folder;
  auto side = [](const TreeCursor* entry) {
    return entry == nullptr ? FileInTree()
                            : FileInTree{std::string(entry->mode()), to_hex(entry->id())};
  };
  auto see = [&](const std::string& path, const TreeCursor* was, const TreeCursor* is) {
    files.push_back({path, side(was), side(is)});
  };
  return walk(raw_id(before), raw_id(after), folder, see);
}

bool TreeComparer::compare(const std::string& before, const std::string& after,
                           std::vector<std::string>& paths) {
  std::string folder;
  auto see = [&](const std::string& path, const TreeCursor*, const TreeCursor*) {
    paths.push_back(path);
  };
  return walk(raw_id(before), raw_id(after), folder, see);
}

}  // namespace handoff::git
