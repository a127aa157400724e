#include "git/objects/quarantine.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/repo/held_locks.hpp"

namespace handoff::git {

namespace {

std::string work_dir(const Layout& layout) { return join_path(layout.shared_dir(), "work"); }

// The owner of a work folder, so that a later command can tell whether it is still at work. The
// keep file's path is added before the pack becomes visible.
constexpr const char* kOwnerFile = "owner";

void write_owner(const std::string& folder, const std::string& keep_file) {
  ProcessIdentity me = this_process();
  write_file_atomic(
      join_path(folder, kOwnerFile),
      std::to_string(me.pid) + "\n" + me.boot_id + "\n" + me.start_time + "\n" + keep_file + "\n");
}

/// Beside it: hooks and filters may have written objects, too.
constexpr const char* kProgramsFile = "programs";

/// All loose objects of the work folder that the store has not got.
void bring_home(const Repository& repository, const std::string& folder) {
  if (!exists(join_path(folder, kProgramsFile)))
    return;
  const std::string objects = join_path(folder, "objects"), home = objects_dir(repository.layout());
  const std::unique_ptr<ObjectDatabase> store = open_objects(repository);
  for (const std::string& fan : list_all_of(objects))
    for (const std::string& rest : list_all_of(join_path(objects, fan))) {
      if (!is_oid(fan + rest) || store->contains(fan + rest))
        continue;
      make_folders(join_path(home, fan));
      const std::string from = join_path(objects, fan + "/" + rest),
                        to = join_path(home, fan + "/" + rest);
      if (std::rename(from.c_str(), to.c_str()) != 0)
        fail("cannot move '" + printable(from) + "' to '" + printable(to) +
             "': " + std::strerror(errno));
    }
}

constexpr mode_t kReadOnly = 0444;
constexpr size_t kMostInMemory = size_t{64} << 20;
constexpr int kQuickCompression = 1;  // as git's loose objects; the next `git gc` packs anew

/// Does `core.fsync` want packs on the disk? Its words are git-config(1)'s; packs are in all sums
/// but "none".
bool syncs_packs(const Config& config) {
  bool wanted = true;
  for (const std::string& component : split(config.text("core.fsync").value_or("default"), ',')) {
    std::string word = trim(component);
    bool off = word.starts_with('-');
    if (off)
      word.erase(0, 1);
    static constexpr std::array<std::string_view, 7> kWithPacks = {
        "all", "default", "committed", "added", "objects", "pack", "pack-metadata"};
    if (word == "none")
      wanted = false;
    else if (in_list(kWithPacks, word))
      wanted = !off;
  }
  return wanted;
}

/// As git gives it: by the umask, widened by a name in `core.sharedRepository`, or what a mode
/// there says.
mode_t pack_mode(const Config& config) {
  const mode_t mode = mode_by_umask(kReadOnly);
  const std::string shared = config.text("core.sharedrepository").value_or("umask");
  if (shared == "umask")
    return mode;
  if (shared == "group")
    return mode | 0440;
  if (shared == "all" || shared == "world" || shared == "everybody")
    return mode | 0444;
  char* end = nullptr;
  const auto said = static_cast<mode_t>(std::strtoul(shared.c_str(), &end, 8));
  if (shared.empty() || *end != '\0')
    return config.flag("core.sharedrepository", false) ? mode | 0440 : mode;
  constexpr mode_t kGroup = 1, kEverybody = 2;  // as git once wrote them
  return said == 0            ? mode
         : said == kGroup     ? mode | 0440
         : said == kEverybody ? mode | 0444
                              : said & kReadOnly;
}

}  // namespace

/// In memory first, then, from share() on, as loose objects that children see.
class Quarantine::NewObjects : public ObjectDatabase {
 public:
  NewObjects(const Repository& repository, std::string folder)
      : x_repository(repository), x_folder(std::move(folder)) {
    if (repository.layout().object_format != "sha1")
      share();
  }

  std::optional<Object> read(const std::string& oid, size_t most) override {
    auto found = x_kept.find(oid);
    if (found == x_kept.end())
      return store().read(oid, most);
    return Object{found->second.type, found->second.bytes.substr(0, most)};
  }

  std::string write(ObjectType type, std::string_view bytes) override {
    if (!is_shared() && bytes.size() > kMostInMemory - std::min(x_bytes, kMostInMemory))
      share();
    if (is_shared())
      return store().write(type, bytes);
    x_bytes += bytes.size();
    std::string oid = hash_object(type, bytes);
    x_kept.try_emplace(oid, Object{type, std::string(bytes)});
    return oid;
  }

  bool contains(const std::string& oid) override {
    return x_kept.contains(oid) || store().contains(oid);
  }

  std::optional<size_t> size_of(const std::string& oid) override {
    auto found = x_kept.find(oid);
    return found != x_kept.end() ? std::optional(found->second.bytes.size()) : store().size_of(oid);
  }

  bool is_shared() const { return !x_environment.empty(); }

  const Environment& share() {
    if (is_shared())
      return x_environment;
    make_folders(join_path(x_folder, "pack"));
    x_environment = quarantine_environment(x_repository.layout(), x_folder);
    x_store = open_objects(x_repository, x_folder);
    for (const auto& [oid, object] : x_kept)
      x_store->write(object.type, object.bytes);
    x_kept.clear();
    return x_environment;
  }

  /// One that is in memory, or from the store into memory. nullptr where it is not there.
  const Object* keep(const std::string& oid) {
    auto found = x_kept.find(oid);
    if (found != x_kept.end())
      return &found->second;
    std::optional<Object> object = store().read(oid);
    return object ? &x_kept.emplace(oid, std::move(*object)).first->second : nullptr;
  }

 private:
  ObjectDatabase& store() {
    if (!x_store)
      x_store = open_objects(x_repository);
    return *x_store;
  }

  const Repository& x_repository;
  std::string x_folder;
  Environment x_environment;  ///< empty until children see what is here
  std::unique_ptr<ObjectDatabase> x_store;
  std::map<std::string, Object> x_kept;
  size_t x_bytes = 0;  ///< written so far
};

Quarantine::Quarantine(const Repository& repository)
    : x_repository(repository),
      x_folder(join_path(work_dir(repository.layout()),
                         std::to_string(getpid()) + "-" + random_hex(4))) {
  make_durable_folders(work_dir(repository.layout()));
  make_folders(x_folder);
  write_owner(x_folder, "");
  x_objects = std::make_unique<NewObjects>(repository, join_path(x_folder, "objects"));
}

Quarantine::~Quarantine() {
  try {
    release();
    bring_home(x_repository, x_folder);
  } catch (const Failure&) {
    // The folder names the keep file; the next command's remove_leftovers() takes both.
    return;
  }
  remove_tree(x_folder);
}

ObjectDatabase& Quarantine::objects() { return *x_objects; }
const Environment& Quarantine::environment() const { return x_objects->share(); }

const Environment& Quarantine::environment_for_programs() const {
  write_file_atomic(join_path(x_folder, kProgramsFile), "");
  return environment();
}

std::string Quarantine::write(ObjectType type, std::string_view bytes) {
  std::string oid = x_objects->write(type, bytes);
  x_oids.push_back(oid);
  return oid;
}

void Quarantine::add(const std::string& oid) { x_oids.push_back(oid); }

std::string Quarantine::let_git_make_pack() {
  constexpr size_t kMostShown = 60;
  std::string prefix = join_path(x_folder, "objects/pack/pack");
  // Deltas would cost more time than the few objects of a snapshot save in space; `git gc` makes
  // them.
  std::string hash = x_repository.git().line(
      {.args = {"-c", "pack.threads=1", "-c", "pack.packSizeLimit=0", "pack-objects", "-q",
                "--window=0", "--delta-base-offset", prefix},
       .input = join(x_oids, "\n") + "\n",
       .environment = environment()},
      "write the pack of the snapshot");
  if (!is_oid(hash))
    fail("cannot write the pack of the snapshot: 'git pack-objects' answered '" +
         printable(hash.substr(0, kMostShown)) + "'");
  return prefix + "-" + hash;
}

std::optional<Pack> Quarantine::pack_in_memory() {
  size_t bytes = 0;
  for (const std::string& oid : x_oids)
    bytes += x_objects->is_shared() ? 0 : x_objects->size_of(oid).value_or(0);
  if (x_objects->is_shared() || bytes > kMostInMemory)
    return std::nullopt;
  std::vector<PackedObject> objects;
  for (const std::string& oid : x_oids) {
    const Object* object = x_objects->keep(oid);
    if (object == nullptr)
      fail("cannot keep the work: object " + oid + " is missing",
           {"'git fsck' tells what else is"});
    objects.push_back({oid, object->type, object->bytes});
  }
  const Config& config = x_repository.config();
  int64_t level =
      config.number("pack.compression", config.number("core.compression", kQuickCompression));
  return make_pack(std::move(objects), static_cast<int>(level));
}

std::string Quarantine::keep_place_for(const std::string& name) {
  std::string store = join_path(objects_dir(x_repository.layout()), "pack");
  make_folders(store);
  std::string target = join_path(store, name);
  x_keep_file = target + ".keep";
  write_owner(x_folder, x_keep_file);
  write_file_atomic(x_keep_file, "git-handoff\n");
  fault_point("quarantine-kept");
  // One that was there before the keep file may have been about to go.
  return exists(target + ".idx") && exists(target + ".pack") ? std::string() : target;
}

void Quarantine::stage(FileGroup& group) {
  std::ranges::sort(x_oids);
  x_oids.erase(std::unique(x_oids.begin(), x_oids.end()), x_oids.end());
  if (x_oids.empty())
    return;
  fault_point("quarantine-before-pack");
  if (std::optional<Pack> pack = pack_in_memory()) {
    Durability durability =
        syncs_packs(x_repository.config()) ? Durability::synced : Durability::none;
    if (std::string target = keep_place_for(pack->name); !target.empty()) {
      const mode_t mode = pack_mode(x_repository.config());
      group.write(target + ".pack", pack->pack, durability, mode, x_folder);
      group.write(target + ".idx", pack->idx, durability, mode,
                  x_folder);  // last: it makes the pack visible
    }
  } else {
    std::string source = let_git_make_pack();  // and git has fsynced it
    if (std::string target = keep_place_for(base_name(source)); !target.empty())
      for (const char* part : {".pack", ".rev", ".idx"})
        if (exists(source + part))
          group.take(source + part, target + part);
  }
  x_oids.clear();
}

void Quarantine::release() {
  if (x_keep_file.empty())
    return;
  remove_file(x_keep_file);
  x_keep_file.clear();
}

namespace {

/// The lock of any worktree's index that is the same file as this prepared index.
void remove_index_lock(const Layout& layout, const std::string& prepared) {
  struct stat ours {
  }, lock{};
  if (lstat(prepared.c_str(), &ours) != 0 || ours.st_nlink < 2)
    return;
  std::vector<std::string> indexes = {layout.index_file, join_path(layout.common_dir, "index")};
  std::string worktrees = join_path(layout.common_dir, "worktrees");
  for (const std::string& name : list_folder(worktrees))
    indexes.push_back(join_path(worktrees, name + "/index"));
  for (const std::string& index : indexes)
    if (std::string file = index + ".lock";
        lstat(file.c_str(), &lock) == 0 && ours.st_ino == lock.st_ino && ours.st_dev == lock.st_dev)
      unlink(file.c_str());
}

}  // namespace

Apart repository_apart(const Repository& repository, const Quarantine& quarantine) {
  const Layout& layout = repository.layout();
  const std::string folder = join_path(quarantine.folder(), "apart");
  for (const char* inside : {"objects", "refs"})
    make_folders(join_path(folder, inside));
  constexpr size_t kSha256Digits = 64;
  const bool sha256 = layout.oid_digits() == kSha256Digits;
  write_file_atomic(join_path(folder, "HEAD"), "ref: refs/heads/none\n", Durability::none);
  write_file_atomic(join_path(folder, "config"),
                    std::string("[core]\n\tbare = true\n\tcommitGraph = false\n") +
                        "\trepositoryformatversion = " +
                        (sha256 ? "1\n[extensions]\n\tobjectformat = sha256\n" : "0\n"),
                    Durability::none);
  return {.folder = folder,
          .environment = {{"GIT_DIR", folder},
                          {"GIT_OBJECT_DIRECTORY", objects_dir(layout)},
                          {"GIT_COMMON_DIR", std::nullopt},
                          {"GIT_INDEX_FILE", std::nullopt},
                          {"GIT_WORK_TREE", std::nullopt}}};
}

size_t remove_leftovers(const Repository& repository) {
  remove_links_of_gone_locks(repository.layout());
  size_t removed = 0;
  std::string work = work_dir(repository.layout());
  for (const std::string& name : list_folder(work)) {
    std::string folder = join_path(work, name);
    std::vector<std::string> lines =
        split(read_file(join_path(folder, kOwnerFile)).value_or(""), '\n');
    lines.resize(4);
    ProcessIdentity owner;
    owner.pid = static_cast<pid_t>(
        std::strtol(lines[0].empty() ? name.c_str() : lines[0].c_str(), nullptr, 10));
    owner.boot_id = lines[1];
    owner.start_time = lines[2];
    if (is_alive(owner))
      continue;
    if (const std::string& keep = lines[3]; keep.ends_with(".keep"))
      if (read_file(keep).value_or("") == "git-handoff\n")
        remove_file(keep);
    remove_index_lock(repository.layout(), join_path(folder, "index"));
    try {
      bring_home(repository, folder);
    } catch (const Failure&) {
      continue;  // another command can
    }
    remove_tree(folder);
    ++removed;
  }
  return removed;
}

}  // namespace handoff::git
