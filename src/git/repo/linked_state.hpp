#pragma once

#include <string>

namespace handoff::git {

/// What is ours is written, cut and removed without asking: a link there, in a git directory that
/// was copied, would lead anywhere, and is a Failure. Repository::open() looks; who finds a
/// repository without it looks before anything of ours is read or written.
void refuse_linked_state(const std::string& git_dir, const std::string& common_dir);

}  // namespace handoff::git
