#include "ops/check/first_line.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/names.hpp"
#include "git/repo/unmerged.hpp"
#include "git/repo/worktrees.hpp"
#include "model/operation_words.hpp"
#include "ops/check/check.hpp"
#include "ops/check/first_line_words.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"
#include "ops/records/rewritten_branch.hpp"
#include "ops/records/told_commits.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/restore/restore.hpp"
#include "ops/snapshot/recorded_entries.hpp"
#include "ops/worktree/filtered_files.hpp"

namespace handoff::ops {

namespace {

using model::Finding;

constexpr size_t kMostPeople = 2;

}  // namespace

// Who did most for what the record names comes first.
std::string ahead_of(const model::CheckReport& r, bool commits_follow) {
  if (r.ahead.empty())
    return {};
  std::vector<const model::CommitSince*> commits;
  for (const model::CommitSince& commit : r.ahead)
    commits.push_back(&commit);
  std::ranges::stable_sort(
      commits, [](const auto* a, const auto* b) { return a->relevance > b->relevance; });
  std::vector<std::string> people;
  for (const model::CommitSince* commit : commits)
    if (std::string name = commit->by_reader && !commits_follow ? "you" : name_in(commit->author);
        !in_list(people, name))
      people.push_back(name);
  const std::string& subject = commits.front()->subject;
  return branch_name(r.ahead_ref) + told_ahead(r.ahead_how, r.ahead.size()) + ": " +
         few_of(people, kMostPeople) +
         (subject.empty() || (commits_follow && commits.front()->relevance >= model::kTouchesNext)
              ? ""
              : ", " + in_quotation(subject));
}

namespace {

/// The commit with the paused work is not here.
bool lacks_wip(const model::CheckReport& report) {
  const Finding* wip = find_finding(report, "wip");
  return wip != nullptr && (wip->fate == model::Fate::gone || wip->fate == model::Fate::unknown);
}

/// Says, for each situation, whether it holds: the sentence, or nothing.
class Teller {
 public:
  explicit Teller(const FirstLineFacts& facts)
      : x_facts(facts), h(*facts.handoff), c(*facts.comparison), r(*facts.report) {}

  std::string sentence(Situation situation) const {
    if (situation <= Situation::conflicts)
      return of_others(situation);
    if (situation <= Situation::off_branch)
      return of_place(situation);
    return told_of_content(x_facts, situation);
  }

 private:
  std::string branch() const { return c.branch.empty() ? "HEAD" : branch_name(c.branch); }

  std::string of_others(Situation situation) const {
    switch (situation) {
      case Situation::retired:
        return x_facts.archived ? "archived" + (h.status.empty() ? "" : ": " + brief_text(h.status))
                                : "";
      case Situation::unread:
        return x_facts.unread
                   ? "paused by " + name_in(h.git.author) + ", and you have not read it yet"
                   : "";
      case Situation::half_done:
        return x_facts.half_done ? "a git handoff command was interrupted here" : "";
      case Situation::objects_missing:
        return missing();
      case Situation::several_fit:
        return x_facts.fitting > 1
                   ? count_of(x_facts.fitting, "handoff") + " fit here; this is the newest"
                   : "";
      case Situation::held:
      case Situation::finished:
      case Situation::not_settled:
        return shared(situation);
      case Situation::ahead_elsewhere:
        return ahead_of(r);
      case Situation::operation:
        return operation();
      default:
        return conflicts();
    }
  }

  /// What is in conflict, whoever brought it; what was then, and is gone with its operation. What
  /// was settled is as any file.
  std::string conflicts() const {
    if (const std::vector<std::string> now = git::unmerged_paths(c.status);
        !now.empty() && (c.is_here || c.on_its_branch))
      return "in conflict: " + few_of(path_names(now));
    const bool was_of_branch =
        !h.git.operation_branch.empty() && h.git.operation_branch == c.status.head.branch;
    const bool not_here = c.position == Position::snapshot &&
                          (was_of_branch || (c.on_its_branch && c.at_base)) && c.edited.empty() &&
                          !x_facts.conflicts.empty();
    return not_here ? "what was kept in conflict is not in the tree" +
                          std::string(x_facts.made_here ? " any more" : "") + ": " +
                          few_of(path_names(x_facts.conflicts))
                    : "";
  }

  std::string missing() const {
    if (!lacks_wip(r))
      return {};
    return "the paused work (" + git::short_oid(h.git.wip_commit) + ") is not " +
           (find_finding(r, "wip")->in_part ? "whole " : "") + "in this repository";
  }

  std::string shared(Situation situation) const {
    if (!x_facts.standing || !x_facts.standing->is_in_the_way())
      return {};
    using Kind = Standing::Kind;
    const Standing& known = *x_facts.standing;
    bool ended = known.kind == Kind::finished || known.kind == Kind::gone;
    Situation its = known.kind == Kind::unsettled ? Situation::not_settled
                    : ended                       ? Situation::finished
                                                  : Situation::held;
    return its != situation
               ? ""
               : printable(known.sentence) + (r.ahead.empty() ? "" : "; " + ahead_of(r));
  }

  std::string operation() const {
    const Finding* finding = find_finding(r, "operation");
    if (finding == nullptr || finding->to.empty())
      return {};
    const std::string verb = finding->to;
    return model::an_operation(verb) + " is under way: finish or abort it first";
  }

  bool wants_switch() const {
    return c.position == Position::wip_elsewhere || c.position == Position::clean_elsewhere ||
           (!c.on_its_branch && !h.git.branch.empty() && !c.branch_tip.empty() &&
            (c.position == Position::moved_on || c.position == Position::snapshot)) ||
           (!c.is_here &&
            (c.position == Position::altered_wip || c.position == Position::above_wip ||
             c.position == Position::went_in || c.position == Position::reworded_wip));
  }

  bool is_branch_missing() const {
    return c.position == Position::branch_gone ||
           (c.branch_tip.empty() && !c.on_its_branch && !h.git.branch.empty() &&
            (c.position == Position::clean_elsewhere || c.position == Position::snapshot ||
             c.position == Position::moved_on));
  }

  std::string here() const {
    return c.status.head.detached() ? "HEAD is detached"
                                    : "you are on " + branch_name(c.status.head.branch);
  }

  /// Git leaves no branch with conflicts, nor does it commit or stash them.
  std::string with_changes() const {
    const std::vector<std::string> unmerged = git::unmerged_paths(c.status);
    return unmerged.empty() ? ", with changes: commit or pause them"
                            : ", in conflict: " + few_of(path_names(unmerged)) +
                                  ": settle that, commit or pause it";
  }

  std::string of_place(Situation situation) const {
    const bool can_switch =
        c.position == Position::wip_elsewhere || c.position == Position::clean_elsewhere;
    switch (situation) {
      case Situation::other_worktree:
        return !c.other_worktree.empty() && c.branch.empty()
                   ? "it was kept in " + path_name(c.other_worktree) + ": go on there"
               : !c.other_worktree.empty() ? branch() + " is checked out in " +
                                                 path_name(c.other_worktree) + ": go on there"
               : !x_facts.shared_branch.empty()
                   ? branch() + " is checked out in " + path_name(x_facts.shared_branch) +
                         " as well: it cannot be moved"
                   : "";
      case Situation::dirty_elsewhere:
        return (can_switch || is_branch_missing()) && c.tracked_changes
                   ? here() + with_changes() + ", then continue on " + branch()
                   : "";
      case Situation::other_branch:
        return wants_switch() && !is_branch_missing()
                   ? here() + "; the work was " +
                         (h.mode == model::Mode::checkpoint ? "kept" : "paused") + " on " +
                         branch_name(h.git.branch) +
                         (c.branch == h.git.branch ? "" : ", which is " + branch() + " now")
                   : "";
      case Situation::branch_gone:
        return is_branch_missing() && x_facts.made_here
                   ? "there is no branch " + branch() + " any more; the work is kept"
                   : "";
      case Situation::fetched:
        return is_branch_missing() && !x_facts.made_here
                   ? "from another clone; there is no branch " + branch() + " here yet"
                   : "";
      default:
        return of_wip(situation);
    }
  }

  std::string work_in() const {
    return x_facts.work_subject.empty()
               ? git::short_oid(c.work_in)
               : in_quotation(x_facts.work_subject) + " (" + git::short_oid(c.work_in) + ")";
  }

  std::string what_was_kept() const {
    return h.mode == model::Mode::checkpoint ? "what was kept" : "the paused work";
  }

  std::string rest() const { return c.work_in_parts ? ", the last of it" : ""; }

  /// Where the paused work is on its branch.
  std::string of_wip(Situation situation) const {
    switch (situation) {
      case Situation::published:
        return published();
      case Situation::reworded:
        return c.position == Position::reworded_wip
                   ? "the paused work was committed" + rest() + " as " + work_in()
                   : "";
      case Situation::squashed:
        return c.position != Position::went_in
                   ? ""
                   : what_was_kept() +
                         (c.work_in_parts ? " was committed" + rest() + " as " : " went into ") +
                         work_in();
      case Situation::altered:
        return c.position == Position::altered_wip ? "the paused commit was changed since, to " +
                                                         git::short_oid(c.stack ? c.stack->top : "")
                                                   : "";
      case Situation::on_top:
        return c.position == Position::above_wip
                   ? (c.commits_since > 0 ? count_of(c.commits_since, "commit") + " " +
                                                (c.commits_since == 1 ? "is" : "are")
                                          : std::string("there are commits")) +
                         " on top of the paused work"
                   : "";
      default:
        return off_branch();
    }
  }

  std::string published() const {
    constexpr std::string_view kRemotes = "refs/remotes/", kTags = "refs/tags/";
    // What is on top of it is told where no other has it; nobody has what is kept beside an older
    // pause.
    if (c.published.empty() || (c.older && c.position == Position::moved_on) ||
        (c.position == Position::above_wip && !c.is_published()))
      return {};
    if (c.is_held_here_only())
      return "the paused work is also " +
             (c.published.starts_with(git::kBranchRefs)
                  ? "on " + branch_name(c.published.substr(git::kBranchRefs.size()))
                  : "in the tag " + branch_name(c.published.substr(kTags.size()))) +
             ": it stays a commit there";
    return "the paused work is published, in " +
           branch_name(
               c.published.substr(c.published.starts_with(kRemotes) ? kRemotes.size() : 0)) +
           ": it stays a commit";
  }

  std::string off_branch() const {
    if (c.position != Position::moved_on || (c.at_base && c.on_its_branch && !c.older))
      return {};
    if (h.git.branch.empty() && !c.older)
      return here() + "; the work was paused on a detached HEAD at " + git::short_oid(h.git.base);
    return c.older ? branch() + " ends in an older pause; the newer work is kept beside it"
                   : branch() + " no longer ends in the paused work, which is kept";
  }

  const FirstLineFacts& x_facts;
  const model::Handoff& h;
  const Comparison& c;
  const model::CheckReport& r;
};

}  // namespace

namespace {

FirstLine first_that_holds(const FirstLineFacts& facts) {
  const Teller teller(facts);
  FirstLine line;
  for (int i = 0; i <= static_cast<int>(Situation::safe); ++i) {
    auto situation = static_cast<Situation>(i);
    std::string sentence = teller.sentence(situation);
    if (sentence.empty())
      continue;
    if (!line.text.empty()) {
      // Somebody's commits are part of the sentence on who has it.
      bool said = situation == Situation::ahead_elsewhere && contains(line.text, sentence);
      if (situation > Situation::conflicts)
        return line;
      if (said)
        continue;
      line.text += "; " + sentence;
      return line;
    }
    line = {situation, sentence};
    if (situation == Situation::retired || situation > Situation::conflicts)
      return line;
  }
  return line;
}

}  // namespace

FirstLine first_line(const FirstLineFacts& facts) {
  FirstLine line = first_that_holds(facts);
  line.work = told_of_work(facts);
  return line;
}

namespace {

/// Of the work that is there, what git calls unchanged and is not what was paused.
void tell_unfiltered(const Store& store, const Record& record, FirstLineFacts& facts) {
  const Comparison& c = *facts.comparison;
  const bool is_there = (c.position == Position::at_wip && c.is_here) ||
                        (c.position == Position::snapshot && c.on_its_branch);
  if (!is_there || record.git().wip_commit.empty())
    return;
  facts.unfiltered = filtered_otherwise(store, tree_of(store, record.git().wip_commit));
  std::erase_if(facts.unfiltered, [&](const std::string& path) { return in_list(c.edited, path); });
  const git::Repository& repository = store.repository();
  if (std::ranges::none_of(facts.unfiltered, [&](const std::string& path) {
        return is_lfs_pointer_file(repository, path);
      }))
    return;
  const git::Config& config = repository.config();
  const bool is_set_up = config.text("filter.lfs.process") || config.text("filter.lfs.smudge");
  facts.lfs_way = std::string(is_set_up ? "" : "git lfs install --local && ") + "git lfs checkout";
}

}  // namespace

FirstLine first_line_of(const Store& store, const Record& record, const Comparison& comparison,
                        const model::CheckReport& report, size_t fitting) {
  const bool made_here = Provenance(store.repository()).of_all(record) == Origin::mine;
  FirstLineFacts facts{.handoff = &record.handoff,
                       .comparison = &comparison,
                       .report = &report,
                       .now = now(),
                       .archived = record.at.archived(),
                       .made_here = made_here,
                       .unread = is_withheld(store, record, Reader::agent),
                       .half_done = needs_recovery(store.repository()),
                       .fitting = fitting,
                       .standing = standing(store.repository(), record)};
  const bool settled = comparison.position == Position::went_in;
  if (!settled && !attached_files(store, record, "stages").empty())
    for (const git::IndexEntry& entry : recorded_entries(store, record))
      if (entry.stage > 0 && (facts.conflicts.empty() || facts.conflicts.back() != entry.path))
        facts.conflicts.push_back(entry.path);
  const bool is_stored = !lacks_wip(report);
  if (is_stored)
    tell_unfiltered(store, record, facts);
  if (!comparison.work_in.empty())
    if (auto commit = git::read_commit(store.objects(), comparison.work_in))
      facts.work_subject = told_subject(git::subject_of(commit->message));
  using enum Position;
  const bool is_off = is_stored && comparison.position == moved_on && comparison.at_base &&
                      comparison.on_its_branch && !comparison.older;
  facts.not_put_back =
      is_off && (comparison.edited.empty() || !holds_snapshot(store, record, comparison));
  if ((comparison.position == at_wip || comparison.position == altered_wip) && comparison.is_here)
    facts.shared_branch =
        git::other_worktree_with(store.repository(), comparison.status.head.branch);
  return first_line(facts);
}

FirstLine first_line_now(const Store& store, const Readable& released) {
  const Readable readable = as_noted_since(store, released, Since::settled);
  const Record& record = *readable;
  Checked checked = check_with_status(store.repository(), subject_of(store, readable));
  Comparison comparison =
      compare_with_present(store, record, {.status = std::move(checked.status), .files = false});
  return first_line_of(store, record, comparison, checked.report);
}

std::string_view word_of(Situation situation) {
  static constexpr std::array<std::string_view, 34> kWords = {
      "retired",         "unread",       "half_done",   "objects_missing",
      "several_fit",     "held",         "finished",    "not_settled",
      "ahead_elsewhere", "operation",    "conflicts",   "other_worktree",
      "dirty_elsewhere", "other_branch", "branch_gone", "fetched",
      "published",       "reworded",     "squashed",    "altered",
      "on_top",          "off_branch",   "blocked",     "next_changed",
      "commit_lost",     "edited",       "unfiltered",  "submodule",
      "claims_changed",  "emergency",    "old",         "unverifiable",
      "rebased",         "safe"};
  static_assert(kWords.size() == static_cast<size_t>(Situation::safe) + 1);
  return kWords[static_cast<size_t>(situation)];
}

Json to_json(const FirstLine& line) {
  return {{"situation", word_of(line.situation)}, {"text", line.text}};
}

}  // namespace handoff::ops
