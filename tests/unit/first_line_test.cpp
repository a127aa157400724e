#include "ops/check/first_line.hpp"

#include <functional>

#include "base/text.hpp"
#include "catch.hpp"

using namespace handoff;
using ops::Position;
using ops::Situation;

namespace {

/// A handoff that Ann paused on login, and nothing that happened since.
struct Scene {
  model::Handoff handoff = {};
  ops::Comparison comparison = {};
  model::CheckReport report = {};
  ops::FirstLineFacts facts = {};

  Scene() {
    handoff.git.branch = "login";
    handoff.git.author = "Ann <ann@example.com>";
    handoff.git.base = "b000000000";
    handoff.git.wip_commit = "a1b2c3d4e5";
    handoff.git.on_branch = true;
    comparison.position = Position::at_wip;
    comparison.on_its_branch = true;
    comparison.is_here = true;
    comparison.branch = "login";
    comparison.branch_tip = handoff.git.wip_commit;
    comparison.status.head = {.branch = "login", .oid = handoff.git.wip_commit};
    comparison.stack = ops::WipStack{.top = "a1b2c3d4e5", .base = "b000000000"};
    facts.now = 10 * 3600;
  }
  ops::FirstLine line() {
    facts.handoff = &handoff;
    facts.comparison = &comparison;
    facts.report = &report;
    return ops::first_line(facts);
  }

  void on_main() {
    comparison.position = Position::wip_elsewhere;
    comparison.on_its_branch = comparison.is_here = false;
    comparison.status.head.branch = "main";
  }
  void found(const std::string& code, const std::string& subject, const std::string& evidence,
             const std::string& to = {}, model::Fate fate = model::Fate::none) {
    report.findings.push_back({.code = code,
                               .subject = subject,
                               .state = model::FindingState::changed,
                               .fate = fate,
                               .to = to,
                               .evidence = evidence});
  }
  void ben_pushed() {
    report.ahead_ref = "origin/login";
    report.ahead = {{.oid = "c", .subject = "login: finished", .author = "Ben Hoyt <b@x>"},
                    {.oid = "d", .subject = "login: tests", .author = "Ben Hoyt <b@x>"}};
  }
  void stands(ops::Standing::Kind kind, const std::string& sentence) {
    facts.standing = ops::Standing{};
    facts.standing->kind = kind;
    facts.standing->sentence = sentence;
  }
};

struct Case {
  Situation situation;
  const char* sentence;
  std::function<void(Scene&)> happens;
};

const std::vector<Case> kCases = {
    {Situation::retired, "archived: resumed",
     [](Scene& s) {
       s.facts.archived = true;
       s.handoff.status = "resumed";
     }},
    {Situation::unread, "paused by Ann, and you have not read it yet",
     [](Scene& s) { s.facts.unread = true; }},
    {Situation::half_done, "a git handoff command was interrupted here",
     [](Scene& s) { s.facts.half_done = true; }},
    {Situation::objects_missing, "the paused work (a1b2c3d) is not in this repository",
     [](Scene& s) { s.found("wip", "a1b2c3d", "not stored here", "", model::Fate::gone); }},
    {Situation::several_fit, "3 handoffs fit here; this is the newest",
     [](Scene& s) { s.facts.fitting = 3; }},
    {Situation::held, "Ben has had it for 2 h, says Ben",
     [](Scene& s) { s.stands(ops::Standing::Kind::held, "Ben has had it for 2 h, says Ben"); }},
    {Situation::held,
     "Ben has had it for 2 h, says Ben; origin/login is 2 commits ahead: Ben Hoyt, 'login: "
     "finished'",
     [](Scene& s) {
       s.stands(ops::Standing::Kind::held, "Ben has had it for 2 h, says Ben");
       s.ben_pushed();
     }},
    {Situation::finished, "finished, says Ben",
     [](Scene& s) { s.stands(ops::Standing::Kind::finished, "finished, says Ben"); }},
    {Situation::finished, "no longer on origin",
     [](Scene& s) { s.stands(ops::Standing::Kind::gone, "no longer on origin"); }},
    {Situation::not_settled, "not settled: no answer came from origin",
     [](Scene& s) {
       s.stands(ops::Standing::Kind::unsettled, "not settled: no answer came from origin");
     }},
    {Situation::ahead_elsewhere, "origin/login is 2 commits ahead: Ben Hoyt, 'login: finished'",
     [](Scene& s) { s.ben_pushed(); }},
    {Situation::operation, "a rebase is under way: finish or abort it first",
     [](Scene& s) { s.found("operation", "none", "a rebase is under way", "rebase"); }},
    {Situation::conflicts, "in conflict: b.c",
     [](Scene& s) {
       s.comparison.position = Position::snapshot;
       git::StatusEntry entry;
       entry.kind = git::StatusEntry::Kind::unmerged;
       entry.path = "b.c";
       s.comparison.status.entries = {entry};
       s.comparison.edited = {"b.c"};
       s.facts.conflicts = {"a.c", "b.c"};
     }},
    {Situation::conflicts, "what was kept in conflict is not in the tree any more: a.c, b.c",
     [](Scene& s) {
       s.comparison.position = Position::snapshot;
       s.comparison.at_base = true;
       s.facts.conflicts = {"a.c", "b.c"};
     }},
    {Situation::other_worktree, "login is checked out in /work/login: go on there",
     [](Scene& s) {
       s.on_main();
       s.comparison.other_worktree = "/work/login";
     }},
    {Situation::dirty_elsewhere,
     "you are on main, with changes: commit or pause them, then continue on login",
     [](Scene& s) {
       s.on_main();
       s.comparison.tracked_changes = true;
     }},
    {Situation::other_branch, "you are on main; the work was paused on login",
     [](Scene& s) { s.on_main(); }},
    {Situation::other_branch, "HEAD is detached; the work was paused on login",
     [](Scene& s) {
       s.on_main();
       s.comparison.status.head.branch = "";
     }},
    {Situation::branch_gone, "there is no branch login any more; the work is kept",
     [](Scene& s) {
       s.on_main();
       s.comparison.position = Position::branch_gone;
       s.comparison.branch_tip = "";
     }},
    {Situation::fetched, "from another clone; there is no branch login here yet",
     [](Scene& s) {
       s.on_main();
       s.facts.made_here = false;
       s.comparison.position = Position::branch_gone;
       s.comparison.branch_tip = "";
     }},
    {Situation::published, "the paused work is published, in origin/login: it stays a commit",
     [](Scene& s) { s.comparison.published = "refs/remotes/origin/login"; }},
    {Situation::published, "the paused work is also on side: it stays a commit there",
     [](Scene& s) { s.comparison.published = "refs/heads/side"; }},
    {Situation::reworded, "the paused work was committed as 'login: expiry' (e000000)",
     [](Scene& s) {
       s.comparison.position = Position::reworded_wip;
       s.comparison.work_in = "e0000000";
       s.facts.work_subject = "login: expiry";
     }},
    {Situation::squashed, "the paused work went into 'login: all of it' (e000000)",
     [](Scene& s) {
       s.comparison.position = Position::went_in;
       s.comparison.work_in = "e0000000";
       s.facts.work_subject = "login: all of it";
     }},
    {Situation::altered, "the paused commit was changed since, to f000000",
     [](Scene& s) {
       s.comparison.position = Position::altered_wip;
       s.comparison.stack->top = "f00000000";
     }},
    {Situation::on_top, "2 commits are on top of the paused work",
     [](Scene& s) {
       s.comparison.position = Position::above_wip;
       s.comparison.commits_since = 2;
     }},
    {Situation::off_branch, "login no longer ends in the paused work, which is kept",
     [](Scene& s) { s.comparison.position = Position::moved_on; }},
    {Situation::blocked, "blocked until this is done: merge #204",
     [](Scene& s) {
       s.handoff.human_actions = {{"merge #204", "", true, false}};
     }},
    {Situation::next_changed, "Ben Hoyt changed session.py since, which your next step names",
     [](Scene& s) {
       s.report.relevant = {{.author = "Ben Hoyt <b@x>", .files = {"session.py"}, .relevance = 3}};
     }},
    {Situation::next_changed, "you changed session.py on main since, which your next step names",
     [](Scene& s) {
       s.report.relevant = {{.author = "Ann <ann@example.com>",
                             .by_reader = true,
                             .where = "main",
                             .files = {"session.py"},
                             .relevance = 3}};
     }},
    {Situation::commit_lost, "'test: bytes' is no longer on the branch: tests/test_x.py",
     [](Scene& s) {
       s.report.lost = {{.oid = "7777777", .subject = "test: bytes", .files = {"tests/test_x.py"}}};
     }},
    {Situation::commit_lost, "commit 7777777 is not in this repository; 1 more commit too",
     [](Scene& s) {
       s.report.lost = {{.oid = "7777777", .is_stored = false},
                        {.oid = "8888888", .is_stored = false}};
     }},
    {Situation::edited, "edited since: a.c, b.c, c.c and 1 more",
     [](Scene& s) {
       s.comparison.edited = {"a.c", "b.c", "c.c", "d.c"};
     }},
    {Situation::submodule, "the submodule lib: at 1234567, recorded at 7654321",
     [](Scene& s) { s.found("submodule", "lib", "at 1234567, recorded at 7654321"); }},
    {Situation::claims_changed, "not as recorded: src/a.c:42: the line is 57 now; and 1 more",
     [](Scene& s) {
       s.found("document", "plan.md", "changed since");
       s.found("anchor", "src/a.c:42", "the line is 57 now");
       s.report.findings.back().relevance = 3;
     }},
    {Situation::emergency, "written in an emergency: parts may be missing",
     [](Scene& s) { s.handoff.mode = model::Mode::emergency; }},
    {Situation::old, "9 days old: rely on its decisions, take the rest from the code",
     [](Scene& s) {
       s.report.age_band = model::AgeBand::stale;
       s.report.age_seconds = 9 * 24 * 3600;
       s.report.since_head = 3;
     }},
    {Situation::unverifiable, "nothing changed, but 1 fact cannot be compared here",
     [](Scene& s) {
       s.found("document", "/elsewhere/x", "a path of another machine");
       s.report.findings.back().state = model::FindingState::unverifiable;
       s.report.verdict = model::Verdict::unverifiable;
     }},
    {Situation::rebased, "safe to continue (rebased onto b111111)",
     [](Scene& s) { s.comparison.stack->base = "b11111111"; }},
    {Situation::rebased, "safe to continue (the branch was rebased)",
     [](Scene& s) {
       s.comparison.stack->base = "b11111111";
       s.found("base", "b000000", "rewritten to b111111");
       s.report.findings.back().state = model::FindingState::confirmed;
       s.report.findings.back().fate = model::Fate::rewritten;
     }},
    {Situation::claims_changed, "rebased: 'their fix' (1234567) touches src/a.c",
     [](Scene& s) {
       s.comparison.stack->base = "b11111111";
       s.found("commit-since", "'their fix' (1234567)", "touches src/a.c");
     }},
    {Situation::safe, "safe to continue: nothing changed in 9 days",
     [](Scene& s) {
       s.report.age_band = model::AgeBand::stale;
       s.report.age_seconds = 9 * 24 * 3600;
     }},
    {Situation::safe, "safe to continue", [](Scene&) {}},
};

}  // namespace

TEST_CASE("each situation has its sentence, with names") {
  for (const Case& test : kCases) {
    Scene scene;
    test.happens(scene);
    ops::FirstLine line = scene.line();
    CAPTURE(test.sentence);
    CHECK(line.text == test.sentence);
    CHECK(line.situation == test.situation);
  }
}

TEST_CASE("of two situations the earlier one is told, and a later one only where it stops work") {
  for (size_t i = 0; i < kCases.size(); ++i)
    for (size_t j = i + 1; j < kCases.size(); ++j) {
      const Case &first = kCases[i], &second = kCases[j];
      // Situations of one place or one state exclude each other.
      auto exclude = [](Situation s) {
        return s == Situation::held || s == Situation::finished || s == Situation::not_settled ||
               (s >= Situation::conflicts && s <= Situation::off_branch) || s >= Situation::edited;
      };
      if (first.situation == second.situation ||
          (exclude(first.situation) && exclude(second.situation)))
        continue;
      Scene scene;
      second.happens(scene);
      first.happens(scene);
      ops::FirstLine line = scene.line();
      CAPTURE(first.sentence, second.sentence, line.text);
      CHECK(line.situation == first.situation);
      CHECK(line.text.starts_with(first.sentence));
      bool both = first.situation != Situation::retired && second.situation <= Situation::conflicts;
      CHECK(contains(line.text, second.sentence) == both);
    }
}

TEST_CASE("a sentence of the first line is one line, whatever the names hold") {
  Scene scene;
  scene.ben_pushed();
  scene.report.ahead[0].author = "Ben\x1b[31m <b@x>";
  scene.report.ahead[0].subject = "one\ntwo" + std::string(4000, 'x');
  std::string text = scene.line().text;
  CHECK(text.find_first_of("\n\x1b") == std::string::npos);
  CHECK(text.size() < 400);
}

TEST_CASE("own commits that were rewritten are no change of a claim") {
  Scene scene;
  scene.found("commit", "1234567", "rewritten to 7654321", "7654321", model::Fate::rewritten);
  CHECK(scene.line().text == "safe to continue");
}

TEST_CASE("one's own commits are told as that") {
  Scene scene;
  scene.ben_pushed();
  scene.report.ahead.front().by_reader = true;
  CHECK(scene.line().text == "origin/login is 2 commits ahead: you, Ben Hoyt, 'login: finished'");
}

TEST_CASE("where the paused work is stands beside whatever line comes first") {
  Scene scene;
  scene.comparison.position = Position::moved_on;
  scene.comparison.at_base = scene.facts.not_put_back = true;
  model::Finding squashed{.code = "squashed", .where = "main"};
  squashed.work = model::PausedWork::committed;
  scene.report.findings = {squashed};
  const std::string off = "the paused work is off the branch";
  CHECK(scene.line().text ==
        "safe to continue: " + off + ", a resume brings it back; the paused work is in main");
  CHECK(scene.line().work == off + ": a resume brings it back; the paused work is in main");
  scene.handoff.human_actions = {{"merge #204", "", true, false}};
  CHECK(scene.line().situation == Situation::blocked);
  CHECK(scene.line().work == off + ": a resume brings it back; the paused work is in main");
  scene.stands(ops::Standing::Kind::held, "Ben has had it for 2 h, says Ben");
  CHECK_FALSE(contains(scene.line().work, off));
}
