#include "ops/restore/switch_branch.hpp"

#include <algorithm>
#include <array>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/held_locks.hpp"
#include "git/repo/refs.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "model/operation_words.hpp"
#include "ops/operation/checkout.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kStillThere =
    "the handoff is still there; resume again when that is out of the way";

/// Are submodules to follow? What is in them, only git can move, by what their configuration says.
bool recurses(const git::Repository& repository) {
  return !is_untyped() && repository.config().flag("submodule.recurse", false) &&
         is_folder(join_path(repository.layout().common_dir, "modules"));
}

Outcome run_git(const git::Repository& repository, std::vector<std::string> args) {
  return repository.git().run({.args = std::move(args),
                               .writes = true,
                               .environment = {{"GIT_NO_LAZY_FETCH", std::nullopt}}});
}

void expect_done(const Outcome& outcome, const std::string& what) {
  if (!outcome.ok())
    refuse("cannot " + what + ": " + git::git_message(outcome), {kStillThere});
}

constexpr const char* kAutostash = "MERGE_AUTOSTASH";

/// What git keeps for the next commit of a branch, beside its index: at a switch and a reset it
/// goes, or into the stash.
bool has_branch_state(const git::Repository& repository) {
  constexpr std::array<const char*, 6> kFiles = {"SQUASH_MSG", "MERGE_MSG",  "MERGE_MODE",
                                                 "MERGE_RR",   "AUTO_MERGE", kAutostash};
  return std::ranges::any_of(kFiles, [&](const char* file) {
    return exists(join_path(repository.layout().git_dir, file));
  });
}

class Switch {
 public:
  Switch(const git::Repository& repository, const SwitchRequest& request)
      : x_repository(repository), q(request), x_what("switch to " + branch_in_quotes(q.branch)) {}

  std::string run() {
    const std::string autostash = join_path(x_repository.layout().git_dir, kAutostash);
    const bool had_autostash = exists(autostash);
    switch_to_it();
    return had_autostash && !exists(autostash)
               ? "what --autostash had put aside on " + of_head(q.from) +
                     " is stash@{0}: git stash show -p"
               : std::string();
  }

 private:
  static std::string of_head(const git::Head& head) {
    return head.detached() ? "the detached HEAD" : branch_in_quotes(head.branch);
  }

  void switch_to_it() {
    refuse_in_operation(x_repository, x_what);
    git::refuse_held(join_path(x_repository.layout().git_dir, "HEAD.lock"));
    CheckoutLog log(x_repository, {.branch = q.branch});
    const CheckoutRequest checkout{.from = q.from_tree, .to = q.to_tree, .what = x_what};
    if (recurses(x_repository)) {
      refuse_check_out(x_repository, log, checkout);
      refuse_changes_in_submodules();
      let_git_switch();
      return;
    }
    try {
      check_out(x_repository, log, checkout);
      if (!q.create_at.empty())
        make_branch(log);
      move_head();
    } catch (const Failure& failure) {
      throw with_left(failure, log.roll_back(Owner::us));
    }
    log.close();
    run_hook();
  }

  /// Git before 2.45 puts other commits' files over them without a word.
  void refuse_changes_in_submodules() const {
    for (const git::StatusEntry& entry : git::read_status(x_repository.git()).entries)
      if (entry.is_submodule() && entry.submodule.find('M') != std::string::npos)
        refuse("cannot " + x_what + ": changes in the submodule '" + printable(entry.path) +
                   "' are not committed there",
               {"commit or stash them there first: git -C " + shell_word(entry.path) + " stash",
                kStillThere});
  }

  void let_git_switch() const {
    std::vector<std::string> args = {"switch", "-q", "--no-overwrite-ignore", "--no-guess"};
    if (q.create_at.empty())
      args.push_back(q.branch);
    else
      args.insert(args.end(), {"--no-track", "-c", q.branch, q.create_at});
    git(std::move(args));
  }

  void git(std::vector<std::string> args) const {
    expect_done(run_git(x_repository, std::move(args)), x_what);
  }

  void make_branch(CheckoutLog& log) const {
    try {
      log.make_branch(q.create_at);
    } catch (const Failure& failure) {
      refuse("cannot " + x_what + ": " + failure.message(), {kStillThere});
    }
  }

  /// The reflog's words are what `git switch -` reads.
  void move_head() const {
    if (has_branch_state(x_repository))  // index and files are as it wants them
      return git({"-c", "core.hooksPath=/dev/null", "switch", "-q", "--no-overwrite-ignore",
                  "--no-guess", q.branch});
    const std::string& from = q.from.detached() ? q.from.oid : q.from.branch;
    git({"symbolic-ref", "-m", "checkout: moving from " + from + " to " + q.branch, "HEAD",
         "refs/heads/" + q.branch});
  }

  /// As `git switch` runs it. What it answers is no part of the switch.
  void run_hook() const {
    std::string none(x_repository.layout().oid_digits(), '0');
    x_repository.git().run(
        {.args = {"hook", "run", "--ignore-missing", "post-checkout", "--",
                  q.from.unborn() ? none : q.from.oid, x_repository.head().oid, "1"},
         .writes = true,
         .environment = {{"GIT_NO_LAZY_FETCH", std::nullopt}}});
  }

  const git::Repository& x_repository;
  const SwitchRequest& q;
  const std::string x_what;
};

}  // namespace

void refuse_in_operation(const git::Repository& repository, const std::string& what) {
  if (auto operation = repository.operation())
    refuse("cannot " + what + ": " + model::an_operation(*operation) + " is under way",
           {"finish it or abort it, then try again"});
}

void refuse_to_move_branch(const git::Repository& repository, const std::string& what) {
  refuse_in_operation(repository, what);
  const git::Head head = repository.head();
  if (const std::string other = git::other_worktree_with(repository, head.branch); !other.empty())
    refuse("cannot " + what + ": " + branch_in_quotes(head.branch) +
               " is checked out in another worktree as well, whose files would not follow",
           {"let that one stand by itself: git -C " + shell_word(other) + " switch --detach"});
}

std::string way_to_branch(const git::Repository& repository, const std::string& branch) {
  const std::string go = "git switch " + shell_word(printable(branch));
  if (const auto operation = repository.operation()) {
    const git::Layout& layout = repository.layout();
    const bool leads_back = repository.head().detached() &&
                            git::branch_in_operation(layout.git_dir, layout.common_dir) == branch;
    return "finish or abort the " + *operation + " first" + (leads_back ? "" : ", then: " + go);
  }
  if (const std::string other = git::other_worktree_with(repository, branch); !other.empty())
    return "go to the worktree that has it: cd " + shell_word(other);
  return "switch to it first: " + go;
}

std::string switch_branch(const git::Repository& repository, const SwitchRequest& request) {
  return Switch(repository, request).run();
}

std::string left_behind(const git::Repository& repository, const git::Head& from) {
  if (!from.detached())
    return {};
  const std::vector<std::string> commits =
      split_lines(repository.git()
                      .run({.args = {"log", "--format=%h", from.oid, "--not", "--all", "HEAD"}})
                      .out);
  if (commits.empty())
    return {};
  const bool one = commits.size() == 1;
  return count_of(commits.size(), "commit") + " of the detached HEAD " + (one ? "is" : "are") +
         " on no branch; to keep " + (one ? "it" : "them") + ": git branch NAME " + commits[0];
}

void reset_branch(const git::Repository& repository, const ResetRequest& request) {
  const std::string what =
      "bring " + (request.from.detached() ? "'HEAD'" : branch_in_quotes(request.from.branch)) +
      " to " + git::short_oid(request.to);
  refuse_to_move_branch(repository, what);
  CheckoutLog log(repository, {});
  const CheckoutRequest checkout{.from = request.from_tree, .to = request.to_tree, .what = what};
  if (recurses(repository)) {
    refuse_check_out(repository, log, checkout);
    expect_done(run_git(repository, {"reset", "-q", "--keep", request.to}), what);
    return;
  }
  try {
    check_out(repository, log, checkout);
    const std::string ref = request.from.detached() ? "HEAD" : "refs/heads/" + request.from.branch;
    if (git::update_refs(repository, {{ref, request.to, request.from.oid}},
                         "reset: moving to " + request.to) == git::RefResult::lost_race)
      refuse("cannot " + what + ": it was moved at this very moment", {kStillThere});
  } catch (const Failure& failure) {
    throw with_left(failure, log.roll_back(Owner::us));
  }
  log.close();
  forget_conflicts(repository);
}

void forget_conflicts(const git::Repository& repository) {
  const bool is_noted = exists(join_path(repository.layout().git_dir, "MERGE_RR"));
  if (is_noted && !repository.operation() &&
      repository.git().run({.args = {"diff", "--cached", "--quiet"}}).ok())
    run_git(repository, {"rerere", "clear"});
}

}  // namespace handoff::ops
