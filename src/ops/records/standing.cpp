#include "ops/records/standing.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/records/rewritten_branch.hpp"
#include "ops/records/sent_version.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

namespace {

using Kind = Standing::Kind;

constexpr size_t kMostAhead = 1000;
constexpr Seconds kJustNow = 60;  ///< seen so lately that another look says the same

Kind kind_of(const Shared& shared) {
  if (shared.pending || shared.damaged || !shared.doubt.empty())
    return Kind::unsettled;
  switch (shared.state) {
    case SharedState::free:
      return shared.has_newer() || shared.older ? Kind::newer : Kind::free;
    case SharedState::held:
      return shared.ours ? Kind::yours : shared.by_user ? Kind::elsewhere : Kind::held;
    case SharedState::finished:
      return Kind::finished;
    case SharedState::absent:
      break;
  }
  return Kind::gone;
}

std::string shortly(const Standing& standing) {
  switch (standing.kind) {
    case Kind::unsettled:
      return "not settled";
    case Kind::elsewhere:
      return std::string("somebody has it") + kInYourName;
    case Kind::held:
      return standing.shared.named() + " has it";
    case Kind::newer:
      return what_came(standing.shared);
    case Kind::original:
      if (standing.shared.is_gone())
        return "the original is no longer on " + standing.shared.remote;
      if (!standing.shared.doubt.empty())
        return "who has the original is not known";
      return (standing.shared.by_user ? "somebody" : standing.shared.named()) +
             (standing.shared.held_by_other() ? " has the original"
              : standing.shared.has_newer()   ? " has added to the original"
              : standing.shared.into.empty()
                  ? " has finished the original"
                  : " continues the original as " + standing.shared.into) +
             (standing.shared.by_user ? kInYourName : "");
    case Kind::finished:
      return told_end(standing.shared);
    case Kind::gone:
      return "no longer on " + standing.shared.remote;
    case Kind::free:
    case Kind::yours:
      break;
  }
  return {};
}

bool others_had_it(const Shared& shared) { return !shared.by_user && !shared.by.empty(); }

std::string hint_for(const Standing& standing) {
  const std::string id = printable(standing.shared.id);
  switch (standing.kind) {
    case Kind::unsettled:
      return command_again(standing.shared);
    case Kind::elsewhere:
    case Kind::held:
      return now() - standing.shared.seen < kJustNow ? "" : "git handoff fetch " + id;
    case Kind::yours:
      return standing.shared.not_landed() ? "git handoff take " + id : "";
    case Kind::newer:
      return "git handoff take " + id;
    case Kind::finished:
      return standing.shared.into.empty() ? "git handoff resume --fresh " + id
                                          : "git handoff take " + standing.shared.into;
    case Kind::gone:  // what somebody else had last may be finished
      return others_had_it(standing.shared) ? "" : "git handoff push " + id;
    default:
      return {};
  }
}

Standing standing_of(Shared shared) {
  Standing standing{.kind = kind_of(shared), .shared = std::move(shared)};
  standing.sentence = describe(standing.shared, now());
  standing.shortly = shortly(standing);
  standing.hint = hint_for(standing);
  return standing;
}

/// May others go on with it? Also where its remote does not show it, or shows an older version.
bool is_original_of_others(const Shared& s) {
  if (s.pending || s.damaged)
    return false;
  return s.held_by_other() || s.finished_by_other() || s.has_newer() || s.is_set_back() ||
         (s.is_gone() && now() - s.seen < kLongOver);
}

/// Of a fork, where that is so of what it was forked from. `own`: what the fork itself is at its
/// remote.
Standing of_original(const Shared& s, const std::optional<Standing>& own) {
  Standing standing{.kind = Kind::original, .shared = s};
  if (own)
    standing.of_fork = own->kind;
  const bool by_others = !s.by_user;
  standing.of_original = std::string(s.lost && s.held_by_other() && by_others ? "taken from you as "
                                                                              : "forked from ") +
                         printable(s.id) + ": ";
  if (s.is_gone() || !s.doubt.empty())
    standing.of_original += "that is " + describe(s, now());
  else
    standing.of_original +=
        (s.held_by_other() ? (by_others ? s.named() : "somebody") + " has had that" +
                                 for_words(now() - s.since) + (by_others ? "" : kInYourName)
         : s.has_newer() ? what_came(s) + ", " + relative_time(s.since, now())
                         : "that is " + told_end(s)) +
        (by_others && !s.finished_by_other() ? ", says " + s.named() : "") + " (seen " +
        relative_time(s.seen, now()) + ")";
  standing.sentence =
      standing.of_original +
      (own ? (own->unpushed ? "; this one: " : "; this one is ") + own->sentence : "");
  standing.unpushed = own && own->unpushed;
  standing.shortly = (!own || own->kind != Kind::free ? ""
                      : own->unpushed                 ? own->shortly + ", "
                                                      : "free to take, ") +
                     shortly(standing);
  return standing;
}

std::optional<Shared> read_quietly(const std::string& common_dir, const std::string& id) {
  try {
    return read_shared_in(common_dir, id);
  } catch (const Failure&) {
    Shared damaged;
    damaged.id = id;
    damaged.damaged = true;
    return damaged;
  }
}

}  // namespace

namespace {

/// Of these commits ("oid author") of a branch those that are new: not what the branch here has,
/// written anew. What the work itself has become there is new: where the branch here has what is
/// below the work, only that is compared.
std::vector<std::string> without_rewritten(const git::Repository& repository,
                                           std::vector<std::string> commits,
                                           const std::string& there, const std::string& here,
                                           const Json& document) {
  const std::string base =
      formats::text_of(formats::field(formats::field(document, "git"), "base"));
  if (!git::is_oid(base) || commits.size() == kMostAhead)
    return commits;
  const git::Git& git = repository.git();
  const std::string& compared = git::is_ancestor(git, base, here) ? base : here;
  if (const auto beyond = git::commits_beyond(git, there, compared)) {
    const std::set<std::string> others(beyond->begin(), beyond->end());
    std::erase_if(commits, [&](const std::string& commit) {
      return !others.contains(commit.substr(0, commit.find(' ')));
    });
  }
  return commits;
}

}  // namespace

std::string ahead_of(const git::Repository& repository, const Shared& shared,
                     const Json& document) {
  if (shared.branch.empty() || shared.branch == "HEAD")
    return {};
  const std::string here = "refs/heads/" + shared.branch;
  const std::string there = tracking_branch(repository, shared);
  if (there.empty() || !git::read_ref(repository, here))
    return {};
  Outcome log = repository.git().run({.args = {"log", "--encoding=UTF-8", "--format=%H %an",
                                               "--max-count=" + std::to_string(kMostAhead),
                                               "refs/remotes/" + there, "--not", here, "--"}});
  std::vector<std::string> commits = split_lines(log.out);
  if (!log.ok() || commits.empty())
    return {};
  const bool rewritten = was_rewritten(repository, here, there, document);
  const size_t all = commits.size();
  commits =
      without_rewritten(repository, std::move(commits), "refs/remotes/" + there, here, document);
  if (commits.empty())
    return rewritten ? branch_name(there) + " was rewritten, with no new commit" : "";
  const size_t count = commits.size();
  std::vector<std::string> authors;
  for (const std::string& commit : commits)
    authors.push_back(commit.substr(std::min(commit.find(' '), commit.size() - 1) + 1));
  std::ranges::sort(authors);
  authors.erase(std::unique(authors.begin(), authors.end()), authors.end());
  constexpr size_t kMostNamed = 2;
  const size_t others = authors.size() - std::min(authors.size(), kMostNamed);
  authors.resize(std::min(authors.size(), kMostNamed));
  for (std::string& author : authors)
    author = person_name(author);
  const bool cut = git::ends_too_early(repository, "refs/remotes/" + there, here);
  const std::string more = count == kMostAhead || cut ? " or more" : "";
  return branch_name(there) +
         told_ahead(rewritten     ? model::AheadHow::rewritten
                    : count < all ? model::AheadHow::has_new
                                  : model::AheadHow::ahead,
                    count, more) +
         " (" + join(authors, ", ") + (others > 0 ? " and " + count_of(others, "other") : "") +
         ")" + (cut ? ": the history here is shallow" : "");
}

namespace {

/// `hint`: of its standing.
std::string told_successor(const std::string& hint) {
  return (contains(hint, "git handoff take ") ? "take what it is now: "
                                              : "what it is now is here: ") +
         hint;
}

/// `hint`: of its standing, where it went on as another one.
std::optional<Failure> why_not(const Shared& shared, const std::string& hint) {
  const std::string id = printable(shared.id), is = "'" + id + "' is " + describe(shared, now());
  const auto refused = [](const std::string& message, std::vector<std::string> hints) {
    return Failure(FailureKind::no, message, std::move(hints));
  };
  switch (kind_of(shared)) {
    case Kind::finished:
      if (!shared.into.empty())
        return refused(is, contains(hint, "handoff push ")
                               ? std::vector<std::string>{kOffline}
                               : std::vector<std::string>{told_successor(hint), kOffline});
      return refused(
          is, {"start fresh from what the remote has: git handoff resume --fresh " + id, kOffline});
    case Kind::gone:
      if (others_had_it(shared))
        return refused(is, {"ask " + shared.named() + " whether it is finished", kOffline});
      return refused(is, {"'git handoff push' publishes it again, under a new name", kOffline});
    case Kind::elsewhere:
      return refused("'" + id + "': " + describe(shared, now()),
                     {"take it away from there: git handoff take --steal " + id});
    case Kind::held:
      return refused("'" + id + "': " + describe(shared, now()),
                     {"take it away from them, when they agree: git handoff take --steal " + id});
    case Kind::newer:
      return refused("'" + id + "': " + what_came(shared) + " since",
                     {"take what is there now: git handoff take " + id, kOffline});
    case Kind::yours:
      if (shared.not_landed())
        return refused(is, {"put it back: git handoff take " + id, kOffline});
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Failure> Standing::why_not_resumed() const {
  if (kind == Kind::original)
    return std::nullopt;
  std::optional<Failure> why = why_not(shared, hint);
  if (why && kind == Kind::gone && contains(hint, " --fresh "))
    return Failure(why->kind(), why->message(),
                   {"start fresh from what the remote has: " + hint, kOffline});
  if (!why || !unpushed)
    return why;
  std::vector<std::string> hints = why->hints();
  const std::string push = " what is paused here, which " + shared.remote +
                           " never had: git handoff push " + printable(shared.id);
  if (kind == Kind::finished) {
    hints.insert(hints.begin(), "hand on" + push);
  } else if (kind == Kind::held || kind == Kind::elsewhere)
    hints.push_back("or hand on, as a handoff of its own," + push);
  return Failure(why->kind(), why->message(), std::move(hints));
}

std::string_view word_of(Kind kind) {
  static constexpr std::string_view kWords[] = {
      "free", "unsettled", "yours", "elsewhere", "held", "newer", "original", "finished", "gone"};
  static_assert(std::size(kWords) == static_cast<size_t>(Kind::gone) + 1);
  return kWords[static_cast<size_t>(kind)];
}

namespace {

/// Nobody takes what is here already.
Standing as_seen_here(const std::string& common_dir, Shared shared) {
  Standing standing = standing_of(std::move(shared));
  if (standing.kind != Kind::finished || standing.shared.into.empty())
    return standing;
  constexpr int kMostSteps = 16;  // somebody may have written a circle
  std::string into = standing.shared.into;
  std::optional<Shared> next = read_quietly(common_dir, into);
  for (int i = 0; i < kMostSteps && next && kind_of(*next) == Kind::finished && !next->into.empty();
       ++i) {
    into = next->into;
    next = read_quietly(common_dir, into);
  }
  const bool is_put_back = next && !next->on.empty(), is_here = next && !next->local.empty();
  standing.hint = is_put_back ? "git handoff discard " + printable(standing.shared.id)
                  : is_here   ? "git handoff resume " + into
                              : "git handoff take " + into;
  return standing;
}

std::optional<Standing> own_standing(const std::string& common_dir, const std::string& id) {
  std::optional<Shared> shared = read_quietly(common_dir, id);
  return shared ? std::optional(as_seen_here(common_dir, std::move(*shared))) : std::nullopt;
}

/// Its own, or what became of the one that it was forked from, where that is told first.
std::optional<Standing> with_original(const std::string& common_dir, std::optional<Standing> own,
                                      const std::string& forked_from) {
  if (own && own->comes_before_its_original())
    return own;
  std::optional<Shared> first =
      forked_from.empty() ? std::nullopt : read_quietly(common_dir, forked_from);
  if (!first || !is_original_of_others(*first))
    return own;
  return of_original(*first, own);
}

}  // namespace

std::string way_to_successor(const std::string& common_dir, const Shared& shared) {
  return told_successor(as_seen_here(common_dir, shared).hint);
}

std::optional<Failure> why_not_claimed(const std::string& common_dir, const Shared& shared) {
  return why_not(shared, as_seen_here(common_dir, shared).hint);
}

std::optional<Standing> standing_in(const std::string& common_dir, const std::string& id,
                                    const std::string& forked_from) {
  return with_original(common_dir, own_standing(common_dir, id), forked_from);
}

namespace {

/// The versions that are live here, whatever the branch is called here and there.
class LiveVersions {
 public:
  explicit LiveVersions(const git::Repository& repository) : x_repository(repository) {}

  /// Empty: none is live.
  std::string of(const Shared& shared) {
    if (std::optional<std::string> live =
            git::read_ref(x_repository, Store::active_ref(shared.branch, shared.id)))
      return *live;
    const std::string prefix = Store::prefix_of(RecordRef::Place::active);
    if (!x_refs)
      x_refs = git::list_refs(x_repository.git(), prefix);
    for (const git::Ref& ref : *x_refs)
      if (ref.name.ends_with("/" + shared.id))
        return ref.oid;
    return {};
  }

  /// Is it one that what was sent goes on from (so it is behind an undo), or has it just that, put
  /// back and paused once more?
  bool is_nothing_new(const Shared& shared) const {
    const Store store(x_repository);
    const std::vector<RecordRef> active = store.active();
    const auto at = std::ranges::find(active, shared.id, &RecordRef::id);
    if (at == active.end())
      return false;
    try {
      return is_behind_sent(store, *at, shared.local) ||
             has_same(store, store.load(*at), store.load_version(*at, shared.local));
    } catch (const Failure&) {
      return false;  // damaged: who reads it is told
    }
  }

 private:
  static bool has_same(const Store& store, const Record& a, const Record& b) {
    const auto tree = [&](const Record& record) {
      const auto work = git::read_commit(store.objects(), record.git().wip_commit);
      return work ? work->tree : std::string();
    };
    return a.git().base == b.git().base && tree(a) == tree(b) &&
           say_the_same(*a.document, *b.document);
  }

  const git::Repository& x_repository;
  std::optional<std::vector<git::Ref>> x_refs;
};

/// Is what is paused here another version than this clone pushed or took last?
bool is_another_version(LiveVersions& versions, const Shared& shared) {
  if (shared.pending || shared.local.empty())
    return false;
  const std::string live = versions.of(shared);
  return !live.empty() && live != shared.local;
}

bool is_ahead_of_remote(LiveVersions& versions, const Shared& shared) {
  return !shared.tip.empty() && is_another_version(versions, shared);
}

std::string other_version_there(LiveVersions& versions, const Shared& shared) {
  return shared.state == SharedState::free && !shared.has_newer() &&
                 is_ahead_of_remote(versions, shared)
             ? shared.remote + " has another version of it, free to take: git handoff push " +
                   shared.id
             : std::string();
}

}  // namespace

std::string live_version(const git::Repository& repository, const Shared& shared) {
  return LiveVersions(repository).of(shared);
}

std::string other_version_there(const git::Repository& repository, const Shared& shared) {
  LiveVersions versions(repository);
  return other_version_there(versions, shared);
}

namespace {

/// Is the WIP commit of a record what its branch ends in, and not in the branch that it follows at
/// the remote? Or is there no WIP commit?
bool ends_in_own_wip(const git::Repository& repository, const Shared& shared,
                     const Json& document) {
  const Json& work = formats::field(document, "git");
  const std::string wip = formats::text_of(formats::field(work, "wip_commit")),
                    branch = formats::text_of(formats::field(work, "branch"));
  if (wip.empty() || branch.empty())
    return true;
  Shared own = shared;  // who has it may have it on another branch
  if (branch != shared.branch)
    own.upstream.clear();
  own.branch = branch;
  const std::string there = tracking_branch(repository, own);
  return git::read_ref(repository, "refs/heads/" + branch).value_or("") == wip &&
         (there.empty() || !git::is_ancestor(repository.git(), wip, "refs/remotes/" + there));
}

/// Has somebody else taken, or ended, a version that is older than what is paused here?
bool is_never_sent(LiveVersions& versions, const Standing& standing) {
  const Shared& s = standing.shared;
  const bool by_others = standing.kind == Kind::held || standing.kind == Kind::elsewhere ||
                         standing.kind == Kind::newer || standing.kind == Kind::finished;
  return by_others && is_another_version(versions, s) && !versions.is_nothing_new(s);
}

/// The files that the work changed, and its WIP commit; none where it has no commit.
std::vector<std::string> files_of_work(const git::Repository& repository, const Json& document,
                                       std::string& wip) {
  constexpr size_t kMost = 500;
  const Json& work = formats::field(document, "git");
  wip = formats::text_of(formats::field(work, "wip_commit"));
  const std::string base = formats::text_of(formats::field(work, "base"));
  if (!git::is_oid(wip) || !git::is_oid(base))
    return {};
  const Outcome files = repository.git().run(
      {.args = {"diff-tree", "-r", "--no-renames", "--name-only", "-z", base, wip}});
  std::vector<std::string> paths = split(files.out, '\0');
  std::erase(paths, std::string());
  return files.ok() && paths.size() <= kMost ? paths : std::vector<std::string>();
}

void add_what_is_here_only(LiveVersions& versions, Standing& standing) {
  const Shared& shared = standing.shared;
  if (standing.kind == Kind::free) {
    if (std::string other = other_version_there(versions, shared); !other.empty()) {
      standing.unpushed = true;
      standing.sentence = std::move(other);
      standing.shortly = shared.remote + " has another version";
    }
  } else if (standing.kind == Kind::yours && !shared.not_landed() &&
             is_ahead_of_remote(versions, shared)) {
    standing.unpushed = true;
    standing.sentence += ", which has not what is paused here";
    standing.hint = "git handoff push " + printable(shared.id);
  } else if (is_never_sent(versions, standing)) {
    standing.unpushed = true;
    standing.sentence += "; " + shared.remote + " never had what is paused here";
    if (standing.kind == Kind::finished)
      standing.hint = "git handoff push " + printable(shared.id);
  }
}

}  // namespace

std::string branch_with_all(const git::Repository& repository, const Shared& shared,
                            const Json& document) {
  std::string wip;
  const std::vector<std::string> paths = files_of_work(repository, document, wip);
  std::string there = paths.empty() ? "" : tracking_branch(repository, shared);
  std::vector<std::string> args = {"diff-tree", "-r", "--quiet", wip, "refs/remotes/" + there,
                                   "--"};
  append(args, paths);
  return !there.empty() && repository.git().run({.args = args}).ok() ? there : std::string();
}

std::optional<Standing> standing_here(const git::Repository& repository, const std::string& id,
                                      const Json& document) {
  const std::string& common_dir = repository.layout().common_dir;
  std::optional<Standing> own = own_standing(common_dir, id);
  if (LiveVersions versions(repository); own)
    add_what_is_here_only(versions, *own);
  return with_original(common_dir, std::move(own),
                       formats::text_of(formats::field(document, "forked_from")));
}

std::string told_original(const git::Repository& repository, const Json& document) {
  const std::optional<Standing> known =
      with_original(repository.layout().common_dir, std::nullopt,
                    formats::text_of(formats::field(document, "forked_from")));
  return known ? known->of_original : std::string();
}

std::optional<Standing> standing(const git::Repository& repository, const Record& record) {
  return standing(repository, record.at.id, *record.document);
}

std::optional<Standing> standing(const git::Repository& repository, const std::string& id,
                                 const Json& document) {
  std::optional<Standing> standing = standing_here(repository, id, document);
  if (standing && (standing->kind == Kind::held || standing->kind == Kind::elsewhere ||
                   standing->kind == Kind::finished || standing->kind == Kind::original))
    standing->ahead = ahead_of(repository, standing->shared, document);
  if (standing && standing->kind == Kind::gone)
    if (const std::string there = branch_with_all(repository, standing->shared, document);
        !there.empty()) {
      standing->sentence += "; " + branch_name(there) + " has its files as they are here";
      standing->hint = "git handoff resume --fresh " + printable(standing->shared.id);
    }
  if (!standing || standing->kind != Kind::finished || !standing->shared.into.empty())
    return standing;
  // Whether starting fresh goes is seen by who looks, and who ended it may want to go on: resume
  // tells.
  const Shared& shared = standing->shared;
  if (shared.ended || shared.ended_here || !ends_in_own_wip(repository, shared, document))
    standing->hint.clear();
  return standing;
}

std::map<std::string, Standing> all_standings(const git::Repository& repository) {
  std::map<std::string, Standing> all;
  LiveVersions versions(repository);
  const std::string& common_dir = repository.layout().common_dir;
  const std::vector<Shared> known = all_shared(repository);
  for (const Shared& shared : known)
    add_what_is_here_only(versions,
                          all.emplace(shared.id, as_seen_here(common_dir, shared)).first->second);
  // What was kept of one that others may go on with.
  for (const Shared& shared : known)
    if (is_original_of_others(shared) && !shared.kept_as.empty())
      if (auto own = all.find(shared.kept_as);
          own == all.end() || !own->second.comes_before_its_original())
        all.insert_or_assign(
            shared.kept_as,
            of_original(shared, own == all.end() ? std::nullopt : std::optional(own->second)));
  return all;
}

}  // namespace handoff::ops
