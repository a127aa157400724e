#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "git/history/history.hpp"
#include "git/index/index_edit.hpp"
#include "git/refs/names.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/standing.hpp"
#include "ops/records/told_commits.hpp"
#include "ops/restore/compare.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/kept_work.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/switch_branch.hpp"
#include "ops/share/before.hpp"
#include "ops/share/landing.hpp"
#include "ops/share/lfs.hpp"
#include "ops/share/listing.hpp"
#include "ops/share/share.hpp"
#include "ops/share/versions.hpp"
#include "ops/snapshot/stack.hpp"
#include "ops/worktree/git_to_type.hpp"

namespace handoff::ops {

namespace {

/// What is told of them is what status says from now on.
void note_listed(const Store& store, const std::vector<Shared>& listed, const Network& network) {
  size_t looked = 0;
  for (const Shared& there : listed) {
    std::optional<Shared> known = read_shared_quietly(store.repository(), there.id);
    if (!known || known->tip == there.tip || looked == kMostHandoffsNamed)
      continue;
    ++looked;
    try {
      SharedLock lock(store.repository(), there.id);
      Shared shared = read_shared_quietly(store.repository(), there.id).value_or(*known);
      look(store, shared, network);
    } catch (const Failure&) {
      // Why nothing can be taken is what is to be told.
    }
  }
}

Shared choose_at_remote(const Store& store, const std::string& remote, const TakeRequest& request) {
  const git::Repository& repository = store.repository();
  git::Head head = repository.head();
  const std::vector<Shared> there =
      list_at_remote(repository, remote, prefix_for(request.what), request.network);
  std::vector<Shared> all = there;
  std::erase_if(all, [](const Shared& s) { return s.state == SharedState::finished; });
  std::vector<Shared> fit = request.what.empty() ? all : fitting(repository, all, request.what);
  if (!request.what.empty() && fit.empty()) {
    if (std::vector<Shared> over = fitting(repository, there, request.what); !over.empty())
      return over.front();  // refused as what it is
    refuse("nothing on " + remote + " is called '" + printable(request.what) + "'",
           there.empty() ? std::vector<std::string>{"nobody has handed anything over there"}
                         : lines_for(all));
  }
  if (request.what.empty())
    if (std::vector<Shared> on_branch = of_branch(repository, all, head.label());
        !on_branch.empty())
      fit = std::move(on_branch);
  std::vector<Shared> free = fit;
  std::erase_if(free,
                [&](const Shared& s) { return s.state != SharedState::free && !request.steal; });
  if (fit.size() == 1)
    return fit.front();
  if (free.size() == 1)
    return free.front();
  note_listed(store, fit, request.network);
  if (free.empty() && !fit.empty())
    refuse_held(store, fit.front());
  if (free.empty())
    refuse("nothing on " + remote + " is free to take",
           {"a colleague hands over with: git handoff pause --push"});
  refuse("there are " + std::to_string(free.size()) + " handoffs to take on " + remote,
         lines_for(free, request.steal ? "take --steal" : "take"));
}

Record load_seen(const Store& store, const Shared& s) {
  return store.load({.ref = seen_ref(s.remote, s.id),
                     .branch = s.branch,
                     .id = s.id,
                     .oid = s.tip,
                     .place = RecordRef::Place::remote,
                     .remote = s.remote,
                     .shared = true});
}

class Take {
 public:
  Take(const Store& store, const TakeRequest& request)
      : x_store(store), x_repository(store.repository()), x_request(request) {}

  TakeReport run() {
    git::refuse_locked_index(x_repository.layout());
    choose();
    SharedLock lock(x_repository, r.shared.id);
    refresh();
    std::optional<Landing> planned = plan();
    if (planned && r.shared.pending) {  // from here on it may be claimed
      settle_and_look();
      planned = plan();
    }
    if (!planned)
      return std::move(r);
    const Landing& landing = *planned;
    const bool free = r.shared.state == SharedState::free;
    const std::string tip_before = tip_of(landing);
    const std::string gone = x_lacks_branch ? told_gone() : "";
    x_was_live = is_live_here(x_store, r.shared.id);
    if (!r.shared.ours &&
        hold_there(x_store, r.shared, x_request.network,
                   r.shared.state == SharedState::held ? "steal" : "take") == StepResult::lost)
      refuse_held(x_store, r.shared);
    try {
      r.kept_as = adopt(x_store, r.shared);
      fault_point("take-claimed");
      put_back(landing);
    } catch (const Failure& failure) {
      give_back_after(failure, free, landing, tip_before);
    }
    r.upstream = landing.upstream;
    r.beside = landing.beside;
    r.beside_base = landing.beside_base;
    tell_left_on_branches();
    deepen_where_cut(x_repository, r.shared, x_request.network);
    r.ahead = gone.empty() ? ahead_of(x_repository, r.shared, *r.record->document) : gone;
    r.original = told_original(x_repository, *r.record->document);
    r.unseen_on = remote_with_unseen(x_repository, r.shared);
    return std::move(r);
  }

 private:
  /// Everything that can be said before it is claimed; nullopt: the user does not want it.
  std::optional<Landing> plan() {
    if (!r.shared.ours)
      refuse_unless_free();
    refuse_older();
    load();
    if (x_request.branch == r.record->git().branch)  // its own is no new one
      x_request.branch.clear();
    refuse_if_later_here();
    refuse_unread();
    fetch_original();
    const LandingRequest how{.apply = x_request.apply,
                             .keep_wip = x_request.keep_wip,
                             .branch = x_request.branch,
                             .options = options_given(x_request.steal)};
    Landing landing = plan_landing(x_store, record_to_land(), how);
    if (record_to_land().oid == r.record->oid)  // else it is paused here, and on its branch
      refuse_committed_there();
    const bool is_asked = !is_readable_here();
    if (!is_wanted())
      return std::nullopt;
    recorded_entries(x_store, *r.record);  // a Failure where they are damaged
    const bool is_fetched = fetch_lfs();
    // What took its time may have seen another branch, index or file come meanwhile.
    return is_asked || is_fetched ? plan_landing(x_store, record_to_land(), how) : landing;
  }

  /// What is damaged here is asked for anew, as far as it is known where.
  std::optional<Shared> noted(const std::string& id) const {
    try {
      return read_shared(x_repository, id);
    } catch (const Failure&) {
      std::optional<Shared> known = read_shared_quietly(x_repository, id);
      if (!known || known->remote.empty())
        throw;
      return known;
    }
  }

  /// An id that is known here, or that tells its branch, needs no listing.
  void choose() {
    std::optional<Shared> known = x_request.what.empty() ? std::nullopt : noted(x_request.what);
    if (known) {
      r.shared = std::move(*known);
      return;
    }
    const std::string remote = remote_for(x_repository, x_repository.head().branch);
    x_guessed = branch_by_id(x_repository, remote, x_request.what);
    r.shared = x_guessed.empty() ? choose_at_remote(x_store, remote, x_request)
                                 : Shared{.id = x_request.what,
                                          .remote = remote,
                                          .place = place_of(x_repository, remote),
                                          .branch = x_guessed};
  }

  void refresh() {
    if (std::optional<Shared> known = noted(r.shared.id))
      r.shared = std::move(*known);
    try {
      if (r.shared.pending && r.shared.pending->verb != "publish")
        look_with_branch();  // what is refused sends nothing
      else
        settle_and_look();
    } catch (const Failure&) {
      if (!r.shared.is_set_back() || r.shared.state == SharedState::finished || !goes_back())
        throw;
      r.shared.last.clear();
      look_with_branch();
    }
    if (x_guessed.empty())
      return;
    if (r.shared.by.empty()) {  // it is not there: the list tells what is
      forget_shared(x_repository, r.shared.id);
      r.shared = choose_at_remote(x_store, r.shared.remote, x_request);
      look_with_branch();
    }
  }

  void settle_and_look() {
    if (x_request.steal)
      settle(x_store, r.shared, x_request.network, {"take", "resume", "steal"});
    else
      settle(x_store, r.shared, x_request.network, {"take", "resume"});
    look_with_branch();
  }

  bool goes_back() const { return x_request.go_back && x_request.go_back(r.shared); }

  /// A content that another one had followed goes on where a person says so, once.
  void refuse_older() {
    Shared& s = r.shared;
    if (!s.older || s.ours)
      return;
    if (!goes_back())
      refuse("'" + printable(s.id) + "' was set back to an older version on " + s.remote +
                 ": it was not taken",
             {"the user takes it all the same in a terminal: git handoff take " + printable(s.id)});
    s.agreed = s.tree;
    s.older = false;
    write_shared(x_repository, s);
  }

  void look_with_branch() {
    x_lacks_branch = look(x_store, r.shared, x_request.network, 0, Branch::comes).lacks_branch;
  }

  void refuse_unless_free() const {
    bool may = r.shared.state == SharedState::free ||
               (r.shared.state == SharedState::held && x_request.steal);
    if (!may)
      refuse_held(x_store, r.shared);
  }

  void load() {
    const Shared& s = r.shared;
    r.record = load_seen(x_store, s);
    refuse_if_resumed();
    if (r.record->git_block_forged)
      refuse("'" + printable(s.id) + "' contradicts its commits: it was not taken",
             {"look at it: git handoff show " + printable(s.id)});
    const std::string& wip = r.record->git().wip_commit;
    if (!wip.empty() && !x_store.objects().contains(wip))
      refuse("the work of '" + printable(s.id) + "' did not come along", {"take it again"});
    if (!is_readable_here())
      expect_bounded_work(x_store, *r.record);
  }

  /// The version that was published here stays the one here, with the commits that it has here.
  Record record_to_land() const {
    const Shared& s = r.shared;
    const std::string live = live_version(x_repository, s);
    if (live.empty() || live != s.local || s.content != r.record->commit.tree)
      return *r.record;
    Record here = x_store.load(
        {.ref = Store::active_ref(s.branch, s.id), .branch = s.branch, .id = s.id, .oid = live});
    here.at.remote = r.record->at.remote;
    return here;
  }

  /// Held by this clone and in its archive: the work has been put back already.
  void refuse_if_resumed() const {
    const Shared& s = r.shared;
    if (s.ours && s.content == r.record->commit.tree && live_version(x_repository, s).empty())
      refuse("'" + printable(s.id) + "' is yours, and its work was put back here already",
             {x_repository.head().label() == s.branch
                  ? "hand it back: git handoff pause --push"
                  : "on the branch that has it ('git handoff status' names that) hand it back: "
                    "git handoff pause --push",
              "or give it up; it can be taken again then: git handoff release " + printable(s.id)});
  }

  /// What is paused here, and was never there, is later than what there is to take.
  void refuse_if_later_here() const {
    const Shared& s = r.shared;
    const std::string live = live_version(x_repository, s);
    if (live.empty() || live == s.local || s.content != r.record->commit.tree)
      return;
    const std::optional<git::Commit> version = git::read_commit(x_store.objects(), live);
    if (version && version->tree == r.record->commit.tree)
      return;
    refuse(
        "what is paused here of '" + printable(s.id) + "' is later than what " + s.remote + " has",
        s.held_by_other()
            ? std::vector<std::string>{"make it a handoff of its own: git handoff push " +
                                           printable(s.id),
                                       "or go on with it all the same: git handoff resume " +
                                           printable(s.id) + " --continue --offline"}
            : std::vector<std::string>{"go on with it: git handoff resume " + printable(s.id),
                                       "or hand it over: git handoff push " + printable(s.id)});
  }

  /// Where the remote's branch has all of the work, putting it back here would only collide with
  /// it.
  void refuse_committed_there() const {
    const Shared& s = r.shared;
    const model::GitBlock& git = r.record->git();
    const std::string there = tracking_branch(x_repository, s);
    const std::string tip =
        there.empty() ? "" : git::read_ref(x_repository, "refs/remotes/" + there).value_or("");
    if (tip.empty() || !x_request.branch.empty() || x_request.apply || x_request.keep_wip ||
        !git.on_branch || git.wip_commit.empty() ||
        git::is_ancestor(x_repository.git(), git.wip_commit, tip))
      return;
    std::string in = commit_with_work(x_store, *r.record, tip);
    if (in.empty())
      in = commit_gone_on_with(x_store, *r.record, "", tip);
    if (in.empty() || !has_all_beside(x_store, *r.record, in))
      return;
    const std::optional<git::Commit> commit = git::read_commit(x_store.objects(), in);
    refuse("the kept work went into " + git::short_oid(in) +
               in_parentheses(told_subject(commit ? git::subject_of(commit->message) : "")) +
               " on " + branch_in_quotes(there) + "; nothing was taken",
           {"look at it: " + git_to_type(x_repository, "show") + " " + git::short_oid(in),
            "it is finished, then: git handoff release --done --force " + printable(s.id),
            "or take it all the same, on a branch of its own: git handoff take " +
                options_given(x_request.steal) + "--branch NAME " + printable(s.id)});
  }

  /// So that it can be told who has what this was forked from.
  void fetch_original() const {
    const std::string id = formats::text_of(formats::field(*r.record->document, "forked_from"));
    if (!git::is_record_id(id) || id == r.shared.id)
      return;
    if (const std::optional<Shared> known = read_shared_quietly(x_repository, id);
        known && (known->ours || known->state == SharedState::finished))
      return;
    try {
      fetch_shared(x_store, id, x_request.network);
    } catch (const Failure&) {
      // It is not there any more, or does not come: nothing is known of it.
    }
  }

  /// Of a branch that its remote had, as who paused it saw, or this clone, and has no more. One
  /// that nobody has pushed yet is nothing to tell.
  std::string told_gone() const {
    const Shared& s = r.shared;
    const std::optional<model::Upstream>& then = r.record->git().upstream;
    const std::string seen = tracking_branch(x_repository, s);
    const std::vector<std::string> names = branches_there(x_repository, s);
    const bool was_followed = then && in_list(names, followed_branch(then->ref));
    if (seen.empty() && !was_followed)
      return {};
    const std::string other = branch_there_at(
        x_repository, s, x_request.network,
        seen.empty() ? then->oid
                     : git::read_ref(x_repository, "refs/remotes/" + seen).value_or(""));
    return printable(remote_of_branch(x_repository, s)) + " has no branch " +
           branch_in_quotes(seen.empty() ? followed_branch(then->ref)
                                         : branch_last_there(x_repository, s)) +
           " any more: " +
           (other.empty() ? "perhaps it was merged; look: git log --remotes"
                          : branch_in_quotes(other) + " there has its commit");
  }

  bool is_readable_here() const {
    return model::is_readable(Provenance(x_store.repository()).of_all(*r.record));
  }

  void refuse_unread() const {
    if (x_request.confirm || is_readable_here())
      return;
    refuse(
        "'" + printable(r.shared.id) +
            (r.shared.by_user ? "' has your name, and was not made in this clone: nobody has read "
                                "it here yet"
                              : "' is a colleague's, and nobody has read it here yet"),
        {"the user reads it in a terminal: git handoff show " +
             shell_word(r.shared.remote + "/" + r.shared.id),
         "or takes it there: git handoff take " + options_given(x_request.steal) +
             printable(r.shared.id)});
  }

  std::string options_given(bool steal) const {
    return std::string(steal ? "--steal " : "") + (x_request.apply ? "--apply " : "") +
           (x_request.keep_wip ? "--keep-wip " : "") +
           (x_request.branch.empty() ? "" : "--branch " + shell_word(x_request.branch) + " ");
  }

  /// One's own words need not be read again; a stranger's are read by a person first, who is asked
  /// when nothing else stands in the way.
  bool is_wanted() {
    if (is_readable_here())
      return true;
    if (x_request.confirm(*r.record, r.shared)) {
      remember_read(x_store.repository(), *r.record);
      return true;
    }
    r.declined = true;
    return false;
  }

  /// Whether there was anything to fetch.
  bool fetch_lfs() {
    const std::string& wip = r.record->git().wip_commit;
    if (wip.empty() || !has_lfs_files(x_repository.git(), wip))
      return false;
    const git::Config& config = x_repository.config();
    x_pointers_only = !config.text("filter.lfs.process") && !config.text("filter.lfs.smudge");
    Outcome outcome = git::run_lfs(
        x_repository, {.remote = r.shared.remote, .may_prompt = x_request.network.may_prompt},
        {"fetch", r.shared.remote, wip});
    if (!outcome.ok())
      refuse("the contents that git-lfs keeps do not come from " + r.shared.remote + ": " +
                 git::git_message(outcome),
             {"it was not taken; " +
                  (r.shared.by_user ? "your clone" : "the clone of " + r.shared.named()) +
                  " that shared it can send them: git handoff push " + printable(r.shared.id),
              "or try by hand: git lfs fetch " + shell_word(r.shared.remote) + " " +
                  git::short_oid(wip)});
    return true;
  }

  void put_back(const Landing& landing) {
    const Shared& s = r.shared;
    const git::Head from = x_repository.head();
    const std::string stashed = land(x_store, landing);
    Record live = x_store.load(
        {.ref = Store::active_ref(s.branch, s.id), .branch = s.branch, .id = s.id, .oid = s.local});
    bool work = !live.git().wip_commit.empty();
    Comparison present = compare_with_present(x_store, live);
    if (!x_request.branch.empty())  // whatever the work's own branch holds here
      present.position = work ? Position::moved_on : Position::clean_here;
    r.resume = ops::resume(
        x_store, live, present,
        {.apply = work, .keep_wip = x_request.keep_wip, .taken = true, .leave_waiting = true});
    if (!stashed.empty())
      r.resume.hints.push_back(stashed);
    if (!landing.left_out.empty())
      r.resume.hints.push_back(landing.left_out);
    r.resume.switched = landing.way != Landing::Way::here;
    if (x_pointers_only)
      r.resume.hints.push_back(
          "git-lfs is not set up in this clone: its files are pointers; get what is in them: git "
          "lfs install --local && git lfs checkout");
    if (std::string commits = left_behind(x_repository, from);
        r.resume.switched && !commits.empty())
      r.resume.hints.push_back(std::move(commits));
    r.shared.on = x_repository.head().oid;
    remember_before(x_repository, r.shared.id);
    r.shared.onto = x_request.branch;
    r.shared.kept_as.clear();
    r.shared.inside.clear();
    if (!x_request.branch.empty())
      r.shared.branch = x_request.branch;
    write_shared(x_repository, r.shared);
  }

  /// A branch that it was paused on here before, under another name, and that ends in that work
  /// still: nothing takes it off there any more.
  void tell_left_on_branches() {
    const Shared& s = r.shared;
    try {
      const Record landed = x_store.load({.ref = Store::active_ref(s.branch, s.id),
                                          .branch = s.branch,
                                          .id = s.id,
                                          .oid = s.local});
      std::set<std::string> branches = {landed.git().branch};
      if (!landed.previous.empty())
        branches.insert(
            shared_branch(commit_or_fail(x_store, landed.previous).message).value_or(""));
      branches.erase(x_repository.head().branch);
      branches.erase("");
      for (const std::string& branch : branches) {
        const std::string ref = std::string(git::kBranchRefs) + branch;
        const std::string tip = git::read_ref(x_repository, ref).value_or("");
        if (tip.empty())
          continue;
        std::optional<WipStack> work = older_work_at(x_store, landed, tip);
        if (const WipAt at = wip_at(x_store, landed, tip); at.kind == WipAt::Kind::same)
          work = at.stack;
        const std::string others = work ? where_published(x_repository, tip, {ref}) : "";
        if (!work || work->base.empty() || (!others.empty() && !is_of_this_repository(others)))
          continue;
        const std::string other = git::other_worktree_with(x_repository, branch);
        r.resume.hints.push_back(branch_in_quotes(branch) + " still ends in its WIP commit " +
                                 git::short_oid(tip) + "; to take it off there: " +
                                 (other.empty()
                                      ? "git branch -f " + shell_word(branch) + " "
                                      : "git -C " + shell_word(other) + " reset --keep ") +
                                 git::short_oid(work->base));
      }
    } catch (const Failure&) {
      // A damaged version, which whatever needs it tells.
    }
  }

  std::string tip_of(const Landing& landing) const {
    return landing.branch.empty()
               ? std::string()
               : git::read_ref(x_repository, "refs/heads/" + landing.branch).value_or("");
  }

  /// What was free before is free again, unless the work is there by half.
  [[noreturn]] void give_back_after(const Failure& failure, bool was_free, const Landing& landing,
                                    const std::string& tip_before) {
    const std::string id = printable(r.shared.id);
    std::vector<std::string> hints = failure.hints();
    bool given_back = false;
    if (was_free && !is_operation_open(x_repository)) {
      try {
        given_back = free_there(x_store, r.shared, x_request.network) == StepResult::won;
        if (given_back && !x_was_live)
          retire_adopted(x_store, r.shared);
      } catch (const Failure&) {
        // It stays this clone's, which is said.
      }
    }
    const git::Head head = x_repository.head();
    if (!tip_before.empty() && head.branch == landing.branch && head.oid != tip_before)
      hints.push_back(branch_in_quotes(head.branch) + " went from " + git::short_oid(tip_before) +
                      " to " + git::short_oid(head.oid) + "; take it back: git reset --keep " +
                      git::short_oid(tip_before));
    else if (head.branch == landing.branch)
      hints.push_back("you are on " + branch_in_quotes(head.branch) +
                      "; nothing else changed here");
    hints.push_back("'" + id + (given_back ? "' is free again" : "' is yours by now") +
                    "; when that is out of the way: git handoff take " + options_given(false) + id);
    throw Failure(failure.kind(), failure.message(), hints);
  }

  const Store& x_store;
  const git::Repository& x_repository;
  TakeRequest x_request;
  std::string x_guessed;         ///< the branch, by its id; empty: it was not guessed
  bool x_lacks_branch = false;   ///< see Looked
  bool x_was_live = false;       ///< its record, before
  bool x_pointers_only = false;  ///< git-lfs keeps some of it, and no filter of this clone's
  TakeReport r;
};

}  // namespace

TakeReport take(const Store& store, const TakeRequest& request) {
  return Take(store, request).run();
}

}  // namespace handoff::ops
