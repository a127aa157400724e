#include "ops/share/landing.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/restore/compare.hpp"
#include "ops/restore/restore.hpp"
#include "ops/restore/switch_branch.hpp"

namespace handoff::ops {

namespace {

class LandingPlan {
 public:
  LandingPlan(const Store& store, const Record& record, bool apply)
      : x_store(store), x_repository(store.repository()), x_record(record), x_apply(apply) {}

  Landing plan() {
    const model::GitBlock& git = x_record.git();
    x_head = x_repository.head();
    l.branch = git.branch;
    refuse_unclean();
    if (git.branch.empty())
      plan_detached();
    else if (x_head.branch == git.branch)
      plan_here();
    else
      plan_elsewhere();
    refuse_in_the_way();
    if (l.way == Landing::Way::create)
      try_to_make_branch();
    if (!l.base.empty() && l.base != git.base && !git.wip_commit.empty())
      try_to_merge();
    return std::move(l);
  }

 private:
  bool is_below(const std::string& older, const std::string& newer) const {
    return older == newer ||
           (!older.empty() &&
            x_repository.git().run({.args = {"merge-base", "--is-ancestor", older, newer}}).ok());
  }

  void refuse_unclean() const {
    git::StatusQuestion question(x_repository.git());
    git::Status status = question.answer();
    std::vector<std::string> hints;
    for (const git::StatusEntry& entry : status.entries)
      if (entry.kind != git::StatusEntry::Kind::untracked && !entry.is_dirt_inside() &&
          hints.size() < 5)
        hints.push_back("in the way: " + c_quote(entry.path));
    refuse_in_operation(x_repository, "take it now");
    if (hints.empty())
      return;
    hints.emplace_back("commit or stash these changes, or 'git handoff pause', then take it");
    refuse("cannot take it now: the working tree has changes", hints);
  }

  void plan_detached() {
    if (x_head.oid != x_record.git().base)
      refuse("this work was paused on a detached HEAD at " + x_record.git().base.substr(0, 7),
             {"go there first: git switch --detach " + x_record.git().base.substr(0, 7)});
  }

  /// The branch is checked out here; it may end in an older WIP commit of the very record.
  void plan_here() {
    const std::string& base = x_record.git().base;
    if (base.empty() && x_head.unborn())
      return;
    decide_base(below_own_wip(x_head.oid), base);
  }

  /// Where the branch ends in an older WIP commit of this very record, which the record here keeps:
  /// what is below it.
  std::string below_own_wip(const std::string& tip) const {
    for (const RecordRef& ref : x_store.active_on(x_record.at.branch))
      if (ref.id == x_record.at.id)
        if (Record record = x_store.load(ref);
            !record.git().wip_commit.empty() && record.git().wip_commit == tip)
          return record.git().base;
    return tip;
  }

  void decide_base(const std::string& at, const std::string& base) {
    if (at == base || is_below(at, base)) {
      l.base = base;
      return;
    }
    if (!x_apply)
      refuse("'" + printable(l.branch) + "' has moved on since this work was paused",
             {"merge the work into it: git handoff take --apply " + x_record.at.id});
    l.base = at;
  }

  void plan_elsewhere() {
    const model::GitBlock& git = x_record.git();
    std::string other = git::other_worktree_with(x_repository, git.branch);
    if (!other.empty())
      refuse("'" + printable(git.branch) + "' is checked out in another worktree",
             {"take it there: cd " + shell_word(other) + " && git handoff take " + x_record.at.id});
    if (git.base.empty())
      refuse("this work was paused on '" + printable(git.branch) + "' before its first commit",
             {"take it in a new repository, on that branch: git switch --orphan " +
              shell_word(git.branch)});
    std::string tip = git::read_ref(x_repository, "refs/heads/" + git.branch).value_or("");
    l.way = tip.empty() ? Landing::Way::create : Landing::Way::switch_to;
    if (!tip.empty()) {
      decide_base(below_own_wip(tip), git.base);
      return;
    }
    l.base = git.base;
    if (git.upstream && git.upstream->ref.starts_with("refs/remotes/"))
      l.upstream = git.upstream->ref;
    else if (!x_record.at.remote.empty())
      l.upstream = "refs/remotes/" + x_record.at.remote + "/" + git.branch;
    if (!git::read_ref(x_repository, l.upstream))
      l.upstream.clear();
  }

  /// Git is asked to, up to where it would happen.
  void try_to_make_branch() const {
    Outcome outcome = x_repository.git().run(
        {.args = {"update-ref", "--stdin"},
         .input = "start\ncreate refs/heads/" + l.branch + " " + l.base + "\nprepare\nabort\n",
         .writes = true});
    if (!outcome.ok())
      refuse("cannot make '" + printable(l.branch) + "': " + git::git_message(outcome),
             {"it was not taken; make room for the branch, then take it"});
  }

  /// A conflict is a Failure, before anything is claimed.
  void try_to_merge() const {
    Comparison onto;
    onto.status.head.oid = l.base;
    git::Quarantine quarantine(x_repository);
    merge_snapshot(x_store, x_record, onto, quarantine);
  }

  /// Files that are not tracked here and would be written over, ignored ones too.
  void refuse_in_the_way() const {
    std::string from = x_head.oid;
    std::vector<std::string> hints;
    for (const std::string& to : {l.base, x_record.git().wip_commit}) {
      if (to.empty())
        continue;
      git::GitCall call{.args = {"ls-tree", "-r", "--name-only", "-z", to}};
      if (!from.empty())
        call.args = {"diff-tree",   "-r", "--no-renames", "--diff-filter=A",
                     "--name-only", "-z", from,           to};
      for (const std::string& path :
           split(x_repository.git().output(std::move(call), "compare the trees"), '\0'))
        if (!path.empty() && hints.size() < 5 &&
            exists(join_path(x_repository.layout().root, path)))
          hints.push_back("in the way: " + c_quote(path));
    }
    if (hints.empty())
      return;
    hints.emplace_back("move these files away, then take it");
    refuse("cannot take it now: files that are not tracked are in the way", hints);
  }

  const Store& x_store;
  const git::Repository& x_repository;
  const Record& x_record;
  bool x_apply;
  git::Head x_head;
  Landing l;
};

void run_or_refuse(const git::Repository& repository, std::vector<std::string> args,
                   const std::string& what) {
  Outcome outcome = repository.git().run({.args = std::move(args),
                                          .writes = true,
                                          .environment = {{"GIT_NO_LAZY_FETCH", std::nullopt}}});
  if (!outcome.ok())
    refuse("cannot " + what + ": " + git::git_message(outcome),
           {"it is yours by now; 'git handoff resume' goes on when that is out of the way"});
}

}  // namespace

Landing plan_landing(const Store& store, const Record& record, bool apply) {
  return LandingPlan(store, record, apply).plan();
}

void fetch_branch(const Store& store, const Record& record, const Network& network) {
  constexpr unsigned kLongest = 10;
  const git::Repository& repository = store.repository();
  const std::string& branch = record.git().branch;
  const std::string& remote = record.at.remote;
  if (branch.empty() || remote.empty())
    return;
  const std::string rules =
      repository.git().run({.args = {"config", "--get-all", "remote." + remote + ".fetch"}}).out;
  const std::vector<std::string> all = split_lines(rules);
  const std::string usual = "refs/heads/*:refs/remotes/" + remote + "/*";
  if (std::none_of(all.begin(), all.end(),
                   [&](const std::string& rule) { return rule == usual || rule == "+" + usual; }))
    return;
  git::fetch_refs(repository,
                  {.remote = remote,
                   .may_prompt = network.may_prompt,
                   .seconds = network.may_prompt ? 0 : kLongest},
                  "+refs/heads/" + branch + ":refs/remotes/" + remote + "/" + branch);
}

void land(const Store& store, const Landing& landing) {
  const git::Repository& repository = store.repository();
  std::string branch = printable(landing.branch);
  act_automatically();  // the commit it stands on may bring hooks, too
  // Git takes a file whose times are not those of the index for changed, also in a copied clone.
  repository.git().run({.args = {"update-index", "-q", "--refresh"}, .writes = true});
  switch (landing.way) {
    case Landing::Way::create:
      run_or_refuse(
          repository,
          {"switch", "-q", "--no-guess", "--no-track", "-c", landing.branch, landing.base},
          "make '" + branch + "'");
      fault_point("take-branch-made");
      if (!landing.upstream.empty())
        repository.git().run(
            {.args = {"branch", "-q", "--set-upstream-to=" + landing.upstream, landing.branch},
             .writes = true});
      break;
    case Landing::Way::switch_to:
      run_or_refuse(repository, {"switch", "-q", "--no-guess", landing.branch},
                    "switch to '" + branch + "'");
      break;
    case Landing::Way::here:
      break;
  }
  // What is taken off the branch is held by the record; git refuses where a file was changed.
  if (!landing.base.empty() && repository.head().oid != landing.base)
    run_or_refuse(repository, {"reset", "-q", "--keep", landing.base},
                  "bring '" + branch + "' to " + landing.base.substr(0, 7));
  fault_point("take-landed");
}

}  // namespace handoff::ops
