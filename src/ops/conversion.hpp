#pragma once

#include <string>
#include <vector>

#include "git/index_edit.hpp"
#include "git/quarantine.hpp"
#include "git/repository.hpp"

namespace handoff::ops {

/// The paths among these whose bytes git may change on the way in or out: line ends, ident, filters,
/// encodings. Two lstats a folder where no attributes are in play; one `git check-attr` otherwise.
std::vector<std::string> converted_paths(const git::Repository& repository,
                                         const std::vector<std::string>& paths);

/// Writes the files of an index (`index_file`) as a checkout would, into `folder` instead of the working tree. Files that
/// a filter refuses to write are missing there.
void checkout_aside(const git::Repository& repository, const git::Environment& environment,
                    const std::string& index_file, const std::vector<std::string>& paths,
                    const std::string& folder);

/// The paths among `paths` whose bytes a checkout would not give back: mixed line ends, $Id$, filters that
/// strip. Their bytes have to be kept beside the tree.
std::vector<std::string> changed_by_checkout(const git::Repository& repository,
                                             const git::Quarantine& quarantine,
                                             const git::PreparedIndex& prepared,
                                             const std::vector<std::string>& paths);

}  // namespace handoff::ops
