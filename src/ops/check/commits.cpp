#include <algorithm>
#include <utility>

#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/fates.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::ops {

namespace {

using git::LogEntry;
using model::Fate;

constexpr size_t kMostRefs = 3;
/// A clock may be this wrong before "committed after the record" is believed.
constexpr Seconds kClockSkew = 60 * 60;

class FateTeller {
 public:
  explicit FateTeller(Facts& facts)
      : x_facts(facts), x_git(facts.repository->git()), x_fates(find_fates(facts)) {}

  Findings run() {
    Findings findings;
    if (std::optional<Finding> base = tell_base())
      findings.push_back(std::move(*base));
    for (const RecordedCommit& commit : x_facts.commits)
      findings.push_back(tell(commit));
    tell_line(findings);
    return findings;
  }

 private:
  std::string subject_of(const std::string& oid) const {
    for (const Fates::Searched& place : x_fates.searched)
      if (auto found = place.entries.find(oid); found != place.entries.end())
        return found->second.subject;
    auto found = x_facts.details.find(oid);
    if (found != x_facts.details.end())
      return found->second.subject;
    for (const auto* entries : {&x_facts.since_head, &x_facts.since_older, &x_facts.since_upstream})
      for (const LogEntry& entry : *entries)
        if (entry.oid == oid)
          return entry.subject;
    return {};
  }

  std::string for_people(const std::string& oid) const {
    return git::short_oid(oid) + in_parentheses(told_subject(subject_of(oid)));
  }

  std::string list_for_people(const std::vector<std::string>& oids) const {
    return join(vector_of(oids, [&](const std::string& oid) { return for_people(oid); }), " and ");
  }

  static void set(Finding& finding, FindingState state, Fate fate, std::string evidence,
                  std::string suggestion = {}) {
    finding.fate = fate;
    ops::tell(finding, state, std::move(evidence), std::move(suggestion));
  }

  std::optional<Finding> tell_base() {
    if (x_facts.handoff->git.base.empty())
      return std::nullopt;
    Finding finding{.code = "base", .subject = git::short_oid(x_facts.handoff->git.base)};
    finding.oid = finding.subject;
    if (!x_facts.base.is_commit()) {
      tell_missing(finding, x_facts.base, true);
    } else if (x_facts.here(x_facts.base.oid) && !x_fates.reverted.contains(x_facts.base.oid)) {
      set(finding, FindingState::confirmed, Fate::present,
          !x_facts.at_home                   ? "the work stands on it"
          : x_facts.base.oid == x_facts.head ? "HEAD is at it"
                                             : "HEAD descends from it");
    } else {
      tell_stored(finding, x_facts.base.oid);
      // A base that was reverted is still what the work stands on.
      if (finding.fate == Fate::rewritten)
        finding.suggestion = "the branch was rewritten under the work: look at what changed";
    }
    return finding;
  }

  Finding tell(const RecordedCommit& commit) {
    Finding finding{.code = "commit", .subject = commit.text};
    finding.oid = commit.text;
    if (!commit.where.empty())
      finding.subject += " (" + commit.where + ")";
    bool newer = is_newer_than_record(commit);
    if (newer)
      set(finding, FindingState::unverifiable, Fate::unknown,
          "a commit of this id was made after the record was written: it is not what was meant",
          "look for the right id");
    else if (!commit.target.empty())
      tell_mapped(finding, commit);
    else if (commit.object.is_commit())
      tell_stored(finding, commit.object.oid);
    else
      tell_missing(finding, commit.object, commit.from_field);
    return finding;
  }

  bool is_newer_than_record(const RecordedCommit& commit) const {
    auto found = x_facts.details.find(commit.object.oid);
    if (!commit.object.is_commit() || found == x_facts.details.end())
      return false;
    Seconds written = x_facts.subject->stored_at;
    if (x_facts.written && x_facts.written->has_zone && !x_facts.written->date_only)
      written = std::max(written, x_facts.written->time);
    return written > 0 && found->second.commit_time > written + kClockSkew;
  }

  void tell_mapped(Finding& finding, const RecordedCommit& commit) {
    const std::string& to = commit.target;
    if (!x_facts.here(to)) {
      tell_stored(finding, to);
      finding.evidence =
          "rewritten to " + git::short_oid(to) + " (post-rewrite), which is " + finding.evidence;
      return;
    }
    finding.to = to;
    if (auto reverted = x_fates.reverted.find(to); reverted != x_fates.reverted.end())
      tell_reverted(finding, reverted->second);
    else if (commit.target_merged) {
      const Match* match = x_fates.match_in(Fates::Place::head, commit.object.oid);
      finding.same_change = match != nullptr && match->is_same_change();
      set(finding, FindingState::changed, Fate::squashed,
          "squashed into " + for_people(to) + " (seen by the post-rewrite hook)");
    } else
      set(finding, FindingState::changed, Fate::rewritten,
          "rewritten to " + for_people(to) + " (seen by the post-rewrite hook)");
  }

  void tell_reverted(Finding& finding, const std::string& by) {
    finding.to = by;
    const auto is_in = [&](const std::vector<LogEntry>& entries) {
      return in_list(entries, by, &LogEntry::oid);
    };
    const bool is_since = is_in(x_facts.since_head);
    if (!is_since && is_in(x_facts.since_upstream))
      finding.where = where_it_is(x_facts, by);
    // What is elsewhere, or was so when somebody paused last, is worth a mark, and no drift.
    set(finding, is_since ? FindingState::changed : FindingState::info, Fate::reverted,
        "reverted by " + for_people(by) + (finding.where.empty() ? "" : ", on " + finding.where),
        finding.where.empty() ? "its work is no longer in the tree: read why before building on it"
                              : "git show " + git::short_oid(by));
  }

  void tell_stored(Finding& finding, const std::string& oid) {
    if (x_facts.here(oid)) {
      const Match* match = x_fates.match_in(Fates::Place::checked_out, oid);
      if (auto reverted = x_fates.reverted.find(oid); reverted != x_fates.reverted.end()) {
        tell_reverted(finding, reverted->second);
      } else if (match != nullptr && match->fate == Fate::squashed) {
        finding.to = match->to.back();
        set(finding, FindingState::changed, Fate::squashed,
            "squashed into " + list_for_people(match->to) + ", which is checked out",
            "git show " + git::short_oid(finding.to));
      } else
        set(finding, FindingState::confirmed, Fate::present, "in history: " + for_people(oid));
      return;
    }
    if (const Match* match = x_fates.match_in(Fates::Place::head, oid)) {
      if (match->to.empty()) {
        set(finding, FindingState::changed, match->fate, "a merge of what is on HEAD");
        return;
      }
      finding.to = match->to.back();
      finding.same_change = match->is_same_change();
      finding.in_part = match->is_in_part();
      if (auto reverted = x_fates.reverted.find(finding.to); reverted != x_fates.reverted.end()) {
        tell_reverted(finding, reverted->second);
        return;
      }
      const char* verb = match->fate == Fate::squashed ? "squashed into "
                         : match->to.size() > 1        ? "split into "
                                                       : "rewritten to ";
      set(finding, FindingState::changed, match->fate,
          verb + list_for_people(match->to) +
              (match->means == Match::kWithMore ? ", with other changes" : ", by " + match->means),
          "take " + git::short_oid(finding.to) + " for it");
      return;
    }
    if (was_dropped(oid)) {
      tell_dropped(finding, oid);
      return;
    }
    if (x_fates.in_upstream.contains(oid)) {
      set(finding, FindingState::changed, Fate::in_upstream,
          "in " + ref_name(x_facts.upstream_ref) + ", not on HEAD",
          "merge or rebase onto the upstream");
      return;
    }
    if (const Match* match = x_fates.match_in(Fates::Place::upstream, oid)) {
      finding.to = match->to.back();
      set(finding, FindingState::changed, Fate::in_upstream,
          "in " + ref_name(x_facts.upstream_ref) + " as " + list_for_people(match->to) + ", by " +
              match->means + ", not on HEAD",
          "merge or rebase onto the upstream");
      return;
    }
    tell_unreachable(finding, oid);
  }

  // --- the line below the work -------------------------------------------------------------------

  bool was_dropped(const std::string& oid) const {
    return !x_fates.matched_in_head(oid) && x_fates.rewritten &&
           in_list(x_fates.line, oid, &LogEntry::oid);
  }

  bool is_branch_gone() const {
    const std::string& branch = x_facts.branch;
    return !branch.empty() && x_facts.branch_tip.oid.empty() &&
           x_facts.repository->head().branch != branch;
  }

  /// Where it is instead, itself or as a copy: branches of another name than the record's.
  std::string other_branches_with(const std::string& oid) const {
    std::vector<std::string> refs = git::refs_that_contain(*x_facts.repository, oid, kMostRefs);
    if (const Match* match = x_fates.match_in(Fates::Place::elsewhere, oid))
      for (std::string& ref :
           git::refs_that_contain(*x_facts.repository, match->to.back(), kMostRefs))
        refs.push_back(std::move(ref));
    std::vector<std::string> names;
    for (const std::string& ref : refs)
      for (std::string_view folder : {"refs/heads/", "refs/remotes/"})
        if (ref.starts_with(folder) && ref != std::string(git::kBranchRefs) + x_facts.branch &&
            !is_same_name(ref))
          names.push_back(branch_name(ref.substr(folder.size())));
    return join(names, ", ");
  }

  bool is_same_name(const std::string& ref) const {
    return in_list(x_facts.same_name, ref, &git::Ref::name);
  }

  /// The branch of its own name at a remote that has it still; empty: none.
  std::string same_name_with(const std::string& oid) const {
    for (const git::Ref& one : x_facts.same_name)
      if (git::is_ancestor(x_git, oid, one.oid))
        return one.name.substr(std::string_view("refs/remotes/").size());
    return {};
  }

  void tell_dropped(Finding& finding, const std::string& oid) const {
    bool copy = x_fates.in_upstream.contains(oid) ||
                x_fates.match_in(Fates::Place::upstream, oid) != nullptr;
    const std::string subject = told_subject(subject_of(oid));
    auto known = x_facts.details.find(oid);
    const std::string files =
        known == x_facts.details.end() ? "" : join(path_names(known->second.files), ", ");
    const std::string others = other_branches_with(oid), still = same_name_with(oid);
    finding.where = others.empty() ? still : others;
    finding.lost = others.empty();
    set(finding, FindingState::changed, Fate::unreachable,
        (is_branch_gone()
             ? branch_in_quotes(x_facts.branch) + ", which had it, is not here any more"
             : std::string("dropped when the branch was rewritten")) +
            (others.empty() ? "" : "; on " + others) +
            (copy             ? "; " + ref_name(x_facts.upstream_ref) + " has it still"
             : !still.empty() ? "; " + branch_name(still) + " has it still"
                              : std::string()) +
            (subject.empty() ? "" : ": '" + subject + "'") + in_parentheses(files),
        "git show " + git::short_oid(oid));
  }

  /// What the work stood on, also where the record names none of it.
  void tell_line(Findings& findings) {
    bool whole = x_fates.whole;
    for (const LogEntry& entry : x_fates.line) {
      const Match* match = x_fates.match_in(Fates::Place::head, entry.oid);
      whole = whole && match != nullptr && match->is_same_change();
      x_facts.details.emplace(entry.oid, entry);
      if (match != nullptr) {
        if (std::vector<std::string> files = files_left_out(entry, *match); !files.empty()) {
          add_below(findings, entry, "came back without " + join(path_names(files), ", "));
          x_facts.left_out.push_back({.oid = entry.oid,
                                      .subject = entry.subject,
                                      .files = files,
                                      .in_part = true,
                                      .where = same_name_with(entry.oid)});
        }
      } else if (x_fates.rewritten && !x_fates.wanted.contains(entry.oid)) {
        add_below(findings, entry, {});
        tell_dropped(findings.back(), entry.oid);
      }
    }
    x_facts.line_is_whole = whole;
  }

  static void add_below(Findings& findings, const LogEntry& entry, std::string evidence) {
    const std::string digits = git::short_oid(entry.oid);
    findings.push_back({.code = "commit", .subject = digits + " (below the work)", .oid = digits});
    set(findings.back(), FindingState::changed, Fate::none, std::move(evidence),
        "git show " + digits);
  }

  std::vector<std::string> files_left_out(const LogEntry& entry, const Match& match) const {
    std::vector<LogEntry> now;
    for (const std::string& oid : match.to)
      now.push_back(x_fates.entry_in_head(oid));
    std::vector<std::string> files;
    if (match.fate == Fate::rewritten)
      files = not_in_new_form(entry, now);
    std::erase_if(files,
                  [&](const std::string& file) { return is_as_now(x_facts, entry.oid, file); });
    return files;
  }

  /// The branches and tags, as they stand in a sentence.
  std::vector<std::string> holders_of(const std::string& oid) const {
    std::vector<std::string> refs = git::refs_that_contain(*x_facts.repository, oid, kMostRefs);
    for (std::string& ref : refs)
      for (std::string_view folder : {"refs/heads/", "refs/remotes/", "refs/tags/"})
        if (ref.starts_with(folder))
          ref.erase(0, folder.size());
    std::ranges::transform(refs, refs.begin(), branch_name);
    return refs;
  }

  /// A live record's own ref holds its work, and what that stands on.
  bool is_kept_by_record(const std::string& oid) const {
    const CheckSubject& subject = *x_facts.subject;
    return !subject.retired && !subject.at_remote && !subject.oid.empty() &&
           x_facts.wip.is_commit() && git::is_ancestor(x_git, oid, x_facts.wip.oid);
  }

  void tell_unreachable(Finding& finding, const std::string& oid) {
    if (x_facts.shallow) {
      set(finding, FindingState::unverifiable, Fate::unknown,
          "stored, but the history here is shallow and ends before it could tell",
          "git fetch --unshallow");
      return;
    }
    std::vector<std::string> refs = holders_of(oid);
    std::string where = refs.empty() ? "stored, but no branch or tag reaches it"
                                     : "not on HEAD; on " + join(refs, ", ");
    if (const Match* match = x_fates.match_in(Fates::Place::elsewhere, oid)) {
      finding.to = match->to.back();
      std::vector<std::string> copies = holders_of(finding.to);
      where += "; as " + list_for_people(match->to) + " on " + join(copies, ", ") + ", by " +
               match->means;
    }
    finding.where = other_branches_with(oid);
    if (finding.where.empty())
      finding.where = same_name_with(oid);
    const bool kept = refs.empty() && is_kept_by_record(oid);
    if (kept)
      where += "; the handoff keeps it";
    finding.lost = refs.empty() && !kept;
    set(finding, FindingState::changed, Fate::unreachable, where,
        finding.lost ? "keep it while it is there: git branch keep-" + git::short_oid(oid) + " " +
                           git::short_oid(oid)
                     : "");
  }

  void tell_missing(Finding& finding, const git::NamedObject& object, bool from_field) {
    using Answer = git::NamedObject::Answer;
    finding.lost = true;
    if (object.answer == Answer::ambiguous)
      set(finding, FindingState::unverifiable, Fate::unknown, "several objects begin like this",
          "write more digits");
    else if (object.answer == Answer::found)
      set(finding, from_field ? FindingState::changed : FindingState::unverifiable, Fate::gone,
          "is a " + object.type + ", not a commit", "look for the right id");
    else if (x_facts.shallow || x_facts.partial || object.answer == Answer::unknown)
      set(finding, FindingState::unverifiable, Fate::unknown,
          std::string("not here, and this clone is ") + (x_facts.shallow ? "shallow" : "partial"),
          x_facts.shallow ? "git fetch --unshallow" : "git fetch");
    else
      set(finding, from_field ? FindingState::changed : FindingState::unverifiable, Fate::gone,
          "no such commit in this repository: lost, mistyped, or from another one",
          "do not count on it; 'git fetch' may bring it");
  }

  Facts& x_facts;
  const git::Git& x_git;
  const Fates x_fates;
};

}  // namespace

Findings check_commits(Facts& facts) { return FateTeller(facts).run(); }

}  // namespace handoff::ops
