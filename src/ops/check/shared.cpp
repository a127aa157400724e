#include "ops/check/facts.hpp"
#include "ops/records/standing.hpp"

namespace handoff::ops {

Findings check_shared(const Facts& facts) {
  using Kind = Standing::Kind;
  std::optional<Standing> known =
      standing(*facts.repository, facts.subject->id, *facts.subject->document);
  if (!known)
    return {};
  FindingState state = !known->is_in_the_way()          ? FindingState::info
                       : known->kind == Kind::unsettled ? FindingState::unverifiable
                                                        : FindingState::changed;
  return {{.code = "shared",
           .subject = known->shared.remote,
           .state = state,
           .evidence = known->all(),
           .suggestion = known->hint,
           .relevance = known->is_in_the_way() ? 3 : 0}};
}

}  // namespace handoff::ops
