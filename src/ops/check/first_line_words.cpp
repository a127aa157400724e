#include "ops/check/first_line_words.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/check/facts.hpp"
#include "ops/check/sentences.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

using model::Finding;
using model::FindingState;

std::string brief_text(const std::string& text, size_t most) {
  const std::string line = formats::shown(handoff::first_line(text));
  const bool in_quotes = line.starts_with('"') && line.ends_with('"');  // somebody else's name
  return line.size() <= most ? line
                             : formats::beginning(line, most) + (in_quotes ? "...\"" : "...");
}

std::string in_quotation(const std::string& text) { return "'" + brief_text(text) + "'"; }

std::string name_in(const std::string& person) {
  constexpr size_t kMostOfName = 60;
  const std::string name = brief_text(name_of(person), kMostOfName);
  return name.empty() ? "somebody" : name;
}

std::string few_of(const std::vector<std::string>& names, size_t most) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < names.size() && i < most; ++i)
    shown.push_back(brief_text(names[i]));
  return join(shown, ", ") +
         (names.size() > most ? " and " + std::to_string(names.size() - most) + " more" : "");
}

const Finding* find_finding(const model::CheckReport& report, std::string_view code) {
  for (const Finding& finding : report.findings)
    if (finding.code == code &&
        (finding.state == FindingState::changed || finding.state == FindingState::unverifiable))
      return &finding;
  return nullptr;
}
namespace {

/// Says of what was recorded, for each situation, whether it holds: the sentence, or nothing.
class ContentTeller {
 public:
  explicit ContentTeller(const FirstLineFacts& facts)
      : h(*facts.handoff),
        c(*facts.comparison),
        r(*facts.report),
        x_facts(facts),
        x_not_put_back(facts.not_put_back) {}

  std::string sentence(Situation situation) const {
    switch (situation) {
      case Situation::blocked:
        return blocked();
      case Situation::next_changed:
        return next_changed();
      case Situation::commit_lost:
        return lost();
      case Situation::edited:
        return edited();
      case Situation::unfiltered:
        return unfiltered();
      case Situation::submodule: {
        const Finding* finding = find_finding(r, "submodule");
        return finding != nullptr && finding->state == FindingState::changed
                   ? "the submodule " + named_subject(*finding) + ": " +
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

  std::string work() const {
    const std::string merged = merged_elsewhere();
    const bool is_ours = !x_facts.standing || !x_facts.standing->is_in_the_way();
    return x_not_put_back && is_ours
               ? "the paused work is off the branch: a resume brings it back" +
                     (merged.empty() ? "" : "; " + merged)
               : merged;
  }

 private:
  /// The commit is off the branch, which stands where it stood: undo leaves it so, and a clone.
  bool is_taken_out() const {
    return c.position == Position::moved_on && c.at_base && c.on_its_branch && !c.older;
  }

  bool is_recorded(const std::string& path) const { return in_list(h.uncommitted_files, path); }

  /// Files that git does not track lie where the kept ones would come; empty: none does.
  std::string in_the_way() const {
    std::vector<std::string> names;
    for (const git::StatusEntry& entry : c.status.entries)
      if (entry.kind == git::StatusEntry::Kind::untracked && is_recorded(entry.path))
        names.push_back(path_name(entry.path));
    return names.empty() ? "" : few_of(names);
  }

  std::string safe() const { return safe_by_itself() + told_others() + told_merged(); }

  /// What a pull brought below work that is there as it was: no harm, and news.
  std::string told_others() const {
    constexpr size_t kMostNames = 2;
    if (r.others_since.empty() || !c.on_its_branch)
      return {};
    std::vector<std::string> names;
    for (const std::string& name : r.others_since)
      if (!in_list(names, name))
        names.push_back(name);
    return "; " + count_of(r.others_since.size(), "commit") +
           " since: " + few_of(names, kMostNames);
  }

  /// The branch went into another one and is gone at its remote: no harm to what is paused.
  std::string told_merged() const {
    const std::string merged = merged_elsewhere();
    return merged.empty() ? merged : "; " + merged;
  }

  std::string merged_elsewhere() const {
    constexpr std::string_view kRemotes = "refs/remotes/";
    for (const Finding& finding : r.findings)
      if (finding.code == "upstream" && !finding.where.empty() &&
          finding.subject.starts_with(kRemotes))
        return branch_name(finding.subject.substr(kRemotes.size())) + " was merged into " +
               branch_name(finding.where) + " and is gone";
    for (const Finding& finding : r.findings)
      if (finding.code == "squashed")
        return std::string(finding.work == model::PausedWork::none ? "what it stands on"
                                                                   : "the paused work") +
               " is in " + brief_text(finding.where);
    return {};
  }

  /// A long time in which nothing happened takes nothing from it.
  std::string safe_by_itself() const {
    if (is_taken_out())
      return x_not_put_back && c.tracked_changes
                 ? "the kept work can come back: commit or stash what is changed here first"
             : x_not_put_back && !in_the_way().empty()
                 ? "the kept work can come back: move away what is in its place: " + in_the_way()
             : x_not_put_back ? "safe to continue: the paused work is off the branch, a resume "
                                "brings it back"
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

  /// Who goes on after a checkpoint and commits has no news of that.
  bool is_ones_own(const model::CommitSince& since) const {
    return is_checkpoint() && since.where.empty() && since.author == h.git.author;
  }

  std::string next_changed() const {
    for (const model::CommitSince& since : r.relevant)
      if (since.relevance >= model::kTouchesNext && !is_ones_own(since))
        return (since.by_reader ? "you" : name_in(since.author)) + " changed " +
               few_of(path_names(since.files)) +
               (since.where.empty() ? "" : " on " + brief_text(since.where)) +
               " since, which your next step names";
    return {};
  }

  std::string lost() const {
    if (r.lost.empty())
      return {};
    const model::LostCommit& first = r.lost.front();
    const std::string others =
        r.lost.size() > 1 ? "; " + count_of(r.lost.size() - 1, "more commit") + " too" : "";
    if (!first.is_stored)
      return "commit " + printable(first.oid) + " is not in this repository" + others;
    return (first.in_part ? "part of " : "") +
           (first.subject.empty() ? "commit " + printable(first.oid)
                                  : in_quotation(first.subject)) +
           " is no longer on the branch" +
           (first.files.empty() ? "" : ": " + few_of(path_names(first.files))) +
           (first.where.empty() ? "" : "; " + branch_name(first.where) + " has it still") + others;
  }

  std::string edited() const {
    const bool is_snapshot = is_snapshot_here();
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
    if (c.position == Position::at_wip)
      paths.insert(c.lost.begin(), c.lost.end());
    std::set<std::string> dirty(c.lost.begin(), c.lost.end());  // which git does not see
    for (const git::StatusEntry& entry : c.status.entries)
      dirty.insert({entry.path, entry.path_from});
    if (is_snapshot)  // what was committed since is no edit
      std::erase_if(paths, [&](const std::string& path) { return !dirty.contains(path); });
    if (is_snapshot && !c.as_recorded && c.differs.empty())
      paths = edited_as_checked(dirty);
    if (paths.empty())
      return {};
    return as_checkpoint() + (restaged ? "staged otherwise since: " : "edited since: ") +
           few_of(vector_of(paths, path_name));
  }

  std::string unfiltered() const {
    const std::string names = few_of(path_names(x_facts.unfiltered));
    return names.empty() ? ""
           : !x_facts.lfs_way.empty()
               ? "git-lfs pointers instead of files: " + names + "; get them: " + x_facts.lfs_way
               : "not as paused, the filter is another: " + names;
  }

  /// Nothing compared the files: of those that the record has check tells. What else is changed at
  /// the commit that it stands on, it has not.
  std::set<std::string> edited_as_checked(const std::set<std::string>& dirty) const {
    std::set<std::string> paths;
    if (c.at_base)
      paths.insert(c.edited.begin(), c.edited.end());
    for (const std::string& known : h.uncommitted_files)
      paths.erase(known);
    for (const Finding* finding : changed_claims())
      if (finding->code == "file" && dirty.contains(finding->subject))
        paths.insert(finding->subject);
    return paths;
  }

  bool is_snapshot_here() const { return c.position == Position::snapshot && c.on_its_branch; }

  bool is_checkpoint() const { return is_snapshot_here() && h.mode == model::Mode::checkpoint; }

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
      if (finding->state == FindingState::changed && finding->fate != model::Fate::rewritten)
        changed.push_back(finding);
    // Told once: a file that a commit changed, and the commit that touches that file.
    std::erase_if(changed, [&](const Finding* one) {
      return one->code == "commit-since" && std::ranges::any_of(changed, [&](const Finding* other) {
               return other->code == "file" &&
                      contains(other->evidence, git::short_oid(one->subject));
             });
    });
    return changed;
  }

  static bool is_committed_file(const Finding* finding) {
    return finding->code == "file" && !finding->to.empty();
  }

  static std::string name_of_file(const Finding* file) { return path_name(file->subject); }

  /// "on 'login' since: a, b": where each of them is on one branch that is not checked out.
  static std::string committed(const std::vector<const Finding*>& files) {
    const std::string& where = files.front()->where;
    const bool is_elsewhere =
        !where.empty() &&
        std::ranges::all_of(files, [&](const Finding* file) { return file->where == where; });
    return "committed " + (is_elsewhere ? "on " + branch_in_quotes(where) + " " : "") +
           "since: " + few_of(vector_of(files, name_of_file));
  }

  std::string claims_changed() const {
    std::vector<const Finding*> changed = changed_claims();
    if (changed.empty())
      return {};
    std::vector<const Finding*> as_expected;
    if (is_checkpoint()) {
      std::ranges::copy_if(changed, std::back_inserter(as_expected), is_committed_file);
      std::erase_if(changed, is_committed_file);
      if (changed.empty())
        return as_checkpoint() + committed(as_expected);
    }
    const auto is_out = [](const Finding* one) {
      return one->work == model::PausedWork::taken_out;
    };
    if (is_checkpoint() && std::ranges::all_of(changed, is_out))
      return as_checkpoint() + "changes that are no longer in the tree, kept in the checkpoint: " +
             few_of(vector_of(changed, name_of_file)) +
             (as_expected.empty() ? "" : "; " + committed(as_expected));
    // What came below the work is why it was rebased, and no damage.
    const bool below = changed.front()->code == "commit-since" && is_on_new_base();
    return (below ? "rebased: " : "not as recorded: ") + brief_text(sentence_of(*changed.front())) +
           (changed.size() > 1 ? "; and " + std::to_string(changed.size() - 1) + " more" : "") +
           (as_expected.empty() ? "" : "; " + committed(as_expected));
  }

  std::string unverifiable() const {
    auto count = std::ranges::count(r.findings, FindingState::unverifiable, &Finding::state);
    return count > 0 && r.verdict == model::Verdict::unverifiable
               ? "nothing changed, but " + count_of(static_cast<size_t>(count), "fact") +
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
    const bool has_own_commits = std::ranges::any_of(r.findings, [](const Finding& finding) {
      return finding.code == "base" &&
             (finding.fate == model::Fate::rewritten || finding.fate == model::Fate::squashed);
    });
    return has_own_commits
               ? "safe to continue (the branch was rebased)"
               : "safe to continue (rebased onto " + git::short_oid(c.stack->base) + ")";
  }

  const model::Handoff& h;
  const Comparison& c;
  const model::CheckReport& r;
  const FirstLineFacts& x_facts;
  const bool x_not_put_back;
};

}  // namespace

std::string told_of_work(const FirstLineFacts& facts) { return ContentTeller(facts).work(); }

std::string told_of_content(const FirstLineFacts& facts, Situation situation) {
  return ContentTeller(facts).sentence(situation);
}

}  // namespace handoff::ops
