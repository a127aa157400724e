#pragma once

#include <string>

namespace handoff::ops {

/// A path of the tree as an argument of a git command that takes pathspecs: it means the same in
/// each folder, and nothing but that path. Quoted for a shell.
std::string path_to_type(const std::string& path);

}  // namespace handoff::ops
