#pragma once

#include "model/json.hpp"

namespace handoff::formats {

/// What must be known besides `got` to make `wanted` of it: the fields (of the outermost object)
/// that differ, each with a fingerprint of what it was in `got`, and the order of the keys where
/// that differs. An empty object where the two are equal.
Json make_carry(const Json& wanted, const Json& got);

/// Applies it. A field that is no longer what the fingerprint says was changed since by someone
/// else and stays as it is: what a person or another tool wrote into a file wins over what we
/// carried in it. Whatever shape `carry` has, this is safe.
void apply_carry(Json& got, const Json& carry);

}  // namespace handoff::formats
