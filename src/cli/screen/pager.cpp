#include "cli/screen/pager.hpp"

#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/process.hpp"
#include "base/text.hpp"

namespace handoff::cli {

Pager::Pager() {
  if (isatty(STDOUT_FILENO) != 1)
    return;
  // Not as our other questions, which say --no-pager; and not the repository's configuration, which
  // may have come with a copied clone.
  const Outcome told = handoff::run(
      {.argv = {"git", "var", "GIT_PAGER"}, .environment = {{"GIT_DIR", "/dev/null"}}});
  x_pager = told.ok() ? trim(told.out) : "";
  if (x_pager.empty() || x_pager == "cat")
    return;
  UniqueFd kept(memfd_create("git-handoff", MFD_CLOEXEC));
  UniqueFd terminal(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
  std::fflush(stdout);
  if (kept.get() < 0 || terminal.get() < 0 || dup2(kept.get(), STDOUT_FILENO) < 0)
    return;
  setenv("GIT_PAGER_IN_USE", "true", 1);  // what is painted for a terminal still is
  x_kept = std::move(kept);
  x_terminal = std::move(terminal);
}

Pager::~Pager() {
  if (x_terminal.get() < 0)
    return;
  std::fflush(stdout);
  dup2(x_terminal.get(), STDOUT_FILENO);
  unsetenv("GIT_PAGER_IN_USE");
  UniqueFd input(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  lseek(x_kept.get(), 0, SEEK_SET);
  dup2(x_kept.get(), STDIN_FILENO);
  try {
    Command command{.argv = {"sh", "-c", x_pager}, .terminal = true};
    for (const auto& [name, value] : {std::pair("LESS", "FRX"), std::pair("LV", "-c")})
      if (std::getenv(name) == nullptr)
        command.environment.emplace_back(name, value);
    handoff::run(std::move(command));
  } catch (const Failure&) {
    // No shell: nothing more can be shown.
  }
  dup2(input.get(), STDIN_FILENO);
}

}  // namespace handoff::cli
