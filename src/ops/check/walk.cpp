#include <algorithm>

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/match.hpp"
#include "ops/records/names.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/rewritten_branch.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostOnRemoteBranch = 1000;
constexpr size_t kMostCompared = 300;  ///< of its commits, and of those here, by their patches
/// How far back rewritten commits are looked for with their files, and without them.
constexpr size_t kMostWithFiles = 5000;
constexpr size_t kMostWithoutFiles = 200000;
constexpr size_t kNearHead = 64;  ///< commits below HEAD that are looked through without git

/// A ref that came with the clone has no reflog before it moves.
bool has_never_moved(const git::Repository& repository, const std::string& ref) {
  const git::Config& config = repository.config();
  const std::string logs = config.text("core.logallrefupdates").value_or("true");
  return (logs == "true" || logs == "always") &&
         config.text("core.bare").value_or("false") == "false" &&
         !exists(join_path(repository.layout().common_dir, "logs/" + ref));
}

/// Where a ref was in this clone when the record was written, where it was written here: what
/// others did before, and came later, is news. Empty: that is not known.
std::string seen_then(const Facts& facts, const std::string& ref) {
  if (!facts.written || facts.handoff->git.worktree_path.empty())
    return {};
  const git::Repository& repository = *facts.repository;
  const std::string& common_dir = repository.layout().common_dir;
  const std::string& place = facts.handoff->git.worktree_path;
  const bool was_here = place == repository.layout().root || join_path(place, ".git") == common_dir;
  const std::string oid = (was_here && has_never_moved(repository, ref)
                               ? git::peek_ref(common_dir, ref)
                               : git::ref_at(common_dir, ref, facts.written->time))
                              .value_or("");
  return !oid.empty() && facts.objects->contains(oid) ? oid : std::string();
}

/// The walk goes no further than what is seen already.
void stop_at(git::LogRequest& request, std::initializer_list<const git::NamedObject*> seen) {
  for (const git::NamedObject* object : seen)
    if (object->is_commit())
      request.revisions.push_back("^" + object->oid);
}

/// The walk over what came since. The WIP commit, also a rewritten one, is no news.
git::LogRequest since_head_request(Facts& facts) {
  git::LogRequest request{.revisions = {facts.head}, .files = true, .bodies = true};
  stop_at(request, {&facts.base, &facts.wip});
  facts.by_time = request.revisions.size() == 1;
  if (facts.by_time && facts.written)
    request.options.push_back("--since=@" + std::to_string(facts.written->time + 1));
  else if (facts.by_time)
    request.limit = 1;
  return request;
}

/// Is it a commit that the record knows, or HEAD? Then nothing came with it.
bool is_no_news(const Facts& facts, const std::string& oid) {
  return oid == facts.head || oid == facts.base.oid || oid == facts.wip.oid ||
         oid == facts.upstream_then.oid;
}

/// Is a commit here that the work stands on? What that has not is new to the work, of whatever
/// date: a pull request is often older than the pause that it is merged after.
bool is_past_known(const Facts& facts) { return facts.base.is_commit() || facts.wip.is_commit(); }

/// Without it the time of the record decides; false: that is not known either.
bool leave_by_time(const Facts& facts, git::LogRequest& request) {
  if (facts.written)
    request.options.push_back("--since=@" + std::to_string(facts.written->time + 1));
  return facts.written.has_value();
}

std::optional<git::LogRequest> since_upstream_request(const Facts& facts) {
  if (!facts.upstream_now.is_commit() || is_no_news(facts, facts.upstream_now.oid))
    return std::nullopt;
  git::LogRequest request{
      .revisions = {facts.upstream_now.oid, "^" + facts.head}, .files = true, .bodies = true};
  stop_at(request, {&facts.base, &facts.wip, &facts.upstream_then});
  if (facts.upstream_then.is_commit())
    return request;
  if (std::string then = seen_then(facts, facts.upstream_ref); !then.empty())
    request.revisions.push_back("^" + then);
  else if (!is_past_known(facts) && !leave_by_time(facts, request))
    return std::nullopt;
  return request;
}

/// What the branch that the work will go into got since.
std::optional<git::LogRequest> since_trunk_request(const Facts& facts) {
  git::LogRequest request{.files = true, .bodies = true, .limit = kMostOnRemoteBranch};
  std::vector<std::string> then;
  for (const auto& [name, tip] : facts.trunk_tips)
    if (!is_no_news(facts, tip) && tip != facts.upstream_now.oid) {
      request.revisions.push_back(tip);
      if (std::string oid = seen_then(facts, name); !oid.empty())
        then.push_back("^" + oid);
    }
  if (request.revisions.empty())
    return std::nullopt;
  const bool all_seen = then.size() == request.revisions.size();
  request.revisions.insert(request.revisions.end(), then.begin(), then.end());
  if (!all_seen && !is_past_known(facts) && !leave_by_time(facts, request))
    return std::nullopt;
  request.revisions.push_back("^" + facts.head);
  stop_at(request, {&facts.base, &facts.wip, &facts.upstream_then, &facts.upstream_now});
  return request;
}

std::string short_remote_name(const std::string& ref) {
  constexpr std::string_view kRemotes = "refs/remotes/";
  return ref.starts_with(kRemotes) ? ref.substr(kRemotes.size()) : ref;
}

std::string name_of_upstream(const Facts& facts) {
  return facts.upstream_ref.starts_with("refs/")
             ? branch_name(short_remote_name(facts.upstream_ref))
             : "the upstream";
}

/// The answer of a walk over commits `from` somewhere; their files may be too many to be listed.
std::vector<git::LogEntry> take(Facts& facts, git::LogQuestion& question, const std::string& from) {
  std::vector<git::LogEntry> entries = question.answer();
  if (question.is_cut())
    facts.unlisted.insert(from);
  return entries;
}

/// What a remote-tracking branch of the same name has: commits that are here in another form
/// (rebased, amended) are not among them. One that was ahead at the pause already still is: it is
/// the same branch, and to go on without its commits is what a push is refused for. Of any other
/// upstream only what came since is told: a topic branch is behind `main` on every ordinary day.
std::optional<git::LogRequest> ahead_request(const Facts& facts, const git::Ref& ref) {
  if (ref.oid == facts.wip.oid || ref.oid == facts.base.oid ||
      in_list(git::straight_line(*facts.objects, facts.head, kNearHead), ref.oid))
    return std::nullopt;
  git::LogRequest request{.revisions = {facts.head + "..." + ref.oid},
                          .options = {"--right-only"},
                          .files = facts.unlisted.empty(),
                          .bodies = true,
                          .limit = kMostOnRemoteBranch};
  if (request.files)
    request.options.emplace_back("--cherry-pick");
  stop_at(request, {&facts.base, &facts.wip});
  return request;
}

/// A hint: squashes and copies keep it as well.
bool has_our_trailer(const Facts& facts, const git::LogEntry& entry) {
  const std::string& id = facts.subject->id;
  return !id.empty() && git::trailer(entry.message(), git::kIdTrailer) == id;
}

std::string mark_of(const git::LogEntry& entry) {
  return entry.author + '\n' + std::to_string(entry.author_time) + '\n' + entry.subject;
}

/// Of commits that somebody else has written anew, each beside the user's own of the same mark:
/// those that change the same.
std::set<std::string> same_content(const Facts& facts,
                                   const std::map<std::string, std::string>& own_of) {
  std::vector<std::string> oids;
  for (const auto& [theirs, own] : own_of)
    oids.insert(oids.end(), {theirs, own});
  std::set<std::string> same;
  if (oids.empty())
    return same;
  const std::map<std::string, git::Patch> patches =
      git::read_patches(facts.repository->git(), oids);
  for (const auto& [theirs, own] : own_of)
    if (auto a = patches.find(theirs), b = patches.find(own);
        a != patches.end() && b != patches.end() &&
        (a->second.id == b->second.id ||
         (!a->second.sum.empty() && a->second.sum == b->second.sum)))
      same.insert(theirs);
  return same;
}

/// Takes out what is the user's own work in another form: as the user has made it, or with the same
/// content, rebased and pushed by somebody, say. What somebody else has changed in it is news.
void forget_own(const Facts& facts, const std::string& tip, std::vector<git::LogEntry>& theirs) {
  if (theirs.empty())
    return;
  std::map<std::string, std::string> own, own_of;
  git::LogRequest here{.revisions = {facts.head, "^" + tip}, .limit = kMostOnRemoteBranch};
  for (const git::LogEntry& entry : git::LogQuestion(facts.repository->git(), here).answer())
    own.emplace(mark_of(entry), entry.oid);
  auto made_by_user = [&](const git::LogEntry& entry) {
    return is_user(facts.user, entry.committer);
  };
  for (const git::LogEntry& entry : theirs)
    if (auto found = own.find(mark_of(entry)); found != own.end() && !made_by_user(entry))
      own_of[entry.oid] = found->second;
  const std::set<std::string> same = same_content(facts, own_of);
  // The paused work, if need be as the user has changed it; what others made of it is theirs.
  std::set<std::string> changed_wips;
  auto is_work = [&](const git::LogEntry& entry) {
    if (!has_our_trailer(facts, entry))
      return false;
    const WipAt at = what_it_is(facts, entry.oid);
    const bool is_theirs = at.kind == WipAt::Kind::altered && !made_by_user(entry);
    if (is_theirs)
      changed_wips.insert(entry.oid);
    return at.is_ours() && !is_theirs;
  };
  std::erase_if(theirs, [&](const git::LogEntry& entry) {
    return is_work(entry) || same.contains(entry.oid) ||
           (own.contains(mark_of(entry)) && made_by_user(entry));
  });
  for (git::LogEntry& entry : theirs)
    if (own_of.contains(entry.oid) || changed_wips.contains(entry.oid))
      entry.author = entry.committer;  // whose change it is that is told
}

/// Of the commits that a branch at a remote has (newest first) those that are but older forms of
/// what the branch here has: reworded, squashed or split since, and not pushed yet.
std::set<std::string> older_forms(Facts& facts, const std::string& tip,
                                  const std::vector<git::LogEntry>& theirs) {
  if (!facts.unlisted.empty() || theirs.size() > kMostCompared)
    return {};
  TwoHistories histories{.lost = {theirs.rbegin(), theirs.rend()},
                         .here = walk_for_matches(facts, {facts.head, "^" + tip}, {})};
  std::erase_if(histories.here, [](const git::LogEntry& entry) {
    return git::trailer(entry.message(), git::kIdTrailer).has_value();
  });
  std::map<std::string, const git::LogEntry*> here;
  for (const git::LogEntry& entry : histories.here)
    here[entry.oid] = &entry;
  const Matches matches = match_commits(histories, facts.repository->git(), kMostCompared);
  std::set<std::string> older;
  for (const git::LogEntry& entry : theirs) {
    const auto match = matches.find(entry.oid);
    if (match == matches.end())
      continue;
    // Most of the lines may be anybody's: those of one moment are the user's own, amended as well.
    const Match& found = match->second;
    const bool by_user = is_user(facts.user, entry.committer);
    if (std::ranges::all_of(found.to, [&](const std::string& oid) {
          const git::LogEntry& now = *here.at(oid);
          const bool is_amended = !found.is_in_part() || now.author_time == entry.author_time;
          return now.commit_time >= entry.commit_time &&
                 (found.is_same_change() || (by_user && is_amended));
        }))
      older.insert(entry.oid);
  }
  return older;
}

model::AheadHow how_ahead(const Facts& facts) {
  const git::Git& git = facts.repository->git();
  const std::string here =
      facts.branch_tip.is_commit() ? std::string(git::kBranchRefs) + facts.branch : facts.head;
  if (was_rewritten(*facts.repository, here, facts.ahead_ref, *facts.subject->document))
    return model::AheadHow::rewritten;
  const Outcome all = git.run(
      git::offline({.args = {"rev-list", "--count", facts.ahead_tip, "--not", facts.head, "--"}}));
  return trim(all.out) == std::to_string(facts.ahead.size()) ? model::AheadHow::ahead
                                                             : model::AheadHow::has_new;
}

void look_ahead(Facts& facts) {
  forget_own(facts, facts.upstream_now.oid, facts.since_upstream);
  for (const git::Ref& ref : facts.same_name) {
    std::optional<git::LogRequest> request = ahead_request(facts, ref);
    if (!request)
      continue;
    const std::string name = short_remote_name(ref.name);
    if (!request->files)
      facts.unlisted.insert(branch_name(name));
    git::LogQuestion question(facts.repository->git(), *request);
    const std::vector<git::LogEntry> theirs = take(facts, question, branch_name(name));
    std::vector<git::LogEntry> ahead = theirs;
    forget_own(facts, ref.oid, ahead);
    if (ahead.size() > facts.ahead.size()) {
      const std::set<std::string> older = older_forms(facts, ref.oid, theirs);
      std::erase_if(ahead, [&](const git::LogEntry& entry) { return older.contains(entry.oid); });
    }
    if (ahead.size() <= facts.ahead.size())
      continue;
    facts.ahead = std::move(ahead);
    facts.ahead_ref = name;
    facts.ahead_tip = ref.oid;
  }
  if (!facts.ahead.empty())
    facts.ahead_how = how_ahead(facts);
  for (const git::LogEntry& entry : facts.ahead)
    if (!in_list(facts.since_upstream, entry.oid, &git::LogEntry::oid))
      facts.since_upstream.push_back(entry);
}

/// Those of the commits that a branch of this clone has.
std::set<std::string> had_here(const Facts& facts, const std::vector<git::LogEntry>& entries) {
  std::map<std::string, const git::LogEntry*> by_oid;
  for (const git::LogEntry& entry : entries)
    by_oid[entry.oid] = &entry;
  std::vector<std::string> next;
  for (const git::Ref& tip : facts.trunk_tips)
    if (tip.name.starts_with(git::kBranchRefs))
      next.push_back(tip.oid);
  std::set<std::string> here;
  while (!next.empty()) {
    const auto at = by_oid.find(next.back());
    next.pop_back();
    if (at != by_oid.end() && here.insert(at->first).second)
      next.insert(next.end(), at->second->parents.begin(), at->second->parents.end());
  }
  return here;
}

void take_from_trunk(Facts& facts, std::vector<git::LogEntry> entries) {
  const std::set<std::string> here = had_here(facts, entries);
  forget_own(facts, facts.trunk_tips.front().oid, entries);
  for (git::LogEntry& entry : entries)
    if (!in_list(facts.since_upstream, entry.oid, &git::LogEntry::oid)) {
      if (!here.contains(entry.oid))
        facts.only_at_origin.insert(entry.oid);
      facts.on_trunk.insert(entry.oid);
      facts.since_upstream.push_back(std::move(entry));
    }
}

void take_out_wip(Facts& facts) {
  std::erase_if(facts.since_head, [&](const git::LogEntry& entry) {
    if (!facts.wip.is_commit() || !has_our_trailer(facts, entry))
      return false;
    const WipAt at = what_it_is(facts, entry.oid);
    if (at.is_ours() && facts.wip_now.empty()) {
      facts.wip_now = entry.oid;
      facts.wip_altered = at.kind == WipAt::Kind::altered;
    }
    return at.is_ours() || at.kind == WipAt::Kind::older;
  });
}

}  // namespace

void leave_merged_files(Facts& facts) {
  const std::initializer_list<std::vector<git::LogEntry>*> walks = {
      &facts.since_head, &facts.since_upstream, &facts.ahead};
  std::vector<std::string> merges;
  for (const std::vector<git::LogEntry>* walk : walks)
    for (const git::LogEntry& entry : *walk)
      if (entry.parents.size() > 1 &&
          std::ranges::any_of(entry.files, [&](const std::string& file) {
            return facts.named.relevance_of(file) > 0;
          }))
        merges.push_back(entry.oid);
  if (merges.empty())
    return;
  const auto changed = git::changed_by_merges(facts.repository->git(), merges);
  if (!changed)
    return;
  for (std::vector<git::LogEntry>* walk : walks)
    for (git::LogEntry& entry : *walk)
      if (in_list(merges, entry.oid)) {
        const auto own = changed->find(entry.oid);
        std::erase_if(entry.files, [&](const std::string& file) {
          return own == changed->end() || !own->second.contains(file);
        });
      }
}

namespace {

/// What is asked of history: full ids throughout, but for walks by time.
struct Questions {
  std::vector<std::string> tips = {};    ///< commits that HEAD may have lost
  std::vector<std::string> stored = {};  ///< recorded commits
  git::LogRequest since_head = {};
  std::optional<git::LogRequest> since_upstream = {};
  std::optional<git::LogRequest> since_trunk = {};
};

Questions questions_of(Facts& facts) {
  Questions questions;
  auto add = [&](const git::NamedObject& object, bool detail) {
    if (!object.is_commit())
      return;
    questions.tips.push_back(object.oid);
    if (detail)
      questions.stored.push_back(object.oid);
  };
  for (const RecordedCommit& commit : facts.commits) {
    add(commit.object, true);
    if (!commit.target.empty()) {
      questions.tips.push_back(commit.target);
      questions.stored.push_back(commit.target);
    }
  }
  add(facts.base, true);
  add(facts.wip, true);
  add(facts.branch_tip, false);
  questions.since_head = since_head_request(facts);
  questions.since_upstream = since_upstream_request(facts);
  questions.since_trunk = since_trunk_request(facts);
  return questions;
}

/// Recorded commits that HEAD plainly has, read without a walk: no files are named. nullopt where
/// a subject is not as plain as git would tell it.
std::optional<std::vector<git::LogEntry>> plain_entries(const Facts& facts,
                                                        const std::vector<std::string>& oids) {
  std::vector<git::LogEntry> entries;
  for (const std::string& oid : oids) {
    std::optional<git::Commit> commit = git::read_commit(*facts.objects, oid);
    if (!commit)
      return std::nullopt;
    const std::vector<std::string> lines = split_lines(commit->message);
    if (lines.empty() || trim(lines[0]).empty() || !is_utf8(commit->message) ||
        (lines.size() > 1 && !trim(lines[1]).empty()))
      return std::nullopt;
    entries.push_back({.oid = oid,
                       .tree = commit->tree,
                       .parents = commit->parents,
                       .author = git::person_of(commit->author),
                       .author_time = git::time_of(commit->author),
                       .committer = git::person_of(commit->committer),
                       .commit_time = git::time_of(commit->committer),
                       .subject = trim(lines[0])});
  }
  return entries;
}

/// Leaves out of the questions what the line below HEAD answers. true: nothing came since.
bool answer_what_is_plain(const Facts& facts, Questions& questions) {
  if (facts.shallow)
    return false;
  const std::vector<std::string> line = git::straight_line(*facts.objects, facts.head, kNearHead);
  std::erase_if(questions.tips, [&](const std::string& oid) { return in_list(line, oid); });
  return !facts.by_time && ((facts.wip.is_commit() && facts.wip.oid == facts.head) ||
                            (facts.base.is_commit() && facts.base.oid == facts.head));
}

bool is_taken_out(const Facts& facts) {
  const model::GitBlock& block = facts.handoff->git;
  const std::string branch = facts.repository->head().branch;
  return facts.at_home && block.on_branch && !facts.subject->retired && facts.wip.is_commit() &&
         facts.wip_now.empty() && facts.head == block.base &&
         (branch == block.branch || is_called_now(*facts.repository, *facts.handoff, branch));
}

}  // namespace

std::vector<git::LogEntry> walk_for_matches(Facts& facts, const std::vector<std::string>& revisions,
                                            const std::vector<std::string>& options) {
  git::LogRequest request{.revisions = revisions,
                          .options = options,
                          .files = facts.unlisted.empty(),
                          .bodies = true,
                          .limit = kMostWithFiles};
  const git::Git& git = facts.repository->git();
  git::LogQuestion question(git, request);
  std::vector<git::LogEntry> here = take(facts, question, "other branches");
  if (here.size() == kMostWithFiles) {
    request.files = false;
    request.bodies = false;
    request.limit = kMostWithoutFiles;
    std::vector<git::LogEntry> all = git::LogQuestion(git, request).answer();
    if (all.size() > here.size())
      here.insert(here.end(), all.begin() + kMostWithFiles, all.end());
  }
  std::ranges::reverse(here);
  return here;
}

void walk_history(Facts& facts) {
  if (facts.head.empty())
    return;
  const git::Git& git = facts.repository->git();
  Questions questions = questions_of(facts);
  const bool nothing_since = answer_what_is_plain(facts, questions);
  // All of them are under way at the same time.
  std::optional<Child> lost;
  if (!questions.tips.empty())
    lost = git::start_divergence(git, questions.tips, {facts.head});
  std::optional<git::LogQuestion> since, upstream, trunk, details;
  if (!nothing_since)
    since.emplace(git, std::move(questions.since_head));
  if (questions.since_upstream)
    upstream.emplace(git, *questions.since_upstream);
  if (questions.since_trunk)
    trunk.emplace(git, *questions.since_trunk);
  std::optional<std::vector<git::LogEntry>> plain;
  if (nothing_since && !lost)
    plain = plain_entries(facts, questions.stored);
  if (!plain && !questions.stored.empty())
    details.emplace(git, git::LogRequest{.revisions = std::move(questions.stored),
                                         .options = {"--no-walk=unsorted"},
                                         .files = true});
  if (since)
    facts.since_head = take(facts, *since, "HEAD");
  if (lost)
    facts.lost = git::read_divergence(std::move(*lost));
  if (details)
    plain = take(facts, *details, "the recorded line");
  for (git::LogEntry& entry : plain.value_or(std::vector<git::LogEntry>()))
    facts.details[entry.oid] = std::move(entry);
  if (upstream)
    facts.since_upstream = take(facts, *upstream, name_of_upstream(facts));
  facts.not_here = {facts.lost.oids.begin(), facts.lost.oids.end()};
  if (facts.by_time && !facts.written)
    facts.since_head.clear();
  if (facts.wip.is_commit() && facts.here(facts.wip.oid))
    facts.wip_now = facts.wip.oid;
  std::vector<git::LogEntry> on_trunk;
  if (trunk)
    on_trunk = take(facts, *trunk, facts.trunk);
  look_ahead(facts);
  if (trunk)
    take_from_trunk(facts, std::move(on_trunk));
  take_out_wip(facts);
  leave_merged_files(facts);
  facts.taken_out = is_taken_out(facts);
}

}  // namespace handoff::ops
