// The example documents of the systems that are read and replaced, taken as they are published.
// Skipped where they do not lie beside the project; formats_test.cpp has small ones of its own.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "catch.hpp"
#include "formats/format.hpp"
#include "formats/json.hpp"
#include "formats/record.hpp"

using namespace handoff;
using namespace handoff::formats;

namespace {

/// The text of a published document; empty where it is not there.
std::string seed(const std::string& start) {
  const char* given = std::getenv("HANDOFF_SEEDS");
  // Beside the project, or beside the folder that holds its working trees.
  std::filesystem::path folder = std::filesystem::path(HANDOFF_SOURCE_DIR) / "../shared/seeds";
  if (!std::filesystem::is_directory(folder))
    folder = std::filesystem::path(HANDOFF_SOURCE_DIR) / "../../shared/seeds";
  if (given != nullptr)
    folder = given;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().filename().string().rfind(start, 0) == 0) {
      std::ifstream file(entry.path());
      return std::string(std::istreambuf_iterator<char>(file), {});
    }
  WARN("skipped: no seeds here");
  return {};
}

/// From the first `start` up to the line `end` (which is included where `whole`).
std::string part(const std::string& text, const std::string& start, const std::string& end,
                 bool whole) {
  size_t from = text.find("\n" + start);
  REQUIRE(from != std::string::npos);
  size_t to = text.find("\n" + end + "\n", from + 1);
  REQUIRE(to != std::string::npos);
  return text.substr(from + 1, to - from + (whole ? end.size() + 1 : 0));
}

/// The first JSON object that starts a line: copies of the documents have lost their indentation.
std::string json_part(const std::string& text) {
  size_t from = text.find("\n{\n") + 1;
  size_t depth = 0;
  for (size_t i = from; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1u : 0u;
    depth -= text[i] == '}' ? 1u : 0u;
    if (depth == 0)
      return text.substr(from, i + 1 - from);
  }
  FAIL("no JSON here");
  return {};
}

Json read(const std::string& bytes, std::vector<std::string>& warnings) {
  return read_document(bytes, "input", nullptr, warnings);
}

/// A record that was imported is written in every format, and read back where the format holds it.
void check_everywhere(const Json& record) {
  for (const Format& format : all_formats()) {
    Losses losses;
    std::string bytes = format.write(record, {.root = "/r", .id = "i", .branch = "b"}, losses);
    std::vector<std::string> warnings;
    Json back = read_document(bytes, "input", &format, warnings);
    INFO(format.name << "\n" << bytes);
    // What only the first document's own place explained (`foreign`) may go with a new place.
    nlohmann::json wanted = nlohmann::json::parse(record.dump());
    nlohmann::json got = nlohmann::json::parse(back.dump());
    wanted.erase("foreign");
    got.erase("foreign");
    if (losses.dropped.empty())
      CHECK(nlohmann::json::diff(wanted, got).dump() == "[]");
  }
}

}  // namespace

TEST_CASE("Superteam's HANDOFF.json is read as it is published") {
  std::string text = seed("000");
  if (text.empty())
    return;
  std::vector<std::string> warnings;
  std::string document = json_part(text);
  Json r = read(document, warnings);
  CHECK(warnings.empty());
  model::Handoff h = read_handoff(r);
  CHECK(h.version == "1");
  CHECK(h.completed_tasks.size() == 2);
  CHECK(h.completed_tasks[0].commits == std::vector<std::string>{"abc1234"});
  CHECK(h.completed_tasks[1].progress == "Token signing done, validation not started");
  CHECK(h.remaining_tasks.size() == 2);
  CHECK(h.blockers.at(0).type == "technical");
  CHECK(h.human_actions.at(0).blocking);
  CHECK(h.decisions.at(1).rationale == "User explicitly wants NO revocation list");
  CHECK(r["wave_state"]["agents_in_progress"][1]["commit"] == "def5678");
  CHECK(h.uncommitted_files.size() == 2);
  Losses losses;
  CHECK(find_format("superteam")->write(r, {}, losses) == write_json(parse_json(document, "x")));
  check_everywhere(r);
}

TEST_CASE("Superteam's HANDOFF.md is read as it is published") {
  std::string text = seed("000");
  if (text.empty())
    return;
  std::vector<std::string> warnings;
  Json r = read(part(text, "---\nworkflow: execute",
                     "The signing is done. Add verification with jose.jwtVerify().", true),
                warnings);
  CHECK(r["phase"] == 3);
  CHECK(r["task"] == 2);
  CHECK(r["timestamp"] == "2026-03-24T14:30:00Z");
  CHECK(contains(r["current_state"].get<std::string>(), "jose.SignJWT() works"));
  CHECK(
      r["completed_tasks"][0] ==
      parse_json(R"({"id":1,"name":"Setup auth module","status":"done","commit":"abc1234"})", "x"));
  CHECK(r["completed_tasks"][1]["progress"] == "signing done, validation not started");
  CHECK(r["remaining_tasks"].size() == 2);
  CHECK(r["decisions"].size() == 3);
  CHECK(r["decisions"][0]["rationale"] == "ESM support, smaller bundle, actively maintained");
  CHECK(r["blockers"][0]["workaround"] == "in-memory for dev");
  CHECK(r["human_actions_pending"][0]["action"] == "Set up Redis instance on staging");
  CHECK(r["human_actions_pending"][0]["blocking"] == true);
  CHECK(contains(r["next_action"].get<std::string>(), "jose.jwtVerify()"));
  check_everywhere(r);
}

TEST_CASE("Spellbook's document is read as it is published") {
  std::string text = seed("001");
  if (text.empty())
    return;
  std::vector<std::string> warnings;
  CHECK(detect_format(text, "").name == "spellbook");
  Json r = read(text, warnings);
  CHECK(r["skill_stack"][0]["constraints"]["required"].size() == 2);
  CHECK(r["subagents"][0]["id"] == "[agent-id]");
  CHECK(r["remaining_tasks"][0]["name"] == "[task]");
  CHECK(r["documents"].size() == 3);
  CHECK(r["decisions"].size() == 2);
  CHECK(r["corrections"][0]["lesson"] == "[pattern to avoid]");
  CHECK(r["errors"][0]["fix"] == "[how resolved]");
  CHECK(r["artifacts"]["verification_results"][0]["command"] == "[command]");
  CHECK(r["recovery"]["checkpoints"][0]["git_ref"] == "[hash]");
  CHECK(r["identity"]["mode_context"]["undertow"] == "[undertow text]");
  check_everywhere(r);
}

TEST_CASE("Aura Frog's documents are read as they are published") {
  std::string text = seed("002");
  if (text.empty())
    return;
  std::vector<std::string> warnings;
  std::string document = json_part(text);
  Json r = read(document, warnings);
  CHECK(warnings.empty());
  CHECK(r["workflow_id"] == "feature-auth-20251129-143022");
  CHECK(r["title"] == "Implement user authentication with JWT");
  CHECK(r["ticket"] == "PROJ-1234");
  CHECK(r["phase"] == 5);
  CHECK(r["phases"]["2"]["deliverables"][1] == "architecture.md");
  CHECK(r["completed_tasks"].size() == 4);
  CHECK(r["decisions"].size() == 3);
  CHECK(r["environment"]["test_framework"] == "Jest");
  CHECK(r["context_notes"] == "User prefers functional approach over classes");
  CHECK(r["deliverables"][0]["path"] ==
        ".claude/logs/workflows/feature-auth-20251129-143022/requirements.md");
  CHECK(r["token_usage"]["estimated_remaining"] == 47660);
  Losses losses;
  CHECK(find_format("aura-frog")->write(r, {}, losses) == write_json(parse_json(document, "x")));
  check_everywhere(r);

  Json toon = read(
      part(text, "# .claude/workflow-state.toon", "agents[2]: backend-nodejs,qa-automation", true),
      warnings);
  CHECK(toon["workflow_id"] == "auth-feature-20251216");
  CHECK(toon["phase"] == 5);
  CHECK(toon["status"] == "in_progress");
  CHECK(toon["phases"].size() == 9);
  CHECK(toon["completed_tasks"].size() == 5);
  CHECK(toon["remaining_tasks"].size() == 4);
  CHECK(toon["agents"] == Json::array({"backend-nodejs", "qa-automation"}));
  check_everywhere(toon);
}

TEST_CASE("mddesign's handoff block is read as it is published") {
  std::string text = seed("003");
  if (text.empty())
    return;
  std::vector<std::string> warnings;
  CHECK(detect_format(text, "").name == "mddesign");
  Json r = read(text, warnings);
  CHECK(r["timestamp"] == "2026-04-23T18:42:11Z");
  CHECK(r["phase"] == "phase-3-build-cta");
  CHECK(r["status"] == "in_progress, button component scaffolded but a11y not yet checked");
  CHECK(r["promoted"] == 2);
  CHECK(r["open_questions"] ==
        Json::array({"Should the focus ring use colors.primary or colors.accent?"}));
  CHECK(r["next_action"] ==
        "Read findings.md \"## Design Context\", then run /mddesign:critique to check the button "
        "against DESIGN.md tokens.");
  check_everywhere(r);
}
