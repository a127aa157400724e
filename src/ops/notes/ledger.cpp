#include "ops/notes/ledger.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/record/note.hpp"
#include "formats/record/values.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/refs.hpp"
#include "ops/notes/copies.hpp"
#include "ops/notes/item_set.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/trust.hpp"

namespace handoff::ops {

using formats::field;
using model::Note;
using model::NoteKind;

namespace {

std::vector<Note> closings_in(const std::vector<Note>& notes) {
  std::vector<Note> closings;
  std::ranges::copy_if(notes, std::back_inserter(closings),
                       [](const Note& note) { return note.kind == NoteKind::done; });
  return closings;
}

bool was_called(const git::Repository& repository, const std::string& branch,
                const std::string& name) {
  const std::vector<std::string> names = git::earlier_names(repository.layout().common_dir, branch);
  return in_list(names, name);
}

}  // namespace

std::string label_of(const Store& store, const Record& record) {
  const git::Repository& repository = store.repository();
  const std::string &paused = record.at.branch, here = repository.head().branch;
  if (paused == "HEAD")
    return paused;
  if (const std::string now = branch_now(repository, record.handoff);
      paused == here || (!now.empty() && now != record.git().branch))
    return now.empty() ? paused : now;
  if (!here.empty() && was_called(repository, here, paused))
    return here;
  if (!git::read_ref(repository, std::string(git::kBranchRefs) + paused))
    for (const git::Ref& ref : git::list_refs(repository.git(), std::string(git::kBranchRefs)))
      if (const std::string branch = ref.name.substr(git::kBranchRefs.size());
          was_called(repository, branch, paused))
        return branch;
  return paused;
}

std::vector<Note> notes_about(const Store& store, const Record& record, const Journal& journal) {
  return with_closings_of(store, record.at.id, notes_for(journal, label_of(store, record)));
}

std::shared_ptr<const Json> own_document(const Record& record, const Journal& journal) {
  if (!record.is_checkpoint())
    return record.document;
  std::vector<Note> copied;
  for (const Note& note : journal.notes)
    if (note.carried_from != record.at.id)
      copied.push_back(note);
  for (size_t i = 0; i < journal.closed.size(); ++i)
    if (journal.holders[i] != record.at.id)
      copied.push_back(journal.closed[i]);
  auto own = std::make_shared<Json>(*record.document);
  erase_open(*own, [&, known = ItemSet(copied)](const Note& item) {
    bool seen = item.kind == NoteKind::task && item.item && item.item->is_object() &&
                item.item->contains("source");
    return seen || known.has(item);
  });
  for (const Note& note : copied) {
    if (note.kind == NoteKind::context)
      erase_context(*own, note.text);
    for (const auto& [kind, name] :
         {std::pair(NoteKind::next, "next_action"), std::pair(NoteKind::message, "user_message")})
      if (note.kind == kind && same_text(formats::text_of(field(*own, name)), note.text))
        own->erase(name);
  }
  return own;
}

Json document_in_force(const Store& store, const Record& record) {
  const Journal journal = read_journals(store.repository().layout(), worktree_of(store, record));
  Json document = *own_document(record, journal);
  close_items(document, closings_in(notes_about(store, record, journal)));
  return document;
}

Journal read_journals(const git::Layout& layout, const std::string& worktree) {
  Journal journal = read_journal(layout.journal_file());
  if (worktree.empty())
    return journal;
  Journal other = read_journal(journal_of(layout, {.worktree = worktree}));
  auto add = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  add(journal.notes, other.notes);
  add(journal.closed, other.closed);
  add(journal.holders, other.holders);
  return journal;
}

bool may_close_blocking(const Store& store, const Shared& shared) {
  const Provenance known(store.repository());
  if (shared.ended_here || is_known_version(known, shared.tip))
    return true;
  // It was read under another commit, and is no older one again; or its remote is believed.
  return (known.is_read_tree(shared.tree) && !shared.older) ||
         names_remote_of(trust_of(store.repository()), store.repository(), shared);
}

std::vector<Note> closed_elsewhere(const Store& store, RecordRef at, const Shared& shared) {
  if (shared.local.empty() || !shared.doubt.empty())
    return {};
  const bool finished = shared.finished_by_other();
  const bool newer =
      !finished && !shared.tip.empty() && !shared.content.empty() && shared.tree != shared.content;
  if (!finished && !newer)
    return {};
  try {
    at.oid = shared.local;
    std::vector<Note> closed = notes_from_open(*store.load(at).document, "");
    at.oid = shared.tip;
    const ItemSet open = newer ? ItemSet(notes_from_open(*store.load(at).document, "")) : ItemSet();
    const bool is_unread =
        std::ranges::any_of(closed, formats::is_blocking) && !may_close_blocking(store, shared);
    std::erase_if(closed, [&](const Note& item) {
      return !can_be_done(item.kind) || open.has(item) || (is_unread && formats::is_blocking(item));
    });
    return closed;
  } catch (const Failure&) {
    return {};  // it cannot be read here
  }
}

namespace {

/// Copies of it in the journal: what was noted here besides is no copy, nor is what another work
/// that goes on here has for itself, and what nobody has read stands for nothing.
bool is_copy(const Note& there, const std::string& record_id, GoesOnHere& others) {
  return there.carried_from == record_id ||
         (!there.carried_from.empty() && model::is_readable(there.origin) &&
          !others.has(there.carried_from));
}

/// Where a record's items go under this label, what closed some of them elsewhere follows.
void bring_closings(const Store& store, const Record& record, const std::string& file,
                    const std::string& label) {
  const std::vector<Note> waiting = closings_of_handoff(store.repository(), record.at.id).waiting;
  const std::vector<std::string> closing = closings_of(*record.document, waiting);
  const std::unordered_set<std::string> of_record(closing.begin(), closing.end());
  ItemSet known = closed_by(notes_for(read_journal(file), label));
  std::vector<Note> brought;
  for (Note done : waiting)
    if (of_record.contains(done.id) && !known.has(done.closes, done.text)) {
      known.insert({.kind = done.closes, .text = done.text});
      done.id.clear();
      done.branch = label;
      brought.push_back(std::move(done));
    }
  append_notes(file, brought);
}

}  // namespace

JournalMove leave_open(const Store& store, const Record& record, const NextOwner& owner,
                       const Json* follower) {
  const git::Layout& layout = store.repository().layout();
  std::vector<Note> notes = notes_from_open(document_in_force(store, record), record.at.id);
  if (follower != nullptr)
    std::erase_if(notes, [has = ItemSet(notes_from_open(*follower, ""))](const Note& note) {
      return has.has(note);
    });
  const auto shared = read_shared_quietly(store.repository(), record.at.id);
  const bool is_finished = shared && shared->state == SharedState::finished;
  if (shared && !(is_finished && owner.goes_on))
    std::erase_if(notes, [closed = ItemSet(closed_elsewhere(store, record.at, *shared))](
                             const Note& note) { return closed.has(note); });
  if (shared)
    mark_copies(store, *shared, notes);
  set_origins(store.repository(), record, notes);
  for (Note& note : notes) {
    note.branch = owner.label;
    note.head = owner.head;
  }
  JournalMove left{.worktree = owner.worktree};
  const std::string file = journal_of(layout, left);
  if (shared)
    bring_closings(store, record, file, owner.label);
  // A work that was given back and taken again has left them here once, and so has a copy of it.
  std::vector<Note> waiting = notes_for(read_journal(file), owner.label);
  GoesOnHere others(store);
  std::erase_if(waiting, [&](const Note& note) { return !is_copy(note, record.at.id, others); });
  std::erase_if(notes, [there = ItemSet(waiting)](const Note& note) { return there.has(note); });
  left = write_waiting(file, std::move(notes), record.at.id);
  left.worktree = owner.worktree;
  return left;
}

JournalMove leave_next_step(const Store& store, const Record& record, const NextOwner& owner) {
  JournalMove left{.record = record.at.id, .worktree = owner.worktree};
  const std::string file = journal_of(store.repository().layout(), left);
  const std::string next = next_step_of(*record.document);
  const Journal journal = read_journal(file);
  const auto names_another = [&](const Note& note) {
    return note.kind == NoteKind::next ||
           ((note.kind == NoteKind::done || note.kind == NoteKind::task) &&
            same_text(note.text, next));
  };
  const auto closes = [&](const Note& note) {
    return note.kind == NoteKind::done && same_text(note.text, next);
  };
  if (next.empty() || std::ranges::any_of(notes_for(journal, owner.label), names_another) ||
      std::ranges::any_of(journal.closed, closes))
    return left;
  const Json task = {{"name", next}, {"status", "not_started"}};
  std::vector<Note> notes =
      notes_from_open(Json{{"remaining_tasks", Json::array({task})}}, record.at.id);
  for (Note& note : notes) {
    note.branch = owner.label;
    note.head = owner.head;
  }
  set_origins(store.repository(), record, notes);
  left = write_waiting(file, std::move(notes), record.at.id);
  left.worktree = owner.worktree;
  return left;
}

bool was_read_since(const Provenance& known, const Note& note) {
  Json document = Json::object();
  fold_notes(document, {note});
  return known.is_read(document);
}

std::vector<std::string> take_unread_out(const git::Repository& repository,
                                         std::vector<Note>& notes) {
  const Provenance known(repository);
  std::map<std::string, size_t> from;
  std::erase_if(notes, [&](const Note& note) {
    const bool unread = !model::is_readable(note.origin) && !was_read_since(known, note);
    from[note.carried_from] += unread ? 1 : 0;
    return unread;
  });
  std::vector<std::string> said;
  for (const auto& [id, count] : from)
    if (count > 0)
      said.push_back(count_of(count, "note") + (count == 1 ? " is" : " are") +
                     " not the user's own (not read by you" +
                     (id.empty() ? "" : ": git handoff show " + printable(id)) + ")");
  return said;
}

namespace {

/// What closings may close.
class Closable {
 public:
  explicit Closable(const std::vector<Note>& items) {
    for (const Note& item : items) {
      if (item.kind != NoteKind::done)
        x_texts.insert(lists::folded(item.text));
      if (item.kind == NoteKind::context) {
        x_paragraphs.add(item.text);
        x_contexts.push_back(item.text);
      }
    }
    x_texts.erase("");
  }

  bool has(const Note& done) const {
    return x_texts.contains(lists::folded(done.text)) ||
           (done.closes == NoteKind::context && has_context(done.text));
  }

 private:
  /// Whole paragraphs mostly, and those are found at once.
  bool has_context(const std::string& part) const {
    return x_paragraphs.have(part) ||
           std::ranges::any_of(x_contexts,
                               [&](const std::string& context) { return contains(context, part); });
  }

  std::unordered_set<std::string> x_texts;
  lists::Paragraphs x_paragraphs;
  std::vector<std::string> x_contexts;
};

}  // namespace

std::vector<std::string> closings_of(const Json& document, const std::vector<Note>& notes) {
  return closings_among(notes_from_open(document, ""), notes);
}

std::vector<std::string> closings_among(const std::vector<Note>& items,
                                        const std::vector<Note>& notes) {
  std::vector<std::string> ids;
  for (const Closable closable(items); const Note& done : notes)
    if (done.kind == NoteKind::done && closable.has(done))
      ids.push_back(done.id);
  return ids;
}

std::vector<std::string> closings_spent(const Json& document, const std::vector<Note>& notes) {
  std::vector<Note> spent = closings_in(notes);
  std::erase_if(spent, [open = Closable(notes)](const Note& done) { return open.has(done); });
  return spent.empty() ? std::vector<std::string>() : closings_of(document, spent);
}

void leave_carried(std::vector<Note>& notes) {
  std::unordered_set<std::string> closed;
  for (const Note& done : closings_in(notes))
    closed.insert(lists::folded(done.text));
  std::erase_if(notes, [&](const Note& note) {
    return !note.carried_from.empty() && !closed.contains(lists::folded(note.text));
  });
}

JournalMove revive(Json& document, const std::string& record_id, const Journal& journal,
                   const std::vector<std::shared_ptr<const Json>>& others) {
  JournalMove taken{.opens = false, .record = record_id};
  const std::vector<Note> items = notes_from_open(document, "");
  ItemSet left_here, elsewhere;
  for (const Note& note : journal.notes)
    (note.carried_from == record_id ? left_here : elsewhere).insert(note);
  for (const std::shared_ptr<const Json>& other : others)
    for (const Note& note : notes_from_open(*other, ""))
      elsewhere.insert(note);
  for (size_t i = 0; i < journal.closed.size(); ++i)
    if (journal.holders[i] != record_id)
      elsewhere.insert(journal.closed[i]);
  for (const ItemSet known(items); const Note& note : journal.notes)
    if (note.carried_from == record_id && known.has(note))  // an older version may have others
      taken.notes.push_back(note.id);
  auto is_gone = [&](const Note& item) { return !left_here.has(item) && elsewhere.has(item); };
  erase_open(document, is_gone);
  for (const Note& item : items)
    if (item.kind == NoteKind::context && is_gone(item))
      erase_context(document, item.text);
  std::vector<Note> closings = closings_in(journal.notes);
  for (size_t i = 0; i < journal.closed.size(); ++i)
    if (journal.holders[i] == record_id)  // it was retired with them
      closings.push_back(journal.closed[i]);
  close_items(document, closings);
  return taken;
}

JournalMove deleted_by_edit(const std::string& record_id, const Json& before, const Json& after,
                            const std::vector<Note>& open) {
  const ItemSet had(notes_from_open(before, "")), has(notes_from_open(after, ""));
  auto context_of = [](const Json& document) {
    return lists::Paragraphs(formats::text_of(field(document, "context_notes")));
  };
  const lists::Paragraphs context_before = context_of(before), context_after = context_of(after);
  // The step that was named last is the one that counts.
  const std::string step = trim(formats::text_of(field(after, "next_action")));
  const bool names_step =
      !step.empty() && !same_text(formats::text_of(field(before, "next_action")), step);
  JournalMove move{.opens = false, .record = record_id};
  for (const Note& note : open) {
    const bool deleted = note.kind == NoteKind::context
                             ? context_before.have(note.text) && !context_after.have(note.text)
                         : note.kind == NoteKind::next ? names_step
                                                       : had.has(note) && !has.has(note);
    if (deleted)
      move.notes.push_back(note.id);
  }
  // What closed an item that the edit takes out has nothing left that it could open again.
  const std::vector<std::string> closing = closings_of(after, open);
  const std::unordered_set<std::string> still(closing.begin(), closing.end());
  for (std::string& id : closings_of(before, open))
    if (!still.contains(id))
      move.notes.push_back(std::move(id));
  return move;
}

Note closing_of(NoteKind kind, const std::string& text, const std::string& label,
                const std::string& head) {
  return {.branch = label, .head = head, .kind = NoteKind::done, .text = text, .closes = kind};
}

}  // namespace handoff::ops
