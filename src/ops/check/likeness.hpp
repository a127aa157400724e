#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "git/history/history.hpp"

namespace handoff::ops {

// What match.cpp and reverts.cpp compare commits by.

using Patches = std::map<std::string, git::Patch>;  ///< by the commit's id

/// The change of a commit; an empty one where it was not read.
const git::Patch& patch_of(const Patches& patches, const std::string& oid);

std::set<std::string> file_set(const git::LogEntry& entry);
/// Does it change one of these files?
bool touches(const git::LogEntry& entry, const std::set<std::string>& files);
bool share_a_file(const git::LogEntry& a, const git::LogEntry& b);

/// Full ids that stand in a commit's message behind one of git's own phrases.
std::vector<std::string> ids_behind(const std::string& body, std::string_view phrase);
/// Does one of these, full or abbreviated, stand for this commit?
bool names_commit(const std::vector<std::string>& ids, const std::string& oid);

}  // namespace handoff::ops
