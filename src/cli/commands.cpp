#include "cli/commands.hpp"

#include <array>

namespace handoff::cli {

namespace {

// Each command lives in a file of its own name: src/cli/<command>.cpp.
constexpr std::array<CommandEntry, 0> kCommands = {{}};

}  // namespace

std::span<const CommandEntry> commands() { return kCommands; }

const CommandEntry* find_command(const std::string& name) {
  for (const CommandEntry& entry : kCommands)
    if (name == entry.name)
      return &entry;
  return nullptr;
}

}  // namespace handoff::cli
