#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace handoff {

/// The bytes of a file of our own that says what is done next, or what was done: a JSON object,
/// with the user's seal as its first member. `kind` keeps one file from standing in for another.
std::string with_seal(std::string_view kind, const std::string& object);

/// The same back, seal and all; nullopt where there is no such file. A Failure where it is no file,
/// or not this user's: a git directory that was copied may hold anything, of any size, so that
/// nothing of it is read before the seal is known to be good. Where no key can be had, what has no
/// seal is read up to 64 MiB.
std::optional<std::string> read_sealed_file(std::string_view kind, const std::string& path);

/// A Failure that says so, of the file and with the way out.
[[noreturn]] void fail_damaged(const std::string& path);

}  // namespace handoff
