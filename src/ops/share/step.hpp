#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.hpp"
#include "git/objects/quarantine.hpp"
#include "git/repo/transport.hpp"
#include "model/note.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"
#include "ops/share/bring.hpp"
#include "ops/share/remotes.hpp"
#include "ops/share/seen.hpp"

namespace handoff::ops {

struct Looked {
  /// What is pending has not arrived in all the time in which it may; of one that was never there
  /// nothing is known then.
  bool gave_up = false;
  bool lacks_branch = false;  ///< the branch was to come, and the remote has none of its names
};
/// Asks the remote where a handoff stands, and keeps the answer. Throws a Failure (exit 1) where it
/// cannot be asked. Seconds: how long it may take where nobody can be asked for a password; 0: as
/// long as it takes. What is pending is looked for, not sent again.
Looked look(const Store& store, Shared& shared, const Network& network, unsigned seconds = 0,
            Branch branch = Branch::stays);

/// Where a plain `git fetch` has moved what is seen of a handoff: notes what came, as look() does,
/// and asks nobody. What is refused stays as it was noted.
void note_what_git_fetched(const Store& store);

/// As look(), of one that bring_versions() has just brought: it is not written down yet, and a word
/// in it is still there.
void look_at_brought(const Store& store, Shared& shared, const Network& network,
                     const HeldAgainst& here);

/// What stands between the remote and why in the message of a Failure where it cannot be asked.
inline constexpr std::string_view kUnreachable = " cannot be reached: ";

/// The same where it answered, and git could not write down here what came.
inline constexpr std::string_view kNotNoted = " has cannot be noted here: ";

/// What the message of a Failure begins with where no answer came: it may have arrived.
inline constexpr std::string_view kNotSettled = "not settled: ";
/// What its hint says to type, once the remote can be reached.
inline constexpr std::string_view kSameAgain = "the same command again";

/// Was it thrown since what the remote has counts for nothing? That is no reason not to go on with
/// what is here.
bool is_of_doubt(const Shared& shared, const Failure& failure);

/// Is it to be over with such a step?
bool is_end(const std::string& verb);

enum class StepResult {
  won,
  lost,
  kept,   ///< of a deletion: the host does not let anything be deleted
  moved,  ///< of a publication: the branch that it stands on is another one there; nothing was sent
};

/// One step at the remote: from the version last seen to `oid` (empty: the ref goes), by its lease.
/// The commit (in `quarantine`) and what is about to be done are on the disk before the push.
/// `local`: the version here that it publishes; `on`: the branch there, with its commit, that what
/// leaves was held against. `lost`: `shared` says what is there instead. Throws
/// a Failure where the host refuses or cannot be reached, and where it was spoken to and no answer
/// came: then it stays pending, and settle() ends it.
StepResult step(const Store& store, git::Quarantine& quarantine, Shared& shared,
                const Network& network, const std::string& verb, const std::string& oid,
                const std::string& local = {}, const git::Ref& on = {});

/// What a command asks for: of what is pending that alone is sent again.
using AskedFor = std::initializer_list<std::string_view>;

/// Pushes what is pending once more, by the same lease, and so learns what became of it. Nothing
/// where nothing is pending. Throws a Failure where there is still no answer. True: it has arrived,
/// and nothing came behind it. A take that has arrived brings its record where none is live here; a
/// live one stays, whoever has loaded it: Shared::not_landed() tells. As look() does.
/// `seconds`: as for look(). What nobody `asked` for now is only looked for; a publication that has
/// not arrived then is given up: nothing is published that somebody thought better of.
bool settle(const Store& store, Shared& shared, const Network& network, AskedFor asked,
            unsigned seconds = 0);

/// One of these that is pending is asked for no more: what was to end goes on after all, or what
/// was to be claimed goes on without its remote. It may come all the same, where its answer was
/// lost; the next look tells.
void give_up_pending(const Store& store, const std::string& id, AskedFor verbs);

/// After a take that was won: the version at the remote becomes a live record here. A live one that
/// was never there becomes a handoff of its own: its id.
std::string adopt(const Store& store, Shared& shared);

/// What goes with each version of the remote's (`shared.tip`) that becomes the live record here,
/// `here`, however it came: its open items are its own again, what others have closed and opened
/// since Shared::content counts, and it is known here as it was there.
void settle_arrival(const Store& store, const Shared& shared, const RecordRef& here);

/// Has it a live record here?
bool is_live_here(const Store& store, const std::string& id);
/// After a take that failed: what adopt() made is retired.
void retire_adopted(const Store& store, const Shared& shared);

/// After it was given back: its open items, as the remote has them, are those of whoever takes it
/// next, and no longer in this clone's journals; so is what closed them. What was noted here
/// besides stays.
void leave_what_came(const Store& store, const Shared& shared);
/// Those items, for who goes on with it after all and pauses it under its id.
std::vector<model::Note> what_was_left(const Store& store, const Shared& shared);

/// It is this clone's from here on, and was put back nowhere yet: that step, by its lease. `verb`:
/// take, steal, or resume.
StepResult hold_there(const Store& store, Shared& shared, const Network& network,
                      const std::string& verb);
/// It is free to take from here on: that step, by its lease.
StepResult free_there(const Store& store, Shared& shared, const Network& network);

/// Which it is: "Ben has had it for 2 h, says Ben (seen just now)", and how to go on.
[[noreturn]] void refuse_held(const Store& store, const Shared& shared);

}  // namespace handoff::ops
