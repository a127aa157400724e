#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "git/repo/repository.hpp"
#include "model/json.hpp"

namespace handoff::cli {

/// Lets a person write the record as Markdown in their editor (`git var GIT_EDITOR`). The text
/// survives in HANDOFF_EDITMSG of the git dir until it was used; one that was not is kept under
/// another name. nullopt where it was emptied.
struct EditorFor {
  std::string_view when_emptied;  ///< what that means: in the comment at the top
  std::string command;            ///< takes with `--from FILE` a text that was not used
};
std::optional<Json> edit_record(const git::Repository& repository, const Json& draft,
                                const EditorFor& what);
/// Drops the text when it was used. Where that fails it is kept, and a hint of the failure says how
/// `command` takes it up.
void use_edited_text(const git::Repository& repository, const std::string& command,
                     const std::function<void()>& use);

}  // namespace handoff::cli
