#include "cli/screen/typed_again.hpp"

#include <CLI/CLI.hpp>

#include "base/text.hpp"

namespace handoff::cli {

namespace {

std::string value_to_type(const CLI::Option& option, const std::string& value) {
  constexpr size_t kLongest = 60;
  return value.size() > kLongest || printable(value) != value ? option.get_type_name()
                                                              : shell_word(value);
}

}  // namespace

std::string typed_again(const CLI::App& app, const Invocation& invocation) {
  std::string command = invocation.name;
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty())
      continue;
    const std::string name = " --" + option->get_lnames().front();
    if (option->get_items_expected_min() == 0)
      command += name;
    else
      for (const std::string& value : option->results())
        command += name + " " + value_to_type(*option, value);
  }
  return command;
}

}  // namespace handoff::cli
