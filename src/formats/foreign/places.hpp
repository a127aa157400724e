#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/foreign/format.hpp"

namespace handoff::formats {

/// Where this and related tools keep handoffs, by the table of formats: one list for all who ask.
std::vector<Place> handoff_places();

/// The files that are local state, not project history: `init` writes them as ignore entries, pause
/// leaves untracked ones out of the WIP commit, the pre-commit hook refuses new ones.
///
/// Each is a pattern as .gitignore has it: without a slash it names a file in any folder, otherwise
/// a path from the top of the repository; `*` stands for any text without a slash.
std::vector<std::string> handoff_file_patterns();

/// Does one of the patterns name this path? `path` is relative to the top of the repository, with
/// slashes, as git lists it.
bool is_handoff_file(std::string_view path);

/// The names of the twins that a document of this name has beside it; empty where it has none.
struct Twins {
  std::string summary = {};
  std::string backup = {};
};
Twins twins_of(std::string_view path);

}  // namespace handoff::formats
