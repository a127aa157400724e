#pragma once

#include <initializer_list>
#include <string>

#include "model/json.hpp"

/// The parts of Spellbook's state and of a record, one into the other. Unknown fields of an item
/// come along.
namespace handoff::formats::spellbook {

/// Tasks of a record as todos, appended.
void add_todos(const Json& tasks, Json& todos);
/// Todos as tasks: what is begun or done goes to completed_tasks, the rest to remaining_tasks.
void add_tasks(const Json& todos, Json& record);

/// Paths are absolute there and relative to the repository (`root`) here.
Json native_documents(const Json& documents, const std::string& root);
Json record_documents(const Json& native, const std::string& root);

Json native_decisions(const Json& decisions);
Json record_decisions(const Json& native);

/// Plain texts as objects of the template's shape; `also` repeats the text under a second name.
Json native_notes(const Json& notes, const char* name, const char* also,
                  std::initializer_list<const char*> others);
/// The reverse: an entry that says nothing besides its text is the text.
Json record_notes(const Json& native, const char* name);

/// What workflow_state_load answers wraps the state.
const Json& unwrapped(const Json& value);

}  // namespace handoff::formats::spellbook
