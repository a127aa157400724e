#pragma once

#include "hooks/git/hook_call.hpp"

namespace handoff::hooks {

// One file a hook. They may throw: run_git_hook turns that into silence.
HookAnswer post_checkout(const HookCall& call);
HookAnswer post_rewrite(const HookCall& call);
HookAnswer pre_commit(const HookCall& call);
HookAnswer pre_push(const HookCall& call);

}  // namespace handoff::hooks
