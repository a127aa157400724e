#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/setup/marked_block.hpp"

namespace handoff::ops {

/// What became of one place that init or uninstall looks after.
enum class Change {
  created,    ///< the file was made
  added,      ///< our lines were added to what was there
  updated,    ///< lines of an earlier version were replaced
  unchanged,  ///< already as wanted
  removed,    ///< our lines (and the file, where it was ours) were taken out
  absent,     ///< nothing of ours was there
  manual,     ///< not ours to edit: the instructions say what to do
  failed,     ///< could not be written: the reason says why
};
const char* word_of(Change change);

struct FileChange {
  std::string what = {};  ///< the hook's name, or "ignore"
  std::string path = {};
  Change change = Change::unchanged;
  std::string reason = {};  ///< for manual and failed, and what else is worth a word
  std::vector<std::string> instructions = {};  ///< for manual
  bool leaves_folder = false;  ///< removed, and the folder it was in was made by us as well
};

/// Who decides what stands in the folder of hooks that git uses.
enum class HooksOwner {
  repository,  ///< inside the git dir: this clone's alone
  husky,       ///< husky's own folder; it runs the files of the folder above
  team,        ///< in the working tree
  elsewhere,   ///< outside: other repositories may use it too
};

struct HooksFolder {
  std::string path;     ///< absolute
  std::string setting;  ///< core.hooksPath; empty where it is not set
  HooksOwner owner = HooksOwner::repository;
  std::string default_path;  ///< where the hooks are without core.hooksPath
};

/// What `git rev-parse --git-path hooks` says.
HooksFolder hooks_folder(const git::Repository& repository);

/// What is known of one hook.
struct HookSite {
  std::string name;
  std::string entry;  ///< the file that git runs
  std::string file;  ///< the file in which our block stands or would stand: another one under husky
                     ///< and pre-commit
  bool exists = false;     ///< `file` does
  bool stands_in = false;  ///< the entry is a link to this program
  BlockState block = BlockState::absent;
  bool current = false;         ///< the block is that of this version
  bool block_is_first = false;  ///< nothing of others runs before it
  bool executable = false;      ///< git would run it
  std::string manager = {};     ///< "husky", "lefthook", "pre-commit" or nothing
  std::string obstacle = {};    ///< why the file cannot hold the block; empty where it can
  std::vector<std::string> way_out = {};  ///< what to do about the obstacle
};
HookSite look_at_hook(const HooksFolder& folder, const std::string& name);

/// Names of the hooks in which our block stands, or for which this program stands in.
std::vector<std::string> installed_hooks(const HooksFolder& folder);

/// Puts the block of a hook where git runs it, beside what is there. A folder that is not this
/// clone's alone is edited only where `shared` says so. Never throws for what the file system
/// refuses: that is Change::failed.
FileChange install_hook(const HooksFolder& folder, const std::string& name, bool shared);

/// Takes the block out of every file that git runs or ran for this hook. One row a file; none where
/// nothing was found.
std::vector<FileChange> remove_hook(const HooksFolder& folder, const std::string& name,
                                    bool shared);

/// Writes `text`, which was `before` (nullopt: no file): a new file with `mode`, an old one with
/// its own.
void replace_file(const std::string& path, const std::string& text, mode_t mode);

/// Takes our block out of `change.path`, and the file away where it was ours and nothing else is
/// left. `empty_rest` is what a file of our own holds beside the block.
void take_block_out(FileChange& change, std::string_view empty_rest);
/// Removes the folders that are left empty where we made them, when all files have been looked at.
void remove_left_folders(const std::vector<FileChange>& changes);

}  // namespace handoff::ops
