#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace handoff::formats {

/// An older session of a log: its heading, and what stands below it.
struct OlderSession {
  std::string when, text;
};

struct FreeForm {
  std::string text = {};                   ///< as parse_markdown() reads it
  std::vector<OlderSession> history = {};  ///< in the log's order
};

/// What people and agents write without a schema: `**Blockers:**` and `Completed tasks:` above a
/// list stand for headings, a line of dashes says nothing, and of several sessions under headings
/// with a date or a number the newest counts. A record that this tool wrote stays as it is.
FreeForm read_free_form(std::string_view text);

}  // namespace handoff::formats
