#pragma once

#include "mcp/reach.hpp"

namespace handoff::mcp {

/// Serves the Model Context Protocol on two descriptors until the input ends: one JSON-RPC message
/// a line. Both eras in one: versions with `initialize`, and the stateless one. No message, however
/// odd, ends it. No repository outside of `reach` is touched.
int serve(int in, int out, Reach reach);

}  // namespace handoff::mcp
