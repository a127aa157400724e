// libFuzzer target: bytes may be refused with a Failure, and nothing else may happen. See README.md
// here.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "formats/toon.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    handoff::formats::parse_toon({reinterpret_cast<const char*>(data), size}, "input");
  } catch (const handoff::Failure&) {
  }
  return 0;
}
