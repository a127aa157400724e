#pragma once

#include <string>

namespace handoff::ops {

/// How a record (the one here, or that of the id) is corrected: with the editor, or where there is
/// no terminal by an option of `edit`. `next`: it is its next action that is meant.
std::string way_to_edit(const std::string& id = {}, bool next = false);

}  // namespace handoff::ops
