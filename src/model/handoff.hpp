#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace handoff::model {

/// How a record came to be.
enum class Mode { manual, automatic, checkpoint, emergency };

/// The state of one task. A status that is none of the known words is `other`; its text stays in
/// the task.
enum class TaskState { not_started, in_progress, blocked, done, other };

/// A piece of work. Ids are text of any kind (numbers become their digits), may repeat and are
/// never a key.
struct Task {
  std::string id;
  std::string name;
  TaskState state = TaskState::not_started;
  std::string status_text;  ///< the status as it was written
  std::string progress;
  std::vector<std::string> commits;  ///< `commit` and `commits`, as they were written
  std::vector<std::string> files;
  std::string verification;  ///< a command: shown, never run by itself

  /// Does it list this file, or name it by its whole path?
  bool names_file(const std::string& file) const {
    return std::find(files.begin(), files.end(), file) != files.end() ||
           (file.find('.') != std::string::npos && name.find(file) != std::string::npos);
  }
};

struct Decision {
  std::string decision;
  std::string rationale;
  std::string rejected;
  std::string binding;  ///< "absolute", "session" or empty
  std::string source;   ///< "user", "agent" or empty
};

struct Blocker {
  std::string description;
  std::string type;
  std::string workaround;
  std::string check;  ///< a command: shown, never run by itself
};

struct HumanAction {
  std::string action;
  std::string context;
  bool blocking = false;
  bool done = false;
};

/// A plan or other file that whoever goes on should read.
struct Document {
  std::string path;
  std::string kind;  ///< "design", "impl", "must_read" or free text
  std::string why;
  std::string status;
};

struct LeftOut {
  std::string path;    ///< bytes as git has them
  std::string reason;  ///< for people: "looks like a secret", "40 MiB"
  /// Not in the WIP commit, as git does not look at it, but in the record.
  bool is_in_record() const { return reason.ends_with(kInRecord); }
  static constexpr std::string_view kInRecord = ": the record has it";
  bool operator==(const LeftOut&) const = default;
};

struct Upstream {
  std::string ref;  ///< `refs/remotes/origin/main`
  std::string oid;
  int64_t ahead = 0;
  int64_t behind = 0;
};

struct SubmoduleState {
  std::string path;
  std::string oid;  ///< the commit checked out there
  bool new_commits = false;
  bool modified_content = false;
  bool untracked_content = false;
};

/// A mode that git does not keep: narrower than 0644 or 0755.
struct FileMode {
  std::string path;
  uint32_t mode = 0;  ///< permission bits
};

/// The `git` block: written by the tool alone, never taken from input.
struct GitBlock {
  std::string id;
  std::string branch;      ///< short name; empty on a detached HEAD
  std::string base;        ///< the commit the work stands on; empty on an unborn branch
  std::string wip_commit;  ///< the commit that holds the work; empty where the tree was clean
  bool on_branch = false;  ///< the WIP commit was put on the branch
  std::string operation;   ///< "merge", "rebase", ... under way; empty for none
  std::string
      operation_branch;  ///< the branch that is rebased, or that bisect began on; empty: none
  std::string worktree;  ///< name of the worktree: "main" or a linked one's
  std::string worktree_path;
  std::optional<Upstream> upstream;
  std::vector<SubmoduleState> submodules;
  std::vector<std::string> intent_to_add;
  std::vector<FileMode> modes;
  std::vector<LeftOut> left_out;
  std::vector<std::string> raw;  ///< paths whose exact bytes the record keeps beside the WIP tree
  /// Only what these matched was paused, as they were given; empty: everything.
  std::vector<std::string> pathspecs;
  std::string author;  ///< `Name <mail>`
  std::string agent;
  std::string created_by;  ///< program and version
};

/// The typed reading of a record. The JSON document is the record; this is a view of it for the
/// rooms that look at values (check, lint, brief, screens). Reading is lenient: other names, shapes
/// and types that public handoff files use are understood (docs/storage.md lists them); what is
/// missing is empty.
struct Handoff {
  std::string version;  ///< "1" for ours; text because other tools write "1.0"
  std::string timestamp;
  std::string status;
  Mode mode = Mode::manual;
  std::string title;
  std::string workflow;
  std::string phase;
  std::string task;
  std::string total_tasks;
  std::string user_message;

  std::vector<Task> completed_tasks;
  std::vector<Task> remaining_tasks;
  std::vector<std::string> uncommitted_files;  ///< remarks behind a path are cut off
  std::vector<std::string> files_modified;
  std::vector<std::string> definition_of_done;

  std::string next_action;
  std::string context_notes;
  std::vector<Decision> decisions;
  std::vector<std::string> open_questions;
  std::vector<std::string> corrections;
  std::vector<std::string> errors;
  std::vector<Blocker> blockers;
  std::vector<HumanAction> human_actions;
  std::vector<Document> documents;

  std::string session_id;
  GitBlock git;
};

}  // namespace handoff::model
