#include "ops/snapshot/raw_bytes.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/presence.hpp"
#include "base/text.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/stdin_paths.hpp"
#include "ops/snapshot/exclusions.hpp"
#include "ops/snapshot/fast_add.hpp"
#include "ops/worktree/conversion.hpp"

namespace handoff::ops {

namespace {

using git::IndexEntry;

const std::string kBehind =
    " behind assume-unchanged or skip-worktree" + std::string(model::LeftOut::kInRecord);

class RawChooser {
 public:
  explicit RawChooser(const RawQuestion& question) : q(question) {}

  RawChoice choose() {
    std::vector<std::string> files;
    for (const std::string& path : q.paths)
      if (q.after.contains(path) && is_regular(path))
        files.push_back(path);
    const std::vector<std::string> hidden = hidden_changes();
    add_by_attributes(files, hidden);
    for (const std::string& path :
         files)  // outside the sparse cone: the next switch takes the file away
      if (auto flagged = q.flagged.find(path);
          flagged != q.flagged.end() && flagged->second.skip_worktree)
        r.paths.push_back(path);
    if (!q.repository.config().flag("core.filemode", true))  // git does not know who may run it
      for (const std::string& path : files)
        if (is_executable_file(file_of(path)) != (q.after.at(path).mode == git::kModeExecutable))
          r.paths.push_back(path);
    if (!q.repository.config().flag("core.symlinks", true))  // a checkout writes files for them
      for (const std::string& path : q.paths)
        if (q.after.contains(path) && is_link(path))
          x_links.push_back(path);
    // Nobody sees them in a diff: a secret there would leave unseen.
    std::vector<model::LeftOut> secret = tracked_secrets(q.repository, hidden);
    for (const model::LeftOut& left : secret)
      r.left_out.push_back({left.path, left.reason + ", behind assume-unchanged or skip-worktree"});
    auto is_secret = [&](const std::string& path) {
      return in_list(secret, path, &model::LeftOut::path);
    };
    std::erase_if(r.paths, is_secret);
    for (const std::string& path : hidden) {
      if (is_secret(path))
        continue;
      r.paths.push_back(path);
      r.left_out.push_back({path, std::string("changed") + kBehind});
    }
    r.paths.insert(r.paths.end(), x_links.begin(), x_links.end());
    std::ranges::sort(r.paths);
    r.paths.erase(std::unique(r.paths.begin(), r.paths.end()), r.paths.end());
    return std::move(r);
  }

 private:
  std::string file_of(const std::string& path) const {
    return join_path(q.repository.layout().root, path);
  }

  mode_t kind_of(const std::string& path) const {
    struct stat info {};
    return !is_below_link(q.repository.layout().root, path) &&
                   lstat(file_of(path).c_str(), &info) == 0
               ? info.st_mode & S_IFMT
               : 0;
  }
  bool is_regular(const std::string& path) const { return kind_of(path) == S_IFREG; }
  bool is_link(const std::string& path) const { return kind_of(path) == S_IFLNK; }

  void add_by_attributes(const std::vector<std::string>& files,
                         const std::vector<std::string>& hidden) {
    auto is_attributes = [](const std::string& path) {
      return base_name(path) == ".gitattributes";
    };
    if (std::ranges::any_of(hidden, is_attributes) || std::ranges::any_of(r.gone, is_attributes) ||
        (q.partial && attributes_stay_out()) || attributes_are_converted(files)) {
      r.paths = files;  // no checkout of the WIP goes by attributes that are not in it
      return;
    }
    if (std::ranges::none_of(q.paths, is_attributes)) {
      r.paths = changed_by_checkout(q.repository, q.quarantine, q.prepared,
                                    converted_paths(q.repository, files));
      return;
    }
    // Those of before and of after may have had a part in it: see what comes out. And what is the
    // same in the base no checkout from there writes again: it may stand as the attributes of then
    // made it.
    r.paths = changed_by_checkout(q.repository, q.quarantine, q.prepared, files);
    git::TreeReader base(q.quarantine.objects(), q.base_tree, q.repository.layout().oid_digits());
    std::ranges::copy_if(files, std::back_inserter(r.paths), [&](const std::string& path) {
      return base.at(path).oid == q.after.at(path).oid;
    });
  }

  /// Is a .gitattributes changed here, and no part of what is paused?
  bool attributes_stay_out() const {
    const Outcome changed =
        q.repository.git().run({.args = {"status", "--porcelain", "-z", "-uall", "--ignored", "--",
                                         ":(top,glob)**/.gitattributes"},
                                .user_pathspecs = true});
    const std::vector<std::string> fields = split(changed.out, '\0');
    return !changed.ok() || std::ranges::any_of(fields, [&](const std::string& field) {
      constexpr size_t kBefore = 3;  // "XY "
      return field.size() > kBefore && !in_list(q.paths, field.substr(kBefore));
    });
  }

  /// Does git have other attributes of these files than the working tree? `* filter=x` holds for
  /// .gitattributes, too, and a checkout goes by what came out of the filter.
  bool attributes_are_converted(const std::vector<std::string>& files) const {
    std::set<std::string> above;
    for (const std::string& path : files)
      for (std::string folder = parent_path(path);; folder = parent_path(folder)) {
        const std::string name = folder == "." ? ".gitattributes" : folder + "/.gitattributes";
        if (!above.insert(name).second || folder == ".")
          break;
      }
    std::erase_if(above, [&](const std::string& path) { return !is_regular(path); });
    if (above.empty())
      return false;
    const auto text = [](std::string bytes) {
      std::erase(bytes, '\r');
      return bytes;
    };
    const std::vector<IndexEntry> kept =
        git::IndexFile::read(q.repository, q.prepared.file, [&](const IndexEntry& e) {
          return e.stage == 0 && !e.intent_to_add && above.contains(e.path);
        });
    return std::ranges::any_of(kept, [&](const IndexEntry& e) {
      return text(q.quarantine.objects().read_blob(e.oid)) !=
             text(read_file(file_of(e.path)).value_or(""));
    });
  }

  /// Files that git takes for unchanged because it was told so, and that are not.
  std::vector<std::string> hidden_changes() {
    std::vector<std::string> present, odd;
    std::string input;
    for (const std::string& path : q.hidden)
      if (is_replaced(path))
        continue;
      else if (!is_regular(path))
        add_hidden_kind(path);
      else if (access(file_of(path).c_str(), R_OK) != 0)
        leave_unread(path);
      else
        (git::fits_a_line(path) ? present : odd).push_back(path);
    for (const std::string& path : present)
      input += path + "\n";
    std::vector<std::string> changed, oids;
    const char* purpose = "look at the files behind assume-unchanged";
    if (!present.empty())
      oids = split_lines(q.repository.git().output(
          {.args = {"hash-object", "--stdin-paths"}, .input = input}, purpose));
    for (const std::string& path : odd) {
      present.push_back(path);
      oids.push_back(q.repository.git().line({.args = {"hash-object", "--", path}}, purpose));
    }
    const bool modes = q.repository.config().flag("core.filemode", true);
    const bool links = q.repository.config().flag("core.symlinks", true);
    for (size_t i = 0; i < present.size() && i < oids.size(); ++i) {
      const IndexEntry& entry = q.flagged.at(present[i]);
      bool same_mode =
          !modes || is_executable_file(file_of(present[i])) == (entry.mode == git::kModeExecutable);
      const bool was_link = links && entry.mode == git::kModeSymlink;
      if (entry.intent_to_add || entry.oid != oids[i] || !same_mode ||
          was_link)  // its oid is that of nothing
        changed.push_back(present[i]);
    }
    return changed;
  }

  /// Right after what failed.
  void leave_unread(const std::string& path) {
    r.left_out.push_back({path, "cannot be read: " + errno_text()});
  }

  /// Behind the flags there is no file any more, or no regular one.
  void add_hidden_kind(const std::string& path) {
    const IndexEntry& entry = q.flagged.at(path);
    const std::string file = file_of(path);
    struct stat info {};
    const Presence there =
        is_below_link(q.repository.layout().root, path) ? Presence::absent : look_at(file, info);
    if (there == Presence::unknown) {
      leave_unread(path);
    } else if (there == Presence::absent) {
      r.gone.push_back(path);
      r.left_out.push_back({path, std::string("deleted") + kBehind});
    } else if (S_ISLNK(info.st_mode)) {
      if (entry.mode == git::kModeSymlink && !entry.intent_to_add &&
          q.quarantine.objects().read_blob(entry.oid) == read_link(file))
        return;
      x_links.push_back(path);
      r.left_out.push_back({path, std::string("a symlink now,") + kBehind});
    } else if (entry.mode != git::kModeGitlink) {
      r.left_out.push_back(
          {path,
           "changed in kind behind assume-unchanged or skip-worktree: git does not look at it"});
    }
  }

  /// Does a folder of its name enter the snapshot, or a file in the place of its folder? Then the
  /// commit has that it is gone.
  bool is_replaced(const std::string& path) const {
    const auto below = q.after.lower_bound(path + "/");
    if (below != q.after.end() && below->first.starts_with(path + "/"))
      return true;
    std::string above = parent_path(path);
    while (above != "." && !q.after.contains(above))
      above = parent_path(above);
    return above != ".";
  }

  const RawQuestion& q;
  RawChoice r;
  std::vector<std::string> x_links;  ///< those that no checkout gives back
};

}  // namespace

bool is_executable_file(const std::string& path) {
  struct stat info {};
  return lstat(path.c_str(), &info) == 0 && (info.st_mode & S_IXUSR) != 0;
}

git::TreeEdit exact_bytes(const git::Repository& repository, git::Quarantine& quarantine,
                          const std::string& path) {
  const std::string& root = repository.layout().root;
  const std::string file = join_path(root, path);
  struct stat info {};
  const bool link =
      !is_below_link(root, path) && lstat(file.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
  const uint32_t mode = link                       ? git::kModeSymlink
                        : is_executable_file(file) ? git::kModeExecutable
                                                   : git::kModeFile;
  return {"raw/" + path, mode,
          quarantine.write(git::ObjectType::blob,
                           link ? read_link(file) : read_file(file).value_or(""))};
}

RawChoice choose_raw(const RawQuestion& question) { return RawChooser(question).choose(); }

}  // namespace handoff::ops
