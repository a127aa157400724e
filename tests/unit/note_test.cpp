#include "ops/verbs/note.hpp"

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "formats/json/json.hpp"
#include "ops/notes/journal.hpp"
#include "scratch.hpp"

using namespace handoff;
using model::Note;
using model::NoteKind;

namespace {

ops::NotePlace place_in(const test::Scratch& scratch) {
  return {.journal = scratch.path("journal.jsonl"), .label = "main", .head = std::string(40, 'a')};
}

std::string failure_of(auto&& action) {
  try {
    action();
  } catch (const Failure& failure) {
    return failure.message();
  }
  return "none";
}

std::vector<Note> note_batch(std::string_view text) {
  return ops::parse_note_batch(text, model::Origin::mine);
}

}  // namespace

TEST_CASE("done finds what it closes by id, by text and by a part of it") {
  Json record = formats::parse_json(R"({
    "remaining_tasks":[{"id":3,"name":"Refresh endpoint"},{"id":4,"name":"Token revocation"}],
    "blockers":["Redis pooling unclear"],
    "human_actions_pending":[{"action":"Set up Redis"},{"action":"gone","done":true}],
    "open_questions":["Which ring?"]})",
                                    "test");
  std::vector<ops::OpenItem> items = ops::open_items(record);
  REQUIRE(items.size() == 5);
  CHECK(ops::named_exactly(items, "3")->text == "Refresh endpoint");
  CHECK(ops::named_exactly(items, "token  REVOCATION")->text == "Token revocation");
  CHECK_FALSE(ops::named_exactly(items, "ring").has_value());
  CHECK(ops::named_in_part(items, "ring")->kind == NoteKind::question);
  CHECK(ops::named_in_part(items, "pooling")->kind == NoteKind::blocker);
  CHECK_FALSE(ops::named_in_part(items, "gone").has_value());
  CHECK(ops::named_exactly(items, "blocker: redis pooling unclear")->kind == NoteKind::blocker);
  CHECK(contains(failure_of([&] { ops::named_in_part(items, "redis"); }), "2 open items"));
}

TEST_CASE("a note that was made can be closed and taken back") {
  test::Scratch scratch;
  ops::NotePlace place = place_in(scratch);
  ops::add_notes(place, {{.kind = NoteKind::task, .text = "write the test"}}, ops::Reader::person);
  ops::NoteReport done = ops::add_notes(place, {{.kind = NoteKind::done, .text = "write the test"}},
                                        ops::Reader::person);
  CHECK(done.notes[0].text == "write the test");
  CHECK(done.notes[0].closes == NoteKind::task);
  Json record = Json::object();
  ops::fold_notes(record, ops::list_notes(place).notes);
  CHECK(record["completed_tasks"][0]["name"] == "write the test");
  CHECK(ops::undo_last_note(place).notes[0].kind == NoteKind::done);
  CHECK(ops::list_notes(place).notes.size() == 1);
  CHECK(ops::undo_last_note(place).notes[0].text == "write the test");
  CHECK(contains(failure_of([&] { ops::undo_last_note(place); }), "no note was made"));
}

TEST_CASE("notes of other branches are kept apart") {
  test::Scratch scratch;
  ops::NotePlace place = place_in(scratch);
  ops::add_notes(place, {{.text = "here"}}, ops::Reader::person);
  place.label = "other";
  ops::add_notes(place, {{.text = "there"}}, ops::Reader::person);
  ops::NoteReport report = ops::list_notes(place);
  CHECK(report.notes.size() == 1);
  REQUIRE(report.elsewhere.size() == 1);
  CHECK(report.elsewhere[0].text == "here");
}

TEST_CASE("a batch is an object, a list, or one a line") {
  CHECK(note_batch(R"("a text")")[0].text == "a text");
  CHECK(note_batch("{\n  \"kind\": \"decision\",\n  \"text\": \"d\",\n  \"because\": \"r\"\n}")[0]
            .because == "r");
  CHECK(note_batch(R"([{"text":"a"},"b",{"kind":"done","ref":"c"}])").size() == 3);
  std::vector<Note> lines =
      note_batch("{\"text\":\"a\"}\n\n{\"kind\":\"action\",\"text\":\"b\",\"blocking\":true}\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].kind == NoteKind::human);
  CHECK(lines[1].blocking);
  CHECK(contains(failure_of([] { note_batch(R"([{"kind":"nonsense","text":"x"}])"); }),
                 "item 1: 'nonsense' is not a kind"));
  CHECK(contains(failure_of([] { note_batch("{\"text\":\"a\"}\n{\"text\":}\n"); }), "line 2"));
  CHECK(contains(failure_of([] { note_batch("[{\"kind\":\"task\"}]"); }), "text is missing"));
}

TEST_CASE("what only the tool writes is not taken from a batch") {
  Note note = note_batch(
      R"({"text":"a","id":"n-1","time":"x","branch":"b","head":"h","carried_from":"r","item":{"x":1}})")
      [0];
  CHECK(note.id.empty());
  CHECK(note.time.empty());
  CHECK(note.branch.empty());
  CHECK(note.carried_from.empty());
  CHECK(note.item == nullptr);
}

TEST_CASE("empty texts, bytes that are no text and secrets") {
  test::Scratch scratch;
  ops::NotePlace place = place_in(scratch);
  CHECK(failure_of([&] { ops::add_notes(place, {{.text = " \n"}}, ops::Reader::person); }) ==
        "a note needs a text");
  CHECK(
      contains(failure_of([&] { ops::add_notes(place, {{.text = "\xff"}}, ops::Reader::person); }),
               "UTF-8"));
  CHECK(ops::list_notes(place).notes.empty());
  CHECK(ops::add_notes(place, {{.text = "staging password: k4Tz9qLw"}}, ops::Reader::person)
            .warnings.size() == 1);
}
