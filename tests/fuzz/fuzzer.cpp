// The entry of libFuzzer. One program for all targets: HANDOFF_FUZZ_TARGET names the one that is
// run.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "targets.hpp"

namespace {

const handoff::fuzz::Target& chosen() {
  static const handoff::fuzz::Target* target = [] {
    const char* name = std::getenv("HANDOFF_FUZZ_TARGET");
    const handoff::fuzz::Target* found =
        name == nullptr ? nullptr : handoff::fuzz::find_target(name);
    if (found == nullptr) {
      std::fputs("HANDOFF_FUZZ_TARGET has to name a target: scripts/fuzz.sh --list\n", stderr);
      std::exit(129);
    }
    return found;
  }();
  return *target;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  chosen().run({reinterpret_cast<const char*>(data), size});
  return 0;
}
