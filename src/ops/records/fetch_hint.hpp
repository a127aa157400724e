#pragma once

namespace handoff::ops {

/// How records of others come here, to be looked at.
inline constexpr const char* kFetchRecords = "git handoff fetch";

}  // namespace handoff::ops
