#include "base/fault.hpp"

#ifdef HANDOFF_FAULTS

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "base/failure.hpp"

namespace handoff {

void fault_point(const char* name) {
  const char* wanted = std::getenv("GIT_HANDOFF_FAULT");
  if (wanted == nullptr)
    return;
  std::string_view asked = wanted;
  if (asked == name)
    raise(SIGKILL);
  if (asked == std::string(name) + "=stop")
    fail("fault '" + std::string(name) + "' was asked for");
  if (asked.starts_with("list="))
    std::ofstream(std::string(asked.substr(5)), std::ios::app) << name << '\n';
}

}  // namespace handoff

#endif
