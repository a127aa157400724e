#pragma once

#include <cstddef>

namespace handoff::formats {

/// Values of a document, whatever its format: each takes many times the byte that it may be written
/// with. (Size, depth and keys are bounded in formats/json.hpp.)
inline constexpr size_t kMaxValues = 200'000;

/// A document that somebody hands in: what is done with one takes some forty times its size. (What
/// a record holds, with all that was carried to it, may be kMaxDocumentBytes.)
inline constexpr size_t kMaxGivenBytes = 4u << 20;

}  // namespace handoff::formats
