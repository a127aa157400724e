#include "cli/commands.hpp"

namespace handoff::cli {

namespace {

constexpr const char* kSetUp = "set up and look after a repository";

constexpr CommandEntry kCommands[] = {
    {"init", kSetUp, "ignore handoff files and install the hooks", run_init},
    {"uninstall", kSetUp, "take out again what init put in", run_uninstall},
    {"hook", nullptr, "what git hooks and agent hooks run", run_hook},
};

}  // namespace

std::span<const CommandEntry> commands() {
  return kCommands;
}

const CommandEntry* find_command(const std::string& name) {
  for (const CommandEntry& entry : kCommands)
    if (name == entry.name)
      return &entry;
  return nullptr;
}

}  // namespace handoff::cli
