#pragma once

#include <string>

namespace handoff {

/// As make_folders, and the names of those that were missing are on the disk when it returns: what
/// is fsynced in a folder is lost with the folder's own name.
void make_durable_folders(const std::string& path);

}  // namespace handoff
