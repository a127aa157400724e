#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "git/history/history.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/match.hpp"

namespace handoff::ops {

/// What became of the commits that a record names, of its base, and of the line that its work stood
/// on.
struct Fates {
  enum class Place { head, upstream, elsewhere, checked_out };
  /// One side of a comparison: where commits could be that are not on HEAD's line any more.
  struct Searched {
    Place place = Place::head;
    Matches matches = {};
    std::map<std::string, git::LogEntry> entries = {};  ///< what matches point at
  };

  std::set<std::string> wanted = {};  ///< commits that are named, and the base
  std::vector<Searched> searched = {};
  std::vector<git::LogEntry> line = {};  ///< what the work stood on and HEAD lacks, newest first
  std::set<std::string> in_upstream = {};
  std::map<std::string, std::string> reverted = {};  ///< and what took it back
  bool rewritten = false;  ///< the branch is there in another form: what it lacks was left out
  bool whole = false;      ///< ... and all that HEAD has lost was looked at

  /// nullptr: not found, or not looked for there.
  const Match* match_in(Place place, const std::string& oid) const;
  bool matched_in_head(const std::string& oid) const {
    return match_in(Place::head, oid) != nullptr;
  }
  /// What a match in HEAD points at.
  const git::LogEntry& entry_in_head(const std::string& oid) const {
    return searched.front().entries.at(oid);
  }
};

/// Looks for them. Of what came since HEAD, the facts keep what is news.
Fates find_fates(Facts& facts);

/// Has HEAD the file as the commit has it?
bool is_as_now(const Facts& facts, const std::string& commit, const std::string& file);

}  // namespace handoff::ops
