#include "ops/share/continued.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/history/history.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/names.hpp"
#include "git/repo/status.hpp"
#include "ops/notes/journal.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/standing.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/replay.hpp"
#include "ops/share/share.hpp"
#include "ops/share/versions.hpp"
#include "ops/share/work_source.hpp"

namespace handoff::ops {

std::string why_not_this_id(const Shared& shared) {
  return shared.held_by_other() || shared.state == SharedState::finished || shared.has_newer() ||
                 shared.not_landed() || !shared.doubt.empty() || shared.is_gone()
             ? describe(shared, now())
             : std::string();
}

namespace {

/// Did somebody say here that this is done?
bool was_closed_here(const Store& store, const std::string& step) {
  const Journal journal = read_journal(store.repository().layout().journal_file());
  const auto closes = [&](const model::Note& note) {
    return note.kind == model::NoteKind::done && same_text(note.text, step);
  };
  return std::ranges::any_of(journal.notes, closes) || std::ranges::any_of(journal.closed, closes);
}

/// Whose words go with this pause, and whose wait for their own.
void share_out_words(const Store& store, const std::vector<WorkSource>& sources,
                     const WorkSource* best, Continued& continued) {
  for (const WorkSource& source : sources) {
    const Shared& shared = source.shared;
    const bool is_here =
        source.presence == WorkPresence::here && source.elsewhere.empty() && !source.rebased;
    const bool is_followed = &source == best && (is_here || (source.carried && !source.rebased));
    if (is_followed) {
      continued.along.push_back(shared.id);
    } else if (shared.ours && !source.live &&
               (!is_here || source.carried || source.in_files != WorkPresence::here ||
                source.beyond == false || !told_stashed(store, shared).empty())) {
      continued.stay.push_back(shared.id);
    } else if (source.is_last && !source.live && source.presence == WorkPresence::none) {
      continued.given_back.push_back(shared.id);  // its words are of the version there
    } else if (shared.ours && !source.live) {
      const std::optional<Record> record = record_here(store, store.everywhere(), shared.id);
      const std::string next = record ? next_step_of(*record->document) : std::string();
      if (next.empty() || was_closed_here(store, next) ||
          !is_all_here(store.repository(), record->git()))
        continue;
      std::vector<model::Note> step = {
          {.kind = model::NoteKind::task, .text = next, .carried_from = shared.id}};
      set_origins(store.repository(), *record, step);
      append(continued.left, step);
    }
  }
}

/// With a clean tree there is nothing that the pause would save: better to say what is missing.
std::string tell_of_missing_work(const git::Repository& repository, const WorkSource& source,
                                 bool push) {
  const std::string id = printable(source.shared.id);
  const std::string what = "'" + id + "' is yours, and its work was not put back here yet";
  git::StatusQuestion question(repository.git());
  if (push && question.answer().entries.empty())
    refuse(what + ": the take was interrupted",
           {"put it back: git handoff take " + id,
            "or give it back as it is: git handoff release " + id});
  return what + ": git handoff take " + id;
}

/// Asks the remote; what it says is in `shared` then. A warning where it cannot be asked.
std::string ask_of_source(const Store& store, Shared& shared, const Network& network) {
  constexpr unsigned kLongestLook = 5;
  try {
    SharedLock lock(store.repository(), shared.id);
    shared = read_shared_quietly(store.repository(), shared.id).value_or(shared);
    look(store, shared, network, kLongestLook);
  } catch (const Failure& failure) {
    return failure.message() + "; paused here all the same";
  }
  return {};
}

/// Why a version that has nothing of what was taken would give that away: it is out of this tree,
/// and nothing was committed since, or some of it is stashed. Empty: it is over, or of no file.
std::string told_nothing_left(const Store& store, const git::Head& head, const Shared& shared,
                              const Record& taken) {
  if (taken.git().wip_commit.empty())
    return {};
  const std::string id = printable(shared.id);
  if (head.oid == shared.on &&
      presence_in_files(store.repository(), taken.git()) == WorkPresence::none)
    return "nothing of '" + id + "' is in this working tree any more";
  if (head.oid == shared.on || head.unborn())
    return {};
  git::TreeReader committed(store.objects(), tree_of(store, head.oid),
                            store.repository().layout().oid_digits());
  const auto is_not_committed = [&](const WorkChange& change) {
    const git::TreeEntry now = committed.at(change.path);
    return now.mode == 0 ? change.before.mode == "000000" : now.oid == change.before.oid;
  };
  const std::vector<WorkChange> changes = changes_of(store.repository(), taken.git());
  if (!std::ranges::any_of(changes, is_not_committed))
    return {};
  const std::string stash = told_stashed(store, shared);
  return stash.empty() ? stash : "of '" + id + "', " + stash;
}

/// With a clean tree, what was taken would be handed back empty.
void refuse_to_give_back_nothing(const Store& store, const git::Head& head, const Shared& shared) {
  const std::optional<Record> taken = record_here(store, store.everywhere(), shared.id);
  if (!taken || !taken->at.archived() ||
      !git::StatusQuestion(store.repository().git()).answer().entries.empty())
    return;
  if (const std::string why = told_nothing_left(store, head, shared, *taken); !why.empty())
    refuse("nothing is paused: " + why,
           {"where it was stashed: git stash pop",
            "give it back as it was taken: git handoff release " + printable(shared.id)});
}

/// What would go along of a taken handoff: the WIP commit of a version of it below this base, or,
/// on another branch than its own, the commit with its work, that no remote branch has.
std::string work_below(const Store& store, const Shared& held, const Record& taken,
                       const Record& record) {
  const std::string& base = record.git().base;
  if (base.empty())
    return {};
  const git::Git& git = store.repository().git();
  const std::vector<std::string> along = split_lines(
      git.run({.args = git::with_remote_branches(git, {"rev-list", base, "--not"})}).out);
  if (along.empty())
    return {};
  const std::set<std::string> goes(along.begin(), along.end());
  if (record.at.branch != branch_of_work(store.repository(), held))
    if (std::string commit = commit_with_work(store, taken, base); goes.contains(commit))
      return commit;
  for (const git::Commit& version : versions_up_to(store, held.tip))
    if (const std::string work = git::trailer(version.message, "Handoff-Wip").value_or("");
        goes.contains(work))
      return work;
  return {};
}

/// What a record makes of its files, but for what its remote has under its id already.
std::map<std::string, TreeState> new_beside(const Store& store, const Record& record) {
  const git::Repository& repository = store.repository();
  std::map<std::string, TreeState> shown;
  for (const WorkChange& change : changes_of(repository, record.git()))
    shown.emplace(change.path, change.after);
  const std::optional<Shared> there = read_shared_quietly(repository, record.at.id);
  if (!there || there->tip.empty())
    return shown;
  try {
    const Record known = store.load({.ref = "",
                                     .branch = there->branch,
                                     .id = there->id,
                                     .oid = there->tip,
                                     .remote = there->remote,
                                     .shared = true});
    for (const WorkChange& change : changes_of(repository, known.git()))
      if (const auto same = shown.find(change.path);
          same != shown.end() && same->second == change.after)
        shown.erase(same);
  } catch (const Failure&) {
    // It is not here: all of it counts as new.
  }
  return shown;
}

/// Does a record go on with the work, from the same files as that? Of what it shows anew.
bool is_gone_on_with_in(const Store& store, const Record& work, const Record& record,
                        const std::map<std::string, TreeState>& shown) {
  constexpr size_t kMostBytes = 4 << 20;
  std::map<std::string, TreeState> before;
  for (const WorkChange& change : changes_of(store.repository(), work.git()))
    before.emplace(change.path, change.before);
  KeptWork kept(store.repository(), store.objects(), work.git().base, work.git().wip_commit);
  const std::vector<WorkChange> changes = changes_of(store.repository(), record.git());
  return std::ranges::any_of(changes, [&](const WorkChange& change) {
    const auto from = before.find(change.path);
    return from != before.end() && from->second == change.before && shown.contains(change.path) &&
           change.after.mode.starts_with("100") &&
           store.objects().size_of(change.after.oid).value_or(kMostBytes) < kMostBytes &&
           kept.is_gone_on_with(change.path, store.objects().read_blob(change.after.oid));
  });
}

}  // namespace

void refuse_held_as_another(const Store& store, const Record& record, const std::string& remote,
                            const Network& network) {
  const git::Repository& repository = store.repository();
  std::map<std::string, TreeState> shown;
  std::vector<RecordRef> all;
  // A checkpoint is no version of what it was made on: that may be given back, and free, as well.
  const std::string origin = formats::text_of(formats::field(*record.document, "forked_from"));
  const auto may_be_taken_twice = [&](const Shared& held) {
    const bool is_fork = origin == held.id;
    if (!held.ours)
      return is_fork && record.is_checkpoint() && held.state == SharedState::free &&
             why_not_this_id(held).empty();
    return !held.on.empty() && !(is_fork && (held.not_landed() || record.at.branch == "HEAD" ||
                                             !why_not_this_id(held).empty()));
  };
  // A fork that somebody else made, and that was taken itself, goes back, whoever has its original.
  const std::optional<Shared> itself = read_shared_quietly(repository, record.at.id);
  const bool is_taken = itself && itself->ours && !itself->published;
  for (Shared& held : all_shared(repository)) {
    if (held.id == record.at.id || held.remote != remote || !may_be_taken_twice(held) ||
        (is_taken && origin == held.id))
      continue;
    if (all.empty())
      all = store.everywhere();
    std::optional<Record> taken = record_here(store, all, held.id);
    if (!taken)
      continue;
    taken = as_sent(store, held, std::move(*taken));
    const std::string id = printable(held.id), push = "git handoff push " + printable(record.at.id),
                      give_back = "give that one back as it was taken: git handoff release " + id;
    const auto refuse_two = [&](const std::string& why, std::vector<std::string> hints) {
      ask_of_source(store, held, network);
      if (!may_be_taken_twice(held))
        return;
      if (record.is_checkpoint())
        hints = {"hand it over with what is here by now: git handoff pause --push"};
      else
        hints.push_back("then: " + push);
      refuse(why + ", which is " + (held.ours ? "yours on " : "free to take on ") +
                 printable(remote) + ": two would go on with the same work",
             hints);
    };
    if (record.is_checkpoint() && origin == held.id)
      refuse_two("it was made on the work of '" + id + "'", {});
    const std::string end =
        "end that one, whose work is in this: git handoff release --done --force " + id;
    if (held.inside == record.at.id && read_shared_quietly(repository, record.at.id))
      refuse_two("it holds the work of '" + id + "'", {end});
    if (held.inside == record.at.id)
      refuse_two("it holds the work of '" + id + "'",
                 {"hand both over as that one: git handoff resume " + printable(record.at.id) +
                      " --continue && git handoff pause --push",
                  "or " + end});
    if (shown.empty())
      shown = new_beside(store, record);
    const std::vector<WorkChange> work = changes_of(repository, taken->git());
    const auto is_same = [&](const WorkChange& change) {
      const auto same = shown.find(change.path);
      return same != shown.end() && same->second == change.after;
    };
    if (const auto same = std::ranges::find_if(work, is_same); same != work.end())
      refuse_two(path_in_quotes(same->path) + " is as '" + id + "' has it",
                 std::ranges::all_of(work, is_same)
                     ? std::vector<std::string>{end, "or " + give_back}
                     : std::vector<std::string>{give_back});
    if (held.ours && origin == held.id && is_gone_on_with_in(store, *taken, record, shown))
      refuse_two("it goes on with the work of '" + id + "'", {end, "or " + give_back});
    if (const std::string below = work_below(store, held, *taken, record); !below.empty())
      refuse_two("it stands on " + git::short_oid(below) + ", the work of '" + id + "'",
                 {give_back, "or " + end});
  }
}

void refuse_to_share_nothing(const Store& store, const Shared& shared, const Record& record) {
  if (!shared.ours || shared.on.empty() || !record.git().wip_commit.empty())
    return;
  const Record taken = store.load_version(record.at, shared.local);
  if (const std::string why = told_nothing_left(store, store.repository().head(), shared, taken);
      !why.empty())
    refuse("nothing is shared: " + why,
           {"where it was stashed: git stash pop && git handoff pause --push",
            "give it back as it was taken: git handoff release " + printable(shared.id)});
}

std::string left_of_continued(const Store& store, const std::string& id) {
  const std::optional<Record> now = record_here(store, store.everywhere(), id);
  if (!now || now->previous.empty())
    return {};
  const Record taken = store.load_version(now->at, now->previous);
  const std::vector<std::string>& work = taken.handoff.uncommitted_files;
  std::string left;
  git::StatusQuestion question(store.repository().git());
  for (const git::StatusEntry& entry : question.answer().entries)
    if (in_list(work, entry.path))
      left += (left.empty() ? "" : ", ") + path_name(entry.path);
  return left.empty() ? left : "taken, but no longer in this handoff: " + left;
}

Continued continued_by_pause(const Store& store, const git::Head& head, const Network& network,
                             bool push) {
  Continued continued;
  std::vector<WorkSource> sources = find_sources(store, head);
  const WorkSource* best = best_of(store.repository().git(), sources);
  for (OwnFork& fork : best != nullptr ? own_forks(store, head, *best) : std::vector<OwnFork>()) {
    // Beside an original that is this clone's, too, what is here is that one's, unless it is
    // stashed.
    const bool is_it = fork.is_here && continued.id.empty() &&
                       (!best->shared.ours || !told_stashed(store, best->shared).empty());
    if (is_it)
      continued.id = std::move(fork.id);
    else if (fork.is_elsewhere)
      continued.stay.push_back(std::move(fork.id));
  }
  if (!continued.id.empty()) {
    const Shared& original = best->shared;
    continued.along.push_back(continued.id);
    continued.stay.push_back(original.id);
    if (!original.ours)
      continued.own_fork_of = original.id;
    if (original.lost)
      continued.warnings.push_back("'" + original.id + "': " + describe(original, now()) +
                                   "; your work goes on as '" + continued.id + "'");
    best = nullptr;
  }
  Shared shared = best != nullptr ? best->shared : Shared();
  if (shared.damaged)
    continued.warnings.push_back("'" + printable(shared.id) + "': " + std::string(kDamagedNote));
  const std::string unasked =
      best != nullptr && !network.offline ? ask_of_source(store, shared, network) : "";
  if (best != nullptr && best->shared.pending) {  // a take that has arrived may have got its record
    sources = find_sources(store, head);
    best = best_of(store.repository().git(), sources);
    shared = best != nullptr ? best->shared : Shared();
  }
  for (const WorkSource& source : sources)
    if (source.waits_for_its_work())
      continued.warnings.push_back(tell_of_missing_work(store.repository(), source, push));
  if (!unasked.empty())
    continued.warnings.push_back(unasked);
  share_out_words(store, sources, best, continued);
  if (best == nullptr)
    return continued;
  std::string why = why_not_this_id(shared);
  if (why.empty() && best->rebased)
    why = "it stays yours, '" + bounded_name(shared.branch) + "' is being rebased";
  if (why.empty() && !best->elsewhere.empty()) {
    why = best->elsewhere;
    continued.is_beside = true;
  }
  if (best->older && !shared.not_landed())
    why = "yours on " + printable(shared.remote) + ", and not put back here yet";
  if (why.empty() && best->presence == WorkPresence::here) {
    if (push && shared.ours)
      refuse_to_give_back_nothing(store, head, shared);
    if (!best->live && !shared.ours && shared.state == SharedState::free)
      append(continued.left, what_was_left(store, shared));
    continued.id = shared.id;
    return continued;
  }
  continued.forked_from = shared.id;
  continued.why_forked = why.empty() ? describe(shared, now()) : why;
  continued.is_over = shared.state == SharedState::finished || shared.state == SharedState::absent;
  // What was given back, and is over there, goes on with this.
  if (continued.is_over && !best->live && !shared.ours && best->presence == WorkPresence::here)
    append(continued.left, what_was_left(store, shared));
  continued.warnings.push_back(
      "'" + shared.id + "': " + continued.why_forked + "; your work is kept as a new handoff" +
      (best->older || shared.not_landed() ? "; to put that one back: git handoff take " + shared.id
                                          : ""));
  return continued;
}

std::string remember_continued(const Store& store, const Continued& continued,
                               const std::string& id) {
  const git::Repository& repository = store.repository();
  if (!continued.forked_from.empty() && !continued.is_beside)
    note_fork(repository, continued.forked_from, id);
  if (!continued.own_fork_of.empty() && continued.id == id)
    note_fork(repository, continued.own_fork_of, id);
  std::string told;
  if (std::optional<Shared> taken = continued.id.empty() || continued.id == id
                                        ? std::nullopt
                                        : read_shared_quietly(repository, continued.id);
      taken && taken->ours) {
    taken->inside = id;
    write_shared(repository, *taken);
    told = "the work of '" + printable(taken->id) + "', which is yours on " +
           printable(taken->remote) + ", is in this handoff now";
  }
  std::optional<Shared> shared = read_shared_quietly(repository, id);
  if (!shared)
    return told;
  const std::string label = repository.head().label();
  if (continued.id == id && shared->branch != label) {  // it may have another name by now
    shared->branch = label;
    write_shared(repository, *shared);
  }
  return told.empty() ? other_version_there(repository, *shared) : told;
}

}  // namespace handoff::ops
