#pragma once

#include <map>
#include <string>
#include <vector>

#include "git/repo/worktrees.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/standing.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// What a live record, one that was fetched, or a note says that somebody has to do before it goes
/// on.
struct Waiting {
  enum class Kind { action, blocker } kind = Kind::action;
  RecordRef at = {};  ///< of a note: its branch, and the id of the record that left it open, if any
  bool blocking = true;
  bool is_copy = false;  ///< of a checkpoint, which has what the journal has
  std::string text = {};
  std::string whom = {};  ///< a name in that text; empty: it names nobody
  int64_t time = 0;       ///< as Record::time()
};
std::string_view word_of(Waiting::Kind kind);

struct Inbox {
  std::vector<Waiting> items = {};  ///< by name, those without one last; then newest first
  size_t unread = 0;                ///< records whose words nobody here has read
};

/// Actions of people that are not done, and blockers, of all branches, in records and in journals,
/// and of what a fetch brought. What an agent may not read is counted.
Inbox what_waits(const Store& store, Reader reader);

/// A worktree of the repository, and what is paused on its branch.
struct FleetPlace {
  git::Worktree worktree = {};
  std::vector<Summary> records = {};
  std::vector<Shared> held = {};  ///< that this clone holds, and that is in work there
};

struct Fleet {
  std::vector<FleetPlace> places = {};  ///< the main worktree first
  std::vector<Summary> elsewhere = {};  ///< of branches that no worktree has
  std::vector<Summary> fetched = {};    ///< as open_remote() lists them
  std::vector<Shared> told = {};        ///< as in a Listing
  std::map<std::string, Standing> standings = {};
  Inbox inbox = {};
};

/// All worktrees at once; the number of processes does not grow with them.
Fleet look_at_fleet(const Store& store, Reader reader);

}  // namespace handoff::ops
