#pragma once

#include <string>
#include <vector>

#include "git/objects/trees.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// Plans that the record names and git does not keep.
struct AttachedDocuments {
  std::vector<std::string> kept;         ///< paths whose bytes are in the record's documents/
  std::vector<model::LeftOut> left_out;  ///< with the reason
};

/// Adds the documents that the record names, that exist in the working tree and that git ignores,
/// to the record: at most 1 MiB in all, none that looks like a secret, and none whose path is one
/// of `named_by_others`.
AttachedDocuments attach_documents(const git::Repository& repository, const model::Handoff& handoff,
                                   const std::vector<std::string>& named_by_others,
                                   git::Quarantine& quarantine,
                                   std::vector<git::TreeEdit>& attachments);

}  // namespace handoff::ops
