#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/record/policy.hpp"
#include "git/history/history.hpp"
#include "git/refs/own_names.hpp"
#include "hooks/git/each_hook.hpp"
#include "hooks/git/record_line.hpp"
#include "ops/check/check.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/standing.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/noted_since.hpp"

namespace handoff::hooks {

namespace {

constexpr int kMostCounted = 1000;
constexpr size_t kColumns = 100;

/// A rebase or bisect that moves HEAD about, before and after its files are there.
bool moved_by_another_command(const git::PeekedRepository& repository) {
  const std::string word = environment("GIT_REFLOG_ACTION");
  return word.starts_with("rebase") || word.starts_with("pull") ||
         git::operation_in(repository.git_dir).has_value();
}

/// ", 3 commits since", or nothing where that is none or cannot be told. Paused work is none of
/// them, also where a rebase has made another commit of it.
std::string commits_since(const git::Git& git, const LiveRecord& record) {
  if (record.base.empty())
    return {};
  const std::string most = "--max-count=" + std::to_string(kMostCounted);
  const auto count = [&](const std::string& wip) {
    git::GitCall call{.args = {"rev-list", "--count", most, "--fixed-strings", "--invert-grep",
                               "--grep=" + git::id_line(), "HEAD", "^" + record.base}};
    if (!wip.empty())
      call.args.push_back("^" + wip);
    const Outcome outcome = git.run(std::move(call));
    return outcome.ok() ? trim(outcome.out) : "0";
  };
  std::string number = count(record.wip);
  if (number != "0" && !record.wip.empty()) {  // rebased, what it stands on came before it
    const Outcome now =
        git.run({.args = {"rev-list", most, "--fixed-strings", "--grep=" + git::id_line(record.id),
                          "HEAD", "^" + record.base, "^" + record.wip}});
    if (const std::vector<std::string> found = split_lines(now.out); now.ok() && !found.empty())
      number = count(found.front());
  }
  if (number == "0")
    return {};
  std::string more = number == std::to_string(kMostCounted) ? " or more" : "";
  return ", " + number + more + (number == "1" ? " commit since" : " commits since");
}

/// From when on a record is stale, of what `git config` printed. The policy of the tree is left to
/// the check: this is a hook.
Seconds stale_after(const Outcome& config) {
  std::optional<Seconds> fresh, stale;
  for (const std::string& line : split(config.out, '\n')) {
    const size_t blank = line.find(' ');
    if (blank != std::string::npos)
      (line.starts_with("handoff.age.fresh") ? fresh : stale) =
          formats::read_duration(trim(line.substr(blank)));
  }
  return ops::age_limits(fresh, stale).stale;
}

/// A record under an earlier name is this branch's where HEAD stands on what it stood on.
bool stands_on(const git::Git& git, const LiveRecord& record) {
  const std::string& commit = record.base.empty() ? record.wip : record.base;
  return !commit.empty() && git::is_ancestor(git, commit, "HEAD");
}

/// `place`: "here", or the operation of this branch that it was paused in.
std::string first_line(const LiveRecord& record, const std::string& place,
                       const std::string& earlier, bool stale, const std::string& since) {
  std::string what = record.mode == "checkpoint"  ? "checkpoint"
                     : record.mode == "emergency" ? "emergency pause"
                                                  : "paused " + place;
  std::string line = "handoff: " + std::string(stale ? "stale, " : "") + what;
  if (record.time)
    line += " " + relative_time(*record.time, now());
  line += since;
  if (!earlier.empty())
    line += ", when it was called '" + one_line(earlier, 40) + "'";
  if (!record.position.empty())
    line += ": " + one_line(record.position, 60);
  return one_line(line, kColumns);
}

/// `published`: where others have the work, which stays a commit then.
std::string second_line(const LiveRecord& record, bool stale, const std::string& published,
                        size_t others) {
  const std::string goes_on =
      published.empty() ? "'git handoff resume' goes on"
                        : "'git handoff resume --continue --keep-wip' goes on: it is published";
  std::string way = record.mode.empty() ? "its record cannot be read: 'git handoff doctor'"
                    : stale             ? "'git handoff check' tells what still holds, " + goes_on
                                        : goes_on;
  if (others > 0)
    way += " (" + std::to_string(others) + " more: 'git handoff list')";
  if (!record.next_action.empty() && display_width(way) + 20 < kColumns)
    way = "next: " + one_line(record.next_action, kColumns - 12 - display_width(way)) + "; " + way;
  return "  " + way;
}

/// Nobody knows who reads this: words that nobody has read are not among them. The next step is the
/// one that was noted since.
void put_readable(LiveRecord& record, const LiveRecords& live) {
  auto at = std::ranges::find(live.records, record.id, &git::PeekedRecord::id);
  // What is looked up here asks for no configuration.
  const git::Repository repository = git::Repository::open({}, git::Repository::AskConfig::later);
  if (at == live.records.end() || !ops::Provenance(repository).is_readable_row(at->oid)) {
    record.position.clear();
    record.next_action.clear();
  }
  if (at == live.records.end())
    return;
  try {
    const ops::Store store(repository);
    const ops::Record whole =
        store.load({.ref = at->ref, .branch = live.label, .id = at->id, .oid = at->oid});
    // One of the user's own may hold items that are not: it is told without them.
    if (ops::is_withheld(store, whole, ops::Reader::agent))
      return;
    const ops::Readable readable = ops::as_noted_since(
        store, ops::readable_by(store, whole, ops::Reader::agent), ops::Since::settled);
    record.position = position_of(readable->handoff);
    record.next_action = readable->handoff.next_action;
  } catch (const Failure&) {
    // Damaged: told as far as it was read.
  }
}

/// The record to tell of, out of those that are live; takes those checkpoints out of them that the
/// branch has all of: they wait for nobody.
std::optional<LiveRecord> newest_waiting(const git::Git& git, LiveRecords& live) {
  constexpr size_t kMostLooks = 8;
  std::optional<LiveRecord> record = read_newest(git, live.label, live.records);
  if (record && record->mode != "checkpoint" && live.records.size() == 1)
    return record;
  const git::Repository repository = git::Repository::open({}, git::Repository::AskConfig::later);
  const ops::Store store(repository);
  size_t looks = 0;
  std::erase_if(live.records, [&](const git::PeekedRecord& one) {
    return looks++ < kMostLooks &&
           ops::is_committed_checkpoint(
               store,
               ops::RecordRef{.ref = one.ref, .branch = live.label, .id = one.id, .oid = one.oid},
               repository.head());
  });
  return live.records.empty() ? std::nullopt : read_newest(git, live.label, live.records);
}

/// The shell looks beside itself; GIT_DIR may name another repository.
bool is_same_folder(const std::string& a, const std::string& b) {
  struct stat left {
  }, right{};
  return stat(a.c_str(), &left) == 0 && stat(b.c_str(), &right) == 0 &&
         left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

/// Lets the hook's shell see by itself that nothing is paused in the whole repository:
/// `<common-dir>/handoff/none` is younger than `packed-refs` and there is no loose ref. It is made
/// two seconds older than the look, so that no write of packed-refs after it can seem to be before,
/// however coarse the file system's clock.
void leave_word_of_nothing(const git::PeekedRepository& repository, bool any_live) {
  constexpr time_t kCoarsest = 2;
  const std::string file = join_path(repository.common_dir, "handoff/none");
  struct stat packed {};
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec -= kCoarsest;
  bool any_packed = stat(join_path(repository.common_dir, "packed-refs").c_str(), &packed) == 0;
  if (any_live || git::peek_any_record(repository.common_dir, "refs/handoffs/active/") != false) {
    remove_file(file);
    return;
  }
  if (any_packed && packed.st_mtim.tv_sec >= now.tv_sec)
    return;
  make_folders(parent_path(file));
  UniqueFd fd(open(file.c_str(), O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW, 0644));
  const timespec times[2] = {now, now};
  if (fd)
    futimens(fd.get(), times);
}

/// A branch that was begun at paused work. `made`: with this worktree, where `git worktree add`
/// runs the hook, and whoever typed that is still elsewhere.
HookAnswer tell_of_work_below(const git::PeekedRepository& repository, bool made) {
  constexpr size_t kLongestName = 40;
  const std::optional<ops::PausedBelow> below = work_below(repository).paused;
  if (!below)
    return {};
  HookAnswer answer{
      {one_line("handoff: " + one_line(repository.label(), kLongestName) + " " + below->sentence(),
                kColumns)},
      0};
  std::error_code error;  // then it is told without
  const std::string here = made ? std::filesystem::current_path(error).string() : "";
  if (const std::string out = below->told_way_out(here); !out.empty())
    answer.lines.push_back("  " + out);
  return answer;
}

}  // namespace

HookAnswer post_checkout(const HookCall& call) {
  if (call.arg(2) != "1")
    return {};
  git::Git git("");
  std::optional<git::PeekedRepository> repository = find_repository(git);
  if (!repository)
    return {};
  LiveRecords live = live_records(git, *repository);
  const char* asked_from = std::getenv("GIT_HANDOFF_SHELL");
  if (asked_from != nullptr && is_same_folder(asked_from, repository->common_dir))
    leave_word_of_nothing(*repository, !live.records.empty());
  if (moved_by_another_command(*repository))
    return {};
  const bool made = call.arg(0).find_first_not_of('0') == std::string::npos;
  if (live.records.empty())
    return tell_of_work_below(*repository, made);
  Child config =
      git.start({.args = {"config", "--get-regexp", R"(^handoff\.age\.(fresh|stale)$)"}});
  std::optional<LiveRecord> record = newest_waiting(git, live);
  if (live.records.empty())
    return tell_of_work_below(*repository, made);
  const bool begun = live.label == "HEAD" && !repository->branch.empty();
  const bool renamed = !begun && live.label != repository->label();
  if (!record || (renamed && !stands_on(git, *record)))
    return {};
  put_readable(*record, live);
  // What a rebase that is over stood on is not what the branch stands on.
  std::string since = begun ? "" : commits_since(git, *record);
  bool stale = record->time && now() - *record->time >= stale_after(config.wait());
  HookAnswer answer{{first_line(*record, begun ? "in a " + record->operation + " of it" : "here",
                                renamed ? live.label : "", stale, since)},
                    0};
  const std::optional<ops::Standing> standing =
      ops::standing_in(repository->common_dir, record->id, record->forked_from);
  const bool is_told = standing && standing->is_in_the_way();
  if (is_told)
    answer.lines.push_back("  " + one_line(standing->sentence, kColumns - 2));
  // Where somebody else has it, as this clone saw last, there is nothing to go on with here.
  if (!is_told || !standing->why_not_resumed())
    answer.lines.push_back(second_line(*record, stale, published_at(git, *record, live.label),
                                       live.records.size() - 1));
  return answer;
}

}  // namespace handoff::hooks
