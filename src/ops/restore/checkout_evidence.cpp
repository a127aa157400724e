#include "ops/restore/checkout_evidence.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <sys/stat.h>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"
#include "ops/records/provenance.hpp"
#include "ops/restore/replay.hpp"
#include "ops/worktree/conversion.hpp"

namespace handoff::ops {

namespace {

constexpr int64_t kAlways = std::numeric_limits<int64_t>::max();

/// `<old> <new> <name> <mail> <seconds> <zone>\t<message>`
struct LogLine {
  std::string old, oid, message;
  int64_t seconds = 0;
};

LogLine read_line(const std::string& line) {
  LogLine read;
  size_t first = line.find(' '), tab = line.find('\t'), mail = line.rfind("> ", tab);
  if (first == std::string::npos)
    return read;
  read.old = line.substr(0, first);
  read.oid = line.substr(first + 1, line.find(' ', first + 1) - first - 1);
  if (tab != std::string::npos)
    read.message = line.substr(tab + 1);
  if (mail != std::string::npos)
    read.seconds = std::strtoll(line.c_str() + mail + 2, nullptr, 10);
  return read;
}

/// Commits and new names write no files, and neither do we when we move a branch, but for start
/// fresh and its undo.
bool writes_files(const LogLine& line) {
  const bool ours = line.message.starts_with("handoff: ");
  return ours
             ? line.message.ends_with(" fresh")
             : !line.message.starts_with("commit") && !line.message.starts_with("Branch: renamed ");
}

/// Is a commit a WIP commit of the record?
bool is_wip_of(const Store& store, const Record& record, const std::string& oid) {
  const std::optional<git::Commit> commit = git::read_commit(store.objects(), oid);
  return commit && says_wip(*commit) && wip_id(*commit) == record.at.id;
}

/// nullopt where it is not there.
std::optional<int64_t> modified(const std::string& file) {
  struct stat info {};
  if (stat(file.c_str(), &info) != 0)
    return std::nullopt;
  return nanoseconds(info.st_mtim);
}

/// When HEAD was last written by a switch, or ORIG_HEAD by a reset, merge or rebase.
std::optional<int64_t> head_written(const git::Layout& layout) {
  return std::max(modified(join_path(layout.git_dir, "HEAD")),
                  modified(join_path(layout.git_dir, "ORIG_HEAD")));
}

}  // namespace

CheckoutEvidence::CheckoutEvidence(const Store& store, const Record& record)
    : x_store(store), x_put_back(store.repository()) {
  const git::Layout& layout = store.repository().layout();
  const std::string file = join_path(layout.git_dir, "logs/HEAD");
  struct stat info {};
  if (stat(file.c_str(), &info) != 0) {
    look_without_log(record);
    return;
  }
  // An append sets both times. The copy of a repository has the one only.
  x_copied = nanoseconds(info.st_ctim) != nanoseconds(info.st_mtim);
  // The pause is not in a log that has expired, nor where HEAD is on a symbolic branch.
  const int64_t paused = record.time() * kNanosecondsOfSecond;
  bool lost = Provenance(store.repository()).of_snapshot(record) == Origin::mine &&
              head_written(layout) < paused;
  std::vector<std::string> lines = split_lines(read_file(file).value_or(""));
  int64_t first = kAlways;  // when all was here that was not checked out by what the log has
  bool is_newest = true;    // of the pauses on each other, which are put back together
  for (size_t i = lines.size(); i-- > 0;) {
    LogLine line = read_line(lines[i]);
    if (line.message.starts_with("handoff: pause") &&
        (is_newest ? line.oid == record.git().wip_commit : is_wip_of(store, record, line.oid))) {
      if (!is_wip_of(store, record, line.old))
        return;
      is_newest = false;
    }
    if (line.message.starts_with("clone: ")) {
      first = modified(join_path(layout.git_dir, "FETCH_HEAD")).value_or(kAlways);
      lost = false;
      break;
    }
    // The log itself was written behind the files, and knows the moment better than its lines do.
    if (writes_files(line))
      x_checkouts.push_back({line.old, line.oid,
                             i + 1 == lines.size()
                                 ? nanoseconds(info.st_mtim)
                                 : (line.seconds + 1) * kNanosecondsOfSecond - 1});
  }
  if (lost)
    std::erase_if(x_checkouts, [&](const Checkout& earlier) { return earlier.until < paused; });
  else
    x_checkouts.push_back({"", "", x_checkouts.empty() ? first : x_checkouts.back().until});
}

void CheckoutEvidence::look_without_log(const Record& record) {
  const git::Layout& layout = x_store.repository().layout();
  if (Provenance(x_store.repository()).of_snapshot(record) != Origin::mine) {
    x_checkouts.push_back({"", "", kAlways});
    return;
  }
  std::optional<int64_t> last = head_written(layout);
  // A checkout of files writes the index behind them; `switch -c` does not.
  if (std::optional<int64_t> index = modified(layout.index_file))
    last = std::min(last, index);
  std::optional<int64_t> paused = modified(join_path(layout.common_dir, record.at.ref));
  if (last && !(paused && *last <= *paused))
    x_checkouts.push_back({"", "", *last});
}

bool CheckoutEvidence::wrote(const Checkout& checkout, const std::string& path) const {
  auto at = [&](const std::string& commit) -> std::optional<git::TreeEntry> {
    std::optional<git::Commit> read = git::read_commit(x_store.objects(), commit);
    if (!read)
      return std::nullopt;
    return git::TreeReader(x_store.objects(), read->tree,
                           x_store.repository().layout().oid_digits())
        .at(path);
  };
  std::optional<git::TreeEntry> from, to;
  if (!checkout.from.empty() && (from = at(checkout.from)) && (to = at(checkout.to)))
    return from->oid != to->oid || from->mode != to->mode;
  return true;
}

bool CheckoutEvidence::put_in_way(const Checkout& checkout, const std::string& path) const {
  const std::optional<git::Commit> read = git::read_commit(x_store.objects(), checkout.to);
  if (!read)
    return false;
  git::TreeReader there(x_store.objects(), read->tree, x_store.repository().layout().oid_digits());
  for (size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (there.at(path.substr(0, slash)).mode != 0)  // a folder has none
      return true;
  const std::optional<git::TreeEntry> entry = there.find(path);
  return entry && entry->mode == git::kModeFolder;
}

bool CheckoutEvidence::covers_until(const std::string& path, std::optional<int64_t> time) const {
  for (const Checkout& checkout : x_checkouts)
    if (time && *time <= checkout.until && wrote(checkout, path))
      return true;
  return false;
}

bool CheckoutEvidence::covers_bytes(const std::string& path) const {
  if (!x_copied)
    return covers(path);
  return covers_until(
      path, modified(join_path(x_store.repository().layout().root, path)).value_or(kAlways));
}

bool CheckoutEvidence::covers_absent(const std::string& path) const {
  if (covers_bytes(path))
    return true;
  const std::string file = join_path(x_store.repository().layout().root, path);
  struct stat info {};
  if (!x_store.repository().config().flag("core.sparsecheckout", false) ||
      lstat(file.c_str(), &info) != 0)
    return false;
  const int64_t time = x_copied ? nanoseconds(info.st_mtim) : x_put_back.changed(path, info);
  return std::ranges::any_of(x_checkouts,
                             [&](const Checkout& checkout) { return time <= checkout.until; });
}

bool CheckoutEvidence::took_away(const std::string& path) const {
  return !exists(join_path(x_store.repository().layout().root, path)) &&
         std::ranges::any_of(x_checkouts, [&](const Checkout& checkout) {
           return wrote(checkout, path) || put_in_way(checkout, path);
         });
}

bool CheckoutEvidence::touched(const std::string& path) const {
  return std::ranges::any_of(x_checkouts, [&](const Checkout& checkout) {
    return !checkout.from.empty() && (wrote(checkout, path) || put_in_way(checkout, path));
  });
}

bool CheckoutEvidence::covers_mode(const std::string& path) const {
  struct stat info {};
  const std::string file = join_path(x_store.repository().layout().root, path);
  if (lstat(file.c_str(), &info) != 0)
    return false;
  const mode_t given = mode_by_umask((info.st_mode & S_IXUSR) != 0 ? 0777 : 0666);
  return covers(path) ||
         ((info.st_mode & 07777) == given && covers_until(path, nanoseconds(info.st_mtim)));
}

bool CheckoutEvidence::covers(const std::string& path) const {
  struct stat info {};
  if (lstat(join_path(x_store.repository().layout().root, path).c_str(), &info) != 0)
    return false;
  return covers_until(path, x_put_back.changed(path, info));
}

std::vector<std::string> trees_checked_out(const Store& store, const Record& record,
                                           const std::string& from) {
  std::vector<std::string> trees;
  for (const std::string& commit : {from, record.git().base, record.git().wip_commit})
    if (!commit.empty())
      trees.push_back(tree_of(store, commit));
  std::ranges::sort(trees);
  trees.erase(std::unique(trees.begin(), trees.end()), trees.end());
  return trees;
}

std::string checkout_folder(const git::Quarantine& quarantine) {
  return join_path(quarantine.folder(), "checkout");
}

std::set<std::string> edited_since_checkout(
    const git::Repository& repository, const git::Quarantine& quarantine,
    const git::PreparedIndex& index, const std::vector<std::string>& trees,
    std::vector<std::string> paths, SameMode mode,
    const std::function<bool(const std::string&)>& is_ours) {
  const auto drop_those_as_in = [&](const std::string& aside) {
    std::erase_if(paths, [&](const std::string& path) {
      return is_same_file(join_path(aside, path), join_path(repository.layout().root, path), mode);
    });
  };
  if (paths.empty())
    return {};
  std::string aside = checkout_folder(quarantine);
  checkout_aside(repository, {}, index.file, paths, aside);
  drop_those_as_in(aside);
  std::erase_if(paths, is_ours);
  for (const std::string& tree : trees)
    if (!paths.empty()) {
      aside += "-before";
      checkout_tree_aside(repository, quarantine, tree, paths, aside);
      drop_those_as_in(aside);
    }
  return {paths.begin(), paths.end()};
}

}  // namespace handoff::ops
