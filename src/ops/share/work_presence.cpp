#include "ops/share/work_presence.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include <sys/stat.h>

#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/presence.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/objects/object_id.hpp"
#include "git/repo/status.hpp"
#include "git/repo/stdin_paths.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/worktree/conversion.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kLink = "120000";

/// Do new or changed files here have the very bytes of most of the work, under other names? That
/// lines are alike tells nothing: files of one project are made of the same.
bool is_moved_here(const git::Repository& repository, const std::vector<WorkChange>& changes) {
  constexpr size_t kMostLookedAt = 500, kMostBytes = 4 << 20;
  const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(repository);
  std::map<std::string, size_t> brought;
  size_t all = 0, found = 0, looked_at = 0;
  for (const WorkChange& change : changes)
    if (!change.is_of_kind_only() && change.after.mode.starts_with("100"))
      if (const std::optional<size_t> size = objects->size_of(change.after.oid);
          size && brought.emplace(change.after.oid, *size).second)
        all += *size;
  if (all == 0)
    return false;
  for (const git::StatusEntry& entry : git::read_status(repository.git()).entries) {
    const std::string file = join_path(repository.layout().root, entry.path);
    struct stat info {};
    if (lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode) ||
        static_cast<size_t>(info.st_size) > kMostBytes || ++looked_at > kMostLookedAt)
      continue;
    const auto it = brought.find(git::id_of_object(repository.layout(), git::ObjectType::blob,
                                                   read_file(file).value_or("")));
    if (it != brought.end()) {
      found += it->second;
      brought.erase(it);
    }
  }
  return 2 * found >= all;
}

/// Has a new file here half of the lines that the work brought into one that is not there any more?
bool is_renamed_here(const git::Repository& repository, const std::vector<WorkChange>& changes) {
  constexpr size_t kMostBytes = 4 << 20, kMostLookedAt = 100, kShort = 3;
  const std::string& root = repository.layout().root;
  const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(repository);
  const auto lines_of = [&](const TreeState& state) {
    std::set<std::string> lines;
    if (state.mode.starts_with("100") &&
        objects->size_of(state.oid).value_or(kMostBytes) < kMostBytes)
      for (std::string& line : split_lines(objects->read_blob(state.oid)))
        if (trim(line).size() > kShort)
          lines.insert(std::move(line));
    return lines;
  };
  std::vector<std::set<std::string>> brought;
  for (const WorkChange& change : changes)
    if (!exists(join_path(root, change.path))) {
      std::set<std::string> lines = lines_of(change.after);
      for (const std::string& line : lines_of(change.before))
        lines.erase(line);
      if (!lines.empty())
        brought.push_back(std::move(lines));
    }
  if (brought.empty())
    return false;
  size_t looked_at = 0;
  for (const git::StatusEntry& entry : git::read_status(repository.git()).entries) {
    const bool is_new = entry.kind == git::StatusEntry::Kind::untracked || entry.staged == 'A' ||
                        entry.staged == 'R';
    if (!is_new || ++looked_at > kMostLookedAt)
      continue;
    const std::vector<std::string> lines =
        split_lines(read_file_at_most(join_path(root, entry.path), kMostBytes).value_or(""));
    const std::set<std::string> here(lines.begin(), lines.end());
    if (std::ranges::any_of(brought, [&](const auto& work) { return has_half(here, work); }))
      return true;
  }
  return false;
}

}  // namespace

/// Two commits differ as they do, whoever asks, and how often.
std::vector<WorkChange> changes_of(const git::Repository& repository, const model::GitBlock& work) {
  constexpr size_t kMost = 2000, kMostKept = 50;
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::vector<WorkChange>> known;
  if (work.base.empty() || work.wip_commit.empty())
    return {};
  const std::lock_guard<std::mutex> lock(mutex);
  const std::pair<std::string, std::string> commits(work.base, work.wip_commit);
  if (const auto it = known.find(commits); it != known.end())
    return it->second;
  Outcome diff = repository.git().run(
      {.args = {"diff-tree", "-r", "--no-renames", "-z", work.base, work.wip_commit}});
  std::vector<WorkChange> changes;
  const std::vector<std::string> fields = split(diff.out, '\0');
  for (size_t i = 0; diff.ok() && i + 1 < fields.size() && changes.size() < kMost; i += 2) {
    const std::vector<std::string> words = split(fields[i], ' ');  // :mode mode oid oid letter
    const bool submodule =
        fields[i].starts_with(":160000") || (words.size() > 1 && words[1] == "160000");
    if (words.size() == 5 && !submodule && git::fits_a_line(fields[i + 1]))
      changes.push_back({fields[i + 1], {words[0].substr(1), words[2]}, {words[1], words[3]}});
  }
  if (diff.ok() && known.size() < kMostKept)
    known.emplace(commits, changes);
  return changes;
}

FilesHere::FilesHere(const git::Repository& repository, const std::vector<WorkChange>& changes)
    : x_config(repository.config()), x_objects(git::open_objects(repository)) {
  const std::string none(repository.layout().oid_digits(), '0');
  std::string input;
  std::vector<std::string> asked;
  for (const WorkChange& change : changes) {
    const std::string file = join_path(repository.layout().root, change.path);
    struct stat info {};
    TreeState& here = x_files.emplace(change.path, TreeState{"000000", none}).first->second;
    if (const Presence there = look_at(file, info); there != Presence::there) {
      if (there == Presence::unknown)
        here.oid.clear();
      continue;
    }
    if (S_ISLNK(info.st_mode)) {
      here = {kLink, {}};
      x_links[change.path] = read_link(file);
    } else if (S_ISREG(info.st_mode)) {
      here.mode = (info.st_mode & S_IXUSR) != 0 ? "100755" : "100644";
      asked.push_back(change.path);
      input += change.path + "\n";
    }
  }
  const auto hash = [&](std::vector<std::string> args) {
    return asked.empty()
               ? std::vector<std::string>()
               : split_lines(repository.git().run({.args = std::move(args), .input = input}).out);
  };
  const std::vector<std::string> kept = hash({"hash-object", "--stdin-paths"});
  const std::vector<std::string> raw = converts_line_ends(repository)
                                           ? hash({"hash-object", "--no-filters", "--stdin-paths"})
                                           : kept;
  for (size_t i = 0; i < asked.size(); ++i) {  // less where one cannot be read
    x_files[asked[i]].oid = i < kept.size() ? kept[i] : std::string();
    x_raw[asked[i]] = i < raw.size() ? raw[i] : std::string();
  }
}

bool FilesHere::is_as(const std::string& path, const TreeState& wanted) const {
  const TreeState& here = x_files.at(path);
  if (here.mode != wanted.mode && !is_unseen(here.mode, wanted.mode))
    return false;
  if (const auto link = x_links.find(path); link != x_links.end())
    return x_objects->read_blob(wanted.oid) == link->second;
  const auto raw = x_raw.find(path);
  return here.oid == wanted.oid || (raw != x_raw.end() && raw->second == wanted.oid);
}

bool FilesHere::is_unseen(const std::string& here, const std::string& wanted) const {
  const bool files = here.starts_with("100") && wanted.starts_with("100");
  const bool link_as_file = here.starts_with("100") && wanted == kLink;
  return (files && !x_config.flag("core.filemode", true)) ||
         (link_as_file && !x_config.flag("core.symlinks", true));
}

/// Each file that the work changed is changed otherwise here: is that the work, gone on with?
bool is_gone_on_with_here(const git::Repository& repository, const model::GitBlock& work,
                          const std::vector<WorkChange>& changes) {
  constexpr size_t kMostBytes = 4 << 20;
  const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(repository);
  KeptWork kept(repository, *objects, work.base, work.wip_commit);
  return std::ranges::any_of(changes, [&](const WorkChange& change) {
    const std::string file = join_path(repository.layout().root, change.path);
    struct stat info {};
    if (lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode) ||
        static_cast<size_t>(info.st_size) > kMostBytes)
      return true;
    return kept.is_gone_on_with(change.path, read_file(file).value_or(""));
  });
}

WorkPresence presence_in_files(const git::Repository& repository, const model::GitBlock& work,
                               std::vector<WorkChange> changes) {
  const FilesHere here(repository, changes);
  // A mode that nobody sees here tells nothing of the rest.
  const auto is_hidden = [&](const WorkChange& change) {
    return change.is_of_kind_only() && here.is_unseen(change.before.mode, change.after.mode);
  };
  if (!std::ranges::all_of(changes, is_hidden))
    std::erase_if(changes, is_hidden);
  size_t changed = 0, unknown = 0;
  for (const WorkChange& change : changes) {
    if (here.is_as(change.path, change.after))
      return WorkPresence::here;
    if (here.is_unknown(change.path))
      ++unknown;
    else if (!here.is_as(change.path, change.before))
      ++changed;
  }
  if (changed + unknown == 0)
    return WorkPresence::none;
  return changed == changes.size() && is_gone_on_with_here(repository, work, changes)
             ? WorkPresence::here
             : WorkPresence::touched;
}

/// The same, where it may have moved. `looked_at`: those of the changes that count where they are.
WorkPresence presence_anywhere(const git::Repository& repository, const model::GitBlock& work,
                               const std::vector<WorkChange>& looked_at) {
  const WorkPresence presence =
      looked_at.empty() ? WorkPresence::none : presence_in_files(repository, work, looked_at);
  if (presence == WorkPresence::here)
    return presence;
  const std::vector<WorkChange> changes = changes_of(repository, work);
  return is_moved_here(repository, changes) || is_renamed_here(repository, changes)
             ? WorkPresence::here
             : presence;
}

WorkPresence presence_in_files(const git::Repository& repository, const model::GitBlock& work) {
  return presence_anywhere(repository, work, changes_of(repository, work));
}

/// Is each file as the work made it?
bool is_all_here(const git::Repository& repository, const model::GitBlock& work) {
  const std::vector<WorkChange> changes = changes_of(repository, work);
  const FilesHere here(repository, changes);
  return std::ranges::all_of(
      changes, [&](const WorkChange& change) { return here.is_as(change.path, change.after); });
}

}  // namespace handoff::ops
