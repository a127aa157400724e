#include "ops/brief/brief_contents.hpp"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/markdown/sections.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/secrets.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/brief/brief_lines.hpp"
#include "ops/brief/brief_marks.hpp"
#include "ops/brief/brief_words.hpp"
#include "ops/brief/brief_worth.hpp"
#include "ops/check/sentences.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

using namespace brief_worth;
using formats::field;
using formats::items_of;
using formats::text_of;
using model::TaskState;

constexpr size_t kMostSinceShown = 3;
constexpr size_t kMostNewFilesShown = 12;
constexpr size_t kMostLostFiles = 4;
constexpr size_t kMostOfReverted = 60;
constexpr size_t kLongestLabel = 60;
constexpr size_t kLongestCommand = 100;
constexpr size_t kLongestMoved = 100;  ///< bytes, behind which no more moved files are named

class Contents {
 public:
  explicit Contents(const BriefSource& source)
      : x_source(source), h(source.handoff), x_marks(source) {}

  std::vector<Section> all() {
    first();
    rules();
    decisions("Absolute", "absolute");
    decisions("Binding", "session");
    decisions("Decided", "");
    rejected();
    hunt();
    tasks();
    tests();
    blockers();
    people(false);
    lines("Questions", "question", "questions", h.open_questions,
          is_waiting_for_people() ? kQuestion : kQuestionAlone);
    context();
    new_files();
    changed_files();
    completed();
    // Known only now: what no text above named.
    if (std::vector<std::string> rest = x_marks.rest(); !rest.empty()) {
      Section claims{.heading = "Also not as recorded", .singular = "fact", .plural = "facts"};
      for (const std::string& sentence : rest)
        plain(claims, sentence, kClaim, true);
      x_sections.insert(x_sections.begin() + static_cast<std::ptrdiff_t>(x_behind_tasks),
                        std::move(claims));
    }
    return std::move(x_sections);
  }

  std::vector<Section> first() {
    not_as_left();
    people(true);
    next_action();
    return x_sections;
  }

 private:
  Section& section(std::string heading, std::string singular, std::string plural) {
    x_sections.push_back({.heading = std::move(heading),
                          .singular = std::move(singular),
                          .plural = std::move(plural)});
    return x_sections.back();
  }

  /// A line of ours, or of a text that has its marks.
  static Item& plain(Section& to, const std::string& text, const Worth& worth,
                     bool always = false) {
    to.items.push_back({.parts = {}, .always = always});
    part(to, text, worth);
    return to.items.back();
  }

  /// A text of the record; nullptr where it says nothing.
  Item* add(Section& to, const std::string& text, const Worth& worth, bool always = false) {
    if (trim(text).empty())
      return nullptr;
    return &plain(to, x_marks.put(one_line(text)), worth, always);
  }

  /// One that says how something is: files that others changed since have a mark.
  Item* state(Section& to, const std::string& text, const Worth& worth, bool always = false) {
    if (trim(text).empty())
      return nullptr;
    return &plain(to, x_marks.put_in_statement(one_line(text)), worth, always);
  }

  /// More about the last item of a section; its worth is that of the item's place in the list.
  void more(Section& to, const std::string& before, const std::string& text, const Worth& worth,
            const std::string& behind = {}, bool whole = false) {
    if (!trim(text).empty() && !to.items.empty())
      part(to, before + x_marks.put(one_line(text)) + behind, worth, whole);
  }

  static void part(Section& to, std::string text, const Worth& worth, bool whole = false) {
    const size_t index = to.items.size() - 1;
    to.items.back().parts.push_back({.text = std::move(text),
                                     .worth = worth.of(index),
                                     .whole = whole,
                                     .eighths = worth.eighths,
                                     .leads = worth.leads_at(index)});
  }

  /// Why it is so. That this holds no more is told with what rests on it.
  void reason(Section& to, const std::string& text, const Worth& worth) {
    if (trim(text).empty() || to.items.empty())
      return;
    part(to, "; because " + x_marks.put_in_statement(one_line(text)), worth);
    if (!has_mark_of_undone(to.items.back().parts.back().text))
      return;
    std::vector<Part>& parts = to.items.back().parts;
    parts.front().worth = std::max(parts.front().worth, kReasonUndone.first);
    parts.back().worth = kReasonUndone.first;
    parts.back().eighths = kReasonUndone.eighths;
  }

  /// More about the last item in others' words, which no mark belongs into.
  static void quote(Section& to, const std::string& text, const Worth& worth) {
    part(to, text, worth);
  }

  /// What the user put right, with what was wrong.
  void rules() {
    Section& to = section("Rules", "correction", "corrections");
    to.binds = true;
    const auto items = items_of(field(*x_source.document, "corrections"));
    for (size_t i = 0; i < h.corrections.size(); ++i) {
      Item* item = state(to, h.corrections[i], kRule);
      if (item == nullptr)
        continue;
      item->parts.front().binds = true;
      if (items.size() != h.corrections.size())
        continue;
      reason(to, other_text(items[i], "lesson", h.corrections[i]), kReasonOfRule);
      more(to, "; wrong: ", other_text(items[i], "original", {}), kReason);
    }
  }

  /// A field of an item that its own text does not say already.
  static std::string other_text(const Json& item, const char* name, const std::string& text) {
    std::string more = text_of(field(item, name));
    return more == text ? std::string() : more;
  }

  void lines(const char* heading, const char* singular, const char* plural,
             const std::vector<std::string>& texts, const Worth& worth) {
    Section& to = section(heading, singular, plural);
    for (const std::string& text : texts)
      if (Item* item = add(to, text, worth); item != nullptr)
        item->parts.front().whole = true;
  }

  // Others' commits that touch what is next, and lost commits: nothing else comes before it.
  void not_as_left() {
    Section& to = section("Since then", "change", "changes");
    for (const model::Finding& finding : x_source.findings)
      if (finding.code == "shared")
        plain(to, one_line(finding.evidence), kNotAsLeft, true);
      else if (finding.code.starts_with("wip-"))
        plain(to, one_line(sentence_of(finding)), kNotAsLeft, true);
    std::string unknown;
    for (const auto& [oid, subject, files, in_part, is_stored, where] : x_source.lost) {
      if (!is_stored) {
        unknown += (unknown.empty() ? "" : ", ") + one_line(oid);
        continue;
      }
      const std::string name = subject.empty() ? task_of(h, oid) : subject;
      const size_t shown = std::min(files.size(), kMostLostFiles);
      Item& item =
          plain(to,
                (in_part ? "part of " : "") +
                    (name.empty() ? git::short_oid(oid) : "'" + one_line(name) + "'") + " " +
                    mark_of_lost(where) + (was_done(h, oid, subject) ? " (told as done)" : ""),
                kNotAsLeft, true);
      if (shown > 0)
        item.parts.push_back({": " + join(path_names({&files[0], &files[0] + shown}), ", ") +
                                  (files.size() > shown ? ", ..." : ""),
                              kFilesOfLost.of(to.items.size() - 1)});
    }
    if (!unknown.empty())
      plain(to, "commits that are not in this repository: " + unknown, kNotAsLeft, true);
    for (const model::TakenBack& back : x_source.taken_back)
      plain(to,
            "'" + cut_at_word(one_line(back.task), kMostOfReverted) + "' [reverted by " +
                one_line(back.author) + " " + git::short_oid(back.oid) +
                (back.where.empty() ? "]" : " " + there(h, back.where) + "]"),
            kNotAsLeft, true);
    changed_since(to);
    if (x_source.stale)
      plain(to, "the record is old: rely on its decisions and context, take the rest from the code",
            kNotAsLeft, true);
    if (h.mode == model::Mode::emergency)
      plain(to, "written in an emergency: parts may be missing", kNotAsLeft, true);
  }

  /// Is the commit one of those that touch what is next?
  bool is_told_first(const std::string& oid) const {
    return std::ranges::any_of(x_source.since, [&](const model::CommitSince& since) {
      return since.relevance >= model::kTouchesNext && since.oid == oid;
    });
  }

  bool is_told_as_revert(const std::string& oid) const {
    return in_list(x_source.taken_back, oid, &model::TakenBack::oid);
  }

  void changed_since(Section& to) {
    size_t told = 0, untold = 0;
    std::map<std::string, std::pair<size_t, std::string>> items;  // by files: where, and whose last
    const model::PerhapsDone* done = x_marks.done_meanwhile(h.next_action);
    for (const model::CommitSince& since : x_source.since) {
      if (since.relevance < model::kTouchesNext || is_told_as_revert(since.oid))
        continue;
      if (++told > kMostSinceShown) {
        ++untold;
        continue;
      }
      const std::string files = join(path_names(beside_next(h, since.files)), ", ") +
                                (since.where.empty() ? "" : " " + there(h, since.where)) + ": ",
                        author = short_name(since.author);
      // "Ben changed a.c: 1a2b3c4, 5d6e7f8; Cat: 9a0b1c2", where it is the same file.
      const auto [its, is_new] = items.try_emplace(files, to.items.size(), author);
      if (is_new)
        plain(to, author + " changed " + files, kNotAsLeft, true);
      Item& item = to.items[its->second.first];
      item.parts.front().text += (is_new                         ? ""
                                  : author == its->second.second ? ", "
                                                                 : "; " + author + ": ") +
                                 git::short_oid(since.oid);
      const bool of_next = done != nullptr && done->oid == since.oid;
      if (!since.subject.empty())
        item.parts.push_back({(is_new ? " '" : ", '") + one_line(since.subject) + "'",
                              (of_next ? kTaskNotAsLeft : kSubjectOfChange).of(its->second.first)});
      its->second.second = author;
    }
    if (untold > 0)
      plain(to, count_of(untold, "more commit") + " touched what is next", kNotAsLeft, true);
  }

  /// What waits for people, by whom: no name where the action begins with it.
  void people(bool blocking) {
    std::vector<std::pair<std::string, std::vector<const model::HumanAction*>>> open;
    for (const model::HumanAction& action : h.human_actions) {
      if (action.done || action.blocking != blocking)
        continue;
      const std::string name = one_line(whom_it_names(action.action));
      const bool begins =
          action.action.starts_with(name.empty() ? "the user " : std::string_view(name));
      const std::string heading = blocking ? name.empty() || begins
                                                 ? "Blocked until done"
                                                 : "Blocked until " + name + " has done it"
                                  : begins ? "Waits for"
                                           : "Waits for " + (name.empty() ? "a person" : name);
      auto its =
          std::ranges::find_if(open, [&](const auto& group) { return group.first == heading; });
      if (its == open.end())
        its = open.insert(its, {heading, {}});
      its->second.push_back(&action);
    }
    Worth worth = blocking ? kBlocks : is_blocked(h) ? kFurtherPerson : kPerson;
    for (const auto& [heading, actions] : open) {
      Section& to = section(heading, blocking ? "blocking action" : "action",
                            blocking ? "blocking actions" : "actions");
      for (const model::HumanAction* action : actions)
        if (Item* item = add(to, action->action, worth, blocking); item != nullptr) {
          item->parts.front().whole = true;
          more(to, " (", action->context, blocking ? kBlocksContext : kPersonContext, ")");
        }
      worth.others += to.items.size();
    }
  }

  bool is_waiting_for_people() const {
    return std::ranges::any_of(h.human_actions, [](const auto& action) { return !action.done; });
  }

  void next_action() {
    Section& to = section("", "next action", "next actions");
    std::string next = x_marks.put(h.next_action);
    Item& item =
        plain(to, "Next: " + (next.empty() ? "(not recorded: ask the user)" : next), kNext, true);
    item.mark = x_marks.of_next();
    const std::string subject = x_marks.subject_of(h.next_action);
    if (!subject.empty() && !is_told_first(x_marks.done_meanwhile(h.next_action)->oid))
      quote(to, "; see '" + subject + "'", kTaskNotAsLeft.nth(1));
  }

  /// Those that bind so: "absolute", "session", or not.
  void decisions(const char* heading, std::string_view binding) {
    const bool absolute = binding == "absolute", binds = !binding.empty();
    Section& to = binds ? section(heading, "binding decision", "binding decisions")
                        : section(heading, "decision", "decisions");
    to.binds = binds;
    const bool few = count_binding(h, "absolute") + count_binding(h, "session") <
                     2;  // then the first of the others is a decision to know
    Worth worth = absolute ? kAbsolute : binds ? kBinding : few ? kSecondDecision : kDecision;
    Worth why = absolute ? kReasonOfAbsolute
                : binds  ? kReasonOfBinding
                : few    ? kReasonOfSecond
                         : kReasonOfDecision;
    Worth rejected = absolute ? kRejectedOfAbsolute : binds ? kRejectedOfBinding : kRejectedWeakly;
    if (binds && !absolute)  // they stand behind those that bind absolutely
      for (Worth* one : {&worth, &why, &rejected})
        one->others = count_binding(h, "absolute");
    for (const model::Decision& decision : h.decisions) {
      const bool known = decision.binding == "absolute" || decision.binding == "session";
      if ((known ? decision.binding : "") != binding ||
          state(to, decision.decision, worth, absolute) == nullptr)
        continue;
      to.items.back().parts.front().binds = binds;
      const bool undone = has_mark_of_undone(x_marks.put(decision.rationale));
      more(to, "; not ", decision.rejected, undone ? kRejectedWeakly : rejected, {}, binds);
      reason(to, decision.rationale, why);
      why.eighths = std::min(why.eighths, kMostOfFurtherReason);
    }
  }

  /// What a hunt for a defect has ruled out binds as a decision does.
  void rejected() {
    Section& to = section("Ruled out", "ruled out idea", "ruled out ideas");
    const Json& debug = field(*x_source.document, "debug");
    for (const Json& item : items_of(field(debug, "eliminated"))) {
      std::string what = formats::text_in(item, {"hypothesis", "text", "what", "name"});
      std::string why = text_of(field(item, {"evidence", "because", "reason", "why"}));
      if (Item* item_of = add(to, what, kRuledOut); item_of != nullptr) {
        item_of->parts.front().whole = true;
        reason(to, why, kReasonOfRuledOut);
      }
    }
  }

  /// Where a hunt for a defect stands.
  void hunt() {
    Section& to = section("Suspected", "suspicion", "suspicions");
    const Json& debug = field(*x_source.document, "debug");
    for (const Json& item : items_of(field(debug, "hypotheses")))
      add(to, lists::headline_of(item), kSuspicion);
    for (const Json& item : items_of(field(debug, "evidence")))
      if (std::string seen = lists::headline_of(item); !seen.empty())
        add(to, "seen: " + seen, kSuspicion);
  }

  void tasks() {
    Section& to = section("To do", "task", "tasks");
    for (const model::Task* task : tasks_to_do(h))
      add_task(to, *task);
    // One that is not as it was left says as well that there is something to do.
    if (x_tasks_not_as_left > 0 && x_first_task < to.items.size()) {
      Part& part = to.items[x_first_task].parts.front();
      part.leads = false;
      part.worth = kTask.of(x_first_task);
    }
    for (const Json& todo : items_of(field(field(*x_source.document, "todos"), "explicit")))
      if (std::string text = formats::text_in(todo, {"text", "todo", "task", "name"});
          !names_task(text))
        add(to, text, kTask);
    x_behind_tasks = x_sections.size();
  }

  bool names_task(const std::string& text) const {
    return in_list(h.remaining_tasks, text, &model::Task::name);
  }

  void add_task(Section& to, const model::Task& task) {
    const std::string done = x_marks.of_task(task);
    std::string moved;
    std::vector<std::string> files;
    for (const std::string& file : task.files)
      if (const std::string now = x_marks.put(file); !has_mark(now) || moved.size() > kLongestMoved)
        files.push_back(file);
      else if (!contains(task.name, file))
        moved += (moved.empty() ? "" : ", ") + now;
    const std::string changed = done.empty() && moved.empty() ? x_marks.of_files(task) : "";
    const bool as_left = done.empty() && moved.empty() && !has_mark(x_marks.put(task.name));
    // Behind others like it, however many tasks stand before it.
    // What others did leads beside what has moved.
    Worth not_as_left = kTaskNotAsLeft.nth(x_tasks_not_as_left);
    not_as_left.leads = not_as_left.leads || (!done.empty() && !x_done_told);
    const bool in_progress = task.state == TaskState::in_progress;
    bool& is_told = in_progress ? x_in_progress_told : x_task_told;
    // The task that Next is about is known from there.
    const Worth& worth = !as_left           ? not_as_left
                         : is_of_next(task) ? kTaskOfNext
                         : !changed.empty() ? not_as_left
                         : is_told          ? kTask
                                            : kFirstTask;
    x_tasks_not_as_left += &worth == &not_as_left ? 1 : 0;
    x_done_told = x_done_told || !done.empty();
    if (&worth == &kFirstTask && !in_progress)
      x_first_task = to.items.size();
    is_told = true;
    Item* item = add(to, task_line(task), worth);
    if (item == nullptr)
      return;
    item->mark = as_left ? done + changed : done;
    if (!moved.empty()) {
      more(to, "; ", moved, worth);
      to.items.back().parts.back().in_one = true;
    }
    const bool known = std::ranges::all_of(
        files, [&](const std::string& file) { return contains(h.next_action, file); });
    more(to, "; verify: ", formats::shown_command(task.verification), kTaskTail);
    more(to, "; files: ", join(files, ", "), known ? kNamedByNext : kTaskTail);
    if (const std::string subject = x_marks.subject_of(task.name); !subject.empty())
      quote(to, "; see '" + subject + "'", kSubjectOfChange);
  }

  bool is_of_next(const model::Task& task) const {
    return contains(h.next_action, task.name) ||
           (task.state == TaskState::in_progress &&
            (says_most_of(h.next_action, task.name) || is_alone_in_progress(task)));
  }

  /// The only one in progress, of which the next action names something in code.
  bool is_alone_in_progress(const model::Task& task) const {
    const auto in_progress =
        std::ranges::count(h.remaining_tasks, TaskState::in_progress, &model::Task::state);
    const std::vector<std::string> words = split(task.name, ' ');
    return in_progress == 1 && std::ranges::any_of(words, [&](const std::string& w) {
             const bool is_name = w.find_first_of("_.:()") < w.size() - 1 || w.ends_with("()");
             return w.size() > 4 && is_name && contains(h.next_action, w);
           });
  }

  void blockers() {
    Section& to = section("Blockers", "blocker", "blockers");
    // What is gone is told in a few words, behind what still counts.
    for (const bool gone : {false, true})
      for (const model::Blocker& blocker : h.blockers)
        if (x_marks.is_gone(blocker.description) == gone)
          add_blocker(to, blocker);
  }

  void add_blocker(Section& to, const model::Blocker& blocker) {
    const std::string mark = x_marks.of_blocker(blocker.description);
    const bool gone = x_marks.is_gone(blocker.description);
    if (trim(blocker.description).empty())
      return;
    const bool as_left = mark.empty() && !has_mark(x_marks.put(blocker.description));
    // That it is gone says what a mark within it would.
    Item& item = gone ? plain(to, one_line(blocker.description), kBlockerGone)
                      : plain(to, x_marks.put_in_blocker(blocker.description, blocker.description),
                              !as_left        ? kBlockerNotAsLeft
                              : is_blocked(h) ? kFurtherBlocker
                                              : kBlocker);
    item.mark = mark;
    item.parts.front().binds = !gone;
    std::string around = one_line(blocker.workaround);
    size_t end = end_of_first_sentence(around);
    more(to, "; meanwhile: ", around.substr(0, end), gone ? kWayAroundGone : kWayAround);
    if (end > 0 && end + 1 < around.size())
      more(to, around.substr(end, 1) + " ", around.substr(end + 1), kRestOfWayAround);
  }

  /// Gates that did not pass, then those that did.
  void gates(Section& to) {
    for (bool passed : {false, true})
      for (const Json& gate : items_of(field(*x_source.document, "quality_gates"))) {
        const std::string status = text_of(field(gate, "status"));
        const bool its = to_lower(status).starts_with("pass");
        const std::string evidence = text_of(field(gate, "evidence"));
        // "failed (2 of 61 fail)" says it twice.
        constexpr size_t kShort = 60;
        const bool says_so = to_lower(status).starts_with("fail") && evidence.size() <= kShort &&
                             contains(to_lower(evidence), "fail") && !contains(evidence, "\n");
        const std::string& state = says_so ? evidence : status;
        if (its != passed || add(to, lists::headline_of(gate) + (state.empty() ? "" : ": " + state),
                                 passed ? kRestOfTests : kTests) == nullptr)
          continue;
        to.items.back().mark = x_marks.of_gate(lists::headline_of(gate));
        more(to, " (", says_so ? "" : evidence, passed ? kReason : kWhatFails, ")");
      }
  }

  /// `verification`, `tdd`, gates: where the tests stand, what fails first.
  void tests() {
    Section& to = section("Tests", "state of tests", "states of tests");
    gates(to);
    for (const char* name : {"tdd", "verification"}) {
      const std::vector<std::string> states = states_of_tests(field(*x_source.document, name));
      if (states.empty() || add(to, states.front(), kTests) == nullptr)
        continue;
      to.items.back().parts.front().whole = true;
      for (size_t i = 1; i < states.size(); ++i) {
        const bool runs = states[i].starts_with(kRunsBy);
        more(to, "; ", states[i], runs ? kHowTestsRun : kRestOfTests);
        // Half a command is none.
        to.items.back().parts.back().in_one = runs && states[i].size() <= kLongestCommand;
      }
    }
  }

  void context() {
    Section& to = section("Context", "context line", "context lines");
    add(to, position_line(h, *x_source.document), kPosition);
    constexpr size_t kMostForbidden = 2;
    size_t forbidden = 0;
    std::string label;  // stands with the first line of what it is a label of
    for (const std::string& text : split_lines(formats::mask_secrets(h.context_notes))) {
      if (const std::string words = trim(text);
          words.ends_with(':') && words.size() < kLongestLabel) {
        label = words + " ";
        continue;
      }
      const std::string line = label + formats::without_bullet(text);
      const bool binds = forbidden < kMostForbidden && is_prohibition(line);
      const Worth forbid = kForbids.nth(forbidden);
      if (state(to, without_parentheses(line), binds ? forbid : kContext) == nullptr)
        continue;
      forbidden += binds ? 1 : 0;
      to.items.back().parts.front().binds = binds;
      parentheses(to, line);
      label.clear();
    }
    const auto errors = items_of(field(*x_source.document, "errors"));
    for (size_t i = 0; i < h.errors.size(); ++i)
      if (add(to, "error seen: " + h.errors[i], kError) != nullptr &&
          errors.size() == h.errors.size())
        more(to, "; way out: ", other_text(errors[i], "fix", {}), kError);
    for (const model::Document& document : h.documents)
      if (add(to, "read " + path_name(document.path), kDocument) != nullptr) {
        more(to, "; ", document.why, kDocument);
        more(to, "; ", document.status, kDocument);
      }
    for (const Json& file : items_of(field(*x_source.document, "files_modified")))
      if (const std::string why = text_of(field(file, "why"));
          !trim(why).empty() && add(to, text_of(field(file, "path")), kDocument) != nullptr)
        more(to, ": ", why, kDocument);
    for (const std::string& criterion : h.definition_of_done)
      add(to, "done when: " + criterion, kCriterion);
    const Json& goals = field(*x_source.document, "goals");
    if (std::string goal = text_of(field(goals, {"ultimate", "main_task", "current_phase"}));
        !goal.empty())
      add(to, "goal: " + goal, kGoal);
    for (const Json& earlier : formats::items_of(field(goals, "earlier")))
      add(to, "goal: " + formats::text_in(earlier, {"text"}), kGoal);
    if (!h.user_message.empty())
      add(to, "paused because: " + h.user_message, kReasonOfPause);
  }

  static std::string without_parentheses(const std::string& line) {
    return line.substr(0, start_of_parentheses(line));
  }

  /// What stands in parentheses at the end of a line.
  void parentheses(Section& to, const std::string& line) {
    more(to, " ", line.substr(start_of_parentheses(line)), kParentheses);
  }

  void new_files() {
    Section& to = section("New files", "new file", "new files");
    for (const NewFile& file : x_source.new_files) {
      if (to.items.size() == kMostNewFilesShown)
        break;
      bool known = contains(h.next_action, file.path);
      if (add(to, path_name(file.path), known ? kNamedByNext : kNewFile) != nullptr)
        more(to, ": ", file.first_line, kFirstLine);
    }
  }

  /// What else the work changed, in one line: `git diff` has the rest.
  void changed_files() {
    Section& to = section("Changed files", "list of changed files", "lists of changed files");
    std::vector<std::string> names;
    for (const std::string& path : h.uncommitted_files)
      if (!in_list(x_source.new_files, path, &NewFile::path))
        names.push_back(path_name(path));
    const size_t more_files = names.size() - std::min(names.size(), kMostNewFilesShown);
    names.resize(names.size() - more_files);
    for (std::string& name : names)
      name = x_marks.put(std::move(name));
    if (!names.empty())
      plain(to,
            join(names, ", ") +
                (more_files > 0 ? " and " + std::to_string(more_files) + " more" : ""),
            kChangedFiles);
  }

  void completed() {
    Section& to = section("Done", "finished task", "finished tasks");
    for (const auto* list : {&h.completed_tasks, &h.remaining_tasks})
      for (const model::Task& task : *list)
        if (task.state == TaskState::done ||
            (list == &h.completed_tasks &&
             (task.state == TaskState::not_started || task.state == TaskState::other)))
          if (add(to, task.name, kFinished) != nullptr)
            // Behind the task whatever happens: one that is lost is not done.
            to.items.back().mark = with_short_oids(x_marks.of_done(task));
  }

  const BriefSource& x_source;
  const model::Handoff& h;
  Marks x_marks;
  std::vector<Section> x_sections;
  size_t x_behind_tasks = 0;
  size_t x_tasks_not_as_left = 0;
  size_t x_first_task = kNowhere;  ///< the item of it, where it is as it was left
  bool x_in_progress_told = false, x_task_told = false, x_done_told = false;  ///< the first task
};

}  // namespace

std::vector<Section> brief_sections(const BriefSource& source) { return Contents(source).all(); }

std::vector<Section> brief_first_sections(const BriefSource& source) {
  return Contents(source).first();
}

}  // namespace handoff::ops
