#include "ops/share/landing.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "git/repo/refs.hpp"
#include "git/repo/status.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/operation/checkout.hpp"
#include "ops/operation/worktree_hold.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/names.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/restore/compare.hpp"
#include "ops/restore/restore.hpp"
#include "ops/restore/switch_branch.hpp"
#include "ops/resume/resume.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

namespace {

std::string hint_of_new_branch(const std::string& id) {
  return "take it on a branch of its own: git handoff take --branch NAME " + id;
}

/// The hints of a resume name a record that is live here; this one is not yet.
[[noreturn]] void refuse_as_take(const Failure& failure, const Record& record) {
  const std::string& id = record.at.id;
  std::vector<std::string> hints;
  for (const std::string& hint : failure.hints())
    if (!contains(hint, "--unwrap"))
      hints.push_back(replace_all(
          replace_all(replace_all(hint, hint_of_own_branch(record), hint_of_new_branch(id)),
                      "git handoff resume " + id + " --continue", "git handoff take " + id),
          "then resume again", "then take it again"));
  throw Failure(failure.kind(), failure.message(), hints);
}

class LandingPlan {
 public:
  LandingPlan(const Store& store, const Record& record, const LandingRequest& request)
      : x_store(store), x_repository(store.repository()), x_record(record), x_request(request) {}

  Landing plan() {
    const model::GitBlock& git = x_record.git();
    l.branch = git.branch;
    refuse_unclean();
    refuse_operation_lost();
    x_head = x_status.head;
    if (x_request.branch.empty())
      follow_new_name();
    x_tip = x_head.oid;
    if (!x_request.branch.empty())
      plan_new_branch();
    else if (git.branch.empty())
      plan_detached();
    else if (x_head.branch != l.branch || (x_head.unborn() && !git.base.empty()))
      plan_elsewhere();
    else if (git.base.empty() && x_head.unborn())
      x_stays = true;
    if (!x_stays) {
      const std::optional<std::string> below = below_older_work();
      if (below)
        refuse_published_older();
      x_holds = !below && stays_on_work();
      if (!x_holds)
        decide_base(below.value_or(x_tip));
    }
    if (l.way == Landing::Way::create)
      l.base = git.base;
    stand_on_work();
    refuse_to_keep_nothing();
    if (l.way == Landing::Way::create)
      try_to_make_branch();
    if (l.way == Landing::Way::here && !l.base.empty() && l.base != x_head.oid)
      refuse_to_move_branch(x_repository, "take it now");
    try_to_check_out();
    ask_resume();
    return std::move(l);
  }

 private:
  /// The branch with this very work may have another name here by now.
  void follow_new_name() {
    const std::string& then = x_record.git().branch;
    const std::string now = branch_now(x_repository, x_record.handoff);
    if (now != then && now != x_head.branch)
      refuse("this work was paused on " + branch_in_quotes(then) + ", which is " +
                 branch_in_quotes(now) + " here now and not checked out",
             {"take it there: git switch " + shell_word(now) + " && git handoff take " +
                  x_request.options + x_record.at.id,
              "or " + hint_of_new_branch(x_record.at.id)});
    l.branch = now;
  }

  bool is_below(const std::string& older, const std::string& newer) const {
    return older == newer || (!older.empty() && git::is_ancestor(x_repository.git(), older, newer));
  }

  void refuse_unclean() {
    x_status = git::StatusQuestion(x_repository.git()).answer();
    std::vector<std::string> hints;
    for (const git::StatusEntry& entry : x_status.entries)
      if (entry.kind != git::StatusEntry::Kind::untracked && !entry.is_dirt_inside() &&
          hints.size() < 5)
        hints.push_back("changed here: " + path_name(entry.path));
    refuse_in_operation(x_repository, "take it now");
    if (hints.empty())
      return;
    const bool elsewhere = x_status.head.branch != x_record.at.branch;
    hints.push_back(std::string("commit or stash what is changed here") +
                    (elsewhere ? ", or pause it with 'git handoff pause'" : "") +
                    ", then take it again");
    refuse("cannot take it now: the working tree has changes", hints);
  }

  /// Its files would come, and what git knew of it would be gone without a word.
  void refuse_operation_lost() const {
    const std::string& operation = x_record.git().operation;
    if (operation.empty() || x_request.apply)
      return;
    refuse("a " + printable(operation) +
               " was under way when this was paused, and that does not come along",
           {"take the files alone, as changes: git handoff take --apply " + x_record.at.id,
            "or let who paused it finish or abort the " + printable(operation) + " first"});
  }

  void plan_detached() {
    const std::string& base = x_record.git().base;
    if (x_head.oid != base || (!x_head.detached() && !x_request.apply))
      refuse("this work was paused on a detached HEAD at " + git::short_oid(base),
             {"go there first: git switch --detach " + git::short_oid(base)});
    x_stays = true;
  }

  /// Does the branch hold the work already? Then it is for resume to say what comes of it, and it
  /// is asked before anything is claimed.
  bool stays_on_work() {
    Comparison there;
    there.status = x_status;
    there.status.head = {.branch = l.branch, .oid = x_tip};
    there = compare_with_present(x_store, x_record, {.status = there.status, .files = false});
    const bool holds = there.position != Position::moved_on &&
                       there.position != Position::snapshot &&
                       there.position != Position::clean_here;
    if (!holds)
      return false;
    plan_resume(x_store, x_record, there, {.keep_wip = x_request.keep_wip, .taken = true});
    return true;
  }

  /// Is it this very record, one that was forked from it, or the one that goes on as this?
  bool is_older(const Record& record) const {
    const std::string& id = x_record.at.id;
    if (record.at.id == id ||
        formats::text_of(formats::field(*record.document, "forked_from")) == id)
      return true;
    const std::optional<Shared> shared = read_shared_quietly(x_repository, record.at.id);
    return shared && shared->state == SharedState::finished && shared->into == id;
  }

  /// What is below the work that the branch ends in, where that is of a version of this record,
  /// rebased perhaps. One that is damaged is none that is known, and what nobody has read takes
  /// nothing off a branch.
  std::optional<std::string> below_work_of(const RecordRef& ref) const {
    try {
      const Record record = x_store.load(ref);
      if (!is_known(Provenance(x_repository), record) ||
          (!is_older(record) && is_below(x_tip, x_record.git().base)))
        return std::nullopt;
      if (const WipAt at = wip_at(x_store, record, x_tip); at.kind == WipAt::Kind::same)
        return at.stack.base;
      if (const std::optional<WipStack> older = older_work_at(x_store, record, x_tip))
        return older->base;
    } catch (const Failure&) {
      // Whoever needs it tells.
    }
    return std::nullopt;
  }

  /// Is all that lies below the work in this commit, a rebase of it perhaps?
  bool has_base(const std::string& below) const {
    const std::string& base = x_record.git().base;
    if (base.empty() || is_below(base, below))
      return true;
    return !is_below(below, base) && !git::lacks_any(x_repository.git(), below, base);
  }

  /// Where the branch ends in an older WIP commit of it, which a version keeps, in the same one on
  /// an older base, or in that of another handoff that is paused here: what is below it. A pause
  /// would put what is taken within that one. nullopt: it does not.
  std::optional<std::string> below_older_work() {
    if (x_tip.empty())
      return std::nullopt;
    if (const WipAt at = wip_at(x_store, x_record, x_tip); at.kind == WipAt::Kind::same)
      return has_base(at.stack.base) ? std::nullopt : std::optional(at.stack.base);
    if (const std::optional<WipStack> older = older_work_at(x_store, x_record, x_tip))
      return older->base;
    for (const RecordRef& ref : x_store.active()) {
      if (ref.branch != x_record.at.branch && ref.branch != l.branch)
        continue;
      const std::optional<std::string> below = below_work_of(ref);
      if (!below)
        continue;
      if (ref.id != x_record.at.id) {
        l.beside = ref.id;
        l.beside_base = *below;
      }
      return below;
    }
    return std::nullopt;
  }

  /// It stays where others have it, and what is merged beside it would have both.
  void refuse_published_older() const {
    const std::string where =
        where_published(x_repository, x_tip, {std::string(git::kBranchRefs) + l.branch});
    if (!where.empty() && !is_of_this_repository(where) && !is_below(x_tip, x_record.git().base))
      refuse("the branch ends in " +
                 (l.beside.empty() ? std::string("an older WIP commit of this handoff")
                                   : "the WIP commit of '" + l.beside + "'") +
                 ", " + git::short_oid(x_tip) + ", which is published: it is in " +
                 holder_name(where),
             {hint_of_new_branch(x_record.at.id)});
  }

  /// A WIP commit of it that is no version's work: amended. What a merge beside it makes of both,
  /// nobody can tell.
  void refuse_changed_older(const std::string& at) const {
    const std::string& id = x_record.at.id;
    const Outcome found = x_repository.git().run(
        {.args = {"log", "--format=%H", "--fixed-strings", "--grep=" + git::id_line(id), at,
                  "--not", x_record.git().base}});
    for (const std::string& oid : split_lines(found.out))
      if (const auto commit = git::read_commit(x_store.objects(), oid);
          commit && says_wip(*commit) && wip_id(*commit) == id)
        refuse("'" + bounded_name(l.branch) + "' has a WIP commit of this handoff, " +
                   git::short_oid(oid) + ", that is not what was paused",
               {"look at it: git show " + git::short_oid(oid), hint_of_new_branch(id)});
  }

  /// "2 commits below the work are not on 'login': git log 1a2b3c4..5d6e7f8"
  std::string told_left_out(const std::string& at) const {
    const std::string& base = x_record.git().base;
    const Outcome found =
        x_repository.git().run({.args = {"rev-list", "--count", base, "--not", at}});
    const size_t count = std::strtoull(found.out.c_str(), nullptr, 10);
    return count == 0 ? std::string()
                      : count_of(count, "commit") + " below the work " +
                            (count == 1 ? "is" : "are") + " not on " + branch_in_quotes(l.branch) +
                            ": git log " + git::short_oid(at) + ".." + git::short_oid(base);
  }

  /// What brings the branch onto what lies below the work; empty: its upstream has not all of that.
  std::string way_to_base() const {
    const std::string upstream =
        trim(x_repository.git()
                 .run({.args = {"rev-parse", "-q", "--verify", l.branch + "@{upstream}"}})
                 .out);
    if (upstream.empty() || !is_below(x_record.git().base, upstream))
      return {};
    return (l.branch == x_head.branch ? "" : "git switch " + shell_word(l.branch) + " && ") +
           "git pull --rebase";
  }

  void decide_base(const std::string& at) {
    const std::string& base = x_record.git().base;
    l.base = base;
    if (at == base || is_below(at, base))
      return;
    refuse_changed_older(at);
    l.left_out = told_left_out(at);
    if (!x_request.apply) {
      std::vector<std::string> hints = {
          "merge the work into it: git handoff take --apply " + x_record.at.id,
          "or " + hint_of_new_branch(x_record.at.id)};
      if (!l.left_out.empty())
        hints.insert(hints.begin() + 1, "that merges the work alone: " + l.left_out);
      if (const std::string way = l.left_out.empty() || at != x_tip ? "" : way_to_base();
          !way.empty())
        hints.insert(hints.begin(), "get what is below the work first: " + way +
                                        " && git handoff take --apply " + x_record.at.id);
      const std::string count =
          trim(x_repository.git().run({.args = {"rev-list", "--count", at, "^" + base}}).out);
      refuse("'" + bounded_name(l.branch) + "' has " +
                 count_of(static_cast<size_t>(std::atoll(count.c_str())), "commit") +
                 " that this work does not stand on",
             hints);
    }
    l.base = at;
  }

  void plan_new_branch() {
    const std::string name = bounded_name(x_request.branch);
    if (!git::is_branch_name(x_request.branch))
      refuse("'" + name + "' is no name for a branch", {});
    if (x_record.git().base.empty())
      refuse("this work was paused before its first commit: no branch can begin there", {});
    const std::optional<std::string> there =
        git::read_ref(x_repository, "refs/heads/" + x_request.branch);
    if (there && *there != x_record.git().base)
      refuse("there is a branch '" + name + "' already, which stands elsewhere",
             {"take it on a new one: git handoff take --branch NAME " + x_record.at.id});
    l.branch = x_request.branch;
    l.base = x_record.git().base;
    l.way = !there                      ? Landing::Way::create
            : x_head.branch == l.branch ? Landing::Way::here
                                        : Landing::Way::switch_to;
    x_stays = true;
  }

  void plan_elsewhere() {
    const model::GitBlock& git = x_record.git();
    std::string other = git::other_worktree_with(x_repository, git.branch);
    if (!other.empty())
      refuse("'" + bounded_name(git.branch) + "' is checked out in another worktree",
             {"take it there: cd " + shell_word(other) + " && git handoff take " +
              x_request.options + x_record.at.id});
    if (git.base.empty())
      refuse("this work was paused on '" + bounded_name(git.branch) + "' before its first commit",
             {"take it in a new repository, on that branch: git switch --orphan " +
              shell_word(git.branch)});
    x_tip = git::read_ref(x_repository, "refs/heads/" + git.branch).value_or("");
    l.way = x_tip.empty() ? Landing::Way::create : Landing::Way::switch_to;
    if (!x_tip.empty())
      return;
    refuse_name_of_remote();
    x_stays = true;
    l.upstream = upstream_here();
  }

  /// Beside a branch "origin/main" git would not know which one the word means.
  void refuse_name_of_remote() const {
    const std::string& branch = l.branch;
    for (size_t end = branch.find('/'); end != branch.npos; end = branch.find('/', end + 1))
      if (x_repository.config().text("remote." + branch.substr(0, end) + ".url"))
        refuse("a branch " + branch_in_quotes(branch) +
                   " here would be taken for one of the remote " +
                   branch_in_quotes(branch.substr(0, end)),
               {hint_of_new_branch(x_record.at.id)});
  }

  /// What the remote is called is each clone's own: the one that it was taken from comes first.
  /// With a remote for handoffs, a branch that followed the project's keeps that: what is called as
  /// it was where it was paused, and has what was seen of it there.
  std::string upstream_here() const {
    const model::GitBlock& git = x_record.git();
    const std::string there = git.upstream ? git.upstream->ref : "", named = followed_branch(there),
                      followed = named == "HEAD" ? "" : named;  // whatever its default branch is
    const Shared shared{.id = x_record.at.id, .remote = x_record.at.remote, .branch = git.branch};
    const bool is_apart =
        x_repository.config().text("handoff.remote").value_or("") == shared.remote;
    if (is_apart && !followed.empty() && followed != git.branch &&
        git::read_ref(x_repository, there) && is_below(git.upstream->oid, there))
      return there;
    for (const std::string& branch : {followed, git.branch})  // renamed there, too
      for (const std::string& remote : {shared.remote, remote_of_branch(x_repository, shared)})
        for (const std::string& ref : tracking_refs(x_repository, remote, branch))
          if (!branch.empty() && git::read_ref(x_repository, ref))
            return ref;
    return !followed.empty() && git::read_ref(x_repository, there) ? there : std::string();
  }

  /// What resume will say where it stands then, before anything is claimed or moved.
  void ask_resume() const {
    const model::GitBlock& git = x_record.git();
    const std::string& at = l.base.empty() ? x_tip : l.base;
    if (git.wip_commit.empty() || at.empty() || !x_request.branch.empty())
      return;
    git::Status landed;
    landed.head = x_head;
    landed.head.branch = l.branch;
    landed.head.oid = at;
    plan_resume(x_store, x_record,
                compare_with_present(x_store, x_record, {.status = landed, .files = false}),
                {.apply = true, .keep_wip = x_request.keep_wip, .taken = true});
  }

  /// Where it can be as it was at its pause, resume takes the WIP commit off, and undo puts it on
  /// again, with a clean tree. One that others have in a branch is theirs to take off.
  void stand_on_work() {
    const model::GitBlock& git = x_record.git();
    if (!git.on_branch || git.branch != l.branch || git.branch.empty() || l.base.empty() ||
        l.base != git.base)
      return;
    std::optional<git::Commit> work = git::read_commit(x_store.objects(), git.wip_commit);
    if (work && work->parents == std::vector<std::string>{git.base} &&
        git::refs_that_contain(x_repository, git.wip_commit, 1, {}).empty())
      l.base = git.wip_commit;
  }

  void refuse_to_keep_nothing() const {
    const std::string& wip = x_record.git().wip_commit;
    if (x_request.keep_wip && !wip.empty() && !x_holds && l.base != wip)
      refuse("no branch here holds the work of this handoff: there is no WIP commit to keep",
             {"have its files: git handoff take " +
              (x_request.branch.empty() ? "" : "--branch " + shell_word(x_request.branch) + " ") +
              x_record.at.id});
  }

  /// Git is asked to, up to where it would happen.
  void try_to_make_branch() const {
    const std::vector<std::string> hints = {
        "nothing was taken; put it on a branch of another name: git handoff take --branch NAME",
        "or make room for the branch, then take it"};
    const std::string what = "cannot make '" + bounded_name(l.branch) + "'";
    constexpr int kTries = 100;  // two seconds
    const WorktreeHold hold(x_repository, kTries);
    try {
      if (git::RefSession(x_repository, "handoff: take")
              .rehearse({{"refs/heads/" + l.branch, l.base, ""}}) == git::RefResult::lost_race)
        refuse(what + ": it is there already", hints);
    } catch (const git::GitKilled&) {
      throw;
    } catch (const Failure& failure) {
      refuse(what + ": " + failure.message(), hints);
    }
  }

  /// The commit that is stood on, then the work on top: what stands in the way of either, and a
  /// conflict, is a Failure.
  void try_to_check_out() const {
    const std::string from = tree_of(x_store, x_head.oid);
    const std::string stood_on = l.base.empty() ? x_tip : l.base;
    const std::string below = tree_of(x_store, stood_on);
    if (below != from)
      try_to_check_out(from, below);
    const model::GitBlock& git = x_record.git();
    if (git.wip_commit.empty() || stood_on == git.wip_commit ||
        (l.base.empty() && x_tip != git.base))
      return;
    Comparison onto;
    onto.status.head.oid = stood_on;
    onto.at_base = stood_on == git.base;
    git::Quarantine quarantine(x_repository);
    try_to_check_out(from, merge_snapshot(x_store, x_record, onto, quarantine).tree);
  }

  void try_to_check_out(const std::string& from, const std::string& to) const {
    CheckoutLog log(x_repository, {.branch = l.branch});
    refuse_check_out(x_repository, log, {.from = from, .to = to, .what = "take it now"});
  }

  const Store& x_store;
  const git::Repository& x_repository;
  const Record& x_record;
  const LandingRequest& x_request;
  git::Status x_status;
  git::Head x_head;
  std::string x_tip;     ///< of the branch, which HEAD may be on
  bool x_stays = false;  ///< it is known where to stand
  bool x_holds = false;  ///< the branch has the work
  Landing l;
};

/// Of a safety copy that was taken before a checkout; empty: none had to be.
std::string told_kept(const git::Repository& repository, const CheckoutRequest& checkout) {
  const std::string id = keep_unseen(repository, "before a take", checkout);
  return id.empty() ? id : "the tree as it was before: git handoff show " + id;
}

/// `create_at`: where the branch is made; empty: it is there.
std::string switch_to(const Store& store, const Landing& landing, const std::string& create_at) {
  const git::Repository& repository = store.repository();
  const git::Head head = repository.head();
  const std::string to =
      !create_at.empty() ? create_at
                         : git::read_ref(repository, "refs/heads/" + landing.branch).value_or("");
  const SwitchRequest request{.branch = landing.branch,
                              .create_at = create_at,
                              .from = head,
                              .from_tree = tree_of(store, head.oid),
                              .to_tree = tree_of(store, to)};
  const std::string kept =
      told_kept(repository, {.from = request.from_tree, .to = request.to_tree, .what = "take"});
  const std::string stashed = switch_branch(repository, request);
  return kept.empty() || stashed.empty() ? kept + stashed : kept + "; " + stashed;
}

}  // namespace

Landing plan_landing(const Store& store, const Record& record, const LandingRequest& request) {
  try {
    return LandingPlan(store, record, request).plan();
  } catch (const git::GitKilled&) {
    throw;
  } catch (const Failure& failure) {
    refuse_as_take(failure, record);
  }
}

std::string land(const Store& store, const Landing& landing) {
  const git::Repository& repository = store.repository();
  act_automatically();  // the commit it stands on may bring hooks, too
  // Git takes a file whose times are not those of the index for changed, also in a copied clone.
  repository.git().run({.args = {"update-index", "-q", "--refresh"}, .writes = true});
  std::string stashed;
  switch (landing.way) {
    case Landing::Way::create:
      stashed = switch_to(store, landing, landing.base);
      fault_point("take-branch-made");
      if (!landing.upstream.empty())
        repository.git().run(
            {.args = {"branch", "-q", "--set-upstream-to=" + landing.upstream, landing.branch},
             .writes = true});
      break;
    case Landing::Way::switch_to:
      stashed = switch_to(store, landing, "");
      break;
    case Landing::Way::here:
      break;
  }
  // What is taken off the branch is held by the record.
  if (const git::Head head = repository.head(); !landing.base.empty() && head.oid != landing.base) {
    const ResetRequest request{.from = head,
                               .from_tree = tree_of(store, head.oid),
                               .to = landing.base,
                               .to_tree = tree_of(store, landing.base)};
    const std::string kept =
        told_kept(repository, {.from = request.from_tree, .to = request.to_tree, .what = "take"});
    reset_branch(repository, request);
    stashed += stashed.empty() || kept.empty() ? kept : "; " + kept;
  }
  fault_point("take-landed");
  return stashed;
}

}  // namespace handoff::ops
