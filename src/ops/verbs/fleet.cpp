#include "ops/verbs/fleet.hpp"

#include <algorithm>
#include <set>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/record/note.hpp"
#include "formats/record/values.hpp"
#include "ops/notes/copies.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/records/fetched.hpp"
#include "ops/records/names.hpp"
#include "ops/records/shared.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/verbs/status_and_list.hpp"

namespace handoff::ops {

namespace {

void add_waiting(const Store& store, const Record& record, Reader reader, Inbox& inbox) {
  if (is_withheld(store, record, reader)) {
    ++inbox.unread;
    return;
  }
  const Readable given = readable_by(store, record, reader);
  const Readable readable = as_noted_since(store, given, Since::settled);
  // What somebody made of one's own since adds what that has not.
  const bool is_newer = record.at.ref.empty();
  const auto is_listed = [&](Waiting::Kind kind, const std::string& text) {
    return is_newer && std::ranges::any_of(inbox.items, [&](const Waiting& item) {
             return item.at.id == record.at.id && item.at.oid != record.at.oid &&
                    item.kind == kind && item.text == text;
           });
  };
  auto add = [&](Waiting::Kind kind, const std::string& text) {
    inbox.items.push_back({.kind = kind,
                           .at = record.at,
                           .is_copy = record.is_checkpoint(),
                           .text = text,
                           .whom = whom_it_names(text),
                           .time = record.time()});
  };
  for (const model::HumanAction& action : readable->handoff.human_actions)
    if (!action.done && !is_listed(Waiting::Kind::action, action.action)) {
      add(Waiting::Kind::action, action.action);
      inbox.items.back().blocking = action.blocking;
    }
  for (const model::Blocker& blocker : readable->handoff.blockers)
    if (!is_listed(Waiting::Kind::blocker, blocker.description))
      add(Waiting::Kind::blocker, blocker.description);
  // What keeps a resume back is told, whoever wrote it.
  const auto add_unread = [&](Waiting::Kind kind, size_t count) {
    if (count > 0)
      add(kind, count_of(count, std::string(word_of(kind))) +
                    " that nobody here has read: git handoff show " + record.at.id);
  };
  const auto is_open = [](const model::HumanAction& action) { return !action.done; };
  const auto open_in = [&](const Record& one) {
    return static_cast<size_t>(std::ranges::count_if(one.handoff.human_actions, is_open));
  };
  add_unread(Waiting::Kind::action, open_in(record) - open_in(*given));
  add_unread(Waiting::Kind::blocker,
             record.handoff.blockers.size() - given->handoff.blockers.size());
}

/// What is open in a journal, and in no live record: what was resumed or taken left it there, or it
/// was noted since. A checkpoint only copies it.
void add_noted(const git::Repository& repository, const std::string& file, Inbox& inbox) {
  const Journal journal = read_journal(file);
  std::vector<model::Note> open = journal.notes;
  std::erase_if(open, [](const model::Note& note) {
    const bool waits = note.kind == model::NoteKind::human || note.kind == model::NoteKind::blocker;
    return !waits;
  });
  inbox.unread += take_unread_out(repository, open).size();
  std::map<std::string, ItemSet> closed;  // by branch; one that was renamed is closed under another
  for (const model::Note& note : open) {
    const auto [at, is_new] = closed.try_emplace(note.branch);
    if (is_new)
      at->second = closed_by(git::read_ref(repository, "refs/heads/" + note.branch)
                                 ? notes_for(journal, note.branch)
                                 : journal.notes);
    const bool is_listed = std::ranges::any_of(inbox.items, [&](const Waiting& item) {
      return item.at.branch == note.branch && item.text == note.text &&
             (note.carried_from.empty() || item.is_copy || note.carried_from == item.at.id);
    });
    if (is_listed || at->second.has(note))
      continue;
    const bool is_action = note.kind == model::NoteKind::human;
    const std::optional<ParsedTime> noted = parse_time(note.time);
    inbox.items.push_back(
        {.kind = is_action ? Waiting::Kind::action : Waiting::Kind::blocker,
         .at = {.ref = {}, .branch = note.branch, .id = note.carried_from, .oid = {}},
         .blocking = !is_action || formats::is_blocking(note),
         .text = note.text,
         .whom = whom_it_names(note.text),
         .time = noted ? noted->time : now()});
  }
}

}  // namespace

std::string_view word_of(Waiting::Kind kind) {
  return kind == Waiting::Kind::action ? "action" : "blocker";
}

Inbox what_waits(const Store& store, Reader reader) {
  Inbox inbox;
  std::vector<RecordRef> refs = store.active();
  std::vector<RecordRef> newer;  // what somebody made of those since
  for (const RecordRef& ref : refs)
    if (const auto shared = read_shared_quietly(store.repository(), ref.id);
        shared && shared->has_newer())
      newer.push_back(
          {.ref = "", .branch = shared->branch, .id = ref.id, .oid = shared->tip, .shared = true});
  append(refs, open_remote(store));
  for (const std::vector<RecordRef>& some : {refs, newer})
    for (const Record& record : store.load_all(some))
      try {
        add_waiting(store, record, reader, inbox);
      } catch (const Failure&) {
        ++inbox.unread;  // nobody can
      }
  for (const std::string& file : all_journals(store.repository()))
    add_noted(store.repository(), file, inbox);
  std::ranges::stable_sort(inbox.items, [](const Waiting& a, const Waiting& b) {
    if (a.whom.empty() != b.whom.empty())
      return b.whom.empty();
    const std::string first = to_lower(a.whom), second = to_lower(b.whom);
    return first != second ? first < second : a.time > b.time;
  });
  return inbox;
}

Fleet look_at_fleet(const Store& store, Reader reader) {
  const git::Repository& repository = store.repository();
  Listing listing = list_records(store, {.remote = true, .reader = reader});
  Fleet fleet{.told = std::move(listing.told),
              .standings = std::move(listing.standings),
              .inbox = what_waits(store, reader)};
  std::erase_if(fleet.inbox.items, [](const Waiting& item) { return !item.blocking; });
  for (git::Worktree& worktree : git::worktrees_of(repository))
    fleet.places.push_back({.worktree = std::move(worktree)});
  if (fleet.places.empty())
    fleet.places.push_back({.worktree = {.path = repository.layout().root,
                                         .branch = repository.head().branch,
                                         .name = repository.layout().worktree_name()}});
  for (FleetPlace& place : fleet.places)
    for (const auto& [id, known] : fleet.standings) {
      const auto& shared = known.shared;
      if (shared.id == id && shared.ours && shared.branch == place.worktree.branch &&
          std::ranges::none_of(listing.records, [&](const Summary& record) {
            return record.at.id == shared.id && record.at.place == RecordRef::Place::active;
          }))
        place.held.push_back(shared);
    }
  const std::set<std::string> open = set_of(open_remote(store), &RecordRef::ref);
  for (Summary& record : listing.records) {
    if (record.at.place == RecordRef::Place::remote) {
      if (open.contains(record.at.ref))
        fleet.fetched.push_back(std::move(record));
      continue;
    }
    auto place = std::ranges::find_if(fleet.places, [&](const FleetPlace& p) {
      return p.worktree.branch.empty()
                 ? record.at.branch == "HEAD" && p.worktree.name == record.worktree
                 : p.worktree.branch == record.at.branch;
    });
    (place == fleet.places.end() ? fleet.elsewhere : place->records).push_back(std::move(record));
  }
  return fleet;
}

}  // namespace handoff::ops
