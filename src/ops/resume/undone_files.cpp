#include "ops/resume/undone_files.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/text.hpp"
#include "git/index/index_edit.hpp"
#include "git/objects/trees.hpp"
#include "ops/records/provenance.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/restore_files.hpp"
#include "ops/snapshot/recorded_entries.hpp"

namespace handoff::ops {

namespace {

/// Entries of what the record had in the tree: where a sparse checkout leaves files out, git alone
/// would not bring these.
std::vector<git::IndexEntry> entries_in_tree(const Store& store, const Record& record,
                                             const std::string& tree) {
  std::vector<git::IndexEntry> entries;
  if (!store.repository().config().flag("core.sparsecheckout", false))
    return entries;
  git::TreeReader reader(store.objects(), tree, store.repository().layout().oid_digits());
  for (git::IndexEntry& entry : recorded_entries(store, record)) {
    const git::TreeEntry there = reader.at(entry.path);
    if (entry.stage != 0 || entry.skip_worktree || there.mode == 0)
      continue;
    entry.oid = there.oid;
    entry.mode = there.mode;
    entry.intent_to_add = false;
    entries.push_back(std::move(entry));
  }
  return entries;
}

/// The record's files behind flags that the user set: no checkout sets them. A stranger's may not
/// hide a file.
std::map<std::string, git::IndexEntry> flagged_in(const Store& store, const Record& record) {
  std::map<std::string, git::IndexEntry> flagged;
  if (Provenance(store.repository()).of_snapshot(record) == Origin::mine)
    for (git::IndexEntry& entry : recorded_entries(store, record))
      if (entry.stage == 0 && (entry.assume_unchanged || entry.skip_worktree))
        flagged[entry.path] = std::move(entry);
  return flagged;
}

}  // namespace

std::optional<RecordRef> live_at(const git::RefUpdate& update, const std::string& oid) {
  std::optional<RecordRef> at = Store::record_at({.name = update.name, .oid = oid});
  return at && at->place == RecordRef::Place::active ? at : std::nullopt;
}

UndoneFiles::UndoneFiles(const Store& store, const std::string& verb, const Transaction& back)
    : x_store(store) {
  const bool fresh = verb == "fresh" || verb == "undo fresh";
  const bool pause = verb == "pause" || verb == "undo resume";
  if (!fresh && !pause)
    return;
  for (const Step& step : back.steps)
    for (const git::RefUpdate& update : step.refs) {
      if (update.name == "HEAD" || update.name.starts_with("refs/heads/")) {
        x_from = tree_of(store, update.expected);
        x_to = tree_of(store, update.oid);
        x_way = fresh ? Way::with_branch : x_way;
        continue;
      }
      const std::optional<RecordRef> before = live_at(update, update.expected),
                                     after = live_at(update, update.oid);
      if (update.oid.empty() && (fresh || before))
        x_until = update.name;
      if (!before || before->id != back.id || (pause && update.expected.empty()))
        continue;
      x_comes_back = !update.oid.empty();
      x_record = fresh && x_comes_back ? *after : *before;
      x_way = pause ? Way::of_pause : x_way;
    }
  if (verb == "undo resume" && x_from.empty())  // it took no commit off, and wrote no file
    x_way = Way::none;
  if (x_way != Way::none)
    x_log.emplace(store.repository(), CheckoutGoal{.record = x_until});
}

void UndoneFiles::move(Transaction& back) {
  if (x_way == Way::with_branch)
    move_with_branch();
  else if (x_way == Way::of_pause)
    put_back(back);
}

void UndoneFiles::try_move() {
  if (x_way == Way::with_branch)
    refuse_check_out(x_store.repository(), *x_log, with_branch(x_store.load(x_record)));
}

std::optional<CheckoutRequest> UndoneFiles::checkout() const {
  return x_way == Way::with_branch ? std::optional(with_branch(x_store.load(x_record)))
                                   : std::nullopt;
}

void UndoneFiles::roll_back() {
  if (x_log)
    x_log->roll_back(Owner::lost_race);
}

void UndoneFiles::close() {
  if (x_log)
    x_log->close();
}

CheckoutRequest UndoneFiles::with_branch(const Record& record) const {
  CheckoutRequest request{
      .from = x_from, .to = x_to, .what = "undo", .kept = attached_files(x_store, record, "raw")};
  if (x_comes_back)
    request.index = entries_in_tree(x_store, record, x_to);
  return request;
}

/// What start fresh took away comes back as it was: with what no checkout gives.
void UndoneFiles::move_with_branch() {
  const Record record = x_store.load(x_record);
  check_out(x_store.repository(), *x_log, with_branch(record));
  if (!x_comes_back)
    return;
  const std::vector<std::string> rewritten =
      restore_files(x_store, record, "", *x_log, x_to).rewritten;
  const std::set<std::string> written(rewritten.begin(), rewritten.end());
  const std::map<std::string, git::IndexEntry> flagged = flagged_in(x_store, record);
  // Git compares the size of a file with that of its last checkout first.
  std::vector<git::IndexChange> anew;
  for (const git::IndexEntry& entry : git::IndexFile::read(
           x_store.repository(), x_store.repository().layout().index_file,
           [&](const git::IndexEntry& e) {
             return e.stage == 0 && (written.contains(e.path) || flagged.contains(e.path));
           })) {
    anew.push_back({entry, entry});
    if (auto was = flagged.find(entry.path); was != flagged.end()) {
      anew.back().after.assume_unchanged |= was->second.assume_unchanged;
      anew.back().after.skip_worktree |= was->second.skip_worktree;
    }
  }
  git::change_index(x_store.repository(), git::Quarantine(x_store.repository()), anew);
}

void UndoneFiles::put_back(Transaction& back) {
  const Record record = x_store.load(x_record);
  const std::vector<std::string> lost = told_lost_by_checkout(x_store, record);
  const RestoredFiles files = restore_files(x_store, record, "", *x_log, x_from);
  std::ranges::copy_if(where_bytes_are(x_store, record, files.left_alone),
                       std::back_inserter(x_not_put_back),
                       [&](const std::string& file) { return in_list(lost, file); });
  std::set<std::string> written(files.rewritten.begin(), files.rewritten.end());
  Step* last = nullptr;
  for (Step& step : back.steps)
    for (const git::IndexChange& change : step.index) {
      written.erase(change.after.path);
      last = &step;
    }
  if (last == nullptr || written.empty())
    return;
  const git::Repository& repository = x_store.repository();
  for (const git::IndexEntry& entry :
       git::IndexFile::read(repository, repository.layout().index_file,
                            [&](const git::IndexEntry& e) { return written.contains(e.path); }))
    if (entry.stage == 0 && !entry.intent_to_add)
      last->index.push_back({entry, entry});
}

}  // namespace handoff::ops
