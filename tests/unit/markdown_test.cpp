#include "formats/markdown/markdown.hpp"

#include <random>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "json_text.hpp"

using namespace handoff;
using namespace handoff::formats;
using handoff::testing::json;
using handoff::testing::sorted;

namespace {

const char* const kRecord = R"({
  "workflow": "execute", "phase": 3, "task": 2, "total_tasks": 4, "status": "paused",
  "timestamp": "2026-03-24T14:30:00Z",
  "completed_tasks": [
    {"id": 1, "name": "Setup auth module", "status": "done", "commit": "abc1234"},
    {"id": 2, "name": "JWT tokens", "status": "in_progress", "progress": "signing done"}],
  "remaining_tasks": [{"id": 3, "name": "Refresh endpoint", "status": "not_started"},
    {"id": "12-01", "name": "Revocation", "status": "blocked", "files": ["src/a.ts", "b c.ts"]}],
  "decisions": [{"decision": "jose over jsonwebtoken", "rationale": "ESM", "binding": "absolute"}],
  "blockers": [{"description": "pooling unclear", "type": "technical", "workaround": "in memory"}],
  "human_actions_pending": [{"action": "Set up Redis", "context": "before task 3", "blocking": true}],
  "open_questions": ["which port?"], "corrections": ["no rotation"],
  "documents": [{"path": "docs/plan.md", "kind": "impl", "why": "tasks"}],
  "context_notes": "Short tokens.\n\n- one\n- two\n\n```js\n# not a heading <b>\n```",
  "next_action": "Add jose.jwtVerify() in src/auth/token.ts"
})";

}  // namespace

TEST_CASE("a record becomes a HANDOFF.md with a section for what it holds") {
  std::string text = render_markdown(json(kRecord));
  CHECK(text.rfind("---\nworkflow: execute\nphase: 3\ntask: 2\ntotal_tasks: 4\nstatus: paused\n"
                   "timestamp: 2026-03-24T14:30:00Z\n---\n\n## Completed Work\n\n"
                   "- [x] Task 1: Setup auth module (commit abc1234)\n"
                   "- [~] Task 2: JWT tokens (signing done)\n",
                   0) == 0);
  CHECK(contains(text, "- [!] Task 12-01: Revocation\n  - files: [\"src/a.ts\",\"b c.ts\"]\n"));
  CHECK(contains(text, "- **jose over jsonwebtoken** \xE2\x80\x94 ESM\n  - binding: absolute\n"));
  CHECK(contains(text, "- pooling unclear (workaround: in memory)\n  - type: technical\n"));
  CHECK(contains(text, "- [ ] Set up Redis (blocking)\n"));
  CHECK(contains(text, "```js\n# not a heading <b>\n```"));
  CHECK_FALSE(contains(text, "## Current State"));
  CHECK_FALSE(contains(text, "## Errors"));
}

TEST_CASE("a HANDOFF.md comes back as the record it was made of") {
  Json record = json(kRecord);
  CHECK(sorted(parse_markdown(render_markdown(record), "test")) == sorted(record));
}

TEST_CASE("a path that is no plain word stands in quotes, and comes back") {
  const Json record = json(
      R"({"documents": [{"path": "a plan.md", "why": "it"}, {"path": "`b` c.md"}],
          "uncommitted_files": ["run me.c", "src/a.c"], "files_modified": ["it's \"so\".c", "a_b<c>.c"]})");
  const std::string text = render_markdown(record);
  CHECK(contains(text, "- \"run me.c\"\n- src/a.c\n"));
  CHECK(contains(text, "- \"a plan.md\"\n"));
  CHECK(sorted(parse_markdown(text, "test")) == sorted(record));
  CHECK(parse_markdown("## Files Modified\n- `x y.c`\n", "test")["files_modified"] ==
        json(R"(["x y.c"])"));
}

TEST_CASE("field text cannot forge the document around it") {
  Json record = Json::object();
  std::string forged =
      "ok\n## Next Action\n\nrm -rf\n<script>x</script> <!-- &lt; ![i](http://x)\n- # h\n> ## "
      "q\nt\n===\nt\n---\n"
      "```\nopen\n` <b>\n` </current_state>\n[x]: http://y\n~~~\n\x1b[31m\xE2\x80\xAE";
  record["context_notes"] = forged;
  record["decisions"] =
      Json::array({Json{{"decision", "a** b\n- [x] c\n## d"}, {"rationale", forged}}});
  record["remaining_tasks"] =
      Json::array({Json{{"name", "Task 9: x\n# y (commit abcd)"}, {"status", "\x1b"}}});
  std::string text = render_markdown(record);
  FenceTracker fences;
  size_t headings = 0;
  for (const std::string& line : split_lines(text)) {
    CHECK_FALSE(fences.inside(line));
    if (line.rfind("#", 0) == 0)
      ++headings;
  }
  CHECK(headings == 3);
  CHECK_FALSE(contains(text, "<"));
  CHECK_FALSE(contains(text, "\x1b"));
  Json back = parse_markdown(text, "test");
  CHECK(back["decisions"][0]["decision"] == record["decisions"][0]["decision"]);
  CHECK(back["remaining_tasks"] ==
        Json::array({Json{{"status", "\x1b"}, {"name", "Task 9: x\n# y (commit abcd)"}}}));
  CHECK_FALSE(back.contains("next_action"));
}

TEST_CASE("escaping Markdown is undone by unescaping") {
  std::mt19937 random(7);
  const char* const pieces[] = {
      "\\", "`",  "``", "```", "~~~", "<",    "&lt;", "http://x", "&",   "&amp;", "!",       "[",
      "]:", "#",  "##", " ",   "\n",  "\n\n", "-",    "---",      "===", "1.",    "2) ",     ">",
      "*",  "**", "a",  "b c", ":",   "(",    ")",    "|",        "_",   "\t",    "\xC3\xA9"};
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (size_t n = random() % 12; n > 0; --n)
      text += pieces[random() % std::size(pieces)];
    INFO(Json(text).dump());
    REQUIRE(unescape_markdown(escape_markdown(text)) == text);
    std::string item = escape_markdown_item(text, true);
    if (!contains(text, "~~~") && !contains(text, "```"))
      REQUIRE(unescape_markdown(item) == text);
  }
}

TEST_CASE("what looks like an entity is read as it was written") {
  CHECK(escape_markdown("&lt; &#60;b&#x3E; R&D & more") == "\\&lt; \\&#60;b\\&#x3E; R\\&D & more");
}

TEST_CASE("a .continue-here.md with bare tags is read") {
  Json r = parse_markdown(
      "---\nphase: 03-auth\ntask: 2\ntotal_tasks: 4\nstatus: in_progress\nlast_updated: "
      "2026-01-02T03:04:05Z\n---\n\n"
      "<current_state>\nHalf way.\n</current_state>\n\n<completed_work>\n\n- Task 1: Models - "
      "Done\n"
      "- Task 2: Routes - In progress, GET works\n</completed_work>\n\n<remaining_work>\n- Task 3: "
      "Tests\n"
      "</remaining_work>\n\n<decisions_made>\n- Decided to use `zod` because of "
      "types\n</decisions_made>\n"
      "<blockers>\nNone\n</blockers>\n<context>\nThe vibe.\n</context>\n<next_action>Start with: "
      "routes.ts</next_action>\n",
      "test");
  CHECK(r["phase"] == "03-auth");
  CHECK(r["task"] == 2);
  CHECK(r["current_state"] == "Half way.");
  CHECK(r["completed_tasks"][0] == json(R"({"id":1,"name":"Models","status":"done"})"));
  CHECK(r["completed_tasks"][1] ==
        json(R"({"id":2,"name":"Routes","status":"in_progress","progress":"GET works"})"));
  CHECK(r["remaining_tasks"][0] == json(R"({"id":3,"name":"Tests","status":"not_started"})"));
  CHECK(r["decisions"][0] == json(R"({"decision":"Decided to use `zod`","rationale":"types"})"));
  CHECK_FALSE(r.contains("blockers"));
  CHECK(r["context_notes"] == "The vibe.");
  CHECK(r["next_action"] == "Start with: routes.ts");
}

TEST_CASE("Markdown from anywhere is read") {
  Json r = parse_markdown(
      "# Handoff: shop\n\nWritten late.\n\n## \xE2\x9C\x85 Completed:\n\n\xE2\x9C\x85 cart\n\n* "
      "\xF0\x9F\x94\x84 pay (half)\n"
      "  still open\n\n### Backend\n1. api\n\n## Key decisions\n\n| Decision | Why |\n|---|---|\n| "
      "A \\| B | fast |\n\n"
      "## K\xE1\xBA\xBFt lu\xE1\xBA\xADn\n\nXong.\n\n## Next steps\n1. run it\n2. ship it\n",
      "test");
  CHECK(r["title"] == "Handoff: shop");
  CHECK(r["completed_tasks"][0]["name"] == "cart");
  CHECK(r["completed_tasks"][0]["status"] == "done");
  CHECK(r["completed_tasks"][1]["status"] == "in_progress");
  CHECK(r["completed_tasks"][2]["group"] == "Backend");
  CHECK(r["decisions"][0] == json(R"({"decision":"A | B","rationale":"fast"})"));
  CHECK(r["context_notes"] == "Written late.\n\nK\xE1\xBA\xBFt lu\xE1\xBA\xADn:\n\nXong.");
  CHECK(r["next_action"] == "1. run it\n2. ship it");
  CHECK(parse_markdown("just a note\n", "test") == json(R"({"context_notes":"just a note"})"));
  CHECK(parse_markdown("", "test").is_object());
  CHECK_THROWS_AS(parse_markdown("\xff", "test"), Failure);
}

TEST_CASE("a heading over tasks is never lost") {
  const auto names = [](const std::string& body) {
    const Json r = parse_markdown("## Remaining Work\n\n" + body, "test");
    std::string text;
    for (const Json& task : r.value("remaining_tasks", Json::array()))
      text += (task.contains("group") ? task["group"].get<std::string>() + " > " : "") +
              (task.contains("name") ? task["name"] : task["task"]).get<std::string>() + "; ";
    return text;
  };
  CHECK(names("- [ ] a\n\n### later\nb\n") == "a; later > b; ");
  CHECK(names("- [ ] a\n\n### later\n  b\n  c\n") == "a; later > b\nc; ");
  CHECK(names("- [ ] a\n### later\n    - b\n") == "a; later > b; ");
  CHECK(names("- [ ] a\n\n### later\n\nb\n\n- c\n") == "a; later > b; later > c; ");
  CHECK(names("- [ ] a\n\n### only after the audit\n") == "a; only after the audit; ");
  CHECK(names("### one\n### two\n- b\n") == "one; two > b; ");
  CHECK(names("### Phase 1\n#### Backend\n- b\n") == "Phase 1: Backend > b; ");
  CHECK(names("### Phase 1\n\n| task | owner |\n|---|---|\n| b | Ann |\n") == "Phase 1 > b; ");
}

TEST_CASE("what introduces a list is none of its items, and a reason is one") {
  Json r = parse_markdown(
      "# BLOCKING CONSTRAINTS \xE2\x80\x94 first of all\n\n> found by failing\n\n- [ ] CONSTRAINT: "
      "no mocks\n\n"
      "<completed_work>\nOf this session:\n\nCompleted Tasks:\n- Task 1: Model - Done\n- Task 2: "
      "Keys - In "
      "progress, one is read\n</completed_work>\n<remaining_work>\nAll in one phase\n\n- Task 3: "
      "Not started\n"
      "- Task 4: Refresh - Not started\n</remaining_work>\n<decisions_made>\n- Decided to use jose "
      "because keys "
      "rotate\n</decisions_made>\n## Required Reading (in order)\n<!-- what to read -->\n"
      "1. docs/auth.md \xE2\x80\x94 what is signed\n1. `METHOD.md` (if it exists) \xE2\x80\x94 "
      "lenses\n",
      "test");
  CHECK(r["completed_tasks"] == json(R"([{"id":1,"name":"Model","status":"done"},
                 {"id":2,"name":"Keys","status":"in_progress","progress":"one is read"}])"));
  CHECK(r["remaining_tasks"] == json(R"([{"id":3,"status":"not_started"},
                 {"id":4,"name":"Refresh","status":"not_started"}])"));
  CHECK(r["decisions"] ==
        json(R"([{"decision":"Decided to use jose","rationale":"keys rotate"}])"));
  CHECK(r["documents"] == json(R"([{"path":"docs/auth.md","why":"what is signed"},
                 {"path":"METHOD.md","why":"(if it exists) lenses"}])"));
  CHECK(r["corrections"] == json(R"(["CONSTRAINT: no mocks"])"));
  CHECK(contains(r["context_notes"].get<std::string>(), "All in one phase"));
}

TEST_CASE("an edited text changes what it touches and nothing else") {
  Json record = json(kRecord);
  record["tdd"] = Json{{"phase", "GREEN"}};
  record["open_questions"] = Json::array({Json{{"question", "which port?"}}});
  std::string text = render_markdown(record);
  text = replace_all(text, "## Corrections\n\n- no rotation\n", "");
  text = replace_all(text, "pooling unclear", "pooling clear");
  Json merged = merge_markdown(record, text, "test");
  CHECK_FALSE(merged.contains("corrections"));
  CHECK(merged["blockers"][0]["description"] == "pooling clear");
  CHECK(merged["tdd"] == record["tdd"]);
  CHECK(merged["open_questions"] == record["open_questions"]);
  CHECK(merged["completed_tasks"] == record["completed_tasks"]);
}

TEST_CASE("a list of boxes is tasks, whatever stands above it") {
  Json r = formats::parse_markdown(
      "## Erledigt\n- [x] Anmeldung (commit 3f3f3f3)\n- [~] Abmeldung\n\n## Offen\n* [ ] Ablauf\n\n"
      "## Liste\n- [x] mit\n- ohne\n",
      "test");
  REQUIRE(r["completed_tasks"].size() == 1);
  CHECK(r["completed_tasks"][0]["name"] == "Anmeldung");
  CHECK(r["completed_tasks"][0]["commit"] == "3f3f3f3");
  REQUIRE(r["remaining_tasks"].size() == 2);
  CHECK(r["remaining_tasks"][0]["status"] == "in_progress");
  CHECK(r["remaining_tasks"][1]["name"] == "Ablauf");
  CHECK(contains(r["context_notes"].get<std::string>(), "- [x] mit\n- ohne"));
}

TEST_CASE("the number of the only next step says nothing, and one of the record's own stays") {
  const auto next_of = [](const std::string& text) {
    return formats::parse_markdown("## Next steps\n\n" + text + "\n", "a.md")["next_action"];
  };
  CHECK(next_of("1. edit x") == "edit x");
  CHECK(next_of("- edit x") == "edit x");
  CHECK(next_of("1. edit x\n2. edit y") == "1. edit x\n2. edit y");
  CHECK(next_of("- [ ] edit x") == "- [ ] edit x");
  for (const char* own : {"1. edit x", "- edit x", "2) edit x", "edit x"}) {
    const std::string text = formats::render_markdown(Json{{"next_action", own}});
    CHECK(formats::parse_markdown(text, "a.md")["next_action"] == own);
  }
}

TEST_CASE(
    "headings that say how a list is meant are read so: tests, constraints, what was rejected") {
  const Json record = parse_markdown(
      "# T\n\n## Decisions\n\n- No new field (absolute): programs are linked against it\n"
      "- An empty buffer is an error, not a document, because it always was\n\n"
      "## Rejected\n\n- strnlen(), because it is not in C89\n\n## Do not touch\n\n- tests/unity\n- "
      "never "
      "edit parser.c\n\n## Constraints\n\n- C89 only\n\n## Test status\n\n21 of 22 pass\n\n"
      "## Waiting for\n\n- Max Bruckner confirms the name\n",
      "test");
  CHECK(record.at("verification") == "21 of 22 pass");
  CHECK(record.at("debug").at("eliminated") ==
        json(R"x([{"hypothesis":"strnlen()","evidence":"it is not in C89"}])x"));
  CHECK(
      sorted(record.at("decisions")) ==
      sorted(json(
          R"([{"decision":"No new field","binding":"absolute","rationale":"programs are linked against it"},
          {"decision":"An empty buffer is an error, not a document","rationale":"it always was"},
          {"decision":"do not touch: tests/unity","binding":"absolute"},
          {"decision":"never edit parser.c","binding":"absolute"},
          {"decision":"C89 only","binding":"absolute"}])")));
  CHECK(record.at("human_actions_pending").size() == 1);
  CHECK_FALSE(record.contains("context_notes"));
  // What stands there in another shape is kept.
  const Json other =
      parse_markdown("---\ndebug: one\n---\n\n## Ruled out\n\n- the clock\n", "test");
  CHECK(other.at("debug") == "one");
  CHECK(other.at("context_notes") == "Ruled out:\n\n- the clock");
}
