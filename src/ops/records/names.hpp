#pragma once

#include <string>

namespace handoff::ops {

/// A name that a stranger chose: escaped, in one line, short.
std::string bounded_name(const std::string& name);

/// The same for a sentence of ours: in quotes, unless it is one plain word, which says nothing.
std::string quoted_name(const std::string& name);

}  // namespace handoff::ops
