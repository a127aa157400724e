#include "git/refs/packed_refs.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::git {

struct PackedRefs::Line {
  Entry entry;
  size_t next = 0;  ///< start of the next entry, behind a peeled line
};

namespace {

/// The file that was mapped last. While it is mapped, no other can have its inode.
struct LastMapped {
  struct stat info {};
  std::shared_ptr<const PackedRefs> refs;
};

bool is_same_file(const struct stat& a, const struct stat& b) {
  auto same_time = [](const timespec& one, const timespec& other) {
    return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
  };
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         same_time(a.st_mtim, b.st_mtim) && same_time(a.st_ctim, b.st_ctim);
}

}  // namespace

std::shared_ptr<const PackedRefs> PackedRefs::open(const std::string& common_dir) {
  static thread_local LastMapped last;
  UniqueFd fd(
      ::open(join_path(common_dir, "packed-refs").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!fd)
    return errno == ENOENT ? map(-1, 0) : nullptr;
  struct stat info {};
  if (fstat(fd.get(), &info) != 0 || !S_ISREG(info.st_mode))
    return nullptr;
  if (!last.refs || !is_same_file(last.info, info))
    last = {info, map(fd.get(), static_cast<size_t>(info.st_size))};
  return last.refs;
}

std::shared_ptr<const PackedRefs> PackedRefs::map(int fd, size_t size) {
  if (size == 0)
    return std::shared_ptr<const PackedRefs>(new PackedRefs({}));
  // git replaces the file by a rename, so what is mapped cannot shrink under us.
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED)
    return nullptr;
  return std::shared_ptr<const PackedRefs>(new PackedRefs({static_cast<const char*>(data), size}));
}

PackedRefs::PackedRefs(std::string_view bytes) : x_bytes(bytes) {
  if (!x_bytes.starts_with("# pack-refs with:"))
    return;
  size_t end = x_bytes.find('\n');
  x_begin = end == std::string_view::npos ? x_bytes.size() : end + 1;
  x_sorted = x_bytes.substr(0, x_begin).find(" sorted ") != std::string_view::npos;
}

PackedRefs::~PackedRefs() {
  if (!x_bytes.empty())
    munmap(const_cast<char*>(x_bytes.data()), x_bytes.size());
}

std::optional<PackedRefs::Line> PackedRefs::line_at(size_t start) const {
  size_t end = x_bytes.find('\n', start);
  if (end == std::string_view::npos)
    return std::nullopt;
  std::string_view text = x_bytes.substr(start, end - start);
  size_t space = text.find(' ');
  if ((space != 40 && space != 64) || !is_lower_hex(text.substr(0, space)))
    return std::nullopt;
  Line line{{text.substr(space + 1), text.substr(0, space)}, end + 1};
  while (line.next < x_bytes.size() && x_bytes[line.next] == '^') {
    size_t peeled_end = x_bytes.find('\n', line.next);
    if (peeled_end == std::string_view::npos)
      return std::nullopt;
    line.next = peeled_end + 1;
  }
  return line;
}

/// Where the first entry at or behind `from` starts whose name is not less than `name`.
std::optional<size_t> PackedRefs::lower_bound(std::string_view name, size_t from) const {
  size_t low = from, high = x_bytes.size();
  while (low < high) {
    size_t start = low + (high - low) / 2;
    auto back_to_line_start = [&] {
      while (start > low && x_bytes[start - 1] != '\n')
        --start;
    };
    back_to_line_start();
    while (start > low && x_bytes[start] == '^') {
      --start;
      back_to_line_start();
    }
    std::optional<Line> line = line_at(start);
    if (!line)
      return std::nullopt;
    if (line->entry.name < name)
      low = line->next;
    else
      high = start;
  }
  return low;
}

bool PackedRefs::each_under(const std::string& prefix,
                            const std::function<Next(const Entry&)>& see) const {
  std::optional<size_t> at = x_begin;
  if (x_sorted)
    at = lower_bound(prefix, x_begin);
  while (at && *at < x_bytes.size()) {
    std::optional<Line> line = line_at(*at);
    if (!line)
      return false;
    at = line->next;
    std::string_view name = line->entry.name;
    if (!name.starts_with(prefix)) {
      if (x_sorted)
        return true;
      continue;
    }
    Next next = see(line->entry);
    if (next == Next::stop)
      return true;
    size_t slash = name.find('/', prefix.size());
    if (next == Next::skip_siblings_below && x_sorted && slash != std::string_view::npos)
      at = lower_bound(std::string(name.substr(0, slash)) + static_cast<char>('/' + 1), *at);
  }
  return at.has_value();
}

}  // namespace handoff::git
