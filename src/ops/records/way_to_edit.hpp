#pragma once

#include <string>

#include "base/programs.hpp"

namespace handoff::ops {

/// How a record (the one here, or that of the id) is corrected: with the editor, or where there is
/// no terminal by an option of `edit`. `next`: it is its next action that is meant.
inline std::string way_to_edit(const std::string& id = {}, bool next = false) {
  return "git handoff edit" + (id.empty() ? "" : " " + id) +
         (can_ask() ? ""
          : next    ? " --next TEXT"
                    : " --from FILE");
}

}  // namespace handoff::ops
