#include "ops/operation/heir.hpp"

#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

void inherit_from_folder(const std::string& made, std::string at) {
  struct stat folder {
  }, file{};
  while (stat(at.c_str(), &folder) != 0 && at != "/" && at != ".")
    at = parent_path(at);
  const bool listed = getxattr(at.c_str(), "system.posix_acl_default", nullptr, 0) > 0;
  if (((folder.st_mode & S_ISGID) == 0 && !listed) || lstat(made.c_str(), &file) != 0)
    return;
  if (!S_ISREG(file.st_mode)) {
    if (lchown(made.c_str(), static_cast<uid_t>(-1), folder.st_gid) != 0)
      return;  // a link's group gives no rights
    return;
  }
  // Made there without a name: who is not in the group may not give it to a file.
  const bool executable = (file.st_mode & S_IXUSR) != 0;
  UniqueFd fd(open(at.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, executable ? 0777 : 0666));
  if (!fd) {  // a file system that cannot
    if (chown(made.c_str(), static_cast<uid_t>(-1), folder.st_gid) == 0)
      chmod(made.c_str(), file.st_mode & 0777);
    return;
  }
  const std::string by_number = "/proc/self/fd/" + std::to_string(fd.get());
  const std::string heir = made + ".heir";
  write_all(fd.get(), read_file(made).value_or(""), made);
  const bool narrow = (file.st_mode & (S_IRGRP | S_IROTH)) == 0;
  if (!listed || narrow)  // else the list says who may
    if (fchmod(fd.get(), file.st_mode & 0777) != 0)
      fail("cannot set the mode of '" + printable(heir) + "': " + errno_text());
  if (linkat(AT_FDCWD, by_number.c_str(), AT_FDCWD, heir.c_str(), AT_SYMLINK_FOLLOW) != 0 ||
      rename(heir.c_str(), made.c_str()) != 0)
    fail("cannot create '" + printable(heir) + "': " + errno_text());
}

}  // namespace handoff::ops
