#include "ops/operation/checkout_log.hpp"

#include <cstdlib>
#include <map>
#include <optional>

#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/live_gits.hpp"
#include "git/repo/refs.hpp"
#include "ops/worktree/conversion.hpp"
#include "ops/worktree/safe_path.hpp"

namespace handoff::ops {

namespace {

using git::IndexChange;
using git::IndexEntry;

std::string note_file(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "files.json");
}

ProcessIdentity process_of(const Json& note) {
  const Json& process = note.at("process");
  return {.pid = process.at("pid").get<pid_t>(),
          .boot_id = process.at("boot_id").get<std::string>(),
          .start_time = process.at("start_time").get<std::string>()};
}

/// Complete, or a Failure.
std::optional<Json> read_note(const git::Repository& repository) {
  std::optional<std::string> bytes = read_file(note_file(repository));
  if (!bytes)
    return std::nullopt;
  try {
    Json note = formats::parse_json(*bytes, note_file(repository));
    for (const char* name : {"from", "to", "branch", "record", "started"})
      note.at(name).get_ref<const std::string&>();
    process_of(note);
    if (auto index = note.find("index"); index != note.end())
      index->get_ref<const std::string&>();
    return note;
  } catch (const Json::exception&) {
    fail_damaged(note_file(repository));
  } catch (const Failure&) {
    fail_damaged(note_file(repository));
  }
}

void write_note(const git::Repository& repository, const Json& note) {
  make_folders(repository.layout().own_dir());
  write_file_atomic(note_file(repository), formats::write_json_line(note), Durability::synced);
}

/// What stands at a path.
struct Seen {
  enum class Kind { nothing, file, link, other } kind = Kind::nothing;
  std::string bytes = {};
  bool executable = false;
  bool operator==(const Seen&) const = default;
};

Seen look(const std::string& path) {
  struct stat info {};
  if (lstat(path.c_str(), &info) != 0)
    return {};
  if (S_ISLNK(info.st_mode))
    return {.kind = Seen::Kind::link, .bytes = read_link(path)};
  if (!S_ISREG(info.st_mode))
    return {.kind = Seen::Kind::other};
  return {.kind = Seen::Kind::file,
          .bytes = read_file(path).value_or(""),
          .executable = (info.st_mode & S_IXUSR) != 0};
}

/// Is it what git had written by then, or had it taken the old one away?
bool is_part_of(const Seen& now, const Seen& whole) {
  return now.kind == Seen::Kind::nothing ||
         (now.kind == whole.kind && whole.bytes.starts_with(now.bytes));
}

class TakeBack {
 public:
  TakeBack(const git::Repository& repository, const Json& note)
      : x_repository(repository), x_note(note), x_quarantine(repository) {}

  TakenBack run() {
    remove_locks();
    find_paths();
    x_old = check_out(x_note.at("from").get<std::string>(), "from", &IndexChange::after);
    x_new = check_out(x_note.at("to").get<std::string>(), "to", &IndexChange::before);
    for (const IndexChange& change : x_changes)
      remove_new(change.before.path);
    for (const IndexChange& change : x_changes)
      put_old(change.before.path);
    put_index_back();
    return std::move(x_result);
  }

 private:
  std::string file_of(const std::string& path) const {
    return join_path(x_repository.layout().root, path);
  }

  bool has_safe_folder(const std::string& path) const {
    std::string folder = parent_path(path);
    return folder == "." || is_safe_to_write(x_repository.layout().root, folder);
  }

  /// The lock of the git that was killed: made after it began, and no living git can have made it.
  void remove_locks() const {
    const git::Layout& layout = x_repository.layout();
    std::optional<ParsedTime> started = parse_time(x_note.at("started").get<std::string>());
    for (const std::string& lock :
         {layout.index_file + ".lock", join_path(layout.git_dir, "HEAD.lock")}) {
      struct stat info {};
      if (started && lstat(lock.c_str(), &info) == 0 && info.st_mtime >= started->time &&
          !git::may_be_held(layout, lock))
        unlink(lock.c_str());
    }
  }

  /// What differs between the two trees, as changes of the index from `to` to `from`.
  void find_paths() {
    std::string answer = x_repository.git().output(
        {.args = {"diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--full-index",
                  x_note.at("from").get<std::string>(), x_note.at("to").get<std::string>()}},
        "compare the trees");
    std::vector<std::string> fields = split(answer, '\0');
    for (size_t i = 0; i + 1 < fields.size(); i += 2) {
      std::vector<std::string> words = split(fields[i], ' ');
      if (words.size() != 5)
        continue;
      auto entry = [&](const std::string& mode, const std::string& oid) {
        IndexEntry made;
        made.path = fields[i + 1];
        made.mode = static_cast<uint32_t>(std::strtoul(mode.c_str(), nullptr, 8));
        made.oid = made.mode == 0 ? "" : oid;
        return made;
      };
      IndexChange change{.before = entry(words[1], words[3]),
                         .after = entry(words[0].substr(1), words[2])};
      if (change.before.mode != git::kModeGitlink && change.after.mode != git::kModeGitlink)
        x_changes.push_back(std::move(change));
    }
  }

  /// A folder with the files of one tree as a checkout writes them, to compare with and to copy
  /// from.
  std::string check_out(const std::string& tree, const std::string& name,
                        IndexEntry IndexChange::*side) {
    std::string index = join_path(x_quarantine.folder(), name + ".index");
    x_repository.git().output(
        {.args = {"read-tree", tree}, .writes = true, .environment = {{"GIT_INDEX_FILE", index}}},
        "read a tree");
    std::vector<std::string> paths;
    for (const IndexChange& change : x_changes)
      if ((change.*side).mode != 0)
        paths.push_back((change.*side).path);
    std::string folder = join_path(x_quarantine.folder(), name);
    checkout_aside(x_repository, {}, index, paths, folder);
    return folder;
  }

  void remove_new(const std::string& path) {
    Seen now = look(file_of(path));
    if (look(join_path(x_old, path)).kind != Seen::Kind::nothing ||
        now.kind == Seen::Kind::nothing || now.kind == Seen::Kind::other)
      return;
    if (!has_safe_folder(path) || !is_part_of(now, look(join_path(x_new, path)))) {
      x_result.left_alone.push_back(path);
      return;
    }
    remove_file(file_of(path));
    std::string folder = parent_path(path);
    while (folder != "." && rmdir(file_of(folder).c_str()) == 0)
      folder = parent_path(folder);
  }

  void put_old(const std::string& path) {
    Seen old = look(join_path(x_old, path));
    Seen now = look(file_of(path));
    if (old.kind == Seen::Kind::nothing || old == now)
      return;
    bool ours = is_part_of(now, look(join_path(x_new, path))) ||
                (now.kind == old.kind && now.bytes == old.bytes);
    if (!ours || !has_safe_folder(path)) {
      x_result.left_alone.push_back(path);
      return;
    }
    make_folders(parent_path(file_of(path)));
    remove_file(file_of(path));
    if (old.kind == Seen::Kind::link && symlink(old.bytes.c_str(), file_of(path).c_str()) != 0)
      fail("cannot create '" + printable(path) + "': " + errno_text());
    if (old.kind == Seen::Kind::file &&
        rename(join_path(x_old, path).c_str(), file_of(path).c_str()) != 0)
      write_file_atomic(file_of(path), old.bytes, Durability::none, old.executable ? 0755 : 0644);
  }

  void put_index_back() {
    git::change_index(x_repository, x_quarantine, x_changes);
    auto known = x_note.find("index");
    if (known == x_note.end())
      return;
    std::map<std::string, IndexEntry> old;
    std::vector<IndexEntry> entries =
        git::decode_entries(base64_decode(known->get<std::string>()).value_or(""));
    for (const IndexEntry& entry : entries)
      old[entry.path].path = entry.path;
    for (IndexEntry& entry :
         git::IndexFile::read(x_repository, join_path(x_quarantine.folder(), "from.index"),
                              [&](const IndexEntry& e) { return old.contains(e.path); }))
      old[entry.path] = std::move(entry);
    std::vector<IndexChange> more;
    for (const IndexEntry& entry : entries)
      more.push_back({entry, old[entry.path]});
    git::change_index(x_repository, x_quarantine, more);
  }

  const git::Repository& x_repository;
  const Json& x_note;
  git::Quarantine x_quarantine;
  std::vector<IndexChange> x_changes;
  std::string x_old, x_new;
  TakenBack x_result{.any = true};
};

bool is_through(const git::Repository& repository, const Json& note, Writer writer) {
  std::string branch = note.at("branch").get<std::string>();
  std::string record = note.at("record").get<std::string>();
  return (!branch.empty() && repository.head().branch == branch) ||
         (writer != Writer::us_late && !record.empty() && !git::read_ref(repository, record));
}

}  // namespace

void fail_damaged(const std::string& path) {
  fail("'" + printable(path) + "' is damaged",
       {"'git handoff doctor --fix' sets it aside; the work itself is not in it"});
}

void begin_file_write(const git::Repository& repository, const FileWrite& write) {
  ProcessIdentity me = this_process();
  write_note(
      repository,
      {{"version", 1},
       {"from", write.from},
       {"to", write.to},
       {"branch", write.branch},
       {"record", write.record},
       {"started", to_rfc3339(now())},
       {"process", {{"pid", me.pid}, {"boot_id", me.boot_id}, {"start_time", me.start_time}}}});
}

void add_to_file_write(const git::Repository& repository, const std::vector<IndexChange>& changes) {
  std::optional<Json> note = read_note(repository);
  if (!note)
    return;
  std::vector<IndexEntry> entries;
  for (const IndexChange& change : changes)
    entries.push_back(change.after);
  (*note)["index"] = base64_encode(git::encode_entries(entries));
  write_note(repository, *note);
}

void end_file_write(const git::Repository& repository) { remove_file(note_file(repository)); }

bool is_file_write_open(const git::Repository& repository) { return exists(note_file(repository)); }

std::optional<std::string> set_damaged_file_write_aside(const git::Repository& repository) {
  std::string file = note_file(repository);
  try {
    read_note(repository);
  } catch (const Failure&) {
    if (rename(file.c_str(), (file + ".damaged").c_str()) == 0)
      return file;
  }
  return std::nullopt;
}

TakenBack take_back_file_write(const git::Repository& repository, Writer writer) {
  TakenBack result;
  std::optional<Json> note = read_note(repository);
  if (!note)
    return result;
  if (writer == Writer::gone &&
      (is_alive(process_of(*note)) || !git::wait_for_orphans(repository.layout())))
    return result;
  if (!is_through(repository, *note, writer))
    result = TakeBack(repository, *note).run();
  end_file_write(repository);
  return result;
}

}  // namespace handoff::ops
