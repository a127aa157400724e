#pragma once

#include <string>
#include <vector>

#include "git/repo/refs.hpp"
#include "git/repo/transport.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// Moves those of our refs to what was seen that are not there yet, by one operation. Whatever they
/// are now is what they are moved from.
void move_seen(const Store& store, const std::string& verb, const std::string& id,
               std::vector<git::RefUpdate> wanted);

/// A remote that was renamed, or removed and added under another name, while another one may have
/// got its name. Whatever asks or sends comes by here. Of what is not noted yet nothing is noted.
void follow_remote(const Store& store, Shared& shared);

/// The remote has it not.
void note_absent(const Store& store, Shared& shared);

/// What of this clone each version is held against, asked once where many are.
struct HeldAgainst {
  std::vector<RecordRef> live;  ///< records here
  std::string user;             ///< as shared_by()
};
HeldAgainst held_against(const Store& store);

/// Reads what the fetch brought. Who held it and finds another version there holds it no more.
/// Refuses what counts for nothing: that the version was damaged or set back is noted.
void take_note(const Store& store, Shared& shared, const HeldAgainst* here = nullptr);

/// Whose what it holds is, from its versions, the newest first: a step that changes who has it adds
/// nothing.
void note_who_added(Shared& shared, const std::vector<git::Commit>& versions);

/// A record of this clone's own that never left it is live here, and nothing there is this clone's:
/// somebody else has used its id, which stands in its WIP commit for whoever sees that.
bool is_strangers(const Store& store, const Shared& shared,
                  const std::vector<git::Commit>& versions, const HeldAgainst* here = nullptr);

/// This clone has seen these ends, which is noted first: the words for it are taken off their
/// remote, by one push. A word stays for the others, or goes with the last. One that was not told
/// by its name leaves it, unless it is for nobody. False: the remote took none of them.
inline constexpr size_t kMostWords = 200;  ///< they stand on a command line
bool take_words_away(const Store& store, const std::vector<Shared*>& ends,
                     const git::Transport& transport);
/// Is there an end, and a word in it that may be for this clone?
bool has_word(const Shared& shared);

}  // namespace handoff::ops
