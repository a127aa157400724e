#pragma once

#include <string>
#include <vector>

#include "git/objects/quarantine.hpp"
#include "git/repo/transport.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// The versions at the remote up to this one, newest first: each is the first parent of the next,
/// and where one is none of ours (is_version()), it and what is behind it are none, either.
std::vector<git::Commit> versions_up_to(const Store& store, std::string oid);
/// Is `before` one of these versions, which end in `tip`?
bool follows(const std::vector<git::Commit>& versions, const std::string& tip,
             const std::string& before);
/// Is the content of the newest one that another version had followed? A step that only changes who
/// has it keeps the content of the version before.
bool repeats_older(const std::vector<git::Commit>& versions);

/// The trailers that say where it stands and which clone says so, with a nonce, so that no two
/// versions are one object.
std::string shared_trailers(const git::Repository& repository, SharedState state);

/// Writes a version that only says who has it. A Failure (exit 1) where what it says of its author
/// or its branch looks like a secret: push looks at all of a publication in the same way.
std::string write_step(git::Quarantine& quarantine, const git::Commit& commit);

/// The trailer for Shared::upstream, or nothing.
std::string upstream_trailer(const std::string& upstream);

/// Did this clone write one of these versions?
bool is_from_here(const git::Repository& repository, const std::vector<git::Commit>& versions);
/// Who had it when this clone took it away with `--steal`, as shared_by(); empty: nobody.
std::string taken_away_from(const git::Repository& repository,
                            const std::vector<git::Commit>& versions);
/// The newest of these versions that is, or was, live in this clone, as its refs say; nullptr where
/// none was: for what is noted anew, so that what came since is something newer.
const git::Commit* version_known_here(const Store& store, const std::string& id,
                                      const std::vector<git::Commit>& versions);
/// The clones that have had to do with it, as the versions at the remote say, whoever sits there;
/// without this one.
std::vector<std::string> clones_to_tell(const Store& store, const Shared& shared);
/// What stands at its end for those clones: a version without content on top of the others. `into`:
/// the id that it goes on as; empty: it is finished.
std::string write_tombstone(const Store& store, git::Quarantine& quarantine, const Shared& shared,
                            const std::vector<std::string>& clones, const std::string& into);

/// The message of such an end without this clone; how many it named, and names still.
struct EndWord {
  std::string message = {};
  size_t named = 0, left = 0;
};
EndWord end_word_without(const git::Repository& repository, const std::string& message);

/// Throws a Failure where it is missing or damaged.
git::Commit commit_or_fail(const Store& store, const std::string& oid);

/// The parent that holds the code; empty where there is none.
std::string snapshot_of(const git::Commit& commit);

/// In a partial clone, after a version came: lets git fetch all records and works of the handoff,
/// where a plain fetch has left them out, what the work was made on, and what is to be merged with
/// it of HEAD and of the branch. What cannot be had is for those to tell who need it.
void bring_promised(const Store& store, const Shared& shared, const git::Transport& transport);

/// In a partial clone, before this goes out: what a commit stands on that comes back from there is
/// promised by it, and git (before 2.48) drops such objects at its next gc, also the user's own,
/// for the remote has them; a handoff goes from there one day. A pack of the promised is kept.
void keep_what_is_sent(const git::Repository& repository, const std::string& oid);

}  // namespace handoff::ops
