#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace handoff::ops {

/// Words of a text, lower case, without punctuation at their ends.
std::vector<std::string> words_of(std::string_view text);

/// Does a text name something that can be opened or run: a path, a symbol (`name()`, snake_case,
/// Class::method, camelCase), a command, code in backticks, an issue number?
bool names_something(std::string_view text);

/// Does a text say where things stand ("continue with auth", "implemented the parser") instead of
/// what to do?
bool is_summary(std::string_view text);

/// Why a text is a placeholder ("is a placeholder", "trails off"); empty where it is none.
std::string placeholder_in(std::string_view text);

/// Does a blocker read like something that a person has to do?
bool reads_like_human_action(std::string_view text);

}  // namespace handoff::ops
