#include "ops/worktree/filters.hpp"

#include <cstdlib>
#include <map>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

/// What our call sets, as it was for us.
std::string put_environment_back() {
  std::string commands;
  for (const char* name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_PARAMETERS"}) {
    const char* value = std::getenv(name);
    commands += value == nullptr ? std::string("unset ") + name + "; "
                                 : std::string("export ") + name + "=" + sh_word(value) + "; ";
  }
  return commands;
}

}  // namespace

void run_filters_in_tree(const git::Repository& repository, git::GitCall& call) {
  Outcome listed = repository.git().run(
      {.args = {"config", "-z", "--get-regexp", "^filter\\..*\\.(smudge|process)$"}});
  if (listed.out.empty())
    return;
  const std::string start =
      "cd " + sh_word(repository.layout().root) + " || exit; " + put_environment_back();
  std::map<std::string, std::string> programs;
  for (const std::string& item : split(listed.out, '\0'))
    if (const size_t end = item.find('\n'); end != std::string::npos)
      programs[item.substr(0, end)] = item.substr(end + 1);  // the last one counts, empty or not
  std::vector<std::string> options;
  for (const auto& [key, program] : programs) {
    if (program.empty())
      continue;  // none is an order to run none
    // git replaces %f in one of the two
    const std::string command =
        (key.ends_with(".smudge") ? replace_all(start, "%", "%%") : start) + program;
    const std::string variable = "GIT_HANDOFF_FILTER_" + std::to_string(options.size());
    options.push_back("--config-env=" + key + "=" + variable);
    call.environment.emplace_back(variable, command);
  }
  call.args.insert(call.args.begin(), options.begin(), options.end());
}

}  // namespace handoff::ops
