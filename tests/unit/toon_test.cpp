#include "formats/toon/toon.hpp"

#include <random>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "catch.hpp"
#include "formats/json/json.hpp"

using namespace handoff;
using namespace handoff::formats;

namespace {

std::string toon(const char* text) { return write_toon(parse_json(text, "test")); }

std::string json_of(std::string_view text, bool strict = true) {
  return write_json_line(parse_toon(text, "test", {.strict = strict}));
}

std::string error_of(std::string_view text) {
  try {
    parse_toon(text, "test");
  } catch (const Failure& failure) {
    return failure.message();
  }
  return "none";
}

/// Any JSON value, with the strings and shapes that are hard to write.
Json any_value(std::mt19937& random, int depth) {
  static const char* const kTexts[] = {"",
                                       "a",
                                       " a",
                                       "a ",
                                       "true",
                                       "null",
                                       "1",
                                       "-1",
                                       "+1",
                                       "01",
                                       "1e5",
                                       "a:b",
                                       "a,b",
                                       "a|b",
                                       "a\tb",
                                       "-",
                                       "- a",
                                       "#",
                                       "a#b",
                                       "\"",
                                       "\\",
                                       "[1]",
                                       "{",
                                       "x y",
                                       "\n",
                                       "\x01",
                                       "\xC3\xA9",
                                       "[]",
                                       "1.0",
                                       "-0",
                                       "2026-01-02T03:04:05Z",
                                       "\xEF\xBB\xBF",
                                       ".",
                                       "a-b"};
  static const char* const kKeys[] = {"a", "b",   "c.d",   "_e",  "f g",      "", "1",
                                      "-", "k:v", "\"q\"", "[0]", "\xC3\xA9", "#"};
  switch (random() % (depth > 0 ? 12u : 7u)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<int64_t>(random() % 2000) - 1000;
    case 3:
      return static_cast<double>(random() % 100000) / 64.0 + 0.5;
    case 4:
    case 5:
    case 6:
      return kTexts[random() % std::size(kTexts)];
    case 7:
    case 8: {
      Json list = Json::array();
      for (size_t n = random() % 4; n > 0; --n)
        list.push_back(any_value(random, depth - 1));
      return list;
    }
    case 9: {  // rows that make a table, sometimes keyed, sometimes spoiled
      Json rows = Json::array();
      for (size_t n = 1 + random() % 3; n > 0; --n) {
        Json row = Json::object();
        row["x"] = any_value(random, 0);
        row["y z"] = any_value(random, random() % 5 == 0 ? 1 : 0);
        if (random() % 2 == 0 || rows.empty())
          row["g"] = Json{{"u", any_value(random, 0)}, {"v", any_value(random, 0)}};
        rows.push_back(std::move(row));
      }
      if (random() % 2 == 0)
        return rows;
      Json keyed = Json::object();
      for (size_t i = 0; i < rows.size(); ++i)
        keyed[kKeys[(i * 5 + random() % 3) % std::size(kKeys)]] = rows[i];
      return keyed;
    }
    default: {
      Json object = Json::object();
      for (size_t n = random() % 4; n > 0; --n)
        object[kKeys[random() % std::size(kKeys)]] = any_value(random, depth - 1);
      return object;
    }
  }
}

}  // namespace

TEST_CASE("what a reader does not see stands as an escape, and is read again", "[toon]") {
  CHECK(toon(R"({"a": "x\u202ey"})") == R"(a: "x\u202ey")");
  CHECK(toon(R"({"a\u200b": ["\u2066", "plain", "\u0085\u007f"]})") ==
        R"("a\u200b"[3]: "\u2066",plain,"\u0085\u007f")");
  CHECK(toon(R"({"a": "caf\u00e9 \ud83d\ude00"})") == "a: caf\u00e9 \U0001F600");
  const char* all = R"({"k\u2028":"a\ufeffb\u200f","l":[{"x":"\u00ad"},{"x":"\u202e\""}]})";
  CHECK(json_of(toon(all)) == write_json_line(parse_json(all, "test")));
}

TEST_CASE("TOON is written in its canonical form") {
  CHECK(toon("{}") == "");
  CHECK(toon("[]") == "[]");
  CHECK(toon(R"({"a":[],"b":{},"c":[1,"x y",null]})") == "a: []\nb:\nc[3]: 1,x y,null");
  CHECK(toon(R"({"r":[{"id":1,"n":"x"},{"id":2,"n":"y,"}]})") == "r[2]{id,n}:\n  1,x\n  2,\"y,\"");
  CHECK(toon(R"({"k":{"one":{"a":1},"t-o":{"a":2}}})") ==
        "k:\n  one:\n    a: 1\n  \"t-o\":\n    a: 2");
  CHECK(toon(R"({"l":[{"r":[{"a":1}],"z":2},[],[[1]],{},"-"]})") ==
        "l[5]:\n  - r[1]{a}:\n      1\n    z: 2\n  - [0]:\n  - [1]:\n    - [1]: 1\n  -\n  - \"-\"");
  CHECK(
      toon(R"({"t":"2026-01-02T03:04:05Z","n":1e21,"m":1e-7,"o":1.50,"p":-0.0,"q":"\u0001\t"})") ==
      "t: \"2026-01-02T03:04:05Z\"\nn: 1e+21\nm: 1e-07\no: 1.5\np: -0.0\nq: \"\\u0001\\u0009\"");
}

TEST_CASE("TOON is read") {
  CHECK(json_of("") == "{}");
  CHECK(json_of("hello") == "\"hello\"");
  CHECK(json_of("# note\na: 1\n  # deeper\nb: \"x: y\"\n") == R"({"a":1,"b":"x: y"})");
  CHECK(json_of("a[2\t]{x\t\"y,z\"}:\n", false) == json_of("a: []"));
  CHECK(json_of("[2|]{a|b}:\n  1|x\n  2|\n") == R"([{"a":1,"b":"x"},{"a":2,"b":""}])");
  CHECK(json_of("v: 05\nw: 1e3\nx: 1.0\ny: -0\nz: 1e999") ==
        R"({"v":"05","w":1000,"x":1,"y":0,"z":"1e999"})");
  CHECK(json_of("a[1]:\n  - b[1]{c}:\n      1\n    d: 2") == R"({"a":[{"b":[{"c":1}],"d":2}]})");
  CHECK(json_of("a: 1\na: 2", false) == R"({"a":2})");
}

TEST_CASE("an error in TOON has a place") {
  CHECK(error_of("a: 1\nb[2]{x,y,z}:\n  1,2,3\n  1,2") ==
        "test: line 4: expected 3 cells, found 2");
  CHECK(error_of("a[2]: 1") == "test: line 1: expected 2 values, found 1");
  CHECK(error_of("a[1]{x}:\n  1\n  2") == "test: line 3: expected 1 rows, found more");
  CHECK(error_of("a[2]:\n  - 1\n\n  - 2") == "test: line 3: a blank line inside an array");
  CHECK(error_of("a:\n   b: 1") == "test: line 2: indented by 3 spaces, which is no multiple of 2");
  CHECK(error_of("a:\n\tb: 1") == "test: line 2: a tab in the indentation");
  CHECK(error_of("a: 1\na: 2") == "test: line 2: the key 'a' stands twice");
  CHECK(error_of("a: \"x") == "test: line 1: the closing quote is missing");
  CHECK(error_of("a: \"\\ud800\"") == "test: line 1: \\ud800 is half of a surrogate pair");
  CHECK(error_of("a[01]: 1") == "test: line 1: '[01]' is no length");
  CHECK(error_of("a\nb") == "test: line 1: a document starts with 'key: value' or an array header");
}

TEST_CASE("hostile TOON is refused before it costs memory") {
  std::string deep;
  for (size_t i = 0; i < 70; ++i)
    deep += std::string(2 * i, ' ') + "a:\n";
  CHECK(contains(error_of(deep + std::string(140, ' ') + "b: 1"), "nested deeper than 64 levels"));
  std::string groups;
  for (size_t i = 0; i < 100000; ++i)
    groups += "a{";
  CHECK(contains(error_of("x[1]{" + groups + "a" + std::string(100000, '}') + "}:\n"),
                 "nested deeper"));
  std::string wide = "x[1000000]{" + std::string(1 << 20, 'k') + "}:\n";
  for (size_t i = 0; i < 1000; ++i)
    wide += "  1\n";
  CHECK(contains(error_of(wide), "the tables are too large"));
  CHECK(error_of("a[18446744073709551616]: 1") ==
        "test: line 1: expected 18446744073709551615 values, found 1");
  CHECK(contains(error_of("\xff"), "not UTF-8"));
}

TEST_CASE("generated values come back from TOON") {
  std::mt19937 random(11);
  for (int round = 0; round < 5000; ++round) {
    Json value = any_value(random, 4);
    std::string text = write_toon(value);
    INFO(value.dump() << "\n" << text);
    // Key order of rows follows the first one's: compared without it.
    REQUIRE(nlohmann::json::parse(parse_toon(text, "test").dump()) ==
            nlohmann::json::parse(value.dump()));
  }
}

TEST_CASE("damaged TOON never crashes the reader") {
  std::mt19937 random(5);
  for (int round = 0; round < 20000; ++round) {
    std::string text = write_toon(any_value(random, 3));
    for (size_t n = 1 + random() % 4; n > 0 && !text.empty(); --n) {
      size_t at = random() % text.size();
      if (random() % 2 == 0)
        text.erase(at, 1 + random() % 3);
      else
        text.insert(at, 1, "[]{}:,\"\\- \n#|0a\t"[random() % 16]);
    }
    for (bool strict : {true, false}) {
      try {
        parse_toon(text, "test", {.strict = strict});
      } catch (const Failure& failure) {
        REQUIRE((contains(failure.message(), "line ") || !is_utf8(text)));
      }
    }
  }
}
