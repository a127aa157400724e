#include "cli/cli.hpp"

#include <cstdio>

#include "base/failure.hpp"
#include "git/repository.hpp"

namespace handoff::cli {

int run(int, char**) {
  try {
    git::Repository repository = git::Repository::open();
    std::printf("%s\n", repository.layout().root.c_str());
    return 0;
  } catch (const Failure& failure) {
    std::fprintf(stderr, "fatal: %s\n", failure.message().c_str());
    for (const std::string& hint : failure.hints())
      std::fprintf(stderr, "hint: %s\n", hint.c_str());
    return static_cast<int>(failure.kind());
  }
}

}  // namespace handoff::cli
