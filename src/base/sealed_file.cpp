#include "base/sealed_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clone_seal.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"

namespace handoff {

namespace {

constexpr std::string_view kMember = "{\"seal\":\"";
constexpr std::string_view kBehind = "\",";
constexpr std::string_view kHead = "sealed ";  ///< before the lines of one call in a log
constexpr size_t kLongestHeader = 160;
constexpr size_t kMostUnsealed = 64u << 20;

/// Seals the length and the hash of what follows: both are known to be the user's before any of it
/// is looked at.
std::string sealed_text(std::string_view kind, const std::string& size, const std::string& hash) {
  return join({std::string(kind), size, hash}, " ");
}

/// The rest of an object behind its brace, as long and of the hash that the header says. Empty: the
/// header is not the user's.
std::string rest_behind(std::string_view kind, const std::string& path, std::string_view header,
                        int file, off_t size) {
  if (!header.starts_with(kMember))
    return {};
  header.remove_prefix(kMember.size());
  const size_t end = header.find(kBehind);
  if (end == std::string_view::npos)
    return {};
  const std::vector<std::string> words = split(header.substr(0, end), ' ');
  constexpr size_t kWords = 3;
  const size_t begin = kMember.size() + end + kBehind.size();
  if (words.size() != kWords ||
      !is_sealed_in(path, sealed_text(kind, words[0], words[1]), words[2]) ||
      words[0] != std::to_string(static_cast<size_t>(size) - begin) ||
      lseek(file, static_cast<off_t>(begin), SEEK_SET) < 0)
    return {};
  std::string rest = read_all(file);
  return to_hex(sha256(rest)) == words[1] ? rest : std::string();
}

}  // namespace

std::string with_seal(std::string_view kind, const std::string& path, const std::string& object) {
  if (object.size() < 2 || object.front() != '{' || object[1] == '}')
    return object;  // nothing stands in it
  const std::string rest = object.substr(1), size = std::to_string(rest.size()),
                    hash = to_hex(sha256(rest)),
                    proof = seal_in(path, sealed_text(kind, size, hash));
  return proof.empty()
             ? object
             : std::string(kMember) + join({size, hash, proof}, " ") + std::string(kBehind) + rest;
}

std::optional<std::string> read_sealed_file(std::string_view kind, const std::string& path) {
  UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW));
  if (!file && (errno == ENOENT || errno == ENOTDIR))
    return std::nullopt;
  struct stat info {};
  if (!file || fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode))
    fail_damaged(path);
  char header[kLongestHeader];
  const ssize_t n = pread(file.get(), header, sizeof header, 0);
  const std::string_view begin(header, n > 0 ? static_cast<size_t>(n) : 0);
  if (std::string rest = rest_behind(kind, path, begin, file.get(), info.st_size); !rest.empty())
    return "{" + rest;
  if (begin.starts_with(kMember) || why_no_seal().empty())
    fail_damaged(path);
  return read_file_at_most(path, kMostUnsealed);
}

std::string with_sealed_head(std::string_view kind, const std::string& path,
                             const std::string& lines) {
  const std::string size = std::to_string(lines.size()), hash = to_hex(sha256(lines)),
                    proof = seal_in(path, sealed_text(kind, size, hash));
  return proof.empty() ? lines : std::string(kHead) + join({size, hash, proof}, " ") + "\n" + lines;
}

std::string sealed_lines(std::string_view kind, const std::string& path, std::string_view text) {
  std::string good;
  std::set<std::string> torn;  // heads of what was cut off: none is looked at a second time
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.starts_with(kHead) || line.size() > kLongestHeader)
      continue;
    const std::vector<std::string> words = split(line.substr(kHead.size()), ' ');
    constexpr size_t kWords = 3;
    if (words.size() != kWords || torn.contains(words[2]) ||
        !is_sealed_in(path, sealed_text(kind, words[0], words[1]), words[2]))
      continue;
    const std::string_view lines = text.substr(0, std::strtoull(words[0].c_str(), nullptr, 10));
    if (to_hex(sha256(lines)) != words[1]) {
      torn.insert(words[2]);
      continue;
    }
    good += lines;
    text.remove_prefix(lines.size());
  }
  return good;
}

void fail_damaged(const std::string& path) {
  fail("'" + printable(path) + "' is damaged, or was not written by you here",
       {"'git handoff doctor --fix' sets it aside; the work itself is not in it"});
}

}  // namespace handoff
