#pragma once

#include <string>
#include <string_view>

namespace handoff::git {

// What we call what is ours in a repository, for those who write it and those who look for it.

/// The trailer of WIP commits and versions that has the record's id.
inline constexpr const char* kIdTrailer = "Handoff-Id";

/// The line of that trailer, as it is written, and as `git log --grep` finds it; without an id what
/// each such line begins with.
inline std::string id_line(std::string_view id = {}) {
  return std::string(kIdTrailer) + ": " + std::string(id);
}

/// What the subject of a WIP commit begins with.
inline constexpr std::string_view kWipSubject = "wip:";

/// Is this the ref of a record of this clone, live or archived?
inline bool is_local_record(std::string_view ref) {
  return ref.starts_with("refs/handoffs/active/") || ref.starts_with("refs/handoffs/archive/");
}

}  // namespace handoff::git
