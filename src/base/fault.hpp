#pragma once

namespace handoff {

/// A place in the write path where a test may end the program as a power cut would.
///
/// In a build with HANDOFF_FAULTS the program kills itself (SIGKILL) at the point that the
/// environment variable `GIT_HANDOFF_FAULT` names; with `=stop` behind the name it throws a Failure
/// instead, as a failing system call would. With `list=FILE` it adds the name to this file, a line
/// each time, and goes on; with `=run:COMMAND` the shell runs that, once. In other builds this is
/// nothing.
#ifdef HANDOFF_FAULTS
void fault_point(const char* name);
#else
inline void fault_point(const char*) {}
#endif

}  // namespace handoff
