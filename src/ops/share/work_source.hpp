#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repo/git.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"
#include "ops/share/work_presence.hpp"

namespace handoff::ops {

/// One that this branch, or what it was called before, has to do with.
struct WorkSource {
  Shared shared = {};
  bool live = false;
  bool rebased = false;  ///< its branch is, right now
  bool carried = false;  ///< its work was put back on another branch, and changes of it are here
  WorkPresence presence = WorkPresence::none;
  WorkPresence in_files = WorkPresence::none;  ///< by its files alone; asked where there are two
  std::optional<bool> beyond = {};  ///< a fork: is what it has beyond that here? Asked as above
  bool is_last = false;             ///< what this worktree put back last
  std::string elsewhere = {};    ///< "its work is on 's9'": what is here is not gone on with as it
  bool older = false;            ///< it waits for its work, and what is here is the version before
  std::string stands_on = {};    ///< the commit that its work was put back on, or is
  std::string forked_from = {};  ///< the id of the handoff that it was begun with

  /// Taken or claimed, and then something ended the command: the work is not here.
  bool waits_for_its_work() const {
    return live && shared.ours && shared.on.empty() && presence == WorkPresence::none;
  }
};

/// All that this working tree may go on with, which of them best.
std::vector<WorkSource> find_sources(const Store& store, const git::Head& head);
/// The one that a pause continues, or forks, if its work is here.
const WorkSource* best_of(const git::Git& git, const std::vector<WorkSource>& sources);
/// A handoff that was begun with the work of another one, in this clone, and shared nowhere.
struct OwnFork {
  std::string id = {};
  bool is_here = false;       ///< what it made of that is in this tree, and not committed
  bool is_elsewhere = false;  ///< ... is not in this tree
};
std::vector<OwnFork> own_forks(const Store& store, const git::Head& head, const WorkSource& of);

/// The record of a shared handoff, live or retired here. `all`: of this store, everywhere.
std::optional<Record> record_here(const Store& store, const std::vector<RecordRef>& all,
                                  const std::string& id);
/// The record as it is here, or, where an undo went back behind what was sent, as that: its work is
/// in the tree, and the remote has it.
Record as_sent(const Store& store, const Shared& shared, Record here);

/// The branch that the work of one that is yours was put back on, as it is called now.
std::string branch_of_work(const git::Repository& repository, const Shared& shared);
/// Where that is, if that is another branch or the worktree that has it: "on 's9'", "in
/// /home/ann/side"; else empty.
std::string place_of_work(const git::Repository& repository, const Shared& shared);

}  // namespace handoff::ops
