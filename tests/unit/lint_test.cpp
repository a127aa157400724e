#include "ops/lint/lint.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "formats/json/json.hpp"
#include "formats/prose/words.hpp"
#include "formats/record/canonical.hpp"

using namespace handoff;

namespace {

std::string project_file(const std::string& path) { return join_path(HANDOFF_SOURCE_DIR, path); }

/// What the corpus's records may ask: everything exists but what says that it does not.
ops::LintContext corpus_context() {
  ops::LintContext context;
  context.path_exists = [](const std::string& path) { return !contains(path, "gone"); };
  context.commit_exists = [](const std::string& hex) { return hex != "0123456"; };
  return context;
}

struct Count {
  size_t wanted = 0, found = 0, false_alarms = 0;
};

}  // namespace

TEST_CASE("each rule finds what the corpus of records holds, and nothing else") {
  std::optional<std::string> text = read_file(project_file("tests/data/lint-corpus.json"));
  REQUIRE(text);
  std::map<std::string, Count> counts;
  const Json corpus = formats::parse_json(*text, "the corpus");
  for (const Json& entry : corpus) {
    std::vector<std::string> wanted, found;
    for (const Json& rule : entry["expect"])
      wanted.push_back(rule.get<std::string>());
    for (const ops::LintFinding& finding :
         ops::lint(formats::canonical(entry["record"]), corpus_context())) {
      found.push_back(finding.rule);
      CHECK_FALSE(finding.field.empty());
      CHECK_FALSE(finding.mend.empty());
    }
    std::sort(wanted.begin(), wanted.end());
    std::sort(found.begin(), found.end());
    CAPTURE(entry["name"].get<std::string>());
    CHECK(join(wanted, " ") == join(found, " "));
    for (const std::string& rule : wanted)
      ++counts[rule].wanted;
    std::vector<std::string> both, extra;
    std::set_intersection(wanted.begin(), wanted.end(), found.begin(), found.end(),
                          std::back_inserter(both));
    std::set_difference(found.begin(), found.end(), wanted.begin(), wanted.end(),
                        std::back_inserter(extra));
    for (const std::string& rule : both)
      ++counts[rule].found;
    for (const std::string& rule : extra)
      ++counts[rule].false_alarms;
  }
  std::string table = "| rule | in the corpus | found | false alarms |\n|---|---|---|---|\n";
  for (const ops::LintRule& rule : ops::lint_rules()) {
    const Count& count = counts[std::string(rule.id)];
    if (rule.level != ops::LintLevel::off)
      CHECK(count.wanted > 0);
    table += "| " + std::string(rule.id) + " | " + std::to_string(count.wanted) + " | " +
             std::to_string(count.found) + " | " + std::to_string(count.false_alarms) + " |\n";
  }
  std::string page = read_file(project_file("docs/lint.md")).value_or("");
  INFO("docs/lint.md should hold this table of " << corpus.size() << " records:\n" << table);
  CHECK(contains(page, table));
  CHECK(contains(page, std::to_string(corpus.size()) + " records"));
}

TEST_CASE("every rule has an entry in the manual, with a good and a bad example") {
  std::string page = read_file(project_file("man/git-handoff-lint.1")).value_or("");
  REQUIRE_FALSE(page.empty());
  for (const ops::LintRule& rule : ops::lint_rules()) {
    CAPTURE(rule.id);
    size_t at = page.find("\\fB" + replace_all(std::string(rule.id), "-", "\\-") + "\\fR");
    REQUIRE(at != std::string::npos);
    std::string entry = page.substr(at, page.find(".TP", at) - at);
    CHECK(contains(entry, "Bad:"));
    CHECK(contains(entry, "Good:"));
    CHECK(contains(entry, std::string("(") + std::string(ops::word_of(rule.level)) + ")"));
  }
}

TEST_CASE("levels can be set, and off is silent") {
  const Json record = formats::parse_json(R"({"next_action":"Continue with auth"})", "test");
  ops::LintContext context;
  for (const ops::LintRule& rule : ops::lint_rules())
    context.levels[std::string(rule.id)] = ops::LintLevel::off;
  CHECK(ops::lint(record, context).empty());
  context.levels["next-action-summary"] = ops::LintLevel::error;
  auto findings = ops::lint(record, context);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].level == ops::LintLevel::error);
  CHECK(findings[0].field == "next_action");
}

TEST_CASE("findings point at their field") {
  const Json record = formats::parse_json(
      R"({"remaining_work":[{"name":"a"},{"name":"b","status":"in progress"},{"name":"c","status":"in_progress"}],
          "decisions":[{"decision":"x","rationale":"r"},{"decision":"y"}]})",
      "test");
  std::string fields;
  for (const ops::LintFinding& finding : ops::lint(formats::canonical(record)))
    if (finding.rule == "task-progress" || finding.rule == "decision-rationale")
      fields += finding.field + ";";
  CHECK(fields == "remaining_tasks[2].progress;decisions[1].rationale;");
}

TEST_CASE("any JSON can be linted") {
  for (
      const std::string text :
      {"null", "[]", "3", "\"x\"",
       R"({"decisions":3,"todos":"x","skill_stack":{},"blockers":{"a":1},"documents":[[]]})",
       R"({"completed_tasks":{"a":[1,{}]},"subagents":[1,null],"quality_gates":[[]],"conversation":{"corrections":[3]}})"}) {
    CAPTURE(text);
    std::vector<ops::LintFinding> findings = ops::lint(formats::parse_json(text, "test"));
    CHECK(std::any_of(findings.begin(), findings.end(), [](const ops::LintFinding& finding) {
      return finding.rule == "next-action-missing";
    }));
  }
}

TEST_CASE("words that name something") {
  for (const std::string text :
       {"src/a.c", "see token.ts", "call f() first", "std::move it", "user_id", "run make test",
        "npm run x", "fix #12", "`x`", "validateToken", "add User to schema.prisma",
        "the header of App.astro", "rows of events.jsonl"}) {
    CAPTURE(text);
    CHECK(ops::names_something(text));
  }
  for (const std::string text :
       {"do and/or that", "make it work", "GitHub and JavaScript", "e.g. this", "the U.S.A",
        "v1.2 is out", "node is slow", "go on", "3.5 times", "(see above)"}) {
    CAPTURE(text);
    CHECK_FALSE(ops::names_something(text));
  }
}
