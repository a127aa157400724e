#include "git/refs/damaged_ref.hpp"

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"

namespace handoff::git {

bool is_damaged_ref(const std::string& common_dir, const std::string& name) {
  constexpr size_t kLargest = 4096;
  const std::string path = join_path(common_dir, name);
  if (!exists(path) || is_folder(path))
    return false;
  try {
    const std::string text = trim(read_file_at_most(path, kLargest).value_or("ref: "));
    return !text.starts_with("ref:") && (!is_oid(text) || is_null_oid(text));
  } catch (const Failure&) {
    return false;  // it may be whole
  }
}

std::string last_in_reflog(const std::string& common_dir, const std::string& name) {
  constexpr size_t kLastLines = 4096;
  const std::vector<ReflogEntry> entries = reflog_entries(common_dir, name, kLastLines);
  return entries.empty() || is_null_oid(entries.back().oid) ? std::string() : entries.back().oid;
}

bool mend_ref(const std::string& common_dir, const std::string& name, const std::string& oid) {
  const std::string path = join_path(common_dir, name), lock = path + ".lock";
  UniqueFd fd(open(lock.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!fd)
    fail("cannot lock the ref '" + printable(name) + "': " + errno_text());
  try {
    if (!is_damaged_ref(common_dir, name)) {
      remove_file(lock);
      return false;
    }
    if (oid.empty()) {
      remove_file(path);
      remove_file(lock);
    } else {
      write_all(fd.get(), oid + "\n", lock);
      if (fsync(fd.get()) != 0 || rename(lock.c_str(), path.c_str()) != 0)
        fail("cannot write the ref '" + printable(name) + "': " + errno_text());
    }
    fsync_path(parent_path(path));
    return true;
  } catch (const Failure&) {
    unlink(lock.c_str());
    throw;
  }
}

}  // namespace handoff::git
