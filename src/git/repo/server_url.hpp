#pragma once

#include <string>

namespace handoff::git {

/// Does this URL name a server by a protocol that git and git-lfs speak themselves (https, http,
/// ssh, git, `host:path`)? Whatever else it is, it may be a folder here or a program. The names of
/// protocols compare without case, as git-lfs takes them.
bool names_server(const std::string& url);

}  // namespace handoff::git
