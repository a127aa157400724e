#include "ops/snapshot/stack.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "ops/operation/commit_message.hpp"
#include "ops/records/provenance.hpp"
#include "ops/snapshot/raw_bytes.hpp"

namespace handoff::ops {

namespace {

/// Attachments of one folder of the older version, for paths that the newer one has nothing of.
void keep_files(const Store& store, const Record& previous, const std::string& folder,
                const std::set<std::string>& taken, std::vector<git::TreeEdit>& attachments) {
  for (git::TreeEdit& file : attached_files(store, previous, folder))
    if (!taken.contains(file.path))
      attachments.push_back({folder + "/" + file.path, file.mode, file.oid});
}

/// Is the path a folder of one of these, or below one that is a file now?
bool is_file_against_folder(const std::string& path, const std::set<std::string>& there) {
  auto inside = there.lower_bound(path + "/");
  if (inside != there.end() && inside->starts_with(path + "/"))
    return true;
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (there.contains(path.substr(0, slash)))
      return true;
  return false;
}

/// The narrow modes of the older version, and such as its files were given since. That a checkout
/// has widened one is no reason to forget it, unless the file was edited, too.
std::map<std::string, uint32_t> modes_with(const Record& previous, const Snapshot& snapshot,
                                           const ChangedByHand& since) {
  std::map<std::string, uint32_t> modes;
  for (const model::FileMode& mode : previous.git().modes)
    if (!since.modes.contains(mode.path) && !since.bytes.contains(mode.path))
      modes[mode.path] = mode.mode;
  for (const std::string& path : snapshot.paths)
    modes.erase(path);
  for (const model::FileMode& mode : snapshot.modes) {
    const auto [at, is_new] = modes.emplace(mode.path, mode.mode);
    if (!is_new)
      at->second &= mode.mode;
  }
  return modes;
}

bool has_all_modes(const Record& record, const Snapshot& snapshot, const ChangedByHand& since) {
  std::map<std::string, uint32_t> recorded;
  for (const model::FileMode& mode : record.git().modes)
    recorded[mode.path] = mode.mode;
  return modes_with(record, snapshot, since) == recorded;
}

/// Of the flagged files of the older version, those from which the user has taken the flags.
std::set<std::string> without_flags(const Snapshot& snapshot, const ChangedByHand& since) {
  std::set<std::string> paths = since.flags;
  for (const git::IndexChange& change : snapshot.index)
    paths.erase(change.before.path);
  return paths;
}

/// What the index is to hold of the work of both. `decided`: the paths on which the new snapshot
/// decides: those that were staged since, and those that are new to the stack. For the others the
/// index held only what our own WIP commit put there.
std::vector<git::IndexEntry> entries_of_stack(std::vector<git::IndexEntry> older,
                                              const Snapshot& snapshot, const ChangedByHand& since,
                                              std::set<std::string>& decided) {
  std::map<std::string, git::IndexEntry> entries;
  for (git::IndexEntry& entry : older)
    entries[entry.path] = std::move(entry);
  for (const std::string& path : without_flags(snapshot, since))
    entries[path].assume_unchanged = entries[path].skip_worktree = false;
  std::set<std::string> staged_now;
  for (const git::StatusEntry& entry : snapshot.status.entries)
    if (entry.staged != '.' && entry.staged != '?')
      staged_now.insert(entry.path);
  for (const git::IndexChange& change : snapshot.index) {
    bool known = entries.contains(change.before.path);
    if (known && !staged_now.contains(change.before.path)) {
      // A flag that was taken away since would hide what was edited behind it.
      git::IndexEntry& entry = entries[change.before.path];
      entry.assume_unchanged = change.before.assume_unchanged;
      entry.skip_worktree = change.before.skip_worktree;
      continue;
    }
    entries[change.before.path] = change.before;
    decided.insert(change.before.path);
  }
  std::set<std::string> there;  // what no index can hold beside them goes
  for (const std::string& path : decided)
    if (entries[path].mode != 0 || entries[path].intent_to_add)
      there.insert(path);
  std::erase_if(entries, [&](const auto& entry) {
    return !decided.contains(entry.first) && is_file_against_folder(entry.first, there);
  });
  std::vector<git::IndexEntry> all;
  for (auto& [path, entry] : entries)
    all.push_back(std::move(entry));
  return all;
}

/// What `git commit` is to offer for the work of both. A stranger's words are nobody's commit.
void keep_messages(const Store& store, const Record& previous, git::Quarantine& quarantine,
                   std::vector<git::TreeEdit>& attachments) {
  std::vector<git::TreeEdit> older = attached_files(store, previous, kMessageFolder);
  if (older.empty() || Provenance(store.repository()).of_snapshot(previous) != Origin::mine)
    return;
  const auto blob = [&](const std::string& oid) { return quarantine.objects().read_blob(oid); };
  for (git::TreeEdit& message : older) {
    message.path = std::string(kMessageFolder) + "/" + message.path;
    const auto newer = std::ranges::find(attachments, message.path, &git::TreeEdit::path);
    if (newer == attachments.end())
      attachments.push_back(std::move(message));
    else
      newer->oid = quarantine.write(git::ObjectType::blob,
                                    both_messages(blob(message.oid), blob(newer->oid)));
  }
}

/// What both have beside their commits: of the older version, what the new snapshot does not tell
/// of, and a checkout may have written or taken away since.
void keep_beside(const Store& store, const Record& previous, const Snapshot& snapshot,
                 const ChangedByHand& since, git::Quarantine& quarantine, model::GitBlock& block,
                 std::vector<git::TreeEdit>& attachments) {
  std::set<std::string> told(snapshot.paths.begin(), snapshot.paths.end());
  told.insert(block.raw.begin(), block.raw.end());
  std::set<std::string> raw = told, gone = told;
  raw.insert(since.bytes.begin(), since.bytes.end());
  gone.insert(since.bytes.begin(), since.bytes.end());
  const std::vector<std::string> before = previous.git().raw;
  std::erase_if(attachments, [&](const git::TreeEdit& edit) {
    const bool is_gone = edit.path.starts_with("gone/");
    const std::string path = is_gone ? edit.path.substr(5) : std::string();
    if (is_gone)
      gone.insert(path);
    return is_gone && in_list(before, path) && !raw.contains(path);  // a checkout took it away
  });
  keep_files(store, previous, "gone", gone, attachments);
  // Git does not see these bytes, and the snapshot looked at what is behind flags, or ignored.
  std::set<std::string> seen = told;
  for (const git::IndexChange& change : snapshot.index)
    seen.insert(change.before.path);
  const size_t digits = store.repository().layout().oid_digits();
  git::TreeReader kept(quarantine.objects(), snapshot.wip_tree, digits);
  // Nor are they those of a file that a rebase has changed since.
  const auto work = git::read_commit(store.objects(), previous.git().wip_commit);
  git::TreeReader then(store.objects(), work ? work->tree : std::string(), digits);
  const auto is_another = [&](const std::string& path) {
    const git::TreeEntry was = then.at(path), is = kept.at(path);
    return work && (was.mode != is.mode || was.oid != is.oid);
  };
  for (const git::TreeEdit& file : attached_files(store, previous, "raw"))
    if (is_another(file.path))
      raw.insert(file.path);
  keep_files(store, previous, "raw", raw, attachments);
  for (const std::string& path : before) {
    const bool is_new =
        since.bytes.contains(path) && !seen.contains(path) && kept.at(path).mode != 0;
    if (is_new)
      attachments.push_back(exact_bytes(store.repository(), quarantine, path));
    if (is_new || !raw.contains(path))
      block.raw.push_back(path);
  }
}

}  // namespace

void stack_onto(const Store& store, const Record& previous, std::vector<git::IndexEntry> older,
                const WipStack& stack, const Snapshot& snapshot, const ChangedByHand& since,
                git::Quarantine& quarantine, model::GitBlock& block,
                std::vector<git::TreeEdit>& attachments) {
  std::set<std::string> decided;
  std::vector<git::IndexEntry> all = entries_of_stack(std::move(older), snapshot, since, decided);
  all.insert(all.end(), snapshot.conflicts.begin(), snapshot.conflicts.end());
  std::erase_if(attachments,
                [](const git::TreeEdit& edit) { return edit.path == "index-entries"; });
  attachments.push_back({"index-entries", git::kModeFile,
                         quarantine.write(git::ObjectType::blob, git::encode_entries(all))});
  std::erase_if(attachments, [&](const git::TreeEdit& edit) {
    return edit.path.starts_with("staged/") && !decided.contains(edit.path.substr(7));
  });
  const std::vector<git::TreeEdit> before = attached_files(store, previous, "staged");
  const std::set<std::string> staged = set_of(before, &git::TreeEdit::path);
  for (const git::IndexEntry& entry : all)
    if (staged.contains(entry.path) && !decided.contains(entry.path) && !entry.oid.empty())
      attachments.push_back({"staged/" + entry.path, entry.mode, entry.oid});
  if (block.wip_commit.empty())  // else they are those of the WIP commit below
    keep_messages(store, previous, quarantine, attachments);
  keep_beside(store, previous, snapshot, since, quarantine, block, attachments);
  block.modes.clear();
  for (const auto& [path, mode] : modes_with(previous, snapshot, since))
    block.modes.push_back({path, mode});
  block.intent_to_add.clear();
  for (const git::IndexEntry& entry : all)
    if (entry.intent_to_add)
      block.intent_to_add.push_back(entry.path);
  block.base = stack.base;
  if (block.wip_commit.empty())
    block.wip_commit = stack.top;
  block.on_branch = block.on_branch || previous.git().on_branch;
}

PausedFiles paused_files(const Store& store, const git::Head& head) {
  PausedFiles paused;
  const std::string& root = store.repository().layout().root;
  const Provenance provenance(store.repository());
  for (const Record& record : store.live_at(head)) {
    // What nobody here has read decides neither which ignored files are kept nor how much is read.
    const std::string& wip = record.git().wip_commit;
    const std::optional<git::Commit> commit =
        record.is_checkpoint() || wip.empty() || !is_vouched_for(provenance.of_snapshot(record))
            ? std::nullopt
            : git::read_commit(store.objects(), wip);
    if (!commit)
      continue;
    git::TreeReader kept(store.objects(), commit->tree, store.repository().layout().oid_digits());
    for (const git::IndexEntry& entry : recorded_entries(store, record)) {
      paused.all.push_back(entry.path);
      if (kept.at(entry.path).mode == 0 && exists(join_path(root, entry.path)))
        paused.beside.push_back(entry.path);
    }
    for (const git::TreeEdit& file : attached_files(store, record, "raw"))
      if (kept.at(file.path).mode == 0)
        paused.beside.push_back(file.path);
  }
  paused.all.insert(paused.all.end(), paused.beside.begin(), paused.beside.end());
  return paused;
}

bool has_all_of(const Store& store, const Record& record, const Snapshot& snapshot,
                const ChangedByHand& since) {
  if (!since.bytes.empty() || !without_flags(snapshot, since).empty() ||
      !has_all_modes(record, snapshot, since))
    return false;
  if (snapshot.is_empty())
    return true;
  if (!snapshot.is_beside_only())
    return false;
  git::TreeReader kept(store.objects(), record.commit.tree,
                       store.repository().layout().oid_digits());
  std::map<std::string, git::IndexEntry> recorded;
  for (git::IndexEntry& entry : recorded_entries(store, record))
    recorded[entry.path] = std::move(entry);
  return std::ranges::all_of(snapshot.attachments,
                             [&](const git::TreeEdit& edit) {
                               const git::TreeEntry there = kept.at(edit.path);
                               return edit.path == "index-entries" ||
                                      (there.oid == edit.oid && there.mode == edit.mode);
                             }) &&
         std::ranges::all_of(snapshot.index, [&](const git::IndexChange& change) {
           const auto was = recorded.find(change.before.path);
           return was != recorded.end() &&
                  was->second.assume_unchanged == change.before.assume_unchanged &&
                  was->second.skip_worktree == change.before.skip_worktree;
         });
}

std::vector<std::string> paths_of_part(const Store& store, const Record& record) {
  constexpr size_t kMost = 1000;  // as arguments
  std::set<std::string> paths;
  if (!record.git().pathspecs.empty())
    for (const git::IndexEntry& entry : recorded_entries(store, record))
      paths.insert(":(top,literal)" + entry.path);
  return paths.size() > kMost ? std::vector<std::string>()
                              : std::vector<std::string>(paths.begin(), paths.end());
}

}  // namespace handoff::ops
