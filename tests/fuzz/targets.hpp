#pragma once

#include <span>
#include <string_view>

namespace handoff::fuzz {

/// One decoder, or one function that neutralises text. `run` gives it any bytes: it may refuse them
/// with a Failure (caught inside), and nothing else may happen. Where there is a property that must
/// hold of what came out (it can be read again, it holds no control byte), a broken one ends the
/// process by `must`.
struct Target {
  std::string_view name;  ///< also the folder of its corpus
  void (*run)(std::string_view bytes);
};

std::span<const Target> format_targets();
std::span<const Target> store_targets();
std::span<const Target> text_targets();

/// nullptr where there is none of that name.
const Target* find_target(std::string_view name);

/// Prints what is broken and aborts.
void must(bool holds, const char* what);

}  // namespace handoff::fuzz
