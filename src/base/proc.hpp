#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace handoff {

/// What `/proc/PID/NAME` says: empty where the process ended meanwhile, or is not ours to look
/// into.
std::string proc_file(pid_t pid, const char* name);

/// What is asked of `/proc/PID/stat`.
struct ProcStat {
  std::string name;   ///< of the program, as far as the kernel keeps it
  std::string state;  ///< "R", "Z"
  pid_t parent = 0;
  std::string user_time;   ///< in ticks, and
  std::string start_time;  ///< since the machine started
};
std::optional<ProcStat> proc_stat(pid_t pid);

/// All that run now.
std::vector<pid_t> all_processes();

}  // namespace handoff
