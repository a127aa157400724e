#include "cli/options.hpp"

#include <cstdio>

#include <CLI/CLI.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"

namespace handoff::cli {

bool parse(CLI::App& app, const Invocation& invocation) {
  app.name("git handoff " + invocation.name);
  app.set_help_flag("-h,--help", "show this help");
  // CLI11 takes the arguments from the back.
  std::vector<std::string> reversed(invocation.args.rbegin(), invocation.args.rend());
  try {
    app.parse(reversed);
    return true;
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return false;
  } catch (const CLI::ParseError& error) {
    std::string message = printable(error.what());
    if (!message.empty() && message.back() == '.')
      message.pop_back();
    if (!message.empty() && message.size() > 1 && message[1] >= 'a' && message[1] <= 'z')
      message[0] = static_cast<char>(std::tolower(message[0]));
    fail_usage(message, {"'git handoff " + invocation.name + " -h' shows what it takes"});
  }
}

}  // namespace handoff::cli
