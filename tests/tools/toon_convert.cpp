// toon-convert encode|decode [--indent N] [--strict[=true|false] | --no-strict]
//
// JSON to TOON or back, from standard input to standard output, for conformance suites. Exit 1
// where the input is invalid, 2 for a wrong command line. Reading is strict unless told otherwise,
// as the specification wants it.
//
// encode-lines and decode-lines do the same for many documents in one process: each line of input
// is a JSON document (or TOON in a JSON string), each line of output a JSON value {"value": ...} or
// {"error": ...}.

#include <cstdio>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/toon/toon.hpp"

namespace {

using namespace handoff;

int usage() {
  std::cerr << "usage: toon-convert encode|decode [--indent N] [--strict[=false]]\n";
  return 2;
}

/// Reads the command line into `options`; false where it is not understood.
bool read_options(std::vector<std::string> arguments, formats::ToonOptions& options) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string name = arguments[i].substr(0, arguments[i].find('='));
    std::optional<std::string> value;
    if (name.size() < arguments[i].size())
      value = arguments[i].substr(name.size() + 1);
    auto next_is = [&](auto test) {
      return !value && i + 1 < arguments.size() && test(arguments[i + 1]);
    };
    if (name == "--strict") {
      if (next_is([](const std::string& text) { return text == "true" || text == "false"; }))
        value = arguments[++i];
      options.strict = !value || *value == "true";
    } else if (name == "--no-strict") {
      options.strict = false;
    } else if (name == "--indent") {
      if (next_is([](const std::string&) { return true; }))
        value = arguments[++i];
      if (!value)
        return false;
      if (value->empty() || value->size() > 2 ||
          value->find_first_not_of("0123456789") != std::string::npos || *value == "0" ||
          *value == "00")
        return false;
      options.indent = std::stoul(*value);
    } else {
      return false;
    }
  }
  return true;
}

std::string convert(bool encode, const std::string& input, const formats::ToonOptions& options) {
  if (encode)
    return formats::write_toon(formats::parse_json(input, "standard input"));
  return formats::write_json_line(formats::parse_toon(input, "standard input", options)) + "\n";
}

void convert_lines(bool encode, const std::string& input, const formats::ToonOptions& options) {
  for (const std::string& line : split_lines(input)) {
    Json answer = Json::object();
    try {
      Json document = formats::parse_json(line, "line");
      if (encode)
        answer["value"] = formats::write_toon(document);
      else
        answer["value"] = formats::parse_toon(document.get<std::string>(), "line", options);
    } catch (const Failure& failure) {
      answer["error"] = failure.message();
    }
    std::cout << formats::write_json_line(answer) << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  std::string verb = arguments.empty() ? std::string() : arguments[0];
  formats::ToonOptions options;
  bool lines = verb == "encode-lines" || verb == "decode-lines";
  bool known = lines || verb == "encode" || verb == "decode";
  if (!known || !read_options({arguments.begin() + 1, arguments.end()}, options))
    return usage();
  bool encode = verb.rfind("encode", 0) == 0;
  std::string input((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  if (lines) {
    convert_lines(encode, input, options);
    return 0;
  }
  try {
    std::string output = convert(encode, input, options);
    std::fwrite(output.data(), 1, output.size(), stdout);
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const Failure& failure) {
    std::cerr << "toon-convert: " << failure.message() << "\n";
    return 1;
  }
}
