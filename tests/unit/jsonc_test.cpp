#include "ops/setup/jsonc.hpp"

#include "catch.hpp"

using namespace handoff;

namespace {

ops::JsoncNode parsed(const std::string& text) {
  std::optional<ops::JsoncNode> node = ops::parse_jsonc(text);
  REQUIRE(node);
  return *node;
}

}  // namespace

TEST_CASE("a member is added at the end and taken out again, every other byte stays") {
  for (const std::string text :
       {"{\n  \"a\": 1\n}\n", "{\"a\":[1,2]}", "{}", "{\n}\n",
        "{\n\t\"a\": {\n\t\t\"b\": []\n\t}\n}", "{\r\n  \"a\": \"x,}\\\"\"\r\n}\r\n",
        "// first\n{\n  // second\n  \"a\": 1 // third, with a comma\n}\n",
        "{\n  \"a\": 1, // kept\n}\n", "{ /* only a comment */ }",
        "\xEF\xBB\xBF{\n    \"a\": 1,\n    \"b\": 2\n}"}) {
    INFO(text);
    std::string with = ops::with_child(text, parsed(text), "\"new\": [\n  1\n]");
    ops::JsoncNode root = parsed(with);
    REQUIRE(root.member("new") != nullptr);
    CHECK(root.member("new")->children.size() == 1);
    CHECK(root.children.back().key == "new");
    CHECK(with.size() > text.size());
    std::string without = ops::without_child(with, root, root.children.size() - 1);
    CHECK(parsed(without).children.size() == parsed(text).children.size());
  }
}

TEST_CASE("what stands first or in the middle is taken out with its comma") {
  std::string text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n";
  CHECK(ops::without_child(text, parsed(text), 0) == "{\n  \"b\": 2,\n  \"c\": 3\n}\n");
  CHECK(ops::without_child(text, parsed(text), 1) == "{\n  \"a\": 1,\n  \"c\": 3\n}\n");
  CHECK(ops::without_child(text, parsed(text), 2) == "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
  CHECK(ops::without_child("{ \"a\": 1 }", parsed("{ \"a\": 1 }"), 0) == "{}");
}

TEST_CASE("a comment stays behind what it speaks of, and no comma is left over") {
  std::string text = "{\n  \"a\": 1 // one\n}\n";
  std::string with = ops::with_child(text, parsed(text), "\"b\": 2");
  CHECK(with == "{\n  \"a\": 1, // one\n  \"b\": 2\n}\n");
  CHECK(ops::without_child(with, parsed(with), 1) == text);
  std::string comma = "{\r\n  \"a\": 1, // one\r\n}\r\n";
  with = ops::with_child(comma, parsed(comma), "\"b\": 2");
  CHECK(with == "{\r\n  \"a\": 1, // one\r\n  \"b\": 2\r\n}\r\n");
  CHECK(ops::without_child("{\n  \"a\": 1, // one\n  \"b\": 2,\n}\n",
                           parsed("{\n  \"a\": 1, // one\n  \"b\": 2,\n}\n"),
                           1) == "{\n  \"a\": 1, // one\n}\n");
}

TEST_CASE("several go at once, each with its comma") {
  const std::string text = "[\n  1,\n  2, // two\n  3,\n  4\n]";
  const auto left = [&](const std::vector<bool>& gone) {
    std::vector<ops::JsoncCut> cuts;
    ops::cut_children(text, parsed(text), gone, cuts);
    return ops::without_cuts(text, cuts);
  };
  CHECK(left({true, false, true, false}) == "[\n  2, // two\n  4\n]");
  CHECK(left({false, true, true, false}) == "[\n  1, // two\n  4\n]");
  CHECK(left({false, false, true, true}) == "[\n  1,\n  2 // two\n]");
  CHECK(left({false, false, false, false}) == text);
  CHECK(parsed(left({true, true, true, true})).children.empty());
}

TEST_CASE("indentation and line ends are those of the text") {
  std::string text = "{\r\n\t\"a\": 1\r\n}\r\n";
  CHECK(ops::with_child(text, parsed(text), "\"n\": [\n  1\n]") ==
        "{\r\n\t\"a\": 1,\r\n\t\"n\": [\r\n\t\t1\r\n\t]\r\n}\r\n");
}

TEST_CASE("what is not JSON is told") {
  for (const char* text :
       {"", "{", "{\"a\" 1}", "{\"a\":1} x", "[1", "{\"a\":\"x}", "/* open", "{'a':1}"})
    CHECK_FALSE(ops::parse_jsonc(text));
  CHECK_FALSE(ops::parse_jsonc(std::string(5000, '[')));
}
