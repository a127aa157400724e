#include "base/file_end.hpp"
#include "base/files.hpp"
#include "base/sealed_file.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "git/repo/linked_state.hpp"
#include "hooks/git/each_hook.hpp"
#include "hooks/git/record_line.hpp"

namespace handoff::hooks {

namespace {

// Lines of two ids take 82 bytes: of calls with few, 25,000 rewrites are kept.
constexpr size_t kMostBytes = 4u << 20;

/// Forgets what is older in a map that has grown too long.
void trim_map(const std::string& path) {
  if (FileEnd map = read_file_end(path, kMostBytes); map.cut)
    write_file_atomic(path,
                      std::string_view(map.text).substr(map.text.find('\n', kMostBytes / 2) + 1));
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
  git::refuse_linked_state(repository->git_dir, repository->common_dir);
  std::string path = join_path(repository->common_dir, "handoff/rewritten");
  trim_map(path);
  append_lines(path, with_sealed_head(git::kRewritten, path, lines), Durability::none);
  return {};
}

}  // namespace handoff::hooks
