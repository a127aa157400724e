#pragma once

#include <string>
#include <string_view>

#include "model/json.hpp"

namespace handoff::formats {

struct FreeForm {
  std::string text;        ///< as parse_markdown() reads it
  Json history = nullptr;  ///< a list of {when, text}: older sessions of a log, in its order
};

/// What people and agents write without a schema: `**Blockers:**` and `Completed tasks:` above a
/// list stand for headings, a line of dashes says nothing, and of several sessions under headings
/// with a date or a number the newest counts. A record that this tool wrote stays as it is.
FreeForm read_free_form(std::string_view text);

}  // namespace handoff::formats
