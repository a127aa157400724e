#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::ops {

// Where the known workflows keep what a handoff speaks of. All paths are relative to the top of the
// working tree, sorted; what is missing is simply not listed. Symlinks are not followed out of the
// tree.

/// Plans: `.superteam/plans/` and `.planning/` (Markdown files, two folders deep), `task_plan.md`,
/// and the task lists that git config `handoff.taskList` or `.handoff.toml` name.
std::vector<std::string> plan_files(const git::Repository& repository);
/// `.superteam/debug/` and `.planning/debug/`: sessions whose status is not resolved or closed.
std::vector<std::string> open_debug_sessions(const git::Repository& repository);
/// Folders in `.superteam/quick/` and `.planning/quick/` without a summary.
std::vector<std::string> open_quick_tasks(const git::Repository& repository);

/// Handoff files of this and other tools that lie where those write them (formats/foreign/places),
/// tracked or not; `root` is the top of the working tree. `of_project`: also those that are part of
/// a project, as `progress.md` of mddesign is.
std::vector<std::string> handoff_files_in_tree(const std::string& root, bool of_project = false);

/// A path as a command line has it: relative to the top of the working tree where it lies inside,
/// else absolute. Goes by the words alone; nothing needs to exist.
std::string path_in_tree(const git::Repository& repository, const std::string& path);
/// A sentence as somebody types it in a folder of the tree: what it names there, as git would take
/// it, is named from the top. What is not there stays as it is typed.
std::string text_in_tree(const git::Repository& repository, const std::string& text);
/// The same in the repository of the current folder, which is opened where that may say something
/// else.
std::string text_in_tree(const std::string& text);

/// Does the path lie below the root, and not in .git, once symlinks are followed? A clone may hold
/// links to anything.
bool stays_in_tree(const git::Repository& repository, const std::string& path);
/// Reads a file of the working tree (at most 1 MiB); nullopt where there is none, where it cannot
/// be read, or where a symlink leads out of the tree.
std::optional<std::string> find_tree_file(const git::Repository& repository,
                                          const std::string& path);
/// The same as UTF-8 (what is none: U+FFFD), as a record holds it; empty where there is none.
std::string read_tree_file(const git::Repository& repository, const std::string& path);

}  // namespace handoff::ops
