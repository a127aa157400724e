#pragma once

#include <cstdint>
#include <string>

#include "model/handoff.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// The record that is checked. Also one that is not stored (reconstructed, or about to be
/// imported).
struct CheckSubject {
  std::string id = {};
  const Json* document = nullptr;
  const model::Handoff* handoff = nullptr;
  std::string oid = {};       ///< commit of the version; empty where it is not stored
  int64_t stored_at = 0;      ///< seconds; 0 where it is not stored
  bool made_here = false;     ///< by this user on this machine
  std::string worktree = {};  ///< the other one of this clone that it was paused in; empty: none
  bool retired = false;       ///< resumed or put away: its work need not be anywhere
  bool at_remote = false;     ///< published, and only fetched here: it has to be taken
  std::string previous = {};  ///< the version before it; empty: none, or not known
  bool git_block_forged = false;  ///< its git block was not what ref and parents say
};

}  // namespace handoff::ops
