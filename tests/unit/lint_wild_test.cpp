// How often the quality gate is right: records in the shapes of five systems, labelled by what a
// reader would want to be told, not by what the rules do. Prints precision and recall; docs/lint.md
// tells them.

#include <algorithm>
#include <cstdio>
#include <set>

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "formats/foreign/format.hpp"
#include "formats/json/json.hpp"
#include "ops/lint/lint.hpp"

using namespace handoff;

namespace {

struct Score {
  size_t right = 0, wrong = 0, missed = 0;
  double precision() const {
    return static_cast<double>(right) / static_cast<double>(right + wrong);
  }
  double recall() const { return static_cast<double>(right) / static_cast<double>(right + missed); }
};

/// Everything exists but what says that it does not.
ops::LintContext context() {
  ops::LintContext context;
  context.path_exists = [](const std::string& path) { return !contains(path, "gone"); };
  context.commit_exists = [](const std::string& hex) { return hex != "0123456"; };
  return context;
}

Json record_of(const Json& entry) {
  const Json& document = entry["document"];
  std::string bytes = document.is_string() ? document.get<std::string>() : document.dump();
  const formats::Format* format =
      entry.contains("format") ? formats::find_format(entry["format"].get<std::string>()) : nullptr;
  std::vector<std::string> warnings;
  return formats::read_document(bytes, "a record", format, warnings);
}

/// A label may name several rules, "a|b": any of them says what the reader wants to hear.
void compare(const Json& entry, std::set<std::string> found, Score& score,
             std::string& differences) {
  std::set<std::string> told = found;
  for (const Json& label : entry["expect"]) {
    std::vector<std::string> rules = split(label.get<std::string>(), '|');
    bool hit = std::any_of(rules.begin(), rules.end(),
                           [&](const auto& rule) { return found.contains(rule); });
    score.right += hit ? 1 : 0;
    score.missed += hit ? 0 : 1;
    if (!hit)
      differences +=
          "missed: " + entry["name"].get<std::string>() + ": " + label.get<std::string>() + "\n";
    for (const std::string& rule : rules)
      told.erase(rule);
  }
  score.wrong += told.size();
  for (const std::string& rule : told)
    differences += "wrong: " + entry["name"].get<std::string>() + ": " + rule + "\n";
}

std::string two_digits(double value) {
  char text[16];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

}  // namespace

TEST_CASE("the quality gate is right about records that the rules were not written with") {
  std::string text = read_file(HANDOFF_SOURCE_DIR "/tests/data/lint-wild.json").value_or("");
  REQUIRE_FALSE(text.empty());
  const Json corpus = formats::parse_json(text, "the corpus");
  Score score;
  std::string differences;
  for (const Json& entry : corpus) {
    std::set<std::string> found;
    for (const ops::LintFinding& finding : ops::lint(record_of(entry), context()))
      found.insert(finding.rule);
    compare(entry, found, score, differences);
  }
  std::string told = std::to_string(corpus.size()) + " records, " +
                     std::to_string(score.right + score.missed) + " faults: precision " +
                     two_digits(score.precision()) + ", recall " + two_digits(score.recall());
  std::printf("lint: %s\n", told.c_str());
  INFO(told << "\n" << differences);
  CHECK(score.precision() >= 0.95);
  CHECK(score.recall() >= 0.90);
  CHECK(contains(read_file(HANDOFF_SOURCE_DIR "/docs/lint.md").value_or(""), told));
}
