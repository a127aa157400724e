#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.hpp"

namespace handoff::ops {

enum class BriefStyle { plain, spellbook };

/// Tokens are estimated: four bytes count as one. Below kLeastBudget the frame alone would not fit.
inline constexpr size_t kBriefBudget = 800;
inline constexpr size_t kLeastBudget = 200;
inline constexpr size_t kBytesPerToken = 4;

struct BriefRequest {
  size_t budget = kBriefBudget;  ///< in tokens, kLeastBudget at least
  std::string about = {};        ///< keep what concerns this task, file or word
  BriefStyle style = BriefStyle::plain;
  Seconds now = 0;  ///< ages are counted from here
};

/// What did not fit, by what it is: "decision", 3.
struct LeftOutOfBrief {
  std::string what;
  size_t count = 0;
  bool named =
      false;  ///< whatever the room: it binds, or a reader asks for it and has nothing of it
};

struct Brief {
  std::string text;      ///< at most budget * kBytesPerToken bytes
  std::string boundary;  ///< the random word of the fence: it stands nowhere else in the text
  std::vector<LeftOutOfBrief> left_out = {};
  size_t shortened = 0;     ///< items that are there, but cut
  size_t about_others = 0;  ///< items that have nothing to do with `about`
  std::string command;      ///< shows what was left out

  size_t tokens() const { return (text.size() + kBytesPerToken - 1) / kBytesPerToken; }
};

}  // namespace handoff::ops
