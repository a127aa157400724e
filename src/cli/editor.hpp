#pragma once

#include <optional>
#include <string>

#include "git/repository.hpp"
#include "model/json.hpp"

namespace handoff::cli {

/// Lets a person write the record as Markdown in their editor (`git var GIT_EDITOR`). The text survives in
/// HANDOFF_EDITMSG of the git dir. nullopt where it was emptied.
std::optional<Json> edit_record(const git::Repository& repository, const Json& draft);

}  // namespace handoff::cli
