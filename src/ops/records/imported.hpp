#pragma once

#include <string>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Of an imported record the commands in it are whoever wrote the document's.
bool text_is_imported(const git::Repository& repository, const std::string& oid);
void remember_imported(const git::Repository& repository, const std::string& oid);

}  // namespace handoff::ops
