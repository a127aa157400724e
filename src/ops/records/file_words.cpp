#include "ops/records/file_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/files.hpp"
#include "base/text.hpp"
#include "ops/records/own_commits.hpp"

namespace handoff::ops {

namespace {

/// Where a path leads, link by link, and what of the working tree says so.
struct Way {
  std::string file = {};                  ///< absolute, through no link
  std::vector<std::string> crossed = {};  ///< links, and folders of other repositories
};

Way follow(const git::Repository& repository, const std::string& path) {
  constexpr int kMostLinks = 40;  // as the kernel has it
  const std::string& root = repository.layout().root;
  Way way;
  std::vector<std::string> rest = split(join_path(root, path), '/');
  std::reverse(rest.begin(), rest.end());
  for (int links = 0; !rest.empty();) {
    const std::string name = rest.back();
    rest.pop_back();
    if (name == "..")
      way.file.erase(std::min(way.file.rfind('/'), way.file.size()));
    if (name.empty() || name == "." || name == "..")
      continue;
    const std::string next = way.file + "/" + name;
    std::error_code error;
    const std::string target = std::filesystem::read_symlink(next, error).string();
    const bool is_link = !error && ++links <= kMostLinks;
    if (next.starts_with(root + "/") && (is_link || exists(next + "/.git")))
      way.crossed.push_back(next.substr(root.size() + 1));
    if (!is_link) {
      way.file = next;
      continue;
    }
    if (target.starts_with('/'))
      way.file.clear();
    std::vector<std::string> parts = split(target, '/');
    rest.insert(rest.end(), parts.rbegin(), parts.rend());
  }
  return way;
}

bool is_tracked(const git::Repository& repository, const std::vector<std::string>& paths) {
  if (paths.empty())
    return false;
  std::vector<std::string> args = {"ls-files", "-z"};
  if (!repository.head().unborn())
    args.emplace_back("--with-tree=HEAD");
  args.emplace_back("--");
  args.insert(args.end(), paths.begin(), paths.end());
  const Outcome listed = repository.git().run({.args = std::move(args)});
  return !listed.ok() || !listed.out.empty();
}

/// From the top of the working tree; nullopt where it lies elsewhere.
std::optional<std::string> path_in(const git::Repository& repository, const std::string& file) {
  const std::string root = repository.layout().root + "/";
  return file.starts_with(root) ? std::optional(file.substr(root.size())) : std::nullopt;
}

bool is_said(const std::set<std::string>& lines, const std::string& letters) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return contains(line, letters); });
}

/// `,<count>` of a hunk's header: how many lines follow of this side.
size_t lines_of_side(const std::string& header, char side) {
  const size_t at = header.find(std::string(" ") + side);
  const size_t end = at == kNowhere ? kNowhere : header.find(' ', at + 1);
  const size_t comma = at == kNowhere ? kNowhere : header.find(',', at);
  return comma == kNowhere || comma > end ? 1
                                          : std::strtoul(header.c_str() + comma + 1, nullptr, 10);
}

}  // namespace

bool comes_with_clone(const git::Repository& repository, const std::string& path) {
  Way way = follow(repository, path);
  if (std::optional<std::string> file = path_in(repository, way.file))
    way.crossed.push_back(*std::move(file));
  return is_tracked(repository, way.crossed);
}

FileWords::FileWords(const git::Repository& repository, const std::string& named) {
  const Way way = follow(repository, named);
  const std::string path = path_in(repository, way.file).value_or(way.file);
  x_committed = is_tracked(repository, way.crossed);
  if (x_committed)
    return;
  const git::Git& git = repository.git();
  const Outcome committed = git.run({.args = {"cat-file", "blob", "HEAD:" + path}});
  if (!committed.ok()) {
    x_committed = git.run({.args = {"cat-file", "-e", "HEAD:" + path}}).ok();
    return;
  }
  x_committed = true;
  take_own_commits(repository, path);
  std::set<std::string> before;
  for (const std::string& line : split_lines(committed.out)) {
    const std::string letters = letters_of(line);
    before.insert(letters);
    if (!x_own.contains(letters))
      x_others.insert(letters);
  }
  // In a merge or a rebase what is not committed yet may be anybody's.
  if (repository.operation())
    return;
  constexpr size_t kLargest = 1u << 20;
  const std::string file = join_path(repository.layout().root, path);
  for (const std::string& line : split_lines(read_file_at_most(file, kLargest).value_or("")))
    if (std::string letters = letters_of(line); !before.contains(letters))
      x_own.insert(std::move(letters));
}

void FileWords::take_own_commits(const git::Repository& repository, const std::string& path) {
  const std::vector<std::string> commits = own_commits(repository);
  if (commits.empty())
    return;
  const Outcome changes =
      repository.git().run({.args = {"diff-tree", "--stdin", "--root", "-p", "-U0", "--no-color",
                                     "--no-ext-diff", "--no-textconv", "--no-renames", "--", path},
                            .input = join(commits, "\n") + "\n"});
  std::set<std::string> removed;
  size_t minus = 0, plus = 0;
  for (const std::string& line : split_lines(changes.out)) {
    if (minus > 0 && line.starts_with('-')) {
      --minus;
      removed.insert(letters_of(line));
    } else if (plus > 0 && line.starts_with('+')) {
      --plus;
      x_own.insert(letters_of(line));
    } else if (line.starts_with("@@ ")) {
      minus = lines_of_side(line, '-');
      plus = lines_of_side(line, '+');
    }
  }
  for (const std::string& line : removed)
    if (!x_own.contains(line))
      x_others.insert(line);
}

bool FileWords::is_own(std::string_view text) const {
  if (!x_committed)
    return true;
  const std::string letters = letters_of(text);
  return letters.empty() || (is_said(x_own, letters) && !is_said(x_others, letters));
}

std::string FileWords::own_lines(const std::string& text) const {
  std::vector<std::string> lines = split_lines(text);
  std::erase_if(lines, [&](const std::string& line) { return !is_own(line); });
  return lines.empty() ? std::string() : join(lines, "\n") + "\n";
}

}  // namespace handoff::ops
