#include "ops/share/seen.hpp"

#include <algorithm>
#include <utility>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/text.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/standing.hpp"
#include "ops/share/left_items.hpp"
#include "ops/share/remotes.hpp"
#include "ops/share/versions.hpp"

namespace handoff::ops {

void move_seen(const Store& store, const std::string& verb, const std::string& id,
               std::vector<git::RefUpdate> wanted) {
  const git::Repository& repository = store.repository();
  std::vector<git::RefUpdate> updates;
  for (git::RefUpdate& update : wanted) {
    update.expected = git::read_ref(repository, update.name).value_or("");
    if (update.expected != update.oid)
      updates.push_back(std::move(update));
  }
  if (updates.empty())
    return;
  git::Quarantine quarantine(repository);
  move_refs(repository, quarantine, verb, id, std::move(updates));
}

void follow_remote(const Store& store, Shared& shared) {
  const git::Repository& repository = store.repository();
  const std::string now_called = remote_of(repository, shared);
  const std::string place = place_of(repository, now_called);
  if (now_called == shared.remote && place == shared.place)
    return;
  const std::string before = seen_ref(shared.remote, shared.id),
                    after = seen_ref(now_called, shared.id),
                    seen = git::read_ref(repository, before).value_or(""),
                    there = git::read_ref(repository, after).value_or("");
  const bool is_noted = !shared.place.empty() || before != after;
  shared.remote = now_called;
  shared.place = place;
  if (!seen.empty() && before != after)
    move_seen(store, "share", shared.id, {{after, seen, there}, {before, "", ""}});
  if (is_noted)
    write_shared(repository, shared);
}

namespace {

std::string user_of(const Store& store) {
  return shared_by(git::read_identity(store.repository(), true).author);
}

}  // namespace

HeldAgainst held_against(const Store& store) {
  return {.live = store.active(), .user = user_of(store)};
}

namespace {

git::RefUpdate as_absent(Shared& shared) {
  const std::string was = std::exchange(shared.tip, "");
  shared.doubt.clear();
  if (shared.state != SharedState::finished)  // its word may go, what is known stays
    shared.state = SharedState::absent;
  if (shared.ours)
    shared.held_at = was;
  shared.ours = shared.damaged = false;
  shared.seen = now();
  return {seen_ref(shared.remote, shared.id), "", ""};
}

}  // namespace

void note_absent(const Store& store, Shared& shared) {
  move_seen(store, "share", shared.id, {as_absent(shared)});
}

namespace {

/// What to do about a version that counts for nothing. None of it sends the one that was seen last:
/// it may have been taken off the server for what is in it.
std::vector<std::string> hints_in_doubt(const Store& store, const Shared& shared,
                                        const std::string& there) {
  const std::string ref = shared_ref(shared.id);
  if (shared.state == SharedState::finished && shared.tip.empty())
    return {"it is finished here; to delete that on the server: git push --force-with-lease=" +
            ref + ":" + there + " " + shell_word(shared.remote) + " :" + ref};
  std::vector<std::string> hints;
  const std::vector<RecordRef> live = store.active();
  const bool is_paused = in_list(live, shared.id, &RecordRef::id);
  const std::string push = "git handoff push " + printable(shared.id);
  if (!shared.ours)
    hints = {std::string("ask the others") + (is_paused ? " first" : "") +
             ": whoever has it hands it over again"};
  if (is_paused)
    hints.push_back((shared.ours ? "hand over what is paused here, under a new id: "
                                 : "if nobody does, what is paused here, under a new id: ") +
                    push);
  else if (shared.ours)
    hints.emplace_back("hand over what you have, under a new id: git handoff pause --push");
  if (shared.is_set_back() && shared.state != SharedState::finished)
    hints.push_back("or take what is there all the same, in a terminal: git handoff take " +
                    printable(shared.id));
  return hints;
}

/// What is there now counts for nothing: the version that was seen last stays.
[[noreturn]] void refuse_tip(const Store& store, Shared& shared, const std::string& there,
                             const std::string& doubt, const std::string& what) {
  move_seen(store, "share", shared.id, {{seen_ref(shared.remote, shared.id), shared.tip, ""}});
  std::vector<std::string> hints;
  if (!shared.last.empty() || shared.state == SharedState::finished) {
    shared.doubt = doubt;
    hints = hints_in_doubt(store, shared, there);
    shared.seen = now();
    write_shared(store.repository(), shared);
  }
  refuse("'" + printable(shared.id) + "' " + what + ": nothing is taken by it", hints);
}

/// Is the end there the one that was seen before, with fewer clones in its word?
bool is_same_end(const Store& store, const std::vector<git::Commit>& versions,
                 const std::string& before) {
  const std::optional<git::Commit> ended = git::read_commit(store.objects(), before);
  for (const git::Commit& version : versions) {
    if (!ended || git::trailer(version.message, "Handoff-State") != "finished" ||
        version.author != ended->author)
      return false;
    if (in_list(version.parents, before))
      return true;
  }
  return false;
}

}  // namespace

void note_who_added(Shared& shared, const std::vector<git::Commit>& versions) {
  for (const git::Commit& version : versions) {
    if (version.tree != shared.tree)
      break;
    shared.added_by = shared_by(version.author);
  }
}

bool is_strangers(const Store& store, const Shared& shared,
                  const std::vector<git::Commit>& versions, const HeldAgainst* here) {
  const std::optional<Shared> noted = read_shared_quietly(store.repository(), shared.id);
  if (shared.given_up || versions.empty() ||
      (noted && (noted->was_there || noted->published || noted->damaged || !noted->last.empty())) ||
      is_from_here(store.repository(), versions))
    return false;
  const Provenance known(store.repository());
  for (const RecordRef& ref : here != nullptr ? here->live : store.active())
    if (ref.id == shared.id) {
      const std::optional<Record> own = store.look_at(ref);
      return own && known.is_own(*own) && own->commit.tree != versions.front().tree;
    }
  return false;
}

/// Of this clone's own, live or not.
bool has_record(const Store& store, const std::string& id) {
  return std::ranges::any_of(store.everywhere(), [&](const RecordRef& ref) {
    return ref.id == id && ref.place != RecordRef::Place::remote;
  });
}

void take_note(const Store& store, Shared& shared, const HeldAgainst* here) {
  std::string tip =
      git::read_ref(store.repository(), seen_ref(shared.remote, shared.id)).value_or("");
  const git::Commit commit = commit_or_fail(store, tip);
  if (!shared_branch(commit.message) || !is_version(commit.message))
    refuse_tip(
        store, shared, tip, "damaged on " + shared.remote,
        "is damaged on " + shared.remote + ": what is there " +
            (shared_branch(commit.message) ? "is no version of a handoff" : "names no branch"));
  const std::vector<git::Commit> versions = versions_up_to(store, tip);
  if (is_strangers(store, shared, versions, here)) {
    move_seen(store, "share", shared.id, {{seen_ref(shared.remote, shared.id), "", ""}});
    refuse("'" + printable(shared.id) + "' was never shared from here: what " + shared.remote +
               " has under this id is somebody else's, and is left alone",
           {"share yours, under a new id: git handoff push " + printable(shared.id)});
  }
  const std::string before = shared.tip;
  const bool is_over = before.empty() && shared.state == SharedState::finished;
  if (is_over || (!shared.last.empty() && !follows(versions, tip, shared.last)))
    refuse_tip(store, shared, tip, std::string(kSetBack) + shared.remote + " to an older version",
               "was set back on " + shared.remote + " to an older version");
  const bool is_own_end = shared.ended_here && is_same_end(store, versions, before);
  see_version(shared, tip, commit, now());
  shared.ended_here = shared.ended_here || is_own_end;
  shared.by_git.clear();
  shared.was_there = true;
  shared.by_user = shared.by == (here != nullptr ? here->user : user_of(store));
  shared.older = repeats_older(versions) && shared.tree != shared.agreed;
  note_who_added(shared, versions);
  if (shared.damaged && !versions.empty()) {
    shared.published = shared_by(versions.back().author) == user_of(store);
    const git::Commit* known = version_known_here(store, shared.id, versions);
    shared.content = known != nullptr               ? known->tree
                     : has_record(store, shared.id) ? std::string(shared.tree.size(), '0')
                                                    : "";  // it was only looked at here
    if (known != nullptr && shared.on.empty())
      shared.on = git::trailer(known->message, "Handoff-Base").value_or("");
  }
  shared.damaged = false;
  const bool held = shared.state == SharedState::held, taken = shared.ours && tip != before;
  shared.lost = (held || shared.state == SharedState::finished) && (shared.lost || taken);
  if (taken && shared.state == SharedState::free && !shared.on.empty())  // by whoever, as whoever
    shared.aside = true;
  const bool is_back = before.empty() && tip == std::exchange(shared.held_at, "");
  shared.ours = held && (is_back || (shared.ours && tip == before));
  if (tip != before)
    settle_left(store, shared);
}

bool has_word(const Shared& shared) {
  return shared.state == SharedState::finished && !shared.ended && !shared.tip.empty();
}

bool take_words_away(const Store& store, const std::vector<Shared*>& ends,
                     const git::Transport& transport) {
  git::Quarantine quarantine(store.repository());
  std::vector<Shared*> sent;
  std::vector<git::RefUpdate> words, kept, seen;
  for (Shared* shared : ends) {
    git::Commit end = commit_or_fail(store, shared->tip);
    const EndWord word = end_word_without(store.repository(), end.message);
    if (word.named == word.left && (word.named > 0 || !shared->published))
      continue;
    std::string oid;
    if (word.left > 0) {
      end.message = word.message;
      end.parents = {shared->tip};
      oid = quarantine.write(git::ObjectType::commit, git::serialize_commit(end));
      const std::string name = pending_ref(shared->id);
      kept.push_back({name, oid, git::read_ref(store.repository(), name).value_or("")});
      seen.push_back({name, "", ""});
    }
    words.push_back({shared_ref(shared->id), std::move(oid), shared->tip});
    sent.push_back(shared);
  }
  if (words.empty())
    return true;
  if (!kept.empty() && move_refs(store.repository(), quarantine, "share", sent.front()->id,
                                 std::move(kept)) == git::RefResult::lost_race)
    return true;  // another command is at one of them: later
  quarantine.release();
  FileGroup notes;  // the word may be the last that tells of the end
  for (const Shared* shared : sent)
    write_shared(store.repository(), *shared, notes);
  notes.place();
  const std::vector<git::PushAnswer> answers = git::push_refs(store.repository(), transport, words);
  fault_point("share-words-taken");
  bool some = false;
  for (size_t i = 0; i < sent.size(); ++i) {
    Shared& shared = *sent[i];
    if (answers[i].kind != git::PushAnswer::Kind::accepted)
      continue;
    some = true;
    if (words[i].oid.empty()) {
      seen.push_back(as_absent(shared));
    } else {
      shared.tip = shared.last = words[i].oid;
      seen.push_back({seen_ref(shared.remote, shared.id), words[i].oid, ""});
    }
  }
  move_seen(store, "share", sent.front()->id, std::move(seen));
  return some;
}

}  // namespace handoff::ops
