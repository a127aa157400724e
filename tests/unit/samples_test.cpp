// Documents as each system writes them (tests/data/samples): every value in its place, and every
// format can write the record that comes of them.

#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "catch.hpp"
#include "formats/foreign/format.hpp"
#include "formats/json/json.hpp"
#include "formats/record/record.hpp"
#include "formats/record/yaml.hpp"
#include "json_text.hpp"

using namespace handoff;
using namespace handoff::formats;
using handoff::testing::json;
using handoff::testing::sorted;

namespace {

std::string sample(const std::string& name) {
  std::ifstream file(std::string(HANDOFF_SOURCE_DIR "/tests/data/samples/") + name);
  REQUIRE(file.good());
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The record of a sample, read without a word about its format.
Json record_of(const std::string& name, std::string_view format,
               std::vector<std::string> warnings = {}) {
  std::string text = sample(name);
  CHECK(detect_format(text, "").name == format);
  std::vector<std::string> said;
  Json record = read_document(text, name, nullptr, said);
  CHECK(said == warnings);
  return record;
}

/// The record is written in every format, and comes back equal where the format says that it holds
/// all of it.
void check_everywhere(const Json& record) {
  for (const Format& format : all_formats()) {
    Losses losses;
    std::string bytes =
        format.write(record, {.root = "/srv/shop", .id = "i", .branch = "queue"}, losses);
    std::vector<std::string> warnings;
    Json back = read_document(bytes, "input", &format, warnings);
    INFO(format.name << "\n" << bytes);
    // What only the first document's own place explained (`foreign`) may go with a new place.
    nlohmann::json wanted = nlohmann::json::parse(record.dump());
    nlohmann::json got = nlohmann::json::parse(back.dump());
    wanted.erase("foreign");
    got.erase("foreign");
    for (const auto& item : wanted.items()) {
      const std::string& name = item.key();
      const nlohmann::json& value = item.value();
      // Its status is that of the phase.
      if (format.name == "gsd-md" && name == "status")
        continue;
      bool lost = std::any_of(
          losses.dropped.begin(), losses.dropped.end(),
          [&](const std::string& field) { return field == name || field == name + " (in part)"; });
      if (!lost && !value.empty()) {
        INFO(name);
        CHECK(got.value(name, nlohmann::json()) == value);
      }
    }
  }
}

/// Written in its own format again, the document is what it was.
void check_same_bytes(const std::string& name, std::string_view format, const Json& record) {
  Losses losses;
  std::string bytes = find_format(format)->write(record, {.root = "/srv/shop"}, losses);
  CHECK(losses.dropped.empty());
  CHECK(bytes == write_json(parse_json(sample(name), name)));
}

}  // namespace

TEST_CASE("sample: Superteam's HANDOFF.json") {
  Json r = record_of("superteam-HANDOFF.json", "superteam");
  model::Handoff h = read_handoff(r);
  CHECK(h.version == "1");
  CHECK(h.timestamp == "2026-11-02T16:20:00Z");
  CHECK(h.workflow == "execute");
  CHECK(h.phase == "3");
  CHECK(h.task == "2");
  CHECK(h.total_tasks == "4");
  CHECK(h.status == "paused");
  REQUIRE(h.completed_tasks.size() == 2);
  CHECK(h.completed_tasks[0].id == "1");
  CHECK(h.completed_tasks[0].name == "Queue table");
  CHECK(h.completed_tasks[0].state == model::TaskState::done);
  CHECK(h.completed_tasks[0].commits == std::vector<std::string>{"b1c2d3e"});
  CHECK(h.completed_tasks[1].state == model::TaskState::in_progress);
  CHECK(h.completed_tasks[1].progress == "takes jobs, does not give failed ones back yet");
  REQUIRE(h.remaining_tasks.size() == 2);
  CHECK(h.remaining_tasks[1].name == "Metrics endpoint");
  CHECK(h.remaining_tasks[1].state == model::TaskState::not_started);
  REQUIRE(h.blockers.size() == 1);
  CHECK(h.blockers[0].description == "Nobody knows which lock the old scheduler holds at night");
  CHECK(h.blockers[0].type == "technical");
  CHECK(h.blockers[0].workaround == "One worker is enough in development; production needs two");
  REQUIRE(h.human_actions.size() == 1);
  CHECK(h.human_actions[0].action == "Open port 9187 on the staging host");
  CHECK(h.human_actions[0].context == "Task 4 is scraped there");
  CHECK(h.human_actions[0].blocking);
  REQUIRE(h.decisions.size() == 2);
  CHECK(h.decisions[0].decision == "SKIP LOCKED instead of advisory locks");
  CHECK(h.decisions[1].rationale == "The owner wants no endless retries");
  CHECK(r["wave_state"]["completed_waves"] == json("[1]"));
  CHECK(r["wave_state"]["agents_in_progress"][1]["commit"] == "e5f6a7b");
  CHECK(h.uncommitted_files ==
        std::vector<std::string>{"src/queue/worker.py", "src/queue/retry.py"});
  CHECK(h.next_action.starts_with("Write requeue() in src/queue/worker.py"));
  CHECK(h.context_notes.starts_with("Jobs are rows"));
  CHECK(h.user_message == "Train leaves, more tonight");
  check_same_bytes("superteam-HANDOFF.json", "superteam", r);
  check_everywhere(r);
}

TEST_CASE("sample: Superteam's HANDOFF.md") {
  Json r = record_of("superteam-HANDOFF.md", "md");
  CHECK(r["workflow"] == "execute");
  CHECK(r["phase"] == 3);
  CHECK(r["task"] == 2);
  CHECK(r["total_tasks"] == 4);
  CHECK(r["status"] == "paused");
  CHECK(r["timestamp"] == "2026-11-02T16:20:00Z");
  CHECK(contains(r["current_state"].get<std::string>(), "requeue() is missing."));
  CHECK(r["completed_tasks"][0] ==
        json(R"({"id":1,"name":"Queue table","status":"done","commit":"b1c2d3e"})"));
  CHECK(r["completed_tasks"][1]["status"] == "in_progress");
  CHECK(r["completed_tasks"][1]["progress"] == "taking works, giving back missing");
  CHECK(r["remaining_tasks"].size() == 2);
  CHECK(r["remaining_tasks"][1]["name"] == "Metrics endpoint");
  REQUIRE(r["decisions"].size() == 3);
  CHECK(r["decisions"][0]["decision"] == "SKIP LOCKED over advisory locks");
  CHECK(r["decisions"][1]["rationale"] == "the owner wants NO endless retries");
  CHECK(r["blockers"][0]["description"] == "Nobody knows which lock the old scheduler holds");
  CHECK(r["blockers"][0]["workaround"] == "one worker in development");
  CHECK(r["human_actions_pending"][0]["action"] == "Open port 9187 on the staging host");
  CHECK(r["human_actions_pending"][0]["blocking"] == true);
  CHECK(contains(r["context_notes"].get<std::string>(), "one more thing to run."));
  CHECK(r["next_action"].get<std::string>().starts_with("Write requeue() in src/queue/worker.py."));
  check_everywhere(r);
}

TEST_CASE("sample: Get Shit Done's HANDOFF.json") {
  Json r = record_of("gsd-HANDOFF.json", "gsd");
  model::Handoff h = read_handoff(r);
  CHECK(h.phase == "03");
  CHECK(h.status == "paused_mid_discuss");
  CHECK(r["phase_name"] == "job-queue");
  CHECK(r["phase_dir"] == ".planning/phases/03-job-queue");
  CHECK(r["plan"] == "02");
  CHECK(r["milestone"] == "v1.2");
  REQUIRE(h.completed_tasks.size() == 2);
  CHECK(h.completed_tasks[1].id == "1");
  CHECK(h.completed_tasks[1].state == model::TaskState::done);
  CHECK(h.completed_tasks[1].commits.empty());
  REQUIRE(h.remaining_tasks.size() == 2);
  CHECK(h.remaining_tasks[0].name == "Retry with back-off");
  CHECK(h.human_actions.at(0).action == "Open port 9187 on the staging host");
  CHECK(r["decisions"][0]["phase"] == "03");
  CHECK(h.uncommitted_files ==
        std::vector<std::string>{"src/queue/worker.py", "src/queue/retry.py"});
  CHECK(h.context_notes == "Jobs are rows.\nNo second store.");
  check_everywhere(r);
}

TEST_CASE("sample: Get Shit Done's .continue-here.md") {
  Json r = record_of("gsd-continue-here.md", "gsd-md");
  model::Handoff h = read_handoff(r);
  CHECK(h.phase == "03-job-queue");
  CHECK(h.task == "2");
  CHECK(h.total_tasks == "4");
  CHECK(h.status == "in_progress");
  CHECK(h.timestamp == "2026-11-02T16:20:00Z");
  CHECK(contains(r["current_state"].get<std::string>(), "nothing is given back yet"));
  REQUIRE(h.completed_tasks.size() == 1);
  CHECK(contains(h.completed_tasks[0].name, "Queue table"));
  REQUIRE(h.remaining_tasks.size() == 2);
  CHECK(h.remaining_tasks[1].name == "Metrics endpoint");
  REQUIRE(h.decisions.size() == 1);
  CHECK(contains(h.decisions[0].decision, "SKIP LOCKED"));
  CHECK(h.blockers.empty());
  CHECK(h.context_notes == "Jobs are rows. The owner wants no second store.");
  CHECK(h.next_action == "Write requeue() in src/queue/worker.py.");
  check_everywhere(r);
}

TEST_CASE("sample: Spellbook's boot document") {
  Json r = record_of("spellbook-boot.md", "spellbook");
  model::Handoff h = read_handoff(r);
  CHECK(h.timestamp == "2026-11-02T16:20:00Z");
  CHECK(h.mode == model::Mode::checkpoint);
  CHECK(h.session_id == "3f6c1c1e-5b0e-4b8f-9f0a-2f7f4d1c9a10");
  CHECK(r["compaction_count"] == 2);
  CHECK(r["identity"]["persona"] == "a calm backend engineer");
  CHECK(r["identity"]["mode"] == "fun");
  CHECK(r["identity"]["mode_context"]["undertow"] == "afraid of fog");
  CHECK(r["identity"]["role"] == "orchestrator");
  CHECK(r["skill_stack"][0]["parent"].is_null());
  CHECK(r["skill_stack"][0]["step"] == "Task 2");
  CHECK(r["skill_stack"][0]["iteration"] == 1);
  CHECK(r["skill_stack"][0]["resume_command"] == "Skill('develop', '--resume Phase3.Task2')");
  CHECK(r["skill_stack"][0]["constraints"]["forbidden"][1] == "skip the review");
  CHECK(r["skill_stack"][0]["constraints"]["required"].size() == 2);
  CHECK(r["subagents"][0]["id"] == "agent-7");
  CHECK(r["subagents"][0]["output_summary"] == "tests/test_requeue.py is red as wanted");
  CHECK(r["subagents"][0]["blockers"][0] == "no staging");
  CHECK(r["subagents"][0]["skill_stack"][0]["name"] == "tdd");
  CHECK(r["workflow_pattern"]["pattern"] == "sequential-delegation");
  CHECK(r["workflow_pattern"]["waiting_for"][0] == "agent-8");
  CHECK(r["goals"] ==
        json(R"({"ultimate":"cron is gone","current_phase":"worker","main_task":"review requeue",
    "delegated_summary":"agent-8 writes the metrics"})"));
  // What is in work stands among the completed ones, as in Superteam's schema; its own status
  // tells.
  REQUIRE(h.completed_tasks.size() == 2);
  CHECK(h.completed_tasks[0].name == "Give failed jobs back");
  CHECK(h.completed_tasks[0].state == model::TaskState::in_progress);
  CHECK(h.completed_tasks[0].verification == "pytest tests/test_requeue.py");
  CHECK(r["completed_tasks"][0]["delegated_to"] == "agent-7");
  CHECK(h.completed_tasks[1].name == "Queue table");
  CHECK(h.completed_tasks[1].state == model::TaskState::done);
  CHECK(contains(r.dump(), "tell the owner about the port"));
  CHECK(h.blockers.at(0).description == "the night lock is unknown");
  REQUIRE(h.documents.size() == 3);
  CHECK(h.documents[0].path == "docs/queue-design.md");
  CHECK(h.documents[0].status == "APPROVED");
  CHECK(h.documents[1].kind == "impl");
  CHECK(h.documents[2].why == "what task 2 has to do");
  REQUIRE(h.decisions.size() == 2);
  CHECK(h.decisions[0].binding == "absolute");
  CHECK(h.decisions[1].rationale == "gentle on the mail server");
  CHECK(r["conversation"]["user_messages"][0]["type"] == "correction");
  CHECK(r["corrections"][0]["lesson"] == "no new services");
  CHECK(r["errors"][0]["fix"] == "FOR UPDATE was missing");
  CHECK(r["artifacts"]["files"][0]["status"] == "partial");
  CHECK(r["artifacts"]["verification_results"][0]["passed"] == true);
  CHECK(r["quality_gates"][0]["evidence"] == "approved in the chat");
  CHECK(r["environment"]["worktrees"][0]["purpose"] == "the red test");
  CHECK(r["recovery"]["checkpoints"][0]["git_ref"] == "b1c2d3e");
  check_everywhere(r);
}

TEST_CASE("each field of Spellbook's state comes back, and its page has the sections") {
  auto state_in = [](const std::string& page) {
    const size_t from = page.find("```yaml\n") + 8;
    return parse_yaml(page.substr(from, page.find("\n```", from) - from), "state");
  };
  const std::string given = sample("spellbook-boot.md");
  std::vector<std::string> warnings;
  Json record = read_document(given, "spellbook-boot.md", nullptr, warnings);
  Losses losses;
  const std::string page = find_format("spellbook")->write(record, {.root = "/srv/shop"}, losses);
  const Json wanted = state_in(given), got = state_in(page);
  for (const auto& item : wanted.items()) {
    INFO(item.key() << ": " << item.value().dump() << "\n" << got.value(item.key(), Json()).dump());
    CHECK(sorted(got.value(item.key(), Json())) == sorted(item.value()));
  }
  // The page around it, in this order.
  size_t at = 0;
  for (const char* text : {"SECTION 0: MANDATORY FIRST ACTIONS",
                           "0.1 ",
                           "Skill('develop', '--resume Phase3.Task2')",
                           "0.2 ",
                           "Read(\"/srv/shop/docs/queue-impl.md\")",
                           "0.3 ",
                           "TodoWrite([{\"content\":",
                           "\"activeForm\":",
                           "0.4 ",
                           "skill of 0.1 active",
                           "documents of 0.2 read",
                           "todos of 0.3 in place",
                           "0.5 ",
                           "required: one subagent a task",
                           "forbidden: edit files directly",
                           "decisions of 1.15 stand",
                           "its verification has been run",
                           "SECTION 1: SESSION CONTEXT",
                           "1.1 ",
                           "a calm backend engineer",
                           "1.1.1 ",
                           "| develop |",
                           "| agent-7 | a tester | test requeue | completed |",
                           "sequential-delegation",
                           "agent-8",
                           "1.2 ",
                           "cron is gone",
                           "review requeue",
                           "1.4 ",
                           "delays grow with the square",
                           "1.5 ",
                           "1.6 ",
                           "FOR UPDATE was missing",
                           "good catch",
                           "1.8 ",
                           "Give failed jobs back",
                           "implicit: tell the owner",
                           "blocked by: the night lock",
                           "1.9 ",
                           "| impl | IN_PROGRESS | Phase 3, Task 2 |",
                           "1.10 ",
                           "| what task 2 has to do | Worker |",
                           "1.11 ",
                           "1.12 ",
                           "partial",
                           "1.13 ",
                           "4 passed",
                           "1.14 ",
                           "Skill('develop'",
                           "1.15 ",
                           "SKIP LOCKED",
                           "1.18 ",
                           "approved in the chat",
                           "1.19 ",
                           "queue",
                           "2 uncommitted",
                           "1.20 ",
                           "1.21 ",
                           "1.22 ",
                           "before the worker",
                           "b1c2d3e",
                           "1.25 ",
                           "no second store, please",
                           "a column is enough",
                           "SECTION 2: CONTINUATION PROTOCOL",
                           "Section 0, if it has not been done",
                           "git handoff check",
                           "the plan is right",
                           "Ask how the subagents of 1.1 stand",
                           "gates of 1.18 come before new work",
                           "exact position of 1.1"}) {
    INFO(text << "\n" << page.substr(at));
    const size_t found = page.find(text, at);
    REQUIRE(found != std::string::npos);
    at = found + 1;
  }
}

TEST_CASE("sample: Aura Frog's workflow-state.json") {
  Json r = record_of("aura-frog-workflow-state.json", "aura-frog");
  model::Handoff h = read_handoff(r);
  CHECK(r["workflow_id"] == "job-queue-20261102-090500");
  CHECK(h.timestamp == "2026-11-02T16:20:00Z");
  CHECK(h.status == "paused");
  CHECK(h.title == "Replace cron by a job queue");
  CHECK(r["ticket"] == "SHOP-77");
  CHECK(h.phase == "5");
  CHECK(r["phase_name"] == "Write Tests (TDD RED)");
  CHECK(r["agents"]["secondary"][1] == "qa-automation");
  CHECK(r["phases"]["2"]["deliverables"][1] == "locks.md");
  CHECK(r["phases"]["3"]["skip_reason"] == "There is no screen");
  // The phase in work is none of those that the document lists.
  REQUIRE(h.completed_tasks.size() == 5);
  CHECK(h.completed_tasks[4].name == "Write Tests (TDD RED)");
  CHECK(h.completed_tasks[4].state == model::TaskState::in_progress);
  CHECK(h.completed_tasks[4].progress == "step a");
  REQUIRE(h.decisions.size() == 3);
  CHECK(h.decisions[2].decision == "Five attempts");
  CHECK(r["environment"]["tech_stack"] == "Python, PostgreSQL");
  CHECK(h.context_notes == "The owner likes small steps");
  CHECK(r["deliverables"][0]["path"] ==
        ".claude/logs/workflows/job-queue-20261102-090500/requirements.md");
  CHECK(r["token_usage"]["at_handoff"] == 151200);
  check_same_bytes("aura-frog-workflow-state.json", "aura-frog", r);
  check_everywhere(r);
}

TEST_CASE("sample: Aura Frog's workflow-state.toon") {
  Json r = record_of("aura-frog-workflow-state.toon", "aura-frog-toon");
  CHECK(r["workflow_id"] == "job-queue-20261102");
  CHECK(r["phase"] == 5);
  CHECK(r["status"] == "in_progress");
  REQUIRE(r["phases"].size() == 9);
  CHECK(r["phases"][2]["status"] == "skipped");
  CHECK(r["completed_tasks"].size() == 5);
  CHECK(r["completed_tasks"][4]["name"] == "TDD Implementation");
  CHECK(r["completed_tasks"][4]["status"] == "in_progress");
  CHECK(r["remaining_tasks"].size() == 4);
  CHECK(r["agents"] == json(R"(["backend-python","qa-automation"])"));
  check_everywhere(r);
}

TEST_CASE("sample: Aura Frog's state within a page of prose") {
  std::string page =
      "Keeps the state of a workflow.\nvars[2]{name,use}:\nA,one thing\nB,another: "
      "thing\nTriggers:\n- at 75%, say so\n\n" +
      replace_all(sample("aura-frog-workflow-state.toon"), "\n  ", "\n") +
      "Token savings: a lot\nVersion: 2\n";
  std::vector<std::string> warnings;
  Json r = read_document(page, "a page", nullptr, warnings);
  CHECK(warnings.size() == 1);
  CHECK(r["workflow_id"] == "job-queue-20261102");
  CHECK(r["phases"].size() == 9);
  CHECK(r["agents"] == json(R"(["backend-python","qa-automation"])"));
}

TEST_CASE("sample: mddesign's progress.md") {
  Json r = record_of("mddesign-progress.md", "mddesign",
                     {"1 earlier handoff block in mddesign-progress.md left aside"});
  CHECK(r["timestamp"] == "2026-11-02T16:20:00Z");
  CHECK(r["phase"] == "phase-3-dialog");
  CHECK(r["status"] == "in_progress, dialog drawn but keyboard order not checked");
  CHECK(r["promoted"] == 2);
  CHECK(r["open_questions"] == json(R"(["Should the overlay use surface.dim or surface.black?"])"));
  CHECK(r["next_action"] ==
        "Read findings.md \"## Design Context\", then run /mddesign:critique to hold the dialog "
        "against the "
        "tokens of DESIGN.md.");
  CHECK(
      r["phases"][0] ==
      json(
          R"({"id":"2","status":"complete","summary":"Colours and type sizes are tokens now.","artifacts":["tokens.json"],
    "open_questions":["Is 44 px enough for the close button?"],"next_phase_hint":"Build the dialog on the tokens."})"));
  check_everywhere(r);
}
