#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "git/objects/commits.hpp"
#include "git/repo/refs.hpp"
#include "git/repo/repository.hpp"

namespace handoff::ops {

/// Of a version that has the name of this clone's user, and that this clone has not made: the name
/// is a claim, and another clone of theirs may have made it, or somebody else.
inline constexpr const char* kInYourName = " in your name, not from this clone";

/// Where a published handoff stands at its remote, as the commit there says.
enum class SharedState {
  free,      ///< anybody may take it
  held,      ///< somebody has taken it
  finished,  ///< whoever had it has finished it
  absent,    ///< not there (any more)
};
std::string_view word_of(SharedState state);

/// A push that is under way, or whose answer never came.
struct PendingPush {
  std::string verb;   ///< publish, take, steal, release, edit, finish, delete
  std::string oid;    ///< the commit; empty: the ref is deleted
  std::string lease;  ///< what the ref was; empty: it was not there
  Seconds started = 0;
  std::string local = {};    ///< of a publish: the version here that it is
  std::string content = {};  ///< ... and its tree there
  /// ... and the branch there, with its commit, that has what need not be sent; may be empty.
  std::string beside = {}, beside_oid = {};
};

/// What Shared::doubt begins with where an older version came back.
inline constexpr std::string_view kSetBack = "set back on ";

/// ... and where another handoff has the id of one that was never shared.
inline constexpr std::string_view kOthersId = "its id is somebody else's on ";

/// What ended, or went, so long ago is told no more where nothing of it is paused.
inline constexpr Seconds kLongOver = 30 * 86400;

/// What every verb says of a handoff whose note in this clone cannot be read.
inline constexpr std::string_view kDamagedNote =
    "what was noted of it here is damaged, or was not written by you in this clone";

/// What this clone knows of a handoff that was published, by it or by others. Kept for ever where
/// this clone published it. Hooks and status read this and never ask the remote.
struct Shared {
  std::string id;
  std::string remote;
  std::string place = {};  ///< place_of() that remote; empty: not known
  std::string branch;      ///< or "HEAD"
  /// What the branch that it follows there is called for who published it; empty: the same.
  std::string upstream = {};
  SharedState state = SharedState::absent;
  std::string tip = {};      ///< the version that is there, as last seen; empty: none
  std::string last = {};     ///< the same, also where there is none by now; empty: never one
  std::string tree = {};     ///< its tree; empty: not known
  std::string content = {};  ///< the tree of the version that `local` is in step with
  std::string local = {};    ///< that version here; empty: none
  /// The tip, where a `git fetch` brought it, from wherever; empty: this program saw it there.
  std::string by_git = {};
  std::string by = {};        ///< who made the tip, a stranger's text: `Name <mail>`
  std::string added_by = {};  ///< who made what is in the tip, the same way; empty: not known
  bool handed_on = false;  ///< the tip adds nothing but whose it is; not kept: added_by has it then
  Seconds since = 0;       ///< when they say they did
  Seconds seen = 0;        ///< when this clone looked last
  bool published = false;  ///< this clone published it first
  bool ours = false;       ///< this clone holds it
  bool by_user = false;    ///< the tip says that this clone's user made it, here or elsewhere
  std::string held_at = {};  ///< the tip with which this clone held it as it went from the remote
  bool lost = false;         ///< this clone held it when somebody else took it
  bool aside = false;        ///< its work was put back here without asking, last
  bool dropped = false;      ///< it was retired here, and its remote was not told
  bool older = false;        ///< the tip has a content that another version had followed
  std::string agreed = {};   ///< such a content that goes on here all the same: a person said so
  std::string doubt = {};    ///< why nothing is taken by what the remote has now; empty: no reason
  bool damaged = false;      ///< its file is: whose it is, and what it was here, is not known
  bool ended = false;        ///< this clone finished it, and left a word for others
  bool ended_here = false;   ///< ... or took it off the server: the end is known to be its own
  bool was_there = false;    ///< a fetch of this clone's has seen it at the remote
  std::string on = {};       ///< the commit that it was put back on here, last; empty: not known
  std::string onto = {};     ///< the other branch that it was put back on; empty: its own
  std::string kept_as = {};  ///< what was done here since is in this handoff; empty: in none
  /// The handoff of ours in which its work was paused, on top of other work; empty: in none.
  std::string inside = {};
  std::string into = {};  ///< where it is finished: the id that it goes on as; empty: none
  std::optional<PendingPush> pending = {};
  /// The last push that was given up without an answer: it may arrive all the same.
  std::optional<PendingPush> given_up = {};

  /// Nothing is known of it but that its first push here was given up.
  bool is_only_given_up() const { return given_up && !pending && !published && last.empty(); }
  bool held_by_other() const { return state == SharedState::held && !ours; }
  /// Also by another clone of the same user.
  bool finished_by_other() const {
    return state == SharedState::finished && !ended && !ended_here && !by.empty();
  }
  /// Somebody else added a version to what this clone pushed or took last, or put an older one
  /// over it, and it is free.
  bool has_newer() const {
    return state == SharedState::free && !pending && !content.empty() && !tree.empty() &&
           (tree != content || older);
  }
  /// This clone holds a version there that was never put back here: what is here is an older one,
  /// or nothing. So it is where the answer to a take was lost, or the take was killed.
  bool not_landed() const { return ours && !pending && !tree.empty() && tree != content; }
  /// What the remote has now goes back behind the version seen last: it counts for nothing.
  bool is_set_back() const { return doubt.starts_with(kSetBack); }
  bool is_others_id() const { return doubt.starts_with(kOthersId); }
  /// Was it there, and is no more? Whoever had it may go on with it all the same.
  bool is_gone() const { return state == SharedState::absent && (published || !by.empty()); }
  /// Is there something of it in this clone's hands, or may there be?
  bool concerns_clone() const {
    return ours || pending || is_not_yours() || is_still_offered() || (damaged && !tip.empty());
  }
  /// Is its work in this clone's hands, or retired here, and may others take it all the same?
  bool is_still_offered() const {
    return (aside || dropped) && !ours && !pending && state == SharedState::free && !has_newer() &&
           (kept_as.empty() || dropped);
  }
  /// Is its work in this clone, and not this clone's to go on with under its id?
  bool is_not_yours() const {
    const bool others =
        held_by_other() || state == SharedState::finished || has_newer() || is_gone();
    return !ours && kept_as.empty() &&
           (lost || (aside && others && !ended) || (is_gone() && !held_at.empty()));
  }
  /// The name in `by`, as data.
  std::string who() const;
  /// The same in a sentence: a stranger's words are in quotes.
  std::string named() const;
};

/// nullopt where nothing is known of it, or no more than a push that was given up. A file that is
/// damaged, or that this user's program did
/// not write, is a Failure.
std::optional<Shared> read_shared(const git::Repository& repository, const std::string& id);
/// The same for a hook that has no repository open: by the folder that all worktrees share.
std::optional<Shared> read_shared_in(const std::string& common_dir, const std::string& id);
/// The same where it is no reason to stop: where the file is damaged, what refs say, as `damaged`.
std::optional<Shared> read_shared_quietly(const git::Repository& repository, const std::string& id);
/// What tells the server behind a remote's name from another one: a hash of the URL that git speaks
/// to, which may hold a password. Empty: there is no such remote.
std::string place_of(const git::Repository& repository, const std::string& remote);
/// What read_shared() would throw for each damaged file: doctor tells.
std::vector<std::string> damaged_shared(const git::Repository& repository);
/// The remote that has the branch of a handoff: the one that has the handoff. Where that is what
/// `handoff.remote` names: the upstream's, if that has its name; else the first of this one and
/// those that git pushes to where it was fetched from; else the upstream's; else where git pushes.
std::string remote_of_branch(const git::Repository& repository, const Shared& shared);
/// What that remote may call the handoff's branch: as it is called here, or as its upstream, where
/// that is its own.
std::vector<std::string> branches_there(const git::Repository& repository, const Shared& shared);
/// What a branch of a remote is called here where nothing else was configured.
inline std::string usual_tracking_ref(const std::string& remote, const std::string& branch) {
  return "refs/remotes/" + remote + "/" + branch;
}
/// The branch that a remote-tracking ref of any clone follows: "sign/in" of
/// "refs/remotes/origin/sign/in". Empty: it is none.
std::string followed_branch(const std::string& ref);
/// Of these refs the one below `prefix` that ends in this commit, the branch that work goes into
/// apart: what a branch that is gone is called now, most often. Gives its name behind the prefix;
/// empty: none does, or several.
std::string only_branch_at(const std::vector<git::Ref>& refs, const std::string& prefix,
                           const std::string& oid, const std::string& trunk);
/// The refs that may have what was last fetched of a branch of a remote: as `git fetch` calls it,
/// and as it is usually called.
std::vector<std::string> tracking_refs(const git::Repository& repository, const std::string& remote,
                                       const std::string& branch);
/// The remote of the handoff's branch, where `git fetch` brings only some branches from it, this
/// one not among them (a clone of a single branch): what others push there is not seen. Else empty.
std::string remote_with_unseen(const git::Repository& repository, const Shared& shared);
/// What has of it what was last fetched: "origin/login"; empty: nothing was.
std::string tracking_branch(const git::Repository& repository, const Shared& shared);
/// What its branch is called at the remote, by what was last fetched of it; empty: nothing was.
std::string branch_last_there(const git::Repository& repository, const Shared& shared);
/// Has a fetch of this clone's seen any handoff at that remote? A host may take what it hides.
bool shows_handoffs(const git::Repository& repository, const std::string& remote);
/// All that is known, by id; of damaged files what refs say.
std::vector<Shared> all_shared(const git::Repository& repository);
/// The last push of it to that remote that was given up without an answer: also of what
/// read_shared() knows nothing of.
std::optional<PendingPush> given_up_before(const git::Repository& repository, const Shared& shared);
/// Durable when it returns.
void write_shared(const git::Repository& repository, const Shared& shared);
/// It comes into place with others.
void write_shared(const git::Repository& repository, const Shared& shared, FileGroup& files);
/// What was done here to a handoff that somebody else has by now is kept as another one.
void note_fork(const git::Repository& repository, const std::string& id,
               const std::string& kept_as);
/// Where it is kept what was in this clone before a handoff was put back: ops/share/before.hpp.
std::string before_file(const git::Repository& repository, const std::string& id);
void forget_shared(const git::Repository& repository, const std::string& id);

/// One step on the network at a time for each handoff: held while it lives. Throws a Failure where
/// another command is at it.
class SharedLock {
 public:
  SharedLock(const git::Repository& repository, const std::string& id);
  ~SharedLock();
  SharedLock(const SharedLock&) = delete;
  SharedLock& operator=(const SharedLock&) = delete;

 private:
  std::string x_path;
  UniqueFd x_fd;
};

/// The trailer of a published version that has Shared::upstream.
inline constexpr std::string_view kUpstream = "Handoff-Upstream";
/// The trailer of an end that has Shared::into.
inline constexpr std::string_view kInto = "Handoff-Into";

/// Is a commit with this message a published version? Each has a word of its own, so that no two
/// are one object; what is behind one that has none is no version of the handoff. Nor is one whose
/// message is over 16 KiB.
bool is_version(std::string_view message);
/// The branch that a published version is of, or "HEAD". nullopt: it names none, so it is no
/// record.
std::optional<std::string> shared_branch(std::string_view message);
/// Who made a commit, as Shared::by keeps it: what strangers write there has no end.
std::string shared_by(std::string_view ident);

/// Takes over what the commit says of itself: state, who and since when. Who made it is a claim.
void see_version(Shared& shared, const std::string& oid, const git::Commit& commit, Seconds seen);

/// Of one that is finished: "finished, says Ben", or what it goes on as.
std::string told_end(const Shared& shared);

/// Of one that has_newer(): "Ben has added to it", or what else came.
std::string what_came(const Shared& shared);

/// " for 2 h", of whoever has something.
std::string for_words(Seconds length);

/// "Ben has had it for 2 h, says Ben (seen 5 min ago)", for people; one line.
std::string describe(const Shared& shared, Seconds now);

inline std::string shared_ref(const std::string& id) { return "refs/handoffs/shared/" + id; }
inline std::string seen_ref(const std::string& remote, const std::string& id) {
  return "refs/handoffs/remotes/" + remote + "/" + id;
}
/// The command that asks once more for what is pending: `git handoff take --steal ID`.
std::string command_again(const Shared& shared);

inline std::string pending_ref(const std::string& id) { return "refs/handoffs/pending/" + id; }

}  // namespace handoff::ops
