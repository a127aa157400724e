#include "ops/brief/brief_contents.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "ops/brief/brief_marks.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::items_of;
using formats::text_of;
using model::TaskState;

constexpr size_t kMostSinceShown = 3;
constexpr size_t kMostNewFilesShown = 12;
constexpr size_t kMostLostFiles = 4;

/// The first line of a name: people sign in many ways.
std::string short_name(const std::string& person) {
  return one_line(trim(person.substr(0, person.find(" <"))));
}

std::string without_parentheses(std::string text) {
  while (text.ends_with(')')) {
    size_t open = text.rfind(" (");
    if (open == std::string::npos || open == 0)
      break;
    text.resize(open);
  }
  return text;
}

std::string first_clause(const std::string& text) {
  return text.substr(0, text.find_first_of(";."));
}

class Contents {
 public:
  Contents(const BriefSource& source, Without without)
      : x_source(source), h(source.handoff), x_without(without), x_marks(source) {}

  std::vector<Section> all() {
    first();
    lines("Rules (keep to them)", "correction", "corrections", h.corrections, 3, true);
    decisions("Decided (keep to it, or ask the user)", true);
    decisions("Decided", false);
    rejected();
    tasks();
    blockers();
    people();
    lines("Open questions", "question", "questions", h.open_questions, 2);
    context();
    new_files();
    completed();
    // Known only now: what no text above named.
    if (std::vector<std::string> rest = x_marks.rest(); !rest.empty()) {
      Section section{.heading = "Also not as recorded", .singular = "claim", .plural = "claims"};
      for (const std::string& sentence : rest)
        section.items.push_back({.head = sentence, .always = true});
      x_sections.insert(x_sections.begin() + static_cast<std::ptrdiff_t>(x_behind_tasks),
                        std::move(section));
    }
    return std::move(x_sections);
  }

  std::vector<Section> first() {
    not_as_left();
    blocking();
    next_action();
    return x_sections;
  }

 private:
  Section& section(std::string heading, std::string singular, std::string plural, size_t weight = 1,
                   bool essential = false) {
    x_sections.push_back({.heading = std::move(heading),
                          .singular = std::move(singular),
                          .plural = std::move(plural),
                          .weight = weight,
                          .essential = essential});
    return x_sections.back();
  }

  bool does_without(Without what) const { return x_without >= what; }

  std::string shorter(std::string text) const {
    return does_without(Without::parentheses) ? without_parentheses(std::move(text)) : text;
  }

  void add(Section& to, const std::string& head, const std::string& tail = {},
           bool always = false) {
    if (!trim(head).empty())
      to.items.push_back({.head = x_marks.put(shorter(one_line(head))),
                          .tail = trim(tail).empty() ? "" : x_marks.put(tail),
                          .always = always});
  }

  static std::string labelled(const std::string& label, const std::string& text) {
    return trim(text).empty() ? std::string() : "; " + label + trim(text);
  }

  void lines(const char* heading, const char* singular, const char* plural,
             const std::vector<std::string>& texts, size_t weight, bool essential = false) {
    Section& to = section(heading, singular, plural, weight, essential);
    for (const std::string& text : texts)
      add(to, text);
  }

  // Others' commits that touch what is next, and commits that are lost: nothing else comes before
  // it.
  void not_as_left() {
    Section& to = section("Not as it was left", "change", "changes", 4, true);
    for (const model::Finding& finding : x_source.findings)
      if (finding.code == "shared")
        to.items.push_back({.head = one_line(finding.evidence), .always = true});
    for (const model::LostCommit& lost : x_source.lost) {
      std::vector<std::string> files = lost.files;
      bool more = files.size() > kMostLostFiles;
      files.resize(std::min(files.size(), kMostLostFiles));
      to.items.push_back({.head = "'" + one_line(lost.subject.empty() ? lost.oid : lost.subject) +
                                  "' is no longer on the branch" + (files.empty() ? "" : ": ") +
                                  one_line(join(files, ", ")) + (more ? ", ..." : ""),
                          .always = true});
    }
    size_t told = 0, more = 0;
    for (const model::CommitSince& since : x_source.since) {
      if (since.relevance < 3)
        continue;
      if (++told > kMostSinceShown) {
        ++more;
        continue;
      }
      to.items.push_back({.head = short_name(since.author) + " changed " +
                                  one_line(join(since.files, ", ")) + " in " +
                                  since.oid.substr(0, 7),
                          .tail = " (" + one_line(since.subject) + ")",
                          .always = true});
    }
    if (more > 0)
      to.items.push_back(
          {.head = count_of(more, "more commit") + " touched what is next", .always = true});
    if (x_source.stale)
      to.items.push_back({.head = "the record is old: rely on its decisions and context, take the "
                                  "rest from the code",
                          .always = true});
    if (h.mode == model::Mode::emergency)
      to.items.push_back({.head = "written in an emergency: parts may be missing", .always = true});
  }

  void blocking() {
    Section& to = section("Blocks, until a person has done it", "blocking action",
                          "blocking actions", 3, true);
    for (const model::HumanAction& action : h.human_actions)
      if (action.blocking && !action.done)
        add(to, action.action, action.context.empty() ? "" : " (" + action.context + ")", true);
  }

  void next_action() {
    Section& to = section("", "next action", "next actions", 4, true);
    std::string next = x_marks.put(h.next_action);
    to.items.push_back({.head = "Next: " + (next.empty() ? "(not recorded: ask the user)" : next),
                        .always = true});
  }

  void decisions(const char* heading, bool binding) {
    Section& to = section(heading, "decision", "decisions", binding ? 4 : 2, binding);
    for (std::string_view rank :
         {std::string_view("absolute"), std::string_view("session"), std::string_view()})
      for (const model::Decision& decision : h.decisions) {
        bool known = decision.binding == "absolute" || decision.binding == "session";
        std::string_view its = known ? std::string_view(decision.binding) : std::string_view();
        if (its == rank && rank.empty() != binding)
          add(to, decision.decision + labelled("not ", decision.rejected),
              labelled("because ", decision.rationale), rank == "absolute");
      }
  }

  /// What a hunt for a defect has ruled out binds as a decision does.
  void rejected() {
    Section& to = section("Ruled out", "ruled out idea", "ruled out ideas", 3, true);
    const Json& debug = field(*x_source.document, "debug");
    for (const Json& item : items_of(field(debug, "eliminated"))) {
      std::string what = item.is_object()
                             ? text_of(field(item, {"hypothesis", "text", "what", "name"}))
                             : text_of(item);
      std::string why = item.is_object()
                            ? text_of(field(item, {"evidence", "because", "reason", "why"}))
                            : std::string();
      add(to, what, labelled("because ", why));
    }
  }

  void tasks() {
    Section& to = section("To do", "task", "tasks", 3);
    auto of_state = [&](auto wanted) {
      for (const auto* list : {&h.remaining_tasks, &h.completed_tasks})
        for (const model::Task& task : *list)
          if (wanted(list == &h.completed_tasks, task.state))
            add_task(to, task);
    };
    of_state([](bool, TaskState s) { return s == TaskState::in_progress; });
    of_state([](bool, TaskState s) { return s == TaskState::blocked; });
    of_state([](bool completed, TaskState s) {
      return !completed && (s == TaskState::not_started || s == TaskState::other);
    });
    for (const Json& todo : items_of(field(field(*x_source.document, "todos"), "explicit")))
      if (std::string text =
              text_of(todo.is_object() ? field(todo, {"text", "todo", "task", "name"}) : todo);
          !names_task(text))
        add(to, text);
    x_behind_tasks = x_sections.size();
  }

  bool names_task(const std::string& text) const {
    return std::any_of(h.remaining_tasks.begin(), h.remaining_tasks.end(),
                       [&](const model::Task& task) { return task.name == text; });
  }

  void add_task(Section& to, const model::Task& task) {
    std::string head = (task.id.empty() ? "" : task.id + ": ") + task.name;
    if (task.state == TaskState::in_progress)
      head += " (in progress" + (task.progress.empty() ? "" : ", " + task.progress) + ")";
    else if (task.state == TaskState::blocked)
      head += " (blocked)";
    else if (task.state == TaskState::other && !task.status_text.empty())
      head += " (" + task.status_text + ")";
    std::string done = x_marks.of_task(task.name, !does_without(Without::subjects_of_done));
    std::vector<std::string> files = task.files;
    if (does_without(Without::files_of_next))
      std::erase_if(files, [&](const std::string& file) { return contains(h.next_action, file); });
    to.items.push_back({.head = x_marks.put(head),
                        .tail = x_marks.put(labelled("files: ", join(files, ", ")) +
                                            labelled("verify: ", task.verification)),
                        .mark = done});
  }

  void blockers() {
    Section& to = section("Blockers", "blocker", "blockers", 2);
    for (const model::Blocker& blocker : h.blockers) {
      std::string around = blocker.workaround;
      if (does_without(Without::tails_of_ways_around))
        around = first_clause(around);
      add(to, blocker.description, labelled("meanwhile: ", around));
    }
  }

  void people() {
    Section& to = section("Waits for a person", "action", "actions", 2);
    for (const model::HumanAction& action : h.human_actions)
      if (!action.blocking && !action.done)
        add(to, action.action,
            action.context.empty() || does_without(Without::context_of_people)
                ? ""
                : " (" + action.context + ")");
  }

  /// `verification`, `tdd`: where the tests stand.
  void tests(Section& to) {
    for (const char* name : {"tdd", "verification"}) {
      const Json& value = field(*x_source.document, name);
      std::vector<std::string> parts;
      if (value.is_object())
        for (const auto& [key, part] : value.items()) {
          std::vector<std::string> texts;
          for (const Json& item : items_of(part))
            texts.push_back(text_of(item));
          std::string text = part.is_array() ? join(texts, ", ") : text_of(part);
          if (!trim(text).empty())
            parts.push_back(key + " " + text);
        }
      else
        parts.push_back(text_of(value));
      if (std::string text = trim(join(parts, "; ")); !text.empty())
        add(to, (value.is_object() ? std::string(name) + ": " : "tests: ") + text);
    }
  }

  void context() {
    Section& to = section("Context", "context line", "context lines", 2);
    std::string position = h.workflow == "manual" ? std::string() : h.workflow;
    position += labelled("phase: ", h.phase);
    position += labelled("task: ", h.task.empty() || h.total_tasks.empty()
                                       ? h.task
                                       : h.task + " of " + h.total_tasks);
    add(to, position.starts_with("; ") ? position.substr(2) : position);
    tests(to);
    for (const std::string& line : split_lines(h.context_notes))
      add(to, line);
    for (const std::string& error : h.errors)
      add(to, "error seen: " + error);
    for (const model::Document& document : h.documents)
      add(to, "read " + document.path, labelled("", document.why) + labelled("", document.status));
    for (const std::string& criterion : h.definition_of_done)
      add(to, "done when: " + criterion);
    const Json& goals = field(*x_source.document, "goals");
    if (!does_without(Without::goal))
      if (std::string goal = text_of(field(goals, {"ultimate", "main_task", "current_phase"}));
          !goal.empty())
        add(to, "goal: " + goal);
    if (!h.user_message.empty() && !does_without(Without::reason_of_pause))
      add(to, "paused because: " + h.user_message);
  }

  void new_files() {
    Section& to = section("New files", "new file", "new files");
    for (const NewFile& file : x_source.new_files) {
      bool known = does_without(Without::files_of_next) && contains(h.next_action, file.path);
      if (!known && to.items.size() < kMostNewFilesShown)
        add(to, file.path, file.first_line.empty() ? "" : ": " + file.first_line);
    }
  }

  void completed() {
    Section& to = section("Done", "finished task", "finished tasks");
    for (const auto* list : {&h.completed_tasks, &h.remaining_tasks})
      for (const model::Task& task : *list)
        if (task.state == TaskState::done ||
            (list == &h.completed_tasks &&
             (task.state == TaskState::not_started || task.state == TaskState::other)))
          add(to, task.name, task.commits.empty() ? "" : " (" + join(task.commits, ", ") + ")");
  }

  const BriefSource& x_source;
  const model::Handoff& h;
  const Without x_without;
  Marks x_marks;
  std::vector<Section> x_sections;
  size_t x_behind_tasks = 0;
};

}  // namespace

std::vector<Section> brief_sections(const BriefSource& source, Without without) {
  return Contents(source, without).all();
}

std::vector<Section> brief_first_sections(const BriefSource& source) {
  return Contents(source, Without::nothing).first();
}

}  // namespace handoff::ops
