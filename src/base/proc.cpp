#include "base/proc.hpp"

#include <cstdlib>

#include "base/files.hpp"
#include "base/peek_file.hpp"
#include "base/text.hpp"

namespace handoff {

std::string proc_file(pid_t pid, const char* name) {
  return peek_file("/proc/" + std::to_string(pid) + "/" + name).value_or("");
}

std::optional<ProcStat> proc_stat(pid_t pid) {
  const std::string text = proc_file(pid, "stat");
  const size_t open = text.find('('), close = text.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close + 2 > text.size())
    return std::nullopt;
  const std::vector<std::string> fields = split(std::string_view(text).substr(close + 2), ' ');
  constexpr size_t kUserTime = 11, kStartTime = 19;  // fields 14 and 22, counted from the third
  if (fields.size() <= kStartTime)
    return std::nullopt;
  return ProcStat{.name = text.substr(open + 1, close - open - 1),
                  .state = fields[0],
                  .parent = std::atoi(fields[1].c_str()),
                  .user_time = fields[kUserTime],
                  .start_time = fields[kStartTime]};
}

std::vector<pid_t> all_processes() {
  std::vector<pid_t> all;
  for (const std::string& name : list_folder("/proc"))
    if (name.find_first_not_of("0123456789") == std::string::npos)
      all.push_back(std::atoi(name.c_str()));
  return all;
}

}  // namespace handoff
