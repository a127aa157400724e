#include "git/repo/status.hpp"

#include <algorithm>
#include <charconv>

#include "base/failure.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

uint32_t octal(const std::string& text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 8);
  return value;
}

void parse_header(const std::string& line, Status& status) {
  auto value_of = [&](std::string_view name) -> std::optional<std::string> {
    return line.starts_with(name) ? std::optional(line.substr(name.size())) : std::nullopt;
  };
  if (auto oid = value_of("# branch.oid ")) {
    status.head.oid = *oid == "(initial)" ? "" : *oid;
  } else if (auto branch = value_of("# branch.head ")) {
    if (*branch == "(unknown)")  // a ref that cannot be read: what moves would go to no branch
      fail("git cannot tell which branch is checked out", {"see 'git symbolic-ref HEAD'"});
    status.head.branch = *branch == "(detached)" ? "" : *branch;
  } else if (auto upstream = value_of("# branch.upstream ")) {
    status.upstream = model::Upstream{.ref = *upstream, .oid = "", .ahead = 0, .behind = 0};
  } else if (auto counts = value_of("# branch.ab "); counts && status.upstream) {
    std::vector<std::string> words = split(*counts, ' ');
    if (words.size() == 2) {
      status.upstream->ahead = std::strtoll(words[0].c_str(), nullptr, 10);
      status.upstream->behind = -std::strtoll(words[1].c_str(), nullptr, 10);
    }
  }
}

/// The fields before the path are separated by single spaces; the path may hold anything.
std::vector<std::string> fields_of(const std::string& record, size_t count) {
  std::vector<std::string> fields;
  size_t from = 0;
  for (size_t i = 0; i + 1 < count; ++i) {
    size_t space = record.find(' ', from);
    if (space == std::string::npos)
      fail("git status answered in a form this version does not know: '" + printable(record) + "'");
    fields.push_back(record.substr(from, space - from));
    from = space + 1;
  }
  fields.push_back(record.substr(from));
  return fields;
}

StatusEntry parse_tracked(const std::string& record) {
  StatusEntry entry;
  bool renamed = record[0] == '2';
  bool unmerged = record[0] == 'u';
  std::vector<std::string> f = fields_of(record, unmerged ? 11 : renamed ? 10 : 9);
  if (f[1].size() != 2)
    fail("git status answered in a form this version does not know: '" + printable(record) + "'");
  entry.staged = f[1].at(0);
  entry.unstaged = f[1].at(1);
  entry.submodule = f[2];
  entry.path = f.back();
  if (unmerged) {
    entry.kind = StatusEntry::Kind::unmerged;
    for (size_t i = 0; i < 3; ++i) {
      entry.stage_mode[i] = octal(f[3 + i]);
      entry.stage_oid[i] = f[7 + i];
    }
    entry.mode_worktree = octal(f[6]);
    return entry;
  }
  entry.kind = renamed ? StatusEntry::Kind::renamed : StatusEntry::Kind::changed;
  entry.mode_index = octal(f[4]);
  entry.mode_worktree = octal(f[5]);
  entry.oid_index = f[7];
  return entry;
}

std::vector<std::string> unreadable_folders(const std::string& warnings) {
  std::vector<std::string> folders;
  constexpr std::string_view kOpening = "warning: could not open directory '";
  for (const std::string& line : split_lines(warnings))
    if (line.starts_with(kOpening))
      if (size_t end = line.rfind("': "); end != std::string::npos && end > kOpening.size())
        folders.push_back(line.substr(kOpening.size(), end - kOpening.size()));
  return folders;
}

}  // namespace

Status parse_status(const std::string& listing, const std::string& warnings) {
  Status status;
  std::vector<std::string> records = split(listing, '\0');
  for (size_t i = 0; i < records.size(); ++i) {
    const std::string& record = records[i];
    if (record.empty())
      continue;
    switch (record[0]) {
      case '#':
        parse_header(record, status);
        break;
      case '1':
      case 'u':
        status.entries.push_back(parse_tracked(record));
        break;
      case '2':
        status.entries.push_back(parse_tracked(record));
        if (++i < records.size())
          status.entries.back().path_from = records[i];
        break;
      case '?': {
        StatusEntry entry;
        entry.kind = StatusEntry::Kind::untracked;
        entry.staged = entry.unstaged = '?';
        entry.path = record.substr(std::min<size_t>(2, record.size()));
        status.entries.push_back(std::move(entry));
        break;
      }
      default:
        break;  // ignored files and headers of later versions
    }
  }
  status.unreadable = unreadable_folders(warnings);
  return status;
}

namespace {

GitCall status_call(const std::vector<std::string>& pathspecs) {
  GitCall call{
      .args = {"-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "status",
               "--porcelain=v2", "-z", "--branch", "--ahead-behind", "--untracked-files=all",
               "--ignored=no", "--no-renames", "--ignore-submodules=none"},
      .user_pathspecs = !pathspecs.empty()};
  if (!pathspecs.empty()) {
    call.args.emplace_back("--");
    call.args.insert(call.args.end(), pathspecs.begin(), pathspecs.end());
  }
  return call;
}

}  // namespace

StatusQuestion::StatusQuestion(const Git& git, const std::vector<std::string>& pathspecs)
    : x_child(git.start(status_call(pathspecs))) {}

Status StatusQuestion::answer() {
  if (!x_child)
    return std::move(x_known);
  Outcome outcome = x_child->wait();
  if (!outcome.ok())
    fail("cannot look at the working tree: " + git_message(outcome));
  return parse_status(outcome.out, outcome.err);
}

Status read_status(const Git& git) { return StatusQuestion(git).answer(); }

}  // namespace handoff::git
