#include "ops/verbs/note.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"
#include "formats/json/json.hpp"
#include "formats/record/note.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/secrets.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/linked_state.hpp"
#include "git/repo/repository.hpp"
#include "ops/brief/brief_source.hpp"
#include "ops/notes/copies.hpp"
#include "ops/notes/item_set.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/way_to_edit.hpp"

namespace handoff::ops {

namespace {

using model::Note;
using model::NoteKind;

constexpr size_t kLongestNote = 1u << 20;

std::optional<NotePlace> peek_place() {
  std::optional<git::PeekedRepository> found = git::peek_repository();
  if (!found)
    return std::nullopt;
  std::optional<std::string> head = found->head_oid;
  if (!found->branch.empty())
    head = git::peek_ref(found->common_dir, "refs/heads/" + found->branch);
  if (!head)
    return std::nullopt;
  git::Layout layout;
  layout.git_dir = found->git_dir;
  layout.common_dir = found->common_dir;
  git::refuse_linked_state(layout.git_dir, layout.common_dir);
  return NotePlace{.journal = layout.journal_file(),
                   .label = notes_label(found->git_dir, found->common_dir, found->label()),
                   .head = *head};
}

void check_text(const Note& note) {
  if (trim(note.text).empty())
    fail_usage("a note needs a text",
               {"git handoff note " + std::string(model::word_of(note.kind)) + " \"TEXT\""});
  if (note.text.size() > kLongestNote)
    fail("a note of " + human_size(note.text.size()) + " is too long: " + human_size(kLongestNote) +
             " is the most",
         {"put it into a file and note its path: git handoff note doc PATH"});
  if (!is_utf8(note.text))
    fail("the text of the note is not UTF-8");
}

/// Is an item called so, done or not?
bool is_listed(const Json& record, const std::string& ref) {
  for (const lists::ListField& list : {lists::kCompleted, lists::kRemaining, lists::kActions,
                                       lists::kQuestions, lists::kErrors, lists::kBlockers})
    for (const auto& [under, item] : lists::flat_items(formats::field(record, list.name)))
      if (same_text(lists::headline_of(item), ref) ||
          (item.get().is_object() &&
           formats::text_of(formats::field(item.get(), "id")) == trim(ref)))
        return true;
  return false;
}

/// Of a note that nothing closes.
std::string way_to_change(const Note& note) {
  if (note.kind == NoteKind::gate)
    return "note how it ended: git handoff note gate " + shell_word(printable(note.text)) +
           " --status passed";
  return "take the last note back: git handoff note --undo; after the pause: " + way_to_edit();
}

/// What is open on a branch, and may be called by its name: an agent closes nothing that it is not
/// told.
class OpenHere {
 public:
  OpenHere(const NotePlace& place, Reader reader)
      : x_place(place), x_journal(read_journal(place.journal)), x_reader(reader) {
    x_notes = notes_for(x_journal, place.label);
    auto is_unread = [](const Note& note) { return !model::is_readable(note.origin); };
    if (reader == Reader::agent && std::ranges::any_of(x_notes, is_unread))
      x_withheld = take_unread_out(git::Repository::open(), x_notes);
  }

  /// Closes what is called so. It stays whose it is.
  Note closing(const std::string& ref) {
    if (!x_items)
      x_items = open_items(folded(nullptr));
    const std::vector<OpenItem>& items = *x_items;
    for (const Note& note : x_notes)
      if (note.id == ref) {
        for (const OpenItem& item : items)
          if (item.kind == note.kind && same_text(item.text, note.text))
            return closing(item);
        return note.kind == NoteKind::context ? closing({.kind = note.kind, .text = note.text})
                                              : closing(note.text);
      }
    const Note* earlier = taken_in(ref);
    if (earlier != nullptr) {
      if (earlier->kind != NoteKind::context)
        return closing(earlier->text);
      if (std::ranges::any_of(x_notes, [&](const Note& note) {
            return note.kind == NoteKind::context &&
                   lists::Paragraphs(note.text).have(earlier->text);
          }))
        return closing({.kind = NoteKind::context, .text = earlier->text});
    }
    if (std::optional<OpenItem> found = named_exactly(items, ref))
      return closing(*found);
    const git::Repository repository = git::Repository::open();
    if (!x_below)
      x_below.emplace(*this, Store(repository));
    const std::optional<Record>&live = x_below->live, &resumed = x_below->resumed;
    const Json& below = x_below->document;
    const std::vector<OpenItem>& items_below = x_below->items;
    std::optional<OpenItem> found = named_exactly(items_below, ref);
    if (!found && earlier != nullptr &&
        lists::Paragraphs(formats::text_of(formats::field(below, "context_notes")))
            .have(earlier->text))
      found = OpenItem{.kind = NoteKind::context, .text = earlier->text};
    if (!found)
      found = named_exactly(x_below->replaced, ref);
    const bool is_over = !found && was_closed(below, ref);
    if (!found && !is_over) {
      if ((found = named_in_part(items, ref)))
        return closing(*found);
      found = named_in_part(items_below, ref);
    }
    if (!found)
      refuse_unknown(ref, is_over, items_below);
    std::vector<Note> done = {closing(*found)};
    if (live) {
      for (const Note& item : notes_from_open(*live->document, live->at.id))
        if (done[0].copy_of.empty() && item.kind == found->kind &&
            same_text(item.text, found->text))
          done[0].copy_of = handoff_of(item);
      if (live->at.branch == "HEAD")  // it was paused in a rebase, and ends apart from it
        done[0].branch = live->at.branch;
      set_origins(repository, *live, done);
    } else if (resumed) {
      set_origins(repository, *resumed, done);
    }
    return done[0];
  }

 private:
  /// With the live record below the notes; without one, the next step of what was resumed here.
  struct Below {
    Below(OpenHere& here, const Store& store)
        : live(here.live_record(store)),
          resumed(live ? std::nullopt : here.resumed_record(store)),
          document(here.folded(live ? &*live : nullptr)) {
      if (resumed && next_step_of(document).empty() &&
          !is_next_closed(resumed->handoff.next_action, here.x_notes))
        document["next_action"] = resumed->handoff.next_action;
      items = open_items(document);
      std::vector<std::string> steps = {live ? live->handoff.next_action : ""};
      for (const Note& note : here.x_notes)
        if (note.kind == NoteKind::next)
          steps.push_back(note.text);
      for (const std::string& step : steps)
        if (!step.empty() && !is_next_closed(step, here.x_notes))
          replaced.push_back({.kind = NoteKind::next, .text = step});
    }
    std::optional<Record> live, resumed;
    Json document;
    std::vector<OpenItem> items;
    std::vector<OpenItem> replaced;  ///< steps that another one was named in the place of
  };

  /// The note of this id that a pause took in: carried on, it has another one.
  const Note* taken_in(const std::string& id) const {
    for (size_t i = 0; i < x_journal.closed.size(); ++i)
      if (const Note& note = x_journal.closed[i];
          note.id == id && note.text != id && !x_journal.holders[i].empty() &&
          note.kind != NoteKind::done && model::is_readable(note.origin))
        return &note;
    return nullptr;
  }

  [[noreturn]] void refuse_unknown(const std::string& ref, bool is_over,
                                   const std::vector<OpenItem>& items) const {
    std::vector<std::string> hints;
    constexpr size_t kShown = 8;
    for (const OpenItem& item : items)
      if (hints.size() < kShown)
        hints.push_back("open " + std::string(model::word_of(item.kind)) + ": " +
                        printable(item.text));
    if (items.size() > kShown)
      hints.push_back("and " + std::to_string(items.size() - kShown) + " more that are open");
    const auto noted = std::ranges::find_if(x_notes, [&](const Note& note) {
      return note.id == ref || (note.kind != NoteKind::done && same_text(note.text, ref));
    });
    if (noted != x_notes.end() && noted->kind == NoteKind::context)
      refuse("a context note is closed by its id", {"git handoff note done " + noted->id});
    if (noted != x_notes.end() && !is_over)
      refuse("a " + std::string(model::word_of(noted->kind)) +
                 " note is not closed: the next pause takes it in",
             {way_to_change(*noted)});
    if (hints.empty() && x_withheld.empty())
      hints.emplace_back("nothing is open on this branch");
    hints.insert(hints.end(), x_withheld.begin(), x_withheld.end());
    refuse(is_over ? "'" + printable(ref) + "' is done already"
                   : "nothing that is open is called '" + printable(ref) + "'",
           hints);
  }

  Note closing(const OpenItem& item) const {
    Note done = closing_of(item.kind, item.text, x_place.label, x_place.head);
    for (const Note& note : x_notes) {
      if (contains(note.text, item.text))
        done.origin = std::min(done.origin, note.origin);
      if (note.kind == item.kind && same_text(note.text, item.text))
        done.copy_of = handoff_of(note);
    }
    return done;
  }

  /// Was an item of exactly this name closed: by a note, one that a pause took in, too, or in the
  /// record?
  bool was_closed(const Json& record, const std::string& ref) const {
    auto closes = [&](const Note& note) {
      return note.kind == NoteKind::done && same_text(note.text, ref);
    };
    for (size_t i = 0; i < x_journal.closed.size(); ++i)
      if (!x_journal.holders[i].empty() && x_journal.closed[i].branch == x_place.label &&
          closes(x_journal.closed[i]))
        return true;
    return std::ranges::any_of(x_notes, closes) || is_listed(record, ref);
  }

  /// With the live record below the notes, where that is needed.
  Json folded(const Record* live) const {
    std::shared_ptr<const Json> own = live != nullptr ? own_document(*live, x_journal) : nullptr;
    Json record = Json::object();
    fold_notes(record, x_notes, own.get());
    return record;
  }

  std::optional<Record> live_record(const Store& store) {
    std::optional<Record> live = store.current(store.repository().head());
    if (!live || x_reader == Reader::person)
      return live;
    if (is_withheld(store, *live, x_reader)) {
      x_withheld.push_back("nobody here has read " + envelope_of(*live) + ": git handoff show " +
                           printable(live->at.id));
      return std::nullopt;
    }
    const Readable readable = readable_by(store, *live, x_reader);
    x_withheld.insert(x_withheld.end(), readable.withheld().begin(), readable.withheld().end());
    return *readable;
  }

  std::optional<Record> resumed_record(const Store& store) const {
    const std::optional<Record> resumed =
        gone_on_with(store, store.repository().head(), x_notes).record;
    return !resumed || is_withheld(store, *resumed, x_reader)
               ? std::nullopt
               : std::optional(*readable_by(store, *resumed, x_reader));
  }

  const NotePlace& x_place;
  Journal x_journal;
  Reader x_reader;
  std::vector<Note> x_notes = {};
  std::vector<std::string> x_withheld = {};
  // Looked for once, however many notes of one batch close something.
  std::optional<std::vector<OpenItem>> x_items = {};
  std::optional<Below> x_below = {};
};

void warn_of_secrets(const Note& note, std::vector<std::string>& warnings) {
  for (const auto& hit : formats::find_secrets(note.text, formats::SecretScope::record))
    warnings.push_back("the note holds what looks like " +
                       std::string(formats::describe_secret(hit.rule)) +
                       ": it is masked where the record is shown or shared");
}

/// Carried from a record that nobody has read.
void withhold_unread(std::vector<Note>& notes) {
  auto is_unread = [](const Note& note) { return !model::is_readable(note.origin); };
  if (std::ranges::none_of(notes, is_unread))
    return;
  const git::Repository repository = git::Repository::open();
  const Store store(repository);
  const Provenance known(store.repository());
  for (Note& note : notes)
    if (is_unread(note) && !was_read_since(known, note))
      note = {.id = note.id,
              .time = note.time,
              .branch = note.branch,
              .head = note.head,
              .kind = note.kind,
              .text = "(nobody here has read it: git handoff " +
                      (note.carried_from.empty() ? "note --list, on a terminal"
                                                 : "show " + note.carried_from) +
                      ")",
              .origin = note.origin,
              .carried_from = note.carried_from};
}

/// What came, and was noted here too, is one item; where it keeps somebody waiting, it is told as
/// it came. So is what came with two works that both go on here.
void tell_once(std::vector<Note>& notes) {
  std::vector<Note> own = notes;
  std::erase_if(own, [](const Note& n) { return !n.carried_from.empty(); });
  std::map<std::string, ItemSet> came;  // by the record that left it open
  std::erase_if(notes, [&, noted = ItemSet(own)](const Note& n) {
    if (n.carried_from.empty())
      return false;
    const bool is_repeat = std::ranges::any_of(came, [&](const auto& other) {
      return other.first != n.carried_from && other.second.has(n);
    });
    came[n.carried_from].insert(n);
    return is_repeat || (!formats::is_blocking(n) && noted.has(n));
  });
}

/// What is carried is as old as what was noted first, as far back as the journal goes.
class FirstNoted {
 public:
  explicit FirstNoted(const Journal& journal) : x_journal(journal) {
    for (size_t i = 0; i < journal.closed.size(); ++i)
      if (!journal.holders[i].empty())
        (journal.closed[i].kind == NoteKind::context
             ? x_contexts[journal.holders[i]]
             : x_items[key_of(journal.holders[i], journal.closed[i])])
            .push_back(i);
  }

  std::string time_of(const Note& note) const {
    std::string time = note.time;
    // After an undo each may have come from the other.
    std::unordered_set<const Note*> seen;
    for (const Note* at = before_of(note); at != nullptr && seen.insert(at).second;
         at = before_of(*at))
      time = at->time;
    return time;
  }

 private:
  static std::string key_of(const std::string& holder, const Note& note) {
    const NoteKind kind = note.kind == NoteKind::start ? NoteKind::task : note.kind;
    return holder + ' ' + std::string(model::word_of(kind)) + ' ' + lists::folded(note.text);
  }

  /// Null where it was carried from nothing that is known.
  const Note* before_of(const Note& note) const {
    if (note.carried_from.empty())
      return nullptr;
    const bool is_context = note.kind == NoteKind::context;
    const auto& all = is_context ? x_contexts : x_items;
    const auto found = all.find(is_context ? note.carried_from : key_of(note.carried_from, note));
    if (found == all.end())
      return nullptr;
    const lists::Paragraphs paragraphs(is_context ? note.text : "");
    for (size_t i : found->second)
      if (!is_context || paragraphs.have(x_journal.closed[i].text))
        return &x_journal.closed[i];
    return nullptr;
  }

  const Journal& x_journal;
  std::unordered_map<std::string, std::vector<size_t>> x_contexts, x_items;  ///< by their holder
};

NoteReport report_of(const NotePlace& place, const Journal& journal) {
  NoteReport report{.torn = journal.torn, .unreadable = journal.unreadable};
  if (journal.cut)
    report.warnings.emplace_back(
        "the journal is too long: its oldest notes are not looked at; git handoff doctor --fix");
  report.notes = notes_for(journal, place.label);
  std::unordered_set<std::string> here;
  const FirstNoted first(journal);
  for (Note& note : report.notes) {
    here.insert(note.id);
    note.time = first.time_of(note);
  }
  std::vector<Journal> all = {journal};
  for (const std::string& other : journals_beside(place.journal))
    all.push_back(read_journal(other));
  for (const Journal& one : all)
    std::ranges::copy_if(one.notes, std::back_inserter(report.elsewhere),
                         [&](const Note& note) { return !here.contains(note.id); });
  withhold_unread(report.notes);
  withhold_unread(report.elsewhere);
  return report;
}

}  // namespace

NotePlace find_note_place() {
  std::optional<NotePlace> place = peek_place();
  if (!place) {
    git::Repository repository = git::Repository::open();
    git::Head head = repository.head();
    place = {.journal = repository.layout().journal_file(),
             .label = notes_label(repository),
             .head = head.oid};
  }
  bring_notes_here(place->journal, place->label);
  return *place;
}

std::optional<MisplacedField> misplaced_field(const Note& note) {
  using enum NoteKind;
  struct Use {
    const char* name;
    bool given;
    std::vector<NoteKind> kinds;
  };
  const Use uses[] = {
      {"because",
       !note.because.empty(),
       {decision, human, question, correction, error, eliminated, doc, gate, file}},
      {"instead_of", !note.instead_of.empty(), {decision, correction}},
      {"binding", !note.binding.empty(), {decision}},
      {"verify", !note.verify.empty(), {task, start, blocker}},
      {"progress", !note.progress.empty(), {start}},
      {"workaround", !note.workaround.empty(), {blocker}},
      {"status", !note.status.empty(), {gate}},
      {"blocking", note.blocking, {human}},
  };
  for (const Use& use : uses) {
    if (!use.given || in_list(use.kinds, note.kind))
      continue;
    const auto words =
        vector_of(use.kinds, [](NoteKind kind) { return std::string(model::word_of(kind)); });
    return MisplacedField{.name = use.name, .kinds = join(words, ", ")};
  }
  return std::nullopt;
}

NoteReport add_notes(const NotePlace& place, std::vector<Note> notes, Reader reader) {
  NoteReport report;
  std::optional<OpenHere> open;
  for (Note& note : notes) {
    check_text(note);
    if (std::optional<MisplacedField> field = misplaced_field(note))
      refuse("'" + field->name + "' does not go with a note of kind '" +
                 std::string(model::word_of(note.kind)) + "': '" + printable(note.text) + "'",
             {field->name + " is for: " + field->kinds});
    if (note.kind == NoteKind::done) {
      if (!model::is_readable(note.origin))
        refuse("'" + printable(note.text) +
                   "' would be closed by what stands in a file of this clone, and nobody here has "
                   "read it",
               {"to close it yourself: git handoff note done " + shell_word(note.text)});
      if (!open)
        open.emplace(place, reader);
      note = open->closing(note.text);
    } else if (note.kind == NoteKind::doc || note.kind == NoteKind::file) {
      if (!contains(note.text, "://"))
        note.text = path_in_tree(git::Repository::open(), note.text);
    }
    if (note.branch.empty())
      note.branch = place.label;
    note.head = place.head;
    warn_of_secrets(note, report.warnings);
  }
  append_notes(place.journal, notes);
  warn_of_no_seal(report.warnings);
  report.notes = std::move(notes);
  return report;
}

NoteReport list_notes(const NotePlace& place) {
  NoteReport report = report_of(place, read_journal(place.journal));
  tell_once(report.notes);
  return report;
}

NoteReport undo_last_note(const NotePlace& place) {
  NoteReport report = report_of(place, read_journal(place.journal));
  std::erase_if(report.notes, [](const Note& note) { return !note.carried_from.empty(); });
  if (report.notes.empty())
    refuse("no note was made on this branch since the last pause",
           {"what a record carries over is closed with 'git handoff note done REF'"});
  report.notes.erase(report.notes.begin(), report.notes.end() - 1);
  undo_notes(place.journal, {report.notes[0].id});
  return report;
}

namespace {

/// A record calls some of it otherwise; what has no place is not dropped without a word.
void take_names_of_records(Json& object, const std::string& where) {
  for (const auto& [name, own] :
       {std::pair{"rationale", "because"}, {"rejected", "instead_of"}, {"verification", "verify"}})
    if (auto at = object.find(name); at != object.end()) {
      Json value = std::move(*at);
      object.erase(name);
      if (formats::field(object, own).is_null())
        object[own] = std::move(value);
    }
  static const std::vector<std::string> kFields = {
      "kind",    "text",   "ref",      "path",       "name",   "because", "instead_of",
      "binding", "verify", "progress", "workaround", "status", "blocking"};
  for (const auto& [name, value] : object.items())
    if (!in_list(kFields, name))
      fail(where + ": '" + printable(name) + "' is no field of a note",
           {"there are: " + join(kFields, ", ")});
}

Note note_of_item(const Json& item, const std::string& where) {
  if (item.is_string())
    return {.text = item.get<std::string>()};
  if (!item.is_object())
    fail(where + ": expected a text or an object with 'text'");
  Json object = item;
  if (formats::field(object, "kind").is_null())
    object["kind"] = "context";
  // What only the tool writes is never taken from input.
  for (const char* own :
       {"id", "time", "branch", "head", "carried_from", "copy_of", "field", "item", "closes"})
    object.erase(own);
  take_names_of_records(object, where);
  if (formats::field(object, "text").is_null())
    object["text"] = formats::text_of(formats::field(object, {"ref", "path", "name"}));
  std::optional<Note> note = formats::note_from_json(object);
  if (!note)
    fail(where + ": '" + printable(formats::text_of(object["kind"])) + "' is not a kind of note");
  if (trim(note->text).empty())
    fail(where + ": the text is missing");
  return *note;
}

}  // namespace

std::vector<Note> parse_note_batch(std::string_view text, model::Origin origin,
                                   const std::string& source) {
  std::vector<Note> notes;
  auto add_all = [&](const Json& value, const std::string& where) {
    auto add = [&](const Json& item, const std::string& place) {
      notes.push_back(note_of_item(item, place));
      notes.back().origin = origin;
    };
    if (!value.is_array())
      return add(value, where);
    size_t number = 0;
    for (const Json& item : value)
      add(item, where + ": item " + std::to_string(++number));
  };
  std::vector<std::string> lines = split_lines(text);
  std::erase_if(lines, [](const std::string& line) { return trim(line).empty(); });
  // A document may stand on many lines; many documents stand on one each.
  bool one_a_line = lines.size() > 1 && lines[0].front() != '[' &&
                    std::ranges::all_of(lines, [](const std::string& line) {
                      char end = trim(line).back();
                      return end == '}' || end == '"' || end == ']';
                    });
  if (!one_a_line) {
    add_all(formats::parse_json(text, source), source);
    return notes;
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string where = source + ", line " + std::to_string(i + 1);
    add_all(formats::parse_json(lines[i], where), where);
  }
  return notes;
}

std::vector<OpenItem> open_items(const Json& record) {
  std::vector<OpenItem> items;
  for (const Note& note : notes_from_open(record, "")) {
    if (note.kind == NoteKind::gate)
      continue;  // it ends with a note of how it ended
    if (note.kind == NoteKind::context)
      for (size_t from = 0, end = 0; from < note.text.size(); from = end + 2) {
        end = std::min(note.text.find("\n\n", from), note.text.size());
        if (std::string part = note.text.substr(from, end - from); !trim(part).empty())
          items.push_back({.kind = note.kind, .text = std::move(part)});
      }
    else
      items.push_back({.kind = note.kind,
                       .id = formats::text_of(formats::field(*note.item, "id")),
                       .text = note.text});
  }
  // One that is a task, too, is that.
  if (const std::string next = next_step_of(record);
      !trim(next).empty() &&
      std::ranges::none_of(items, [&](const OpenItem& item) { return same_text(item.text, next); }))
    items.push_back({.kind = NoteKind::next, .text = next});
  return items;
}

namespace {

/// With its kind: "blocker: the staging key has expired".
std::string told(const OpenItem& item) {
  return std::string(model::word_of(item.kind)) + ": " + item.text;
}

}  // namespace

namespace {

std::optional<OpenItem> only_one(const std::vector<OpenItem>& found, const std::string& ref) {
  if (found.empty())
    return std::nullopt;
  if (found.size() > 1) {
    std::vector<std::string> hints;
    for (const OpenItem& item : found)
      if (hints.size() < 8)
        hints.push_back(printable(told(item)));
    refuse("'" + printable(ref) + "' may mean " + count_of(found.size(), "open item"), hints);
  }
  return found[0];
}

std::vector<OpenItem> matching(const std::vector<OpenItem>& items,
                               const std::function<bool(const OpenItem&)>& test) {
  std::vector<OpenItem> found;
  std::ranges::copy_if(items, std::back_inserter(found), test);
  return found;
}

}  // namespace

std::optional<OpenItem> named_exactly(const std::vector<OpenItem>& items, const std::string& ref) {
  std::vector<OpenItem> found =
      matching(items, [&](const OpenItem& item) { return item.id == trim(ref); });
  if (found.empty())
    found = matching(items, [&](const OpenItem& item) { return same_text(item.text, ref); });
  if (found.empty())  // as they are listed where a text means several
    found = matching(items, [&](const OpenItem& item) { return same_text(told(item), ref); });
  return only_one(found, ref);
}

std::optional<OpenItem> named_in_part(const std::vector<OpenItem>& items, const std::string& ref) {
  const std::string wanted = to_lower(trim(ref));
  std::vector<OpenItem> found;
  for (bool to_do : {true, false})
    if (found.empty())
      found = matching(items, [&](const OpenItem& item) {
        return can_be_done(item.kind) == to_do && contains(to_lower(item.text), wanted);
      });
  return only_one(found, ref);
}

}  // namespace handoff::ops
