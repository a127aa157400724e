#pragma once

#include <cstddef>

namespace handoff::formats {

/// Values of a document, whatever its format: each takes many times the byte that it may be written
/// with. (Size, depth and keys are bounded in formats/json.hpp.)
inline constexpr size_t kMaxValues = 50'000;

}  // namespace handoff::formats
