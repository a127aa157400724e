#pragma once

#include <functional>
#include <string>

#include "ops/pause/pause.hpp"
#include "ops/pause/pause_request.hpp"
#include "ops/resume/fresh.hpp"
#include "ops/resume/resume.hpp"
#include "ops/resume/undo.hpp"
#include "ops/share/step.hpp"

/// The verbs of one person, for a record that may be shared: its remote is asked before, and told
/// after. For a local record they are what they are in ops/resume. All throw a Failure (exit 1)
/// where the remote cannot be asked, unless `network.offline`.
namespace handoff::ops::solo {

/// What was taken or published goes on under its id, where that is this clone's. `push`: it is to
/// be shared afterwards. `around`: what the writing itself is done within, such as the editor's
/// text that is kept until then.
PauseReport pause(const Store& store, PauseRequest request, const Network& network, bool push,
                  const std::function<void(const std::function<void()>&)>& around = {});

/// A shared record is claimed first; one that then cannot be put back is free again.
ResumeReport resume(const Store& store, const Record& record, const Comparison& comparison,
                    const ResumeRequest& request, const Network& network);

struct Discarded {
  DiscardReport report = {};
  std::string note = {};  ///< of what is at the remote, for people; empty: nothing
};
/// Who published it takes it from the remote; who took it gives it back.
Discarded discard(const Store& store, const Record& record, const Network& network);

struct Fresh {
  FreshReport report = {};
  std::string note = {};
};
/// Where somebody else has it or finished it, the branch goes on to what the remote has of it.
Fresh start_fresh(const Store& store, const Record& record, const Comparison& comparison,
                  const Network& network);

/// ops::place_of_work() of the handoff with this id.
std::string place_of_work(const git::Repository& repository, const std::string& id);

struct Undone {
  UndoReport report = {};
  bool put_back = false;         ///< work of a shared one came out of its hand-over
  std::string forked_from = {};  ///< one that is finished comes back as a handoff of its own
  std::string why_forked = {};   ///< "finished, says Ben (seen just now)", "no longer shared"
  std::string note = {};         ///< what was done at the remote, for people; empty: nothing
  /// Of a shared one: the remote lets this clone put it back. Else `way` is what helps, for people.
  bool claimable = true;
  bool can_be_redone = true;  ///< as far as that is known: another undo is not refused
  std::string way = {};
};
/// The last operation, or the retirement of what an id names. Of a take or a resume: a release.
Undone undo(const Store& store, const std::string& id, const Network& network);

}  // namespace handoff::ops::solo
