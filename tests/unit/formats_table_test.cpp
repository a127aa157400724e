// The table of docs/formats.md: what each format carries, computed from the code. HANDOFF_UPDATE=1
// writes it.

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "catch.hpp"
#include "formats/foreign/format.hpp"
#include "formats/json/json.hpp"

using namespace handoff;
using namespace handoff::formats;

namespace {

/// A record with something in every field, in the shapes that git-handoff itself writes.
Json full_record() {
  return parse_json(
      R"({"version":1,"timestamp":"2026-03-24T14:30:00Z","status":"paused","title":"t","workflow":"execute",
    "phase":"03","task":2,"total_tasks":4,"user_message":"m",
    "completed_tasks":[{"id":1,"name":"a","status":"done","commit":"abc1234"}],
    "remaining_tasks":[{"id":2,"name":"b","status":"not_started","verification":"make test"}],
    "uncommitted_files":["src/a.c"],"files_modified":["src/b.c"],"definition_of_done":["d"],
    "next_action":"n","context_notes":"c","decisions":[{"decision":"x","rationale":"y","binding":"absolute"}],
    "open_questions":["q"],"corrections":["k"],"errors":["e"],
    "blockers":[{"description":"b"}],"human_actions_pending":[{"action":"a","blocking":true}],
    "documents":[{"path":"docs/a.md","kind":"impl"}],"wave_state":{"current_wave":1},"tdd":{"phase":"RED"},
    "debug":{"hypotheses":["h"]},"verification":{"passed":["p"]},"goals":{"ultimate":"u"},
    "skill_stack":[{"name":"s"}],"subagents":[{"id":"i"}],"conversation":{"user_messages":[{"content":"c"}]},
    "artifacts":{"files":[{"path":"p"}]},"quality_gates":[{"name":"g"}],"environment":{"tech_stack":"C++"},
    "agents":{"primary":"a"},"token_usage":{"at_handoff":1}})",
      "test");
}

struct Row {
  const char* what;
  std::vector<const char*> fields;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {"position (phase, task, status, time)",
       {"timestamp", "status", "phase", "task", "total_tasks"}},
      {"title, workflow, message", {"title", "workflow", "user_message"}},
      {"tasks with commits and states", {"completed_tasks", "remaining_tasks"}},
      {"next action", {"next_action"}},
      {"context", {"context_notes"}},
      {"decisions", {"decisions"}},
      {"open questions", {"open_questions"}},
      {"corrections, errors", {"corrections", "errors"}},
      {"blockers", {"blockers"}},
      {"human actions", {"human_actions_pending"}},
      {"files, definition of done", {"uncommitted_files", "files_modified", "definition_of_done"}},
      {"documents", {"documents"}},
      {"debug, tdd, verification, waves", {"debug", "tdd", "verification", "wave_state"}},
      {"goals, skills, subagents, gates",
       {"goals", "skill_stack", "subagents", "conversation", "artifacts", "quality_gates"}},
      {"agents, environment, tokens", {"agents", "environment", "token_usage"}},
  };
  return kRows;
}

bool named(const std::vector<std::string>& list, const std::string& field) {
  for (const std::string& item : list)
    if (item == field || item == field + " (in part)")
      return true;
  return false;
}

/// yes: in the format's own terms; carried: in the extra field; part: some of it; no.
std::string cell(const Row& row, const Losses& losses) {
  size_t own = 0;
  size_t carried = 0;
  for (const char* field : row.fields) {
    own += named(losses.dropped, field) || named(losses.carried, field) ? 0u : 1u;
    carried += named(losses.carried, field) ? 1u : 0u;
  }
  if (own == row.fields.size())
    return "yes";
  if (own + carried == row.fields.size())
    return own == 0 ? "carried" : "yes, carried";
  return own == 0 ? "no" : "part";
}

std::string table() {
  std::string head = "| |";
  std::string rule = "|---|";
  std::vector<Losses> all;
  for (const Format& format : all_formats()) {
    head += " " + std::string(format.name) + " |";
    rule += "---|";
    Losses losses;
    format.write(full_record(), {.root = "/r", .id = "i", .branch = "b"}, losses);
    all.push_back(std::move(losses));
  }
  std::string out = head + "\n" + rule + "\n";
  for (const Row& row : rows()) {
    out += std::string("| ") + row.what + " |";
    for (const Losses& losses : all)
      out += " " + cell(row, losses) + " |";
    out += "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("docs/formats.md tells what each format carries") {
  const std::string path = HANDOFF_SOURCE_DIR "/docs/formats.md";
  const std::string begin = "<!-- formats: written by tests/unit/formats_table_test.cpp -->\n";
  const std::string end = "<!-- end of formats -->\n";
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  size_t from = text.find(begin);
  size_t to = text.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  from += begin.size();
  std::string wanted = table();
  if (std::getenv("HANDOFF_UPDATE") != nullptr)
    std::ofstream(path) << text.substr(0, from) + wanted + text.substr(to);
  else
    CHECK(text.substr(from, to - from) == wanted);
}
