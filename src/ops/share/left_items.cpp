#include "ops/share/left_items.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "ops/notes/ledger.hpp"
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
  for (const Record& other : store.load_all(store.active_on(label)))
    if (other.at.id != of.id)
      for (model::Note& item : notes_from_open(*own_document(other, journal), ""))
        beside.push_back(std::move(item));
  for (const std::string& id : closings_among(beside, noted))
    std::erase(ids, id);
  return ids;
}

RecordRef as_seen(const Shared& shared, const std::string& oid) {
  return {.ref = "", .branch = shared.branch, .id = shared.id, .oid = oid, .shared = true};
}

/// What was open in the version that this clone had last, and was not in one that came since.
std::vector<model::Note> ended_since(const Store& store, const Shared& shared) {
  constexpr size_t kMostVersions = 200;
  const std::vector<git::Commit> versions = versions_up_to(store, shared.tip);
  const auto had = std::find_if(versions.begin(), versions.end(), [&](const git::Commit& version) {
    return version.tree == shared.content;
  });
  if (shared.content.empty() || shared.local.empty() || had == versions.end() ||
      had - versions.begin() > static_cast<ptrdiff_t>(kMostVersions))
    return {};
  std::vector<model::Note> open =
      notes_from_open(*store.load(as_seen(shared, shared.local)).document, "");
  std::vector<model::Note> ended;
  std::string oid = shared.tip, tree;
  for (auto version = versions.begin(); version != had; ++version) {
    if (version->tree != tree) {
      const ItemSet there(notes_from_open(*store.load(as_seen(shared, oid)).document, ""));
      const auto gone = std::stable_partition(
          open.begin(), open.end(), [&](const model::Note& item) { return there.has(item); });
      std::move(gone, open.end(), std::back_inserter(ended));
      open.erase(gone, open.end());
    }
    tree = version->tree;
    oid = version->parents.front();
  }
  return ended;
}

}  // namespace

std::vector<std::string> all_journals(const Store& store) {
  const std::string own = store.repository().layout().journal_file();
  std::vector<std::string> files = journals_beside(own);
  files.push_back(own);
  return files;
}

std::vector<std::string> ids_of_came(const Journal& journal, const std::string& id,
                                     const ItemSet& given) {
  std::vector<std::string> ids;
  for (const model::Note& note : journal.notes)
    if (came_with(note, id, given))
      ids.push_back(note.id);
  return ids;
}

void settle_left(const Store& store, const Shared& shared) {
  if (shared.ours || shared.local.empty())
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
    for (const std::string& file : all_journals(store)) {
      const Journal journal = read_journal(file);
      JournalMove settled{.record = shared.id, .notes = ids_of_came(journal, shared.id, ended)};
      for (std::string& id : closings_of_only(store, ref, label, journal, closed))
        settled.notes.push_back(std::move(id));
      move_notes(file, settled);
    }
  }
}

void spend_closings(const Store& store, const Shared& shared, const RecordRef& ref) {
  const std::vector<std::string> files = all_journals(store);
  const auto closes = [](const std::string& file) {
    const std::vector<model::Note> notes = read_journal(file).notes;
    return std::any_of(notes.begin(), notes.end(),
                       [](const model::Note& note) { return note.kind == model::NoteKind::done; });
  };
  if (std::none_of(files.begin(), files.end(), closes))
    return;
  const std::vector<model::Note> ended = ended_since(store, shared);
  if (ended.empty())
    return;
  const std::string label = label_of(store, store.load(ref));
  for (const std::string& file : files)  // taken back: no undo has them again
    undo_notes(file, closings_of_only(store, ref, label, read_journal(file), ended));
}

size_t still_carried(const Store& store, const std::string& id, size_t carried) {
  size_t open = 0;
  for (const std::string& file : carried > 0 ? all_journals(store) : std::vector<std::string>())
    for (const model::Note& note : read_journal(file).notes)
      open += note.carried_from == id ? 1 : 0;
  return std::min(open, carried);
}

}  // namespace handoff::ops
