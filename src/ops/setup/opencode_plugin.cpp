#include "ops/setup/agent_settings.hpp"

namespace handoff::ops {

std::string_view opencode_plugin() {
  static constexpr std::string_view kPlugin =
#include "ops/setup/opencode_plugin.inc"
      ;
  return kPlugin;
}

}  // namespace handoff::ops
