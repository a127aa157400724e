#pragma once

#include <string>
#include <vector>

#include "git/repo/refs.hpp"
#include "git/repo/repository.hpp"

namespace handoff::git {

/// How a remote may be spoken to. Whatever is said here, one that says nothing for
/// `handoff.silence` seconds (60) is given up.
struct Transport {
  std::string remote;
  bool may_prompt = false;  ///< a person sits there: passwords may be asked for
  unsigned seconds = 0;     ///< give up then; 0: never
  /// Another repository (its git directory) that fetches; empty: this one.
  std::string git_dir = {};
};

/// What a push of one ref came to.
struct PushAnswer {
  enum class Kind {
    accepted,   ///< moved, or it was there already
    stale,      ///< the ref is not what the lease says
    refused,    ///< the host does not want it
    forbidden,  ///< what stands before the host says no; it may have arrived all the same
    moved,      ///< `beside` is not there as it is here: nothing was sent
    unsent,     ///< git was not let in, or found nobody there: nothing has arrived
    unclear,    ///< no answer came: it may arrive yet
  } kind = Kind::unclear;
  std::string why = {};  ///< for people; empty where it was accepted
};

/// Pushes `oid` (empty: deletes) to one ref of the remote, whose value must be `lease` (empty: must
/// not exist). Nothing of the user's configuration adds to it: no tags, submodules, options, hooks.
/// `beside`: another ref, by its name there, that the remote has to have at this commit; it is not
/// changed. What that commit has does not leave then, also where somebody has just taken it away.
PushAnswer push_ref(const Repository& repository, const Transport& transport,
                    const std::string& oid, const std::string& ref, const std::string& lease,
                    const Ref& beside = {});

/// The same of many refs at once, each for itself: one answer each. They stand on a command line.
std::vector<PushAnswer> push_refs(const Repository& repository, const Transport& transport,
                                  const std::vector<RefUpdate>& updates);

struct FetchAnswer {
  enum class Kind { fetched, absent, failed } kind = Kind::failed;
  std::string why = {};
  std::string missing = {};  ///< where `absent`, and git names it: the ref that is not there
  bool unstored = false;     ///< failed: it came, but a ref here could not be moved
};

/// Fetches these refspecs and nothing besides; writes no configuration. `depth` 0: all of it.
/// `absent`: one of them is not there, and none was brought.
FetchAnswer fetch_refs(const Repository& repository, const Transport& transport,
                       const std::vector<std::string>& refspecs, unsigned depth = 0);

/// In a shallow clone: fetches the branches as `git fetch` does, with some hundred commits more of
/// their history.
void deepen(const Repository& repository, const Transport& transport);

/// The commits that the remote's branches end in.
struct BranchTips {
  std::vector<Ref> refs = {};
  std::string why = {};  ///< why it cannot be asked; empty: it was
};
BranchTips branch_tips_at(const Repository& repository, const Transport& transport);

enum class Promised { trees, contents };

/// In a partial clone: lets git compare these, two trees in each line, or a commit and its stand-in
/// parent, and fetch what it lacks for that from who promised it: the trees, and with `contents`
/// the files that differ, those of a line in one request. `paths`: of these alone, if any. Gives
/// the paths that differ; none with `contents`.
std::vector<std::string> fetch_promised(const Repository& repository, const Transport& transport,
                                        std::string pairs, Promised what,
                                        const std::vector<std::string>& paths = {});

/// Runs `git lfs`, which speaks to the remote as git does here.
Outcome run_lfs(const Repository& repository, const Transport& transport,
                std::vector<std::string> args);

/// The URLs of a remote that git fetches from, and those that it pushes to.
std::vector<std::string> fetch_urls(const Repository& repository, const std::string& remote);
std::vector<std::string> push_urls(const Repository& repository, const std::string& remote);

}  // namespace handoff::git
