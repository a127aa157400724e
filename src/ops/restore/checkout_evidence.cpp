#include "ops/restore/checkout_evidence.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <sys/stat.h>

#include "base/files.hpp"
#include "base/text.hpp"
#include "ops/records/provenance.hpp"

namespace handoff::ops {

namespace {

constexpr int64_t kSecond = 1'000'000'000;
constexpr int64_t kAlways = std::numeric_limits<int64_t>::max();

int64_t nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }

/// `<old> <new> <name> <mail> <seconds> <zone>\t<message>`
struct LogLine {
  std::string oid, message;
  int64_t seconds = 0;
};

LogLine read_line(const std::string& line) {
  LogLine read;
  size_t first = line.find(' '), tab = line.find('\t'), mail = line.rfind("> ", tab);
  if (first == std::string::npos)
    return read;
  read.oid = line.substr(first + 1, line.find(' ', first + 1) - first - 1);
  if (tab != std::string::npos)
    read.message = line.substr(tab + 1);
  if (mail != std::string::npos)
    read.seconds = std::strtoll(line.c_str() + mail + 2, nullptr, 10);
  return read;
}

/// Commits write no files, and neither do we when we move a branch, but for start fresh and its
/// undo.
bool writes_files(const LogLine& line) {
  const bool ours = line.message.starts_with("handoff: ");
  return ours ? line.message.ends_with(" fresh") : !line.message.starts_with("commit");
}

/// nullopt where it is not there.
std::optional<int64_t> modified(const std::string& file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0)
    return std::nullopt;
  return nanoseconds(info.st_mtim);
}

}  // namespace

CheckoutEvidence::CheckoutEvidence(const Store& store, const Record& record) {
  const git::Layout& layout = store.repository().layout();
  const std::string file = join_path(layout.git_dir, "logs/HEAD");
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) {
    look_without_log(store, record);
    return;
  }
  // An append sets both times. The copy of a repository has the one only.
  x_copied = nanoseconds(info.st_ctim) != nanoseconds(info.st_mtim);
  std::vector<std::string> lines = split_lines(read_file(file).value_or(""));
  for (size_t i = lines.size(); i-- > 0;) {
    LogLine line = read_line(lines[i]);
    if (line.oid == record.git().wip_commit && line.message.starts_with("handoff: pause"))
      return;
    // The log itself was written behind the files, and knows the moment better than its lines do.
    if (!x_last && line.message.starts_with("clone: "))
      x_last = modified(join_path(layout.git_dir, "FETCH_HEAD")).value_or(kAlways);
    else if (!x_last && writes_files(line))
      x_last = i + 1 == lines.size() ? nanoseconds(info.st_mtim) : (line.seconds + 1) * kSecond - 1;
  }
  if (!x_last)
    x_last = kAlways;
}

void CheckoutEvidence::look_without_log(const Store& store, const Record& record) {
  const git::Layout& layout = store.repository().layout();
  if (Provenance(store.repository()).of_snapshot(record) != Origin::mine) {
    x_last = kAlways;
    return;
  }
  for (const char* name : {"HEAD", "ORIG_HEAD"})  // written by switch; by reset, merge, rebase
    if (std::optional<int64_t> time = modified(join_path(layout.git_dir, name)))
      x_last = std::max(time, x_last);
  std::optional<int64_t> paused = modified(join_path(layout.common_dir, record.at.ref));
  if (paused && x_last && *x_last <= *paused)
    x_last.reset();
}

bool CheckoutEvidence::covers_bytes(const std::string& file) const {
  return x_copied ? x_last && modified(file).value_or(kAlways) <= *x_last : covers(file);
}

bool CheckoutEvidence::covers(const std::string& file) const {
  struct stat info {};
  return x_last && lstat(file.c_str(), &info) == 0 && nanoseconds(info.st_ctim) <= *x_last;
}

}  // namespace handoff::ops
