#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "git/repo/repository.hpp"
#include "model/json.hpp"

namespace handoff::cli {

/// Lets a person write the record as Markdown in their editor (`git var GIT_EDITOR`). The text
/// survives in HANDOFF_EDITMSG of the git dir. nullopt where it was emptied; `when_emptied` tells
/// what that means.
std::optional<Json> edit_record(const git::Repository& repository, const Json& draft,
                                std::string_view when_emptied);

/// What the comment at the top says of a text that is emptied.
inline constexpr std::string_view kPauseGuide =
    "An empty text, and nothing is paused. The code is kept already, whatever you write.";
inline constexpr std::string_view kEditGuide = "An empty text leaves the handoff as it was.";

}  // namespace handoff::cli
