#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "ops/resume/resume.hpp"
#include "ops/share/outgoing.hpp"
#include "ops/share/step.hpp"

namespace handoff::ops {

struct PushRequest {
  PublishRules rules = {};
  Network network = {};
  /// No work is new, only words: where somebody else has it by now it is refused, and does not
  /// become a handoff of its own.
  bool only_words = false;
};

struct PushReport {
  Shared shared = {};
  Publication sent = {};
  std::string forked_from = {};  ///< the id that somebody else has: this is a new one
  std::string why_forked = {};
  std::string branch = {};
  std::string renamed_from = {};  ///< what the branch was called before, where it was renamed
  std::string note = {};          ///< of what was there before, for people; empty: nothing
  /// Of a fork that was shared before: who has what it was forked from; empty: nobody else, as far
  /// as is known.
  std::string original = {};
};

/// Publishes a live record, or its newer version, and so gives it out of the hand: it is free to
/// take. One that somebody else has taken, or that is no longer there, becomes a record of its own
/// with `forked_from`. Throws a Failure (exit 1) where nothing was shared.
PushReport push_record(const Store& store, const Record& record, const PushRequest& request);

/// For people, where the push of what was paused just now failed: what is known of it.
std::string told_after_pause(const git::Repository& repository, const std::string& id,
                             const Failure& failure);
/// What helps then: the failure's own hints, and how to share it later where none says so.
std::vector<std::string> hints_after_pause(const git::Repository& repository, const std::string& id,
                                           const Failure& failure);

/// Why what is done on it here cannot go on under its id: somebody else has it, finished it or
/// added to it, or it is gone. Empty where it can.
std::string why_not_this_id(const Shared& shared);

/// Refuses (exit 1) to publish under its own id what has a file as a handoff has it that this clone
/// holds at that remote: whoever takes it would go on with the same work as whoever has the other.
void refuse_held_as_another(const Store& store, const Record& record, const std::string& remote,
                            const Network& network);

/// Refuses (exit 1) to put a version without a file in the place of what was taken, where the work
/// of that is stashed, or out of this tree.
void refuse_to_share_nothing(const Store& store, const Shared& shared, const Record& record);

/// A person had all of it on a terminal, and said so: what it closes is closed here, too.
void note_as_read(const Store& store, const Record& record);

struct FetchReport {
  std::string remote;
  std::vector<Shared> fetched = {};
  std::vector<Shared> others = {};          ///< listed only: other branches'
  std::vector<Failure> failed = {};         ///< of those that could not be brought
  std::vector<std::string> given_up = {};   ///< what was asked for before, and has not arrived
  std::vector<std::string> not_asked = {};  ///< why something of this clone was not looked for
  size_t not_fetched = 0;  ///< older ones of this branch or name, beside the newest 200

  /// Is something amiss here, or with what was named, and not with one record of a remote's?
  bool fails = false;
};

/// Brings the shared handoff of this id or branch here, for looking; without a name those of this
/// branch and all that this clone has to do with, from whatever remote they are on. Nothing but
/// what was seen moves.
FetchReport fetch_shared(const Store& store, const std::string& what, const Network& network);

struct TakeRequest {
  std::string what = {};  ///< an id, a part of one, or a branch; empty: what there is
  bool steal = false;     ///< also where somebody holds it
  bool apply = false;     ///< merge where the branch has moved on
  bool keep_wip = false;  ///< where the branch holds the WIP commit, it stays a commit
  std::string branch =
      {};  ///< not on the record's branch: on a new one of this name, where the work began
  Network network = {};
  /// Shows a record that nobody has read here, and asks. Unset: nobody sits there.
  std::function<bool(const Record&, const Shared&)> confirm = {};
  /// Asks whether to go on with what is there, though a later version was seen. Unset: not so.
  std::function<bool(const Shared&)> go_back = {};
};

struct TakeReport {
  Shared shared = {};
  std::optional<Record> record;  ///< as taken
  ResumeReport resume;
  std::string upstream = {};                  ///< that the new branch was given
  bool declined = false;                      ///< not wanted, when it was shown
  std::string kept_as = {};                   ///< the handoff that one's own later version became
  std::string beside = {}, beside_base = {};  ///< another one, whose WIP commit left the branch
  /// What the remote has of the branch beyond this, or that it has none any more; empty: nothing.
  std::string ahead = {};
  std::string original =
      {};  ///< who has what it was forked from; empty: nobody, as far as is known
  std::string unseen_on = {};  ///< remote whose branch of it `git fetch` does not bring here
};

/// Fetches, looks at it, claims it and puts the work back. What could not be put back is not
/// claimed. Of any number who take it at once one wins; the others are told who.
TakeReport take(const Store& store, const TakeRequest& request);

/// Where the work of what is called finished still is, as far as a remote does not have it: in a
/// tree or a stash, in commits, or nowhere. Empty: it has it. `there`: the branches that the remote
/// has now; nullptr: those that were fetched from it last.
std::string where_work_still_is(const Store& store, const Shared& shared,
                                const git::BranchTips* there);
/// What of the work was stashed since it was put back, and is in no commit: "'a.c' is in stash@{0},
/// and in no commit"; empty: nothing.
std::string told_stashed(const Store& store, const Shared& shared);
/// What of the work no commit has that came to a remote since it was published or put back here, as
/// far as it was fetched: "no commit of origin that is known here touches its files since", or a
/// new file. Empty: a remote has it, or does not show its branch here.
std::string told_missing_there(const Store& store, const Shared& shared);
/// Where the remote has all of it, and more than it was put back on: what, for people. Else empty.
std::string commits_at_remote(const Store& store, const Shared& shared);

struct ReleaseRequest {
  std::string what = {};
  bool done = false;          ///< it is finished, nobody shall take it
  bool force = false;         ///< with `done`: wherever the work is
  std::string into = {};      ///< with `done`: the id that it goes on as
  bool unless_newer = false;  ///< with `force`: not where somebody has added to it since
  Network network = {};
  /// Says where the work still is, and asks whether it is finished all the same. Unset: it is not.
  std::function<bool(const std::string& where)> confirm = {};
};

struct ReleaseReport {
  Shared shared = {};
  bool finished = false;
  /// Given back, though a branch of the remote has all that was done: "origin/login is 2 commits
  /// ahead of where its work began"; empty: it has not.
  std::string finished_there = {};
  bool unread = false;     ///< ended as nobody has seen it here: the archive got that
  std::string added = {};  ///< ... which is what somebody has added: "Ben has added to it"
  /// ... over what was live here: the version that undo brings that back from, "ID~2"; empty: none.
  std::string live_before = {};
};
/// Gives it back as it was taken, or ends it: a word stays there for those who had to do with it.
/// It is not finished while its work is in this tree, or in commits that no remote has.
ReleaseReport release(const Store& store, const ReleaseRequest& request);

/// A Failure (exit 1) where it was only fetched: a resume of it would claim nothing.
void expect_taken(const Store& store, const Record& record);

/// Of a finished one: nothing of it is in the branches of its remote, as this clone saw them last;
/// nullopt: something may be.
std::optional<Failure> why_not_put_aside(const Store& store, const Shared& shared);

/// Before a resume that is to go on tells what is so: asks the remote of a shared record, also for
/// its branch. Gives what stands in the way of asking, for claim(); nullopt: it was asked, or there
/// is nothing to ask.
std::optional<Failure> ask_before_resume(const Store& store, const Record& record,
                                         const Network& network);
/// Before the work of a record is put back here: nothing for a local one. A shared one is claimed
/// first. Throws a Failure (exit 1) where somebody else has it, or the remote cannot be asked.
/// True: it is claimed for this, by now or by such a command whose answer was lost.
bool claim(const Store& store, const std::string& id, const Network& network);
/// After a shared one was put back, whoever has it: where it stands on, so that a pause of this
/// work asks for it.
void remember_landing(const Store& store, const std::string& id);
/// After a resume that failed, or was undone: it is free again. Where somebody has taken it
/// meanwhile: who has it; else empty.
std::string give_back(const Store& store, const std::string& id, const Network& network);

/// A publication whose answer was lost, and that has not arrived: what changes nothing else leaves
/// it pending.
enum class Unsettled { given_up, looked_for };
/// Before a record is edited, discarded or its operation undone: throws where somebody else holds
/// it (for an edit), or the remote cannot be asked. nullopt: it is local.
std::optional<Shared> ask_before_change(const Store& store, const std::string& id,
                                        const Network& network,
                                        Unsettled unsettled = Unsettled::given_up);
/// Was its work left here, or taken out again, whatever its remote heard of it? Nothing where
/// nothing is known of it, or another command is at it.
void note_aside(const git::Repository& repository, const std::string& id, bool aside);
/// "it is free to take on origin again", and who had it where this clone took it away from them.
std::string told_free_again(const Store& store, const Shared& shared);
/// Of one that is retired here: others may take it all the same, and how that ends.
std::string told_to_remove(const Shared& shared);
/// It was retired here, and its remote was not told: that is shown until it is. Nothing where
/// another command is at it.
void remember_dropped(const git::Repository& repository, const Shared& known);
/// After it was discarded here: from who published it, it goes from the remote; who took it gives
/// it back. A note for people, or nothing.
std::string end_shared(const Store& store, const std::string& id, const Network& network);

}  // namespace handoff::ops
