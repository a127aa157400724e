#pragma once

#include <string_view>

#include "model/json.hpp"
#include "ops/notes/record_fields.hpp"

namespace handoff::ops {

/// Do two texts say the same: the same words in the same order, but for case and punctuation?
bool says_the_same(std::string_view a, std::string_view b);

/// Lists whose items are told once.
inline constexpr std::array kToldOnce = {lists::kDecisions, lists::kCorrections, lists::kQuestions,
                                         lists::kActions};

/// Does an item of a list say all that another one does: the same text, and each field of it?
bool covers(const Json& item, const Json& other);

/// Takes what another item of the same list covers out of a record that is to be shown.
void leave_repeats_out(Json& record);

}  // namespace handoff::ops
