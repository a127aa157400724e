#pragma once

#include <map>
#include <string>
#include <vector>

#include "git/index/index_edit.hpp"
#include "git/objects/quarantine.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/repository.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// What a snapshot knows when it asks which files a checkout of it would not give back.
struct RawQuestion {
  const git::Repository& repository;
  git::Quarantine& quarantine;
  const git::PreparedIndex& prepared;                   ///< the index with everything added
  const std::string& base_tree;                         ///< of HEAD; empty on an unborn branch
  const std::vector<std::string>& paths;                ///< that enter the snapshot
  const std::map<std::string, git::IndexEntry>& after;  ///< these, as the prepared index has them
  const std::map<std::string, git::IndexEntry>&
      flagged;  ///< assume-unchanged, skip-worktree, intent-to-add: as they were
  const std::vector<std::string>&
      hidden;            ///< of them, those that git was told by hand not to look at
  bool partial = false;  ///< changes that are there stay out of it
};

struct RawChoice {
  std::vector<std::string> paths;        ///< whose bytes have to be kept beside the tree, sorted
  std::vector<std::string> gone;         ///< behind the flags nothing stands there any more
  std::vector<model::LeftOut> left_out;  ///< what is told of files behind the flags
};

/// Mixed line ends, $Id$, filters that strip, what is hidden behind flags, and all that attributes
/// which change in the same pause may have had a part in.
RawChoice choose_raw(const RawQuestion& question);

/// A file, or a link, as it stands there: the attachment of a record.
git::TreeEdit exact_bytes(const git::Repository& repository, git::Quarantine& quarantine,
                          const std::string& path);

/// Its owner may run it.
bool is_executable_file(const std::string& path);

}  // namespace handoff::ops
