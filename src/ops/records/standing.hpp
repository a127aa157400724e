#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/failure.hpp"
#include "model/json.hpp"
#include "ops/records/shared.hpp"

namespace handoff::ops {

struct Record;

/// Who has a handoff, as this clone knows without asking anybody.
struct Standing {
  enum class Kind {
    free,       ///< published, anybody may take it
    unsettled,  ///< whether the last step arrived is not known
    yours,      ///< this clone has taken it
    elsewhere,  ///< another clone of the same user has
    held,       ///< somebody else has
    newer,      ///< free, and somebody else has added to it since
    original,   ///< this one is a fork, and somebody else has, has added to or has finished what it
                ///< was forked from, or who has that is not known: it is gone, or was set back
    finished,   ///< whoever had it says so
    gone,       ///< not at its remote any more
  } kind = Kind::free;
  Shared shared = {};                ///< where `original`: of that one
  std::optional<Kind> of_fork = {};  ///< where `original`: of the fork, if that is shared, too
  /// One line, with how old the knowledge is: "Ben has had it for 2 h, says Ben (seen 5 min ago)".
  std::string sentence = {};
  std::string of_original = {};  ///< where `original`: the same without what the fork itself is
  std::string shortly = {};      ///< the same for a prompt: "Ben has it"; empty: nothing to tell
  std::string ahead = {};  ///< "origin/login is 1 commit ahead (Ben)", of the last `git fetch`
  bool unpushed = false;   ///< its remote has not, or never had, the version that is paused here;
                           ///< where `original`: of the fork
  std::string hint = {};   ///< a command; empty where there is nothing to do about it

  /// Does it stand in the way of simply going on?
  bool is_in_the_way() const {
    return (kind != Kind::free && kind != Kind::yours) || shared.not_landed();
  }
  /// Of a fork: is this told, and not what became of the one that it came from?
  bool comes_before_its_original() const { return kind != Kind::free; }
  /// Why its work cannot be put back here, and what helps; nullopt: nothing that is known.
  std::optional<Failure> why_not_resumed() const;
  /// The sentence, and behind it what its remote has of the branch.
  std::string all() const { return sentence + (ahead.empty() ? "" : "; " + ahead); }
};

/// "free", "unsettled", "yours", "elsewhere", "held", "newer", "original", "finished", "gone".
std::string_view word_of(Standing::Kind kind);

/// Of a record, live or not; nullopt where it is local. Asks git only where somebody else has had
/// it.
std::optional<Standing> standing(const git::Repository& repository, const Record& record);
std::optional<Standing> standing(const git::Repository& repository, const std::string& id,
                                 const Json& document);

/// The same without what its remote has of the branch: asks git nothing, for a prompt.
std::optional<Standing> standing_here(const git::Repository& repository, const std::string& id,
                                      const Json& document);

/// The same without what is paused here, for hooks: by the folder that all worktrees share.
std::optional<Standing> standing_in(const std::string& common_dir, const std::string& id,
                                    const std::string& forked_from);

/// A hint, where nobody is in the way but what stands at the remote.
inline constexpr const char* kOffline =
    "give the same command with --offline, to go on without asking the remote";

/// Why the work of a shared one cannot be put back here, as far as is known, and what helps;
/// nullopt: it may be tried.
std::optional<Failure> why_not_claimed(const std::string& common_dir, const Shared& shared);

/// Of one that went on as another: "take what it is now: git handoff take ID", or what is done
/// where that is here already.
std::string way_to_successor(const std::string& common_dir, const Shared& shared);

/// What its remote has of the branch beyond the branch here, as the last fetch saw it:
/// "origin/login is 1 commit ahead (Ben)", or "was rewritten, with 1 new commit (Ben)" where what
/// the record of the handoff saw there has gone; empty: nothing.
std::string ahead_of(const git::Repository& repository, const Shared& shared, const Json& document);

/// The branch of its remote, as this clone saw it last, that has each file of the work as the work
/// does: "origin/login"; empty: none.
std::string branch_with_all(const git::Repository& repository, const Shared& shared,
                            const Json& document);

/// "origin has another version of it, free to take: git handoff push ID": where what is paused here
/// was never published; else empty.
std::string other_version_there(const git::Repository& repository, const Shared& shared);

/// The version of it that is live here, whatever its branch is called here and there; empty: none.
std::string live_version(const git::Repository& repository, const Shared& shared);

/// "forked from login-20260324-...: Ben has had that for an hour": of a fork, as far as is known
/// here, whatever the fork itself is; empty: nothing, or nobody else has what it was forked from.
std::string told_original(const git::Repository& repository, const Json& document);

/// For lists: all that is known, read once, by the id of the handoff that it is told of.
std::map<std::string, Standing> all_standings(const git::Repository& repository);

}  // namespace handoff::ops
