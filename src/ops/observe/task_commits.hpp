#pragma once

#include <string>
#include <vector>

#include "git/history/history.hpp"
#include "git/repo/repository.hpp"
#include "model/json.hpp"
#include "model/note.hpp"

namespace handoff::ops {

/// Gives each completed task of the record that names no commit the one of these (newest first)
/// whose subject says what the task is called; none where two say it.
void name_commits_of_tasks(Json& record, const std::vector<git::LogEntry>& commits);

/// "Sign tokens" of "feat(auth)!: Sign tokens".
std::string without_type(const std::string& subject);

/// A commit's subject as the name of a task, or of a step: of what is longer than anybody reads,
/// the beginning and "...".
std::string name_of_task(const std::string& subject);

/// The same for what was done since the first of these notes; and a task between whose start, or
/// the task that was done before it, and whose end the user made one commit has that. At most one
/// child.
void name_commits_of_tasks(const git::Repository& repository, Json& record,
                           const std::vector<model::Note>& notes, const std::string& head);

}  // namespace handoff::ops
