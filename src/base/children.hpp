#pragma once

namespace handoff {

/// Asks every child that has not been waited for to end (SIGTERM: git takes its locks away). May be
/// called in a signal's handler, by what ends this process without destructors.
void end_children() noexcept;

}  // namespace handoff
