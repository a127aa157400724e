#include "ops/restore/restore_files.hpp"

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <set>

#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/presence.hpp"
#include "base/text.hpp"
#include "ops/records/provenance.hpp"
#include "ops/restore/checkout_evidence.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/restore.hpp"
#include "ops/snapshot/raw_bytes.hpp"
#include "ops/snapshot/stack.hpp"
#include "ops/worktree/conversion.hpp"
#include "ops/worktree/filtered_files.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;

/// A few bytes of a stranger's can unpack to any size.
constexpr size_t kLargestForeign = 256u << 20;

bool is_regular(const std::string& file) {
  std::optional<FileIdentity> there = identity_of(file);
  return there && S_ISREG(there->mode);
}

/// nullopt where something else stands, or nothing: what a link leads to is none of ours.
std::optional<std::string> bytes_of_regular(const std::string& file) {
  return is_regular(file) ? read_file(file) : std::nullopt;
}

class FileRestorer {
 public:
  FileRestorer(const Store& store, const Record& record, std::string from, CheckoutLog& log,
               const std::string& merged = {}, bool asked = false)
      : x_store(store),
        x_log(log),
        x_evidence(store, record),
        x_repository(store.repository()),
        x_record(record),
        x_from(std::move(from)),
        x_raw(attached_files(store, record, "raw")),
        x_kept(store.objects(), tree_of(store, record.git().wip_commit),
               x_repository.layout().oid_digits()),
        x_present(store.objects(),
                  merged.empty() ? tree_of(store, record.git().wip_commit) : merged,
                  x_repository.layout().oid_digits()),
        x_foreign(Provenance(store.repository()).of_snapshot(record) != Origin::mine),
        x_asked(asked) {
    for (const git::TreeEdit& file : x_raw)
      x_raw_modes[file.path] = file.mode;
    if (!merged.empty())
      find_merged();
  }

  RestoredFiles restore() {
    if (x_foreign)
      name_unsent();
    const std::set<std::string> filtered =
        x_foreign ? filtered_of_record() : std::set<std::string>();
    const auto others =
        std::stable_partition(x_raw.begin(), x_raw.end(), [&](const git::TreeEdit& file) {
          return !x_foreign || (is_as_reviewed(file) && !filtered.contains(file.path));
        });
    leave_bytes({others, x_raw.end()});
    restore_bytes({x_raw.begin(), others});
    take_gone_away();
    restore_filtered();
    restore_outside_cone();
    for (const model::FileMode& mode : x_record.git().modes)
      restore_mode(mode);
    x_log.run();
    if (!x_foreign)
      result.hints = where_bytes_are(x_store, x_record, result.left_alone);
    return std::move(result);
  }

  /// As restore_unchanged().
  RestoredFiles restore_unchanged(std::vector<IndexChange>& changes) {
    std::vector<std::string> attributes;
    std::set<std::string> others;
    std::vector<IndexEntry> wanted;
    for (const IndexChange& change : changes) {
      wanted.push_back(change.after);
      others.insert(change.after.path);
      if (base_name(change.after.path) == ".gitattributes")
        attributes.push_back(change.after.path);
    }
    if (attributes.empty())
      return {};
    git::Quarantine quarantine(x_repository);
    git::PreparedIndex index = git::copy_index(x_repository, quarantine);
    git::edit_index(x_repository, quarantine, index, wanted);
    std::vector<IndexEntry> entries =
        changed_by_attributes(x_repository, quarantine, index, trees_before(), attributes);
    std::erase_if(entries, [&](const IndexEntry& e) {
      return others.contains(e.path) || !is_safe_to_write(x_repository.layout(), e.path) ||
             !is_regular(file_of(e.path));
    });
    const std::vector<std::string> paths = vector_of(entries, &IndexEntry::path);
    // The mode stays as it is.
    std::set<std::string> edited = edited_since_checkout(quarantine, index, paths, SameMode::any);
    for (const IndexEntry& entry : entries) {
      std::optional<std::string> bytes =
          bytes_of_regular(join_path(checkout_folder(quarantine), entry.path));
      if (!bytes || edited.contains(entry.path) || !may_rewrite(entry.path))
        continue;
      write_bytes(entry.path,
                  {.bytes = *bytes, .executable = is_executable_file(file_of(entry.path))});
      changes.push_back({entry, entry});
    }
    x_log.run();
    return std::move(result);
  }

 private:
  std::string file_of(const std::string& path) const {
    return join_path(x_repository.layout().root, path);
  }

  bool is_safe_to_put(const std::string& path) const {
    const git::Layout& layout = x_repository.layout();
    return x_foreign ? is_safe_to_write(layout, path) : is_safe_to_replace(layout, path);
  }

  void find_merged() {
    for (const char* folder : {"raw", "gone"})
      for (const git::TreeEdit& file : attached_files(x_store, x_record, folder))
        if (x_kept.at(file.path).oid != x_present.at(file.path).oid)
          x_merged.insert(file.path);
  }

  /// Is it to be executable? What the work has changed of that without git, it has; otherwise it is
  /// as what the work was rebased onto or merged with has it.
  bool is_executable_work(const std::string& path) {
    const auto executable = [](uint32_t mode) { return mode == git::kModeExecutable; };
    const uint32_t present = x_present.at(path).mode;
    const auto raw = x_raw_modes.find(path);
    if (raw == x_raw_modes.end())
      return executable(present);
    const bool as_in_git = executable(raw->second) == executable(x_kept.at(path).mode);
    return executable(as_in_git && present != 0 ? present : raw->second);
  }

  /// Exact bytes, and whether they are executable: the index need not know (assume-unchanged).
  struct RawFile {
    std::string bytes = {};
    bool executable = false;
    bool link = false;  ///< a symlink to `bytes`
  };

  /// A pointer that stood there in place of a file (git-lfs) is nobody's file elsewhere.
  std::set<std::string> filtered_of_record() const {
    const std::vector<std::string> paths =
        filtered_paths(x_repository, vector_of(x_raw, &git::TreeEdit::path));
    return {paths.begin(), paths.end()};
  }

  /// Are the bytes those of the work's blob itself, which is what was read of it?
  bool is_as_reviewed(const git::TreeEdit& file) {
    return is_blob_of_work(x_kept.at(file.path), file) &&
           x_store.objects().size_of(file.oid).value_or(0) <= kLargestForeign &&
           is_regular(file_of(file.path));
  }

  /// Whoever published it sent no bytes beside the work.
  void name_unsent() {
    for (const std::string& path : x_record.git().raw)
      if (!x_raw_modes.contains(path))
        x_raw.push_back({.path = path});
  }

  /// What was read of a stranger's is the work as git has it, and more than one file converts to
  /// that: other bytes beside it are not written. Tells of those that differ from what stands
  /// there.
  void leave_bytes(const std::vector<git::TreeEdit>& files) {
    std::vector<std::string> of_work;
    for (const git::TreeEdit& file : files) {
      const std::string path = file_of(file.path);
      const bool safe = is_safe_to_put(file.path);
      if (safe && !file.oid.empty() &&
          x_store.objects().size_of(file.oid).value_or(0) <= kLargestForeign &&
          stands_as_kept(x_store.objects(), path, mode_there(path), file.oid))
        continue;
      if (safe && x_kept.at(file.path).mode != 0 && is_regular(path))
        of_work.push_back(file.path);
      else
        result.left_alone.push_back(file.path);
    }
    if (of_work.empty())
      return;
    git::Quarantine quarantine(x_repository);
    const std::set<std::string> edited = edited_since_checkout(
        quarantine, git::copy_index(x_repository, quarantine), of_work, SameMode::any);
    for (std::string& path : of_work)
      (edited.contains(path) ? result.left_alone : result.as_checked_out)
          .push_back(std::move(path));
  }

  static uint32_t mode_there(const std::string& file) {
    const std::optional<FileIdentity> there = identity_of(file);
    return there && S_ISLNK(there->mode) ? git::kModeSymlink
           : is_executable_file(file)    ? git::kModeExecutable
                                         : git::kModeFile;
  }

  void restore_bytes(const std::vector<git::TreeEdit>& files) {
    std::map<std::string, RawFile> wanted;
    std::vector<std::string> to_compare, missing;
    for (const git::TreeEdit& file : files) {
      if (x_merged.contains(file.path) || !is_safe_to_put(file.path)) {
        result.left_alone.push_back(file.path);
        continue;
      }
      std::optional<FileIdentity> there = identity_of(file_of(file.path));
      RawFile raw_file{.bytes = x_store.objects().read_blob(file.oid),
                       .executable = is_executable_work(file.path),
                       .link = file.mode == git::kModeSymlink};
      if (there && raw_file.link && S_ISLNK(there->mode) &&
          read_link(file_of(file.path)) == raw_file.bytes)
        continue;
      const bool regular = there && S_ISREG(there->mode);
      if (there && !regular && !S_ISLNK(there->mode)) {
        result.left_alone.push_back(file.path);
        continue;
      }
      if (regular && !raw_file.link && read_file(file_of(file.path)) == raw_file.bytes) {
        restore_executable(file.path, raw_file.executable);
        continue;
      }
      if (there && !may_rewrite(file.path)) {
        result.left_alone.push_back(file.path);
        continue;
      }
      (there ? to_compare : missing).push_back(file.path);
      wanted.emplace(file.path, std::move(raw_file));
    }
    for (const std::string& path : deleted_since(missing)) {
      wanted.erase(path);
      result.left_alone.push_back(path);
    }
    if (wanted.empty())
      return;
    git::Quarantine quarantine(x_repository);
    std::set<std::string> edited = edited_since_checkout(
        quarantine, git::copy_index(x_repository, quarantine), to_compare, x_mode);
    for (const auto& [path, file] : wanted)
      if (edited.contains(path))
        result.left_alone.push_back(path);
      else
        write_bytes(path, file);
  }

  /// What was checked out without its filter (GIT_LFS_SKIP_SMUDGE) is written with it, where that
  /// gives what was paused. What was edited since stays, and git tells of it.
  void restore_filtered() {
    const std::string tree = tree_of(x_store, x_record.git().wip_commit);
    std::vector<std::string> paths = filtered_otherwise(x_store, tree);
    std::erase_if(paths, [&](const std::string& path) {
      return x_raw_modes.contains(path) || x_kept.at(path).oid != x_present.at(path).oid;
    });
    if (paths.empty())
      return;
    git::Quarantine quarantine(x_repository);
    const std::string aside = checkout_folder(quarantine);
    checkout_aside(x_repository, {}, git::copy_index(x_repository, quarantine).file, paths, aside);
    for (const std::string& path : paths) {
      const std::string file = file_of(path);
      const std::optional<std::string> bytes = bytes_of_regular(join_path(aside, path));
      const git::TreeEntry kept = x_kept.at(path);
      const bool as_in_git = stands_as_kept(x_store.objects(), file, mode_there(path), kept.oid);
      if (bytes && (as_in_git || may_rewrite(path)) && is_as_filtered(x_store, tree, path, *bytes))
        write_bytes(path, {.bytes = *bytes, .executable = is_executable_file(file)});
      else if (as_in_git || x_repository.git().line({.args = {"hash-object", "--", path}},
                                                    "look at the files with a filter") == kept.oid)
        result.unfiltered.push_back(path);
    }
  }

  /// Behind a flag nothing stood there: what a checkout has put there since goes.
  void take_gone_away() {
    std::vector<std::string> paths;
    for (const git::TreeEdit& file : attached_files(x_store, x_record, "gone")) {
      const Presence there = look_at(file_of(file.path));
      if (there == Presence::unknown)
        result.left_alone.push_back(file.path);
      if (there != Presence::there || !is_safe_to_put(file.path))
        continue;
      const bool brought = may_rewrite(file.path) || x_evidence.covers_absent(file.path);
      if (x_foreign || x_merged.contains(file.path) || !brought)
        result.left_alone.push_back(file.path);
      else
        paths.push_back(file.path);
    }
    if (paths.empty())
      return;
    git::Quarantine quarantine(x_repository);
    std::set<std::string> edited =
        edited_since_checkout(quarantine, git::copy_index(x_repository, quarantine), paths, x_mode);
    for (const std::string& path : paths)
      if (std::optional<FileIdentity> old = identity_of(file_of(path));
          old && !edited.contains(path))
        x_log.take_away(path, *old);
      else if (old)
        result.left_alone.push_back(path);
  }

  std::vector<std::string> trees_before() const {
    return trees_checked_out(x_store, x_record, x_from);
  }

  /// As ops::edited_since_checkout(), but for what this command has brought.
  std::set<std::string> edited_since_checkout(const git::Quarantine& quarantine,
                                              const git::PreparedIndex& index,
                                              std::vector<std::string> paths, SameMode mode) const {
    return ops::edited_since_checkout(x_repository, quarantine, index, trees_before(),
                                      std::move(paths), mode,
                                      [&](const std::string& path) { return x_log.brought(path); });
  }

  /// In a sparse checkout a switch drops files outside the cone, also those that were edited there:
  /// they are in the WIP commit, and were in the tree.
  void restore_outside_cone() {
    if (!x_repository.config().flag("core.sparsecheckout", false))
      return;
    std::map<std::string, uint32_t> dropped;
    for (const IndexEntry& entry : recorded_entries(x_store, x_record))
      if (entry.stage == 0 && !entry.skip_worktree && !x_written.contains(entry.path) &&
          is_safe_to_write(x_repository.layout(), entry.path) && !exists(file_of(entry.path)))
        dropped.emplace(entry.path, 0);
    git::Quarantine quarantine(x_repository);
    git::PreparedIndex index = git::copy_index(x_repository, quarantine);
    std::vector<std::string> paths;
    for (const IndexEntry& entry :
         git::IndexFile::read(x_repository, index.file, [&](const IndexEntry& e) {
           return e.skip_worktree && e.mode != git::kModeGitlink && dropped.contains(e.path);
         })) {
      dropped[entry.path] = entry.mode;
      paths.push_back(entry.path);
    }
    if (paths.empty())
      return;
    std::string aside = join_path(quarantine.folder(), "checkout");
    checkout_aside(x_repository, {}, index.file, paths, aside);
    for (const std::string& path : paths) {
      const std::string made = join_path(aside, path);
      if (const bool link = !is_regular(made); exists(made))
        write_bytes(path, {.bytes = link ? read_link(made) : read_file(made).value_or(""),
                           .executable = dropped[path] == git::kModeExecutable,
                           .link = link});
    }
  }

  /// Did a checkout write what stands there now, ours or the user's own? Who asks for the kept
  /// files wants them in any case.
  bool may_rewrite(const std::string& path) const {
    return x_asked || x_log.brought(path) || x_evidence.covers_bytes(path);
  }

  bool may_change_mode(const std::string& path) const {
    return x_log.brought(path) || x_evidence.covers(path);
  }

  /// Missing files that the user took away: a checkout would have written them.
  std::vector<std::string> deleted_since(const std::vector<std::string>& missing) const {
    if (x_asked)
      return {};
    if (missing.empty() || (!x_evidence.any() && !x_log.open()))
      return missing;
    std::set<std::string> asked(missing.begin(), missing.end());
    std::vector<std::string> deleted;
    for (const IndexEntry& entry :
         git::IndexFile::read(x_repository, x_repository.layout().index_file,
                              [&](const IndexEntry& e) { return asked.contains(e.path); }))
      if (!entry.skip_worktree && entry.mode != 0 && !entry.intent_to_add)
        deleted.push_back(entry.path);
    return deleted;
  }

  void write_bytes(const std::string& path, const RawFile& raw) {
    std::optional<FileIdentity> old = identity_of(file_of(path));
    const bool has_mode = old && S_ISREG(old->mode);  // a link's says nothing
    mode_t mode = has_mode ? old->mode & 0666 : mode_by_umask(0666);
    if (raw.executable)
      mode |= (mode & 0444) >> 2;
    if (auto narrow = narrow_mode(path))
      mode = narrowed(mode, *narrow);
    std::string made = join_path(x_log.folder("raw"), std::to_string(result.rewritten.size()));
    if (raw.link && symlink(raw.bytes.c_str(), made.c_str()) != 0) {
      if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS)
        fail("cannot create '" + printable(path) + "': " + errno_text());
      if (x_kept.at(path).mode != git::kModeSymlink)  // else there is what git has for it here
        result.left_alone.push_back(path);
      return;
    }
    if (!raw.link)
      write_file_atomic(made, raw.bytes, Durability::none, mode);
    x_log.replace(path, old, made);
    result.rewritten.push_back(path);
    x_written.insert(path);
  }

  std::optional<mode_t> narrow_mode(const std::string& path) const {
    for (const model::FileMode& mode : x_record.git().modes)
      if (mode.path == path && (mode.mode & S_IRUSR) != 0)
        return mode.mode;
    return std::nullopt;
  }

  void restore_executable(const std::string& path, bool executable) {
    struct stat info {};
    if (lstat(file_of(path).c_str(), &info) != 0 || ((info.st_mode & S_IXUSR) != 0) == executable)
      return;
    if (!may_change_mode(path)) {
      if (x_mode != SameMode::any)
        leave_mode(path);
      return;
    }
    mode_t mode = info.st_mode & 0666;
    if (executable)
      mode |= (mode & 0444) >> 2;
    if (auto narrow = narrow_mode(path))
      mode = narrowed(mode, *narrow);
    x_log.set_mode(path, mode);
    result.rewritten.push_back(path);
    x_written.insert(path);
  }

  /// Does the work have it otherwise than what it was made on?
  bool is_of_the_work(const std::string& path) {
    git::TreeReader base(x_store.objects(), tree_of(x_store, x_record.git().base),
                         x_repository.layout().oid_digits());
    const git::TreeEntry before = base.at(path), kept = x_kept.at(path);
    return before.mode != kept.mode || before.oid != kept.oid;
  }

  void leave_mode(const std::string& path) {
    std::vector<std::string>& told = result.left_alone;
    if (!in_list(told, path))
      told.push_back(path);
  }

  /// Was it written after the pause, as a checkout writes it? That of a single file is in no
  /// reflog.
  bool is_checked_out_anew(const std::string& path, const struct stat& info) const {
    const mode_t given = mode_by_umask((info.st_mode & S_IXUSR) != 0 ? 0777 : 0666);
    if ((info.st_mode & 07777) != given ||
        nanoseconds(info.st_mtim) <= moment_of(x_store, x_record))
      return false;
    git::Quarantine quarantine(x_repository);
    return edited_since_checkout(quarantine, git::copy_index(x_repository, quarantine), {path},
                                 x_mode)
        .empty();
  }

  /// Only ever narrower: a record cannot open a file to others. A stranger's, in its work alone.
  void restore_mode(const model::FileMode& wanted) {
    struct stat info {};
    const std::string& path = wanted.path;
    const Presence there = look_at(file_of(path), info);
    if (there == Presence::unknown)
      leave_mode(path);
    if (there != Presence::there || !S_ISREG(info.st_mode) ||
        !is_safe_to_write(x_repository.layout(), path))
      return;
    const mode_t now = info.st_mode & 07777;
    const mode_t narrow = narrowed(now, wanted.mode);
    if (narrow == now || x_written.contains(path) || (x_foreign && !is_of_the_work(path)))
      return;
    const bool as_kept =
        x_mode == SameMode::any || ((now & S_IXUSR) != 0) == is_executable_work(path);
    if (!as_kept || (now & 0600) != 0600 || (narrow & S_IRUSR) == 0 ||
        !(x_asked || x_log.brought(path) || x_evidence.covers_mode(path) ||
          is_checked_out_anew(path, info))) {
      leave_mode(path);
      return;
    }
    x_log.set_mode(path, narrow);
    result.rewritten.push_back(path);
  }

  const Store& x_store;
  CheckoutLog& x_log;
  const CheckoutEvidence x_evidence;
  const git::Repository& x_repository;
  const Record& x_record;
  const std::string x_from;
  std::vector<git::TreeEdit> x_raw;  ///< exact bytes that the record has
  std::map<std::string, uint32_t> x_raw_modes;
  git::TreeReader x_kept;     ///< the WIP commit's
  git::TreeReader x_present;  ///< of what the files are by now
  const bool x_foreign;
  const bool x_asked;
  const SameMode x_mode = mode_that_counts(x_repository);
  std::set<std::string> x_merged;   ///< what stands there is not what was kept any more
  std::set<std::string> x_written;  ///< with the mode that was recorded; not in place yet
  RestoredFiles result;
};

}  // namespace

RestoredFiles restore_files(const Store& store, const Record& record, const std::string& from,
                            CheckoutLog& log, const std::string& merged, bool asked) {
  return FileRestorer(store, record, from, log, merged, asked).restore();
}

RestoredFiles restore_unchanged(const Store& store, const Record& record, const std::string& from,
                                CheckoutLog& log, std::vector<git::IndexChange>& changes) {
  return FileRestorer(store, record, from, log).restore_unchanged(changes);
}

}  // namespace handoff::ops
