#include "ops/observe/observe.hpp"

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "formats/json/json.hpp"
#include "formats/prose/planning.hpp"
#include "scratch.hpp"

using namespace handoff;

namespace {

const char* kProgress = R"(# Progress

### Phase 2 Result
**Status:** complete
#### Summary
Tokens harvested.
#### Open questions
- Should the focus ring use colors.primary or colors.accent?
- none
#### Next phase hint
Build the button.

### Handoff 2026-04-23T18:42:11Z
**Active phase at session end:** phase-3-build-cta
**Status:** in_progress, button scaffolded
**Promoted to WHY:** 2 entries
**Open questions:**
- Which ring?
**Resume next session by:**
- Read findings.md
)";

}  // namespace

TEST_CASE("a task plan's phases and the active one are read") {
  std::vector<ops::PlanPhase> phases = ops::plan_phases(R"(# Plan
## Phases
### Phase 1: Setup
- [x] a
**Status:** complete
### Phase 2: Build
- [x] b
- [ ] c
**Status:** in_progress
### Phase 3: Ship
- [ ] d
)");
  REQUIRE(phases.size() == 3);
  CHECK(phases[0].status == "complete");
  CHECK(phases[2].status == "pending");
  REQUIRE(ops::active_phase(phases) != nullptr);
  CHECK(ops::active_phase(phases)->id == "2");
  CHECK(ops::active_phase(phases)->title == "Build");
  CHECK(ops::active_phase(phases)->open == std::vector<std::string>{"c"});
  CHECK(ops::plan_phases("no phases here").empty());
  CHECK(ops::plan_phases("## Phases\n- [ ] a\n").empty());
  CHECK(ops::plan_phases("## Phases\n\n### Phase 2: b\n- [ ] a\n").size() == 1);
  CHECK(ops::active_phase(ops::plan_phases("### Phase 1: x\n**Status:** complete\n")) == nullptr);
}

TEST_CASE("the last result and the last handoff of a progress file are read") {
  ops::Progress progress = ops::progress_of(kProgress);
  CHECK(progress.phase_id == "2");
  CHECK(progress.phase_status == "complete");
  CHECK(progress.phase_questions ==
        std::vector<std::string>{"Should the focus ring use colors.primary or colors.accent?"});
  CHECK(progress.next_hint == "Build the button.");
  CHECK(progress.handoff_time == "2026-04-23T18:42:11Z");
  CHECK(progress.handoff_phase == "phase-3-build-cta");
  CHECK(progress.handoff_status == "in_progress, button scaffolded");
  CHECK(progress.handoff_questions == std::vector<std::string>{"Which ring?"});
  CHECK(progress.resume_by == std::vector<std::string>{"Read findings.md"});
  CHECK(ops::progress_of("").empty());
}

TEST_CASE("the position in Get Shit Done's state is read") {
  auto position = ops::gsd_position(
      "## Current Position\n\nPhase: 03 of 8 (Auth)\nPlan: 2 of 4 in current phase\nStatus: In "
      "progress\n");
  REQUIRE(position.has_value());
  CHECK(position->phase == "03");
  CHECK(position->phase_name == "Auth");
  CHECK(position->plan == "2");
  CHECK(position->total_plans == "4");
  CHECK_FALSE(ops::gsd_position("nothing").has_value());
}

TEST_CASE("the last entry of a scratch file counts") {
  auto entry = ops::last_scratch_entry(
      "# notes\n- 2026-04-22T10:00:00Z: old\n- [2026-04-23T11:00:00Z] chose A over B\n  because it "
      "is faster\n\nmore\n");
  REQUIRE(entry.has_value());
  CHECK(entry->time == "2026-04-23T11:00:00Z");
  CHECK(entry->text == "chose A over B because it is faster more");
  CHECK(ops::last_scratch_entry("## 2026-04-23T11:00:00Z\ntext\n")->text == "text");
  CHECK_FALSE(ops::last_scratch_entry("no times\n2026-04-23 a date alone\n").has_value());
}

TEST_CASE("lines that tell of decisions are found") {
  auto found = ops::decision_lines(
      "- Decided on jose because of ESM support\n- wrote code\n```\ndecided in code\n```\nShould "
      "we have decided this?\n* Rejected rotating tokens -- too complex\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].why == "of ESM support");
  CHECK(found[1].text == "Rejected rotating tokens -- too complex");
  CHECK(found[1].why == "too complex");
}

TEST_CASE("the work in the tree is seen, the newest first, and only fills what is open") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  scratch.write(".superteam/plans/auth.md", "**Phase:** 3\n- [x] one\n- [~] two\n- [ ] three\n");
  scratch.write(".superteam/plans/done.md", "- [x] one\n");
  scratch.write(".superteam/debug/crash.md", "status: open\n");
  scratch.write(".superteam/HANDOFF.json", "{}");
  git::Repository repository = git::Repository::open(scratch.path());
  ops::Observation seen = ops::observe(repository);
  REQUIRE(seen.work.size() == 2);
  std::stable_sort(seen.work.begin(), seen.work.end(),
                   [](const auto& a, const auto& b) { return a.workflow > b.workflow; });
  CHECK(seen.work[0].workflow == "execute");
  CHECK(seen.work[0].phase == "3");
  CHECK(seen.work[0].task == "2");
  CHECK(seen.work[0].total == "3");
  CHECK(seen.work[0].current == "two");

  Json record =
      formats::parse_json(R"({"workflow":null,"completed_tasks":[],"remaining_tasks":[]})", "test");
  ops::fill_from_work(record, seen);
  CHECK(record["workflow"] == "execute");
  CHECK(record["task"] == 2);
  CHECK(record["completed_tasks"].size() == 1);
  CHECK(record["remaining_tasks"][0]["status"] == "in_progress");
  CHECK(record["remaining_tasks"][0]["source"] == ".superteam/plans/auth.md");

  Json own = formats::parse_json(R"({"workflow":"debug","remaining_tasks":["mine"]})", "test");
  Json before = own;
  ops::fill_from_work(own, seen);
  CHECK(own == before);
}

TEST_CASE("commits since the last pause are offered as completed work") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  scratch.git({"commit", "-q", "--allow-empty", "-m", "base"});
  std::string base = scratch.git({"rev-parse", "HEAD"});
  scratch.git({"commit", "-q", "--allow-empty", "-m", "add signing"});
  scratch.git({"commit", "-q", "--allow-empty", "-m", "wip: paused"});
  std::string head = scratch.git({"rev-parse", "HEAD"});
  std::string author = scratch.git({"log", "-1", "--format=%an <%ae>"});
  git::Repository repository = git::Repository::open(scratch.path());
  Json record = Json::object();
  ops::fill_from_commits(repository, record, base, head, author);
  REQUIRE(record["completed_tasks"].size() == 1);
  CHECK(record["completed_tasks"][0]["name"] == "add signing");
  Json own = formats::parse_json(R"({"completed_tasks":["mine"]})", "test");
  ops::fill_from_commits(repository, own, base, head, author);
  CHECK(own["completed_tasks"].size() == 1);
}

TEST_CASE("the step of a TDD cycle is a word in capitals") {
  CHECK(ops::tdd_step_in("GREEN: make it pass") == "GREEN");
  CHECK(ops::tdd_step_in("Write Tests (TDD RED)") == "RED");
  CHECK(ops::tdd_step_in("REFACTOR, then RED again") == "REFACTOR");
  CHECK(ops::tdd_step_in("use a green ring, REDUCE the rest").empty());
  CHECK(ops::tdd_step_in("RED_FLAG").empty());
}

TEST_CASE("Aura Frog's unfinished workflow is seen, in both of its layouts") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  scratch.write(
      ".claude/logs/workflows/rate-limits-20261102-080000/workflow-state.json",
      R"j({"workflow_id":"rate-limits-20261102-080000","version":"1.0.0","status":"paused","current_phase":5,
                    "current_sub_phase":"a","phase_name":"Write Tests (TDD RED)","task":{"description":"Rate limits"},
                    "phases_completed":{"1":{"name":"Requirements","status":"approved"}}})j");
  scratch.write(
      ".claude/logs/workflows/done-20261001-080000/workflow-state.json",
      R"({"workflow_id":"done-20261001-080000","status":"completed","task":{"description":"Old"}})");
  scratch.write(".claude/logs/workflows/broken/workflow-state.json", "{");
  git::Repository repository = git::Repository::open(scratch.path());
  ops::Observation seen = ops::observe(repository);
  REQUIRE(seen.work.size() == 1);
  CHECK(seen.work[0].workflow == "aura-frog");
  CHECK(seen.work[0].phase == "5");
  CHECK(seen.work[0].current == "Rate limits");
  CHECK(seen.work[0].tdd == "RED");

  Json record = Json::object();
  ops::fill_from_work(record, seen);
  CHECK(record["workflow"] == "aura-frog");
  CHECK(record["phase"] == 5);
  CHECK(record["tdd"]["phase"] == "RED");
  CHECK(record["documents"][0]["path"] ==
        ".claude/logs/workflows/rate-limits-20261102-080000/workflow-state.json");

  scratch.write(".claude/logs/workflows/rate-limits-20261102-080000/workflow-state.json",
                R"({"workflow_id":"rate-limits-20261102-080000","status":"cancelled"})");
  scratch.write(
      ".claude/logs/runs/run-7/run-state.json",
      R"({"run_id":"run-7","task":"Dark mode","status":"in_progress","current_phase":2,"flow":"feature",
                    "phases":[{"num":1,"name":"Plan","status":"completed"},{"num":2,"name":"Build","status":"in_progress"}]})");
  seen = ops::observe(repository);
  REQUIRE(seen.work.size() == 1);
  CHECK(seen.work[0].current == "Dark mode");
  CHECK(seen.work[0].phase == "2");
}

TEST_CASE("Get Shit Done's position and plan are seen") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  scratch.write(".planning/STATE.md",
                "# State\n\n## Current Position\n\nPhase: 03 of 8 (Auth)\nPlan: 2 of 4\nStatus: In "
                "progress\n");
  scratch.write(".planning/ROADMAP.md", "- [x] Phase 1\n- [ ] Phase 2\n");
  git::Repository repository = git::Repository::open(scratch.path());
  ops::Observation seen = ops::observe(repository);
  REQUIRE(seen.work.size() == 1);  // the roadmap is no task list
  CHECK(seen.work[0].workflow == "gsd");
  CHECK(seen.work[0].phase == "03");
  CHECK(seen.work[0].task == "2");
  CHECK(seen.work[0].total == "4");
  Json record = Json::object();
  ops::fill_from_work(record, seen);
  CHECK(record["phase"] == "03");  // a text: the zero counts
  CHECK(record["task"] == 2);

  scratch.write(".planning/phases/03-auth/03-02-PLAN.md",
                "**Phase:** 03\n- [x] signing\n- [ ] validation\n");
  scratch.write(".planning/STATE.md", "Phase: 03 of 8 (Auth)\nPlan: 2 of 4\nStatus: Complete\n");
  seen = ops::observe(repository);
  REQUIRE(seen.work.size() == 1);
  CHECK(seen.work[0].source == ".planning/phases/03-auth/03-02-PLAN.md");
  CHECK(seen.work[0].current == "validation");
}

TEST_CASE("mddesign's plan gives the active phase, and a plain list the task") {
  test::Scratch scratch;
  scratch.git({"init", "-q"});
  scratch.write(
      "task_plan.md",
      "# Plan\n### Phase 1: Harvest\n- [x] tokens\n**Status:** complete\n### Phase 2: Build the "
      "button\n"
      "- [x] scaffold\n- [ ] check contrast\n- [ ] RED: focus ring\n**Status:** in_progress\n");
  git::Repository repository = git::Repository::open(scratch.path());
  ops::Observation seen = ops::observe(repository);
  REQUIRE(seen.work.size() == 1);
  CHECK(seen.work[0].workflow == "mddesign");
  CHECK(seen.work[0].phase == "2");
  CHECK(seen.work[0].current == "check contrast");
  REQUIRE(seen.work[0].tasks.size() == 2);
  CHECK(seen.work[0].tasks[1].name == "RED: focus ring");
  CHECK(seen.work[0].tdd.empty());

  scratch.write("task_plan.md", "### Phase 1: Harvest\n**Status:** complete\n");
  CHECK(ops::observe(repository).work.empty());
  scratch.write("task_plan.md", "- [x] one\n- [ ] two\n");
  seen = ops::observe(repository);
  REQUIRE(seen.work.size() == 1);
  CHECK(seen.work[0].task == "2");
}
