#pragma once

#include <string>
#include <string_view>

namespace handoff::formats {

/// At most 60 bytes of a text, "..." behind it where there is more; secrets masked before that.
std::string cut_short(std::string_view text);

/// A text that somebody else may have chosen, for a message of ours: secrets masked, escaped, in
/// one line, and cut at 60 bytes.
std::string bounded(std::string_view text);

/// What a file or a configuration of the clone says, its keys and names of sections too, in a
/// message: bounded, and in quotes that it does not end, `'24h'`; in double ones where it is more
/// than one word of printable ASCII.
std::string in_quotes(std::string_view text);

}  // namespace handoff::formats
