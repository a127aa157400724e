#include "ops/notes/journal.hpp"

#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.hpp"
#include "catch.hpp"
#include "formats/json/json.hpp"
#include "json_text.hpp"
#include "ops/notes/ledger.hpp"
#include "scratch.hpp"

using namespace handoff;
using handoff::testing::json;
using handoff::testing::sorted;
using model::Note;
using model::NoteKind;

namespace {

void note(const std::string& file, Note made) {
  made.branch = made.branch.empty() ? "main" : made.branch;
  ops::append_notes(file, {&made, 1});
}

std::string texts(const ops::Journal& journal) {
  std::string out;
  for (const Note& n : journal.notes)
    out += n.text + ";";
  return out;
}

std::vector<std::string> ids(const std::string& file) {
  std::vector<std::string> found;
  for (const Note& n : ops::read_journal(file).notes)
    found.push_back(n.id);
  return found;
}

Json fold(const std::vector<Note>& notes, const std::string& record = "{}",
          const std::string& previous = "") {
  Json result = json(record);
  Json before = previous.empty() ? Json() : json(previous);
  ops::fold_notes(result, notes, previous.empty() ? nullptr : &before);
  return result;
}

}  // namespace

TEST_CASE("notes come back from the journal in order, with all they hold") {
  test::Scratch scratch;
  std::string file = scratch.path("deep/down/journal.jsonl");
  CHECK(ops::read_journal(file).notes.empty());
  note(file, {.kind = NoteKind::decision,
              .text = "use jose\n\"quoted\"",
              .because = "ESM",
              .instead_of = "jsonwebtoken",
              .binding = "absolute"});
  note(file, {.branch = "other", .text = "two"});
  ops::Journal journal = ops::read_journal(file);
  REQUIRE(journal.notes.size() == 2);
  CHECK(journal.notes[0].text == "use jose\n\"quoted\"");
  CHECK(journal.notes[0].because == "ESM");
  CHECK(journal.notes[0].instead_of == "jsonwebtoken");
  CHECK(journal.notes[0].binding == "absolute");
  CHECK(journal.notes[0].id.starts_with("n-"));
  CHECK(journal.notes[0].id != journal.notes[1].id);
  CHECK(ops::notes_for(journal, "other").size() == 1);
  CHECK_FALSE(journal.torn);
}

TEST_CASE("a torn last line is dropped and told, and the next note stands on its own line") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  note(file, {.text = "one"});
  append_file(file, R"({"id":"n-1","kind":"context","te)", Durability::none);
  CHECK(texts(ops::read_journal(file)) == "one;");
  CHECK(ops::read_journal(file).torn);
  note(file, {.text = "two"});
  ops::Journal journal = ops::read_journal(file);
  CHECK(texts(journal) == "one;two;");
  CHECK_FALSE(journal.torn);
  CHECK(journal.unreadable == 1);
}

TEST_CASE("folded notes leave the journal and come back when the pause is undone") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  note(file, {.text = "one"});
  note(file, {.text = "two"});
  ops::JournalMove fold = {.opens = false, .record = "r-1", .notes = ids(file)};
  note(file, {.text = "written while the pause ran"});
  for (int twice = 0; twice < 2; ++twice) {
    ops::move_notes(file, fold);
    ops::Journal journal = ops::read_journal(file);
    CHECK(texts(journal) == "written while the pause ran;");
    CHECK(journal.closed.size() == 2);
    CHECK(journal.holders == std::vector<std::string>{"r-1", "r-1"});
  }
  fold.opens = true;
  ops::move_notes(file, fold);
  CHECK(texts(ops::read_journal(file)) == "one;two;written while the pause ran;");
  ops::undo_notes(file, {fold.notes[0]});
  ops::move_notes(file, fold);  // what was taken back does not come back
  CHECK(texts(ops::read_journal(file)) == "two;written while the pause ran;");
}

TEST_CASE("undone notes are gone") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  note(file, {.text = "one"});
  note(file, {.text = "two"});
  ops::undo_notes(file, {ops::read_journal(file).notes[1].id});
  CHECK(texts(ops::read_journal(file)) == "one;");
}

TEST_CASE("a note that went to another journal and came back is there once, and open") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  note(file, {.text = "one"});
  note(file, {.text = "two"});
  const std::string line = split_lines(read_file(file).value())[0] + "\n", id = ids(file)[0];
  append_file(file, R"({"kind":"moved","notes":[")" + id + "\"]}\n", Durability::none);
  CHECK(texts(ops::read_journal(file)) == "two;");
  CHECK(ops::read_journal(file).closed.empty());
  append_file(file, line, Durability::none);
  CHECK(texts(ops::read_journal(file)) == "one;two;");
  ops::undo_notes(file, {id});
  append_file(file, line, Durability::none);
  CHECK(texts(ops::read_journal(file)) == "two;");
  CHECK(ops::read_journal(file).closed.size() == 1);
}

TEST_CASE("waiting notes are not there until they are opened") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  ops::JournalMove carry = ops::write_waiting(file, {{.branch = "main", .text = "carried"}}, "r-1");
  CHECK(ops::read_journal(file).notes.empty());
  CHECK(ops::read_journal(file).closed.empty());
  ops::move_notes(file, carry);
  CHECK(texts(ops::read_journal(file)) == "carried;");
  ops::write_waiting(file, {{.branch = "main", .text = "never opened"}}, "r-2");
  // What opened it is dropped, and it stays open.
  ops::compact_journal(file, INT64_MAX);
  CHECK(split_lines(read_file(file).value()).size() == 1);
  CHECK(texts(ops::read_journal(file)) == "carried;");
  carry.opens = false;
  ops::move_notes(file, carry);
  CHECK(ops::read_journal(file).notes.empty());
}

TEST_CASE("compaction keeps what is open or young") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  note(file, {.text = "one"});
  ops::move_notes(file, {.opens = false, .record = "r-1", .notes = ids(file)});
  note(file, {.text = "two"});
  std::string before = read_file(file).value();
  ops::compact_journal(file, 0);
  CHECK(read_file(file).value() == before);
  ops::compact_journal(file, INT64_MAX);
  CHECK(split_lines(read_file(file).value()).size() == 1);
  CHECK(texts(ops::read_journal(file)) == "two;");
}

TEST_CASE("compaction drops what later lines say anew, however young, and moves nothing") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  for (const char* text : {"one", "two", "three"})
    note(file, {.text = text});
  const std::vector<std::string> all = ids(file);
  ops::undo_notes(file, {all[2]});
  ops::JournalMove fold = {.opens = false, .record = "r-1", .notes = {all[0], all[1]}};
  for (bool opens : {false, true, false, true, false}) {
    fold.opens = opens;
    ops::move_notes(file, fold);
  }
  ops::move_notes(file, {.opens = true, .notes = {all[1]}});
  ops::compact_journal(file, 0);
  CHECK(split_lines(read_file(file).value()).size() == 5);
  const ops::Journal journal = ops::read_journal(file);
  CHECK(texts(journal) == "two;");
  CHECK(journal.holders == std::vector<std::string>{"r-1", ""});
}

TEST_CASE("a journal is never written longer than it is read") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  const std::vector<Note> items(20, {.branch = "main", .text = std::string(1u << 20, 'x')});
  const ops::JournalMove carry = ops::write_waiting(file, items, "r-1");
  CHECK(carry.notes.size() + carry.stay == items.size());
  CHECK(carry.notes.size() == 11);
  ops::move_notes(file, carry);
  for (int i = 0; i < 3; ++i)
    note(file, {.text = std::string(1u << 20, 'y')});
  CHECK_THROWS(note(file, {.text = std::string(1u << 20, 'z')}));
  CHECK(ops::read_journal(file).notes.size() == 14);
  CHECK(ops::read_journal(file).unreadable == 0);
}

/// So many MiB of lines that nobody knows, and a note that was taken back long ago.
std::string long_journal(int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i)
    bytes += std::string(1u << 20, 'x') + "\n";
  return bytes +
         R"({"id":"n-1","time":"2020-01-01T00:00:00Z","branch":"main","kind":"context","text":"one"}
{"time":"2020-01-01T00:00:00Z","kind":"undone","notes":["n-1"]}
)";
}

TEST_CASE("compaction looks at more than is read, and leaves what is longer than that") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  write_file_atomic(file, long_journal(17));
  CHECK(ops::read_journal(file).cut);
  ops::compact_journal(file, 1700000000);
  CHECK((*read_file(file) + long_journal(0) == long_journal(17)));
  write_file_atomic(file, long_journal(65));
  ops::compact_journal(file, 1700000000);
  CHECK((read_file(file) == long_journal(65)));  // in brackets, or a failure prints it
}

TEST_CASE("compaction takes out what a record that is gone holds, however young") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  for (const char* text : {"one", "two", "three"})
    note(file, {.text = text});
  const std::vector<std::string> all = ids(file);
  ops::move_notes(file, {.opens = false, .record = "r-gone", .notes = {all[0]}});
  ops::move_notes(file, {.opens = false, .record = "r-here", .notes = {all[0], all[1]}});
  ops::move_notes(file, {.opens = false, .record = "r-gone", .notes = {all[0]}});
  ops::compact_journal(file, 0, [](const std::string& id) { return id == "r-gone"; });
  CHECK(split_lines(read_file(file).value()).size() == 3);
  CHECK(texts(ops::read_journal(file)) == "three;");
  CHECK(ops::read_journal(file).holders == std::vector<std::string>{"r-here"});
}

TEST_CASE("compaction drops no marker behind one that it keeps, nor what that closed") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  write_file_atomic(
      file,
      R"({"id":"n-1","time":"2020-01-01T00:00:00Z","branch":"main","kind":"context","text":"one"}
{"time":"2030-01-01T00:00:00Z","kind":"folded","record":"r-1","notes":["n-1"]}
{"time":"2020-01-01T00:00:00Z","kind":"opened","record":"r-1","notes":["n-1"]}
{"id":"n-2","time":"2020-01-01T00:00:00Z","branch":"main","kind":"context","text":"two"}
{"time":"2020-01-01T00:00:00Z","kind":"folded","record":"r-2","notes":["n-2"]}
)");
  CHECK(texts(ops::read_journal(file)) == "one;");
  ops::compact_journal(file, 1700000000);
  CHECK(texts(ops::read_journal(file)) == "one;");
  CHECK(ops::read_journal(file).holders == std::vector<std::string>{"r-2"});
}

TEST_CASE("many writers and a compaction lose no note") {
  test::Scratch scratch;
  std::string file = scratch.path("journal.jsonl");
  std::vector<pid_t> children;
  for (int writer = 0; writer < 4; ++writer) {
    pid_t pid = fork();
    if (pid == 0) {
      for (int i = 0; i < 25; ++i) {
        note(file, {.text = std::to_string(writer) + "-" + std::to_string(i)});
        if (i % 5 == 0) {
          note(file, {.text = "junk"});
          ops::Journal journal = ops::read_journal(file);
          for (const Note& n : journal.notes)
            if (n.text == "junk")
              ops::undo_notes(file, {n.id});
          ops::compact_journal(file, INT64_MAX);
        }
      }
      _exit(0);
    }
    children.push_back(pid);
  }
  for (pid_t pid : children)
    waitpid(pid, nullptr, 0);
  ops::Journal journal = ops::read_journal(file);
  size_t real = 0;
  for (const Note& n : journal.notes)
    real += n.text != "junk" ? 1 : 0;
  CHECK(real == 100);
  CHECK(journal.unreadable == 0);
}

TEST_CASE("each kind goes to its field") {
  Json r = fold({
      {.kind = NoteKind::context, .text = "mental model"},
      {.kind = NoteKind::context, .text = "more of it"},
      {.kind = NoteKind::decision,
       .text = "use jose",
       .because = "ESM",
       .instead_of = "jsonwebtoken",
       .binding = "absolute"},
      {.kind = NoteKind::task, .text = "refresh endpoint", .verify = "make test"},
      {.kind = NoteKind::start, .text = "token validation", .progress = "signing done"},
      {.kind = NoteKind::blocker, .text = "no redis", .workaround = "in memory"},
      {.kind = NoteKind::human, .text = "set up redis", .blocking = true},
      {.kind = NoteKind::next, .text = "first"},
      {.kind = NoteKind::next, .text = "edit src/a.c"},
      {.kind = NoteKind::goal, .text = "ship"},
      {.kind = NoteKind::question, .text = "which ring?"},
      {.kind = NoteKind::correction, .text = "run tests first", .instead_of = "pushed"},
      {.kind = NoteKind::error, .text = "ENOSPC", .because = "cleaned /tmp"},
      {.kind = NoteKind::hypothesis, .text = "race"},
      {.kind = NoteKind::eliminated, .text = "cache", .because = "off in test"},
      {.kind = NoteKind::evidence, .text = "trace 12"},
      {.kind = NoteKind::message, .text = "until tomorrow"},
      {.kind = NoteKind::doc, .text = "docs/plan.md", .because = "remaining tasks"},
      {.kind = NoteKind::gate, .text = "unit tests", .status = "passed"},
      {.kind = NoteKind::file, .text = "src/a.c"},
  });
  CHECK(sorted(r) == sorted(json(R"({
    "context_notes": "mental model\n\nmore of it",
    "decisions": [{"decision":"use jose","rationale":"ESM","rejected":"jsonwebtoken","binding":"absolute"}],
    "remaining_tasks": [{"name":"refresh endpoint","status":"not_started","verification":"make test"},
                        {"name":"token validation","status":"in_progress","progress":"signing done"}],
    "blockers": [{"description":"no redis","workaround":"in memory"}],
    "human_actions_pending": [{"action":"set up redis","blocking":true}],
    "next_action": "edit src/a.c",
    "goals": {"ultimate":"ship"},
    "open_questions": ["which ring?"],
    "corrections": [{"correction":"run tests first","original":"pushed"}],
    "errors": [{"error":"ENOSPC","fix":"cleaned /tmp"}],
    "debug": {"hypotheses":["race"],"eliminated":[{"text":"cache","because":"off in test"}],"evidence":["trace 12"]},
    "user_message": "until tomorrow",
    "documents": [{"path":"docs/plan.md","why":"remaining tasks"}],
    "quality_gates": [{"name":"unit tests","status":"passed"}],
    "files_modified": ["src/a.c"]
  })")));
}

TEST_CASE("the record's own words win") {
  Json r = fold(
      {
          {.kind = NoteKind::next, .text = "from the journal"},
          {.kind = NoteKind::decision, .text = "Use  jose", .because = "journal's reason"},
          {.kind = NoteKind::decision, .text = "another"},
          {.kind = NoteKind::start, .text = "signing", .progress = "half"},
          {.kind = NoteKind::context, .text = "from the journal"},
          {.kind = NoteKind::context, .text = "own words"},
      },
      R"({"next_action":"own","decisions":[{"decision":"use jose","rationale":"own reason"}],
          "completed_tasks":[{"name":"signing","status":"done"}],"context_notes":"own words","x":1})");
  CHECK(r["next_action"] == "own");
  CHECK(r["decisions"].size() == 2);
  CHECK(r["decisions"][0]["rationale"] == "own reason");
  CHECK(r["completed_tasks"].size() == 1);
  CHECK(r.value("remaining_tasks", Json::array()).empty());
  CHECK(r["context_notes"] == "own words\n\nfrom the journal");
  CHECK(r["x"] == 1);
}

TEST_CASE("done closes a task, a blocker, a question and a human action") {
  const std::string previous = R"({
    "remaining_tasks":[{"id":3,"name":"refresh","status":"in_progress","progress":"half","x":1},{"name":"other"}],
    "blockers":[{"description":"no redis"},"second"],
    "open_questions":["which ring?"],
    "human_actions_pending":["set up redis"],
    "status":"paused","git":{"id":"old"},"uncommitted_files":["a"],"unknown":{"kept":true}})";
  Json r = fold({{.kind = NoteKind::done, .text = "refresh", .closes = NoteKind::task},
                 {.kind = NoteKind::done, .text = "No redis", .closes = NoteKind::blocker},
                 {.kind = NoteKind::done, .text = "which ring?", .closes = NoteKind::question},
                 {.kind = NoteKind::done, .text = "set up redis", .closes = NoteKind::human}},
                "{}", previous);
  CHECK(r["completed_tasks"] == json(R"([{"id":3,"name":"refresh","status":"done","x":1}])"));
  CHECK(r["remaining_tasks"] == json(R"([{"name":"other"}])"));
  CHECK(r["blockers"] == json(R"(["second"])"));
  CHECK(r.value("open_questions", Json::array()).empty());
  CHECK(r["human_actions_pending"] == json(R"([{"action":"set up redis","done":true}])"));
  CHECK(r["unknown"]["kept"] == true);
  CHECK_FALSE(r.contains("git"));
  CHECK_FALSE(r.contains("status"));
  CHECK_FALSE(r.contains("uncommitted_files"));
}

TEST_CASE("done closes a todo and what a hunt holds, and nothing beside them") {
  Json r =
      fold({{.kind = NoteKind::done, .text = "o1", .closes = NoteKind::task}}, "{}",
           R"({"todos":{"explicit":[{"content":"o1","verification":"make"},{"content":"o2"}]}})");
  CHECK(sorted(r) == sorted(json(R"({"todos":{"explicit":[{"content":"o2"}]},
    "completed_tasks":[{"name":"o1","verification":"make","status":"done"}]})")));
  const std::string hunt = R"({"debug":{"symptom":"s","hypotheses":["x","y"],"hypothesis":"x"}})";
  r = fold({{.kind = NoteKind::done, .text = "x", .closes = NoteKind::hypothesis}}, "{}", hunt);
  CHECK(r["debug"] == json(R"({"symptom":"s","hypotheses":["y"]})"));
  r = fold({{.kind = NoteKind::done, .text = "X", .closes = NoteKind::evidence}}, "{}",
           R"({"debug":{"evidence":["x"],"carried_from":"r-1"}})");
  CHECK_FALSE(r.contains("debug"));
}

TEST_CASE("what was said before stays where it is said again with less, and what is done is done") {
  Json r = fold({{.kind = NoteKind::human, .text = "h", .blocking = true},
                 {.kind = NoteKind::human, .text = "h"},
                 {.kind = NoteKind::task, .text = "t"},
                 {.kind = NoteKind::context, .text = "model", .carried_from = "r-1"},
                 {.kind = NoteKind::context, .text = "more"}},
                "{}", R"({"completed_tasks":["t"]})");
  CHECK(r["human_actions_pending"][0]["blocking"] == true);
  CHECK(r["completed_tasks"] == json(R"(["t"])"));
  CHECK_FALSE(r.contains("remaining_tasks"));
  CHECK(r["context_carried_from"] == json(R"({"id":"r-1","in_part":true})"));
}

TEST_CASE("the newest goal is the last one that was named and is not done; the others are kept") {
  const auto goal = [](const char* text) { return Note{.kind = NoteKind::goal, .text = text}; };
  const auto done = [](const char* text) {
    return Note{.kind = NoteKind::done, .text = text, .closes = NoteKind::goal};
  };
  const auto goals = [](const std::vector<Note>& notes) { return sorted(fold(notes)["goals"]); };
  CHECK(goals({goal("a"), goal("b"), goal("c"), goal("A")}) ==
        sorted(json(R"({"ultimate":"A","earlier":["b","c"]})")));
  CHECK(goals({goal("a"), goal("b"), done("a")}) == json(R"({"ultimate":"b"})"));
  CHECK(goals({goal("a"), goal("b"), goal("c"), done("c")}) ==
        sorted(json(R"({"ultimate":"b","earlier":["a"]})")));
  CHECK_FALSE(fold({goal("a"), done("a")}).contains("goals"));

  const std::string carried =
      R"({"goals":{"ultimate":"old","earlier":["first",{"text":"own"}],"carried_from":"r-1"}})";
  Json r = fold({}, R"({"goals":"own"})", carried);
  CHECK(sorted(r["goals"]) == sorted(json(R"({"ultimate":"own",
    "earlier":["first",{"text":"old","carried_from":"r-1"}]})")));
  r = fold({done("own"), done("old")}, "{}", carried);
  CHECK(r["goals"] == json(R"({"ultimate":"first"})"));
}

TEST_CASE("a part of the context is enough to close it, of other items all words count") {
  Json record =
      json(R"({"context_notes":"the server\nlistens on 8080","blockers":["the server is down"]})");
  auto closes = [&](NoteKind kind, const std::string& text) {
    const Note done{.id = "n-1", .kind = NoteKind::done, .text = text, .closes = kind};
    return !ops::closings_of(record, {done}).empty();
  };
  CHECK(closes(NoteKind::context, "listens on 8080"));
  CHECK_FALSE(closes(NoteKind::context, "listens on 9090"));
  CHECK_FALSE(closes(NoteKind::blocker, "is down"));
  CHECK(closes(NoteKind::blocker, "the server is down"));
}

TEST_CASE("what a record left open is carried, marked and whole") {
  Json retired = json(R"({
    "context_notes":"model",
    "decisions":{"binding":[{"decision":"d1","rationale":"r","binding":"ABSOLUTE"}],"technical":[{"decision":"d2"}]},
    "corrections":["c1"],
    "open_questions":["q1"],
    "completed_tasks":[{"id":1,"name":"t1","status":"done","commit":"abc"},{"id":2,"name":"t2","status":"in_progress","progress":"half"}],
    "remaining_tasks":[{"id":3,"name":"t3","status":"not_started"},{"name":"t4","status":"complete"},"t5"],
    "blockers":["b1"],
    "human_actions_pending":[{"action":"h1","done":true},{"action":"h2","blocking":true}],
    "documents":{"must_read":[{"path":"plan.md","why":"w"}]},
    "todos":["t6",{"content":"t1"},{"content":"t7","status":"cancelled"}]})");
  std::vector<Note> notes = ops::notes_from_open(retired, "r-1");
  std::string all;
  for (const Note& n : notes) {
    CHECK(n.carried_from == "r-1");
    all += n.text + ";";
  }
  CHECK(all == "model;d1;d2;c1;q1;t2;t3;t5;b1;h2;plan.md;t6;");
  Json next = fold(notes);
  CHECK(next["context_notes"] == "model");
  CHECK(next["context_carried_from"] == "r-1");
  CHECK(next["decisions"][0] ==
        json(R"({"decision":"d1","rationale":"r","binding":"ABSOLUTE","carried_from":"r-1"})"));
  CHECK(
      next["remaining_tasks"][0] ==
      json(
          R"({"id":2,"name":"t2","status":"in_progress","progress":"half","carried_from":"r-1"})"));
  CHECK(next["human_actions_pending"][0] ==
        json(R"({"action":"h2","blocking":true,"carried_from":"r-1"})"));

  // Carried again, the first origin stays to be seen.
  Json third = fold(ops::notes_from_open(next, "r-2"));
  CHECK(third["decisions"][0]["carried_from"] == "r-1");
  CHECK(third["remaining_tasks"].size() == 3);
  CHECK(third["context_notes"] == "model");
  CHECK(third["context_carried_from"] == "r-1");

  // Two of one name are two by their numbers.
  Json two = json(R"({"remaining_tasks":[{"id":1,"name":"t"},{"id":2,"name":"t"}]})");
  CHECK(fold(ops::notes_from_open(two, "r-1"))["remaining_tasks"].size() == 2);

  // A version that has it already has it once, and a context of its own makes that a part.
  Json again = fold(notes, R"({"context_notes":"own"})", formats::write_json(next));
  CHECK(again["todos"] == next["todos"]);
  CHECK(again["context_notes"] == "own\n\nmodel");
  CHECK(again["context_carried_from"] == json(R"({"id":"r-1","in_part":true})"));
}

TEST_CASE("what was carried is older than what was noted, wherever it stands") {
  std::vector<Note> notes = {
      {.kind = NoteKind::start, .text = "t", .progress = "half"},
      {.kind = NoteKind::done, .text = "q", .closes = NoteKind::question},
  };
  Json retired = json(
      R"({"remaining_tasks":[{"id":1,"name":"t","status":"not_started"}],"open_questions":["q"]})");
  for (const Note& n : ops::notes_from_open(retired, "r-1"))
    notes.push_back(n);
  Json r = fold(notes);
  CHECK(
      r["remaining_tasks"] ==
      json(
          R"([{"id":1,"name":"t","status":"in_progress","carried_from":"r-1","progress":"half"}])"));
  CHECK(r["open_questions"].empty());
}

TEST_CASE("open items are taken out one by one, what is over stays") {
  Json r = json(R"({
    "context_notes":"one\n\ntwo\n\nthree",
    "decisions":{"binding":["d1",{"decision":"d2"}]},
    "completed_tasks":[{"name":"t1","status":"done"},"t1"],
    "remaining_tasks":[{"name":"t1"},"t2"],
    "human_actions_pending":[{"action":"h2","done":true},{"action":"h2"}],
    "open_questions":[{"question":"q1","status":"resolved"},"q1"],
    "errors":["e1",{"error":"e1","fix":"f"}],
    "goals":{"ultimate":"g"},
    "debug":{"symptom":"s","hypotheses":["x","y"],"eliminated":["x"]},
    "todos":{"explicit":[{"content":"o1"},{"content":"o2"}]}})");
  ops::erase_open(r, [](const Note& n) {
    return n.text == "d2" || n.text == "t1" || n.text == "h2" || n.text == "q1" || n.text == "g" ||
           n.text == "o1" || n.text == "e1" || (n.kind == NoteKind::hypothesis && n.text == "x");
  });
  for (const char* text : {"two", "thre", "hree", "one"})
    ops::erase_context(r, text);
  CHECK(sorted(r) == sorted(json(R"({
    "context_notes":"three",
    "decisions":{"binding":["d1"]},
    "completed_tasks":[{"name":"t1","status":"done"},"t1"],
    "remaining_tasks":["t2"],
    "human_actions_pending":[{"action":"h2","done":true}],
    "open_questions":[{"question":"q1","status":"resolved"}],
    "errors":[{"error":"e1","fix":"f"}],
    "debug":{"symptom":"s","hypotheses":["y"],"eliminated":["x"]},
    "todos":{"explicit":[{"content":"o2"}]}})")));
  r = json(R"({"context_notes":"one","context_carried_from":"r-1"})");
  ops::erase_context(r, "one");
  CHECK_FALSE(r.contains("context_carried_from"));
}

TEST_CASE("folding twice is folding once") {
  std::vector<Note> notes = {{.kind = NoteKind::context, .text = "model"},
                             {.kind = NoteKind::decision, .text = "d", .because = "r"},
                             {.kind = NoteKind::task, .text = "t"},
                             {.kind = NoteKind::eliminated, .text = "e", .because = "r"},
                             {.kind = NoteKind::question, .text = "q"}};
  Json once = fold(notes);
  Json twice = fold(notes, "{}", formats::write_json(once));
  CHECK(twice == once);
}
