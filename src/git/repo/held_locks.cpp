#include "git/repo/held_locks.hpp"

#include <cerrno>
#include <ctime>

#include <sys/stat.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/repo/live_gits.hpp"

namespace handoff::git {

namespace {

constexpr const char* kHeadLock = "HEAD.lock";
constexpr const char* kPackedLock = "packed-refs.lock";

std::string links_of(const Layout& layout) { return join_path(layout.own_dir(), "held"); }

/// A link's name is the lock's, with no slash in it.
std::string link_name(const std::string& lock) { return replace_all(lock, "/", "%"); }

/// The lock that a link is for; empty where no link of ours is called so. No ref has two slashes in
/// a row; one with a percent sign in its name is not linked.
std::string lock_of(const Layout& layout, const std::string& link) {
  const std::string lock = replace_all(link, "%", "/");
  if (lock == kHeadLock)
    return join_path(layout.git_dir, lock);
  const bool ours = lock == kPackedLock ||
                    (lock.starts_with("refs/") && lock.ends_with(".lock") && !contains(lock, "/."));
  return ours ? join_path(layout.common_dir, lock) : "";
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat one {
  }, other{};
  return lstat(a.c_str(), &one) == 0 && lstat(b.c_str(), &other) == 0 &&
         one.st_ino == other.st_ino && one.st_dev == other.st_dev;
}

/// Those whose locks are gone; with `held_too` all of them, and the locks that are held.
void remove_links(const Layout& layout, bool held_too) {
  const std::string folder = links_of(layout);
  if (!is_folder(folder))
    return;
  for (const std::string& name : list_folder(folder)) {
    const std::string link_file = join_path(folder, name), lock = lock_of(layout, name);
    const bool is_held = !lock.empty() && is_same_file(lock, link_file);
    if (is_held && held_too)
      unlink(lock.c_str());
    if (!lock.empty() && (!is_held || held_too))
      unlink(link_file.c_str());
  }
  rmdir(folder.c_str());
}

}  // namespace

void refuse_held(const std::string& lock, int tries) {
  constexpr useconds_t kPause = 20000;
  for (int i = 0; exists(lock); ++i) {
    if (i == tries)
      fail("'" + printable(lock) + "' exists: another git process is at work in this repository",
           {"wait until it has ended; if none is running, a crash left the file: remove it"});
    usleep(kPause);
  }
}

void link_held_locks(const Layout& layout, const std::vector<std::string>& refs, bool deletes) {
  // Git locks HEAD for its reflog where that is on a branch that moves, and the packed refs where
  // one is to go.
  const std::string head = trim(read_file(join_path(layout.git_dir, "HEAD")).value_or(""));
  std::vector<std::string> locks;
  for (const std::string& ref : refs) {
    if (ref.find('%') == std::string::npos)
      locks.push_back(ref + ".lock");
    if (head == "ref: " + ref)
      locks.emplace_back(kHeadLock);
  }
  if (deletes)
    locks.emplace_back(kPackedLock);
  const std::string folder = links_of(layout);
  mkdir(folder.c_str(), 0777);
  if (!is_folder(folder))  // a link that came with a copied git directory leads anywhere
    return;
  for (const std::string& lock : locks) {
    const std::string name = link_name(lock), file = lock_of(layout, name);
    const std::string link_file = join_path(folder, name);
    if (!file.empty() && link(file.c_str(), link_file.c_str()) != 0 && errno == EEXIST &&
        unlink(link_file.c_str()) == 0)
      (void)!link(file.c_str(), link_file.c_str());
  }
}

void remove_held_locks(const Layout& layout) { remove_links(layout, true); }

bool are_locks_linked(const Layout& layout) { return is_folder(links_of(layout)); }

void remove_links_of_gone_locks(const Layout& layout) { remove_links(layout, false); }

void remove_abandoned_lock(const Layout& layout, const std::string& ref) {
  constexpr time_t kOld = 5;  // seconds
  if (!ref.starts_with("refs/handoffs/"))
    return;
  const std::string lock = join_path(layout.common_dir, ref + ".lock");
  struct stat info {};
  if (lstat(lock.c_str(), &info) == 0 && S_ISREG(info.st_mode) && info.st_size == 0 &&
      std::time(nullptr) - info.st_mtime >= kOld && !may_be_held(layout, lock))
    unlink(lock.c_str());
}

}  // namespace handoff::git
