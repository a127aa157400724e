#include "cli/commands.hpp"

namespace handoff::cli {

namespace {

constexpr const char* kMain = "stop, and go on later";
constexpr const char* kCapture = "capture what is in your head";
constexpr const char* kSetUp = "set up and look after a repository";

constexpr CommandEntry kCommands[] = {
    {"pause", kMain, "keep the work and the context, as a WIP commit and a record", run_pause},
    {"resume", kMain, "show what was paused, and put it back", run_resume},
    {"discard", kMain, "retire a handoff; the work stays where it is", run_discard},
    {"note", kCapture, "note something for the next pause", run_note},
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
