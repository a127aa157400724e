#include "git/refs/branch_names.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"

namespace handoff::git {

namespace {

constexpr std::string_view kRenamed = "\tBranch: renamed refs/heads/";
constexpr std::string_view kCopied = "\tBranch: copied refs/heads/";
constexpr std::string_view kTo = " to refs/heads/";
constexpr size_t kNamesTail = 64 * 1024;

int64_t second_of(std::string_view line) {
  const size_t time = line.rfind("> ", line.find('\t'));
  return time == std::string_view::npos
             ? 0
             : std::strtoll(std::string(line.substr(time + 2, 20)).c_str(), nullptr, 10);
}

std::string name_before(std::string_view line, std::string_view verb) {
  const size_t at = line.find(verb);
  const size_t end = at == std::string_view::npos ? at : line.find(kTo, at);
  return end == std::string_view::npos
             ? std::string()
             : std::string(line.substr(at + verb.size(), end - at - verb.size()));
}

bool is_first_line(std::string_view line) {
  const size_t blank = line.find(' ');
  return blank != std::string_view::npos && is_null_oid(std::string(line.substr(0, blank)));
}

/// Where the line begins by which the branch got its name; npos: none tells.
size_t line_of_name(std::string_view log) {
  size_t last = std::string_view::npos;
  for (const std::string_view given : {kRenamed, kCopied})  // from the front: much faster
    for (size_t at = log.find(given); at != std::string_view::npos; at = log.find(given, at + 1))
      last = last == std::string_view::npos ? at : std::max(last, at);
  return last == std::string_view::npos ? last : log.rfind('\n', last) + 1;
}

}  // namespace

std::vector<NameHad> names_had(const std::string& common_dir, const std::string& branch) {
  std::vector<NameHad> names;
  if (branch.empty() || branch == "HEAD")
    return names;
  const std::string log = reflog_tail(common_dir, branch, kNamesTail);
  if (!contains(log, kRenamed))
    return names;
  int64_t since = 0;
  for (const std::string& line : split_lines(log)) {
    if (contains(line, kCopied))
      names.clear();
    if (std::string name = name_before(line, kRenamed); !name.empty())
      names.insert(names.begin(),
                   {.name = std::move(name), .since = since, .until = second_of(line)});
    else if (!is_first_line(line) && !contains(line, kCopied))
      continue;
    since = second_of(line);
  }
  return names;
}

std::vector<std::string> earlier_names(const std::string& common_dir, const std::string& branch) {
  std::vector<std::string> names;
  for (NameHad& had : names_had(common_dir, branch))
    if (had.name != branch && peek_ref(common_dir, std::string(kBranchRefs) + had.name) == "")
      names.push_back(std::move(had.name));
  return names;
}

bool renamed_since(const std::string& common_dir, const std::string& from, const std::string& to,
                   const std::string& oid) {
  if (from.empty() || to.empty() || from == to || oid.empty())
    return false;
  const std::string renamed = std::string(kRenamed) + from + std::string(kTo);
  bool held = false;
  for (const std::string& line : split_lines(reflog_tail(common_dir, to, kNamesTail))) {
    if (held && contains(line, renamed))
      return true;
    held = held || line.find(" " + oid + " ") == oid.size();
  }
  return false;
}

int64_t named_since(const std::string& common_dir, const std::string& branch) {
  const std::string log = reflog_tail(common_dir, branch, kNamesTail);
  if (const size_t at = line_of_name(log); at != std::string::npos)
    return second_of(std::string_view(log).substr(at, log.find('\n', at) - at));
  const std::string first = log.substr(0, log.find('\n'));
  return is_first_line(first) ? second_of(first) : 0;
}

std::string named_then(const std::string& common_dir, const std::string& name, int64_t time) {
  if (named_since(common_dir, name) < time)
    return name;
  std::optional<NameHad> nearest;
  std::string found = name;
  for (const std::string& branch : branches_with_reflog(common_dir))
    for (NameHad& had : names_had(common_dir, branch))
      if (had.name == name && had.since <= time && time <= had.until &&
          (!nearest || had.until < nearest->until)) {
        nearest = std::move(had);
        found = branch;
      }
  return found;
}

std::vector<std::string> branches_with_reflog(const std::string& common_dir) {
  std::vector<std::string> branches;
  const std::filesystem::path folder = join_path(common_dir, "logs/refs/heads");
  std::error_code none;
  for (std::filesystem::recursive_directory_iterator
           at(folder, std::filesystem::directory_options::skip_permission_denied, none),
       end;
       !none && at != end; at.increment(none))
    if (std::error_code bad; at->is_regular_file(bad))
      branches.push_back(at->path().string().substr(folder.string().size() + 1));
  return branches;
}

LogSinceNamed log_since_named(const std::string& common_dir, const std::string& branch) {
  LogSinceNamed since{.lines = reflog_tail(common_dir, branch, kNamesTail)};
  const size_t at = line_of_name(since.lines);
  since.was_given = at != std::string::npos;
  if (since.was_given)
    since.lines.erase(0, std::min(since.lines.find('\n', at), since.lines.size()));
  return since;
}

}  // namespace handoff::git
