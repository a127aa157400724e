#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "cli/render/record_text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "model/operation_words.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/names.hpp"

namespace handoff::cli {

namespace {

size_t count_done(const model::Handoff& h) {
  size_t done = 0;
  for (const auto* list : {&h.completed_tasks, &h.remaining_tasks})
    done +=
        static_cast<size_t>(std::ranges::count(*list, model::TaskState::done, &model::Task::state));
  return done;
}

std::string tasks_text(const model::Handoff& h) {
  size_t total = h.completed_tasks.size() + h.remaining_tasks.size();
  if (total == 0)
    return {};
  size_t started = 0;
  for (const auto* list : {&h.completed_tasks, &h.remaining_tasks})
    for (const model::Task& task : *list)
      started += task.state == model::TaskState::in_progress ? 1 : 0;
  size_t done = count_done(h);
  return std::to_string(done) + " done, " +
         (started > 0 ? std::to_string(started) + " in progress, " : "") +
         std::to_string(total - done - started) + " to do";
}

/// "3 passed, 1 failed, 2 gaps"
std::string verification_counts(const Json& record) {
  const Json& verification = formats::field(record, "verification");
  std::vector<std::string> counts;
  if (verification.is_object())
    for (const char* name : {"passed", "failed", "gaps"})
      if (size_t n = formats::items_of(formats::field(verification, name)).size(); n > 0)
        counts.push_back(std::to_string(n) + " " + name);
  return join(counts, ", ");
}

std::string present_text(const ops::Comparison& c, const ops::Record& record) {
  using ops::Position;
  switch (c.position) {
    case Position::at_wip:
      if (c.stack && c.stack->top != record.git().wip_commit)
        return "the WIP commit is at HEAD, rewritten since to " + git::short_oid(c.stack->top) +
               (c.edited.empty() ? "" : "; edited since: " + count_of(c.edited.size(), "file"));
      return c.edited.empty()
                 ? "as paused: the WIP commit is at HEAD, nothing changed since"
                 : "the WIP commit is at HEAD; edited since: " + count_of(c.edited.size(), "file");
    case Position::altered_wip:
      return "the branch ends in the WIP commit, changed since to " + git::short_oid(c.stack->top);
    case Position::reworded_wip:
      return std::string("the kept work was committed, ") +
             (c.work_in_parts ? "the last of it in " : "in ") + git::short_oid(c.work_in);
    case Position::went_in:
      return std::string(c.work_in_parts ? "the kept work was committed, the last of it in "
                                         : "the kept work went into ") +
             git::short_oid(c.work_in);
    case Position::above_wip:
      return "there are commits on top of the WIP commit";
    case Position::wip_elsewhere:
      return "another branch is checked out; " + ops::branch_in_quotes(c.branch) +
             " still ends in the WIP commit";
    case Position::branch_gone:
      return "there is no branch " + ops::branch_in_quotes(record.git().branch) +
             " here; the work is kept";
    case Position::moved_on:
      return c.older
                 ? "HEAD is an older WIP commit of this handoff; the newer work is kept beside it"
             : c.at_base
                 ? "HEAD is the commit the work stands on; the work itself is kept beside it"
                 : "HEAD does not hold the WIP commit";
    case Position::snapshot:
      return c.as_recorded ? "the working tree is exactly the snapshot"
                           : "the working tree differs from the snapshot in " +
                                 count_of(c.differs.size(), "file");
    case Position::clean_here:
      return c.edited.empty()
                 ? "no work was kept, and nothing changed since"
                 : "no work was kept; changed since: " + count_of(c.edited.size(), "file");
    case Position::clean_elsewhere:
      return "another branch is checked out";
  }
  return {};
}

/// What is behind the first screen: where the record stood, and where the present stands.
void print_positions(const Terminal& terminal, const ops::Record& record,
                     const ops::Comparison& c) {
  const model::Handoff& h = record.handoff;
  const model::GitBlock& git = record.git();
  auto row = [&](const char* label, const std::string& text) {
    if (!text.empty())
      terminal.field(label, text);
  };
  row("  for", h.title);
  row("  work", position_text(h));
  row("  tdd", tdd_text(*record.document));
  row("  verification", verification_counts(*record.document));
  row("  was", git.wip_commit.empty()
                   ? "nothing to commit, at " + git::short_oid(git.base)
                   : count_of(h.uncommitted_files.size(), "changed file") + " on " +
                         (git.base.empty() ? "an unborn branch" : git::short_oid(git.base)) +
                         ", kept in " + git::short_oid(git.wip_commit));
  row("  is", present_text(c, record));
  if (c.commits_since > 0)
    row("  new commits", std::to_string(c.commits_since) + " on HEAD");
  if (!c.published.empty())
    row("  seen in", ops::holder_name(c.published));
  if (!git.operation.empty())
    row("  operation", model::an_operation(git.operation) + " was under way");
}

}  // namespace

namespace {

/// "not Y; because Z", in parentheses.
std::string decision_text(const model::Decision& d) {
  const std::string rejected = first_line_and_more(d.rejected),
                    why = first_line_and_more(d.rationale);
  std::string more = rejected.empty() ? "" : "not " + rejected;
  if (!why.empty())
    more += (more.empty() ? "because " : "; because ") + why;
  return first_line_and_more(d.decision) + (more.empty() ? "" : " (" + more + ")");
}

/// What a hunt for a defect, or an approach, has ruled out, each with its reason.
std::vector<std::string> ruled_out(const Json& record) {
  std::vector<std::string> texts;
  for (const Json& item :
       formats::items_of(formats::field(formats::field(record, "debug"), "eliminated"))) {
    const std::string what = first_line_and_more(ops::lists::headline_of(item)),
                      why = first_line_and_more(
                          formats::text_in(item, {"evidence", "because", "reason", "why"}));
    texts.push_back(what + (why.empty() || why == what ? "" : " (" + why + ")"));
  }
  return texts;
}

/// Rows of the first screen. What has no room there is counted: nothing is left out in silence.
class Rows {
 public:
  Rows(const Terminal& terminal, ops::Marks& marks) : x_terminal(terminal), x_marks(marks) {}

  void row(const std::string& label, const std::string& text) const {
    if (!text.empty())
      x_terminal.field("  " + label, x_marks.put(text));
  }

  void blocker(const std::string& text, const std::string& description) const {
    if (!text.empty())
      x_terminal.field("  blocker",
                       x_marks.put_in_blocker(text, description) + x_marks.of_blocker(description));
  }

  ops::Marks& marks() const { return x_marks; }

  void count(size_t many, const char* what) {
    if (many > 0)
      x_more.push_back(count_of(many, what));
  }

  void rows(const std::string& label, const std::vector<std::string>& texts, const char* one,
            const char* many = "", size_t most = 3) {
    for (size_t i = 0; i < std::min(texts.size(), most); ++i)
      row(label, texts[i]);
    if (texts.size() > most)
      x_more.push_back(count_of(texts.size() - most, one, many));
  }

  void fields_unshown(const Json& record) {
    static const std::map<std::string, const char*> kNames = {{"errors", "error"},
                                                              {"documents", "document"},
                                                              {"deliverables", "product"},
                                                              {"artifacts", "product"},
                                                              {"todos", "todo"}};
    for (const auto& [key, name] : kNames)
      if (const size_t many = formats::items_of(formats::field(record, key)).size(); many > 0)
        x_more.push_back(count_of(many, name));
    size_t files = 0;  // noted with a reason
    for (const Json& file : formats::items_of(formats::field(record, "files_modified")))
      files += formats::text_in(file, {"why"}).empty() || !file.is_object() ? 0 : 1;
    count(files, "file");
    const Json& debug = formats::field(record, "debug");
    for (const char* key : {"hypotheses", "evidence"})
      if (!formats::items_of(formats::field(debug, key)).empty())
        x_more.emplace_back(key);
  }

  void print_more(const std::string& id) const {
    if (!x_more.empty())
      x_terminal.field("  more",
                       join(x_more, ", ") + ": git handoff show " + shell_word(printable(id)));
  }

 private:
  const Terminal& x_terminal;
  ops::Marks& x_marks;
  std::vector<std::string> x_more = {};
};

std::string heading_of(const ops::Record& record) {
  constexpr size_t kMostOfName = 60;
  const model::GitBlock& git = record.git();
  const std::string author = ops::name_of(git.author);
  const bool in_rebase =
      git.branch.empty() && git.operation == "rebase" && !git.operation_branch.empty();
  return "Handoff " + printable(record.at.id) + (record.is_checkpoint() ? ", kept " : ", paused ") +
         (in_rebase ? "in a rebase of " : "on ") +
         ops::branch_name(in_rebase ? git.operation_branch : record.at.branch) + " " +
         relative_time(record.time(), now()) +
         (author.empty() ? "" : " by " + ops::person_name(author)) +
         (git.agent.empty()
              ? ""
              : " with " + formats::beginning(formats::shown(git.agent), kMostOfName));
}

/// " [perhaps done: ...]", of what is no task.
std::string done_mark(const ops::Marks& marks, const std::string& told) {
  model::Task task;
  task.name = told;
  return marks.of_task(task);
}

/// What waits: for a person, for something else, for an answer.
void print_waiting(Rows& rows, const model::Handoff& h) {
  auto with = [](const std::string& text, const char* word, const std::string& more) {
    return more.empty() ? text : text + " (" + word + more + ")";
  };
  for (const model::HumanAction& action : h.human_actions)
    if (!action.done)
      rows.row(ops::waits_for(action.action) + (action.blocking ? " (blocking)" : ""),
               with(action.action, "", action.context) + done_mark(rows.marks(), action.action));
  for (const model::Blocker& blocker : h.blockers)
    rows.blocker(with(blocker.description, "workaround: ", blocker.workaround),
                 blocker.description);
  const auto questions = vector_of(h.open_questions, first_line_and_more);
  rows.rows("open question", questions, "question");
}

/// Tests that failed, or whose files changed since they passed; those that passed are counted.
void print_gates(Rows& rows, const Json& record) {
  std::vector<std::string> failed;
  size_t passed = 0;
  for (const Json& gate : formats::items_of(formats::field(record, "quality_gates"))) {
    const std::string name = ops::lists::headline_of(gate),
                      status = formats::text_in(gate, {"status"}),
                      why = first_line_and_more(formats::text_in(gate, {"evidence"})),
                      mark = rows.marks().of_gate(name);
    if (to_lower(status).starts_with("pass") && mark.empty())
      ++passed;
    else
      failed.push_back(first_line_and_more(name) + (status.empty() ? "" : ": " + status) +
                       (why.empty() ? "" : " (" + why + ")") + mark);
  }
  rows.rows("check", failed, "check");
  rows.count(passed, "check");
}

/// What was decided, given as a rule, or tried in vain.
void print_settled(Rows& rows, const model::Handoff& h, const Json& record) {
  const Json& goals = formats::field(record, "goals");
  rows.row("goal", first_line_and_more(
                       formats::text_in(goals, {"ultimate", "main_task", "current_phase"})));
  std::vector<std::string> rules, decisions;
  const auto corrections = formats::items_of(formats::field(record, "corrections"));
  for (size_t i = 0; i < h.corrections.size(); ++i) {
    const std::string why =
        corrections.size() == h.corrections.size() && corrections[i].get().is_object()
            ? first_line_and_more(formats::text_in(corrections[i], {"lesson"}))
            : "";
    rules.push_back(first_line_and_more(h.corrections[i]) +
                    (why.empty() || why == h.corrections[i] ? "" : " (" + why + ")"));
  }
  rows.rows("rule", rules, "rule");
  for (const bool absolute : {true, false}) {
    decisions.clear();
    for (const model::Decision& decision : h.decisions)
      if ((decision.binding == "absolute") == absolute)
        decisions.push_back(decision_text(decision));
    rows.rows(absolute ? "decided (absolute)" : "decided", decisions, "decision");
  }
  rows.rows("tried in vain", ruled_out(record), "attempt");
}

}  // namespace

void print_comparison(const Terminal& terminal, const ops::Readable& released,
                      const ops::Comparison& c, ops::Marks& marks, bool verbose) {
  const ops::Record& record = *released;
  constexpr size_t kMostLines = 4;
  const model::Handoff& h = record.handoff;
  for (const std::string& line : wrap(heading_of(record), terminal.width(), 2))
    terminal.line(line);
  Rows rows(terminal, marks);
  rows.row("title", first_line_and_more(h.title));
  rows.row("next", next_step(h.next_action) + done_mark(marks, h.next_action));
  rows.row("why", first_line_and_more(h.user_message));
  print_settled(rows, h, *record.document);
  print_waiting(rows, h);
  std::vector<std::string> context = split_lines(formats::shown(h.context_notes, true));
  std::erase_if(context, [](const std::string& line) { return trim(line).empty(); });
  rows.rows("context", context, "line of context", "lines of context", kMostLines);
  rows.row("tasks", tasks_text(h));
  std::vector<std::string> begun, open;
  for (const model::Task& task : h.remaining_tasks)
    if (task.state == model::TaskState::in_progress)
      begun.push_back(first_line_and_more(
          task.name + (task.progress.empty() ? "" : " (" + task.progress + ")") +
          marks.of_task(task)));
    else if (task.state != model::TaskState::done)
      open.push_back(first_line_and_more(
          task.name + (task.state == model::TaskState::blocked ? " (blocked)" : "") +
          marks.of_task(task)));
  rows.rows("in progress", begun, "task");
  rows.rows("to do", open, "task");
  print_gates(rows, *record.document);
  for (const model::SubmoduleState& submodule : record.git().submodules)
    if (submodule.modified_content || submodule.untracked_content)
      rows.row("not kept", "changes inside the submodule " + c_quote(submodule.path));
  rows.fields_unshown(*record.document);
  rows.print_more(record.at.id);
  if (verbose)
    print_positions(terminal, record, c);
}

}  // namespace handoff::cli
