#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace handoff {

/// `$XDG_STATE_HOME/git-handoff` (`~/.local/state/...`); empty where there is no home. It has a
/// `.gitignore`, since a home may be a working tree.
std::string state_folder();

/// Proof that this user's program wrote a text: a hash under a key of the user's own, in
/// `key` in state_folder(), readable by nobody else. Makes the key where there is none. Empty where
/// none can be had: what is not sealed is a stranger's.
std::string seal(std::string_view text);

/// Why nothing can be sealed: what is written counts as a stranger's. Empty where it can.
std::string why_no_seal();
/// Adds that to what a command warns of that keeps words, with where to hear more.
void warn_of_no_seal(std::vector<std::string>& warnings);
/// What mends it, to be typed.
std::string hint_for_seal();

/// Was this text sealed with the user's key? Never makes one.
bool is_sealed(std::string_view text, std::string_view with);

}  // namespace handoff
