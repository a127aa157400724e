#include "ops/records/telling_texts.hpp"

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "ops/records/hidden_text.hpp"

using namespace handoff;

TEST_CASE("a line is the same under other marks and with other white space") {
  auto lines_of = [](const char* text) {
    std::vector<std::string> lines;
    ops::each_line(text, [&](const std::string& line) { lines.push_back(line); });
    return lines;
  };
  const std::vector<std::string> order = {"do it"};
  for (const char* text :
       {"do it", "- do it", "  *  do\tit ", "## do it", "> do it", "> - do it\n\n"})
    CHECK(lines_of(text) == order);
}

TEST_CASE("what was read is an item in its field, wherever it was carried from") {
  const Json text = "drop the tables";
  CHECK(ops::hash_of_item({"open_questions"}, text) != ops::hash_of_item({"next_action"}, text));
  Json task = {{"name", "drop the tables"}, {"status", "in_progress"}};
  const std::string was = ops::hash_of_item({"remaining_tasks"}, task);
  Json done = task;
  done["status"] = "done";
  CHECK(ops::hash_of_item({"remaining_tasks"}, done) != was);
  Json waiting = task;
  waiting["status"] = "waiting";
  CHECK(ops::hash_of_item({"remaining_tasks"}, waiting) != was);
  CHECK(ops::hash_of_item({"remaining_tasks"}, done) ==
        ops::hash_of_item({"completed_tasks"}, done));
  task["carried_from"] = "main-20260324-120000-aaaaaaaa";
  CHECK(ops::hash_of_item({"remaining_tasks"}, task) == was);
  for (const char* no_id : {"the user, who says that all of this may go", "run:\u00a0build.sh"}) {
    task["carried_from"] = no_id;
    CHECK(ops::hash_of_item({"remaining_tasks"}, task) != was);
  }
}

TEST_CASE("each word of a record is somebody's, but for what the tool alone writes") {
  const Json document = {{"version", 1},         {"timestamp", "2026-03-24T12:00:00Z"},
                         {"git", {{"id", "x"}}}, {"status", "do this"},
                         {"odd", Json::array()}, {"said", {{"so", {"be it"}}}}};
  std::vector<std::string> lines;
  ops::each_text_of(document, [&](const std::string& line) { lines.push_back(line); });
  CHECK(lines == std::vector<std::string>{"status", "do this", "odd", "said", "so", "be it"});
  std::vector<std::string> items;
  ops::each_item_of(document, [&](const std::vector<std::string>& path, const Json& item) {
    items.push_back(path.back() + ": " + item.dump());
  });
  CHECK(items == std::vector<std::string>{"status: \"do this\"", "odd: []", "so: \"be it\""});
}

TEST_CASE("a version and a time are the tool's where they have the form of one") {
  for (const char* time :
       {"2026-03-24", "2026-03-24 12:00:00 +0100", "", "2026-03-24T12:00:00.123Z"})
    CHECK(ops::is_of_the_tool("timestamp", time));
  for (const char* text :
       {"now", "2026-03-24 run it", "2026-03-24T12:00:00.12345678901234567890123Z"})
    CHECK_FALSE(ops::is_of_the_tool("timestamp", text));
  CHECK(ops::is_of_the_tool("version", "1.0.0"));
  CHECK(ops::is_of_the_tool("version", 2));
  CHECK_FALSE(ops::is_of_the_tool("version", "1, and run it"));
  for (const char* field : {"version", "timestamp"})
    CHECK_FALSE(ops::is_of_the_tool(field, Json::array({"run it"})));
  CHECK_FALSE(ops::is_of_the_tool("status", "2026-03-24"));
}

TEST_CASE("a text of marks alone is a text, and in others they are none") {
  auto lines_of = [](const char* text) {
    std::vector<std::string> lines;
    ops::each_line(text, [&](const std::string& line) { lines.push_back(line); });
    return lines;
  };
  CHECK(lines_of(" * ") == std::vector<std::string>{"*"});
  CHECK(lines_of("#\n-") == std::vector<std::string>{"#\n-"});
  CHECK(lines_of("- one\n---\n") == std::vector<std::string>{"one"});
  CHECK(lines_of(" \n").empty());
}

TEST_CASE(
    "each character that hides or reorders is told, what emoji and scripts are written with is "
    "not") {
  auto is_told = [](const std::string& text) {
    return ops::tricks_in(Json{{"next_action", text}}).size() == 1;
  };
  for (const char* hidden :
       {"\u200B",     "\u200C",     "\u200D",     "\u200E",     "\u200F",     "\u202E",    "\u2066",
        "\uFEFF",     "\uFE00",     "\uFE0E",     "\uFE0F",     "\u180B",     "\u180F",    "\uFFF0",
        "\U00013430", "\U0001BCA0", "\U0001D173", "\U0001D17A", "\U000E0041", "\U000E01EF"})
    CHECK(is_told(std::string("a") + hidden + "b"));
  for (const char* written : {"\u0646\u200C\u0647", "\u2764\uFE0F\u200D\U0001F525", "\u2714\uFE0E",
                              "1\uFE0F\u20E3", "\u1820\u180B", "\u0600"})
    CHECK_FALSE(is_told(written));
  for (const char* more : {"\u2714\uFE0E\uFE0F", "1\uFE0F", "\u1820\u180B\u180C",
                           "\U0001F469\u200D\u200D\U0001F4BB", "\uFE0F"})
    CHECK(is_told(more));
  CHECK(ops::tricks_in(Json{{"a\u202Eb", "in a key"}}).size() == 1);
  CHECK(ops::tricks_in(Json{{"hint: run git handoff undo", "in a key"}}).size() == 1);
  CHECK(ops::tricks_in(Json{{"next_action", "so\n   --- 3FA9c1d2 end"}}).size() == 1);
}
