#pragma once

#include <random>

#include <nlohmann/json.hpp>

#include "model/json.hpp"

namespace handoff::testing {

/// What a generated record may hold.
enum class Reach {
  markdown,  ///< only what HANDOFF.md has a place for, in the shapes it reads back
  all,       ///< any field of the record, in any shape that is in use, and unknown ones
};

/// Makes records that are different and hard: odd texts, missing fields, ids that repeat.
class RecordSource {
 public:
  explicit RecordSource(unsigned seed) : x_random(seed) {}

  Json record(Reach reach) {
    Json r = Json::object();
    bool all = reach == Reach::all;
    r["version"] = 1;
    maybe(r, "timestamp", "2026-03-24T14:30:00Z");
    maybe(r, "status",
          pick({"paused", "paused_awaiting_human_uat", "in progress, not: checked", "03"}));
    maybe(r, "workflow", pick({"execute", "tdd", "a b"}));
    maybe(r, "phase",
          all || one_in(2) ? Json(pick({"03", "207.1", "12-01", "hotfix"})) : Json(number()));
    maybe(r, "task", number());
    maybe(r, "total_tasks", number());
    maybe(r, "title", line());
    list(r, "completed_tasks", [&] { return task(all); });
    list(r, "remaining_tasks", [&] { return task(all); });
    list(r, "decisions", [&] {
      Json d{{"decision", line()}};
      maybe(d, "rationale", text());
      maybe(d, "rejected", text());
      maybe(d, "binding", pick({"absolute", "session"}));
      maybe(d, "source", pick({"user", "agent"}));
      return d;
    });
    list(r, "blockers", [&] {
      Json b{{"description", line()}};
      maybe(b, "type", "technical");
      maybe(b, "workaround", text());
      maybe(b, "check", "test -f x");
      return b;
    });
    list(r, "human_actions_pending", [&] {
      Json a{{"action", line()}};
      maybe(a, "context", text());
      maybe(a, "blocking", true);
      if (all)
        maybe(a, "done", one_in(2));
      return a;
    });
    list(r, "open_questions", [&] { return Json(line()); });
    list(r, "corrections", [&] { return Json(line()); });
    list(r, "documents", [&] {
      Json d{{"path", pick({"docs/plan.md", "a b.md", "/abs/x.md"})},
             {"kind", pick({"design", "impl", "must_read", "note"})}};
      if (all) {
        maybe(d, "why", text());
        maybe(d, "status", pick({"APPROVED", "DRAFT"}));
        maybe(d, "current_position", line());
        maybe(d, "focus_sections", Json::array({line()}));
      }
      return d;
    });
    list(r, "uncommitted_files", [&] {
      return Json(pick({"src/a.ts", "b c.ts", "\xC3\xA9.txt"}));
    });
    maybe(r, "context_notes", text());
    maybe(r, "next_action", text());
    if (all)
      add_rest(r);
    return r;
  }

 private:
  template <typename Make>
  void list(Json& into, const char* name, Make make) {
    if (one_in(3))
      return;
    Json items = Json::array();
    for (size_t n = 1 + x_random() % 3; n > 0; --n)
      items.push_back(make());
    into[name] = std::move(items);
  }

  void maybe(Json& into, const char* name, Json value) {
    if (!one_in(3))
      into[name] = std::move(value);
  }

  Json task(bool all) {
    Json t = Json::object();
    maybe(t, "id", one_in(2) ? Json(number()) : Json(pick({"12-01", "03", "7"})));
    t["name"] = line();
    t["status"] = pick({"done", "in_progress", "not_started", "blocked", "complete-shipped"});
    maybe(t, "progress", text());
    maybe(t, "commit", pick({"abc1234", "abc1234..def5678", "pending", "a1b2c3d, e4f5a6b"}));
    maybe(t, "files", Json::array({"src/a.ts", "b c.ts"}));
    maybe(t, "verification", "make test");
    if (all) {
      maybe(t, "priority", pick({"high", "medium"}));
      if (one_in(8))
        t.erase("status");
      if (one_in(9))
        return "just " + line();
    }
    return t;
  }

  void add_rest(Json& r) {
    maybe(r, "mode", pick({"manual", "auto", "checkpoint", "emergency"}));
    maybe(r, "user_message", text());
    maybe(r, "wave_state", Json{{"current_wave", 2}, {"completed_waves", {1}}});
    maybe(r, "tdd", Json{{"phase", "GREEN"}, {"where", text()}});
    maybe(r, "debug",
          Json{{"hypotheses", {text()}},
               {"eliminated", Json::array()},
               {"evidence", Json::array({line()})}});
    maybe(r, "verification",
          Json{{"passed", {line()}}, {"failed", Json::array()}, {"gaps", {text()}}});
    maybe(r, "files_modified", Json::array({"src/b.c", Json{{"path", "a b.c"}, {"why", line()}}}));
    maybe(r, "definition_of_done", Json::array({line(), text()}));
    maybe(r, "deliverables",
          Json::array({Json{{"path", "docs/spec.md"}, {"phase", "1"}},
                       Json{{"path", line()}, {"status", "missing"}}}));
    maybe(r, "artifacts",
          Json{{"files", Json::array({Json{{"path", "src/a.c"},
                                           {"expected", text()},
                                           {"actual", line()},
                                           {"status", "partial"}}})},
               {"verification_results", Json::array({Json{{"command", "make test"},
                                                          {"expected", "0"},
                                                          {"actual", line()},
                                                          {"passed", one_in(2)}}})}});
    maybe(r, "recovery",
          Json{{"checkpoints",
                Json::array({Json{{"name", line()}, {"git_ref", "abc1234"}, {"scope", text()}}})}});
    if (one_in(3))
      r["todos"] = one_in(2)
                       ? Json::array({line(), Json{{"content", line()}, {"status", "pending"}}})
                       : Json{{"explicit",
                               Json::array({Json{
                                   {"id", "1"}, {"content", line()}, {"status", "in_progress"}}})},
                              {"implicit", Json::array({line()})},
                              {"blockers", Json::array({line()})}};
    maybe(r, "goals", Json{{"ultimate", line()}, {"current_phase", nullptr}});
    maybe(
        r, "skill_stack",
        Json::array({Json{{"name", "develop"}, {"phase", "Phase 4"}, {"resume_command", line()}}}));
    maybe(r, "subagents",
          Json::array({Json{{"id", "a1"}, {"task", line()}, {"status", "running"}}}));
    maybe(r, "workflow_pattern",
          one_in(2) ? Json("hierarchical")
                    : Json{{"pattern", "hierarchical"}, {"waiting_for", {"a1"}}});
    maybe(r, "identity", Json{{"role", pick({"orchestrator", "executor"})}});
    maybe(r, "conversation", Json{{"user_messages", Json::array({Json{{"content", text()}}})}});
    maybe(r, "quality_gates", Json::array({Json{{"name", "lint"}, {"status", "PASSED"}}}));
    maybe(r, "environment", Json{{"git_branch", "feat"}, {"tech_stack", line()}});
    maybe(r, "phases",
          one_in(2) ? Json::array({Json{{"num", 1}, {"name", line()}, {"status", "completed"}}})
                    : Json{{"1", Json{{"name", line()}, {"status", "approved"}}}});
    maybe(r, "agents", Json{{"primary", "x"}});
    maybe(r, "token_usage", Json{{"at_handoff", 152340}});
    maybe(r, "ticket", "PROJ-1");
    maybe(r, "session_id", text());
    maybe(r, "compaction_count", number());
    maybe(r, "errors", Json::array({line(), Json{{"error", line()}, {"fix", text()}}}));
    maybe(r, "unknown field",
          Json{{"deep", Json::array({Json{{"er", text()}}, nullptr, 1.5, false})}});
    if (one_in(4))
      r["documents"] =
          Json{{"design", Json::array({Json{{"path", "docs/d.md"}, {"status", "APPROVED"}}})},
               {"impl", Json::array()}};
    if (one_in(4))
      r["decisions"] =
          Json{{"binding", Json::array({Json{{"decision", "x"}}})}, {"technical", Json::array()}};
    if (one_in(5))
      r["context_notes"] = Json::array({line(), line()});
    if (one_in(5))
      r["uncommitted_files"] = "all of src";
  }

  bool one_in(unsigned n) { return x_random() % n == 0; }
  int64_t number() { return static_cast<int64_t>(x_random() % 1000); }
  std::string pick(std::initializer_list<const char*> words) {
    return words.begin()[x_random() % words.size()];
  }

  std::string line() {
    return pick({"Setup auth module",
                 "jose over jsonwebtoken",
                 "a (b)",
                 "Task 3: x",
                 "# not a heading",
                 "- [x] no tick",
                 "x: y",
                 "use `a<b>` and <b>",
                 "100%",
                 "\xE6\x97\xA5\xE6\x9C\xAC",
                 "a | b",
                 "**bold**",
                 "tail\\",
                 "&amp; [x]: y",
                 "(commit abc1234)",
                 "a \xE2\x80\x94 b",
                 "1. first",
                 "\"quoted\"",
                 "it's",
                 "true",
                 "null",
                 "12",
                 "back`tick"});
  }

  std::string text() {
    std::string text = line();
    for (size_t n = x_random() % 3; n > 0; --n)
      text += pick({"\n", "\n\n", " "}) + line();
    return text;
  }

  std::mt19937 x_random;
};

}  // namespace handoff::testing
