#pragma once

#include "mcp/reach.hpp"

namespace handoff::mcp {

/// Serves the Model Context Protocol on two descriptors until the input ends: one JSON-RPC message
/// a line. Both eras in one: versions with `initialize`, and the stateless one. No message, however
/// odd, ends it. No repository outside of `reach` is touched. `all_tools`: the list holds those too
/// that few need, with the shape of their results; each can be called either way.
int serve(int in, int out, Reach reach, bool all_tools);

}  // namespace handoff::mcp
