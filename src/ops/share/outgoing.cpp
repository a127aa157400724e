#include "ops/share/outgoing.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/secrets/secrets.hpp"
#include "git/history/fetched_handoffs.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "ops/operation/commit_message.hpp"
#include "ops/records/missing_work.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/restore/kept_beside.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/restore/replay.hpp"
#include "ops/share/lfs.hpp"
#include "ops/share/submodules_there.hpp"
#include "ops/share/versions.hpp"
#include "ops/snapshot/brought_rules.hpp"
#include "ops/snapshot/recorded_entries.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

namespace {

/// Commits below the work that are searched before git is named to push them.
constexpr size_t kMostSearchedFirst = 1000;

/// What tells of this machine or of an agent's session is nobody else's, also in the state that an
/// agent saved as a text. A path below `root`, the working tree, is as it is there.
void strip_private(Json& value, const std::string& root) {
  static constexpr std::string_view kNames[] = {"session_id",      "conversation_id", "thread_id",
                                                "transcript_path", "worktree_path",   "cwd"};
  if (value.is_object()) {
    for (std::string_view name : kNames)
      value.erase(std::string(name));
    for (Json& item : value)
      strip_private(item, root);
  } else if (value.is_array()) {
    for (Json& item : value)
      strip_private(item, root);
  } else if (value.is_string()) {
    auto& text = value.get_ref<std::string&>();
    if (text.starts_with(root + "/"))
      text.erase(0, root.size() + 1);
    else if (text == root)
      text = ".";
    else if (text.starts_with('{') || text.starts_with('['))
      try {
        Json inner = formats::parse_json(text, "it");
        const Json before = inner;
        strip_private(inner, root);
        if (inner != before)
          text = trim(formats::write_json_line(inner));
      } catch (const Failure&) {
        // No JSON: words.
      }
  }
}

/// The snapshot as one commit on the base: a stack of pauses has older ones in between.
std::string fold_stack(const Store& store, git::Quarantine& quarantine,
                       const model::GitBlock& block) {
  if (const std::string& missing = store.missing_of(block); !missing.empty())
    fail(told_missing(block, missing), {"'git fsck' tells what else is"});
  std::optional<git::Commit> top = git::read_commit(store.objects(), block.wip_commit);
  std::vector<std::string> base;
  if (!block.base.empty())
    base.push_back(block.base);
  if (top->parents == base)
    return block.wip_commit;
  top->parents = base;
  return quarantine.write(git::ObjectType::commit, git::serialize_commit(*top));
}

/// A commit that the version there names in its trailer; empty where it is not here.
std::string kept_there(const Store& store, const Shared& shared, const char* trailer) {
  const std::optional<git::Commit> version = git::read_commit(store.objects(), shared.tip);
  const std::string commit =
      version ? git::trailer(version->message, trailer).value_or("") : std::string();
  return store.objects().contains(commit) ? commit : std::string();
}

class Outgoing {
 public:
  Outgoing(const Store& store, git::Quarantine& quarantine, const Record& record,
           const Shared& shared, const PublishRules& rules)
      : x_store(store),
        x_repository(store.repository()),
        x_quarantine(quarantine),
        x_record(record),
        x_shared(shared),
        x_base_there(kept_there(store, shared, "Handoff-Base")),
        x_rules(rules) {}

  Publication prepare() {
    look_at_base();
    write();
    refuse_unfiltered();
    look_at_submodules();
    search(p.oid, "");
    return std::move(p);
  }

 private:
  void write() {
    Json document = *x_record.document;
    strip_private(document, x_repository.layout().root);
    model::GitBlock block = x_record.git();
    block.worktree.clear();
    block.worktree_path.clear();
    if (!block.wip_commit.empty())
      block.wip_commit = fold_stack(x_store, x_quarantine, block);
    if (!block.upstream)
      block.upstream = as_pushed();
    x_snapshot = block.wip_commit.empty() ? block.base : block.wip_commit;
    const std::string tree_to_send = without_bytes_beside(block);
    const Provenance known(x_repository);
    const std::vector<std::string> there = branches_there(x_repository, x_shared);
    NewVersion version{.document = &document,
                       .block = block,
                       .previous = x_shared.tip,
                       .snapshot = x_snapshot,
                       .base_tree = tree_to_send,
                       .subject = "handoff: publish",
                       .tells = !known.holds_unread(x_record),
                       .trailers = upstream_trailer(there.size() > 1 ? there.back() : "") +
                                   shared_trailers(x_repository, SharedState::free)};
    p.oid = x_store.write(x_quarantine, version, git::read_identity(x_repository, true));
    std::optional<git::Commit> written = git::read_commit(x_quarantine.objects(), p.oid);
    p.tree = written ? written->tree : "";
    if (!written || is_untyped() || !x_repository.config().flag("handoff.sign", false))
      return;
    if (!known.is_vouched_for(x_record))  // a key vouches for every word
      p.unsigned_for =
          "not signed: it holds what nobody here has read: git handoff show " + x_record.at.id;
    else
      p.oid = write_wip_commit(x_repository, x_quarantine, *written, true);
  }

  /// Bytes that no other clone writes (decision 013), of files that git is not to look at, ignores
  /// or filters, stay here; their names go along, but for what of them looks like a secret. So do
  /// messages made of commits that may be nowhere else.
  std::string without_bytes_beside(model::GitBlock& block) const {
    git::TreeReader kept = tree(x_record.git().wip_commit);
    std::vector<git::TreeEdit> edits;
    for (const git::TreeEdit& file : attached_files(x_store, x_record, "raw")) {
      const git::TreeEntry work = kept.at(file.path);
      if (!is_blob_of_work(work, file))
        edits.push_back({"raw/" + file.path});
      if (file.mode == git::kModeSymlink && work.mode == file.mode && work.oid == file.oid)
        std::erase(block.raw, file.path);  // the work has it
    }
    for (const git::TreeEdit& file : attached_files(x_store, x_record, kMessageFolder))
      edits.push_back({std::string(kMessageFolder) + "/" + file.path});
    std::erase_if(block.left_out, [](const model::LeftOut& left) { return left.is_in_record(); });
    for (model::LeftOut& left : block.left_out)
      left.path = formats::mask_secrets(std::move(left.path));
    return edits.empty() ? x_record.commit.tree
                         : git::edit_tree(x_quarantine, x_record.commit.tree, std::move(edits),
                                          x_repository.layout().oid_digits());
  }

  /// What git-crypt and its like keep secret would leave as it is.
  void refuse_unfiltered() const {
    const std::string& base = x_record.git().base;
    if (base.empty() || x_snapshot == base)
      return;
    const std::vector<Unfiltered> files = filtered_before(x_store, x_quarantine, base, x_snapshot);
    if (files.empty())
      return;
    const Unfiltered& first = files.front();
    refuse(path_in_quotes(first.path) +
               (files.size() > 1 ? " and " + count_of(files.size() - 1, "other file") : "") +
               " would leave without the filter '" + printable(first.filter) +
               "': work of others changed " + path_name(first.attributes),
           hints_of_rule(x_store, x_record, base, first.attributes));
  }

  /// A branch that follows none has what it stands on there all the same, under its own name:
  /// whoever finds it rewritten then can tell.
  std::optional<model::Upstream> as_pushed() const {
    const std::vector<std::string> own = branches_there(x_repository, x_shared);
    if (own.empty() || p.on.name != std::string(git::kBranchRefs) + own.front())
      return std::nullopt;
    return model::Upstream{.ref = usual_tracking_ref(x_shared.remote, own.front()),
                           .oid = p.on.oid};
  }

  /// A push sends what `git replace` has something else shown for.
  git::Environment as_it_leaves() const {
    git::Environment environment = x_quarantine.environment();
    environment.emplace_back("GIT_NO_REPLACE_OBJECTS", "1");
    return environment;
  }

  /// What the remote has: what was fetched once it may have lost since. The push holds it to the
  /// version and the branch that count here.
  std::vector<std::string> not_there(std::vector<std::string> args) const {
    return without(std::move(args), x_shared.tip);
  }

  std::vector<std::string> without(std::vector<std::string> args, const std::string& commit) const {
    args.emplace_back("--not");
    if (!commit.empty())
      args.push_back(commit);
    args.insert(args.end(), x_there.begin(), x_there.end());
    return args;
  }

  bool has(const std::string& commit, const std::string& below) const {
    return commit == below || x_repository.git()
                                  .run({.args = {"merge-base", "--is-ancestor", below, commit},
                                        .environment = as_it_leaves()})
                                  .ok();
  }

  /// A branch there that counts as it was last seen, or is fetched now where it did not. nullopt:
  /// that is not known here, or it has not the base.
  std::optional<git::Ref> with_base(const std::string& branch) {
    const std::string here = git::tracking_ref(x_repository, x_shared.remote, branch),
                      there = std::string(git::kBranchRefs) + branch;
    if (here.empty())
      return std::nullopt;
    if (x_rules.moved.contains(there) && x_fetched.insert(there).second &&
        git::fetch_refs(x_repository, transport(), {"+" + there + ":" + here}).kind !=
            git::FetchAnswer::Kind::fetched)
      x_gone.insert(there);
    const std::optional<std::string> oid = git::read_ref(x_repository, here);
    return oid && !x_gone.contains(there) && has(*oid, x_record.git().base)
               ? std::optional(git::Ref{.name = there, .oid = *oid})
               : std::nullopt;
  }

  /// The first branch there that has the base: the handoff's own, the default one, any other.
  std::optional<git::Ref> branch_with_base() {
    for (const std::string& name : branches_there(x_repository, x_shared))
      if (std::optional<git::Ref> found = with_base(name))
        return found;
    const std::string prefix = usual_tracking_ref(x_shared.remote, "");
    const Outcome main = x_repository.git().run({.args = {"symbolic-ref", "-q", prefix + "HEAD"}});
    if (main.ok() && main.out.starts_with(prefix))
      if (std::optional<git::Ref> found = with_base(trim(main.out.substr(prefix.size()))))
        return found;
    const Outcome others =
        x_repository.git().run({.args = {"for-each-ref", "--contains=" + x_record.git().base,
                                         "--format=%(refname)", prefix},
                                .environment = as_it_leaves()});
    std::vector<std::string> refs = split_lines(others.out);
    git::erase_fetched_handoffs(x_repository.git(), refs);
    for (const std::string& ref : refs)
      if (std::optional<git::Ref> found = with_base(ref.substr(prefix.size())))
        return found;
    return std::nullopt;
  }

  /// Is what it stands on there, as the push will be held to?
  bool is_base_there() {
    if (!x_base_there.empty() && has(x_base_there, x_record.git().base))
      return true;
    if (x_rules.asks)
      return false;
    std::optional<git::Ref> found = branch_with_base();
    if (!found)
      return false;
    x_there = {found->oid};
    p.on = std::move(*found);
    return true;
  }

  std::vector<std::string> lacking_below(const std::string& base) const {
    return split_lines(x_repository.git().output(
        {.args = without({"rev-list", "--topo-order", base}, x_base_there),
         .environment = as_it_leaves()},
        "list what the remote lacks"));
  }

  git::Transport transport() const {
    return {.remote = x_shared.remote, .may_prompt = x_rules.may_prompt};
  }

  /// A clone of one branch, as a shallow one is, keeps no word of what it pushed to others; one
  /// that calls them otherwise keeps it elsewhere. Gives why the remote cannot be asked: what was
  /// seen tells then how much would leave.
  std::string ask_for_branches() {
    git::BranchTips tips = git::branch_tips_at(x_repository, transport());
    if (!tips.why.empty())
      x_there = git::with_remote_branches(x_repository.git(), std::move(x_there), x_shared.remote);
    x_tips = std::move(tips.refs);
    for (const git::Ref& tip : x_tips)
      if (x_store.objects().contains(tip.oid)) {
        x_there.push_back(tip.oid);
        x_asked.push_back(tip);
      }
    return tips.why;
  }

  /// Of the branches that were asked for one counts as there, the one that leaves least to send:
  /// the push holds it to that. All of them where none will do.
  void count_on_one_branch(const std::string& base, std::vector<std::string>& lacking) {
    constexpr size_t kMostTried = 32;  // each lists what it lacks
    if (x_rules.asks)
      return;
    const std::vector<std::string> own = branches_there(x_repository, x_shared);
    std::stable_partition(x_asked.begin(), x_asked.end(), [&](const git::Ref& tip) {
      return in_list(own, tip.name.substr(git::kBranchRefs.size()));
    });
    x_asked.resize(std::min(x_asked.size(), kMostTried));
    const std::vector<std::string> all = std::exchange(x_there, {});
    std::vector<std::string> least;
    for (const git::Ref& tip : x_asked) {
      x_there = {tip.oid};
      std::vector<std::string> left = lacking_below(base);
      if (!p.on.name.empty() && left.size() >= least.size())
        continue;
      p.on = tip;
      least = std::move(left);
      if (least.size() == lacking.size())
        break;
    }
    if (p.on.name.empty() || (lacking.empty() && !least.empty())) {
      x_there = all;
      p.on = {};
      return;
    }
    x_there = {p.on.oid};
    lacking = std::move(least);
  }

  void look_at_base() {
    const std::string& base = x_record.git().base;
    if (base.empty() || is_base_there())
      return;
    const std::string why_not = ask_for_branches();
    std::vector<std::string> lacking = lacking_below(base);
    const bool shallow = exists(join_path(x_repository.layout().common_dir, "shallow"));
    if (!lacking.empty() && shallow) {  // what the remote went on from may lie behind the cut
      git::deepen(x_repository, {.remote = x_shared.remote});
      if (is_base_there())
        return;
      lacking = lacking_below(base);
    }
    if (!why_not.empty())
      refuse(x_shared.remote + std::string(kUnreachable) + why_not,
             {"nothing has changed there; try again when it can be reached"});
    p.commits = lacking.size();
    if (lacking.empty())
      return count_on_one_branch(base, lacking);
    bool cut = shallow || x_repository.config().text("extensions.partialclone").has_value();
    std::string what = x_shared.remote +
                       " lacks what this work stands on: " + count_of(p.commits, "commit") +
                       " would go along";
    const bool detached = x_record.git().branch.empty();
    const std::vector<std::string> there = branches_there(x_repository, x_shared);
    const bool is_its_own = remote_of_branch(x_repository, x_shared) == x_shared.remote;
    const std::string branch = detached                       ? "NAME"
                               : is_its_own && !there.empty() ? there.back()
                                                              : x_record.at.branch;
    if (cut)
      refuse(
          what + ", and this clone has not all of it",
          {shallow ? "get the history first: git fetch --unshallow " + shell_word(x_shared.remote)
                   : "push the branch from a full clone first, or fetch " + x_shared.remote});
    if (x_rules.with_history) {
      count_on_one_branch(base, lacking);
      p.commits = lacking.size();
      x_along = std::move(lacking);
      return;
    }
    refuse_older_wip(what, lacking);
    const std::string go_along = push_with({.with_history = true});
    if (lacking.size() > kMostSearchedFirst)
      refuse(what, {"push the branch first; its commits were not searched for secrets",
                    "or let it go along, which searches them: " + go_along});
    search(base, what + "; ");  // as git does not
    std::vector<std::string> hints;
    if (takes_push(branch))
      hints.push_back("push what is below the WIP commit first: git push " +
                      shell_word(x_shared.remote) + " " +
                      shell_word(git::short_oid(base) + ":refs/heads/" + branch));
    hints.push_back((hints.empty() ? "let it go along: " : "or let it go along: ") + go_along);
    refuse(what, std::move(hints));
  }

  /// Would a push of the base to this branch be taken, and bring back none that was deleted? By
  /// what the remote has just said.
  bool takes_push(const std::string& branch) const {
    const std::string ref = std::string(git::kBranchRefs) + branch;
    for (const git::Ref& tip : x_tips) {
      if (tip.name == ref)
        return x_store.objects().contains(tip.oid) &&
               git::is_ancestor(x_repository.git(), tip.oid, x_record.git().base);
      if (tip.name.starts_with(ref + "/") || ref.starts_with(tip.name + "/"))
        return false;
    }
    return x_repository.config().text("branch." + x_record.git().branch + ".merge") != ref &&
           !git::read_ref(x_repository, usual_tracking_ref(x_shared.remote, branch));
  }

  /// Of commits that would go along, newest first, one that is paused work: no branch may have it.
  void refuse_older_wip(const std::string& what, const std::vector<std::string>& lacking) const {
    const auto oldest = std::find_if(lacking.rbegin(), lacking.rend(), [&](const auto& oid) {
      return says_wip(commit_or_fail(x_store, oid));
    });
    if (oldest == lacking.rend())
      return;
    const bool is_root = commit_or_fail(x_store, *oldest).parents.empty();
    refuse(what + ", with an older WIP commit among them, " + git::short_oid(*oldest),
           {*oldest == lacking.front()
                ? "resume this one, then undo the older commit, which keeps its files: git reset "
                  "HEAD~1"
                : "resume this one, squash the older one, and pause again: " +
                      way_to_list(x_repository, WipCommit{.oid = *oldest, .is_root = is_root}),
            "or let it go along: " + push_with({.with_history = true})});
  }

  /// The same push with this allowed besides.
  std::string push_with(const PublishRules& more) const {
    return "git handoff push" +
           options_of({.with_history = x_rules.with_history || more.with_history,
                       .allow_secrets = x_rules.allow_secrets || more.allow_secrets}) +
           " " + printable(x_record.at.id);
  }

  /// Git sends no commits of submodules: whoever takes the work fetches them where they come from.
  void look_at_submodules() {
    const std::string& base = x_record.git().base;
    std::string commits = x_snapshot == base ? "" : x_snapshot + "\n";
    for (const std::string& commit : x_along)
      commits += commit + "\n";
    if (commits.empty())
      return;
    std::set<SubmoduleCommit> submodules =
        submodules_set_by(x_repository.git(), as_it_leaves(), commits);
    git::TreeReader below = tree(base), there = tree(kept_there(x_store, x_shared, "Handoff-Wip"));
    for (const git::IndexEntry& staged : recorded_entries(x_store, x_record))
      if (staged.stage == 0 && staged.mode == git::kModeGitlink &&
          staged.oid != below.at(staged.path).oid)
        submodules.insert({.path = staged.path, .oid = staged.oid});
    for (const SubmoduleCommit& submodule : submodules)
      if (submodule.oid != there.at(submodule.path).oid)
        refuse_unless_there(x_repository, submodule);
  }

  git::TreeReader tree(const std::string& commit) const {
    return {x_store.objects(), tree_of(x_store, commit), x_repository.layout().oid_digits()};
  }

  /// All that would leave with this commit. `before`: of a refusal.
  void search(const std::string& tip, const std::string& before) {
    Leaving leaving(x_repository, x_quarantine, as_it_leaves());
    leaving.look_at(tip, not_there({}));
    if (!x_rules.allow_secrets)
      leaving.refuse_secrets(before,
                             push_with({.with_history = !before.empty(), .allow_secrets = true}));
    p.files = std::move(leaving.files);
    p.bytes = leaving.bytes;
    p.lfs = std::move(leaving.lfs);
  }

  const Store& x_store;
  const git::Repository& x_repository;
  git::Quarantine& x_quarantine;
  const Record& x_record;
  const Shared& x_shared;
  const std::string x_base_there;  ///< what the version there stands on; its work is in no branch
  const PublishRules& x_rules;
  std::vector<std::string> x_along;         ///< commits below the work that go along
  std::vector<std::string> x_there;         ///< commits that the remote has
  std::vector<git::Ref> x_tips;             ///< its branches, as it said when it was asked
  std::vector<git::Ref> x_asked;            ///< ... of those what is here
  std::set<std::string> x_fetched, x_gone;  ///< of PublishRules::moved: those looked at; not there
  std::string x_snapshot;
  Publication p;
};

}  // namespace

std::string options_of(const PublishRules& rules) {
  return std::string(rules.with_history ? " --with-history" : "") +
         (rules.allow_secrets ? " --allow-secrets" : "");
}

std::vector<std::string> with_options(std::vector<std::string> hints, const PublishRules& rules) {
  const std::string options = options_of(rules);
  for (std::string& hint : hints)
    for (const std::string push : {"git handoff push", "git handoff pause --push"})
      if (const size_t end = hint.find(push) + push.size();
          contains(hint, push) && hint.compare(end, 3, " --") != 0)
        hint.insert(end, options);
  return hints;
}

Publication prepare_publication(const Store& store, git::Quarantine& quarantine,
                                const Record& record, const Shared& shared,
                                const PublishRules& rules) {
  return Outgoing(store, quarantine, record, shared, rules).prepare();
}

}  // namespace handoff::ops
