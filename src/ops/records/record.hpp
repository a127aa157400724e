#pragma once

#include <memory>
#include <string>

#include "git/objects/commits.hpp"
#include "model/handoff.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// Where one record is. `oid` is the commit of its newest version.
struct RecordRef {
  enum class Place { active, archive, remote };
  std::string ref;
  std::string branch;  ///< the branch, or "HEAD" for a detached one
  std::string id;
  std::string oid;
  Place place = Place::active;
  std::string remote = {};  ///< with Place::remote
  bool shared = false;      ///< with Place::remote: it was published, and moves by taking
  bool archived() const { return place == Place::archive; }
};

/// One version of a record, read.
struct Record {
  RecordRef at;
  std::shared_ptr<const Json> document;
  model::Handoff handoff;  ///< its `git` block is verified (see Store::load)
  git::Commit commit;
  std::string oid;       ///< of this version; at.oid is the newest
  std::string previous;  ///< the version before, empty for the first
  bool git_block_forged =
      false;  ///< what the document said of git was not what ref and parents say

  const model::GitBlock& git() const { return handoff.git; }
  /// Seconds of its timestamp; the commit's time where the document has none that can be read.
  int64_t time() const;
  bool is_checkpoint() const;
};

}  // namespace handoff::ops
