// yaml-convert encode-lines|decode-lines: for tests/npm/yaml.mjs. Each line of input is a JSON
// document (or YAML in a JSON string), each line of output a JSON value {"value": ...} or {"error":
// ...}.

#include <iostream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/yaml.hpp"

int main(int argc, char** argv) {
  using namespace handoff;
  std::string verb = argc == 2 ? argv[1] : "";
  if (verb != "encode-lines" && verb != "decode-lines") {
    std::cerr << "usage: yaml-convert encode-lines|decode-lines\n";
    return 2;
  }
  std::string input((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  for (const std::string& line : split_lines(input)) {
    Json answer = Json::object();
    try {
      Json document = formats::parse_json(line, "line");
      if (verb == "encode-lines")
        answer["value"] = formats::write_yaml(document);
      else
        answer["value"] = formats::parse_yaml(document.get<std::string>(), "line");
    } catch (const Failure& failure) {
      answer["error"] = failure.message();
    }
    std::cout << formats::write_json_line(answer) << "\n";
  }
  return 0;
}
