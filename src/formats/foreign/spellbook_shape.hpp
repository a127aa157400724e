#pragma once

#include "model/json.hpp"

namespace handoff::formats {

/// Every block of Spellbook's state has all of its fields, and each word of a fixed choice is one
/// of them. Unknown fields stay.
void complete_spellbook(Json& native);
/// The reverse, as far as nothing was said: fields that are empty are taken out of the items.
void strip_spellbook(Json& native);

}  // namespace handoff::formats
