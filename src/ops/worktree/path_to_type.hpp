#pragma once

#include <string>

namespace handoff::ops {

/// A path of the tree as an argument of a git command that takes pathspecs: it means the same in
/// each folder, and nothing but that path. Quoted for a shell.
std::string path_to_type(const std::string& path);
/// The same for what takes no pathspec (`rm`, `git -C`): from the current folder. `root` is the top
/// of the working tree.
std::string file_to_type(const std::string& root, const std::string& path);
/// ... not quoted for a shell.
std::string path_from_here(const std::string& root, const std::string& path);

}  // namespace handoff::ops
