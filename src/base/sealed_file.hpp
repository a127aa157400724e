#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace handoff {

/// The bytes of a file of our own that says what is done next, or what was done: a JSON object,
/// with the user's seal as its first member, for the git directory that `path` is in. `kind` keeps
/// one file from standing in for another.
std::string with_seal(std::string_view kind, const std::string& path, const std::string& object);

/// The same back, seal and all; nullopt where there is no such file. A Failure where it is no file,
/// or not this user's for this clone: a git directory that was copied may hold anything, of any
/// size, so that nothing of it is read before the seal is known to be good. Where no key can be
/// had, what has no seal is read up to 64 MiB.
std::optional<std::string> read_sealed_file(std::string_view kind, const std::string& path);

/// Whole lines, each with its end, as they are appended to a log of our own: with a line before
/// them that seals them together. As they are where no key can be had.
std::string with_sealed_head(std::string_view kind, const std::string& path,
                             const std::string& lines);

/// The lines of such a log, or of the end of one, that this user's program appended in this clone.
std::string sealed_lines(std::string_view kind, const std::string& path, std::string_view text);

/// A Failure that says so, of the file and with the way out.
[[noreturn]] void fail_damaged(const std::string& path);

}  // namespace handoff
