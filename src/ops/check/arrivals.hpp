#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ops/check/facts.hpp"

namespace handoff::ops {

/// The commit by which a branch came in since the record was written.
struct Arrival {
  const git::LogEntry* commit = nullptr;  ///< nullptr: it did not, as far as can be told
  bool is_here = false;                   ///< in HEAD; else where work goes into
  std::string by = {};                    ///< who merged it, the name alone; empty: not known
};

/// Which branches have come in: by a merge, as they are, or as other commits that bring the same
/// (squashed, rebased).
class Arrivals {
 public:
  explicit Arrivals(const Facts& facts) : x_facts(facts) {}

  /// `older`: what came before the record, where its text was carried. Asked once for each.
  const Arrival& of(const std::string& branch, const std::vector<git::LogEntry>& older);

 private:
  Arrival look_for(const std::string& branch, const std::vector<git::LogEntry>& older) const;
  Arrival as_other_commits(const std::vector<std::string>& tips,
                           const std::vector<git::LogEntry>& older) const;

  const Facts& x_facts;
  std::map<std::pair<std::string, const std::vector<git::LogEntry>*>, Arrival> x_known = {};
};

/// Where branches of this name stand, here and at origin.
std::vector<std::string> tips_of(const Facts& facts, const std::string& branch);

/// Who made a commit that brought others' work, the name alone; empty where a host made it for
/// somebody. Its author may be who wrote what it brings.
std::string who_merged_by(const git::LogEntry& commit);

/// Does a text name a branch, whole, or as that of a pull request ("ben/fix/x" of fix/x)?
bool names_branch(const std::string& text, const std::string& name);

/// Had HEAD all of them?
bool is_here_already(const Facts& facts, const std::vector<std::string>& tips);

/// Did later commits, here or at the upstream, take it back?
bool is_taken_back(const Facts& facts, const std::vector<git::LogEntry>& older,
                   const std::string& commit);

}  // namespace handoff::ops
