#include "ops/notes/repeats.hpp"

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "json_text.hpp"

using namespace handoff;
using handoff::testing::json;

TEST_CASE("two texts say the same in other signs, articles and endings, not with another sense") {
  using ops::says_the_same;
  CHECK(says_the_same("Use the lock's file.", "use lock file"));
  CHECK_FALSE(says_the_same("use lock file", "file lock use"));  // short: the order counts
  CHECK_FALSE(says_the_same("", ""));
  CHECK_FALSE(says_the_same("the a", "of an"));
  const std::string rule = "cache keys must be cleared before each test run";
  CHECK(says_the_same(rule, "before each test run cache keys must be cleared"));
  CHECK(says_the_same(rule, rule + " here"));                  // one word in ten
  CHECK_FALSE(says_the_same(rule, rule + " here and there"));  // three
  CHECK_FALSE(says_the_same(rule, "cache keys must not be cleared before each test run"));
  CHECK_FALSE(says_the_same(rule, rule + " 8"));
  CHECK(says_the_same("one two three four five six", "six five four three two one"));
  CHECK_FALSE(says_the_same("one two three four five", "five four three two one"));
  CHECK(says_the_same("one two three four five six seven", "seven one two three four five six it"));
  CHECK_FALSE(says_the_same("one two three four five six", "six one two three four five it"));
}

TEST_CASE("an item covers another one whose every field it has") {
  const Json full = json(R"({"decision":"use jose","rationale":"ESM","binding":"absolute"})");
  CHECK(ops::covers(full, json(R"("Use jose.")")));
  CHECK(ops::covers(full, json(R"({"id":7,"decision":"use jose","binding":"team","source":"x"})")));
  CHECK_FALSE(ops::covers(full, json(R"({"decision":"use jose","rejected":"jsonwebtoken"})")));
  CHECK_FALSE(
      ops::covers(json(R"({"decision":"use jose","rationale":"r","binding":"team"})"), full));
  CHECK_FALSE(
      ops::covers(json(R"({"action":"a","done":true})"), json(R"({"action":"a","done":false})")));
  CHECK_FALSE(ops::covers(json(R"({"action":"a","status":"open"})"),
                          json(R"({"action":"a","status":"asked"})")));

  Json record =
      json(R"({"decisions":["use jose",{"decision":"Use jose.","rationale":"ESM"},"other"],
                         "open_questions":{"later":["why?","Why?"]},"blockers":["b","b"]})");
  ops::leave_repeats_out(record);
  CHECK(record["decisions"] == json(R"([{"decision":"Use jose.","rationale":"ESM"},"other"])"));
  CHECK(record["open_questions"]["later"] == json(R"(["why?"])"));
  CHECK(record["blockers"].size() == 2);
}
