#include "ops/restore/kept_beside.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.hpp"
#include "base/presence.hpp"
#include "base/text.hpp"
#include "ops/operation/file_moves.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/restore/checkout_evidence.hpp"
#include "ops/restore/replay.hpp"
#include "ops/snapshot/raw_bytes.hpp"

namespace handoff::ops {

bool is_blob_of_work(const git::TreeEntry& work, const git::TreeEdit& kept) {
  return work.mode != 0 && work.oid == kept.oid && work.mode == kept.mode &&
         kept.mode != git::kModeSymlink;
}

bool stands_as_kept(git::ObjectDatabase& objects, const std::string& file, uint32_t mode,
                    const std::string& oid) {
  const std::optional<FileIdentity> there = identity_of(file);
  if (!there)
    return false;
  if (mode == git::kModeSymlink)
    return S_ISLNK(there->mode) && read_link(file) == objects.read_blob(oid);
  return S_ISREG(there->mode) && is_executable_file(file) == (mode == git::kModeExecutable) &&
         objects.size_of(oid) == static_cast<size_t>(there->size) &&
         read_file(file) == objects.read_blob(oid);
}

mode_t narrowed(mode_t now, mode_t recorded) {
  if ((recorded & S_IXUSR) == 0)
    recorded |= (recorded & 0444) >> 2;
  return now & recorded;
}

std::vector<std::string> where_bytes_are(const Store& store, const Record& record,
                                         const std::vector<std::string>& paths) {
  if (paths.empty())
    return {};
  const std::set<std::string> asked(paths.begin(), paths.end());
  std::vector<std::string> told;
  for (const git::TreeEdit& file : attached_files(store, record, "raw"))
    if (asked.contains(file.path))
      told.push_back(path_in_quotes(file.path) + " as it was paused: git cat-file blob " +
                     file.oid);
  return told;
}

int64_t moment_of(const Store& store, const Record& record) {
  const std::optional<FileIdentity> ref =
      identity_of(join_path(store.repository().layout().common_dir, record.at.ref));
  return ref ? ref->modified : (record.time() + 1) * kNanosecondsOfSecond;
}

namespace {

bool has_changed_since(const std::string& file, Seconds time) {
  struct stat info {};
  return lstat(file.c_str(), &info) != 0 || info.st_ctim.tv_sec >= time;
}

bool is_mine(const Store& store, const Record& record) {
  return Provenance(store.repository()).of_snapshot(record) == Origin::mine;
}

}  // namespace

std::vector<std::string> lost_bytes(const Store& store, const Record& record, Seconds since) {
  if (!is_mine(store, record))
    return {};
  const std::string& root = store.repository().layout().root;
  std::vector<std::string> lost;
  for (const git::TreeEdit& file : attached_files(store, record, "raw"))
    if (const std::string path = join_path(root, file.path);
        has_changed_since(path, since) &&
        !stands_as_kept(store.objects(), path, file.mode, file.oid))
      lost.push_back(file.path);
  for (const git::TreeEdit& file : attached_files(store, record, "gone"))
    if (look_at(join_path(root, file.path)) != Presence::absent)
      lost.push_back(file.path);
  return lost;
}

std::vector<std::string> edited_beside(const Store& store, const Record& record) {
  std::vector<std::string> edited = lost_bytes(store, record, record.time());
  if (edited.empty())
    return edited;
  const CheckoutEvidence evidence(store, record);
  std::erase_if(edited, [&](const std::string& path) {
    return evidence.covers_bytes(path) || evidence.took_away(path);
  });
  return edited;
}

std::vector<std::string> told_lost_by_checkout(const Store& store, const Record& record) {
  std::vector<std::string> lost = lost_bytes(store, record);
  if (lost.empty())
    return lost;
  const std::vector<std::string> edited = edited_beside(store, record);
  const CheckoutEvidence evidence(store, record);
  std::erase_if(lost, [&](const std::string& path) {
    return in_list(edited, path) && !evidence.touched(path);
  });
  return where_bytes_are(store, record, lost);
}

bool has_all_beside(const Store& store, const Record& record, const std::string& commit) {
  const git::Layout& layout = store.repository().layout();
  git::TreeReader there(store.objects(), tree_of(store, commit), layout.oid_digits()),
      work(store.objects(), tree_of(store, record.git().wip_commit), layout.oid_digits());
  const auto text = [&](const std::string& oid) {
    std::string bytes = store.objects().read_blob(oid);
    std::erase(bytes, '\r');
    return bytes;
  };
  // What stands there is neither what was kept nor what the commit has: it was edited since.
  const auto is_gone_on_with = [&](const std::string& path) {
    const git::TreeEntry entry = there.at(path);
    const std::string file = join_path(layout.root, path);
    return entry.mode != 0 && look_at(file) == Presence::there &&
           !stands_as_kept(store.objects(), file, entry.mode, entry.oid);
  };
  return std::ranges::all_of(attached_files(store, record, "raw"), [&](const git::TreeEdit& kept) {
    const git::TreeEntry in_work = work.at(kept.path);
    const bool is_text = git::is_file_mode(in_work.mode);
    return there.at(kept.path).oid == kept.oid ||
           stands_as_kept(store.objects(), join_path(layout.root, kept.path), kept.mode,
                          kept.oid) ||
           (is_text && (text(in_work.oid) == text(kept.oid) || is_gone_on_with(kept.path)));
  });
}

ChangedByHand changed_by_hand(const Store& store, const Record& record) {
  ChangedByHand changed;
  // Where git wrote files since, also such as are the same in all commits (`git stash`), nobody can
  // tell its hand from the user's: all is kept.
  if (!is_mine(store, record) || CheckoutEvidence(store, record).any())
    return changed;
  const std::string& root = store.repository().layout().root;
  for (std::string& path : lost_bytes(store, record, record.time()))
    if (const std::string file = join_path(root, path);
        look_at(file) == Presence::absent ||
        faccessat(AT_FDCWD, file.c_str(), R_OK, AT_SYMLINK_NOFOLLOW) == 0)
      changed.bytes.insert(std::move(path));
  std::vector<git::IndexEntry> flagged = recorded_entries(store, record);
  const bool sparse = store.repository().config().flag("core.sparsecheckout", false);
  std::erase_if(flagged, [&](const git::IndexEntry& entry) {
    return !entry.assume_unchanged && (!entry.skip_worktree || sparse);
  });
  if (flagged.empty() && record.git().modes.empty())
    return changed;
  // The WIP commit took a file that it does not have out of the index, its flags with it.
  const std::string& wip = record.git().wip_commit;
  git::TreeReader work(store.objects(), wip.empty() ? "" : tree_of(store, wip),
                       store.repository().layout().oid_digits());
  for (const git::IndexEntry& entry : flagged)
    if (wip.empty() || work.at(entry.path).mode != 0)
      changed.flags.insert(entry.path);
  for (const model::FileMode& mode : record.git().modes)
    if (const auto there = identity_of(join_path(root, mode.path));
        there && S_ISREG(there->mode) && narrowed(there->mode, mode.mode | S_IFMT) != there->mode &&
        there->modified <= moment_of(store, record))
      changed.modes.insert(mode.path);
  return changed;
}

std::vector<std::string> not_in_commit(const Store& store, const Record& record,
                                       std::vector<std::string> paths) {
  if (paths.empty() || record.git().wip_commit.empty())
    return paths;
  git::TreeReader work(store.objects(), tree_of(store, record.git().wip_commit),
                       store.repository().layout().oid_digits());
  std::erase_if(paths, [&](const std::string& path) { return work.at(path).mode != 0; });
  return paths;
}

std::vector<std::string> gone_from_beside(const Store& store, const Record& record) {
  std::vector<std::string> gone;
  if (!is_mine(store, record))
    return gone;
  const std::string& root = store.repository().layout().root;
  for (const git::TreeEdit& file : attached_files(store, record, "raw"))
    if (look_at(join_path(root, file.path)) == Presence::absent)
      gone.push_back(file.path);
  return not_in_commit(store, record, std::move(gone));
}

std::vector<std::string> lost_of_left_out(const Store& store, const Record& record) {
  const std::string& root = store.repository().layout().root;
  std::vector<std::string> lost;
  if (!is_mine(store, record) || record.git().worktree_path != root)
    return lost;
  const CheckoutEvidence evidence(store, record);
  for (const model::LeftOut& left : record.git().left_out) {
    // The times of a submodule's folder say nothing of the changes in it.
    if (left.is_in_record() || left.path.ends_with('/') ||
        in_list(record.git().submodules, left.path, &model::SubmoduleState::path))
      continue;
    const std::string file = join_path(root, left.path);
    const Presence there = look_at(file);
    if (there == Presence::absent ||
        (there == Presence::there && has_changed_since(file, record.time()) &&
         evidence.covers_bytes(left.path)))
      lost.push_back(left.path);
  }
  return lost;
}

std::vector<std::string> lost_beside_commit(const Store& store, const Record& record) {
  std::vector<std::string> lost = lost_bytes(store, record);
  if (!is_mine(store, record))
    return lost;
  const std::string& root = store.repository().layout().root;
  for (const model::FileMode& mode : record.git().modes)
    if (const auto there = identity_of(join_path(root, mode.path));
        there && S_ISREG(there->mode) && narrowed(there->mode, mode.mode | S_IFMT) != there->mode &&
        !in_list(lost, mode.path))
      lost.push_back(mode.path);
  return lost;
}

}  // namespace handoff::ops
