#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "formats/foreign/bridge.hpp"
#include "formats/foreign/carry.hpp"
#include "formats/foreign/format.hpp"
#include "formats/json/json.hpp"
#include "formats/record/record.hpp"
#include "formats/record/yaml.hpp"
#include "formats/toon/toon.hpp"
#include "json_text.hpp"
#include "records.hpp"

using namespace handoff;
using namespace handoff::formats;
using handoff::testing::json;
using handoff::testing::Reach;
using handoff::testing::RecordSource;
using handoff::testing::sorted;

namespace {

const WriteContext kContext{
    .root = "/home/ann/shop", .id = "main-20260324-143000-7f3a", .branch = "main"};

struct Written {
  std::string bytes;
  Losses losses;
};

Written write(std::string_view name, const Json& record) {
  Written written;
  written.bytes = find_format(name)->write(record, kContext, written.losses);
  return written;
}

Json read(std::string_view bytes, std::string_view name = {},
          std::vector<std::string>* warnings = nullptr) {
  std::vector<std::string> ignored;
  return read_document(bytes, "input", name.empty() ? nullptr : find_format(name),
                       warnings != nullptr ? *warnings : ignored);
}

bool names(const std::vector<std::string>& list, const std::string& what) {
  for (const std::string& item : list)
    if (item == what || item == what + " (in part)")
      return true;
  return false;
}

std::string format_of(std::string_view bytes, std::string_view file = {}) {
  return std::string(detect_format(bytes, file).name);
}

std::string error_of(std::string_view bytes, std::string_view name) {
  try {
    read(bytes, name);
  } catch (const Failure& failure) {
    return failure.message();
  }
  return "none";
}

}  // namespace

TEST_CASE("what a format carries comes back as it was, whatever the record") {
  for (const char* name : {"json", "superteam", "gsd", "spellbook", "spellbook-yaml", "aura-frog",
                           "aura-frog-run", "aura-frog-toon"}) {
    RecordSource source(3);
    for (int round = 0; round < 75; ++round) {
      Json record = source.record(Reach::all);
      Written written = write(name, record);
      INFO(name << "\n" << record.dump(1) << "\n" << written.bytes);
      REQUIRE(written.losses.dropped.empty());
      Json back = read(written.bytes, name);
      if (std::string_view(name) == "aura-frog-toon")
        REQUIRE(sorted(back) == sorted(record));  // a table has one order of columns
      else
        REQUIRE(back.dump() == record.dump());
    }
  }
}

TEST_CASE("TOON holds every record") {
  RecordSource source(4);
  for (int round = 0; round < 75; ++round) {
    Json record = source.record(Reach::all);
    Written written = write("toon", record);
    REQUIRE(written.losses.dropped.empty());
    REQUIRE(sorted(read(written.bytes, "toon")) == sorted(record));
  }
}

TEST_CASE("what Markdown has a place for comes back, the rest is named") {
  RecordSource source(5);
  for (int round = 0; round < 1500; ++round) {
    Json record = source.record(Reach::markdown);
    Written written = write("md", record);
    INFO(record.dump(1) << "\n" << written.bytes << "\n" << join(written.losses.dropped, ", "));
    REQUIRE(written.losses.dropped.empty());
    REQUIRE(sorted(read(written.bytes, "md")) == sorted(record));
  }
}

TEST_CASE("a field that a document does not hold is named, in every format") {
  RecordSource source(6);
  for (const Format& format : all_formats())
    for (int round = 0; round < 50; ++round) {
      Json record = source.record(Reach::all);
      Losses losses;
      std::string bytes = format.write(record, kContext, losses);
      INFO(format.name << "\n" << record.dump(1) << "\n" << bytes);
      Json back = read(bytes, format.name);
      // In these a task in work has its place behind those that are done.
      if (format.name == "superteam-md" || format.name == "gsd-md")
        put_begun_with_completed(record);
      for (const auto& [key, value] : record.items())
        if (bool implied = key == "mode" || (format.name == "gsd-md" && key == "status");
            !implied && !names(losses.dropped, key) && !value.empty())
          REQUIRE((back.contains(key) && sorted(back[key]) == sorted(value)));
    }
}

TEST_CASE("a chain of formats keeps what all of them hold") {
  RecordSource source(7);
  for (int round = 0; round < 100; ++round) {
    Json record = source.record(Reach::all);
    Json now = record;
    for (const char* name :
         {"spellbook", "aura-frog", "superteam", "spellbook-yaml", "gsd", "aura-frog-run", "toon"})
      now = read(write(name, now).bytes, name);
    INFO(record.dump(1));
    REQUIRE(sorted(now) == sorted(record));
  }
}

TEST_CASE("a foreign document comes back as it was") {
  const char* const kGsd =
      R"j({"version":"1.0","timestamp":"2026-01-02","phase":"03","phase_name":"Auth","plan":2,"task":null,"workflow":"execute",
    "status":"paused_mid_discuss","completed_tasks":["one",{"id":1,"name":"two","status":"complete-shipped","commit":"a1b2..c3d4"}],
    "remaining_work":[{"name":"three"}],"blockers":[{"description":"no key","type":"external","workaround":"a made one"}],"human_actions_pending":["call Ann"],"decisions_made":["x"],
    "uncommitted_files":"src/a.ts (pre-existing)","next_steps":["a","b"],"context":"why","own":{"x":[1]}})j";
  CHECK(write("gsd", read(kGsd, "gsd")).bytes == write_json(json(kGsd)));
  const char* const kAura =
      R"({"workflow_id":"f-1","version":"1.0.0","created_at":"2025-11-29T14:30:22Z","updated_at":"2025-11-29T16:45:30Z",
    "status":"paused","current_phase":5,"current_sub_phase":"a","phase_name":"Tests","task":{"description":"JWT","ticket_id":"P-1","figma_url":null},
    "agents":{"primary":"b","secondary":["s"]},"phases_completed":{"1":{"name":"R","status":"approved","deliverables":["r.md"]}},
    "context":{"project_name":"api","tech_stack":"Node","test_framework":"Jest","key_decisions":["JWT"],"blockers":[],"notes":"n","own":1},
    "token_usage":{"at_handoff":152340,"estimated_remaining":47660},"own":true})";
  CHECK(write("aura-frog", read(kAura, "aura-frog")).bytes == write_json(json(kAura)));
  std::string yaml =
      "format_version: \"3.0\"\nmode: auto\nproject_path: /p\ntimestamp: \"2026-01-02T00:00:00Z\"\n"
      "skill_stack: []\ntodos:\n  explicit:\n    - {id: \"7\", content: c, status: completed}\n    "
      "- {id: a, content: d, status: pending}\n"
      "documents:\n  must_read:\n    - path: /p/docs/a.md\n      why: w\n      priority: 1\nown: "
      "1\n";
  Json record = read(yaml);
  CHECK(record["documents"][0]["path"] == "docs/a.md");
  std::string again = write("spellbook-yaml", record).bytes;
  CHECK(parse_yaml(again, "x")["todos"] == parse_yaml(yaml, "x")["todos"]);
  CHECK(contains(again, "own: 1\n"));
}

TEST_CASE("a short document in our own words becomes a record without trimmings") {
  for (const char* name : {"", "superteam"})
    CHECK(read(R"({"next_action":"x","context_notes":"y","own":1})", name).dump() ==
          R"({"next_action":"x","context_notes":"y","own":1,"version":1})");
}

TEST_CASE("another tool's edit of an exported file wins over what was carried in it") {
  Json record = json(
      R"({"version":1,"remaining_tasks":[{"name":"a","status":"not_started","effort":"3d"}],"tdd":{"phase":"RED"},
    "decisions":[{"decision":"x","rejected":"y"}]})");
  std::string text = write("aura-frog", record).bytes;
  Json native = json(text);
  native["context"]["key_decisions"] = Json::array({"z"});
  native["status"] = "waiting_approval";
  Json back = read(native.dump(), "aura-frog");
  CHECK(back["decisions"] == json(R"([{"decision":"z"}])"));
  CHECK(back["status"] == "waiting_approval");
  CHECK(back["tdd"]["phase"] == "RED");
  CHECK(back["remaining_tasks"] == record["remaining_tasks"]);
}

TEST_CASE("the git block is neither written into foreign files nor read from any") {
  Json record = json(R"({"version":1,"next_action":"x","git":{"id":"main-1","base":null}})");
  for (const Format& format : all_formats()) {
    if (format.name != "json" && format.name != "toon")
      CHECK_FALSE(contains(write(format.name, record).bytes, "main-1"));
    CHECK_FALSE(read(write(format.name, record).bytes, format.name).contains("git"));
  }
  CHECK_FALSE(read(R"({"next_action":"x","git":{"id":"y"}})").contains("git"));
}

TEST_CASE("formats are told apart by content") {
  RecordSource source(8);
  for (const Format& format : all_formats())
    for (int round = 0; round < 30; ++round) {
      Json record = source.record(Reach::all);
      record["next_action"] = "do x";
      record["status"] = "paused";
      if (format.name == "json")
        record["git"] = Json{{"id", "a"}};
      std::string bytes = write(format.name, record).bytes;
      INFO(format.name << "\n" << bytes);
      std::string found = format_of(bytes);
      if (format.name == "superteam-md")
        REQUIRE(found == "md");
      else
        REQUIRE(found == format.name);
    }
  CHECK(format_of("# Notes\n\nhello: world\n") == "md");
  CHECK(format_of("{\"a\": ") == "json");
  CHECK(format_of("x", ".superteam/HANDOFF.md") == "superteam-md");
  CHECK(format_of("") == "md");
}

TEST_CASE("the shapes of HANDOFF.json in the wild are read") {
  std::vector<std::string> warnings;
  Json r = read(
      R"j({"version":"1.0","paused_at":"2026-01-02T03:04:05.678","phase":"207.1","task":{"current":2,"total":5},
    "completed_tasks":[{"name":"a","commit":"abc1234"},{"id":3,"status":"built"},{"id":3,"name":"b","status":"not_started","commit":null}],
    "remaining_tasks":["c"],"blockers":["d"],"human_actions_pending":["e"],"decisions":["f",{"decision":"g","rationale":"h"}],
    "uncommitted_files":["src/a.ts (pre-existing)","b c.ts"],"context_notes":["i","j"],"next_action":"k","custom":{"x":null}})j",
      {}, &warnings);
  CHECK(warnings.empty());
  model::Handoff h = read_handoff(r);
  CHECK(h.version == "1");
  CHECK(h.timestamp == "2026-01-02T03:04:05.678");
  CHECK(h.phase == "207.1");
  CHECK(h.task == "2");
  CHECK(h.total_tasks == "5");
  REQUIRE(h.completed_tasks.size() == 3);
  CHECK(h.completed_tasks[0].state == model::TaskState::done);
  CHECK(h.completed_tasks[1].state == model::TaskState::done);
  CHECK(h.completed_tasks[2].state == model::TaskState::not_started);
  CHECK(r["completed_tasks"][1]["id"] == 3);
  CHECK(h.remaining_tasks[0].name == "c");
  CHECK(h.blockers[0].description == "d");
  CHECK(h.human_actions[0].action == "e");
  CHECK(h.decisions[0].decision == "f");
  CHECK(h.uncommitted_files == std::vector<std::string>{"src/a.ts", "b c.ts"});
  CHECK(h.context_notes == "i\nj");
  CHECK(r["custom"].contains("x"));
}

TEST_CASE("other names for the same thing are understood") {
  Json r = read(
      R"({"version":"2.0.0","generatedAt":"2026-01-02","completed_work":["a"],"remaining":["b"],"decided":["c"],
    "blocked":["d"],"nextTask":"e","context":"f"})");
  model::Handoff h = read_handoff(r);
  CHECK(h.timestamp == "2026-01-02");
  CHECK(h.completed_tasks.at(0).name == "a");
  CHECK(h.remaining_tasks.at(0).name == "b");
  CHECK(h.decisions.at(0).decision == "c");
  CHECK(h.blockers.at(0).description == "d");
  CHECK(h.next_action == "e");
  CHECK(h.context_notes == "f");
  // A name that is there and holds nothing keeps none out, whichever stands first.
  for (const char* text :
       {R"({"next":"x","next_action":null})", R"({"next_action":null,"next":"x"})"})
    CHECK(read_handoff(read(text)).next_action == "x");
}

TEST_CASE("a newer version is read with a warning and kept, an older one migrated") {
  std::vector<std::string> warnings;
  Json r = read(R"({"version":3,"next_action":"x","new_thing":[1]})", "superteam", &warnings);
  REQUIRE(warnings.size() == 1);
  CHECK(contains(warnings[0], "version 3 of HANDOFF.json is newer than what is known here"));
  CHECK(r["new_thing"] == json("[1]"));
  warnings.clear();
  read(R"({"workflow_id":"w","version":"0.9.0","current_phase":1})", {}, &warnings);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0] == "version 0.9.0 of the workflow state was migrated to 1");
}

TEST_CASE("a document of no known schema is kept in full") {
  std::vector<std::string> warnings;
  Json r = read(R"({"status":"ok","items":[1,{"a":2}]})", {}, &warnings);
  CHECK(warnings.size() == 1);
  CHECK(r["imported"]["document"] == json(R"({"status":"ok","items":[1,{"a":2}]})"));
}

TEST_CASE("a damaged document is refused with its place") {
  CHECK(contains(error_of("{\n \"a\": [1,\n}", "gsd"), "input: line 3, column 1: "));
  CHECK(contains(error_of("[1]", "superteam"), "it holds a JSON array, not an object"));
  CHECK(contains(error_of("format_version: \"3.0\"\nidentity: {a: b\n", "spellbook-yaml"),
                 "input: line 3, column"));
  CHECK(contains(error_of("a: 1\na: 2\n", "spellbook-yaml"),
                 "line 2, column 1: the key 'a' stands twice"));
  CHECK(contains(error_of("# nothing here\n", "mddesign"),
                 "neither a '### Handoff <time>' block nor"));
  CHECK(contains(error_of("phases[2]{num,name}:\n  1\n", "aura-frog-toon"),
                 "line 2: expected 2 cells, found 1"));
  CHECK(error_of(" \n", "json") == "cannot read input: it is empty");
}

TEST_CASE("YAML is bounded in depth, size and what aliases expand to") {
  CHECK(contains(error_of("a: " + std::string(100, '[') + std::string(100, ']'), "spellbook-yaml"),
                 "nested deeper than 64 levels"));
  CHECK(error_of(std::string(100000, '['), "spellbook-yaml") != "none");
  CHECK(error_of(std::string(100000, '{') + std::string(100000, '}'), "spellbook-yaml") != "none");
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'm'; ++c)
    bomb += std::string(1, c) + ": &" + c + " [*" +
            std::string(9, static_cast<char>(c - 1)).substr(0, 1) + ",*" +
            static_cast<char>(c - 1) + ",*" + static_cast<char>(c - 1) + ",*" +
            static_cast<char>(c - 1) + ",*" + static_cast<char>(c - 1) + ",*" +
            static_cast<char>(c - 1) + ",*" + static_cast<char>(c - 1) + ",*" +
            static_cast<char>(c - 1) + "]\n";
  CHECK(contains(error_of(bomb, "spellbook-yaml"), "aliases expand to more than"));
  CHECK(
      parse_yaml("a: &x {k: [1, yes, 03, 0x1F, 1e3, ~, 'no', \"\\u00e9\"]}\nb: *x\n", "x").dump() ==
      R"({"a":{"k":[1,"yes","03",31,1000.0,null,"no","é"]},"b":{"k":[1,"yes","03",31,1000.0,null,"no","é"]}})");
}

TEST_CASE("any value comes back from YAML") {
  RecordSource source(9);
  for (int round = 0; round < 150; ++round) {
    Json record = source.record(Reach::all);
    REQUIRE(parse_yaml(write_yaml(record), "x").dump() == record.dump());
  }
  Json odd = Json::object();
  odd["a\n\"b\""] = Json::array({"\x01\x7f\xC2\x85\xE2\x80\xA8\xEF\xBB\xBF\r\t",
                                 Json::array({Json::array(), Json::object()}), -0.5, 1e300});
  odd["no"] = Json{{"1", Json::array({Json{{"x", Json::array({1})}}})}};
  CHECK(parse_yaml(write_yaml(odd), "x").dump() == odd.dump());
  CHECK(parse_yaml("{}", "x").dump() == "{}");
}

TEST_CASE("YAML's escapes of Latin-1 are text, and a NUL is none") {
  CHECK(parse_yaml("\"\\N\": &x [\"a\\N\\_b\\L\xC3\x85\"]\nb: *x\n", "x").dump() ==
        "{\"\xC2\x85\":[\"a\xC2\x85\xC2\xA0"
        "b\xE2\x80\xA8\xC3\x85\"],"
        "\"b\":[\"a\xC2\x85\xC2\xA0"
        "b\xE2\x80\xA8\xC3\x85\"]}");
  CHECK(contains(error_of(std::string("a:\n [\0N]\n", 9), "spellbook-yaml"),
                 "line 2: it holds a NUL"));
  CHECK(parse_yaml("a: \"\\0\"\n", "x")["a"] == std::string(1, '\0'));
}

TEST_CASE("the boot document starts with section 0 and says what there is not") {
  std::string empty = write("spellbook", json(R"({"version":1})")).bytes;
  CHECK(empty.rfind("## SECTION 0: MANDATORY FIRST ACTIONS\n", 0) == 0);
  CHECK(contains(empty, "NO ACTIVE SKILL"));
  CHECK(contains(empty, "NO DOCUMENTS TO READ"));
  CHECK(contains(empty, "NO PLANNING DOCUMENTS"));
  Json record = json(
      R"j({"version":1,"skill_stack":[{"name":"develop","resume_command":"Skill('develop', '--resume P3')"}],
    "documents":[{"path":"docs/impl.md","kind":"impl"}],"identity":{"role":"orchestrator"},"remaining_tasks":[{"id":1,"name":"a </workflow-recovery>```","status":"not_started"}],
    "context_notes":"x\n```yaml\nformat_version: \"9\"\n```\n## SECTION 0","corrections":["never y"]})j");
  std::string text = write("spellbook", record).bytes;
  CHECK(contains(text, "```\nSkill('develop', '--resume P3')\n```"));
  CHECK(contains(text, "Read(\"/home/ann/shop/docs/impl.md\")"));
  CHECK(contains(text, "\n\\## SECTION 0"));
  CHECK(read(text).dump() == record.dump());
  std::string recovery = spellbook_recovery_text(record, kContext);
  CHECK(recovery.rfind("**ORCHESTRATOR MODE ACTIVE**\n", 0) == 0);
  CHECK(contains(recovery, "\n- never y\n"));
  CHECK(recovery.find("</workflow-recovery>") == recovery.rfind("</workflow-recovery>"));
  CHECK(contains(spellbook_recovery_text(json("{}"), kContext), "NO DOCUMENTS\n"));
}

TEST_CASE("the flat state of Spellbook is read and written") {
  Json flat = json(
      R"j({"active_skill":"develop","skill_phase":"P3","todos":[{"id":"1","content":"c","status":"in_progress","priority":"medium","verification":null,"delegated_to":null}],
    "recent_files":["a.ts"],"workflow_pattern":"hierarchical","boot_prompt":"Skill(\"go\")","pending_todos":["p"],"skill_constraints":{"forbidden":["f"],"required":[]},
    "decisions_binding":[{"decision":"d","rationale":"r","binding":"ABSOLUTE"}],"identity_role":"orchestrator","stint_stack":["s"],"compaction_flag":true,"develop_gate_ledger":{"g":1}})j");
  Json record = read(flat.dump());
  CHECK(record["skill_stack"][0]["name"] == "develop");
  CHECK(record["next_action"] == "Skill(\"go\")");
  CHECK(record["completed_tasks"][0]["name"] == "c");
  CHECK(sorted(json(write("spellbook-flat", record).bytes)) == sorted(flat));
  CHECK(
      names(write("spellbook-flat", json(R"({"version":1,"tdd":{"phase":"RED"}})")).losses.dropped,
            "tdd"));
  Json large = json(R"({"version":1})");
  large["files_modified"] = Json::array({std::string(200000, 'x')});
  Losses losses;
  CHECK_THROWS_AS(find_format("spellbook-flat")->write(large, kContext, losses), Failure);
}

TEST_CASE("a Spellbook state that was saved by its tool is unwrapped") {
  Json r = read(
      R"({"success":true,"found":true,"trigger":"auto","state":{"format_version":"3.0","skill_stack":[],"identity":{"role":"executor"},"subagents":[],"goals":{"ultimate":"u"}}})");
  CHECK(r["goals"]["ultimate"] == "u");
}

TEST_CASE("run-state.json of the newer Aura Frog is read") {
  Json r = read(
      R"({"run_id":"r-1","task":"Add login","status":"in_progress","complexity":"standard","flow":"feature","started_at":"2026-01-02T03:04:05Z",
    "current_phase":2,"current_step":"2.1","active_agent":"arch","phases":[{"num":1,"name":"Plan","status":"completed"},{"num":2,"name":"Build","status":"in_progress"},{"num":3,"name":"Ship","status":"pending"}],
    "agents":["a"],"deliverables":["x.md"],"observations":["slow CI"],"approvals":[{"phase":1}],"tokens_used":12})");
  CHECK(r["title"] == "Add login");
  CHECK(r["run_id"] == "r-1");
  CHECK(r["completed_tasks"].size() == 2);
  CHECK(r["remaining_tasks"][0]["name"] == "Ship");
  CHECK(r["context_notes"] == "slow CI");
  CHECK(r["token_usage"] == 12);
}

TEST_CASE("progress.md of mddesign is read, the newest block counts") {
  std::vector<std::string> warnings;
  Json r = read(
      "# Progress\n\n### Phase build Result\n\n**Status:** complete\n\n#### Summary\n\nBuilt "
      "it.\n\n#### Artifacts\n- a.tsx\n\n"
      "#### Open questions\n- which?\n\n#### Next phase hint\n\nTest it.\n\n### Handoff "
      "2026-04-22T18:42:11Z\n\n**Status:** old\n\n"
      "### Handoff 2026-04-23T18:42:11Z\n**Active phase at session end:** phase-3\n**Status:** "
      "in_progress, half\n"
      "**Promoted to WHY:** 2 entries\n**Open questions:** focus ring?\n**Resume next session "
      "by:**\n- Run x\n",
      {}, &warnings);
  CHECK(warnings == std::vector<std::string>{"1 earlier handoff block in input left aside"});
  CHECK(r["timestamp"] == "2026-04-23T18:42:11Z");
  CHECK(r["phase"] == "phase-3");
  CHECK(r["status"] == "in_progress, half");
  CHECK(r["promoted"] == 2);
  CHECK(r["open_questions"] == json(R"(["focus ring?"])"));
  CHECK(r["next_action"] == "Run x");
  CHECK(
      r["phases"][0] ==
      json(
          R"({"id":"build","status":"complete","summary":"Built it.","artifacts":["a.tsx"],"open_questions":["which?"],"next_phase_hint":"Test it."})"));
  Json record = json(
      R"({"version":1,"timestamp":"2026-04-23T18:42:11Z","phase":"p","status":"s","promoted":1,"open_questions":["a\n# b","<c>"],"next_action":"x\ny"})");
  Written written = write("mddesign", record);
  CHECK(written.losses.dropped.empty());
  CHECK(sorted(read(written.bytes)) == sorted(record));
}

TEST_CASE("no bytes crash a reader") {
  std::mt19937 random(17);
  RecordSource source(18);
  for (const Format& format : all_formats())
    for (int round = 0; round < 90; ++round) {
      std::string bytes = write(format.name, source.record(Reach::all)).bytes;
      for (size_t n = 1 + random() % 6; n > 0 && !bytes.empty(); --n) {
        size_t at = random() % bytes.size();
        switch (random() % 4) {
          case 0:
            bytes.erase(at, 1 + random() % 20);
            break;
          case 1:
            bytes.insert(at, 1, static_cast<char>(random()));
            break;
          case 2:
            bytes[at] = "{}[]:,\"'\n#-*&|`<>~\\ "[random() % 21];
            break;
          default:
            bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 40));
        }
      }
      try {
        Json record = read(bytes, random() % 2 == 0 ? format.name : std::string_view());
        REQUIRE(record.is_object());
      } catch (const Failure& failure) {
        REQUIRE(contains(failure.message(), "input"));
      }
    }
}

TEST_CASE("a hostile carry is harmless") {
  for (const char* carry : {"null", "3", "[]", R"({"fields":3,"order":{"a":1}})",
                            R"({"fields":{"a":1,"b":{"seen":"absent","value":2}}})",
                            R"({"order":[1,"z","z",{}],"foreign":[1]})"}) {
    Json native = json(R"({"workflow_id":"w","current_phase":1})");
    native["git_handoff"] = json(carry);
    CHECK(read(native.dump()).is_object());
  }
}
