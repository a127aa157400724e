#include "ops/check/first_line.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/secrets/shown.hpp"
#include "git/objects/commits.hpp"
#include "ops/check/check.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"
#include "ops/records/own_commits.hpp"
#include "ops/records/readable.hpp"
#include "ops/snapshot/stack.hpp"

namespace handoff::ops {

namespace {

using model::Finding;
using model::FindingState;

constexpr size_t kMostNames = 3;
constexpr size_t kMostPeople = 2;
constexpr size_t kMostOfText = 160;

std::string brief_text(const std::string& text) {
  std::string line = formats::shown(text.substr(0, text.find('\n')));
  return line.size() <= kMostOfText ? line : std::string(utf8_prefix(line, kMostOfText)) + "...";
}

std::string in_quotation(const std::string& text) { return "'" + brief_text(text) + "'"; }

std::string name_in(const std::string& person) {
  constexpr size_t kMostOfName = 60;
  std::string name = brief_text(trim(person.substr(0, person.find(" <"))));
  return name.empty() ? "somebody" : std::string(utf8_prefix(name, kMostOfName));
}

/// "a, b, c and 2 more"
std::string few_of(const std::vector<std::string>& names, size_t most = kMostNames) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < names.size() && i < most; ++i)
    shown.push_back(brief_text(names[i]));
  return join(shown, ", ") +
         (names.size() > most ? " and " + std::to_string(names.size() - most) + " more" : "");
}

std::string digits_of(const std::string& oid) { return oid.substr(0, 7); }

const Finding* find_finding(const model::CheckReport& report, std::string_view code) {
  for (const Finding& finding : report.findings)
    if (finding.code == code &&
        (finding.state == FindingState::changed || finding.state == FindingState::unverifiable))
      return &finding;
  return nullptr;
}

}  // namespace

// Who did most for what the record names comes first.
std::string ahead_of(const model::CheckReport& r, bool commits_follow) {
  if (r.ahead.empty())
    return {};
  std::vector<const model::CommitSince*> commits;
  for (const model::CommitSince& commit : r.ahead)
    commits.push_back(&commit);
  std::stable_sort(commits.begin(), commits.end(),
                   [](const auto* a, const auto* b) { return a->relevance > b->relevance; });
  std::vector<std::string> people;
  for (const model::CommitSince* commit : commits)
    if (std::string name = name_in(commit->author);
        std::find(people.begin(), people.end(), name) == people.end())
      people.push_back(name);
  const Finding* upstream = find_finding(r, "upstream");
  bool rewritten = upstream != nullptr && !upstream->to.empty() &&
                   upstream->subject == "refs/remotes/" + r.ahead_ref;
  const std::string& subject = commits.front()->subject;
  return branch_name(r.ahead_ref) +
         (rewritten ? " was rewritten, with " + count_of(r.ahead.size(), "new commit") + ": "
                    : " is " + count_of(r.ahead.size(), "commit") + " ahead: ") +
         few_of(people, kMostPeople) +
         (subject.empty() || (commits_follow && commits.front()->relevance >= model::kTouchesNext)
              ? ""
              : ", " + in_quotation(subject));
}

namespace {

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
    return of_content(situation);
  }

 private:
  std::string branch() const { return h.git.branch.empty() ? "HEAD" : branch_name(h.git.branch); }

  std::string of_others(Situation situation) const {
    switch (situation) {
      case Situation::retired:
        return x_facts.archived
                   ? "retired: " + (h.status.empty() ? "archived" : brief_text(h.status))
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

  /// What was in conflict is still, or is gone with its operation; what was settled is as any file.
  std::string conflicts() const {
    std::vector<std::string> still;
    for (const std::string& path : x_facts.conflicts)
      if (std::any_of(c.status.entries.begin(), c.status.entries.end(), [&](const auto& entry) {
            return entry.kind == git::StatusEntry::Kind::unmerged && entry.path == path;
          }))
        still.push_back(path);
    if (!still.empty())
      return "in conflict: " + few_of(still);
    const bool not_here = c.position == Position::snapshot && c.on_its_branch && c.at_base &&
                          c.edited.empty() && !x_facts.conflicts.empty();
    return not_here ? "what was kept in conflict is not in the tree" +
                          std::string(x_facts.made_here ? " any more" : "") + ": " +
                          few_of(x_facts.conflicts)
                    : "";
  }

  std::string missing() const {
    const Finding* wip = find_finding(r, "wip");
    return wip != nullptr && (wip->fate == model::Fate::gone || wip->fate == model::Fate::unknown)
               ? "the paused work (" + digits_of(h.git.wip_commit) + ") is not in this repository"
               : "";
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
    return "a " + verb + " is under way: finish or abort it first";
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

  std::string of_place(Situation situation) const {
    const bool can_switch =
        c.position == Position::wip_elsewhere || c.position == Position::clean_elsewhere;
    switch (situation) {
      case Situation::other_worktree:
        return c.other_worktree.empty() ? ""
                                        : branch() + " is checked out in " +
                                              brief_text(c.other_worktree) + ": go on there";
      case Situation::dirty_elsewhere:
        return (can_switch || is_branch_missing()) && c.tracked_changes
                   ? here() + ", with changes: commit or pause them, then continue on " + branch()
                   : "";
      case Situation::other_branch:
        return wants_switch() && !is_branch_missing()
                   ? here() + "; the work was paused on " + branch()
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
               ? digits_of(c.work_in)
               : in_quotation(x_facts.work_subject) + " (" + digits_of(c.work_in) + ")";
  }

  std::string what_was_kept() const {
    return h.mode == model::Mode::checkpoint ? "what was kept" : "the paused work";
  }

  /// Where the paused work is on its branch.
  std::string of_wip(Situation situation) const {
    switch (situation) {
      case Situation::published:
        return published();
      case Situation::reworded:
        return c.position == Position::reworded_wip
                   ? "the paused work was committed as " + work_in()
                   : "";
      case Situation::squashed:
        return c.position == Position::went_in ? what_was_kept() + " went into " + work_in() : "";
      case Situation::altered:
        return c.position == Position::altered_wip ? "the paused commit was changed since, to " +
                                                         digits_of(c.stack ? c.stack->top : "")
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
    constexpr std::string_view kHeads = "refs/heads/", kRemotes = "refs/remotes/",
                               kTags = "refs/tags/";
    if (c.published.empty())
      return {};
    if (c.is_held_here_only())
      return "the paused work is also " +
             (c.published.starts_with(kHeads)
                  ? "on " + branch_name(c.published.substr(kHeads.size()))
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
      return here() + "; the work was paused on a detached HEAD at " + digits_of(h.git.base);
    return c.older ? branch() + " ends in an older pause; the newer work is kept beside it"
                   : branch() + " no longer ends in the paused work, which is kept";
  }

  std::string of_content(Situation situation) const {
    switch (situation) {
      case Situation::blocked:
        return blocked();
      case Situation::next_changed:
        return next_changed();
      case Situation::commit_lost:
        return lost();
      case Situation::edited:
        return edited();
      case Situation::submodule: {
        const Finding* finding = find_finding(r, "submodule");
        return finding != nullptr && finding->state == FindingState::changed
                   ? "the submodule " + brief_text(finding->subject) + ": " +
                         brief_text(finding->evidence)
                   : "";
      }
      case Situation::claims_changed:
        return claims_changed();
      case Situation::emergency:
        return h.mode == model::Mode::emergency ? "written in an emergency: parts may be missing"
                                                : "";
      case Situation::old:
        return r.is_stale() && r.age_seconds
                   ? human_duration(*r.age_seconds) +
                         " old: rely on its decisions, take the rest from the code"
                   : "";
      case Situation::unverifiable:
        return unverifiable();
      case Situation::rebased:
        return rebased();
      default:
        return safe();
    }
  }

  /// The commit is off the branch, which stands where it stood: undo leaves it so, and a clone.
  bool is_taken_out() const {
    return c.position == Position::moved_on && c.at_base && c.on_its_branch && !c.older;
  }

  bool has_other_changes() const {
    return c.tracked_changes &&
           std::any_of(c.edited.begin(), c.edited.end(), [&](const auto& path) {
             return std::find(h.uncommitted_files.begin(), h.uncommitted_files.end(), path) ==
                    h.uncommitted_files.end();
           });
  }

  bool is_edited(const std::string& path) const {
    return std::find(c.edited.begin(), c.edited.end(), path) != c.edited.end();
  }

  /// A long time in which nothing happened takes nothing from it.
  std::string safe() const {
    if (is_taken_out())
      return has_other_changes()
                 ? "the kept work can come back: commit or stash what is changed here first"
             : c.edited.empty() ? "safe to continue: it brings the kept work back"
                                : "safe to continue";
    return r.age_band == model::AgeBand::stale && r.age_seconds
               ? "safe to continue: nothing changed in " + human_duration(*r.age_seconds)
               : "safe to continue";
  }

  std::string blocked() const {
    std::vector<std::string> actions;
    for (const model::HumanAction& action : h.human_actions)
      if (action.blocking && !action.done)
        actions.push_back(brief_text(action.action));
    return actions.empty()
               ? ""
               : "blocked until this is done: " + actions.front() +
                     (actions.size() > 1 ? "; and " + std::to_string(actions.size() - 1) + " more"
                                         : "");
  }

  std::string next_changed() const {
    for (const model::CommitSince& since : r.relevant)
      if (since.relevance >= model::kTouchesNext)
        return name_in(since.author) + " changed " + few_of(since.files) +
               " since, which your next step names";
    return {};
  }

  std::string lost() const {
    if (r.lost.empty())
      return {};
    const model::LostCommit& first = r.lost.front();
    const std::string others =
        r.lost.size() > 1 ? "; " + count_of(r.lost.size() - 1, "more commit") + " too" : "";
    if (first.subject.empty())
      return "commit " + printable(first.oid) + " is not in this repository" + others;
    return (first.in_part ? "part of " : "") + in_quotation(first.subject) +
           " is no longer on the branch" + (first.files.empty() ? "" : ": " + few_of(first.files)) +
           others;
  }

  std::string edited() const {
    bool is_snapshot = c.position == Position::snapshot && c.on_its_branch;
    std::set<std::string> paths;
    if (c.position == Position::at_wip || c.position == Position::clean_here)
      paths.insert(c.edited.begin(), c.edited.end());
    else if (is_snapshot)
      std::set_difference(c.differs.begin(), c.differs.end(), c.restaged.begin(), c.restaged.end(),
                          std::inserter(paths, paths.end()));
    const bool restaged = is_snapshot && paths.empty() && !c.restaged.empty();
    if (restaged)
      paths.insert(c.restaged.begin(), c.restaged.end());
    // A file that came later is nobody's edit of what was paused.
    for (const git::StatusEntry& entry : c.status.entries)
      if (entry.kind == git::StatusEntry::Kind::untracked && !is_snapshot)
        paths.erase(entry.path);
    std::set<std::string> dirty(c.lost.begin(), c.lost.end());  // which git does not see
    for (const git::StatusEntry& entry : c.status.entries)
      dirty.insert({entry.path, entry.path_from});
    if (is_snapshot)  // what was committed since is no edit
      std::erase_if(paths, [&](const std::string& path) { return !dirty.contains(path); });
    if (is_snapshot && paths.empty() && !dirty.empty())  // nothing compared its files: check did
      for (const Finding* finding : changed_claims())
        if (finding->code == "file")
          paths.insert(finding->subject);
    std::vector<std::string> names;
    for (const std::string& path : paths)
      names.push_back(c_quote(path));
    if (names.empty())
      return {};
    return as_checkpoint() + (restaged ? "staged otherwise since: " : "edited since: ") +
           few_of(names);
  }

  bool is_checkpoint() const {
    return c.position == Position::snapshot && c.on_its_branch && h.mode == model::Mode::checkpoint;
  }

  /// A checkpoint is of a moment: what came after it is no fault.
  std::string as_checkpoint() const {
    return is_checkpoint() && r.age_seconds ? "a checkpoint, " + when(*r.age_seconds) + "; " : "";
  }

  static std::string when(int64_t age) {
    return age < 60 ? "just now" : human_duration(age) + " ago";
  }

  std::vector<const Finding*> changed_claims() const {
    std::vector<const Finding*> changed;
    for (const Finding* finding : by_harm(r.findings))
      if (finding->state == FindingState::changed && finding->fate != model::Fate::rewritten &&
          !(is_taken_out() &&
            (finding->code == "wip" || (finding->code == "file" && !is_edited(finding->subject)))))
        changed.push_back(finding);
    // Told once: a file that a commit changed, and the commit that touches that file.
    std::erase_if(changed, [&](const Finding* one) {
      return one->code == "commit-since" &&
             std::any_of(changed.begin(), changed.end(), [&](const Finding* other) {
               return other->code == "file" && contains(other->evidence, digits_of(one->subject));
             });
    });
    return changed;
  }

  static bool is_committed_file(const Finding* finding) {
    return finding->code == "file" && !finding->to.empty();
  }

  std::string committed(const std::vector<const Finding*>& files) const {
    std::vector<std::string> names;
    for (const Finding* file : files)
      names.push_back(c_quote(file->subject));
    return as_checkpoint() + "committed since: " + few_of(names);
  }

  std::string claims_changed() const {
    std::vector<const Finding*> changed = changed_claims();
    if (changed.empty())
      return {};
    if (is_checkpoint() && std::all_of(changed.begin(), changed.end(), is_committed_file))
      return committed(changed);
    // What came below the work is why it was rebased, and no damage.
    const bool below = changed.front()->code == "commit-since" && is_on_new_base();
    return (below ? "rebased: " : "not as recorded: ") + brief_text(sentence_of(*changed.front())) +
           (changed.size() > 1 ? "; and " + std::to_string(changed.size() - 1) + " more" : "");
  }

  std::string unverifiable() const {
    auto count = std::count_if(r.findings.begin(), r.findings.end(), [](const Finding& finding) {
      return finding.state == FindingState::unverifiable;
    });
    return count > 0 && r.verdict == model::Verdict::unverifiable
               ? "nothing changed, but " + count_of(static_cast<size_t>(count), "claim") +
                     " cannot be compared here"
               : "";
  }

  bool is_on_new_base() const {
    return c.position == Position::at_wip && c.stack && !h.git.base.empty() &&
           c.stack->base != h.git.base;
  }

  /// What the work stands on now is the new base only where no commit of the branch is between.
  std::string rebased() const {
    if (!is_on_new_base())
      return {};
    const bool has_own_commits =
        std::any_of(r.findings.begin(), r.findings.end(), [](const Finding& finding) {
          return finding.code == "base" && finding.fate == model::Fate::rewritten;
        });
    return has_own_commits ? "safe to continue (the branch was rebased)"
                           : "safe to continue (rebased onto " + digits_of(c.stack->base) + ")";
  }

  const FirstLineFacts& x_facts;
  const model::Handoff& h;
  const Comparison& c;
  const model::CheckReport& r;
};

}  // namespace

FirstLine first_line(const FirstLineFacts& facts) {
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
  if (!comparison.work_in.empty())
    if (auto commit = git::read_commit(store.objects(), comparison.work_in))
      facts.work_subject =
          told_subject(store.repository(), comparison.work_in, git::subject_of(commit->message));
  return first_line(facts);
}

FirstLine first_line_now(const Store& store, const Readable& released) {
  const Readable readable = as_noted_since(store, released, Since::closed);
  const Record& record = *readable;
  Checked checked = check_with_status(store.repository(), subject_of(store, readable));
  Comparison comparison =
      compare_with_present(store, record, {.status = std::move(checked.status), .files = false});
  return first_line_of(store, record, comparison, checked.report);
}

std::string_view word_of(Situation situation) {
  static constexpr std::array<std::string_view, 33> kWords = {
      "retired",         "unread",       "half_done",
      "objects_missing", "several_fit",  "held",
      "finished",        "not_settled",  "ahead_elsewhere",
      "operation",       "conflicts",    "other_worktree",
      "dirty_elsewhere", "other_branch", "branch_gone",
      "fetched",         "published",    "reworded",
      "squashed",        "altered",      "on_top",
      "off_branch",      "blocked",      "next_changed",
      "commit_lost",     "edited",       "submodule",
      "claims_changed",  "emergency",    "old",
      "unverifiable",    "rebased",      "safe"};
  static_assert(kWords.size() == static_cast<size_t>(Situation::safe) + 1);
  return kWords[static_cast<size_t>(situation)];
}

Json to_json(const FirstLine& line) {
  return {{"situation", word_of(line.situation)}, {"text", line.text}};
}

}  // namespace handoff::ops
