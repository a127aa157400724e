#include "git/index/index_splice.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

#include "base/text.hpp"
#include "git/objects/binary.hpp"

namespace handoff::git {

namespace {

constexpr size_t kHeader = 12, kChecksum = 20;
// Offsets within an entry of versions 2 and 3.
constexpr size_t kMtime = 8, kMode = 24, kOid = 40, kFlags = 60, kName = 62;
constexpr uint32_t kExtendedBit = 0x4000, kStage = 0x3000, kLongestName = 0xFFF;
constexpr size_t kMostUntrusted = 1000;  // more, and git reads them faster than we do

/// One entry as it lies in the file.
struct RawEntry {
  size_t start = 0, size = 0;
  std::string_view path;
};

std::optional<RawEntry> entry_at(std::string_view bytes, size_t start) {
  if (start + kName >= bytes.size())
    return std::nullopt;
  bool extended = (static_cast<unsigned char>(bytes[start + kFlags]) & (kExtendedBit >> 8)) != 0;
  size_t name = start + kName + (extended ? 2 : 0);
  size_t end = bytes.find('\0', name);
  if (end == std::string_view::npos || end == name)
    return std::nullopt;
  size_t size = (end - start) / 8 * 8 + 8;  // NULs up to a multiple of eight, at least one
  if (start + size > bytes.size())
    return std::nullopt;
  return RawEntry{start, size, bytes.substr(name, end - name)};
}

void put_entry(std::string& into, const IndexSplice& change) {
  size_t start = into.size();
  const struct stat& info = change.info;
  for (uint64_t number :
       {static_cast<uint64_t>(info.st_ctim.tv_sec), static_cast<uint64_t>(info.st_ctim.tv_nsec),
        static_cast<uint64_t>(info.st_mtim.tv_sec), static_cast<uint64_t>(info.st_mtim.tv_nsec),
        static_cast<uint64_t>(info.st_dev), static_cast<uint64_t>(info.st_ino),
        static_cast<uint64_t>(change.mode), static_cast<uint64_t>(info.st_uid),
        static_cast<uint64_t>(info.st_gid), static_cast<uint64_t>(info.st_size)})
    put_u32(into, static_cast<uint32_t>(number));
  into += raw_oid(change.oid);
  put_u16(into, static_cast<uint32_t>(std::min<size_t>(change.path.size(), kLongestName)));
  into += change.path;
  into.resize(start + (into.size() - start) / 8 * 8 + 8, '\0');
}

/// The tree ids that git keeps for folders without changes (extension TREE).
struct FolderTree {
  long entries = -1;  ///< of the index below it; -1: to be computed anew
  std::string oid;    ///< raw
  std::vector<std::pair<std::string, std::unique_ptr<FolderTree>>> below;
};

std::unique_ptr<FolderTree> read_folder(std::string_view& bytes) {
  auto folder = std::make_unique<FolderTree>();
  long folders = 0;
  const char* end = bytes.data() + bytes.size();
  auto count = std::from_chars(bytes.data(), end, folder->entries);
  if (count.ec != std::errc() || count.ptr == end || *count.ptr != ' ')
    return nullptr;
  auto more = std::from_chars(count.ptr + 1, end, folders);
  if (more.ec != std::errc() || more.ptr == end || *more.ptr != '\n')
    return nullptr;
  bytes.remove_prefix(static_cast<size_t>(more.ptr + 1 - bytes.data()));
  if (folder->entries >= 0) {
    if (bytes.size() < kChecksum)
      return nullptr;
    folder->oid = bytes.substr(0, kChecksum);
    bytes.remove_prefix(kChecksum);
  }
  for (long i = 0; i < folders; ++i) {
    size_t nul = bytes.find('\0');
    if (nul == std::string_view::npos)
      return nullptr;
    std::string name(bytes.substr(0, nul));
    bytes.remove_prefix(nul + 1);
    std::unique_ptr<FolderTree> child = read_folder(bytes);
    if (!child)
      return nullptr;
    folder->below.emplace_back(std::move(name), std::move(child));
  }
  return folder;
}

void write_folder(std::string& into, const std::string& name, const FolderTree& folder) {
  into += name + '\0' + std::to_string(folder.entries) + " " + std::to_string(folder.below.size()) +
          "\n" + folder.oid;
  for (const auto& [below, child] : folder.below)
    write_folder(into, below, *child);
}

/// What a changed path makes untrue: all folders above it, and a folder that was in its place.
void forget(FolderTree& folder, std::string_view path) {
  folder.entries = -1;
  folder.oid.clear();
  size_t slash = path.find('/');
  std::string_view name = path.substr(0, slash);
  auto found = std::ranges::find_if(folder.below, [&](const auto& b) { return b.first == name; });
  if (found == folder.below.end())
    return;
  if (slash == std::string_view::npos)
    folder.below.erase(found);
  else
    forget(*found->second, path.substr(slash + 1));
}

class Splicer {
 public:
  Splicer(std::string_view original, std::time_t written, std::vector<IndexSplice> changes)
      : x_original(original), x_written(written), x_changes(std::move(changes)) {
    std::ranges::sort(x_changes, {}, &IndexSplice::path);
  }

  std::optional<std::string> run(
      const std::function<bool(const std::vector<IndexEntry>&)>& unchanged) {
    if (x_original.size() < kHeader + kChecksum || !x_original.starts_with("DIRC") ||
        (get_u32(x_original.substr(4)) != 2 && get_u32(x_original.substr(4)) != 3))
      return std::nullopt;
    x_new.reserve(x_original.size() + x_changes.size() * 128);
    x_new = x_original.substr(0, kHeader);
    if (!splice_entries() || !splice_extensions())
      return std::nullopt;
    std::vector<IndexEntry> untrusted;
    for (const RawEntry& entry : x_untrusted)
      untrusted.push_back({.path = std::string(entry.path),
                           .oid = to_hex(x_original.substr(entry.start + kOid, kChecksum)),
                           .mode = get_u32(x_original.substr(entry.start + kMode))});
    if (!untrusted.empty() && !unchanged(untrusted))
      return std::nullopt;
    // A file without a checksum (index.skipHash) stays one.
    std::string none(kChecksum, '\0');
    x_new += x_original.ends_with(none) ? none : checksum_of(x_new);
    return std::move(x_new);
  }

 private:
  bool splice_entries() {
    uint32_t count = get_u32(x_original.substr(8));
    auto change = x_changes.begin();
    auto put_pending = [&] {
      if (change->mode != 0) {
        note_block();
        put_entry(x_new, *change);
        ++x_count;
      }
      ++change;
    };
    x_at = kHeader;
    find_ways();
    for (uint32_t i = 0; i < count; ++i) {
      std::optional<RawEntry> entry = entry_at(x_original, x_at);
      if (!entry || (get_u16(entry->start + kFlags) & kStage) != 0)
        return false;
      while (change != x_changes.end() && change->path < entry->path)
        put_pending();
      if (change != x_changes.end() && change->path == entry->path) {
        put_pending();
      } else {
        if (is_in_the_way(entry->path))
          return false;
        note_block();
        if (static_cast<std::time_t>(get_u32(x_original.substr(entry->start + kMtime))) >=
            x_written)
          x_untrusted.push_back(*entry);
        x_new.append(x_original.substr(entry->start, entry->size));
        ++x_count;
      }
      x_at += entry->size;
    }
    while (change != x_changes.end())
      put_pending();
    std::string number;
    put_u32(number, x_count);
    x_new.replace(8, 4, number);
    return x_untrusted.size() <= kMostUntrusted;
  }

  /// Would an entry that stays be a folder of one that comes, or lie below it? Entries come in
  /// order.
  bool is_in_the_way(std::string_view path) {
    while (x_below != x_folders_to_be.end() && *x_below < path && !path.starts_with(*x_below))
      ++x_below;
    while (x_above != x_folders_above.end() && *x_above < path)
      ++x_above;
    return (x_below != x_folders_to_be.end() && path.starts_with(*x_below)) ||
           (x_above != x_folders_above.end() && *x_above == path);
  }

  void find_ways() {
    for (const IndexSplice& change : x_changes) {
      if (change.mode == 0)
        continue;
      x_folders_to_be.insert(change.path + "/");
      for (size_t slash = change.path.find('/'); slash != std::string::npos;
           slash = change.path.find('/', slash + 1))
        x_folders_above.insert(change.path.substr(0, slash));
    }
    x_below = x_folders_to_be.begin();
    x_above = x_folders_above.begin();
  }

  uint32_t get_u16(size_t at) const {
    return static_cast<uint32_t>(static_cast<unsigned char>(x_original[at]) << 8 |
                                 static_cast<unsigned char>(x_original[at + 1]));
  }

  /// Where blocks of entries begin, for threads that read the index side by side.
  void note_block() {
    if (x_count % kBlock == 0)
      x_blocks.push_back(static_cast<uint32_t>(x_new.size()));
  }

  bool splice_extensions() {
    auto end_of_entries = static_cast<uint32_t>(x_new.size());
    std::string extensions;
    bool for_threads = false;
    size_t stop = x_original.size() - kChecksum;
    while (x_at + 8 <= stop) {
      std::string_view name = x_original.substr(x_at, 4);
      size_t size = get_u32(x_original.substr(x_at + 4));
      if (size > stop - x_at - 8)
        return false;
      std::string_view data = x_original.substr(x_at + 8, size);
      x_at += 8 + size;
      if (name == "TREE") {
        if (!put_tree(extensions, data))
          return false;
      } else if (name == "REUC") {
        put_extension(extensions, name, data);
      } else if (name == "IEOT" || name == "EOIE") {
        for_threads = true;
      } else {
        return false;
      }
    }
    if (x_at != stop)
      return false;
    if (for_threads)
      x_new += offsets_of_blocks();
    x_new += extensions;
    if (for_threads)
      x_new += end_of(end_of_entries);
    return true;
  }

  bool put_tree(std::string& into, std::string_view data) const {
    if (data.empty() || data.front() != '\0')
      return false;
    data.remove_prefix(1);
    std::unique_ptr<FolderTree> root = read_folder(data);
    if (!root || !data.empty())
      return false;
    for (const IndexSplice& change : x_changes)
      forget(*root, change.path);
    std::string bytes;
    write_folder(bytes, "", *root);
    put_extension(into, "TREE", bytes);
    return true;
  }

  static void put_extension(std::string& into, std::string_view name, std::string_view data) {
    into += name;
    put_u32(into, static_cast<uint32_t>(data.size()));
    into += data;
  }

  std::string offsets_of_blocks() const {
    std::string data, extension;
    put_u32(data, 1);
    for (size_t i = 0; i < x_blocks.size(); ++i) {
      put_u32(data, x_blocks[i]);
      put_u32(data, i + 1 < x_blocks.size() ? kBlock : x_count - static_cast<uint32_t>(i) * kBlock);
    }
    put_extension(extension, "IEOT", data);
    return extension;
  }

  /// Where the entries end, with a checksum over names and sizes of the extensions before.
  std::string end_of(uint32_t entries) const {
    std::string headers, data, extension;
    for (size_t at = entries; at + 8 <= x_new.size();
         at += 8 + get_u32(std::string_view(x_new).substr(at + 4)))
      headers += x_new.substr(at, 8);
    put_u32(data, entries);
    data += checksum_of(headers);
    put_extension(extension, "EOIE", data);
    return extension;
  }

  static constexpr uint32_t kBlock = 10000;  // entries; git's own measure of what is worth a thread

  std::string_view x_original;
  std::time_t x_written;
  std::vector<IndexSplice> x_changes;
  std::string x_new;
  size_t x_at = 0;       ///< in the original
  uint32_t x_count = 0;  ///< entries of the new index
  std::vector<uint32_t> x_blocks;
  std::set<std::string> x_folders_to_be;  ///< changed paths, each with a slash behind it
  std::set<std::string> x_folders_above;  ///< of changed paths
  std::set<std::string>::const_iterator x_below, x_above;
  std::vector<RawEntry> x_untrusted;
};

}  // namespace

std::optional<std::string> splice_index(
    std::string_view original, std::time_t written, std::vector<IndexSplice> changes,
    const std::function<bool(const std::vector<IndexEntry>&)>& unchanged) {
  return Splicer(original, written, std::move(changes)).run(unchanged);
}

}  // namespace handoff::git
