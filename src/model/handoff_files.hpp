#pragma once

#include <span>
#include <string_view>

namespace handoff::model {

/// The files in which this and related tools keep a handoff: local state, not project history. One
/// list for all who ask: `init` writes it as ignore entries, pause leaves untracked ones out of the
/// WIP commit, the pre-commit hook refuses new ones.
///
/// Each is a pattern as .gitignore has it: without a slash it names a file in any folder, otherwise
/// a path from the top of the repository; `*` stands for any text without a slash.
std::span<const std::string_view> handoff_file_patterns();

/// Does one of the patterns name this path? `path` is relative to the top of the repository, with
/// slashes, as git lists it.
bool is_handoff_file(std::string_view path);

}  // namespace handoff::model
