#pragma once

#include "model/json.hpp"
#include "ops/share/share.hpp"

namespace handoff::ops {

/// The stable JSON of what the verbs between people give.
Json to_json(const Shared& shared);
Json to_json(const PushReport& report);
Json to_json(const FetchReport& report);
Json to_json(const TakeReport& report);
Json to_json(const ReleaseReport& report);

}  // namespace handoff::ops
