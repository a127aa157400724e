#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/record.hpp"

namespace handoff::ops {

/// Does it decide anything here? The user's own does, and what somebody here has read or trusts.
/// Anybody may put others below refs/handoffs/: they are listed and shown, and that is all.
bool is_known(const Provenance& provenance, const Record& record);
/// The same of a version, by its commit alone: it may be damaged.
bool is_known_version(const Provenance& provenance, const std::string& oid);

/// Of several live or retired records with one id, the refs of those that nobody here has read,
/// where another one of them is known: they count for nothing. The first one of that id is then the
/// user's own, else one that was read. `rest`, where it is asked for: the live and the retired ones
/// that are not among these.
std::set<std::string> put_known_first(const git::Repository& repository,
                                      git::ObjectDatabase& objects, std::vector<RecordRef>& records,
                                      const std::function<std::vector<RecordRef>()>& rest);

/// A power cut brings back what was deleted last: the live ref of a record that is in the archive
/// since. It is older than that of the archive then; whoever undoes a resume writes it anew. Costs
/// a look for one file.
bool is_back_by_power_cut(const git::Repository& repository, git::ObjectDatabase& objects,
                          const RecordRef& ref);

}  // namespace handoff::ops
