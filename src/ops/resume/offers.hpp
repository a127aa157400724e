#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "ops/records/standing.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"
#include "ops/resume/resume.hpp"

namespace handoff::ops {

/// What can be done with a handoff as things are: nothing that would be refused is offered.
struct Offers {
  /// What continuing does; absent where it is refused, whatever is asked on the way.
  std::optional<std::string> go_on = {};
  std::string refusal = {};  ///< why `--continue` with the flags given is refused; or empty
  std::vector<std::string> ways = {};  ///< ... and what helps
  bool keep = false;  ///< `--continue --keep-wip` is what is left, or the same as good
  /// What starting fresh does; absent where it is refused.
  std::optional<std::string> fresh = {};
  bool fresh_moves = false;  ///< else it retires the record and nothing more
};

/// `given`: the flags that are given already.
Offers offers_of(const Store& store, const Record& record, const Comparison& comparison,
                 const std::optional<Standing>& standing, const ResumeRequest& given);

/// Why going on is refused, as others have it, with hints that go as things are here: where
/// starting fresh, which helps once it is finished, is refused, too, the reason and what helps
/// there.
Failure with_ways_that_go(const Store& store, const Record& record, const Comparison& comparison,
                          const Failure& theirs);

}  // namespace handoff::ops
