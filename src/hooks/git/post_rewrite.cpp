#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "hooks/git/each_hook.hpp"
#include "hooks/git/record_line.hpp"

namespace handoff::hooks {

namespace {

// Lines of two ids take 82 bytes: 25,000 rewrites are kept at least.
constexpr size_t kMostBytes = 4u << 20;

/// Forgets the older half of a map that has grown too long.
void trim_map(const std::string& path) {
  std::optional<std::string> map = read_file(path);
  if (!map || map->size() <= kMostBytes)
    return;
  size_t cut = map->find('\n', map->size() / 2);
  write_file_atomic(path, std::string_view(*map).substr(cut + 1));
}

}  // namespace

HookAnswer post_rewrite(const HookCall& call) {
  std::string lines;
  for (const std::string& line : split_lines(call.input)) {
    std::vector<std::string> words = split(line, ' ');
    if (words.size() >= 2 && git::is_oid(words[0]) && git::is_oid(words[1]) && words[0] != words[1])
      lines += words[0] + " " + words[1] + "\n";
  }
  std::optional<git::PeekedRepository> repository = find_repository(git::Git(""));
  if (lines.empty() || !repository)
    return {};
  std::string path = join_path(repository->common_dir, "handoff/rewritten");
  trim_map(path);
  append_file(path, lines, Durability::none);
  return {};
}

}  // namespace handoff::hooks
