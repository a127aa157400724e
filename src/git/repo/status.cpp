#include "git/repo/status.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/hidden_untracked.hpp"
#include "git/repo/inner_repositories.hpp"
#include "git/repo/own_place.hpp"
#include "git/repo/untyped_config.hpp"

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
  constexpr size_t kCut = 4000, kNamed = 500;  // git says no more of a path that is too long
  for (const std::string& line : split_lines(warnings)) {
    if (!line.starts_with(kOpening))
      continue;
    if (line.size() > kCut) {
      const std::string path = line.substr(kOpening.size(), kNamed);
      folders.push_back(path.substr(0, path.rfind('/') + 1) + "...");
    } else if (size_t end = line.rfind("': "); end != kNowhere && end > kOpening.size()) {
      folders.push_back(line.substr(kOpening.size(), end - kOpening.size()));
    }
  }
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

GitCall status_call(const std::vector<std::string>& pathspecs, Untracked untracked) {
  const char* wanted =
      untracked == Untracked::none ? "--untracked-files=no" : "--untracked-files=all";
  GitCall call{.args = {"-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "status",
                        "--porcelain=v2", "-z", "--branch", "--ahead-behind", wanted,
                        "--ignored=no", "--no-renames", "--ignore-submodules=none"},
               .user_pathspecs = !pathspecs.empty()};
  if (!pathspecs.empty()) {
    call.args.emplace_back("--");
    call.args.insert(call.args.end(), pathspecs.begin(), pathspecs.end());
  }
  return call;
}

constexpr uint32_t kModeOfSubmodule = 0160000;

struct Submodule {
  std::string path, oid;  ///< as the index has them
};

std::vector<Submodule> submodules_in(const Git& git, const std::vector<std::string>& pathspecs) {
  GitCall call{.args = {"ls-files", "-z", "--stage", "--full-name", "--"},
               .user_pathspecs = !pathspecs.empty()};
  call.args.insert(call.args.end(), pathspecs.begin(), pathspecs.end());
  std::vector<Submodule> found;
  for (const std::string& entry : split(git.run(std::move(call)).out, '\0')) {
    const size_t tab = entry.find('\t');
    const std::vector<std::string> words = split(entry.substr(0, tab), ' ');
    if (tab != kNowhere && words.size() == 3 && words[0] == "160000" && words[2] == "0")
      found.push_back({entry.substr(tab + 1), words[1]});
  }
  return found;
}

/// Is its working tree where the tree around it has it, by the ways of folders alone?
bool is_in_place(const std::string& folder) {
  const std::optional<PeekedRepository> found = peek_top(folder);
  return found && real_path(folder) == folder &&
         belong_together(folder, folder, found->git_dir, found->common_dir);
}

/// The flags M and U of `S<c><m><u>`.
struct Dirt {
  bool modified = false, untracked = false;
};

Dirt dirt_of(const Status& inside) {
  Dirt dirt;
  for (const StatusEntry& entry : inside.entries) {
    const bool only_untracked = entry.is_dirt_inside() && entry.submodule[2] != 'M';
    (entry.kind == StatusEntry::Kind::untracked || only_untracked ? dirt.untracked
                                                                  : dirt.modified) = true;
  }
  return dirt;
}

void enter(const Submodule& submodule, const Dirt& dirt, Status& status) {
  auto entry = std::ranges::find_if(status.entries, [&](const StatusEntry& e) {
    return e.is_submodule() && e.path == submodule.path;
  });
  if (entry == status.entries.end()) {
    StatusEntry clean;
    clean.submodule = "S...";
    clean.mode_index = clean.mode_worktree = kModeOfSubmodule;
    clean.oid_index = submodule.oid;
    clean.path = submodule.path;
    entry = status.entries.insert(status.entries.begin(), std::move(clean));
  }
  if (entry->submodule.size() != 4)
    return;
  entry->unstaged = entry->unstaged == '.' ? 'M' : entry->unstaged;
  entry->submodule[2] = dirt.modified ? 'M' : '.';
  entry->submodule[3] = dirt.untracked ? 'U' : '.';
}

/// Adds to a status what is not committed inside of the submodules that are checked out, and in
/// those within them, for what nobody typed: git asks by a child that runs what a submodule's own
/// configuration names, so each is asked here as a repository of its own. Those whose `.git` is out
/// of the ordinary, or whose working tree is elsewhere, become `unreadable`. Without a
/// `.gitmodules` none is looked for. `pathspecs` as for StatusQuestion, in the folder of `git`.
void look_into_submodules(const Git& git, const std::vector<std::string>& pathspecs,
                          Status& status) {
  // A git in another repository would take these for its own.
  for (const char* name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"})
    if (std::getenv(name) != nullptr)
      return;
  std::string root = real_path(git.folder().empty() ? "." : git.folder());
  while (root.size() > 1 && !exists(join_path(root, ".git")))
    root = parent_path(root);
  if (!exists(join_path(root, ".gitmodules")))
    return;
  for (const Submodule& submodule : submodules_in(git, pathspecs)) {
    const std::string folder = join_path(root, submodule.path);
    if (!exists(join_path(folder, ".git")))
      continue;
    try {
      if (!is_in_place(folder))
        fail("its git directory is not its own");
      const Status inside = read_status(Git(folder));
      for (const std::string& path : inside.unreadable)
        status.unreadable.push_back(join_path(submodule.path, path));
      if (!inside.clean())
        enter(submodule, dirt_of(inside), status);
    } catch (const Failure&) {
      status.unreadable.push_back(submodule.path);
    }
  }
}

/// What is untracked in a repository that git does not tell as one becomes an entry for its folder;
/// what the user's own git ignores goes.
void sort_untracked(const Git& git, Status& status) {
  std::vector<std::string> untracked;
  for (const StatusEntry& entry : status.entries)
    if (entry.kind == StatusEntry::Kind::untracked)
      untracked.push_back(entry.path);
  if (const std::set<std::string> ignored = ignored_but_for_case(git, untracked);
      !ignored.empty()) {
    const auto is_ignored = [&](const std::string& path) { return ignored.contains(path); };
    std::erase_if(untracked, is_ignored);
    std::erase_if(status.entries, [&](const StatusEntry& entry) {
      return entry.kind == StatusEntry::Kind::untracked && is_ignored(entry.path);
    });
  }
  const InnerRepositories inner(git, untracked);
  std::set<std::string> told;
  std::erase_if(status.entries, [&](StatusEntry& entry) {
    const bool is_untracked = entry.kind == StatusEntry::Kind::untracked;
    const std::string* folder = is_untracked ? inner.around(entry.path) : nullptr;
    if (folder == nullptr)
      return false;
    entry.path = (folder->empty() ? "." : *folder) + "/";
    return !told.insert(entry.path).second;
  });
}

}  // namespace

StatusQuestion::StatusQuestion(const Git& git, const std::vector<std::string>& pathspecs,
                               Untracked untracked)
    : x_git(git),
      x_pathspecs(pathspecs),
      x_untracked(untracked),
      x_child(git.start(status_call(pathspecs, untracked))) {}

Status StatusQuestion::answer() {
  if (!x_child)
    return std::move(x_known);
  Outcome outcome = x_child->wait();
  if (!outcome.ok() &&
      contains(outcome.err, "ut of memory")) {  // of what lies between the two tips
    GitCall call = status_call(x_pathspecs, x_untracked);
    std::ranges::replace(call.args, std::string("--ahead-behind"),
                         std::string("--no-ahead-behind"));
    outcome = x_git->run(std::move(call));
  }
  if (!outcome.why.empty())
    fail("cannot look at the working tree: git has read nothing for " +
             count_of(kUntypedLimits.silence, "second"),
         {"look for a pipe that is called .gitignore or .gitattributes, or is .git/info/exclude: "
          "git waits for it, too"});
  if (!outcome.ok())
    fail("cannot look at the working tree: " + git_message(outcome),
         contains(outcome.err, "object") || contains(outcome.err, "tree")
             ? std::vector<std::string>{"'git fsck' tells what is missing or damaged"}
             : std::vector<std::string>{});
  Status status = parse_status(outcome.out, outcome.err);
  sort_untracked(*x_git, status);
  if (is_untyped())
    look_into_submodules(*x_git, x_pathspecs, status);
  return status;
}

Status read_status(const Git& git) { return StatusQuestion(git).answer(); }

}  // namespace handoff::git
