// libFuzzer target: any document, told apart and read; what was read is written in every format.
// See README.md.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "formats/format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace handoff;
  try {
    std::vector<std::string> warnings;
    Json record = formats::read_document({reinterpret_cast<const char*>(data), size}, "input",
                                         nullptr, warnings);
    for (const formats::Format& format : formats::all_formats()) {
      formats::Losses losses;
      try {
        format.write(record, {.root = "/r", .id = "i", .branch = "b"}, losses);
      } catch (const Failure&) {
      }
    }
  } catch (const Failure&) {
  }
  return 0;
}
