#include "ops/share/left_items.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/record/note.hpp"
#include "git/refs/names.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/provenance.hpp"
#include "ops/share/versions.hpp"

namespace handoff::ops {

namespace {

/// The closings of a branch that close one of these, and nothing that is open beside them: in this
/// journal, or in what else is paused on the branch.
std::vector<std::string> closings_of_only(const Store& store, const RecordRef& of,
                                          const std::string& label, const Journal& journal,
                                          const std::vector<model::Note>& items) {
  std::vector<model::Note> noted = notes_for(journal, label);
  std::vector<std::string> ids = closings_among(items, noted);
  if (ids.empty())
    return ids;
  const ItemSet ended(items);
  std::erase_if(noted, [&](const model::Note& n) { return came_with(n, of.id, ended); });
  std::vector<model::Note> beside = noted;
  std::erase_if(beside, [](const model::Note& n) { return n.kind == model::NoteKind::done; });
  for (const Record& other : store.load_known(store.active_on(label)))
    if (other.at.id != of.id)
      for (model::Note& item : notes_from_open(*own_document(other, journal), ""))
        beside.push_back(std::move(item));
  const std::vector<std::string> needed = closings_among(beside, noted);
  std::erase_if(ids, [kept = std::set(needed.begin(), needed.end())](const std::string& id) {
    return kept.contains(id);
  });
  return ids;
}

RecordRef as_seen(const Shared& shared, const std::string& oid) {
  return {.ref = "", .branch = shared.branch, .id = shared.id, .oid = oid, .shared = true};
}

}  // namespace

std::vector<model::Note> ended_since(const Store& store, const Shared& shared) {
  constexpr size_t kMostVersions = 200;
  const std::vector<git::Commit> versions = versions_up_to(store, shared.tip);
  const auto had = std::ranges::find(versions, shared.content, &git::Commit::tree);
  if (shared.content.empty() || shared.local.empty() || had == versions.end() ||
      had - versions.begin() > static_cast<ptrdiff_t>(kMostVersions))
    return {};
  std::vector<model::Note> open =
      notes_from_open(*store.load(as_seen(shared, shared.local)).document, "");
  std::vector<model::Note> ended;
  std::string oid = shared.tip, tree, opened_again;
  for (auto version = versions.begin(); version != had; ++version) {
    if (version->tree != tree) {
      const ItemSet there(notes_from_open(*store.load(as_seen(shared, oid)).document, ""));
      const auto gone = std::stable_partition(
          open.begin(), open.end(), [&](const model::Note& item) { return there.has(item); });
      for (auto item = gone; item != open.end(); ++item)
        item->time = opened_again;
      std::move(gone, open.end(), std::back_inserter(ended));
      open.erase(gone, open.end());
    }
    tree = version->tree;
    opened_again = to_rfc3339(git::time_of(version->committer));
    oid = version->parents.front();
  }
  return ended;
}

namespace {

/// The closings of a journal that were noted after what they close was opened again.
std::vector<std::string> closed_after(const Journal& journal,
                                      const std::vector<model::Note>& ended) {
  std::unordered_map<std::string, std::string> opened_again;  // by their texts
  std::vector<model::Note> contexts;
  for (const model::Note& item : ended)
    if (!item.time.empty()) {
      std::string& first =
          opened_again.try_emplace(lists::folded(item.text), item.time).first->second;
      first = std::min(first, item.time);
      if (item.kind == model::NoteKind::context)
        contexts.push_back(item);
    }
  const auto is_later = [&](const model::Note& done) {
    const auto same = opened_again.find(lists::folded(done.text));
    return (same != opened_again.end() && done.time > same->second) ||
           (done.closes == model::NoteKind::context &&
            std::ranges::any_of(contexts, [&](const model::Note& item) {
              return done.time > item.time && !closings_among({item}, {done}).empty();
            }));
  };
  std::vector<std::string> later;
  for (const std::vector<model::Note>* notes : {&journal.notes, &journal.closed})
    for (const model::Note& done : *notes)
      if (done.kind == model::NoteKind::done && is_later(done))
        later.push_back(done.id);
  return later;
}

}  // namespace

ItemSet ever_open(const Store& store, const Shared& shared) {
  constexpr size_t kMostVersions = 200;
  ItemSet open;
  std::set<std::string> trees;
  const auto add = [&](const std::string& oid, const std::string& tree) {
    if (trees.size() > kMostVersions || !trees.insert(tree).second)
      return;
    try {
      for (const model::Note& item :
           notes_from_open(*store.load(as_seen(shared, oid)).document, ""))
        open.insert(item);
    } catch (const Failure&) {
      // An end, or not all here.
    }
  };
  for (const std::string& from : {shared.tip, shared.last, shared.local}) {
    std::string oid = from;
    for (const git::Commit& version :
         from.empty() ? std::vector<git::Commit>() : versions_up_to(store, from)) {
      add(oid, version.tree);
      oid = version.parents.empty() ? "" : version.parents.front();
    }
  }
  return open;
}

namespace {

/// What is known of a handoff's items that are open here as copies. What it never had is none of
/// them: the words of a copy were edited, or somebody says that it is one.
class KnownThere {
 public:
  KnownThere(const Store& store, const Shared& shared)
      : x_finished(shared.state == SharedState::finished && !shared.ended && shared.doubt.empty()),
        x_open(open_there(store, shared)),
        x_ask_blocking([&store, &shared] { return may_close_blocking(store, shared); }),
        x_had([&store, &shared] { return ever_open(store, shared); }) {
    ClosingsOf closings = closings_of_handoff(store.repository(), shared.id);
    if (!x_open)  // else what is used up is in the version, or open in it again
      std::move(closings.used.begin(), closings.used.end(), std::back_inserter(closings.waiting));
    x_closed = closed_by(closings.waiting);
  }
  bool has_closed(const model::Note& item) const {
    if (!can_be_done(item.kind))
      return false;
    if (x_closed.has(item))
      return true;
    if (!x_finished && (!x_open || x_open->has(item)))
      return false;
    if (formats::is_blocking(item)) {
      if (!x_may_close_blocking)
        x_may_close_blocking = x_ask_blocking();
      if (!*x_may_close_blocking)
        return false;
    }
    if (!x_known)
      x_known = x_had();
    return x_known->has(item);
  }

 private:
  bool x_finished;
  std::optional<ItemSet> x_open;
  std::function<bool()> x_ask_blocking;
  mutable std::optional<bool> x_may_close_blocking;
  std::function<ItemSet()> x_had;
  mutable std::optional<ItemSet> x_known;
  ItemSet x_closed;
};

/// Writes down that the copies in a live record are closed. A record that nobody here has read has
/// no say in what is.
void note_closed(const Store& store, const Record& record, const std::string& id,
                 const KnownThere& known) {
  const git::Repository& repository = store.repository();
  if (!is_vouched_for(Provenance(repository).of(record)))
    return;
  const Journal journal = read_journals(repository.layout(), worktree_of(store, record));
  const std::string label = label_of(store, record);
  const ItemSet noted = closed_by(notes_for(journal, label));
  std::vector<model::Note> closings;
  for (const model::Note& item : notes_from_open(*own_document(record, journal), record.at.id)) {
    if (item.copy_of != id || !known.has_closed(item))
      continue;
    model::Note done = closing_of(item.kind, item.text, label, repository.head().oid);
    done.copy_of = record.at.id;
    if (!noted.has(item.kind, item.text))
      closings.push_back(std::move(done));
  }
  set_origins(repository, record, closings);
  append_notes(repository.layout().journal_file(), closings);
}

}  // namespace

std::vector<std::string> ids_of_came(const Journal& journal, const std::string& id,
                                     const ItemSet& given) {
  std::vector<std::string> ids;
  for (const model::Note& note : journal.notes)
    if (came_with(note, id, given))
      ids.push_back(note.id);
  return ids;
}

namespace {

/// The copies of what is known here to be closed in that handoff close: in the journals, and in
/// what is paused here.
/// The handoffs whose items a record has copies of.
std::set<std::string> copied_in(const Record& record) {
  std::set<std::string> ids;
  for (const model::Note& item : notes_from_open(*record.document, ""))
    if (item.copy_of != record.at.id && git::is_record_id(item.copy_of))
      ids.insert(item.copy_of);
  return ids;
}

/// Of many ends each asks every record: what a version has copies of never changes.
class CopiesByVersion {
 public:
  bool lacks(const std::string& version, const std::string& id) {
    const std::scoped_lock lock(x_mutex);
    const auto found = x_copied.find(version);
    return found != x_copied.end() && !found->second.contains(id);
  }
  void note(const Record& record) {
    std::set<std::string> ids = copied_in(record);
    const std::scoped_lock lock(x_mutex);
    x_copied[record.oid] = std::move(ids);
  }

 private:
  std::mutex x_mutex;
  std::map<std::string, std::set<std::string>> x_copied;
};

void close_copies(const Store& store, const Shared& shared) {
  static CopiesByVersion copies;
  const KnownThere known(store, shared);
  for (const std::string& file : all_journals(store.repository())) {
    JournalMove closed{.record = shared.id};
    for (const model::Note& note : read_journal(file).notes)
      if (note.kind != model::NoteKind::done && note.copy_of == shared.id && known.has_closed(note))
        closed.notes.push_back(note.id);
    move_notes(file, closed);
  }
  for (const RecordRef& ref : store.active()) {
    if (ref.id == shared.id || copies.lacks(ref.oid, shared.id))
      continue;
    try {
      const std::optional<Record> record = store.look_at(ref);
      if (record)
        copies.note(*record);
      if (record && !copies.lacks(ref.oid, shared.id))
        note_closed(store, *record, shared.id, known);
    } catch (const Failure&) {
      // Damaged, which keeps nobody from what others have done.
    }
  }
}

}  // namespace

void close_copies_in(const Store& store, const RecordRef& ref) {
  const Record record = store.load(ref);
  for (const std::string& id : copied_in(record))
    if (const auto shared = read_shared_quietly(store.repository(), id);
        shared && !shared->local.empty())
      note_closed(store, record, id, KnownThere(store, *shared));
}

void settle_left(const Store& store, const Shared& shared) {
  if (shared.local.empty())
    return;
  close_copies(store, shared);
  if (shared.ours)
    return;
  for (const RecordRef& ref : store.active())
    if (ref.id == shared.id)
      return;
  for (const RecordRef& ref : store.archived()) {
    if (ref.id != shared.id)
      continue;
    const std::optional<Record> record = store.look_at(ref);
    if (!record || record->handoff.status != "discarded")
      continue;
    const std::vector<model::Note> closed = closed_elsewhere(store, ref, shared);
    const ItemSet ended(closed);
    const std::string label = label_of(store, *record);
    for (const std::string& file : all_journals(store.repository())) {
      const Journal journal = read_journal(file);
      JournalMove settled{.record = shared.id, .notes = ids_of_came(journal, shared.id, ended)};
      for (std::string& id : closings_of_only(store, ref, label, journal, closed))
        settled.notes.push_back(std::move(id));
      for (std::string& id :
           closings_among(closed, closings_beside(journal, ref.id, notes_for(journal, label))))
        settled.notes.push_back(std::move(id));
      move_notes(file, settled);
    }
  }
}

void spend_closings(const Store& store, const Shared& shared, const RecordRef& ref) {
  const std::vector<std::string> files = all_journals(store.repository());
  const auto closes = [](const std::string& file) {
    return in_list(read_journal(file).notes, model::NoteKind::done, &model::Note::kind);
  };
  if (std::ranges::none_of(files, closes) &&
      closings_of_handoff(store.repository(), shared.id).waiting.empty())
    return;
  const std::vector<model::Note> ended = ended_since(store, shared);
  if (ended.empty())
    return;
  const std::string label = label_of(store, store.load(ref));
  for (const std::string& file : files) {  // taken back: no undo has them again
    const Journal journal = read_journal(file);
    std::vector<std::string> ids = closings_of_only(store, ref, label, journal, ended);
    for (std::string& id :
         closings_among(ended, closings_beside(journal, shared.id, notes_for(journal, label))))
      ids.push_back(std::move(id));
    const std::vector<std::string> later = closed_after(journal, ended);
    std::erase_if(ids, [&](const std::string& id) { return in_list(later, id); });
    undo_notes(file, ids);
  }
}

void close_originals(const Store& store, const Shared& shared, const RecordRef& ref) {
  const git::Repository& repository = store.repository();
  const Record record = store.load(ref);
  const ItemSet open(notes_from_open(*record.document, ""));
  std::map<std::string, ItemSet> closed;  // by handoff
  std::vector<model::Note> closings;
  for (const model::Note& item : ended_since(store, shared)) {
    const std::string& original = item.copy_of;
    if (original == ref.id || !git::is_record_id(original) || !can_be_done(item.kind) ||
        open.has(item) || !read_shared_quietly(repository, original))
      continue;
    model::Note done =
        closing_of(item.kind, item.text, label_of(store, record), repository.head().oid);
    done.copy_of = original;
    auto known = closed.find(original);
    if (known == closed.end()) {
      ClosingsOf there = closings_of_handoff(repository, original);
      std::move(there.used.begin(), there.used.end(), std::back_inserter(there.waiting));
      known = closed.emplace(original, closed_by(there.waiting)).first;
    }
    if (!known->second.has(item.kind, item.text))
      closings.push_back(std::move(done));
  }
  set_origins(repository, record, closings);
  append_notes(repository.layout().journal_file(), closings);
}

size_t still_carried(const Store& store, const std::string& id, size_t carried) {
  size_t open = 0;
  for (const std::string& file :
       carried > 0 ? all_journals(store.repository()) : std::vector<std::string>())
    for (const model::Note& note : read_journal(file).notes)
      open += note.carried_from == id ? 1 : 0;
  return std::min(open, carried);
}

}  // namespace handoff::ops
