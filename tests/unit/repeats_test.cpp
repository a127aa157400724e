#include "ops/notes/repeats.hpp"

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "json_text.hpp"

using namespace handoff;
using handoff::testing::json;

TEST_CASE("two texts say the same by the same words in the same order, in other signs") {
  using ops::says_the_same;
  CHECK(says_the_same("Use the 'lock' file.", "use the lock  file"));
  CHECK(says_the_same("no update,\nno \"write\"", "No update, no write!"));
  CHECK_FALSE(says_the_same("", ""));
  CHECK_FALSE(says_the_same("...", "?"));
  CHECK_FALSE(says_the_same("use the lock file", "use the file lock"));
  CHECK_FALSE(says_the_same("use the lock's file", "use the locks file"));
  CHECK_FALSE(says_the_same("retry on 500, not on 404 here", "retry on 404, not on 500 here"));
  const std::string rule = "cache keys must be cleared before each test run";
  CHECK_FALSE(says_the_same(rule, "before each test run cache keys must be cleared"));
  CHECK_FALSE(says_the_same(rule, rule + " here"));
  CHECK_FALSE(says_the_same(rule, "cache keys must not be cleared before each test run"));
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
