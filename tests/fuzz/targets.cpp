#include "targets.hpp"

#include <cstdio>
#include <cstdlib>

namespace handoff::fuzz {

const Target* find_target(std::string_view name) {
  for (std::span<const Target> targets : {format_targets(), store_targets(), text_targets()})
    for (const Target& target : targets)
      if (target.name == name)
        return &target;
  return nullptr;
}

void must(bool holds, const char* what) {
  if (holds)
    return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

}  // namespace handoff::fuzz
