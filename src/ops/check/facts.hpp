#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "git/history/history.hpp"
#include "git/objects/objects.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/refs.hpp"
#include "git/repo/repository.hpp"
#include "git/repo/status.hpp"
#include "model/check.hpp"
#include "ops/check/check_subject.hpp"
#include "ops/restore/replay.hpp"

namespace handoff::ops {

struct Anchor;

using model::Finding;
using model::FindingState;
using Findings = std::vector<Finding>;

/// Collects what a record names beside its next action and tasks: files, plans, gates.
class NamedThings {
 public:
  Finding& add(const char* code, const std::string& subject, FindingState state,
               std::string evidence, std::string suggestion = {}) {
    x_findings.push_back({.code = code,
                          .subject = subject,
                          .state = state,
                          .evidence = std::move(evidence),
                          .suggestion = std::move(suggestion),
                          .relevance = 1});
    return x_findings.back();
  }
  Findings all() { return std::move(x_findings); }

 private:
  Findings x_findings = {};
};

/// Ids of commits in a record, and where they stand.
struct RecordedCommit {
  std::string text = {};    ///< as written, lower case
  std::string where = {};   ///< "task 'Setup'", "recovery", "context_notes"
  bool from_field = false;  ///< a field for commits, not prose
  git::NamedObject object = {};
  std::string target = {};     ///< what the post-rewrite map says it became; empty: nothing
  bool target_merged = false;  ///< together with other commits
};

/// Ids anywhere in a record but in its git block, each once. Pure.
std::vector<RecordedCommit> recorded_commits_in(const Json& record);

/// Which paths a record names, and how much they matter.
class NamedPaths {
 public:
  void add(const std::string& path, int relevance);
  /// A name without a folder is that of the file at the top, and of no other.
  void is_at_top(const std::string& name) { x_at_top.insert(name); }
  /// The relevance of a path (3 next action, 2 open tasks, 1 other), 0 where it is not named.
  /// A named folder names what is below it.
  int relevance_of(const std::string& path) const;
  const std::map<std::string, int>& all() const { return x_paths; }

 private:
  std::map<std::string, int> x_paths;
  std::set<std::string> x_at_top;
};

/// Where an item was written that was carried from an older record.
struct Older {
  std::string tree = {};  ///< the commit that the older record saw
  /// Between its base and `Facts::base`, newest first; the items of one record share it. nullptr:
  /// they have one base.
  std::shared_ptr<const std::vector<git::LogEntry>> since = {};
};

/// All that the claims are compared with, asked of git once.
struct Facts {
  const git::Repository* repository = nullptr;
  const CheckSubject* subject = nullptr;
  const model::Handoff* handoff = nullptr;
  std::unique_ptr<git::ObjectDatabase> objects = {};

  std::optional<ParsedTime> written = {};  ///< the record's timestamp
  Seconds now = 0;
  bool shallow = false;
  bool partial = false;

  std::optional<git::StatusQuestion> status_question = {};    ///< until it is answered
  git::Status status = {};                                    ///< see wait_for_status()
  std::map<std::string, const git::StatusEntry*> dirty = {};  ///< by path; renames by both

  /// The working tree is where the record is at home. If not, another branch is checked out, or the
  /// record's branch is not here: then nothing in the tree counts for or against it.
  bool at_home = true;
  /// What the record is judged from: HEAD, or, away from home, the tip of its branch or the kept
  /// work. Empty where unborn.
  std::string head = {};
  std::string checked_out = {};        ///< HEAD where that is something else
  std::string branch = {};             ///< the record's, as it is called now
  std::vector<std::string> user = {};  ///< see addresses_of_user()
  git::NamedObject base = {}, wip = {}, branch_tip = {}, upstream_then = {}, upstream_now = {};
  /// The recorded one, as it is called here, else the current branch's.
  std::string upstream_ref = {};
  std::string upstream_remote = {};  ///< of a recorded one, as it is called here; empty: unknown
  std::vector<RecordedCommit> commits = {};
  git::RewriteMap rewritten{""};

  /// Commits that the work stood on, which came back without some of their files.
  std::vector<model::LostCommit> left_out = {};
  bool line_is_whole =
      false;  ///< the branch was rewritten, and all that the work stood on is there

  git::Divergence lost = {};  ///< recorded commits, and their past, that HEAD does not reach
  std::set<std::string> not_here = {};                ///< lost.oids
  std::map<std::string, git::LogEntry> details = {};  ///< recorded commits that are stored, by oid
  bool by_time = false;                        ///< base is not known: since_* were found by time
  std::vector<git::LogEntry> since_head = {};  ///< newest first, without the WIP commit
  std::vector<git::LogEntry> since_upstream = {};  ///< not on HEAD
  /// The branch that work goes into ("main"), where the record's own is another one, and where it
  /// stands here and at origin.
  std::string trunk = {};
  std::vector<git::Ref> trunk_tips = {};
  std::set<std::string> on_trunk = {};        ///< those of since_upstream that only it has
  std::set<std::string> only_at_origin = {};  ///< ... there, and not here
  std::vector<git::Ref> same_name = {};  ///< remote-tracking branches of the record's branch's name
  /// What the first of them has that `head` has not in any form; part of since_upstream.
  std::vector<git::LogEntry> ahead = {};
  std::string ahead_ref = {};
  std::string ahead_tip = {};  ///< where that stands, also below what is here in another form
  model::AheadHow ahead_how = model::AheadHow::ahead;
  /// Where commits came from whose files could not be listed: "the upstream", "origin/login". Not
  /// empty: no further walk of this check asks for files.
  std::set<std::string> unlisted = {};
  std::string wip_now =
      {};  ///< the WIP commit on HEAD: itself or its rewritten form; empty: not there
  bool wip_altered = false;  ///< that is not the same change on another base, by the replay rule
  /// The WIP commit is off its branch, which stands at the base again: a resume puts the work back.
  bool taken_out = false;
  /// The commit whose tree is what the record saw: the WIP commit, else base, else by time. May be
  /// empty.
  std::string reference = {};

  /// Items that were carried from older records, by their text.
  std::map<std::string, Older> written_beside = {};
  std::vector<git::LogEntry> since_older = {};  ///< the longest `since` of those

  NamedPaths named = {};
  std::map<std::string, std::string> named_before = {};  ///< renamed since: the old path by the new

  /// What came between the older record that an item was carried from and this one; of others
  /// nothing.
  const std::vector<git::LogEntry>& before_carried(const std::string& text) const;
  bool here(const std::string& oid) const { return !oid.empty() && !not_here.contains(oid); }
  /// An entry of a commit's tree. Commits and trees that are not stored have none.
  std::optional<git::TreeEntry> entry_at(const std::string& commit, const std::string& path) const;
  /// A file of a commit; nullopt where it is missing, no file, or over 1 MiB.
  std::optional<std::string> blob_at(const std::string& commit, const std::string& path) const;
  /// What git sees as renamed between two trees; `to` empty: the working tree. Asked once.
  using Renames = std::map<std::string, std::string>;
  const Renames& renames(const std::string& from, const std::string& to) const;
  /// Where the commits since have renamed it to, also where another file has its name now. Asked
  /// when `since_head` is what it stays.
  std::optional<std::string> went_to(const std::string& path) const;
  /// The same, or where git sees that a file of the recorded tree has gone that is not at its path
  /// any more.
  std::optional<std::string> moved_to(const std::string& path) const;
  /// The work is off its branch, and a resume puts this file of it back: it counts as being there.
  bool comes_back(const std::string& path) const;
  /// A file of the working tree, at most 1 MiB; nullopt where there is none.
  std::optional<std::string> file_now(const std::string& path) const;
  /// Does the working tree (or, for a clean path, HEAD) hold something there?
  bool exists_now(const std::string& path) const;
  /// Does a path lead out of the tree, by its words? A stranger's record may name any: nothing is
  /// looked at there.
  static bool outside(const std::string& path);
  /// What a text names: see formats/prose. A file is one that is there, or was when it was
  /// recorded.
  std::vector<Anchor> named_in(const std::string& text) const;
  std::vector<Anchor> named_in_words(const std::string& text) const;
  bool is_or_was(const std::string& path) const;
  /// Path as git has it: below the root, without "./", ".." and trailing slash; what lies outside
  /// is absolute.
  std::string relative(const std::string& path) const;

 private:
  mutable std::map<std::string, git::TreeReader>
      x_trees;  ///< by commit; a record may name thousands of files
  mutable std::map<std::pair<std::string, std::string>, Renames> x_renames;
  /// Of each path the commits of `since_head` that removed it, by their place there, oldest first.
  mutable std::optional<std::unordered_map<std::string, std::vector<size_t>>> x_removals;
};

/// What looking at a claim came to.
inline void tell(Finding& finding, FindingState state, std::string evidence,
                 std::string suggestion = {}) {
  finding.state = state;
  finding.evidence = std::move(evidence);
  finding.suggestion = std::move(suggestion);
}

/// Is it the same in two trees, or in neither?
inline bool same(const std::optional<git::TreeEntry>& a, const std::optional<git::TreeEntry>& b) {
  return a.has_value() == b.has_value() && (!a || (a->oid == b->oid && a->mode == b->mode));
}

/// Is what stands at a path of the working tree the same as in a commit? nullopt where that commit
/// has nothing there or it cannot be read.
std::optional<bool> unchanged_since(const Facts& facts, const std::string& commit,
                                    const std::string& path);

/// Asks git for all but the status, which is under way then. Throws a Failure where the repository
/// cannot be read.
Facts gather(const git::Repository& repository, const CheckSubject& subject,
             std::optional<git::StatusQuestion> status);

/// Fills in `status` and `dirty`. Call it once, before anything looks at the working tree.
void wait_for_status(Facts& facts);

/// What the record says of items that older records had: `written_beside`, `since_older`.
void look_at_carried(Facts& facts);
/// What others did to the files of open tasks between the record that had them first and this one.
void find_what_was_touched(const Facts& facts, model::CheckReport& report);

/// Of a merge only what git would have merged otherwise is its own; the rest came with a commit.
/// Looked at where the record names a file of it.
void leave_merged_files(Facts& facts);

/// The part of it that walks: what is lost, what came since, and the recorded commits themselves.
void walk_history(Facts& facts);

/// Commits to look for rewritten ones among, oldest first. Far back, files are no longer listed:
/// that is the slow part.
std::vector<git::LogEntry> walk_for_matches(Facts& facts, const std::vector<std::string>& revisions,
                                            const std::vector<std::string>& options);

/// What people call the branch that has a commit of `since_upstream`: "origin/login", "main".
std::string where_it_is(const Facts& facts, const std::string& oid);
/// "1a2b3c4 (subject)".
std::string commit_for_people(const git::LogEntry& entry);

// One unit a kind of claim.
Findings check_age(const Facts& facts, model::CheckReport& report);
Findings check_position(
    const Facts& facts);  ///< branch, WIP commit, upstream, operation, worktree, submodules
Findings check_shared(const Facts& facts);  ///< who has it
Findings check_files(const Facts& facts);   ///< uncommitted and left-out files
/// Fates of recorded commits. Takes what turns out to be rewritten work out of facts.since_head.
Findings check_commits(Facts& facts);
/// Commits that touch what the record names; of what it only says something of, others' alone, for
/// information.
Findings check_since(Facts& facts, model::CheckReport& report);
/// What others have pushed to a branch of the same name.
Findings check_remote_branches(const Facts& facts, model::CheckReport& report);
/// Open tasks that a commit since perhaps did: worth knowing, never part of the verdict.
Findings check_perhaps_done(const Facts& facts, model::CheckReport& report);
/// `completed`: it stands among the completed ones.
bool is_told_as_done(const model::Task& task, bool completed);
/// Finished tasks whose commits others, or the user, have reverted since.
Findings check_taken_back(const Facts& facts, const Findings& commits, model::CheckReport& report);
/// Places that texts name. Those of carried items are told, and are no part of the verdict.
Findings check_anchors(Facts& facts);
Findings check_documents(const Facts& facts);  ///< documents, plans, debug sessions
Findings check_artifacts(const Facts& facts);  ///< artefacts, deliverables, quality gates
/// What holds until something else is there, beside the blockers: the next action, open tasks and
/// actions, decisions, rules, questions, lines of context.
std::vector<std::string> texts_that_hold(const model::Handoff& handoff);
/// Pull requests that blockers or those texts name, and that came in since.
void find_what_came_in(const Facts& facts, model::CheckReport& report);
/// Blockers that are perhaps not in the way any more: the branch that one names came into HEAD, or
/// its own check said so when it was run here. Branches that other texts name and that came in. And
/// open tasks whose check passed.
void find_what_is_gone(const Facts& facts, model::CheckReport& report);
Findings check_people(
    const Facts& facts,
    const model::CheckReport& report);  ///< verification commands, blockers, human actions

/// What a commit is to the work of the record, by the replay rule.
WipAt what_it_is(const Facts& facts, const std::string& commit);

/// The commit on what is checked out into which the kept work went; empty: none.
std::string commit_with_work_now(const Facts& facts);

}  // namespace handoff::ops
