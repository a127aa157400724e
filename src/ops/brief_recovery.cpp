#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "ops/brief_focus.hpp"

namespace handoff::ops {

std::string fit_recovery_text(const BriefSource&, size_t, Brief&) {
  fail("the style 'spellbook' is not built yet");
}

}  // namespace handoff::ops
