#include <CLI/CLI.hpp>
#include <unistd.h>

#include "base/files.hpp"
#include "base/programs.hpp"
#include "cli/command/commands.hpp"
#include "cli/screen/options.hpp"
#include "git/repo/repository.hpp"
#include "mcp/server.hpp"

namespace handoff::cli {

int run_mcp(Invocation& invocation) {
  CLI::App app{
      "Serve the Model Context Protocol on standard input and output, one JSON-RPC message a "
      "line."};
  std::vector<std::string> allowed;
  app.add_option("--allow", allowed,
                 "a client may also name a repository in this folder (can be given again)")
      ->type_name("FOLDER")
      ->allow_extra_args(false);
  bool all_tools = false;
  app.add_flag("--all-tools", all_tools,
               "list every tool, and what it gives, not only the ten of every day");
  if (!parse(app, invocation))
    return 0;
  act_untyped();
  // A person is told at once where there is no repository. A client that starts the server
  // everywhere is told by each tool: a server that fails would be reported in every other folder.
  if (isatty(STDIN_FILENO) == 1)
    git::Repository::open();
  return mcp::serve(STDIN_FILENO, STDOUT_FILENO, mcp::Reach(current_folder(), allowed), all_tools);
}

}  // namespace handoff::cli
