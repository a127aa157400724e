#pragma once

#include "git/refs/ref_files.hpp"

namespace handoff::ops {

/// Has HEAD's branch no live record, under whatever name? Cheap: by git's files alone. false also
/// where it cannot be told.
bool surely_none_live(const git::PeekedRepository& repository);

}  // namespace handoff::ops
