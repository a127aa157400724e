#include "ops/check/check.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/names.hpp"
#include "ops/check/facts.hpp"
#include "ops/records/live_records.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

/// Of what a remote has: was it put back here, or put away?
bool is_retired_here(const Store& store, const RecordRef& at) {
  return at.place == RecordRef::Place::remote &&
         git::read_ref(store.repository(), Store::archive_ref(at.branch, at.id)).has_value();
}

}  // namespace

CheckSubject subject_of(const Store& store, const Readable& released) {
  const Record& record = *released;
  return {.id = record.at.id,
          .document = record.document.get(),
          .handoff = &record.handoff,
          .oid = record.oid,
          .stored_at = git::time_of(record.commit.committer),
          .made_here = Provenance(store.repository()).of_all(record) == Origin::mine,
          .worktree = live_worktree_of(store, record),
          .retired = record.at.archived() || is_retired_here(store, record.at),
          .at_remote = record.at.shared,
          .previous = record.previous,
          .git_block_forged = record.git_block_forged};
}

namespace {

/// Is it on a branch of another name? At a remote that of its own name may have it still.
bool is_elsewhere(const Facts& facts, const std::string& where) {
  return !where.empty() && !in_list(facts.same_name, "refs/remotes/" + where, &git::Ref::name);
}

/// Commits of the record that are not on its branch any more, with what went with them.
std::vector<model::LostCommit> lost_commits(const Facts& facts, const Findings& commits) {
  constexpr size_t kMostLost = 20;
  std::vector<model::LostCommit> lost;
  std::set<std::string> seen;
  for (const Finding& finding : commits) {
    bool gone = finding.fate == model::Fate::gone || finding.fate == model::Fate::unreachable;
    const std::string& oid = finding.oid;
    // What other branches have was perhaps never on this one, unless that was rewritten.
    if ((finding.code != "commit" && (finding.code != "base" || !finding.lost)) || !gone ||
        finding.state != FindingState::changed || is_elsewhere(facts, finding.where) ||
        !seen.insert(git::short_oid(oid)).second || lost.size() == kMostLost)
      continue;
    lost.push_back({.oid = oid, .is_stored = false, .where = finding.where});
    for (const auto& [full, entry] : facts.details)
      if (full.starts_with(oid)) {
        lost.back().is_stored = true;
        lost.back().subject = told_subject(entry.subject);
        lost.back().files = entry.files;
      }
  }
  lost.insert(lost.end(), facts.left_out.begin(), facts.left_out.end());
  return lost;
}

bool survived(const Finding& finding) {
  return finding.fate == model::Fate::rewritten
             ? !finding.in_part
             : finding.fate == model::Fate::squashed && finding.same_change;
}

/// A rebase in which all that was recorded survived is no fault: one line, and what is there in
/// another form counts as there. What came out with other lines does not, and paused work that is
/// another than was paused is not taken off.
void fold_rebase(model::CheckReport& report, bool wip_altered) {
  std::set<std::string> commits;  // one that is named twice is one
  for (Finding& finding : report.findings) {
    bool names_commit = finding.code == "commit" || finding.code == "base" || finding.code == "wip";
    if (!names_commit || finding.state != FindingState::changed || !survived(finding) ||
        (finding.code == "wip" && wip_altered))
      continue;
    finding.state = FindingState::confirmed;
    finding.suggestion.clear();
    if (finding.code != "wip")
      commits.insert(git::short_oid(finding.oid));
  }
  if (!commits.empty())
    report.findings.push_back(
        {.code = "rebased",
         .subject = "the branch",
         .state = FindingState::info,
         .evidence = "rewritten since; " + count_of(commits.size(), "commit") + " named here " +
                     (commits.size() == 1 ? "is" : "are") + " there in another form"});
}

}  // namespace

namespace {

/// Has HEAD a commit, and is that, or its tree, not there?
bool lacks_head(const Facts& facts) {
  const std::string oid = facts.repository->head().oid;
  if (oid.empty())
    return false;
  const std::optional<git::Commit> head = git::read_commit(*facts.objects, oid);
  return !head || !facts.objects->contains(head->tree);
}

/// What is in the tree; where HEAD is damaged git cannot tell, and all else is looked at without
/// it.
std::optional<Finding> look_at_tree(Facts& facts) {
  try {
    wait_for_status(facts);
    return std::nullopt;
  } catch (const Failure& failure) {
    if (!lacks_head(facts))
      throw;
    facts.status.head = facts.repository->head();
    facts.at_home = false;  // nothing is claimed of what is checked out
    return Finding{.code = "worktree",
                   .subject = "HEAD",
                   .state = FindingState::unverifiable,
                   .evidence = failure.message(),
                   .suggestion = "git fsck"};
  }
}

}  // namespace

model::CheckReport check(const git::Repository& repository, const CheckSubject& subject,
                         std::optional<git::StatusQuestion> status) {
  return check_with_status(repository, subject, std::move(status)).report;
}

Checked check_with_status(const git::Repository& repository, const CheckSubject& subject,
                          std::optional<git::StatusQuestion> status) {
  Facts facts = gather(repository, subject, std::move(status));
  model::CheckReport report;
  report.id = subject.id;
  auto take = [&](Findings findings) {
    std::move(findings.begin(), findings.end(), std::back_inserter(report.findings));
  };
  look_at_carried(facts);
  // Fates first: they tell which commits since are only rewritten work.
  Findings commits = check_commits(facts);
  Findings since = check_since(facts, report);
  Findings ahead = check_remote_branches(facts, report);
  Findings done = check_perhaps_done(facts, report);
  Findings back = check_taken_back(facts, commits, report);
  take(std::move(ahead));
  take(check_age(facts, report));
  const std::optional<Finding> unknown = look_at_tree(facts);  // by now git has had its time
  take(check_shared(facts));
  take(check_position(facts));
  if (unknown)
    report.findings.push_back(*unknown);
  else
    take(check_files(facts));
  report.lost = lost_commits(facts, commits);
  take(std::move(commits));
  take(std::move(back));
  take(std::move(since));
  take(std::move(done));
  if (!unknown) {
    take(check_anchors(facts));
    take(check_documents(facts));
  }
  take(check_artifacts(facts));
  find_what_was_touched(facts, report);
  find_what_came_in(facts, report);
  find_what_is_gone(facts, report);
  take(check_people(facts, report));
  fold_rebase(report, facts.wip_altered);
  report.nothing_lost = facts.line_is_whole && report.lost.empty() &&
                        std::ranges::none_of(report.findings, [](const Finding& finding) {
                          return finding.code == "wip" && finding.state == FindingState::changed;
                        });
  report.verdict = model::verdict_of(report.findings);
  if (report.age_band == model::AgeBand::stale ? !report.is_stale()
                                               : report.verdict == model::Verdict::confirmed)
    for (Finding& finding : report.findings)
      if (finding.code == "age")
        finding.suggestion.clear();
  return {std::move(report), std::move(facts.status)};
}

namespace {

Json to_json(const Finding& finding) {
  Json object = Json::object();
  object["code"] = finding.code;
  object["subject"] = finding.subject;
  object["state"] = model::word_of(finding.state);
  if (finding.fate != model::Fate::none)
    object["fate"] = model::word_of(finding.fate);
  if (!finding.to.empty())
    object["to"] = finding.to;
  if (!finding.where.empty())
    object["where"] = finding.where;
  object["evidence"] = finding.evidence;
  object["suggestion"] = finding.suggestion;
  object["relevance"] = finding.relevance;
  if (!finding.command.empty())
    object["command"] = finding.command;
  return object;
}

Json to_json(const model::CommitSince& since) {
  return Json{{"oid", since.oid},
              {"subject", since.subject},
              {"author", since.author},
              {"time", to_rfc3339(since.time)},
              {"on", since.on_upstream ? "upstream" : "head"},
              {"files", since.files},
              {"relevance", since.relevance}};
}

}  // namespace

Json to_json(const model::CheckReport& report) {
  Json json = Json::object();
  json["version"] = 1;
  json["id"] = report.id;
  json["verdict"] = model::word_of(report.verdict);
  json["age_seconds"] = report.age_seconds ? Json(*report.age_seconds) : Json();
  json["age_band"] = model::word_of(report.age_band);
  json["findings"] = Json::array();
  for (const Finding& finding : report.findings)
    json["findings"].push_back(to_json(finding));
  json["commits_since"] = Json{{"head", report.since_head},
                               {"upstream", report.since_upstream},
                               {"relevant", Json::array()}};
  for (const model::CommitSince& since : report.relevant)
    json["commits_since"]["relevant"].push_back(to_json(since));
  json["ahead"] = Json{{"ref", report.ahead_ref}, {"commits", Json::array()}};
  for (const model::CommitSince& since : report.ahead)
    json["ahead"]["commits"].push_back(to_json(since));
  return json;
}

}  // namespace handoff::ops
