#pragma once

#include <string>

#include <sys/stat.h>

namespace handoff {

/// Only ENOENT and ENOTDIR say that nothing is there. After any other error (a folder that may not
/// be searched, a name that is too long, a bad disk) it is not known.
enum class Presence { there, absent, unknown };

/// As lstat(), which follows no link; `errno` says why it is not known.
Presence look_at(const std::string& path, struct stat& info);
Presence look_at(const std::string& path);

}  // namespace handoff
