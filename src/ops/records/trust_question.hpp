#pragma once

#include <optional>
#include <string>

#include "git/repo/repository.hpp"
#include "ops/records/record.hpp"

namespace handoff::ops {

// Whether agents may have unread what comes from there, too, is asked once, behind the first take.

/// Under which key the user's configuration (`git config --global`) has what was answered for this
/// clone; empty: its folder cannot stand in one.
std::string own_trust_key(const git::Repository& repository);

/// What may be trusted from now on, of a handoff that was read and taken, as `handoff.trust` has
/// it: the key that signed it, else its remote as it is now. nullopt: something was said of this
/// clone already, and that remote has not got another URL since.
std::optional<std::string> trust_to_ask_for(const git::Repository& repository,
                                            const Record& record);

inline constexpr const char* kTrustNobody = "nobody";
/// Writes the answer into the user's configuration.
void remember_trust(const git::Repository& repository, const std::string& value);

}  // namespace handoff::ops
