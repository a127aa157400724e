#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"

namespace handoff::ops {

/// In the environment of a hook: it does nothing but print kProbeAnswer and the variable's value.
inline constexpr const char* kProbeVariable = "GIT_HANDOFF_PROBE";
inline constexpr const char* kProbeAnswer = "git-handoff " HANDOFF_VERSION " answers ";

/// What is known of one hook, for `doctor`.
struct HookFinding {
  enum class State {
    absent,    ///< not installed: nothing wrong
    proven,    ///< git was asked to run it, and this program answered
    unproven,  ///< someone else runs it by his own rules; running all of that to see is not for us
    broken,    ///< installed, and git does not get to it
  };
  State state = State::absent;
  std::string hook = {};
  std::string file = {};     ///< where it is, or would be
  std::string message = {};  ///< one line
  std::string hint = {};     ///< the way out; empty where nothing is to be done
};
const char* word_of(HookFinding::State state);

/// One finding a hook. Hooks whose first lines are our block are run through git with
/// kProbeVariable set, which makes them answer and end before anything else in them runs; others
/// are looked at only.
std::vector<HookFinding> doctor_hooks(const git::Repository& repository);

}  // namespace handoff::ops
