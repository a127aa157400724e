#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/handoff.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// What is to be done, in the order in which it is listed.
std::vector<const model::Task*> tasks_to_do(const model::Handoff& handoff);

/// "3: its name (in progress, half)".
std::string task_line(const model::Task& task);

/// What a record says of tests (`verification`, `tdd`), each in a few words: what fails, how they
/// are run, the rest.
inline constexpr std::string_view kRunsBy = "run: ";
std::vector<std::string> states_of_tests(const Json& value);

/// Where in a larger plan the work stands, and who is at it; empty where the record does not say.
std::string position_line(const model::Handoff& handoff, const Json& document);

/// Is what is told of a commit's subject, which may be cut, the name of a task?
bool is_subject_of(const std::string& subject, const std::string& name);

/// The name of the finished task that names a commit as its own; empty where none does.
std::string task_of(const model::Handoff& handoff, const std::string& oid);

/// Does a task that is recorded as done stand for this commit?
bool was_done(const model::Handoff& handoff, const std::string& oid, const std::string& subject);

/// As ".../name", where the next action has the whole path, and no other of that name, a few lines
/// further down.
std::vector<std::string> beside_next(const model::Handoff& handoff, std::vector<std::string> files);

/// "on main"; "at origin" for the remote branch of the record's own name, which is named once
/// above.
std::string there(const model::Handoff& handoff, const std::string& where);

/// Does it wait for a person before it can go on?
bool is_blocked(const model::Handoff& handoff);

/// Decisions that bind so: "absolute", "session".
size_t count_binding(const model::Handoff& handoff, const std::string& how);

}  // namespace handoff::ops
