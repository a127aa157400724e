#pragma once

#include <string>

#include "model/json.hpp"
#include "ops/notes/item_places.hpp"

namespace handoff::ops {

// A record's goals: `ultimate` is the newest, those before it that nobody closed stand in
// `earlier`.

/// Makes it the newest one.
void add_goal(Json& record, ItemPlaces& places, const std::string& text);

/// Lays older goals under those of the record, which stay the newer ones.
void merge_goals(Json& record, Json older);

/// Takes one away, by its text; where it was the newest, the one before it is again.
void drop_goal(Json& record, ItemPlaces& places, const std::string& text);

/// Leaves no list without goals, once the gaps are closed.
void tidy_goals(Json& record);

}  // namespace handoff::ops
