#include "ops/snapshot/exclusions.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/presence.hpp"
#include "base/text.hpp"
#include "formats/foreign/places.hpp"
#include "formats/secrets/secrets.hpp"
#include "git/repo/inner_repositories.hpp"
#include "ops/records/names.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

constexpr int64_t kMaxFileSize = 10 << 20;  // handoff.maxFileSize
constexpr int64_t kMaxFiles = 5000;         // handoff.maxUntrackedFiles
constexpr int64_t kMaxTotal = 100 << 20;    // handoff.maxUntrackedSize

struct Candidate {
  std::string path;
  off_t size = 0;
  mode_t mode = 0;
};

/// The pattern as .gitignore reads it: without a slash it names a file in any folder.
bool matches(const std::string& pattern, const std::string& path) {
  if (!contains(pattern, "/"))
    return fnmatch(pattern.c_str(), base_name(path).c_str(), 0) == 0;
  std::string_view anchored = pattern;
  if (anchored.front() == '/')
    anchored.remove_prefix(1);
  if (!anchored.empty() && anchored.back() == '/')
    return path.starts_with(anchored);
  return fnmatch(std::string(anchored).c_str(), path.c_str(), FNM_PATHNAME) == 0;
}

/// As push sees it: by its name, for a token in that, and by what git would store of it.
std::optional<std::string> looks_secret(const std::string& root, const std::string& path,
                                        mode_t mode, off_t size) {
  if (auto reason = formats::secret_in_name(path))
    return reason;
  const std::string file = join_path(root, path);
  const bool link = S_ISLNK(mode);
  if (!link && (!S_ISREG(mode) || size > static_cast<off_t>(formats::kMostSearched)))
    return std::nullopt;
  const std::vector<formats::SecretHit> hits =
      formats::find_secrets(link ? read_link(file) : read_file(file).value_or(""));
  if (hits.empty())
    return std::nullopt;
  return "looks like a secret: " + hits.front().rule +
         (link ? " in its target" : " in line " + std::to_string(hits.front().line));
}

/// Takes whole top-level folders out, the fullest first, until what stays is below both caps: a
/// forgotten node_modules goes, the new source file beside it stays.
void apply_caps(std::vector<Candidate>& candidates, int64_t max_files, int64_t max_total,
                std::vector<model::LeftOut>& left_out) {
  struct Group {
    size_t files = 0;
    int64_t bytes = 0;
  };
  std::map<std::string, Group> groups;
  Group all;
  for (const Candidate& candidate : candidates) {
    Group& group = groups[candidate.path.substr(0, candidate.path.find('/'))];
    for (Group* sum : {&group, &all}) {
      ++sum->files;
      sum->bytes += candidate.size;
    }
  }
  auto fits = [&] {
    return static_cast<int64_t>(all.files) <= max_files && all.bytes <= max_total;
  };
  std::set<std::string> dropped;
  while (!fits() && !groups.empty()) {
    bool by_count = static_cast<int64_t>(all.files) > max_files;
    auto fullest = std::ranges::max_element(groups, [&](const auto& a, const auto& b) {
      return by_count ? a.second.files < b.second.files : a.second.bytes < b.second.bytes;
    });
    const Group& group = fullest->second;
    bool folder = std::ranges::any_of(
        candidates, [&](const Candidate& c) { return c.path.starts_with(fullest->first + "/"); });
    left_out.push_back({fullest->first + (folder ? "/" : ""),
                        "too much to keep: " + count_of(group.files, "untracked file") + ", " +
                            human_size(static_cast<unsigned long long>(group.bytes))});
    all.files -= group.files;
    all.bytes -= group.bytes;
    dropped.insert(fullest->first);
    groups.erase(fullest);
  }
  std::erase_if(candidates, [&](const Candidate& candidate) {
    return dropped.contains(candidate.path.substr(0, candidate.path.find('/')));
  });
}

}  // namespace

UntrackedChoice choose_untracked(const git::Repository& repository,
                                 const std::vector<std::string>& paths, bool none) {
  UntrackedChoice choice;
  if (paths.empty())
    return choice;
  const git::Config& config = repository.config();
  const std::string& root = repository.layout().root;
  int64_t max_file = config.number("handoff.maxfilesize", kMaxFileSize);
  std::vector<std::string> keep = config.all("handoff.keep");
  std::vector<Candidate> candidates;
  auto leave = [&](const std::string& path, std::string reason) {
    choice.left_out.push_back({path, std::move(reason)});
  };
  const std::vector<std::string> own = git::own_folders(repository.layout());
  for (const std::string& path : paths) {
    struct stat info {};
    if (git::is_own_file(own, path)) {
      leave(path, "this repository's own git directory");
    } else if (path.back() == '/') {
      leave(path, "a repository of its own");
    } else if (formats::is_handoff_file(path)) {
      leave(path, "a handoff file");
    } else if (none) {
      leave(path, "untracked, and --no-untracked was given");
    } else if (std::ranges::any_of(
                   keep, [&](const std::string& pattern) { return matches(pattern, path); })) {
      leave(path, "handoff.keep says so");
    } else if (const Presence there = look_at(join_path(root, path), info);
               there != Presence::there) {
      if (there == Presence::unknown)  // else gone since the scan
        leave(path, "cannot be read: " + errno_text());
    } else if (S_ISREG(info.st_mode) && info.st_size > max_file) {
      leave(path, human_size(static_cast<unsigned long long>(info.st_size)));
    } else if (S_ISREG(info.st_mode) && access(join_path(root, path).c_str(), R_OK) != 0) {
      leave(path, "cannot be read: " + errno_text());
    } else {
      candidates.push_back({path, S_ISREG(info.st_mode) ? info.st_size : 0, info.st_mode});
    }
  }
  apply_caps(candidates, config.number("handoff.maxuntrackedfiles", kMaxFiles),
             config.number("handoff.maxuntrackedsize", kMaxTotal), choice.left_out);
  for (const Candidate& candidate : candidates) {
    if (auto secret = looks_secret(root, candidate.path, candidate.mode, candidate.size))
      leave(candidate.path, *secret);
    else
      choice.kept.push_back(candidate.path);
  }
  return choice;
}

std::optional<model::LeftOut> hidden_files(const git::Repository& repository,
                                           const std::set<std::string>& but) {
  git::GitCall call{.args = {"ls-files", "-z", "--others", "--exclude-standard"}};
  if (but.empty())
    call.args.insert(call.args.end(), {"--directory", "--no-empty-directory"});
  const std::vector<std::string> own = git::own_folders(repository.layout()),
                                 hidden = split(repository.git().run(std::move(call)).out, '\0');
  if (std::ranges::all_of(hidden, [&](const std::string& path) {
        return path.empty() || but.contains(path) || git::is_own_file(own, path);
      }))
    return std::nullopt;
  return model::LeftOut{"./",
                        "untracked files: status.showUntrackedFiles is 'no'; to take them: git -c "
                        "status.showUntrackedFiles=normal handoff pause"};
}

void refuse_own_files(const git::Repository& repository,
                      const std::vector<git::StatusEntry>& entries) {
  const std::vector<std::string> own = git::own_folders(repository.layout());
  for (const git::StatusEntry& entry : entries)
    if (entry.kind != git::StatusEntry::Kind::untracked && entry.staged != 'D' &&
        git::is_own_file(own, entry.path))
      fail("cannot keep " + path_in_quotes(entry.path) +
               ": it is in the index, and part of this repository's own git directory",
           {"take it out of the index: git rm -q --cached -- " + path_to_type(entry.path)});
}

std::vector<model::LeftOut> tracked_secrets(const git::Repository& repository,
                                            const std::vector<std::string>& paths) {
  std::vector<model::LeftOut> found;
  for (const std::string& path : paths) {
    struct stat info {};
    std::string file = join_path(repository.layout().root, path);
    if (lstat(file.c_str(), &info) != 0 ||
        (S_ISREG(info.st_mode) && access(file.c_str(), R_OK) != 0))
      continue;
    if (auto reason = looks_secret(repository.layout().root, path, info.st_mode, info.st_size))
      found.push_back({path, *reason});
  }
  return found;
}

}  // namespace handoff::ops
