#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace handoff::ops {

/// The git hooks that can be installed, in the order in which they are shown.
const std::vector<std::string>& hook_names();
bool is_hook_name(std::string_view name);

/// A hook file of our own as git-hooks/<name> has it: the shebang line, then the marked block.
std::string_view hook_script(std::string_view name);
/// The block alone, to stand in a hook of someone else.
std::string_view hook_block(std::string_view name);

}  // namespace handoff::ops
