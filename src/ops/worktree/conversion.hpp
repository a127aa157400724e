#pragma once

#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "git/objects/quarantine.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// What git may do to a file's bytes on their way in and out.
enum class Conversion {
  none,       ///< they are kept as they are
  line_ends,  ///< CR LF becomes LF on the way in, LF stays on the way out: none where there is no
              ///< CR
  by_git,     ///< filters, encodings, ident, LF that becomes CR LF: only git can tell
};

/// Does git convert line ends here that others may keep (`core.autocrlf`, attributes that no commit
/// has)?
bool converts_line_ends(const git::Repository& repository);

/// One for each path, by the files in the working tree. Two lstats a folder where no attributes are
/// in play; one `git check-attr` otherwise.
std::vector<Conversion> conversions_of(const git::Repository& repository,
                                       const std::vector<std::string>& paths);

/// The paths among these whose bytes git may change on the way in or out: line ends, ident,
/// filters, encodings. Two lstats a folder where no attributes are in play; one `git check-attr`
/// otherwise.
std::vector<std::string> converted_paths(const git::Repository& repository,
                                         const std::vector<std::string>& paths);

/// The paths among these that attributes name a filter for.
std::vector<std::string> filtered_paths(const git::Repository& repository,
                                        const std::vector<std::string>& paths);

/// Writes the files of an index (`index_file`) as a checkout would, into `folder` instead of the
/// working tree. Files that a filter refuses to write are missing there.
void checkout_aside(const git::Repository& repository, const git::Environment& environment,
                    const std::string& index_file, const std::vector<std::string>& paths,
                    const std::string& folder);

/// The same with the files of a tree, and with the attributes that stand in it instead of those of
/// the working tree: what a checkout of that tree has written.
void checkout_tree_aside(const git::Repository& repository, const git::Quarantine& quarantine,
                         const std::string& tree, const std::vector<std::string>& paths,
                         const std::string& folder);

/// Files of a prepared index that git takes for changed, did it look, and for which attributes are
/// now others than they are in one of `trees`: a checkout of that tree may have written them.
/// `changed` are the `.gitattributes` that may differ.
std::vector<git::IndexEntry> changed_by_attributes(const git::Repository& repository,
                                                   const git::Quarantine& quarantine,
                                                   const git::PreparedIndex& index,
                                                   const std::vector<std::string>& trees,
                                                   const std::vector<std::string>& changed);

/// The paths among `paths` whose bytes a checkout would not give back: mixed line ends, $Id$,
/// filters that strip. Their bytes have to be kept beside the tree.
std::vector<std::string> changed_by_checkout(const git::Repository& repository,
                                             const git::Quarantine& quarantine,
                                             const git::PreparedIndex& prepared,
                                             const std::vector<std::string>& paths);

}  // namespace handoff::ops
