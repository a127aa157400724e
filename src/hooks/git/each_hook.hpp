#pragma once

#include "git/refs/ref_files.hpp"
#include "git/repo/git.hpp"
#include "hooks/git/hook_call.hpp"

namespace handoff::hooks {

// One file a hook. They may throw: run_git_hook turns that into silence.
HookAnswer post_checkout(const HookCall& call);
HookAnswer post_rewrite(const HookCall& call);
HookAnswer pre_commit(const HookCall& call);
HookAnswer pre_merge_commit(const HookCall& call);
HookAnswer pre_push(const HookCall& call);

/// Refuses a merge in which a parent is a live WIP commit, before git makes it. `resolved`: the
/// user commits it, with what was resolved by hand.
HookAnswer refuse_merge_of_wip(const git::Git& git, const git::PeekedRepository& repository,
                               bool resolved);

}  // namespace handoff::hooks
