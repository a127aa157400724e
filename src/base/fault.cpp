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
  const std::string runs = std::string(name) + "=run:";
  if (asked.starts_with(runs)) {
    const std::string command(asked.substr(runs.size()));
    unsetenv("GIT_HANDOFF_FAULT");
    if (std::system(command.c_str()) != 0)
      fail("cannot run '" + command + "'");
  }
}

}  // namespace handoff

#endif
