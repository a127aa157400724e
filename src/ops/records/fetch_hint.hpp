#pragma once

namespace handoff::ops {

/// Records travel by plain git. What a fetch brings lies apart from one's own:
/// refs/handoffs/remotes/<remote>/.
inline constexpr const char* kFetchRecords =
    "git fetch REMOTE '+refs/handoffs/active/*:refs/handoffs/remotes/REMOTE/active/*'";

}  // namespace handoff::ops
