#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "git/repo/repository.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// What an agent's program told of the session that is under way in this worktree.
struct SessionFacts {
  std::string session_id = {};
  std::optional<int64_t> tokens = {};  ///< in the context now
  std::optional<int64_t> window = {};  ///< how many there is room for
  std::optional<double> used_percent = {};
  int64_t compactions = 0;
  int64_t time = 0;  ///< seconds; when they were told last
};

SessionFacts read_session_facts(const git::Repository& repository);
/// Remembered until another session begins. A failing disk is ignored.
void remember_session_facts(const git::Repository& repository, const SessionFacts& facts);
void forget_session_facts(const git::Repository& repository);

/// Puts session_id, token_usage and compaction_count into a record that is being made, where the
/// facts are of the last 12 hours. What `given` (a record that somebody wrote; may be null) says
/// itself stays.
void fill_from_session(const git::Repository& repository, Json& record, const Json* given);

}  // namespace handoff::ops
