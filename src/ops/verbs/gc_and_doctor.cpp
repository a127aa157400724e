#include "ops/verbs/gc_and_doctor.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "base/user_key.hpp"
#include "formats/json/json.hpp"
#include "formats/record/policy.hpp"
#include "formats/secrets/quoted.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/read_blob.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "git/repo/live_gits.hpp"
#include "ops/check/check.hpp"
#include "ops/exchange/inputs.hpp"
#include "ops/notes/journal.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/operation/checkout_log.hpp"
#include "ops/operation/kept_for_undo.hpp"
#include "ops/operation/last_operation.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/look_budget.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance_book.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/trust.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/resume/resume.hpp"
#include "ops/setup/agent_settings.hpp"
#include "ops/setup/doctor_hooks.hpp"
#include "ops/verbs/damaged_refs.hpp"

namespace handoff::ops {

namespace {

constexpr int64_t kDay = 86400;
using DoctorState = DoctorFinding::State;

int64_t retired_at(const Record& record) {
  auto told = record.document->find("retired_at");
  if (told != record.document->end() && told->is_string())
    if (auto parsed = parse_time(told->get_ref<const std::string&>()))
      return parsed->time;
  return git::time_of(record.commit.committer);
}

/// The record that an undo has its ref for.
std::string id_kept_for_undo(const Store& store, const git::Ref& ref) {
  const std::optional<git::Commit> commit = git::read_commit(store.objects(), ref.oid);
  return commit ? git::trailer(commit->message, git::kIdTrailer).value_or("") : std::string();
}

/// What is kept for an undo that cannot be any more: the worktree is gone, or the record.
std::vector<git::RefUpdate> not_to_be_undone(const Store& store,
                                             const std::vector<std::string>& pruned) {
  const git::Layout& layout = store.repository().layout();
  const std::string worktrees = join_path(layout.common_dir, "worktrees");
  std::set<std::string> wanted = {undo_ref(layout, layout.common_dir)};
  for (const std::string& name : list_folder(worktrees))
    wanted.insert(undo_ref(layout, join_path(worktrees, name)));
  std::vector<git::RefUpdate> deletions;
  for (const git::Ref& ref : git::list_refs(store.repository().git(), kKeptForUndo)) {
    const std::string id = id_kept_for_undo(store, ref);
    if (!wanted.contains(ref.name) || in_list(pruned, id))
      deletions.push_back({ref.name, "", ref.oid});
  }
  return deletions;
}

/// What a kill left between making a file of ours and naming it. An hour on, nobody is at it any
/// more.
void remove_old_temporaries(const git::Layout& layout) {
  constexpr Seconds kHour = 3600;
  const std::string packs = join_path(git::objects_dir(layout), "pack");
  for (const std::string& folder :
       {layout.own_dir(), layout.shared_dir(), layout.shared_dir() + "/journal", packs})
    for (const std::string& name : list_folder(folder)) {
      std::string path = join_path(folder, name);
      struct stat info {};
      const bool is_ours = contains(name, folder == packs ? ".keep.tmp-" : ".tmp-");
      if (is_ours && lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
          info.st_mtime < now() - kHour)
        remove_file(path);
    }
}

/// Days that what is closed is kept.
int64_t keep_days(const git::Config& config) {
  return config.number("handoff.keepdays", kKeepDays);
}

/// Takes out of a journal that is too long to be read as a whole what is closed as long as gc keeps
/// it; where that is not enough, also what is held by records that are nowhere here any more. Is it
/// read as a whole then?
bool shorten_journal(const Store& store, const std::string& file) {
  const git::Repository& repository = store.repository();
  const int64_t before = now() - keep_days(repository.config()) * kDay;
  compact_journal(file, before);
  if (!read_journal(file).cut)
    return true;
  std::set<std::string> known = set_of(store.everywhere(), &RecordRef::id);
  for (const Shared& shared : all_shared(repository))
    known.insert(shared.id);
  for (const git::Ref& ref : git::list_refs(repository.git(), kKeptForUndo))
    known.insert(id_kept_for_undo(store, ref));
  compact_journal(file, before, [&](const std::string& id) { return !known.contains(id); });
  return !read_journal(file).cut;
}

class Doctor {
 public:
  Doctor(const Store& store, bool fix)
      : x_store(store), x_repository(store.repository()), x_fix(fix) {}

  DoctorReport examine() {
    if (std::optional<std::string> old = git::too_old(x_repository.git()))
      tell(DoctorState::bad, *old);
    look_at_rights();
    look_at_settings();
    look_at_operation();
    look_at_locks();
    look_at_leftovers();
    look_at_damaged_refs();
    look_at_deleted_refs();
    look_at_records();
    look_at_journal();
    look_at_shared();
    look_at_remotes();
    look_at_trust();
    look_at_hooks();
    look_at_agents();
    return std::move(report);
  }

 private:
  void tell(DoctorState state, std::string what, std::string hint = {}) {
    report.findings.push_back({state, std::move(what), std::move(hint)});
  }

  /// Where a pause writes, and where what is unfinished would be written down.
  void look_at_rights() {
    const git::Layout& layout = x_repository.layout();
    std::set<std::string> folders = {layout.git_dir,           layout.common_dir,
                                     git::objects_dir(layout), join_path(layout.common_dir, "refs"),
                                     layout.own_dir(),         layout.shared_dir()};
    for (const std::string& folder : folders)
      if (exists(folder) && access(folder.c_str(), W_OK | X_OK) != 0)
        tell(DoctorState::bad, "'" + printable(folder) + "' cannot be written: " + errno_text(),
             "until that is changed nothing can be paused or resumed here; reading goes on");
    look_at_owned();
    if (std::string why = why_no_seal(); !why.empty())
      tell(DoctorState::warning, why, hint_for_seal());
  }

  /// What a command as another user (`sudo`) may have left among our files and refs.
  void look_at_owned() {
    const git::Layout& layout = x_repository.layout();
    for (const std::string& top :
         std::set<std::string>{layout.own_dir(), layout.shared_dir(),
                               join_path(layout.common_dir, "refs/handoffs")}) {
      std::error_code none;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(top, none)) {
        const int wanted = entry.is_directory(none) ? R_OK | W_OK | X_OK : R_OK;
        if (entry.is_symlink(none) || access(entry.path().c_str(), wanted) == 0)
          continue;
        tell(DoctorState::bad,
             "'" + printable(entry.path().string()) + "' cannot be " +
                 (entry.is_directory(none) ? "written: " : "read: ") + errno_text(),
             "a command as another user left it; all of it back: sudo chown -R \"$(id -u)\" " +
                 shell_word(top));
        break;
      }
    }
  }

  /// A setting that cannot be read stops the command that asks for it.
  void look_at_settings() {
    auto tell_failure = [&](auto&& read) {
      try {
        read();
      } catch (const Failure& failure) {
        tell(DoctorState::bad, failure.message(), join(failure.hints(), "; "));
      }
    };
    const git::Config& config = x_repository.config();
    for (const char* name :
         {"maxfilesize", "maxuntrackedfiles", "maxuntrackedsize", "keepdays", "keepdiscardeddays",
          "autocheckpoint", "lint.contextlength", "tokenssuggest", "tokensask", "tokensurge"})
      tell_failure([&, key = std::string("handoff.") + name] {
        if (config.number(key, 0) < 0)
          tell(DoctorState::warning, key + " is below zero", "git config --unset " + key);
      });
    for (const char* name : {"sign", "verify", "notes", "trackmessages"})
      tell_failure([&] { config.flag(std::string("handoff.") + name, false); });
    tell_failure([&] { age_limits(x_repository); });
    tell_failure([&] { formats::read_policy(read_tree_file(x_repository, formats::kPolicyFile)); });
  }

  /// Whose words agents may have unread, and what was to say so and does not.
  void look_at_trust() {
    const Trust trust = trust_of(x_repository);
    const std::string unread = "agents may have unread what ";
    for (const std::string& remote : trust.remotes)
      tell(DoctorState::good, unread + "everybody can push to " + quoted_name(remote));
    for (const auto& [remote, place] : trust.places)
      if (place == place_of(x_repository, remote))
        tell(DoctorState::good, unread + "everybody can push to " + quoted_name(remote));
      else
        tell(DoctorState::good, unread + "everybody could push to " + quoted_name(remote) +
                                    " while it had another URL, and nothing of what it has since");
    for (const std::string& key : trust.keys)
      tell(DoctorState::good, unread + "is signed with " + key);
    for (const std::string& value : trust.unknown)
      tell(DoctorState::warning, "handoff.trust: " + quoted_name(value) + " trusts nobody",
           "it is remote:NAME, or key: and the whole fingerprint, without blanks");
    for (const std::string& value : trust.in_vain)
      tell(DoctorState::warning,
           "handoff.trust: " + quoted_name(value) +
               " trusts nobody: it stands in this clone's own configuration",
           "a folder that was copied brings its own; only git config --global counts");
  }

  /// A mirror moves every ref there is, handoffs of this clone and of others among them.
  void look_at_remotes() {
    const std::string lines =
        x_repository.git()
            .run({.args = {"config", "-z", "--get-regexp", "^remote\\..*\\.(mirror|fetch)$"}})
            .out;
    for (const std::string& line : split(lines, '\0')) {
      const size_t end = line.find('\n');
      const std::string key = line.substr(0, end);
      const std::string value = end == std::string::npos ? "true" : line.substr(end + 1);
      const std::string of = formats::in_quotes(key);
      if (key.ends_with(".mirror") && to_lower(value) != "false" && value != "0")
        tell(DoctorState::bad,
             of + " is set: 'git push' publishes handoffs, and deletes those of others",
             "git config --unset " + word_to_type(key, "KEY"));
      const size_t colon = value.find(':');
      if (!key.ends_with(".fetch") || colon == std::string::npos)
        continue;
      const std::string target = value.substr(colon + 1, value.find('*', colon) - colon - 1);
      const bool over_ours = std::string_view("refs/handoffs/active/").starts_with(target) ||
                             target.starts_with("refs/handoffs/active") ||
                             target.starts_with("refs/handoffs/archive");
      if (over_ours && !target.empty())
        tell(DoctorState::bad,
             of + " is " + formats::in_quotes(value) +
                 ": 'git fetch' writes over handoffs of this clone, with --prune it deletes them",
             "fetch branches only: git config " + word_to_type(key, "KEY") + " '+refs/heads/*:" +
                 "refs/remotes/" + word_to_type(key.substr(7, key.size() - 13), "NAME") + "/*'");
    }
  }

  void look_at_operation() {
    if (x_fix)
      for (const std::string& file : set_damaged_aside(x_repository))
        tell(DoctorState::fixed, "a damaged '" + printable(file) + "' was set aside");
    bool open = needs_recovery(x_repository);
    if (!open) {
      tell(DoctorState::good, "no interrupted operation");
      return;
    }
    if (!x_fix) {
      tell(DoctorState::bad, "an operation was interrupted, or is running now",
           "git handoff doctor --fix");
      return;
    }
    Recovery recovery = recover(x_repository);
    bool running = recovery.outcome == Recovery::Outcome::running;
    if (recovery.files_put_back)
      tell(DoctorState::fixed,
           "files that a killed git had begun to write are as they were before");
    if (recovery.verb.empty())
      return;
    tell(running ? DoctorState::warning : DoctorState::fixed,
         "the " + recovery.name() +
             (running                                           ? " is still running"
              : recovery.outcome == Recovery::Outcome::finished ? " was finished"
              : recovery.outcome == Recovery::Outcome::dropped
                  ? " had changed nothing and was dropped"
                  : " was set aside: things have moved on since"));
  }

  void look_at_locks() {
    const git::Layout& layout = x_repository.layout();
    look_at_lock(layout.index_file + ".lock");
    look_at_lock(join_path(layout.git_dir, "HEAD.lock"));
    for (const char* name : {"packed-refs.lock", "config.lock", "shallow.lock"})
      look_at_lock(join_path(layout.common_dir, name));
    look_for_locks_in(join_path(layout.common_dir, "refs"));
  }

  void look_for_locks_in(const std::string& folder) {
    for (const std::string& name : list_folder(folder)) {
      std::string path = join_path(folder, name);
      if (is_folder(path))
        look_for_locks_in(path);
      else if (name.ends_with(".lock"))
        look_at_lock(path);
    }
  }

  /// What is provably ours is gone by now; whose this one is, nobody can tell.
  void look_at_lock(const std::string& lock) {
    struct stat info {};
    if (lstat(lock.c_str(), &info) != 0)
      return;
    const bool held = git::may_be_held(x_repository.layout(), lock);
    tell(DoctorState::warning,
         "'" + printable(lock) + "' exists, made " + relative_time(info.st_mtim.tv_sec, now()) +
             (held ? "; a git that runs here may hold it" : ""),
         held ? "wait until that has ended"
              : "if no git process is running here, remove it: rm " + shell_word(lock));
  }

  void look_at_leftovers() {
    std::string work = join_path(x_repository.layout().shared_dir(), "work");
    size_t there = list_folder(work).size();
    if (x_fix)
      if (size_t removed = (there > 0 ? git::remove_leftovers(x_repository) : 0) +
                           remove_dead_checkout(x_repository);
          removed > 0)
        tell(DoctorState::fixed, count_of(removed, "folder") + " of dead processes removed");
  }

  /// The branch that is checked out is not ours to write.
  void look_at_branch() {
    if (const std::optional<Failure> damage = x_repository.damage_of_branch())
      tell(DoctorState::bad, damage->message(), join(damage->hints(), "; "));
  }

  /// Those that a power cut has left without an oid.
  void look_at_damaged_refs() {
    look_at_branch();
    for (const DamagedRef& ref : damaged_refs(x_store)) {
      const std::string name = "ref '" + printable(ref.name) + "'",
                        version = git::short_oid(ref.oid);
      if (x_fix && mend(x_store, ref)) {
        tell(DoctorState::fixed,
             "the damaged " + name +
                 (ref.is_spare && contains(ref.name, "/undo/")
                      ? " was removed: nothing here tells what it pointed at"
                  : ref.is_spare  ? " was removed"
                  : ref.is_proven ? " points at " + version + " again"
                                  : " points at " + version + " now, the newest version found"));
        continue;
      }
      const bool is_lost = ref.oid.empty() && !ref.is_spare;
      tell(DoctorState::bad,
           "the " + name + " is damaged" +
               (ref.is_spare    ? ""
                : is_lost       ? ", and no version of its record is here"
                : ref.is_proven ? "; it pointed at " + version + ", which is here"
                                : "; the newest version of its record here is " + version),
           is_lost ? "to drop it: rm " +
                         shell_word(join_path(x_repository.layout().common_dir, ref.name))
                   : "git handoff doctor --fix");
    }
  }

  /// A power cut brings back what was deleted last: a record is live and archived then.
  void look_at_deleted_refs() {
    const std::optional<LastOperation> last = last_operation(x_repository);
    for (const Step& step : last ? last->transaction.steps : std::vector<Step>())
      for (const git::RefUpdate& update : step.refs) {
        const bool is_kept = std::ranges::any_of(step.refs, [&](const auto& to) {
          return !to.oid.empty() && base_name(to.name) == base_name(update.name) &&
                 git::read_ref(x_repository, to.name) == to.oid;
        });
        if (!is_kept || !update.oid.empty() || update.expected.empty() ||
            !git::is_local_record(update.name) ||
            git::read_ref(x_repository, update.name) != update.expected)
          continue;
        take_away(update.name, update.expected,
                  "which the last '" + last->transaction.verb + "' took away");
      }
    for (const RecordRef& ref : x_store.doubles())
      if (is_back_by_power_cut(x_repository, x_store.objects(), ref) && !x_back.contains(ref.ref))
        take_away(ref.ref, ref.oid, "which is archived since");
  }

  void take_away(const std::string& ref, const std::string& oid, const std::string& why) {
    x_back.insert(ref);
    const std::string what = "the ref '" + printable(ref) + "', " + why + ", ";
    if (x_fix && git::update_refs(x_repository, {{ref, "", oid}}, "handoff: doctor") ==
                     git::RefResult::moved)
      tell(DoctorState::fixed, what + "was there again, and is gone");
    else
      tell(DoctorState::bad, what + "is there again", "git handoff doctor --fix");
  }

  /// As it was before `git filter-branch`, which rewrites all refs and keeps what they were.
  bool is_whole_in(const std::string& original, RecordRef ref) const {
    const std::optional<std::string> oid = git::read_ref(x_repository, original);
    ref.oid = oid.value_or("");
    try {
      return oid && x_store.look_at(ref);
    } catch (const Failure&) {
      return false;
    }
  }

  bool has_words(const RecordRef& ref) const {
    try {
      const std::optional<git::Commit> commit = git::read_commit(x_store.objects(), ref.oid);
      const auto file = git::find_in_tree(x_store.objects(), commit ? commit->tree : "",
                                          "handoff.json", x_repository.layout().oid_digits());
      return file && formats::parse_json(git::read_blob_at_most(x_store.objects(), file->oid,
                                                                formats::kMaxDocumentBytes),
                                         "handoff.json")
                         .is_object();
    } catch (const Failure&) {
      return false;
    }
  }

  std::string way_out_of_damage(const RecordRef& ref) const {
    const std::string original = "refs/original/" + ref.ref, name = shell_word(ref.ref);
    if (is_whole_in(original, ref))
      return "as it was before it was rewritten: git update-ref " + name + " " +
             shell_word(original);
    const std::string drop = "git update-ref -d " + name + " would drop it for good";
    return ref.place == RecordRef::Place::remote || !has_words(ref)
               ? drop
               : "its words can be read: git cat-file -p " + shell_word(ref.ref + ":handoff.json") +
                     " | git handoff import -; " + drop;
  }

  void look_at_records() {
    size_t good = 0;
    for (const auto& refs : {x_store.active(), x_store.archived(), x_store.remote()})
      for (const RecordRef& ref : refs) {
        if (git::is_null_oid(ref.oid))
          continue;  // told
        try {
          std::optional<Record> record = x_store.look_at(ref);
          if (!record)
            continue;
          ++good;
          if (record->git_block_forged)
            tell(DoctorState::warning,
                 "the git block of '" + printable(ref.id) + "' contradicts its ref and commits");
          if (const std::string& missing = x_store.missing_of(record->git()); !missing.empty())
            tell(DoctorState::bad,
                 (missing == record->git().wip_commit ? "the work of '"
                                                      : "a part of the work of '") +
                     printable(ref.id) + "' is missing: " + missing,
                 "fetch it again, or look for it with 'git fsck --lost-found'");
        } catch (const Failure& failure) {
          if (failure.kind() == FailureKind::no)  // only not fetched
            tell(DoctorState::warning, failure.message(), failure.hints().front());
          else
            tell(DoctorState::bad, failure.message(),
                 failure.hints().empty() || contains(failure.hints().front(), "git handoff doctor")
                     ? way_out_of_damage(ref)
                     : failure.hints().front());
        }
      }
    for (const RecordRef& ref : x_store.doubles())
      if (!x_back.contains(ref.ref))
        tell(DoctorState::warning,
             "'" + printable(ref.ref) +
                 "' has the id of another record here, and nobody here has " +
                 "read it: it counts for nothing",
             "to drop it: git update-ref -d " + shell_word(ref.ref));
    look_for_refs_in_the_way();
    tell(DoctorState::good, count_of(good, "record") + " can be read");
    if (std::string told = LookBudget::of_this_command().told(); !told.empty())
      tell(DoctorState::bad, told,
           "'git handoff list --all' names them; 'git handoff show ID' reads one");
  }

  /// Where the refs of records are folders, one that somebody else put there keeps all others out.
  void look_for_refs_in_the_way() {
    const std::string all = "refs/handoffs/", heads(git::kBranchRefs);
    std::vector<std::string> labels = {"HEAD"};
    for (const git::Ref& branch : git::list_refs(x_repository.git(), heads))
      labels.push_back(branch.name.substr(heads.size()));
    for (const git::Ref& ref : git::list_refs(x_repository.git(), all)) {
      const std::string name = ref.name.substr(all.size());
      const size_t slash = std::min(name.find('/'), name.size());
      const std::string top = name.substr(0, slash),
                        rest = name.substr(std::min(slash + 1, name.size()));
      const bool is_folder = rest.empty() || (top == "remotes" && !contains(rest, "/")) ||
                             ((top == "active" || top == "archive") &&
                              std::ranges::any_of(labels, [&](const std::string& label) {
                                return label == rest || label.starts_with(rest + "/");
                              }));
      if (is_folder)
        tell(DoctorState::bad,
             "'" + printable(ref.name) + "' is no record, and keeps records from there",
             "if nobody needs it: git update-ref -d " + shell_word(ref.name));
    }
  }

  void look_at_journal() {
    const std::string own = x_repository.layout().journal_file();
    std::vector<std::string> files = journals_beside(own);
    files.insert(files.begin(), own);
    for (const std::string& file : files) {
      const Journal journal = read_journal(file);
      const std::string name = "'" + printable(file) + "'";
      if (journal.torn)
        tell(DoctorState::warning, "the last line of the journal was cut off by a crash",
             "it is skipped; nothing else is affected");
      if (journal.unreadable > 0)
        tell(DoctorState::warning,
             count_of(journal.unreadable, "line") + " of the journal cannot be read",
             "see " + name);
      if (journal.cut && x_fix && shorten_journal(x_store, file))
        tell(DoctorState::fixed, "the journal " + name +
                                     " is read as a whole again: notes that no record needs any "
                                     "more are gone from it");
      else if (journal.cut)
        tell(DoctorState::bad,
             "the journal " + name + " is too long: its oldest notes are not looked at",
             x_fix ? "its notes are open: a pause takes them in; then git handoff doctor --fix"
                   : "git handoff doctor --fix");
    }
  }

  /// What others wait for, or what may have arrived.
  void look_at_shared() {
    for (const std::string& told : damaged_shared(x_repository))
      tell(DoctorState::warning, told, "ask the remote anew: git handoff fetch ID");
    for (const Shared& shared : all_shared(x_repository)) {
      const std::string which =
          "'" + printable(shared.id) + "' (" + branch_name(shared.branch) + "): ";
      if (shared.pending)
        tell(DoctorState::warning, which + describe(shared, now()), command_again(shared));
      else if (shared.not_landed())
        tell(DoctorState::warning, which + describe(shared, now()),
             "git handoff take " + printable(shared.id));
      else if (shared.ours)
        tell(DoctorState::good, which + describe(shared, now()) +
                                    "; when it is finished: git handoff release --done " +
                                    printable(shared.id));
    }
  }

  void look_at_hooks() {
    for (const HookFinding& hook : doctor_hooks(x_repository)) {
      bool broken = hook.state == HookFinding::State::broken;
      bool proven = hook.state == HookFinding::State::proven;
      if (hook.state != HookFinding::State::absent || broken)
        tell(broken   ? DoctorState::bad
             : proven ? DoctorState::good
                      : DoctorState::warning,
             hook.hook + ": " + hook.message, hook.hint);
    }
  }

  /// A project's settings may call another program by our name.
  void look_at_agents() {
    for (const OtherProgram& other : other_programs(x_repository, ""))
      tell(DoctorState::warning, other.path + ": " + other.what,
           other.path.ends_with(".jsonc") ? "take it out of " + other.path
                                          : "git handoff init --agent " + other.agent);
  }

  const Store& x_store;
  const git::Repository& x_repository;
  bool x_fix;
  std::set<std::string> x_back;  ///< refs that a power cut brought back
  DoctorReport report;
};

}  // namespace

bool DoctorReport::healthy() const {
  return !in_list(findings, DoctorState::bad, &DoctorFinding::state);
}

DoctorReport examine(const Store& store, bool fix) { return Doctor(store, fix).examine(); }

GcReport collect_garbage(const Store& store, const GcRequest& request) {
  const git::Repository& repository = store.repository();
  const git::Config& config = repository.config();
  GcReport report;
  report.keep_days = keep_days(config);
  int64_t discarded_days = config.number("handoff.keepdiscardeddays", report.keep_days);
  std::vector<git::RefUpdate> deletions;
  for (const Record& record : store.load_all(store.archived())) {
    int64_t days = record.handoff.status == "discarded" ? discarded_days : report.keep_days;
    if (now() - retired_at(record) < days * kDay) {
      ++report.kept;
      continue;
    }
    report.pruned.push_back(record.at.id);
    deletions.push_back({record.at.ref, "", record.at.oid});
  }
  if (request.dry_run)
    return report;
  archive_committed_checkpoints(store, repository.head());
  append(deletions, not_to_be_undone(store, report.pruned));
  if (!deletions.empty()) {
    git::Quarantine quarantine(repository);
    if (move_refs(repository, quarantine, "gc", "", deletions) == git::RefResult::lost_race)
      refuse("the archive changed meanwhile", {"run 'git handoff gc' again"});
  }
  fault_point("gc-before-leftovers");
  remove_old_temporaries(repository.layout());
  report.leftovers = git::remove_leftovers(repository) + remove_dead_checkout(repository);
  forget_inputs(store);
  fault_point("gc-before-journal");
  compact_journal(repository.layout().journal_file(), now() - report.keep_days * kDay);
  compact_provenance(repository, store.objects());
  return report;
}

}  // namespace handoff::ops
