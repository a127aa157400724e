#include "ops/records/record.hpp"

#include "base/clock.hpp"

namespace handoff::ops {

int64_t Record::time() const {
  if (auto parsed = parse_time(handoff.timestamp))
    return parsed->time;
  return git::time_of(commit.committer);
}

bool Record::is_checkpoint() const { return handoff.mode == model::Mode::checkpoint; }

}  // namespace handoff::ops
