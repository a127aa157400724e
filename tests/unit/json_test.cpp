#include "formats/json/json.hpp"

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "catch.hpp"

using namespace handoff;

namespace {

std::string error_of(const std::string& text) {
  try {
    formats::parse_json(text, "input");
  } catch (const Failure& failure) {
    return failure.message();
  }
  return "none";
}

}  // namespace

TEST_CASE("a JSON text comes back with its keys in order") {
  std::string text = R"({"z":1,"a":{"y":[1,2.5,"x",null,true],"b":{}},"m":[]})";
  CHECK(formats::write_json_line(formats::parse_json(text, "input")) == text);
}

TEST_CASE("a syntax error names line and column") {
  CHECK(error_of("{\n  \"a\": ,\n}") ==
        "input: line 2, column 8: unexpected ','; expected '[', '{', or a literal");
  CHECK(error_of("{\"a\":").find("input: line 1, column ") == 0);
  CHECK(error_of("") == "input: it is empty, where a JSON text is wanted");
  CHECK(error_of(" \n") == error_of(""));
}

TEST_CASE("hostile JSON is refused") {
  CHECK(error_of(R"({"a":1,"a":2})").find("stands twice") != std::string::npos);
  CHECK(error_of(std::string(100000, '[')).find("nested deeper than 64 levels") !=
        std::string::npos);
  CHECK(error_of(std::string(64, '[') + std::string(64, ']')) == "none");
  CHECK(error_of(std::string(65, '[') + std::string(65, ']')).find("nested deeper") !=
        std::string::npos);
  CHECK(error_of("\"\xff\"").find("invalid") != std::string::npos);
  CHECK(error_of("\"\\ud800\"") != "none");
  CHECK(error_of(std::string("{\"a\":1}\0{}", 10)) ==
        "input: line 1, column 8: a NUL, where the text should end");
  std::string wide = "{";
  for (int i = 0; i < 5000; ++i)
    wide += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":1";
  CHECK(error_of(wide + "}").find("an object of more than 4096 keys") != std::string::npos);
}
