#pragma once

namespace handoff::ops {

/// Of a version that has the name of this clone's user, and that this clone has not made: the name
/// is a claim, and another clone of theirs may have made it, or somebody else.
inline constexpr const char* kInYourName = " in your name, not from this clone";

}  // namespace handoff::ops
