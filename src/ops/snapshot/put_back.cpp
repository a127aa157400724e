#include "ops/snapshot/put_back.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"
#include "ops/operation/file_moves.hpp"
#include "ops/operation/last_operation.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/store.hpp"
#include "ops/snapshot/recorded_entries.hpp"
#include "ops/worktree/conversion.hpp"

namespace handoff::ops {

namespace {

using git::IndexEntry;

/// What was resumed here last; also where the pause of it was undone.
std::string resumed_id(const git::Repository& repository, const git::Head& head) {
  if (const auto last = last_operation(repository); last && last->transaction.verb == "undo pause")
    return last->transaction.id;
  const std::optional<ResumedHere> here = resumed_here(repository, head, {});
  return here ? here->id : std::string();
}

/// The record that is gone on with here, as it was resumed.
std::optional<Record> resumed_record(const Store& store, const git::Head& head) {
  const std::string id = resumed_id(store.repository(), head);
  if (id.empty())
    return std::nullopt;
  for (const RecordRef& ref : store.archived())
    if (ref.id == id)
      try {
        return store.load(ref);
      } catch (const Failure&) {
        return std::nullopt;  // damaged, and told by what needs it
      }
  return std::nullopt;
}

/// What a record has of a file: in the index, and in its work.
struct Paused {
  IndexEntry before;
  git::TreeEntry work;
};

/// The records, newest first, and behind one of some paths only what the others were before.
std::map<std::string, Paused> paused_files(const Store& store, std::vector<Record> records) {
  const Provenance provenance(store.repository());
  const size_t digits = store.repository().layout().oid_digits();
  std::map<std::string, Paused> found;  // of the newest that has it
  for (size_t i = 0; i < records.size(); ++i) {
    const Record record = records[i];
    const std::optional<git::Commit> work =
        model::is_readable(provenance.of_snapshot(record))
            ? git::read_commit(store.objects(), record.git().wip_commit)
            : std::nullopt;
    if (!work)
      continue;
    git::TreeReader kept(store.objects(), work->tree, digits);
    for (const IndexEntry& before : recorded_entries(store, record))
      if (before.stage == 0) {
        const git::TreeEntry entry = kept.at(before.path);
        found.insert({before.path, {before, entry}});
      }
    if (!record.git().pathspecs.empty() && !record.previous.empty())
      records.push_back(store.load_version(record.at, record.previous));
  }
  return found;
}

/// The live records, and what is gone on with.
std::vector<Record> records_here(const Store& store, const git::Head& head) {
  std::vector<Record> records = store.live_at(head);
  if (std::optional<Record> resumed = resumed_record(store, head))
    records.push_back(std::move(*resumed));
  return records;
}

std::map<std::string, Paused> paused_here(const Store& store, const git::Head& head) {
  return paused_files(store, records_here(store, head));
}

/// Those of them that the index has, and the paths of those in conflict.
struct Present {
  std::map<std::string, IndexEntry> entries = {};
  std::set<std::string> unmerged = {};

  bool has(const std::string& path) const {
    return entries.contains(path) || unmerged.contains(path);
  }
};

Present present_of(const git::Repository& repository, const std::string& index,
                   const std::map<std::string, Paused>& paused) {
  Present present;
  for (IndexEntry& entry : git::read_entries(
           repository, index, [&](const IndexEntry& e) { return paused.contains(e.path); }))
    if (entry.stage == 0)
      present.entries[entry.path] = std::move(entry);
    else
      present.unmerged.insert(entry.path);
  return present;
}

/// Files that `git mv` has given another name since: under it. Is there one?
bool follow_renames(const git::Repository& repository, const Present& present,
                    std::map<std::string, Paused>& paused) {
  const auto is_gone = [&](const auto& file) {
    return file.second.before.mode != 0 && file.second.work.mode != 0 && !present.has(file.first);
  };
  if (std::ranges::none_of(paused, is_gone))
    return false;
  // "R100" NUL from NUL to NUL, for each
  const std::vector<std::string> fields =
      split(repository.git()
                .run({.args = {"diff-index", "--cached", "--name-status", "-z", "--find-renames",
                               "--diff-filter=R", "HEAD"}})
                .out,
            '\0');
  bool found = false;
  for (size_t i = 0; i + 2 < fields.size(); i += 3) {
    const auto from = paused.find(fields[i + 1]);
    if (from == paused.end() || !is_gone(*from) || paused.contains(fields[i + 2]))
      continue;
    Paused moved = from->second;
    moved.before.path = fields[i + 2];
    paused.insert({fields[i + 2], std::move(moved)});
    found = true;
  }
  return found;
}

/// What git is to find in the index in place of `now`; mode 0: what it has.
IndexEntry entry_for(const Store& store, const Paused& paused, const IndexEntry& now) {
  IndexEntry kept = now;
  kept.path = paused.before.path;
  kept.mode = paused.work.mode;
  const bool as_then = now.intent_to_add ? paused.before.intent_to_add
                                         : now.mode == paused.before.mode &&
                                               (now.mode == 0 || now.oid == paused.before.oid);
  if (as_then)
    kept.oid = paused.work.oid;
  else if (now.mode != paused.before.mode || !git::is_file_mode(now.mode) ||
           !git::is_file_mode(kept.mode))
    return {};  // staged since, or others stand there
  if (kept.mode == git::kModeSymlink &&
      git::is_file_mode(now.mode)) {  // a checkout wrote a file for it
    const std::string file = join_path(store.repository().layout().root, kept.path);
    const std::optional<FileIdentity> there = identity_of(file);
    if (!there || !S_ISREG(there->mode) || read_file(file) != store.objects().read_blob(kept.oid))
      return {};
  }
  kept.intent_to_add = false;
  const bool is_kept = git::is_file_mode(kept.mode) || kept.mode == git::kModeSymlink;
  return is_kept && (now.intent_to_add || kept.mode != now.mode || kept.oid != now.oid)
             ? kept
             : IndexEntry();
}

}  // namespace

bool believes_kinds(const git::Config& config) {
  return config.flag("core.filemode", true) && config.flag("core.symlinks", true);
}

bool hides_changes(const git::Repository& repository) {
  return !believes_kinds(repository.config()) || converts_line_ends(repository);
}

std::vector<PutBack> put_back_here(const git::Repository& repository, const git::Head& head,
                                   const std::string& index) {
  const Store store(repository);
  std::map<std::string, Paused> paused = paused_here(store, head);
  if (paused.empty())
    return {};
  Present present = present_of(repository, index, paused);
  if (follow_renames(repository, present, paused))
    present = present_of(repository, index, paused);
  std::vector<PutBack> all;
  for (const auto& [path, file] : paused) {
    IndexEntry now = present.entries[path];
    now.path = path;
    if (present.unmerged.contains(path) || now.assume_unchanged || now.skip_worktree)
      continue;
    if (IndexEntry kept = entry_for(store, file, now); kept.mode != 0)
      all.push_back({now, std::move(kept)});
  }
  return all;
}

std::vector<std::string> bytes_unseen_here(const git::Repository& repository,
                                           const git::Head& head) {
  const Store store(repository);
  const Provenance provenance(repository);
  std::set<std::string> kept;
  for (const Record& record : records_here(store, head))
    if (model::is_readable(provenance.of_snapshot(record)))
      for (git::TreeEdit& file : attached_files(store, record, "raw"))
        kept.insert(std::move(file.path));
  std::erase_if(kept, [&](const std::string& path) {
    const auto there = identity_of(join_path(repository.layout().root, path));
    return !there || !S_ISREG(there->mode);
  });
  if (kept.empty())
    return {};
  git::Quarantine quarantine(repository);
  const git::PreparedIndex index = git::copy_index(repository, quarantine);
  std::vector<std::string> tracked;
  for (const IndexEntry& entry : git::IndexFile::read(
           repository, index.file, [&](const IndexEntry& e) { return kept.contains(e.path); }))
    if (entry.stage == 0 && git::is_file_mode(entry.mode))
      tracked.push_back(entry.path);
  return changed_by_checkout(repository, quarantine, index, converted_paths(repository, tracked));
}

std::vector<std::string> untracked_work(const git::Repository& repository, const git::Head& head,
                                        const std::string& index) {
  std::map<std::string, Paused> paused = paused_here(Store(repository), head);
  std::erase_if(paused, [](const auto& file) {
    return file.second.before.mode != 0 || file.second.work.mode == 0;
  });
  const Present present = present_of(repository, index, paused);
  std::erase_if(paused, [&](const auto& file) { return present.has(file.first); });
  if (paused.empty())
    return {};
  std::vector<std::string> untracked = split(
      repository.git().run({.args = {"ls-files", "-z", "--others", "--exclude-standard"}}).out,
      '\0');
  std::erase_if(untracked, [&](const std::string& path) { return !paused.contains(path); });
  return untracked;
}

}  // namespace handoff::ops
