#include "git/index/index_file.hpp"

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/quarantine.hpp"

namespace handoff::git {

namespace {

/// Reads big-endian numbers and keeps to the bounds: past the end everything is zero and `ok`
/// falsifies.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : x_bytes(bytes) {}
  bool ok = true;
  size_t at = 0;

  uint32_t number(size_t bytes) {
    uint32_t value = 0;
    for (char c : take(bytes))
      value = (value << 8) | static_cast<unsigned char>(c);
    return value;
  }
  std::string_view take(size_t n) {
    if (n > x_bytes.size() - at) {
      ok = false;
      return {};
    }
    at += n;
    return x_bytes.substr(at - n, n);
  }
  /// The offset encoding of packs: how many bytes of the last path version 4 drops.
  size_t varint() {
    size_t value = 0;
    for (int i = 0; i < 9; ++i) {
      uint32_t byte = number(1);
      value = (value << 7) | (byte & 0x7F);
      if ((byte & 0x80) == 0)
        return value;
      ++value;
    }
    ok = false;
    return 0;
  }
  std::string_view until_nul() {
    size_t end = x_bytes.find('\0', at);
    if (end == std::string_view::npos) {
      ok = false;
      return {};
    }
    std::string_view text = x_bytes.substr(at, end - at);
    at = end + 1;
    return text;
  }

 private:
  std::string_view x_bytes;
};

constexpr size_t kStatBytes = 40;  // times, device, inode, mode, uid, gid, size
constexpr uint32_t kAssumeUnchanged = 0x8000, kExtended = 0x4000;
constexpr uint32_t kSkipWorktree = 0x4000, kIntentToAdd = 0x2000;

bool needs_git(std::string_view extension) {
  // Split index ("link") and sparse directories ("sdir") cannot be read from this file alone;
  // lower-case names are those a reader must understand.
  return !extension.empty() && (extension[0] < 'A' || extension[0] > 'Z');
}

/// A copy that git has made whole: a split index with its other half, a sparse one with all that is
/// below its folders.
std::string made_whole(const Repository& repository, const Quarantine& quarantine,
                       std::string_view bytes) {
  std::string copy = join_path(quarantine.folder(), "index");
  write_file_atomic(copy, bytes, Durability::none);
  repository.git().output({.args = {"-c", "index.sparse=false", "-c", "core.splitIndex=false",
                                    "update-index", "--no-split-index", "--force-write-index"},
                           .writes = true,
                           .environment = {{"GIT_INDEX_FILE", copy}}},
                          "read the index");
  return read_file(copy).value_or("");
}

}  // namespace

std::optional<std::vector<IndexEntry>> parse_index(
    std::string_view bytes, size_t oid_digits,
    const std::function<bool(const IndexEntry&)>& wanted) {
  Reader in(bytes);
  size_t oid_bytes = oid_digits / 2;
  std::vector<IndexEntry> entries;
  if (in.take(4) != "DIRC")
    return std::nullopt;
  uint32_t version = in.number(4);
  uint32_t count = in.number(4);
  if (version < 2 || version > 4)
    return std::nullopt;
  IndexEntry entry;
  for (uint32_t i = 0; i < count && in.ok; ++i) {
    size_t start = in.at;
    in.take(24);
    entry.mode = in.number(4);
    in.take(kStatBytes - 28);
    std::string_view oid = in.take(oid_bytes);
    uint32_t flags = in.number(2);
    uint32_t more = version >= 3 && (flags & kExtended) != 0 ? in.number(2) : 0;
    if (version == 4) {
      size_t drop = in.varint();
      if (drop > entry.path.size())
        return std::nullopt;
      entry.path.resize(entry.path.size() - drop);
      entry.path += in.until_nul();
    } else {
      entry.path = in.until_nul();
      // Padded with NULs to a multiple of eight, at least one.
      in.take((8 - (in.at - start) % 8) % 8);
    }
    entry.stage = static_cast<int>((flags >> 12) & 3);
    entry.assume_unchanged = (flags & kAssumeUnchanged) != 0;
    entry.skip_worktree = (more & kSkipWorktree) != 0;
    entry.intent_to_add = (more & kIntentToAdd) != 0;
    entry.oid.assign(oid);  // raw: made hex only for entries that are wanted
    if (in.ok && wanted(entry)) {
      entries.push_back(entry);
      entries.back().oid = to_hex(oid);
    }
  }
  while (in.ok && in.at + oid_bytes + 8 <= bytes.size()) {
    if (needs_git(in.take(4)))
      return std::nullopt;
    in.take(in.number(4));
  }
  return in.ok ? std::optional(std::move(entries)) : std::nullopt;
}

std::vector<IndexEntry> read_entries(const Repository& repository, std::string_view bytes,
                                     const std::function<bool(const IndexEntry&)>& wanted) {
  if (bytes.empty())
    return {};
  size_t digits = repository.layout().oid_digits();
  std::optional<std::vector<IndexEntry>> entries = parse_index(bytes, digits, wanted);
  if (!entries)
    entries = parse_index(made_whole(repository, Quarantine(repository), bytes), digits, wanted);
  if (!entries)
    fail("cannot read the index: its form is not known", {"'git fsck' tells what is damaged"});
  return std::move(*entries);
}

std::vector<IndexEntry> IndexFile::read(const Repository& repository, const std::string& file,
                                        const std::function<bool(const IndexEntry&)>& wanted) {
  return read_entries(repository, read_file(file).value_or(""), wanted);
}

}  // namespace handoff::git
