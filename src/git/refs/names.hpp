#pragma once

#include <string_view>

namespace handoff::git {

// Names that come from elsewhere (refs of a fetch, trailers, records) and are handed to git or
// shown in a command to copy. What does not pass is no name of ours.

/// What stands before a branch in the name of its ref.
inline constexpr std::string_view kBranchRefs = "refs/heads/";

/// 40 or 64 lower-case hex digits.
bool is_oid(std::string_view text);

/// An oid of zeros: it names nothing.
bool is_null_oid(std::string_view text);

/// The first seven digits of an id: enough for people, and for git where few objects begin so.
std::string short_oid(const std::string& oid);

/// What git takes as the name of a branch (`git check-ref-format --branch`), and no option: not
/// `-x`, `a..b`, `x.lock`, `@`, `HEAD`; no control byte. Characters that mean something to a shell
/// may be in it.
bool is_branch_name(std::string_view text);

/// What can be the id of a record: ASCII letters, digits, `-`, `_` and `.`, beginning with a letter
/// or digit, at most 40 bytes, and then our stamp. So it can stand in a command as it is.
bool is_record_id(std::string_view text);

/// The part of an id that sorts as the records were begun, also within one second:
/// `20260324-120000-1f2e3d4c`.
std::string_view stamp_of(std::string_view id);

}  // namespace handoff::git
