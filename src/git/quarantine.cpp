#include "git/quarantine.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

std::string work_dir(const Layout& layout) { return join_path(layout.shared_dir(), "work"); }

/// One entry of GIT_ALTERNATE_OBJECT_DIRECTORIES: a colon separates, so a path that holds one is quoted.
std::string alternate_entry(const std::string& path) {
  std::string quoted = c_quote(path);
  if (quoted != path || !contains(path, ":"))
    return quoted;
  return '"' + path + '"';
}

// The owner of a work folder, so that a later command can tell whether it is still at work. The keep
// file's path is added before the pack becomes visible.
constexpr const char* kOwnerFile = "owner";

void write_owner(const std::string& folder, const std::string& keep_file) {
  ProcessIdentity me = this_process();
  write_file_atomic(join_path(folder, kOwnerFile),
                    std::to_string(me.pid) + "\n" + me.boot_id + "\n" + me.start_time + "\n" +
                        keep_file + "\n");
}

void rename_or_fail(const std::string& from, const std::string& to) {
  if (rename(from.c_str(), to.c_str()) != 0)
    fail("cannot move '" + from + "' to '" + to + "': " + errno_text());
}

}  // namespace

Environment quarantine_environment(const Layout& layout, const std::string& write_dir) {
  std::string alternates = alternate_entry(objects_dir(layout));
  if (const char* more = std::getenv("GIT_ALTERNATE_OBJECT_DIRECTORIES"))
    alternates += std::string(":") + more;
  return {{"GIT_OBJECT_DIRECTORY", write_dir}, {"GIT_ALTERNATE_OBJECT_DIRECTORIES", alternates}};
}

Quarantine::Quarantine(const Repository& repository)
    : x_repository(repository),
      x_folder(join_path(work_dir(repository.layout()),
                         std::to_string(getpid()) + "-" + random_hex(4))) {
  std::string objects = join_path(x_folder, "objects");
  make_folders(join_path(objects, "pack"));
  write_owner(x_folder, "");
  x_environment = quarantine_environment(repository.layout(), objects);
  x_objects = open_objects(repository, objects);
}

Quarantine::~Quarantine() {
  try {
    release();
  } catch (const Failure&) {
    // The folder names the keep file; the next command's remove_leftovers() takes both.
    return;
  }
  remove_tree(x_folder);
}

std::string Quarantine::write(ObjectType type, std::string_view bytes) {
  std::string oid = x_objects->write(type, bytes);
  x_oids.push_back(oid);
  return oid;
}

void Quarantine::add(const std::string& oid) { x_oids.push_back(oid); }

void Quarantine::publish() {
  std::sort(x_oids.begin(), x_oids.end());
  x_oids.erase(std::unique(x_oids.begin(), x_oids.end()), x_oids.end());
  if (x_oids.empty())
    return;
  fault_point("quarantine-before-pack");
  std::string prefix = join_path(x_folder, "objects/pack/pack");
  // Deltas would cost more time than the few objects of a snapshot save in space; `git gc` makes them.
  std::string hash = x_repository.git().line(
      {.args = {"-c", "pack.threads=1", "pack-objects", "-q", "--window=0",
                "--delta-base-offset", prefix},
       .input = join(x_oids, "\n") + "\n",
       .environment = x_environment},
      "write the pack of the snapshot");

  std::string store = join_path(objects_dir(x_repository.layout()), "pack");
  make_folders(store);
  std::string target = join_path(store, "pack-" + hash);
  std::string source = prefix + "-" + hash;
  if (!exists(target + ".idx")) {
    x_keep_file = target + ".keep";
    write_owner(x_folder, x_keep_file);
    write_file_atomic(x_keep_file, "git-handoff\n");
    fault_point("quarantine-before-move");
    for (const char* part : {".pack", ".rev", ".idx"})  // the index last: it makes the pack visible
      if (exists(source + part))
        rename_or_fail(source + part, target + part);
    fsync_path(store);
  }
  fault_point("quarantine-after-move");
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
  struct stat ours {}, lock {};
  if (lstat(prepared.c_str(), &ours) != 0 || ours.st_nlink < 2)
    return;
  std::vector<std::string> indexes = {layout.index_file, join_path(layout.common_dir, "index")};
  std::string worktrees = join_path(layout.common_dir, "worktrees");
  for (const std::string& name : list_folder(worktrees))
    indexes.push_back(join_path(worktrees, name + "/index"));
  for (const std::string& index : indexes)
    if (std::string file = index + ".lock"; lstat(file.c_str(), &lock) == 0 && ours.st_ino == lock.st_ino &&
                                            ours.st_dev == lock.st_dev)
      unlink(file.c_str());
}

}  // namespace

size_t remove_leftovers(const Repository& repository) {
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
    remove_tree(folder);
    ++removed;
  }
  return removed;
}

}  // namespace handoff::git
