#include "ops/records/way_to_edit.hpp"

#include "base/programs.hpp"

namespace handoff::ops {

std::string way_to_edit(const std::string& id, bool next) {
  return "git handoff edit" + (id.empty() ? "" : " " + id) +
         (can_ask() ? ""
          : next    ? " --next TEXT"
                    : " --from FILE");
}

}  // namespace handoff::ops
