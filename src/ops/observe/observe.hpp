#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/handoff.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// What one place in the tree says about the work that is under way.
struct ObservedWork {
  std::string workflow =
      {};  ///< "execute", "debug", "quick", "gsd", "aura-frog", "mddesign", "tasks"
  std::string source = {};  ///< the file or folder, relative to the top of the tree
  std::string phase = {};
  std::string task = {};  ///< number of the current task, from 1
  std::string total = {};
  std::string current = {};  ///< name of the current task
  std::string tdd = {};      ///< "RED", "GREEN" or "REFACTOR" where the current task is such a step
  std::string tdd_where = {};           ///< the step's own words
  std::vector<model::Task> tasks = {};  ///< with `state`; in the order of the file
  int64_t changed = 0;                  ///< when the source was last written
};

/// What the tool can see without being told. Files are read up to 1 MiB each, at most 200 of them.
struct Observation {
  std::vector<ObservedWork> work = {};  ///< unfinished ones, the one written last first
};
Observation observe(const git::Repository& repository);

/// Fills what the record leaves open from the newest work: workflow, phase, task, total_tasks, the
/// task lists where both are empty, the step of the TDD cycle, the source as a document. What
/// stands there is never changed.
void fill_from_work(Json& record, const Observation& seen);

/// What fill_from_work() takes: it stands in a file of the clone, and is nobody's word.
std::vector<std::string> words_of_others(const Observation& seen);

/// Commits of HEAD since `since` by this author (`Name <mail>`) as completed work, where the record
/// names none. One child; nothing where `since` is HEAD or no ancestor of it. Gives their
/// subjects.
std::vector<std::string> fill_from_commits(const git::Repository& repository, Json& record,
                                           const std::string& since, const std::string& head,
                                           const std::string& author);

}  // namespace handoff::ops
