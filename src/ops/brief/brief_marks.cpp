#include "ops/brief/brief_marks.hpp"

#include <algorithm>
#include <set>

#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/prose/extract.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/brief/brief_lines.hpp"
#include "ops/check/arrivals.hpp"
#include "ops/check/sentences.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

using model::Fate;
using model::Finding;
using model::FindingState;

constexpr std::string_view kNotHere = "[kept change is not here]";
constexpr size_t kShortestSubject = 4;  ///< shorter words are in half of all sentences
constexpr size_t kShortOid = 7;
constexpr size_t kMostMarks = 200;  ///< more than a reader looks at, and little to search for

bool is_number(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "(where it stands)" is for lists of findings.
std::string finding_words(const Finding& finding) {
  return one_line(finding.oid.empty() ? finding.subject : finding.oid);
}

std::string mark_of_commit(const Finding& finding) {
  std::string to = finding.to.substr(0, kShortOid);
  switch (finding.fate) {
    case Fate::gone:
    case Fate::unreachable:
      return mark_of_lost(finding.where);
    case Fate::reverted:
      return finding.where.empty()
                 ? "[reverted by " + to + "]"
                 : "[reverted on " + one_line(finding.where) + ": " + to + ", not here]";
    case Fate::squashed:
      return "[now in " + to + "]";
    case Fate::in_upstream:
      return "[in the upstream only]";
    case Fate::rewritten:
    case Fate::present:
      return {};
    default:
      return "[not checked]";
  }
}

/// ".../name", where that is said right behind a path of the same long folder.
std::string beside(const std::string& path, const std::string& other) {
  constexpr size_t kShortest = 12;
  const size_t folder = other.rfind('/') + 1;
  return folder >= kShortest && path.rfind('/') + 1 == folder &&
                 path.compare(0, folder, other, 0, folder) == 0
             ? ".../" + other.substr(folder)
             : other;
}

bool is_done(const model::Handoff& handoff, const std::string& task) {
  for (const auto* tasks : {&handoff.completed_tasks, &handoff.remaining_tasks})
    for (const model::Task& one : *tasks)
      if (one.name == task)
        return one.state == model::TaskState::done;
  return false;
}

std::string mark_of_place(const Finding& finding, const model::Handoff& handoff) {
  if (finding.state == FindingState::unverifiable)
    return "[not checked]";
  if (is_number(finding.to))
    return (finding.where.empty() ? "[now :" : "[" + there(handoff, finding.where) + " now :") +
           finding.to + "]";
  if (finding.code == "file" && !finding.where.empty())
    return "[kept change is on " + branch_name(finding.where) + ", in " +
           finding.to.substr(0, kShortOid) + "]";
  if (!finding.where.empty())
    return "[" + there(handoff, finding.where) + " now " +
           one_line(beside(finding.subject, finding.to)) + "]";
  if (!finding.to.empty() && (finding.code == "anchor" || finding.code == "document" ||
                              finding.code == "artifact" || finding.code == "deliverable"))
    return "[now " + one_line(beside(finding.subject, finding.to)) + "]";
  if (finding.work == model::PausedWork::committed)
    return "[kept change is in " + finding.to.substr(0, kShortOid) + "]";
  if (finding.work != model::PausedWork::none)
    return std::string(kNotHere);
  if (finding.is_gone)
    return "[gone]";
  if (finding.code == "quality-gate")
    return "[run it again]";
  if (finding.code == "verification")
    return "[its check failed]";
  if (finding.code == "plan-task")
    return is_done(handoff, finding.subject) ? "[open in the plan]" : "[done in the plan]";
  return "[changed since]";
}

bool is_told_elsewhere(const BriefSource& source, const Finding& finding) {
  static const std::set<std::string> kElsewhere = {
      "age",          "mode",         "branch", "base",    "wip",
      "operation",    "worktree",     "shared", "since",   "upstream",
      "commit-since", "perhaps-done", "record", "rebased", "taken-back"};
  bool at_the_top =
      finding.code == "remote-branch" && contains(source.standing, named_subject(finding));
  return at_the_top || kElsewhere.contains(finding.code);
}

/// Is who changed the file said at the top?
bool is_told_first(const BriefSource& source, const std::string& path) {
  return std::ranges::any_of(source.since, [&](const auto& since) {
    return since.relevance >= model::kTouchesNext && in_list(since.files, path);
  });
}

bool is_told_as_lost(const BriefSource& source, const std::string& oid) {
  return std::ranges::any_of(source.lost, [&](const model::LostCommit& lost) {
    return lost.oid.starts_with(oid) || oid.starts_with(lost.oid);
  });
}

/// Goes a range on here, as in "42–50"?
bool is_in_range(const std::string& text, size_t at) {
  constexpr std::string_view kEnDash = "\xe2\x80\x93";
  const size_t behind = at + kEnDash.size();
  return text.compare(at, kEnDash.size(), kEnDash) == 0 && behind < text.size() &&
         (text[behind] == 'L' || (text[behind] >= '0' && text[behind] <= '9'));
}

/// Does a word that is longer go on here?
bool is_inside_word(const std::string& text, size_t at, size_t end) {
  auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '/' || c == '-';
  };
  return (at > 0 && is_part(text[at - 1])) ||
         (end < text.size() && (is_part(text[end]) || is_in_range(text, end)));
}

/// Behind `path` also its `:42` or `:symbol()`.
size_t end_of_place(const std::string& text, size_t end) {
  if (end + 1 < text.size() && text[end] == ':' && text[end + 1] != ' ')
    while (end < text.size() && text[end] != ' ' && text[end] != ',' && text[end] != ';' &&
           (static_cast<unsigned char>(text[end]) < 0x80 || is_in_range(text, end)))
      end += static_cast<unsigned char>(text[end]) < 0x80 ? 1 : 3;
  return end;
}

}  // namespace

std::string mark_of_lost(const std::string& where) {
  return where.empty() ? "[lost]" : "[on " + one_line(where) + "]";
}

std::string one_line(const std::string& text) {
  std::string line;
  for (const std::string& part : split_lines(text))
    if (std::string words = trim(part); !words.empty())
      line += (line.empty() ? "" : " ") + words;
  return formats::shown(line);
}

Marks::Marks(const BriefSource& source) : x_source(source) {
  for (const Finding& finding : source.findings) {
    if (!is_marked(finding) || is_told_elsewhere(source, finding) || finding.subject.empty())
      continue;
    if (x_marks.size() == kMostMarks)
      break;
    Mark mark{.subject = finding_words(finding), .text = {}, .replacement = {}, .sentence = {}};
    mark.of_gate = finding.code == "quality-gate";
    mark.of_plan = finding.code == "plan-task";
    mark.of_line = finding.code == "anchor" && !finding.subject.ends_with("()") &&
                   anchors_in(finding.subject).empty();
    bool commit = finding.code == "commit";
    // Digits in a sentence that are no commit here were perhaps never meant as one.
    if (commit && finding.fate == Fate::gone && finding.state == FindingState::unverifiable)
      continue;
    mark.text = commit ? mark_of_commit(finding) : mark_of_place(finding, source.handoff);
    if (commit && finding.fate == Fate::rewritten)
      mark.replacement = finding.to.substr(0, std::max(kShortOid, mark.subject.size()));
    mark.sentence =
        (finding_words(finding) == one_line(finding.subject) ? one_line(named_subject(finding))
                                                             : mark.subject) +
        ": " + one_line(finding.evidence);
    // What the kept work holds comes back with it, where it is still to be resumed: what is not
    // there until then is told.
    const bool is_kept =
        finding.work == model::PausedWork::in_record && !source.resumed && !finding.is_gone;
    if (is_kept || (mark.text == "[changed since]" && is_told_first(source, mark.subject)))
      mark.text.clear(), mark.used = true;
    // A rewritten commit is where it was meant to be; a lost one is said first.
    mark.used =
        mark.used || finding.state == FindingState::info ||
        (commit && (finding.fate == Fate::rewritten || is_told_as_lost(source, mark.subject)));
    x_marks.push_back(std::move(mark));
  }
  for (const model::CameIn& one : source.came_in)
    x_marks.push_back({.subject = one_line(one.name),
                       .text = "[" + one_line(model::word_of(one)) + ": " +
                               one.oid.substr(0, kShortOid) +
                               (one.where.empty() ? "]" : ", not here]"),
                       .replacement = {},
                       .sentence = {},
                       .used = true,
                       .came_in = true});
  // The more precise first: `a.c:42` before `a.c`.
  std::ranges::stable_sort(
      x_marks, [](const Mark& a, const Mark& b) { return a.subject.size() > b.subject.size(); });
}

bool Marks::put_one(std::string& text, const Mark& mark) const {
  if (mark.of_gate || (mark.subject.size() < kShortestSubject && !mark.subject.starts_with('#')))
    return false;
  for (size_t at = text.find(mark.subject); at != std::string::npos;
       at = text.find(mark.subject, at + 1)) {
    size_t end = at + mark.subject.size();
    if (is_inside_word(text, at, end))
      continue;
    if (!mark.replacement.empty()) {
      text.replace(at, mark.subject.size(), mark.replacement);
      return true;
    }
    // That a file was changed says nothing of each of its lines.
    if (mark.text.starts_with("[changed") && end_of_place(text, end) != end)
      continue;
    end = end_of_place(text, end);
    if (!mark.text.empty() && text.compare(end, 2, " [") != 0)
      text.insert(end, " " + mark.text);
    return true;
  }
  return false;
}

void Marks::put_marks(std::string& text, const std::string& but_branches) {
  text = one_line(text);
  const std::set<std::string> lines = set_of(places_in_words(text), &Anchor::text);
  for (Mark& mark : x_marks)
    if ((!mark.of_line || lines.contains(mark.subject)) &&
        !(mark.came_in && names_branch(but_branches, mark.subject)))
      mark.used = put_one(text, mark) || mark.used;
}

/// With who has changed the files that it names.
void Marks::put_changed(std::string& text) const {
  for (const model::TouchedBefore& touched : x_source.touched_before)
    if (touched.task.empty())
      put_one(text, {.subject = one_line(touched.file),
                     .text = "[changed: " + one_line(name_of(touched.author)) + " " +
                             touched.oid.substr(0, kShortOid) +
                             (touched.where.empty() ? "]" : ", not here]"),
                     .replacement = {},
                     .sentence = {}});
}

std::string Marks::put(std::string text) {
  put_marks(text);
  return text;
}

std::string Marks::put_in_statement(std::string text) {
  put_marks(text);
  put_changed(text);
  return text;
}

std::string Marks::put_in_blocker(std::string text, const std::string& description) {
  const model::PerhapsGone* its = gone(description);
  put_marks(text, its == nullptr ? std::string() : its->branch);
  put_changed(text);
  return text;
}

const model::PerhapsDone* Marks::done_meanwhile(const std::string& what) const {
  const auto& all = x_source.perhaps_done;
  const auto its = std::ranges::find(all, what, &model::PerhapsDone::task);
  return its == all.end() ? nullptr : &*its;
}

std::string Marks::of_done_meanwhile(const std::string& what, const std::string& more) const {
  const model::PerhapsDone* done = done_meanwhile(what);
  return done == nullptr
             ? std::string()
             : " [perhaps done: " + one_line(done->author) + " " + done->oid.substr(0, kShortOid) +
                   (done->where.empty() ? "" : ", not here") + more + "]";
}

std::string Marks::of_plan(const std::string& task) const {
  for (const Mark& mark : x_marks)
    if (mark.of_plan && mark.subject == one_line(task))
      return " " + mark.text;
  return {};
}

std::string Marks::of_task(const model::Task& task) const {
  const auto& passed = x_source.checks_passed;
  const bool by_check = in_list(passed, task.name);
  const std::string mark = of_done_meanwhile(task.name, by_check ? "; its check passed" : "");
  return mark.empty() && by_check ? " [its check passed]" : mark;
}

std::string Marks::subject_of(const std::string& what) const {
  const model::PerhapsDone* done = done_meanwhile(what);
  // Where both are one text, there is nothing more to be seen in it.
  return done == nullptr || same_text(done->subject, what) ? std::string()
                                                           : one_line(done->subject);
}

std::string Marks::of_done(const model::Task& task) {
  const bool reverted = in_list(x_source.taken_back, task.name, &model::TakenBack::task);
  if (!task.commits.empty()) {
    const std::string commits = put(join(task.commits, ", "));
    return " (" + commits + ")" + (reverted && !contains(commits, " [") ? " [reverted]" : "");
  }
  const auto lost = std::ranges::find_if(x_source.lost, [&](const model::LostCommit& one) {
    return is_subject_of(one.subject, task.name);
  });
  return lost != x_source.lost.end() ? " " + mark_of_lost(lost->where)
         : reverted                  ? " [reverted]"
                                     : "";
}

std::string Marks::of_commit(const std::string& oid) const {
  for (const Mark& mark : x_marks)
    if (mark.replacement.empty() && !mark.text.empty() && oid.size() >= kShortOid &&
        (mark.subject.starts_with(oid) || oid.starts_with(mark.subject)))
      return " " + mark.text;
  return {};
}

const model::PerhapsGone* Marks::gone(const std::string& description) const {
  const auto& all = x_source.perhaps_gone;
  const auto its = std::ranges::find(all, description, &model::PerhapsGone::blocker);
  return its == all.end() ? nullptr : &*its;
}

std::string Marks::of_blocker(const std::string& description) const {
  const model::PerhapsGone* its = gone(description);
  if (its == nullptr)
    return {};
  if (its->branch.empty())
    return " [gone, by its check]";
  if (its->where.empty())
    return " [perhaps gone: " + one_line(its->by) + "]";
  return " [" + (its->of_several ? one_line(its->branch) + " " : "") + "merged into " +
         one_line(its->where + (its->author.empty() ? "" : " by " + its->author)) + ": " +
         git::short_oid(its->oid) + ", not here]";
}

bool Marks::is_gone(const std::string& description) const {
  const model::PerhapsGone* its = gone(description);
  return its != nullptr && its->where.empty();
}

std::string Marks::of_gate(const std::string& name) {
  for (Mark& mark : x_marks)
    if (mark.of_gate && mark.subject == one_line(name)) {
      mark.used = true;
      return mark.text.empty() ? "" : " " + mark.text;
    }
  return {};
}

std::string Marks::of_files(const model::Task& task) const {
  constexpr size_t kMostTouching = 2;  // a file that everybody changes says nothing
  model::TouchedBefore newest;
  size_t count = 0;
  for (const model::CommitSince& since : x_source.since)
    for (const std::string& file : since.files) {
      if (since.relevance != model::kTouchesTasks || !task.names_file(file))
        continue;
      if (newest.oid.empty())
        newest = {.oid = since.oid, .author = since.author, .where = since.where};
      newest.file = file;
      ++count;
    }
  for (const model::TouchedBefore& before : x_source.touched_before)
    if (before.task == task.name) {
      if (newest.oid.empty())
        newest = before;
      ++count;
    }
  if (count == 0 || count > kMostTouching)
    return {};
  const std::string file = base_name(newest.file);
  const bool named = contains(to_lower(task.name), to_lower(file.substr(0, file.rfind('.'))));
  return " [" + (named ? "" : path_name(file) + " ") +
         "changed: " + one_line(name_of(newest.author)) + " " + newest.oid.substr(0, kShortOid) +
         (newest.where.empty() ? "]" : ", not here]");
}

void Marks::are_back() {
  for (Mark& mark : x_marks)
    if (mark.text == kNotHere)
      mark.text.clear(), mark.used = true;
}

std::vector<std::string> Marks::rest() const {
  std::vector<std::string> sentences;
  for (const Mark& mark : x_marks)
    if (!mark.used)
      sentences.push_back(mark.sentence);
  return sentences;
}

}  // namespace handoff::ops
