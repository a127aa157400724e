#pragma once

#include <string>
#include <vector>

#include "model/note.hpp"
#include "ops/share/step.hpp"

namespace handoff::ops {

/// What a pause on this branch continues: the shared handoff that the work here came from, whatever
/// brought it. Looks at the remote, but never fails for it.
struct Continued {
  std::string id = {};  ///< the record gets this id
  /// Its open items that are in no journal here any more, and the next steps of those whose work is
  /// in this tree as well.
  std::vector<model::Note> left = {};
  std::vector<std::string> along = {};  ///< whose open items go along, under whatever branch
  std::vector<std::string> given_back =
      {};                              ///< out of this tree: what those say is not gone on from
  std::vector<std::string> stay = {};  ///< yours, and not in this tree: theirs stay in the journal
  std::string forked_from = {};  ///< or a new one, since this one is not this clone's to go on with
  std::string own_fork_of = {};  ///< `id` is a fork of this clone's already: of that one
  std::string why_forked = {};   ///< "Ben has had it for 2 h, says Ben"
  bool is_over = false;          ///< that is finished or withdrawn: nobody goes on with it
  bool is_beside = false;  ///< that stays this clone's: its work is on another branch, or put aside
  std::vector<std::string> warnings = {};
};
/// `push`: it is to be shared. Throws a Failure (exit 1) only then, and only with a clean tree,
/// where the work of what was taken is not here yet.
Continued continued_by_pause(const Store& store, const git::Head& head, const Network& network,
                             bool push);
/// After that pause: what was done here to one that somebody else has is kept as `id`. Tells where
/// others may take what was there before, or what of ours is within `id` now; else empty.
std::string remember_continued(const Store& store, const Continued& continued,
                               const std::string& id);

/// What of a handoff that was taken is out of sight of a pause of all that is here: in a stash, or
/// behind an ignore file of the user's own. "'n.txt' is in stash@{0}, and in no commit"; else
/// empty.
std::string told_out_of_sight(const Store& store, const Shared& shared);

/// What of a handoff that was taken is still changed in this tree after a pause of a part of it has
/// gone on with it: "taken, but no longer in this handoff: a.c"; else empty.
std::string left_of_continued(const Store& store, const std::string& id);

}  // namespace handoff::ops
