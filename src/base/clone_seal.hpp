#pragma once

#include <string>
#include <string_view>

namespace handoff {

/// The user's seal (base/user_key.hpp) on a text that stands in `file`, a file somewhere in the
/// `handoff` folder of a git directory. It holds that clone's own mark, `handoff/mark-*`, so that
/// the same text proves nothing in another clone. Makes the mark where there is none, or one that
/// came with a copy. Empty where there is no key; a Failure where the mark cannot be written.
std::string seal_in(const std::string& file, std::string_view text);

/// Was this text sealed by this user for the git directory that `file` is in, which stands where it
/// did or was moved there? Writes nothing.
bool is_sealed_in(const std::string& file, std::string_view text, std::string_view with);

}  // namespace handoff
