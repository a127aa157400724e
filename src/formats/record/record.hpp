#pragma once

#include <string>
#include <string_view>

#include "model/handoff.hpp"
#include "model/json.hpp"

namespace handoff::formats {

/// The typed view of a record (or of a Superteam or Get Shit Done HANDOFF.json, whose names it
/// shares). Never throws on odd values: what cannot be read as the field's type is empty.
model::Handoff read_handoff(const Json& record);

/// Where the work stood, for people: "execute (phase 3, task 2 of 4)"; empty where the record tells
/// nothing of it.
std::string position_text(const model::Handoff& handoff);
std::string position_text(const std::string& workflow, const std::string& phase,
                          const std::string& task, const std::string& total_tasks);

/// Writes the tool's own block in place of whatever `record["git"]` was.
void set_git_block(Json& record, const model::GitBlock& block);
model::GitBlock read_git_block(const Json& record);

/// A path for JSON: the text itself where it is UTF-8, else C-quoted. See path_bytes in
/// docs/storage.md.
void put_path(Json& object, const std::string& path);
std::string get_path(const Json& object);

/// The words of the enums as the record spells them.
std::string_view word_of(model::Mode mode);
model::Mode mode_of(std::string_view word);
std::string_view word_of(model::TaskState state);
model::TaskState task_state_of(std::string_view word);
/// Does a status that begins well take it back, or ask: "passed once, fails now", "done?"?
bool is_denied(std::string_view status);

}  // namespace handoff::formats
