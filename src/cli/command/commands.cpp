#include "cli/command/commands.hpp"

namespace handoff::cli {

namespace {

constexpr const char* kMain = "stop, and go on later";
constexpr const char* kCapture = "capture what is in your head";
constexpr const char* kLook = "look";
constexpr const char* kShare = "hand over";
constexpr const char* kSetUp = "set up and look after a repository";

constexpr CommandEntry kCommands[] = {
    {"pause", kMain, "keep the work and the context, as a WIP commit and a record", run_pause,
     Takes::file, true, true},
    {"resume", kMain, "show what was paused, and put it back", run_resume, Takes::record, true,
     true},
    {"checkpoint", kMain, "keep a snapshot; nothing else changes", run_checkpoint, Takes::nothing,
     true},
    {"discard", kMain, "archive a handoff; the work stays where it is", run_discard, Takes::record,
     true},
    {"undo", kMain, "take the last handoff operation back", run_undo, Takes::archived, true, true},
    {"push", kShare, "hand a paused handoff over: anybody may take it", run_push, Takes::record,
     true, true},
    {"take", kShare, "take a handoff over, and put its work back", run_take, Takes::fetched, true,
     true},
    {"release", kShare, "give back what was taken, or say that it is finished", run_release,
     Takes::record, true},
    {"fetch", kShare, "look what there is to take, without taking it", run_fetch, Takes::fetched,
     true},
    {"status", kLook, "what is paused here, and what can be done next", run_status, Takes::nothing,
     true, true},
    {"list", kLook, "the handoffs of this repository", run_list, Takes::nothing, true, true},
    {"show", kLook, "print a handoff", run_show, Takes::record, true, true},
    {"log", kLook, "the versions of a handoff", run_log, Takes::record},
    {"check", kLook, "tell what of a record is still true", run_check, Takes::record, true, true},
    {"brief", kLook, "print a record for a reader with little room", run_brief, Takes::record,
     true},
    {"reconstruct", kLook, "build a record from commits and known files", run_reconstruct,
     Takes::nothing, true},
    {"note", kCapture, "note something for the next pause", run_note, Takes::note, true, true},
    {"edit", kCapture, "change the text of a handoff", run_edit, Takes::record},
    {"import", kCapture, "store another system's handoff as a record", run_import, Takes::file},
    {"export", kCapture, "write a handoff in another system's format", run_export, Takes::record},
    {"lint", kCapture, "tell what a record lacks", run_lint, Takes::record_or_file, true},
    {"catchup", kCapture, "sum up where a planned piece of work stands", run_catchup},
    {"promote", kCapture, "move decisions into a file of the project", run_promote},
    {"init", kSetUp, "ignore handoff files and install the hooks", run_init},
    {"uninstall", kSetUp, "take out again what init put in", run_uninstall},
    {"gc", kSetUp, "drop archived handoffs whose time is over", run_gc},
    {"doctor", kSetUp, "look whether everything is in order", run_doctor},
    {"mcp", nullptr, "serve the Model Context Protocol", run_mcp},
    {"hook", nullptr, "what git hooks and agent hooks run", run_hook},
};

}  // namespace

std::span<const CommandEntry> commands() { return kCommands; }

const CommandEntry* find_command(const std::string& name) {
  for (const CommandEntry& entry : kCommands)
    if (name == entry.name)
      return &entry;
  return nullptr;
}

}  // namespace handoff::cli
