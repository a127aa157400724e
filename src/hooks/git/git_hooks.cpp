#include "hooks/git/git_hooks.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <unistd.h>

#include "base/children.hpp"
#include "base/input.hpp"
#include "base/programs.hpp"
#include "git/repo/git.hpp"
#include "hooks/git/each_hook.hpp"
#include "ops/setup/doctor_hooks.hpp"

namespace handoff::hooks {

namespace {

constexpr unsigned kLongestOfHook = 5;  // seconds

struct Hook {
  std::string_view name;
  bool reads_input;
  HookAnswer (*run)(const HookCall&);
};

constexpr Hook kHooks[] = {
    {"post-checkout", false, post_checkout},
    {"post-rewrite", true, post_rewrite},
    {"pre-commit", false, pre_commit},
    {"pre-merge-commit", false, pre_merge_commit},
    {"pre-push", true, pre_push},
};

const Hook* find_hook(std::string_view name) {
  const Hook* found = std::ranges::find(kHooks, name, &Hook::name);
  return found == std::end(kHooks) ? nullptr : found;
}

/// A test asks for more: on a loaded machine the gits that a hook starts take long.
unsigned seconds_of_hook() {
#ifdef HANDOFF_FAULTS
  if (const char* given = std::getenv("GIT_HANDOFF_HOOK_SECONDS"))
    return static_cast<unsigned>(std::strtoul(given, nullptr, 10));
#endif
  return kLongestOfHook;
}

/// Whatever goes wrong in here, the command that git runs must not fail or wait for it: a deadline,
/// and an end with 0 for what would kill us.
class NeverInTheWay {
 public:
  NeverInTheWay() {
    for (int number : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGABRT})
      std::signal(number, [](int) {
        end_children();
        _exit(0);
      });
    std::signal(SIGPIPE, SIG_IGN);  // nobody reads our lines: the answer counts all the same
    alarm(seconds_of_hook());
  }
  ~NeverInTheWay() { alarm(0); }
  NeverInTheWay(const NeverInTheWay&) = delete;
  NeverInTheWay& operator=(const NeverInTheWay&) = delete;
};

}  // namespace

bool is_git_hook(std::string_view name) { return find_hook(name) != nullptr; }

HookAnswer run_git_hook(std::string_view name, const std::vector<std::string>& args) {
  constexpr size_t kMostInput = 32u << 20;  // some 250,000 refs
  const Hook* hook = find_hook(name);
  if (const char* probe = std::getenv(ops::kProbeVariable))
    return {{ops::kProbeAnswer + std::string(probe)}, 0};
  try {
    NeverInTheWay guard;
    std::string input;
    if (hook != nullptr && hook->reads_input)
      input = read_all_at_most(STDIN_FILENO, kMostInput);
    if (input.size() > kMostInput)
      input.erase(input.rfind('\n') + 1);
    if (hook == nullptr || std::getenv(git::kInsideVariable) != nullptr)
      return {};
    act_unasked();
    return hook->run({args, input});
  } catch (...) {
    return {};  // a hook that cannot tell says nothing: 'git handoff doctor' looks into it
  }
}

}  // namespace handoff::hooks
