#pragma once

#include <map>
#include <optional>
#include <string>

namespace handoff::git {

/// All refs below a prefix that ends in a slash, and what they point at, read from git's files as
/// ref_files.hpp has it: nullopt where one of them is not plain.
std::optional<std::map<std::string, std::string>> peek_refs_below(const std::string& common_dir,
                                                                  const std::string& prefix);

}  // namespace handoff::git
