#include "ops/records/provenance_book.hpp"

#include <algorithm>

#include <sys/stat.h>

#include "base/clone_seal.hpp"
#include "base/file_end.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

using model::Origin;

namespace {

constexpr size_t kMostBookBytes = 16u << 20;  ///< the newest; what is older is not known
constexpr std::string_view kVersionLine = "version";
constexpr std::string_view kReadLine = "read";

std::string provenance_file(const git::Repository& repository) {
  return join_path(repository.layout().shared_dir(), "provenance");
}

/// Which file it is, and how far it had grown.
struct BookStamp {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = -1;
  timespec changed = {};

  static BookStamp of(const std::string& path) {
    struct stat info {};
    if (stat(path.c_str(), &info) != 0)
      return {};
    return {info.st_dev, info.st_ino, info.st_size, info.st_mtim};
  }
  bool operator==(const BookStamp& other) const {
    return device == other.device && inode == other.inode && size == other.size &&
           changed.tv_sec == other.changed.tv_sec && changed.tv_nsec == other.changed.tv_nsec;
  }
};

/// `version commit tree snapshot rest hash=origin...`, without the seal.
TextOrigins origins_in(const std::vector<std::string>& words) {
  constexpr size_t kSnapshot = 3, kRest = 4;
  auto origin_in = [](std::string_view word) {
    return model::origin_of(word).value_or(Origin::stranger);
  };
  TextOrigins origins{.snapshot = origin_in(words[kSnapshot]), .rest = origin_in(words[kRest])};
  for (size_t i = kRest + 1; i < words.size(); ++i)
    if (size_t equals = words[i].find('='); equals != std::string::npos)
      origins.texts[words[i].substr(0, equals)] = origin_in(words[i].substr(equals + 1));
  return origins;
}

bool is_version_line(std::string_view line) { return line.starts_with("version "); }

bool is_line_of(std::string_view kind, std::string_view line) {
  return line.size() > kind.size() && line.starts_with(kind) && line[kind.size()] == ' ';
}

void append_sealed(const git::Repository& repository, const std::string& line,
                   Durability durability = Durability::synced) {
  const std::string file = provenance_file(repository);
  if (std::string proof = seal_in(file, line); !proof.empty())
    append_lines(file, line + " " + proof + "\n", durability);
}

}  // namespace

void TextOrigins::lower_to(const TextOrigins& other) {
  auto origin_in = [](const TextOrigins& origins, const std::string& hash) {
    auto named = origins.texts.find(hash);
    return named == origins.texts.end() ? origins.rest : named->second;
  };
  for (auto& [hash, origin] : texts)
    origin = std::min(origin, origin_in(other, hash));
  for (const auto& [hash, origin] : other.texts)
    texts.emplace(hash, std::min(rest, origin));
  snapshot = std::min(snapshot, other.snapshot);
  rest = std::min(rest, other.rest);
}

Origin TextOrigins::lowest() const {
  Origin lowest = rest;
  for (const auto& [hash, origin] : texts)
    lowest = std::min(lowest, origin);
  return lowest;
}

std::shared_ptr<const ProvenanceBook> ProvenanceBook::of(const git::Repository& repository) {
  static std::string path;
  static BookStamp stamp;
  static std::shared_ptr<const ProvenanceBook> book;
  const std::string wanted = provenance_file(repository);
  // The stamp is taken first: what is added meanwhile is another one.
  BookStamp current = BookStamp::of(wanted);
  if (book == nullptr || path != wanted || !(stamp == current)) {
    book =
        std::make_shared<const ProvenanceBook>(wanted, read_file_end(wanted, kMostBookBytes).text);
    path = wanted;
    stamp = current;
  }
  return book;
}

ProvenanceBook::ProvenanceBook(std::string file, std::string text)
    : x_file(std::move(file)), x_text(std::move(text)) {
  for (std::string_view rest = x_text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const bool lists = is_line_of(kReadLine, line);
    x_has_reads = x_has_reads || lists;
    size_t keys = is_version_line(line) ? 2 : lists ? std::string_view::npos : 0;
    if (keys == 0)
      continue;
    // What stands last is the seal.
    std::string_view words = line.substr(0, line.rfind(' '));
    for (size_t at = words.find(' '); at != std::string_view::npos && keys > 0; --keys) {
      const size_t end = words.find(' ', at + 1);
      x_by_key.emplace(words.substr(at + 1, end - at - 1), x_lines.size());
      at = end;
    }
    x_lines.push_back({line});
  }
}

bool ProvenanceBook::believes(const Line& line) const {
  if (!line.sealed) {
    const size_t end = line.text.rfind(' ');
    line.sealed = is_sealed_in(x_file, line.text.substr(0, end), line.text.substr(end + 1));
  }
  return *line.sealed;
}

const TextOrigins* ProvenanceBook::origins_of(const std::string& key) const {
  if (auto known = x_origins.find(key); known != x_origins.end())
    return &known->second;
  TextOrigins* origins = nullptr;
  auto [at, end] = x_by_key.equal_range(key);
  for (; at != end; ++at) {
    const Line& line = x_lines[at->second];
    constexpr size_t kFewest = 5;
    if (!is_version_line(line.text) || !believes(line))
      continue;
    std::vector<std::string> words = split(line.text.substr(0, line.text.rfind(' ')), ' ');
    if (words.size() < kFewest)
      continue;
    // The same tree, written again: what is known to be lower stays so.
    if (origins == nullptr)
      origins = &x_origins.emplace(key, origins_in(words)).first->second;
    else
      origins->lower_to(origins_in(words));
  }
  return origins;
}

const TextOrigins* ProvenanceBook::of_tree(const std::string& tree) const {
  return origins_of(tree);
}

const TextOrigins* ProvenanceBook::of_commit(const std::string& oid) const {
  return origins_of(oid);
}

bool ProvenanceBook::says(std::string_view kind, const std::string& key) const {
  auto [at, end] = x_by_key.equal_range(key);
  return std::any_of(at, end, [&](const auto& entry) {
    const Line& line = x_lines[entry.second];
    return is_line_of(kind, line.text) && believes(line);
  });
}

bool ProvenanceBook::is_read(const std::string& hash) const { return says(kReadLine, hash); }

std::vector<std::string> ProvenanceBook::versions() const {
  std::vector<std::string> oids;
  for (const Line& line : x_lines)
    if (is_version_line(line.text)) {
      const std::string_view rest = line.text.substr(kVersionLine.size() + 1);
      oids.emplace_back(rest.substr(0, rest.find(' ')));
    }
  return oids;
}

void write_version(const git::Repository& repository, const std::string& oid,
                   const std::string& tree, const TextOrigins& origins) {
  std::string line = std::string(kVersionLine) + " " + oid + " " + tree + " " +
                     std::string(word_of(origins.snapshot)) + " " +
                     std::string(word_of(origins.rest));
  for (const auto& [hash, origin] : origins.texts)
    line += " " + hash + "=" + std::string(word_of(origin));
  append_sealed(repository, line);
}

void write_read(const git::Repository& repository, const std::vector<std::string>& hashes) {
  append_sealed(repository, std::string(kReadLine) + " " + join(hashes, " "));
}

void compact_provenance(const git::Repository& repository, git::ObjectDatabase& objects) {
  // What is being paused right now is written down before its commit is stored.
  constexpr size_t kAtWork = 256;
  const std::string file = provenance_file(repository);
  UniqueFd lock = lock_log(file);
  if (!lock)
    return;
  std::vector<std::string> lines = split_lines(read_file(file).value_or(""));
  std::string kept;
  bool dropped = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    std::vector<std::string> words =
        is_version_line(line) ? split(line.substr(0, line.find(' ', kVersionLine.size() + 1)), ' ')
                              : std::vector<std::string>();
    constexpr size_t kWithCommit = 2;
    if (i + kAtWork < lines.size() && words.size() == kWithCommit && !objects.contains(words[1])) {
      dropped = true;
      continue;
    }
    kept += lines[i] + "\n";
  }
  if (dropped)
    write_file_atomic(file, kept, Durability::synced);
}

}  // namespace handoff::ops
