#pragma once

#include <string>
#include <string_view>

#include "git/objects/objects.hpp"

namespace handoff::git {

/// The id that an object has in this repository, SHA-1 or SHA-256. Throws as hash_object() does.
std::string id_of_object(const Layout& layout, ObjectType type, std::string_view bytes);

}  // namespace handoff::git
