#include "ops/share/continued.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/presence.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/history/history.hpp"
#include "git/objects/object_id.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/repo/status.hpp"
#include "git/repo/stdin_paths.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/notes/journal.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/operation/resumed_here.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/sent_version.hpp"
#include "ops/records/standing.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/restore/replay.hpp"
#include "ops/share/before.hpp"
#include "ops/share/share.hpp"
#include "ops/share/versions.hpp"
#include "ops/worktree/conversion.hpp"

namespace handoff::ops {

std::string why_not_this_id(const Shared& shared) {
  return shared.held_by_other() || shared.state == SharedState::finished || shared.has_newer() ||
                 shared.not_landed() || !shared.doubt.empty() || shared.is_gone()
             ? describe(shared, now())
             : std::string();
}

std::string branch_of_work(const git::Repository& repository, const Shared& shared) {
  const std::string& name = shared.onto.empty() ? shared.branch : shared.onto;
  return shared.ours && !shared.on.empty()
             ? git::named_then(repository.layout().common_dir, name, shared.since + 1)
             : name;
}

namespace {

/// How much of the work of a shared handoff is in this working tree and what it stands on.
enum class WorkPresence {
  none,
  touched,  ///< something that it changed is changed here, too
  here,     ///< HEAD stands on it, or a file is as it made it, or all that it changed is changed
            ///< and a line is as it made it
};

/// What a tree has at a path; zeros: nothing.
struct TreeState {
  std::string mode, oid;

  bool operator==(const TreeState&) const = default;
};

/// A path that the work changed, and what it was before and after.
struct WorkChange {
  std::string path;
  TreeState before, after;

  bool is_of_kind_only() const { return before.oid == after.oid; }
};

/// Two commits differ as they do, whoever asks, and how often.
std::vector<WorkChange> changes_of(const git::Repository& repository, const model::GitBlock& work) {
  constexpr size_t kMost = 2000, kMostKept = 50;
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::vector<WorkChange>> known;
  if (work.base.empty() || work.wip_commit.empty())
    return {};
  const std::lock_guard<std::mutex> lock(mutex);
  const std::pair<std::string, std::string> commits(work.base, work.wip_commit);
  if (const auto it = known.find(commits); it != known.end())
    return it->second;
  Outcome diff = repository.git().run(
      {.args = {"diff-tree", "-r", "--no-renames", "-z", work.base, work.wip_commit}});
  std::vector<WorkChange> changes;
  const std::vector<std::string> fields = split(diff.out, '\0');
  for (size_t i = 0; diff.ok() && i + 1 < fields.size() && changes.size() < kMost; i += 2) {
    const std::vector<std::string> words = split(fields[i], ' ');  // :mode mode oid oid letter
    const bool submodule =
        fields[i].starts_with(":160000") || (words.size() > 1 && words[1] == "160000");
    if (words.size() == 5 && !submodule && git::fits_a_line(fields[i + 1]))
      changes.push_back({fields[i + 1], {words[0].substr(1), words[2]}, {words[1], words[3]}});
  }
  if (diff.ok() && known.size() < kMostKept)
    known.emplace(commits, changes);
  return changes;
}

/// The working tree at paths of the work, as git would keep it, and as it is. Where that cannot be
/// read it is as nothing.
class FilesHere {
 public:
  FilesHere(const git::Repository& repository, const std::vector<WorkChange>& changes)
      : x_config(repository.config()), x_objects(git::open_objects(repository)) {
    const std::string none(repository.layout().oid_digits(), '0');
    std::string input;
    std::vector<std::string> asked;
    for (const WorkChange& change : changes) {
      const std::string file = join_path(repository.layout().root, change.path);
      struct stat info {};
      TreeState& here = x_files.emplace(change.path, TreeState{"000000", none}).first->second;
      if (const Presence there = look_at(file, info); there != Presence::there) {
        if (there == Presence::unknown)
          here.oid.clear();
        continue;
      }
      if (S_ISLNK(info.st_mode)) {
        here = {kLink, {}};
        x_links[change.path] = read_link(file);
      } else if (S_ISREG(info.st_mode)) {
        here.mode = (info.st_mode & S_IXUSR) != 0 ? "100755" : "100644";
        asked.push_back(change.path);
        input += change.path + "\n";
      }
    }
    const auto hash = [&](std::vector<std::string> args) {
      return asked.empty()
                 ? std::vector<std::string>()
                 : split_lines(repository.git().run({.args = std::move(args), .input = input}).out);
    };
    const std::vector<std::string> kept = hash({"hash-object", "--stdin-paths"});
    const std::vector<std::string> raw =
        converts_line_ends(repository) ? hash({"hash-object", "--no-filters", "--stdin-paths"})
                                       : kept;
    for (size_t i = 0; i < asked.size(); ++i) {  // less where one cannot be read
      x_files[asked[i]].oid = i < kept.size() ? kept[i] : std::string();
      x_raw[asked[i]] = i < raw.size() ? raw[i] : std::string();
    }
  }

  /// Could it not be read?
  bool is_unknown(const std::string& path) const {
    return x_files.at(path).oid.empty() && !x_links.contains(path);
  }

  /// As far as git sees here of what kind a file is.
  bool is_as(const std::string& path, const TreeState& wanted) const {
    const TreeState& here = x_files.at(path);
    if (here.mode != wanted.mode && !is_unseen(here.mode, wanted.mode))
      return false;
    if (const auto link = x_links.find(path); link != x_links.end())
      return x_objects->read_blob(wanted.oid) == link->second;
    const auto raw = x_raw.find(path);
    return here.oid == wanted.oid || (raw != x_raw.end() && raw->second == wanted.oid);
  }

  bool is_unseen(const std::string& here, const std::string& wanted) const {
    const bool files = here.starts_with("100") && wanted.starts_with("100");
    const bool link_as_file = here.starts_with("100") && wanted == kLink;
    return (files && !x_config.flag("core.filemode", true)) ||
           (link_as_file && !x_config.flag("core.symlinks", true));
  }

 private:
  static constexpr const char* kLink = "120000";

  const git::Config& x_config;
  std::unique_ptr<git::ObjectDatabase> x_objects;
  std::map<std::string, TreeState> x_files = {};
  std::map<std::string, std::string> x_raw = {}, x_links = {};
};

/// Each file that the work changed is changed otherwise here: is that the work, gone on with?
bool is_gone_on_with_here(const git::Repository& repository, const model::GitBlock& work,
                          const std::vector<WorkChange>& changes) {
  constexpr size_t kMostBytes = 4 << 20;
  const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(repository);
  KeptWork kept(repository, *objects, work.base, work.wip_commit);
  return std::ranges::any_of(changes, [&](const WorkChange& change) {
    const std::string file = join_path(repository.layout().root, change.path);
    struct stat info {};
    if (lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode) ||
        static_cast<size_t>(info.st_size) > kMostBytes)
      return true;
    return kept.is_gone_on_with(change.path, read_file(file).value_or(""));
  });
}

WorkPresence presence_in_files(const git::Repository& repository, const model::GitBlock& work,
                               std::vector<WorkChange> changes) {
  const FilesHere here(repository, changes);
  // A mode that nobody sees here tells nothing of the rest.
  const auto is_hidden = [&](const WorkChange& change) {
    return change.is_of_kind_only() && here.is_unseen(change.before.mode, change.after.mode);
  };
  if (!std::ranges::all_of(changes, is_hidden))
    std::erase_if(changes, is_hidden);
  size_t changed = 0, unknown = 0;
  for (const WorkChange& change : changes) {
    if (here.is_as(change.path, change.after))
      return WorkPresence::here;
    if (here.is_unknown(change.path))
      ++unknown;
    else if (!here.is_as(change.path, change.before))
      ++changed;
  }
  if (changed + unknown == 0)
    return WorkPresence::none;
  return changed == changes.size() && is_gone_on_with_here(repository, work, changes)
             ? WorkPresence::here
             : WorkPresence::touched;
}

/// Do new or changed files here have the very bytes of most of the work, under other names? That
/// lines are alike tells nothing: files of one project are made of the same.
bool is_moved_here(const git::Repository& repository, const std::vector<WorkChange>& changes) {
  constexpr size_t kMostLookedAt = 500, kMostBytes = 4 << 20;
  const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(repository);
  std::map<std::string, size_t> brought;
  size_t all = 0, found = 0, looked_at = 0;
  for (const WorkChange& change : changes)
    if (!change.is_of_kind_only() && change.after.mode.starts_with("100"))
      if (const std::optional<size_t> size = objects->size_of(change.after.oid);
          size && brought.emplace(change.after.oid, *size).second)
        all += *size;
  if (all == 0)
    return false;
  for (const git::StatusEntry& entry : git::read_status(repository.git()).entries) {
    const std::string file = join_path(repository.layout().root, entry.path);
    struct stat info {};
    if (lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode) ||
        static_cast<size_t>(info.st_size) > kMostBytes || ++looked_at > kMostLookedAt)
      continue;
    const auto it = brought.find(git::id_of_object(repository.layout(), git::ObjectType::blob,
                                                   read_file(file).value_or("")));
    if (it != brought.end()) {
      found += it->second;
      brought.erase(it);
    }
  }
  return 2 * found >= all;
}

/// Has a new file here half of the lines that the work brought into one that is not there any more?
bool is_renamed_here(const git::Repository& repository, const std::vector<WorkChange>& changes) {
  constexpr size_t kMostBytes = 4 << 20, kMostLookedAt = 100, kShort = 3;
  const std::string& root = repository.layout().root;
  const std::unique_ptr<git::ObjectDatabase> objects = git::open_objects(repository);
  const auto lines_of = [&](const TreeState& state) {
    std::set<std::string> lines;
    if (state.mode.starts_with("100") &&
        objects->size_of(state.oid).value_or(kMostBytes) < kMostBytes)
      for (std::string& line : split_lines(objects->read_blob(state.oid)))
        if (trim(line).size() > kShort)
          lines.insert(std::move(line));
    return lines;
  };
  std::vector<std::set<std::string>> brought;
  for (const WorkChange& change : changes)
    if (!exists(join_path(root, change.path))) {
      std::set<std::string> lines = lines_of(change.after);
      for (const std::string& line : lines_of(change.before))
        lines.erase(line);
      if (!lines.empty())
        brought.push_back(std::move(lines));
    }
  if (brought.empty())
    return false;
  size_t looked_at = 0;
  for (const git::StatusEntry& entry : git::read_status(repository.git()).entries) {
    const bool is_new = entry.kind == git::StatusEntry::Kind::untracked || entry.staged == 'A' ||
                        entry.staged == 'R';
    if (!is_new || ++looked_at > kMostLookedAt)
      continue;
    const std::vector<std::string> lines =
        split_lines(read_file_at_most(join_path(root, entry.path), kMostBytes).value_or(""));
    const std::set<std::string> here(lines.begin(), lines.end());
    if (std::ranges::any_of(brought, [&](const auto& work) { return has_half(here, work); }))
      return true;
  }
  return false;
}

/// The same, where it may have moved. `looked_at`: those of the changes that count where they are.
WorkPresence presence_anywhere(const git::Repository& repository, const model::GitBlock& work,
                               const std::vector<WorkChange>& looked_at) {
  const WorkPresence presence =
      looked_at.empty() ? WorkPresence::none : presence_in_files(repository, work, looked_at);
  if (presence == WorkPresence::here)
    return presence;
  const std::vector<WorkChange> changes = changes_of(repository, work);
  return is_moved_here(repository, changes) || is_renamed_here(repository, changes)
             ? WorkPresence::here
             : presence;
}

WorkPresence presence_in_files(const git::Repository& repository, const model::GitBlock& work) {
  return presence_anywhere(repository, work, changes_of(repository, work));
}

/// Is each file as the work made it?
bool is_all_here(const git::Repository& repository, const model::GitBlock& work) {
  const std::vector<WorkChange> changes = changes_of(repository, work);
  const FilesHere here(repository, changes);
  return std::ranges::all_of(
      changes, [&](const WorkChange& change) { return here.is_as(change.path, change.after); });
}

/// The record as it is here, or, where an undo went back behind what was sent, as that: its work is
/// in the tree, and the remote has it.
Record as_sent(const Store& store, const Shared& shared, Record here) {
  return is_behind_sent(store, here.at, shared.local) ? store.load_version(here.at, shared.local)
                                                      : std::move(here);
}

/// One that this branch, or what it was called before, has to do with.
struct WorkSource {
  Shared shared = {};
  bool live = false;
  bool rebased = false;  ///< its branch is, right now
  bool carried = false;  ///< its work was put back on another branch, and changes of it are here
  WorkPresence presence = WorkPresence::none;
  WorkPresence in_files = WorkPresence::none;  ///< by its files alone; asked where there are two
  std::optional<bool> beyond = {};  ///< a fork: is what it has beyond that here? Asked as above
  bool is_last = false;             ///< what this worktree put back last
  std::string elsewhere = {};    ///< "its work is on 's9'": what is here is not gone on with as it
  bool older = false;            ///< it waits for its work, and what is here is the version before
  std::string stands_on = {};    ///< the commit that its work was put back on, or is
  std::string forked_from = {};  ///< the id of the handoff that it was begun with

  /// Taken or claimed, and then something ended the command: the work is not here.
  bool waits_for_its_work() const {
    return live && shared.ours && shared.on.empty() && presence == WorkPresence::none;
  }
};

/// What nobody here has read is no record of a handoff of this clone's, whatever its id, nor is
/// what is damaged.
bool is_record_of_ours(const Store& store, const RecordRef& ref) {
  const Provenance known(store.repository());
  if (known.is_own_row(ref.oid) || known.is_readable_row(ref.oid))
    return true;
  try {
    const std::optional<Record> record = store.look_at(ref);
    return record && is_known(known, *record);
  } catch (const Failure&) {
    return false;
  }
}

class WorkSources {
 public:
  WorkSources(const Store& store, const git::Head& head)
      : x_store(store), x_repository(store.repository()), x_head(head) {
    if (const std::optional<ResumedHere> here = resumed_here(x_repository, head, {}))
      x_resumed = here->id;
  }

  std::vector<WorkSource> find() {
    std::vector<WorkSource> found;
    std::vector<Shared> known = all_shared(x_repository);
    if (!known.empty())
      for (RecordRef& ref : x_store.everywhere())
        if (ref.place != RecordRef::Place::remote)
          if (auto [at, added] = x_records.try_emplace(ref.id, ref); !added && !ref.archived())
            at->second = std::move(ref);
    for (Shared& shared : known) {
      const auto record = x_records.find(shared.id);
      const RecordRef* here =
          record == x_records.end() || !is_record_of_ours(x_store, record->second)
              ? nullptr
              : &record->second;
      WorkSource source;
      source.rebased = is_rebased(shared);
      const bool left = here != nullptr && !source.rebased && is_left_here(shared, *here);
      const bool carried = !source.rebased && !left && !is_of_branch(shared, here);
      source.carried = carried;
      if ((shared.by.empty() && !shared.pending) || (carried && here == nullptr))
        continue;
      if (carried) {
        std::optional<std::string> from =
            carried_from(shared, as_sent(x_store, shared, x_store.load(*here)).git());
        if (!from)
          continue;
        source.elsewhere = std::move(*from);
      }
      source.shared = std::move(shared);
      const Shared& s = source.shared;
      source.live = here != nullptr && !here->archived();
      if (!source.live && !s.ours && !s.damaged &&
          (!s.kept_as.empty() ||
           (s.on.empty() && !s.lost && s.id != x_resumed && !carried &&
            (here == nullptr ||
             !(ends_in_taken_work(s, *here) || has_its_files(s, x_store.load(*here).git()))))))
        continue;
      source.presence =
          source.rebased || left                            ? WorkPresence::here
          : here != nullptr && ends_in_taken_work(s, *here) ? WorkPresence::here
          : carried
              ? presence_in_files(x_repository, as_sent(x_store, s, x_store.load(*here)).git())
              : presence_of(s, here);
      source.older = source.waits_for_its_work() && is_older_here(*here);
      if (left || (!carried && here != nullptr && s.ours && is_on_another_branch(s) &&
                   is_kept_there(s, *here)))
        source.elsewhere = "its work is " + place_of_work(x_repository, s);
      else if (here != nullptr && here->archived() && is_put_aside(s, x_store.load(*here).git()))
        source.elsewhere = "nothing of it is in this tree any more";
      if (here != nullptr)
        note_origin(source, x_store.load(*here));
      source.is_last = s.id == x_resumed;
      found.push_back(std::move(source));
    }
    look_at_files(found);
    return found;
  }

  /// The fork of this clone's, shared nowhere, whose work is here. Asked of an original that is not
  /// this clone's any more; empty: none.
  std::string own_fork_here(const WorkSource& of) const {
    if (of.live || of.shared.ours || !x_records.contains(of.shared.id))
      return {};
    for (const auto& [id, ref] : x_records) {
      if (!ref.archived() || read_shared_quietly(x_repository, id) ||
          !is_record_of_ours(x_store, ref))
        continue;
      const Record fork = x_store.load(ref);
      if (formats::text_of(formats::field(*fork.document, "forked_from")) == of.shared.id &&
          is_beyond_here(fork.git(), work_of(of.shared)) == true)
        return id;
    }
    return {};
  }

 private:
  /// Of those of which most is here, where there are several.
  void look_at_files(std::vector<WorkSource>& found) {
    const auto best = std::ranges::max_element(found, {}, &WorkSource::presence);
    const auto is_best = [&](const WorkSource& source) {
      return source.presence == best->presence && source.elsewhere.empty() &&
             x_records.contains(source.shared.id);
    };
    if (std::ranges::count_if(found, is_best) < 2)
      return;
    for (WorkSource& source : found)
      if (is_best(source))
        source.in_files = presence_of_files(
            source, as_sent(x_store, source.shared, x_store.load(x_records.at(source.shared.id))));
    for (WorkSource& fork : found)
      for (const WorkSource& of : found)
        if (is_best(fork) && is_best(of) && fork.forked_from == of.shared.id)
          fork.beyond = is_beyond_here(work_of(fork.shared), work_of(of.shared));
  }

  /// What of it was committed since it was put back says nothing of what is here beside.
  WorkPresence presence_of_files(const WorkSource& source, const Record& record) {
    const model::GitBlock& work = record.git();
    if (source.live)
      return presence_in_files(x_repository, work);
    std::vector<WorkChange> changes = changes_of(x_repository, work);
    const std::set<std::string>& changed = changed_here();
    std::erase_if(changes, [&](const WorkChange& c) { return !changed.contains(c.path); });
    return presence_anywhere(x_repository, work, changes);
  }

  /// The work of one as it is here, or as it was sent.
  model::GitBlock work_of(const Shared& shared) const {
    return as_sent(x_store, shared, x_store.load(x_records.at(shared.id))).git();
  }

  /// Is what a fork made otherwise than what it was begun with in this tree? Nothing where only
  /// some of its files are changed here, too.
  std::optional<bool> is_beyond_here(const model::GitBlock& work,
                                     const model::GitBlock& original) const {
    std::set<std::string> own;
    for (const WorkChange& change : changes_of(x_repository, work))
      own.insert(change.path);
    // A file of both is looked at for what the fork made of the other's.
    model::GitBlock beyond = work;
    if (!original.wip_commit.empty())
      beyond.base = original.wip_commit;
    std::vector<WorkChange> changes = changes_of(x_repository, beyond);
    std::erase_if(changes, [&](const WorkChange& c) { return !own.contains(c.path); });
    const WorkPresence presence =
        changes.empty() ? WorkPresence::touched : presence_in_files(x_repository, beyond, changes);
    return presence == WorkPresence::touched ? std::nullopt
                                             : std::optional(presence == WorkPresence::here);
  }

  static void note_origin(WorkSource& source, const Record& record) {
    const model::GitBlock& work = record.git();
    const bool on_wip = source.live && work.on_branch && !work.wip_commit.empty();
    source.stands_on = !source.shared.on.empty() ? source.shared.on
                       : on_wip                  ? work.wip_commit
                                                 : work.base;
    source.forked_from = formats::text_of(formats::field(*record.document, "forked_from"));
  }

  /// Here its record may be of another branch than there: who had it has renamed theirs.
  bool is_of_branch(const Shared& shared, const RecordRef* here) const {
    const std::string label = x_head.label();
    if (const std::string now = branch_of_work(x_repository, shared);
        !now.empty() && now != shared.branch && now != shared.onto)
      return now == label;  // its name may be another branch's
    if (shared.branch == label || shared.onto == label ||
        (here != nullptr && here->branch == label))
      return true;
    if (x_head.detached() || git::read_ref(x_repository, "refs/heads/" + shared.branch))
      return false;
    return in_list(git::earlier_names(x_repository.layout().common_dir, x_head.branch),
                   shared.branch);
  }

  /// Is work here that was put back on another branch? Empty: it goes on here, on a branch that was
  /// made since, with nothing committed before (`git switch -c`). Else only changes of it are, and
  /// it is said where it was put back.
  std::optional<std::string> carried_from(const Shared& s, const model::GitBlock& work) {
    if (s.not_landed() || x_head.detached() || (s.ours && s.on.empty()))
      return std::nullopt;
    if (!s.ours)
      return has_its_files(s, work) ? std::optional<std::string>("it was given back")
                                    : std::nullopt;
    const std::string branch = branch_of_work(x_repository, s);
    const std::string tip =
        git::read_ref(x_repository, std::string(git::kBranchRefs) + branch).value_or("");
    const bool made_since = is_made_since(s, branch, tip);
    if (made_since && has_landed(s, work))
      return std::nullopt;
    if (made_since && (!is_committed_since(s, work, tip) || has_changes_of(work, false)))
      return "";
    return has_changes_of(work, made_since)
               ? std::optional("it was put back on " + branch_in_quotes(branch))
               : std::nullopt;
  }

  /// What was given back, or taken away, and is not finished: was it stashed, and is here again?
  bool has_its_files(const Shared& s, const model::GitBlock& work) {
    return s.state != SharedState::finished && has_changes_of(work, false);
  }

  /// It was put away here, its WIP commit is below HEAD still, and somebody else has it.
  bool ends_in_taken_work(const Shared& s, const RecordRef& here) const {
    if (!here.archived() || !s.held_by_other() || x_head.unborn())
      return false;
    const std::string wip = x_store.load(here).git().wip_commit;
    return !wip.empty() && is_below_head(wip);
  }

  /// Does a commit since it was put back change one of its files?
  bool is_committed_since(const Shared& s, const model::GitBlock& work,
                          const std::string& tip) const {
    if (tip.empty() || tip == s.on)
      return false;
    const Outcome since = x_repository.git().run(
        {.args = {"diff-tree", "-r", "--no-renames", "--name-only", "-z", s.on, tip}});
    const std::vector<std::string> paths = split(since.out, '\0');
    const std::set<std::string> committed(paths.begin(), paths.end());
    const std::vector<WorkChange> changes = changes_of(x_repository, work);
    return std::any_of(changes.begin(), changes.end(),
                       [&](const WorkChange& change) { return committed.contains(change.path); });
  }

  bool is_made_since(const Shared& s, const std::string& branch, const std::string& tip) const {
    if (!is_below_head(s.on) || !is_below_head(tip) ||
        !git::other_worktree_with(x_repository, branch).empty())
      return false;
    const Before before = read_before(x_store, s);
    return before.known && !before.branches.contains(std::string(git::kBranchRefs) + x_head.branch);
  }

  /// Is a file of the work changed here and not committed? `in_any_way`: else as the work has it.
  bool has_changes_of(const model::GitBlock& work, bool in_any_way) {
    std::vector<WorkChange> changes = changes_of(x_repository, work);
    const size_t all = changes.size();
    std::erase_if(changes, [&](const WorkChange& c) { return !changed_here().contains(c.path); });
    if (in_any_way || changes.empty())
      return !changes.empty();
    const FilesHere here(x_repository, changes);
    return std::ranges::any_of(
               changes,
               [&](const WorkChange& change) { return here.is_as(change.path, change.after); }) ||
           (changes.size() == all && is_gone_on_with_here(x_repository, work, changes));
  }

  const std::set<std::string>& changed_here() {
    if (!x_changed) {
      x_changed.emplace();
      for (const git::StatusEntry& entry : git::read_status(x_repository.git()).entries)
        x_changed->insert({entry.path, entry.path_from});
    }
    return *x_changed;
  }

  /// Has the branch that a clone of its remote begins with all of it, below what is new here?
  bool has_landed(const Shared& shared, const model::GitBlock& work) const {
    const std::string start = usual_tracking_ref(remote_of_branch(x_repository, shared), "HEAD");
    const Outcome base = x_repository.git().run({.args = {"merge-base", start, x_head.oid}});
    return base.ok() && !KeptWork(x_repository, x_store.objects(), work.base, work.wip_commit)
                             .commit_with_all(trim(base.out))
                             .empty();
  }

  /// Is its branch being rebased here, with its work in this tree?
  bool is_rebased(const Shared& shared) const {
    if (!x_head.detached() || !shared.ours || shared.on.empty())
      return false;
    for (const char* file : {"rebase-merge/head-name", "rebase-apply/head-name"})
      if (trim(read_file(join_path(x_repository.layout().git_dir, file)).value_or("")) ==
          "refs/heads/" + shared.branch)
        return true;
    return false;
  }

  bool is_below_head(const std::string& commit) const {
    return commit.empty() || commit == x_head.oid ||
           (!x_head.unborn() && git::is_ancestor(x_repository.git(), commit, x_head.oid));
  }

  WorkPresence presence_of(const Shared& s, const RecordRef* here) const {
    if (here == nullptr)
      return is_below_head(s.on) ? WorkPresence::here : WorkPresence::none;
    const bool live = !here->archived(), waits = live && s.ours && s.on.empty();
    Record record = x_store.load(*here);
    const model::GitBlock& work = record.git();
    const bool on_wip = live && !work.wip_commit.empty() && work.on_branch;
    const bool stands_on_it = is_below_head(on_wip         ? work.wip_commit
                                            : s.on.empty() ? work.base
                                                           : s.on);
    if (waits && !work.wip_commit.empty())  // of what came by a take its older version is here
      return (on_wip ? stands_on_it : is_all_here(x_repository, work)) ? WorkPresence::here
                                                                       : WorkPresence::none;
    if (s.ours && is_on_another_branch(s))
      return is_all_here(x_repository, work) ? WorkPresence::here : WorkPresence::none;
    // What was given back, or put back without asking, may have left this tree since.
    const bool counts = s.ours || s.lost || live || work.wip_commit.empty();
    return stands_on_it && counts ? WorkPresence::here : presence_in_files(x_repository, work);
  }

  /// Was it put back on another branch, which goes its own way? An older version may be here.
  bool is_on_another_branch(const Shared& s) const {
    const std::string tip =
        s.onto.empty() || s.onto == x_head.label()
            ? std::string()
            : git::read_ref(x_repository, std::string(git::kBranchRefs) + s.onto).value_or("");
    return !tip.empty() &&
           (!is_below_head(tip) || !git::other_worktree_with(x_repository, s.onto).empty());
  }

  /// It lies on another branch, and this one ends in, or stands on, what was handed over.
  bool is_left_here(const Shared& s, const RecordRef& here) {
    if (!s.ours || here.archived() == false || place_of_work(x_repository, s).empty())
      return false;
    const std::string branch = branch_of_work(x_repository, s);
    const std::string tip =
        git::read_ref(x_repository, std::string(git::kBranchRefs) + branch).value_or("");
    if (tip != s.on && is_below_head(tip) && git::other_worktree_with(x_repository, branch).empty())
      return false;  // merged
    if (!x_wips)
      x_wips = wip_commits_below(x_store, x_head);
    return std::any_of(x_wips->begin(), x_wips->end(), [&](const WipCommit& wip) {
      return wip.id == s.id && wip.merge.empty() && is_work_of_any_version(x_store, here, wip.oid);
    });
  }

  /// Was it committed on the branch that it was put back on, or does it lie in the other worktree
  /// which has that? Else its files were carried from there to here.
  bool is_kept_there(const Shared& s, const RecordRef& here) const {
    if (const std::string place = git::other_worktree_with(x_repository, s.onto);
        !place.empty() && !git::StatusQuestion(git::Git(place)).answer().entries.empty())
      return true;
    return is_committed_since(s, x_store.load(here).git(), std::string(git::kBranchRefs) + s.onto);
  }

  /// Is what was put back here gone from the tree, stashed for one, and something else changed?
  /// What that is changed in one of its files, too, has no line of it.
  bool is_put_aside(const Shared& s, const model::GitBlock& work) const {
    if (!s.ours || s.on.empty() || x_head.oid != s.on || !work.submodules.empty())
      return false;
    const std::vector<WorkChange> changes = changes_of(x_repository, work);
    if (changes.empty() || git::StatusQuestion(x_repository.git()).answer().entries.empty())
      return false;
    switch (presence_in_files(x_repository, work)) {
      case WorkPresence::here:
        return false;
      case WorkPresence::none:
        return true;
      case WorkPresence::touched:
        break;
    }
    const FilesHere here(x_repository, changes);
    std::vector<WorkChange> changed = changes;
    std::erase_if(changed, [&](const WorkChange& c) {
      return !here.is_unknown(c.path) && here.is_as(c.path, c.before);
    });
    return !is_gone_on_with_here(x_repository, work, changed) &&
           (changed.size() < changes.size() || !told_stashed(x_store, s).empty());
  }

  bool is_older_here(const RecordRef& ref) const {
    const Record record = x_store.load(ref);
    if (record.previous.empty())
      return false;
    const Record before = x_store.load_version(ref, record.previous);
    const model::GitBlock& work = before.git();
    return (!work.wip_commit.empty() && is_below_head(work.wip_commit)) ||
           presence_in_files(x_repository, work) == WorkPresence::here;
  }

  const Store& x_store;
  const git::Repository& x_repository;
  const git::Head& x_head;
  std::string x_resumed;  ///< also by a take that was killed before it noted where; empty: nothing
  std::map<std::string, RecordRef> x_records;  ///< by id: the live one, else the retired one
  std::optional<std::set<std::string>> x_changed = {};  ///< paths of this tree, once asked
  std::optional<std::vector<WipCommit>> x_wips = {};    ///< below HEAD, once somebody asked
};

/// Was the one begun with the other, or does its work stand on that one's?
bool goes_on_from(const git::Git& git, const WorkSource& a, const WorkSource& b) {
  return a.forked_from == b.shared.id ||
         (!a.stands_on.empty() && !b.stands_on.empty() && a.stands_on != b.stands_on &&
          git::is_ancestor(git, b.stands_on, a.stands_on));
}

/// Times are of two clocks, or of one that was set: they count where nothing else tells.
bool is_better_source(const git::Git& git, const WorkSource& a, const WorkSource& b) {
  if (a.presence != b.presence)
    return a.presence > b.presence;
  if (a.elsewhere.empty() != b.elsewhere.empty())
    return a.elsewhere.empty();
  if (a.in_files != b.in_files)
    return a.in_files > b.in_files;
  if (a.beyond && a.forked_from == b.shared.id)
    return *a.beyond;
  if (b.beyond && b.forked_from == a.shared.id)
    return !*b.beyond;
  if (a.shared.ours != b.shared.ours)
    return a.shared.ours;
  if (a.is_last != b.is_last)
    return a.is_last;
  if (const bool forward = goes_on_from(git, a, b); forward != goes_on_from(git, b, a))
    return forward;
  return a.shared.since > b.shared.since;
}

/// The one that a pause continues, or forks, if its work is here.
const WorkSource* best_of(const git::Git& git, const std::vector<WorkSource>& sources) {
  const WorkSource* best = nullptr;
  for (const WorkSource& source : sources)
    if (!source.waits_for_its_work() && source.presence != WorkPresence::none &&
        (best == nullptr || is_better_source(git, source, *best)))
      best = &source;
  for (const WorkSource& source : sources)
    if (best == nullptr && source.older)
      best = &source;
  return best;
}

/// The record of a shared handoff, live or retired here. `all`: of this store, everywhere.
std::optional<Record> record_here(const Store& store, const std::vector<RecordRef>& all,
                                  const std::string& id) {
  const RecordRef* found = nullptr;
  for (const RecordRef& ref : all)
    if (ref.id == id && ref.place != RecordRef::Place::remote && is_record_of_ours(store, ref) &&
        (found == nullptr || found->archived()))
      found = &ref;
  return found != nullptr ? std::optional(store.load(*found)) : std::nullopt;
}

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
                source.beyond == false)) {
      continued.stay.push_back(shared.id);
    } else if (source.is_last && !source.live && source.presence == WorkPresence::none) {
      continued.stay.push_back(shared.id);  // given back: its words are of the version there
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

/// Nothing of what was taken is in this clean tree, and nothing was committed since, or some of it
/// is stashed: to hand it back so would give away an empty version.
void refuse_to_give_back_nothing(const Store& store, const git::Head& head, const Shared& shared) {
  const std::optional<Record> record = record_here(store, store.everywhere(), shared.id);
  if (!record || !record->at.archived() || record->git().wip_commit.empty() ||
      !git::StatusQuestion(store.repository().git()).answer().entries.empty())
    return;
  const std::string id = printable(shared.id);
  const auto refuse_it = [&](const std::string& why) {
    refuse("nothing is paused: " + why,
           {"where it was stashed: git stash pop",
            "give it back as it was taken: git handoff release " + id});
  };
  if (head.oid == shared.on &&
      presence_in_files(store.repository(), record->git()) == WorkPresence::none)
    refuse_it("nothing of '" + id + "' is in this working tree any more");
  if (head.oid == shared.on || head.unborn())
    return;
  git::TreeReader committed(store.objects(), tree_of(store, head.oid),
                            store.repository().layout().oid_digits());
  const auto is_not_committed = [&](const WorkChange& change) {
    const git::TreeEntry now = committed.at(change.path);
    return now.mode == 0 ? change.before.mode == "000000" : now.oid == change.before.oid;
  };
  const std::vector<WorkChange> changes = changes_of(store.repository(), record->git());
  if (!std::ranges::any_of(changes, is_not_committed))
    return;
  if (const std::string stash = told_stashed(store, shared); !stash.empty())
    refuse_it("of '" + id + "', " + stash);
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

std::string place_of_work(const git::Repository& repository, const Shared& s) {
  const std::string branch = branch_of_work(repository, s);
  if (!s.ours || s.not_landed() || s.on.empty())
    return {};
  if (const std::string place = git::other_worktree_with(repository, branch); !place.empty())
    return "in " + printable(place);
  return branch != repository.head().label() &&
                 git::read_ref(repository, std::string(git::kBranchRefs) + branch)
             ? "on " + branch_in_quotes(branch)
             : std::string();
}

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
  WorkSources here(store, head);
  std::vector<WorkSource> sources = here.find();
  const WorkSource* best = best_of(store.repository().git(), sources);
  if (best != nullptr)
    continued.id = here.own_fork_here(*best);
  if (!continued.id.empty()) {
    continued.along.push_back(continued.id);
    continued.stay.push_back(best->shared.id);
    best = nullptr;
  }
  Shared shared = best != nullptr ? best->shared : Shared();
  if (shared.damaged)
    continued.warnings.push_back("'" + printable(shared.id) + "': " + std::string(kDamagedNote));
  const std::string unasked =
      best != nullptr && !network.offline ? ask_of_source(store, shared, network) : "";
  if (best != nullptr && best->shared.pending) {  // a take that has arrived may have got its record
    sources = WorkSources(store, head).find();
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
