#include "ops/restore/kept_work.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

#include "base/text.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/history/history.hpp"
#include "git/objects/commits.hpp"
#include "git/objects/trees.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/refs.hpp"
#include "ops/restore/replay.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kRemoteRefs = "refs/remotes/";
constexpr size_t kMostFiles = 500;
constexpr size_t kMostCompared = 6;  ///< commits, line by line

/// Braces and blank lines are in every change.
bool tells_something(const std::string& line) {
  return std::ranges::any_of(line,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c >= 0x80; });
}

bool share_a_line(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::ranges::any_of(
      a, [&](const std::string& line) { return tells_something(line) && b.contains(line); });
}

}  // namespace

std::string amended_to(const git::Repository& repository, const std::string& branch,
                       const std::string& commit) {
  constexpr size_t kMost = 64 << 10;
  const git::Layout& layout = repository.layout();
  std::set<std::string> made = {commit};
  std::string last;
  for (const std::string& line :
       split_lines(branch.empty() ? git::ref_reflog_tail(layout.git_dir, "HEAD", kMost)
                                  : git::reflog_tail(layout.common_dir, branch, kMost))) {
    const size_t digits = commit.size(), text = line.find('\t');
    if (text == std::string::npos || text < 2 * digits + 1 ||
        !line.substr(text).starts_with("\tcommit (amend): ") ||
        !made.contains(line.substr(0, digits)))
      continue;
    last = line.substr(digits + 1, digits);
    made.insert(last);
  }
  return last;
}

KeptWork::KeptWork(const git::Repository& repository, git::ObjectDatabase& objects,
                   std::string base, std::string kept)
    : x_repository(repository),
      x_objects(objects),
      x_base(std::move(base)),
      x_kept(std::move(kept)) {}

const std::vector<std::string>& KeptWork::paths() {
  if (x_paths)
    return *x_paths;
  x_paths.emplace();
  if (x_base.empty() || x_kept.empty() || !x_objects.contains(x_base) ||
      !x_objects.contains(x_kept))
    return *x_paths;
  const Outcome listed =
      git::start_bounded(x_repository.git(), {.args = {"diff-tree", "-r", "--no-renames",
                                                       "--name-only", "-z", x_base, x_kept}})
          .wait();
  if (!listed.ok())
    return *x_paths;
  *x_paths = split(listed.out, '\0');
  std::erase(*x_paths, "");
  if (x_paths->size() > kMostFiles)
    x_paths->clear();
  return *x_paths;
}

std::optional<KeptWork::Changes> KeptWork::changes(const std::string& from, const std::string& to) {
  git::GitCall call{.args = {"diff-tree", "-r", "-p", "-U0", "--no-renames", "--no-ext-diff",
                             "--no-textconv", "--no-color", "--no-indent-heuristic",
                             "--src-prefix=a/", "--dst-prefix=b/", from, to, "--"}};
  call.args.insert(call.args.end(), paths().begin(), paths().end());
  const Outcome outcome = git::start_bounded(x_repository.git(), std::move(call)).wait();
  if (!outcome.ok())
    return std::nullopt;
  return git::changed_lines(outcome.out);
}

/// What it changed in a file; nullptr where no lines tell.
const git::ChangedLines* KeptWork::lines_of(const std::string& path) {
  if (!x_changes)
    x_changes = changes(x_base, x_kept);
  if (!*x_changes)
    return nullptr;
  const auto found = (*x_changes)->find(path);
  return found == (*x_changes)->end() || !found->second.is_text ? nullptr : &found->second;
}

/// What it brought into a file, that the file had nowhere before.
const std::set<std::string>& KeptWork::brought_into(const std::string& path) {
  const auto [it, is_new] = x_brought.try_emplace(path);
  const git::ChangedLines* made = is_new ? lines_of(path) : nullptr;
  if (made == nullptr)
    return it->second;
  for (const std::string& line : made->in)
    if (tells_something(line))
      it->second.insert(trim(line));
  const std::optional<git::Commit> base = git::read_commit(x_objects, x_base);
  const git::TreeEntry before =
      base ? git::TreeReader(x_objects, base->tree, x_repository.layout().oid_digits()).at(path)
           : git::TreeEntry();
  if (git::is_file_mode(before.mode))
    for (const std::string& line : split_lines(x_objects.read_blob(before.oid)))
      it->second.erase(trim(line));
  return it->second;
}

bool KeptWork::is_gone_on_with(const std::string& path, const std::string& content) {
  const git::ChangedLines* made = paths().empty() ? nullptr : lines_of(path);
  if (made == nullptr)
    return true;
  const std::vector<std::string> lines = split_lines(content);
  const std::set<std::string>& brought = brought_into(path);
  if (!brought.empty())
    return std::ranges::any_of(
        lines, [&](const std::string& line) { return brought.contains(trim(line)); });
  return std::ranges::none_of(lines, [&](const std::string& line) {
    return tells_something(line) && made->out.contains(line);
  });
}

bool KeptWork::is_in(const std::string& commit, const std::string& path) {
  if (paths().empty() || !x_objects.contains(commit))
    return false;
  auto found = x_since.find(commit);
  if (found == x_since.end())
    found = x_since.emplace(commit, changes(x_kept, commit)).first;
  if (!found->second)
    return false;
  const auto since = found->second->find(path);
  if (since == found->second->end())
    return in_list(paths(), path);
  const git::ChangedLines* made = lines_of(path);
  const git::ChangedLines& later = since->second;
  if (made == nullptr || !later.is_text || later.is_whole)
    return false;
  const bool tells = std::ranges::any_of(made->in, tells_something) ||
                     std::ranges::any_of(made->out, tells_something);
  return tells && !share_a_line(made->in, later.out) && !share_a_line(made->out, later.in);
}

bool KeptWork::is_begun_in(const std::string& commit) {
  if (paths().empty())
    return false;
  const auto read = [&](const std::string& oid) {
    const std::optional<git::Commit> found = git::read_commit(x_objects, oid);
    return git::TreeReader(x_objects, found ? found->tree : std::string(),
                           x_repository.layout().oid_digits());
  };
  git::TreeReader before = read(x_base), kept = read(x_kept), now = read(commit);
  return std::ranges::all_of(paths(), [&](const std::string& path) {
    const git::TreeEntry there = now.at(path), then = before.at(path);
    return kept.at(path).mode == 0
               ? there.mode == 0
               : there.mode != 0 && (there.oid != then.oid || there.mode != then.mode);
  });
}

std::string KeptWork::commit_with_all(const std::string& tip) {
  if (paths().empty() || tip.empty() || tip == x_base)
    return {};
  git::GitCall call{.args = {"rev-list", "--first-parent", "--reverse", "--max-count=1000", tip,
                             "^" + x_base, "--"}};
  call.args.insert(call.args.end(), paths().begin(), paths().end());
  std::vector<std::string> commits = split_lines(x_repository.git().run(std::move(call)).out);
  if (commits.size() > kMostCompared)  // the first of them, and what they led to
    commits.erase(commits.begin() + static_cast<ptrdiff_t>(kMostCompared) - 1, commits.end() - 1);
  for (const std::string& commit : commits)
    if (std::ranges::all_of(paths(), [&](const std::string& path) { return is_in(commit, path); }))
      return commit;
  return {};
}

void KeptWork::find_places(const std::string& but, Seconds time) {
  x_places.emplace();
  if (paths().empty())
    return;
  git::GitCall call{
      .args = git::with_remote_branches(
          x_repository.git(), {"log", "--source", "--no-show-signature", "--max-count=200",
                               "--format=%ct %H %S", "^" + x_base, "--branches"})};
  if (!but.empty())
    call.args.push_back("^" + but);
  call.args.emplace_back("--");
  call.args.insert(call.args.end(), paths().begin(), paths().end());
  for (const std::string& line : split_lines(x_repository.git().run(std::move(call)).out)) {
    const std::vector<std::string> words = split(line, ' ');
    if (words.size() != 3 || std::strtoll(words[0].c_str(), nullptr, 10) < time)
      continue;
    std::string branch = words[2];  // git names it shortly, or not
    for (const std::string_view prefix : {git::kBranchRefs, kRemoteRefs})
      if (branch.starts_with(prefix))
        branch.erase(0, prefix.size());
    const bool is_local =
        git::read_ref(x_repository, std::string(git::kBranchRefs) + branch).has_value();
    x_places->push_back({words[1], std::move(branch), is_local});
  }
  std::ranges::reverse(*x_places);
}

std::optional<KeptWork::Place> KeptWork::elsewhere(const std::string& path, const std::string& but,
                                                   Seconds time) {
  if (!x_places)
    find_places(but, time);
  const size_t digits = x_repository.layout().oid_digits();
  const auto entry = [&](const std::string& commit) {
    const std::optional<git::Commit> read = git::read_commit(x_objects, commit);
    return read ? git::find_in_tree(x_objects, read->tree, path, digits) : std::nullopt;
  };
  const std::optional<git::TreeEntry> kept = entry(x_kept);
  for (const Place& place : *x_places)
    if (const auto there = entry(place.oid);
        there ? kept && there->oid == kept->oid && there->mode == kept->mode : !kept)
      return place;
  for (size_t i = 0; i < x_places->size() && i < kMostCompared; ++i)
    if (is_in((*x_places)[i].oid, path))
      return (*x_places)[i];
  return std::nullopt;
}

std::string commit_with_kept(const Store& store, const Record& record, const std::string& tip) {
  std::string commit = commit_with_work(store, record, tip);
  if (commit.empty() && record.is_checkpoint())
    commit =
        KeptWork(store.repository(), store.objects(), record.git().base, record.git().wip_commit)
            .commit_with_all(tip);
  return commit;
}

std::string commit_gone_on_with(const Store& store, const Record& record, const std::string& branch,
                                const std::string& tip) {
  const git::Repository& repository = store.repository();
  const std::string& wip = record.git().wip_commit;
  KeptWork work(repository, store.objects(), record.git().base, wip);
  if (!work.is_begun_in(tip))
    return {};
  const std::string amended = amended_to(repository, branch, wip);
  return !amended.empty() && store.objects().contains(amended) &&
                 git::is_ancestor(repository.git(), amended, tip) && work.is_begun_in(amended)
             ? amended
             : work.commit_with_all(tip);
}

}  // namespace handoff::ops
