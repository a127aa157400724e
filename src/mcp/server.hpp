#pragma once

#include <string>

namespace handoff::mcp {

/// Serves the Model Context Protocol on two descriptors until the input ends: one JSON-RPC message a line.
/// Both eras in one: versions with `initialize`, and the stateless one. No message, however odd, ends it.
/// `folder` is where the repository is looked for at each call; no other one is touched.
int serve(int in, int out, const std::string& folder);

}  // namespace handoff::mcp
