#include "ops/notes/merge_notes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "ops/notes/goals.hpp"
#include "ops/notes/item_places.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/notes/repeats.hpp"

namespace handoff::ops {

namespace {

using namespace lists;
using formats::field;
using formats::text_in;
using formats::text_of;
using model::Note;
using model::NoteKind;

// --- Applying notes: the later word wins

void put(Json& object, const char* name, const std::string& text) {
  if (!text.empty())
    object[name] = text;
}

using Fields = std::initializer_list<std::pair<const char*, std::string>>;

void put(Json& object, Fields fields) {
  for (const auto& [name, text] : fields)
    put(object, name, text);
}

Json item_of(const Note& note, const ListField& list) {
  Json item = note.item ? *note.item : Json(note.text);
  as_object(item, list.headline);
  if (!note.carried_from.empty() && !item.contains("carried_from"))
    item["carried_from"] = note.carried_from;
  put(item, "copy_of", note.copy_of);
  return item;
}

/// Two tasks may have one name, and each a number of its own.
bool has_other_id(const Json& a, const Json& b) {
  const Json &one = field(a, "id"), &other = field(b, "id");
  return !one.is_null() && !other.is_null() && one != other;
}

/// Adds the note's item, or lays its fields over the item of the same text.
Json& add_item(Json& record, ItemPlaces& places, const ListField& list, const Note& note) {
  Json item = item_of(note, list);
  Json& items = list_in(record, list);
  Json* there = places.find_if(list.name, items, note.text,
                               [&](const Json& other) { return !has_other_id(other, item); });
  if (there == nullptr) {
    items.push_back(std::move(item));
    return items.back();
  }
  as_object(*there, list.headline);
  for (const auto& [key, value] : item.items())
    if (key != list.headline)
      (*there)[key] = value;
  if (!same_text(headline_of(*there), note.text))
    places.renamed(list.name);
  return *there;
}

/// Of a context that was carried, and is not all there is any more.
void carried_in_part(Json& record) {
  if (const Json origin = field(record, "context_carried_from"); origin.is_string())
    record["context_carried_from"] = Json{{"id", origin}, {"in_part", true}};
}

void add_context(Json& record, ItemPlaces& places, const Note& note) {
  Paragraphs& known = places.context_of(record);
  if (known.have(note.text))
    return;
  known.add(note.text);
  Json& context = record["context_notes"];
  if (!context.is_string())
    context = text_of(context);
  auto& have = context.get_ref<std::string&>();
  const bool is_first = have.empty();
  have += is_first ? note.text : "\n\n" + note.text;
  const bool carried = !note.carried_from.empty();
  if (carried && field(record, "context_carried_from").is_null())
    record["context_carried_from"] = note.item ? *note.item : Json(note.carried_from);
  if (!is_first)
    carried_in_part(record);
}

bool is_listed(Json& record, ItemPlaces& places, const ListField& list, const std::string& text) {
  const Json& value = field(record, list.name);
  return value.is_array() ? places.find(list, record[std::string(list.name)], text) != nullptr
                          : has_item(record, list, text);
}

/// Adds an item of which mostly nothing but its text is known: then the text alone stands in the
/// list.
void add_text(Json& record, ItemPlaces& places, const ListField& list, const Note& note,
              Fields more) {
  bool bare = note.carried_from.empty() && note.item == nullptr &&
              std::ranges::all_of(more, [](const auto& m) { return m.second.empty(); });
  if (bare && !is_listed(record, places, list, note.text)) {
    list_in(record, list).push_back(note.text);
  } else if (!bare) {
    put(add_item(record, places, list, note), more);
  }
}

void add_debug(Json& record, ItemPlaces& places, const char* list, const Note& note) {
  Json& debug = record["debug"];
  if (!debug.is_object())
    debug = Json::object();
  Json& items = debug[list];
  if (!items.is_array())
    items = items.is_null() ? Json::array() : Json::array({items});
  if (places.find("debug." + std::string(list), items, note.text) != nullptr)
    return;
  if (note.because.empty())
    items.push_back(note.text);
  else
    items.push_back(Json{{"text", note.text}, {"because", note.because}});
}

void start_task(Json& record, ItemPlaces& places, const Note& note) {
  Json& task = add_item(record, places, kRemaining, note);
  task["status"] = "in_progress";
  put(task, {{"progress", note.progress}, {"verification", note.verify}});
}

/// The list that a carried todo or note of a hunt stands in: "todos" itself, or one of its lists;
/// "debug.evidence".
Json& carried_list_in(Json& record, const std::string& where) {
  Json* list = &record[where.substr(0, where.find('.'))];
  if (size_t dot = where.find('.'); dot != std::string::npos) {
    if (list->is_array())  // another version knows no sorts
      return *list;
    if (!list->is_object())
      *list = Json::object();
    list = &(*list)[where.substr(dot + 1)];
  } else if (list->is_object()) {
    list = &(*list)["explicit"];
  }
  if (!list->is_array())
    *list = Json::array();
  return *list;
}

/// Goals, todos and the state of a hunt come back as they stood; what the record says by now wins.
void apply_carried_field(Json& record, ItemPlaces& places, const Note& note) {
  Json value = *note.item;
  bool todo = note.field.starts_with("todos");
  bool listed = todo || note.field.starts_with("debug.") || note.field.starts_with("goals.");
  if (listed)
    as_object(value, todo ? "content" : "text");
  if (value.is_object() && !note.carried_from.empty() && !value.contains("carried_from"))
    value["carried_from"] = note.carried_from;
  if (todo)
    put(value, "copy_of", note.copy_of);
  if (listed) {
    Json& list = carried_list_in(record, note.field);
    if (places.find(note.field, list, note.text) == nullptr)
      list.push_back(std::move(value));
    return;
  }
  if (note.field == "goals")
    return merge_goals(record, std::move(value));
  Json& there = record[note.field];
  if (is_empty(there))
    there = std::move(value);
  else if (there.is_object() && value.is_object())
    merge_values(there, value);
}

/// Takes a todo out of the lists; its verification goes with it into the task that is done.
Json closed_todo(Json& record, ItemPlaces& places, const std::string& text) {
  Json task = Json{{"name", text}};
  const auto take_from = [&](const std::string& where, Json& list) {
    if (!list.is_array())
      return;
    if (const std::optional<Json> todo = places.take(where, list, text))
      if (const Json& verification = field(*todo, "verification"); !verification.is_null())
        task["verification"] = verification;
  };
  Json& todos = record["todos"];
  take_from("todos", todos);
  if (todos.is_object())
    for (auto& [name, list] : todos.items())
      take_from("todos." + name, list);
  return task;
}

bool is_of_hunt(NoteKind kind) {
  return kind == NoteKind::hypothesis || kind == NoteKind::eliminated || kind == NoteKind::evidence;
}

/// Takes what has this text out of the state of a hunt.
void close_in_debug(Json& record, ItemPlaces& places, const std::string& text) {
  const auto debug = record.find("debug");
  if (debug == record.end() || !debug->is_object())
    return;
  for (auto& [name, value] : debug->items())
    if (value.is_array())
      while (places.take("debug." + name, value, text)) {
      }
    else if (same_text(text_of(value), text))
      value = nullptr;
}

const ListField& list_of(NoteKind kind) {
  switch (kind) {
    case NoteKind::blocker:
      return kBlockers;
    case NoteKind::question:
      return kQuestions;
    case NoteKind::error:
      return kErrors;
    case NoteKind::decision:
      return kDecisions;
    case NoteKind::correction:
      return kCorrections;
    case NoteKind::doc:
      return kDocuments;
    case NoteKind::gate:
      return kGates;
    case NoteKind::task:
    case NoteKind::start:
    case NoteKind::human:
    case NoteKind::context:
    case NoteKind::next:
    case NoteKind::goal:
    case NoteKind::hypothesis:
    case NoteKind::eliminated:
    case NoteKind::evidence:
    case NoteKind::message:
    case NoteKind::file:
    case NoteKind::done:
      break;
  }
  return kRemaining;
}

void close_task(Json& record, ItemPlaces& places, Json task, const std::string& text) {
  Json& completed = list_in(record, kCompleted);
  if (Json* there = places.find(kCompleted, completed, text)) {
    as_object(*there, kCompleted.headline)["status"] = "done";
    return;
  }
  as_object(task, kRemaining.headline)["status"] = "done";
  task.erase("progress");
  completed.push_back(std::move(task));
}

bool closes_next(const Note& note, const std::string& next) {
  return note.kind == NoteKind::done &&
         (note.closes == NoteKind::next || note.closes == NoteKind::task) && !next.empty() &&
         same_text(note.text, next);
}

void close_item(Json& record, ItemPlaces& places, const Note& note) {
  if (closes_next(note, next_step_of(record)))
    record["next_action"] = "";
  if (note.closes == NoteKind::next)
    return close_task(record, places, Json(note.text), note.text);
  if (note.closes == NoteKind::goal)
    return drop_goal(record, places, note.text);
  if (is_of_hunt(note.closes))
    return close_in_debug(record, places, note.text);
  if (note.closes == NoteKind::context) {
    places.forget_context();
    return erase_context(record, note.text);
  }
  if (note.closes == NoteKind::human) {
    if (Json* action = places.find(kActions, list_in(record, kActions), note.text))
      as_object(*action, kActions.headline)["done"] = true;
    return;
  }
  const ListField& list = list_of(note.closes);
  std::optional<Json> item = places.take(list.name, list_in(record, list), note.text);
  if (note.closes != NoteKind::task)
    return;
  if (!item)
    item = record.contains("todos") ? closed_todo(record, places, note.text) : Json(note.text);
  close_task(record, places, std::move(*item), note.text);
}

/// Leaves the record as others may see it, after notes were applied.
void tidy(Json& record, ItemPlaces& places, const std::vector<Note>& notes) {
  places.close_gaps(record);
  tidy_goals(record);
  const bool hunted = std::ranges::any_of(notes, [](const Note& note) {
    return note.kind == NoteKind::done && is_of_hunt(note.closes);
  });
  const auto debug = record.find("debug");
  if (!hunted || debug == record.end() || !debug->is_object())
    return;
  Json left = Json::object();
  for (const auto& [name, value] : debug->items())
    if (!is_empty(value) && name != "carried_from")
      left[name] = value;
  if (left.empty())
    record.erase("debug");
  else
    *debug = std::move(left);
}

void apply_human(Json& record, ItemPlaces& places, const Note& note) {
  Json& item = add_item(record, places, kActions, note);
  put(item, "context", note.because);
  if (note.blocking || !item.contains("blocking"))
    item["blocking"] = note.blocking;
}

void apply_task(Json& record, ItemPlaces& places, const Note& note) {
  if (note.item == nullptr && is_listed(record, places, kCompleted, note.text))
    return;
  Json& item = add_item(record, places, kRemaining, note);
  if (!item.contains("status"))
    item["status"] = "not_started";
  put(item, "verification", note.verify);
}

/// When tasks were closed: by their texts.
using Closings = std::map<std::string, std::string>;

/// Is the task named once more after it was done, by a note or by the record's own time?
bool is_noted_again(const Json& record, const Closings& closings, const Note& note) {
  if ((note.kind != NoteKind::task && note.kind != NoteKind::start) || note.item != nullptr)
    return false;
  if (const auto closed = closings.find(folded(note.text)); closed != closings.end())
    return closed->second <= note.time;
  const auto noted = parse_time(note.time), made = parse_time(text_of(field(record, "timestamp")));
  return noted && made && noted->time > made->time;
}

void reopen_task(Json& record, ItemPlaces& places, const std::string& text) {
  if (is_listed(record, places, kCompleted, text))
    while (places.take(kCompleted.name, list_in(record, kCompleted), text)) {
    }
}

void apply_note(Json& record, ItemPlaces& places, const Note& note) {
  if (!note.field.empty() && note.item)
    return apply_carried_field(record, places, note);
  switch (note.kind) {
    case NoteKind::context:
      return add_context(record, places, note);
    case NoteKind::decision:
      return put(
          add_item(record, places, kDecisions, note),
          {{"rationale", note.because}, {"rejected", note.instead_of}, {"binding", note.binding}});
    case NoteKind::task:
      return apply_task(record, places, note);
    case NoteKind::start:
      return start_task(record, places, note);
    case NoteKind::done:
      return close_item(record, places, note);
    case NoteKind::blocker:
      return put(add_item(record, places, kBlockers, note),
                 {{"workaround", note.workaround}, {"check", note.verify}});
    case NoteKind::human:
      return apply_human(record, places, note);
    case NoteKind::next:
      record.erase("next_carried_from");
      return put(record, "next_action", note.text);
    case NoteKind::message:
      return put(record, "user_message", note.text);
    case NoteKind::hypothesis:
      return add_debug(record, places, "hypotheses", note);
    case NoteKind::eliminated:
      return add_debug(record, places, "eliminated", note);
    case NoteKind::evidence:
      return add_debug(record, places, "evidence", note);
    case NoteKind::question:
      return add_text(record, places, kQuestions, note, {{"context", note.because}});
    case NoteKind::error:
      return add_text(record, places, kErrors, note, {{"fix", note.because}});
    case NoteKind::file:
      return add_text(record, places, kFiles, note, {{"why", note.because}});
    case NoteKind::correction:
      return add_text(record, places, kCorrections, note,
                      {{"original", note.instead_of}, {"lesson", note.because}});
    case NoteKind::goal:
      return add_goal(record, places, note.text);
    case NoteKind::doc:
      return put(add_item(record, places, kDocuments, note), "why", note.because);
    case NoteKind::gate: {
      Json& item = add_item(record, places, kGates, note);
      if (!note.status.empty())
        item.erase("evidence");  // it was of another run
      return put(item, {{"status", note.status}, {"evidence", note.because}});
    }
  }
}

// --- What was noted here stands before what was carried: it is what anybody wants to read first

/// The paragraph between what was carried of a context and what was noted here, until
/// put_newest_first().
constexpr std::string_view kNotedHere = "\x1e(noted here)\x1e";

/// To be called when what was carried stands in the record, and nothing that was noted here. Is
/// there such a paragraph now?
bool part_context(Json& record) {
  const std::string context = text_of(field(record, "context_notes"));
  if (context.empty() || contains(context, kNotedHere) ||
      field(record, "context_carried_from").is_null())
    return false;
  record["context_notes"] = context + "\n\n" + std::string(kNotedHere);
  return true;
}

void put_newest_first(Json& record, bool is_parted) {
  for (const ListField& list : {kDecisions, kCorrections, kQuestions, kErrors, kDocuments})
    if (const auto items = record.find(list.name); items != record.end() && items->is_array())
      std::ranges::stable_partition(items->get_ref<Json::array_t&>(), [](const Json& item) {
        return !item.is_object() || text_of(field(item, "carried_from")).empty();
      });
  const std::string context = text_of(field(record, "context_notes"));
  const size_t at = context.find(kNotedHere), end = at + kNotedHere.size();
  if (!is_parted || at == std::string::npos)
    return;
  constexpr size_t kEmptyLine = 2;  // "\n\n", on each side that has something
  const std::string carried = context.substr(0, at < kEmptyLine ? 0 : at - kEmptyLine);
  const std::string here = context.substr(std::min(end + kEmptyLine, context.size()));
  record["context_notes"] = here + (here.empty() || carried.empty() ? "" : "\n\n") + carried;
}

// --- Laying what is known under what was given: the given word wins

/// Does the record as it was given say it, in other words perhaps?
bool is_given(const Json& given, const ListField& list, const Json& item) {
  constexpr size_t kMostItems = 200;
  if (!in_list(kToldOnce, list.name, &ListField::name))
    return false;
  const auto items = flat_items(field(given, list.name));
  return items.size() <= kMostItems && std::ranges::any_of(items, [&](const auto& own) {
           return covers(own.second.get(), item);
         });
}

/// `given` is the record as it was given: items that known itself repeats stay repeated.
void merge_list(Json& record, const Json& given, const Json& known, const ListField& list) {
  bool tasks = list.name == kCompleted.name || list.name == kRemaining.name;
  std::set<std::string> there;
  for (const ListField& own : tasks ? std::vector{kCompleted, kRemaining} : std::vector{list})
    for (const auto& [kind, item] : flat_items(field(given, own.name)))
      there.insert(folded(headline_of(item)));
  there.erase("");
  for (const auto& [kind, item] : flat_items(field(known, list.name))) {
    if (there.contains(folded(headline_of(item))) || is_given(given, list, item))
      continue;
    Json& own = record[std::string(list.name)];
    if (!kind.empty() && (own.is_null() || own.is_object()) &&
        !(own.is_object() && own.contains("path"))) {
      Json& inner = own[kind];
      if (!inner.is_array())
        inner = Json::array();
      inner.push_back(item.get());
    } else {
      list_in(record, list).push_back(item.get());
    }
  }
}

/// Adds those paragraphs that the record's own context does not hold.
void merge_context(Json& record, const Json& known) {
  std::string text = text_of(field(known, "context_notes"));
  std::string own = text_of(field(record, "context_notes"));
  const bool has_own = !trim(own).empty();
  const Paragraphs known_here(own);
  size_t from = 0;
  std::string more;
  while (from < text.size() && has_own) {
    size_t end = std::min(text.find("\n\n", from), text.size());
    std::string paragraph = text.substr(from, end - from);
    if (!known_here.have(paragraph))
      more += "\n\n" + paragraph;
    from = end + 2;
  }
  if (!has_own && !text.empty())
    record["context_notes"] = text;
  else if (!more.empty())
    record["context_notes"] = own + more;
}

constexpr auto kOfOneVersion = std::to_array<std::string_view>(
    {"git", "timestamp", "status", "mode", "version", "uncommitted_files"});

void merge_known(Json& record, Json known) {
  for (std::string_view name : kOfOneVersion)
    known.erase(std::string(name));
  const Json given = record;
  for (const ListField& list : kLists) {
    merge_list(record, given, known, list);
    known.erase(std::string(list.name));
  }
  const std::string own_context = text_of(field(record, "context_notes"));
  merge_context(record, known);
  if (!own_context.empty() && own_context != text_of(field(record, "context_notes")))
    carried_in_part(known);
  known.erase("context_notes");
  merge_goals(record, field(known, "goals"));
  known.erase("goals");
  if (!next_step_of(record).empty())
    known.erase("next_action");
  merge_values(record, known);
}

}  // namespace

std::string next_step_of(const Json& record) {
  return text_in(field(record, "next_action"), {"action", "name", "description", "text"});
}

bool is_next_closed(const std::string& next, const std::vector<Note>& notes) {
  return std::ranges::any_of(notes, [&](const Note& note) { return closes_next(note, next); });
}

void close_items(Json& record, const std::vector<Note>& notes) {
  ItemPlaces places;
  for (const Note& note : notes)
    if (note.kind == NoteKind::done)
      close_item(record, places, note);
  tidy(record, places, notes);
}

bool settles(const Note& note) {
  return note.kind == NoteKind::done || note.kind == NoteKind::next;
}

namespace {

/// The steps that were named as the next one, each in the place of the one before.
class NextSteps {
 public:
  explicit NextSteps(const Json& record) { add(record); }
  void add(const Json& record) { x_steps.push_back(field(record, "next_action")); }

  /// Where what was named last is done, the one below it is next.
  void put_back(Json& record, const std::vector<Note>& notes) const {
    if (!next_step_of(record).empty())
      return;
    for (size_t i = x_steps.size(); i-- > 0;)
      if (const std::string next = next_step_of({{"next_action", x_steps[i]}});
          !next.empty() && !is_next_closed(next, notes)) {
        record["next_action"] = x_steps[i];
        return;
      }
  }

 private:
  std::vector<Json> x_steps;
};

}  // namespace

void settle(Json& record, const std::vector<Note>& notes) {
  NextSteps steps(record);
  ItemPlaces places;
  for (const Note& note : notes)
    if (settles(note)) {
      apply_note(record, places, note);
      if (note.kind == NoteKind::next)
        steps.add(record);
    }
  steps.put_back(record, notes);
  tidy(record, places, notes);
}

void erase_context(Json& record, const std::string& text) {
  constexpr std::string_view kEmptyLine = "\n\n";
  std::string have = text_of(field(record, "context_notes"));
  for (size_t at = have.find(text); !text.empty() && at != std::string::npos;
       at = have.find(text, at + 1)) {
    size_t end = at + text.size();
    bool whole = (at == 0 || std::string_view(have).substr(0, at).ends_with(kEmptyLine)) &&
                 (end == have.size() || have.compare(end, 2, kEmptyLine) == 0);
    if (!whole)
      continue;
    if (end < have.size())
      have.erase(at, text.size() + kEmptyLine.size());
    else
      have.resize(at == 0 ? 0 : at - kEmptyLine.size());
    record["context_notes"] = have;
    if (have.empty())
      record.erase("context_carried_from");
    return;
  }
}

Json with_notes(const Json& record, const std::vector<Note>& notes) {
  Json noted = Json::object();
  fold_notes(noted, notes, &record);
  for (std::string_view name : kOfOneVersion)
    if (const Json& own = field(record, name); !own.is_null())
      noted[std::string(name)] = own;
  return noted;
}

void fold_notes(Json& record, const std::vector<Note>& notes, const Json* previous) {
  if (!record.is_object())
    record = Json::object();
  if (notes.empty() && previous == nullptr)
    return;
  Json known = previous != nullptr && previous->is_object() ? *previous : Json::object();
  NextSteps steps(known);
  ItemPlaces places;
  Closings closings;
  // What was carried is older than what was noted here, wherever it stands.
  bool is_parted = false;
  for (bool carried : {true, false}) {
    if (!carried)
      is_parted = part_context(known);
    for (const Note& note : notes)
      if (carried == !note.carried_from.empty()) {
        if (note.kind == NoteKind::done && note.closes == NoteKind::task)
          closings[folded(note.text)] = note.time;
        else if (is_noted_again(known, closings, note))
          reopen_task(known, places, note.text);
        apply_note(known, places, note);
        if (note.kind == NoteKind::next)
          steps.add(known);
      }
  }
  steps.put_back(known, notes);
  tidy(known, places, notes);
  put_newest_first(known, is_parted);
  merge_known(record, std::move(known));
}

}  // namespace handoff::ops
