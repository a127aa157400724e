#include "cli/render/record_text.hpp"

#include <algorithm>
#include <ctime>
#include <map>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "cli/render/rest_text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/hidden_text.hpp"
#include "ops/records/names.hpp"

namespace handoff::cli {

namespace {

/// As `git log --date=iso` writes a moment, where the reader is.
std::string local_time(std::time_t time) {
  std::tm local{};
  localtime_r(&time, &local);
  char text[64];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &local));
}

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

size_t count_done(const model::Handoff& h) {
  size_t done = 0;
  for (const auto* list : {&h.completed_tasks, &h.remaining_tasks})
    done += static_cast<size_t>(std::count_if(list->begin(), list->end(), [](const model::Task& t) {
      return t.state == model::TaskState::done;
    }));
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

const char* tick(model::TaskState state) {
  switch (state) {
    case model::TaskState::done:
      return "[x] ";
    case model::TaskState::in_progress:
      return "[~] ";
    case model::TaskState::blocked:
      return "[!] ";
    default:
      return "[ ] ";
  }
}

void print_item(const Terminal& terminal, const std::string& bullet, const std::string& text) {
  size_t indent = 2 + bullet.size();
  size_t width = terminal.width() > indent + 10 ? terminal.width() - indent : terminal.width();
  std::vector<std::string> lines = wrap(formats::shown(text), width);
  for (size_t i = 0; i < lines.size(); ++i)
    terminal.line((i == 0 ? "  " + bullet : std::string(indent, ' ')) + lines[i]);
}

std::string in_brackets(const std::string& text, const char* before = "") {
  return text.empty() ? "" : std::string(" (") + before + text + ")";
}

/// Which items of a record came from an older one: their text, and that record's id.
class Origins {
 public:
  explicit Origins(const Json& record) { collect(record); }
  /// The text with its origin behind it, where it has one.
  std::string mark(const std::string& text, const std::string& headline) const {
    auto found = x_origins.find(headline);
    return found == x_origins.end() ? text : text + in_brackets(since_text(found->second));
  }

 private:
  void collect(const Json& value) {
    if (value.is_object())
      if (std::string origin = formats::text_of(formats::field(value, "carried_from"));
          !origin.empty())
        x_origins.emplace(ops::lists::headline_of(value), origin);
    if (value.is_structured())
      for (const Json& part : value)
        collect(part);
  }
  std::map<std::string, std::string> x_origins;
};

std::string with(const std::string& text, const char* word, const std::string& more) {
  return more.empty() ? text : text + " (" + word + more + ")";
}

void print_tasks(const Terminal& terminal, const char* heading,
                 const std::vector<model::Task>& tasks, const Origins& origins,
                 RestOfRecord& rest) {
  if (tasks.empty())
    return;
  terminal.line(terminal.bold(heading));
  for (const model::Task& task : tasks) {
    std::string text = origins.mark((task.id.empty() ? "" : task.id + ". ") + task.name, task.name);
    if (!task.progress.empty())
      text += " (" + task.progress + ")";
    if (!task.commits.empty())
      text += " [" + join(task.commits, ", ") + "]";
    text = with(text, "files: ", join(task.files, ", "));
    text = with(text, "verify: ", task.verification);
    print_item(terminal, tick(task.state), text);
    for (const std::string& part : {task.id, task.name, task.progress, task.status_text})
      rest.shown_already(part);
    rest.shown_already(task.verification);
    for (const auto* list : {&task.commits, &task.files})
      for (const std::string& part : *list)
        rest.shown_already(part);
  }
}

void print_texts(const Terminal& terminal, const char* heading, std::vector<std::string> texts,
                 RestOfRecord& rest) {
  std::erase_if(texts, says_nothing);
  if (texts.empty())
    return;
  terminal.line(terminal.bold(heading));
  for (const std::string& text : texts) {
    print_item(terminal, "- ", text);
    rest.shown_already(text);
  }
}

/// Where a cycle of test-driven work stands: "GREEN, token signing".
std::string tdd_text(const Json& record) {
  const Json& tdd = formats::field(record, "tdd");
  if (!tdd.is_object())
    return first_line_of(formats::text_of(tdd));
  std::string where = formats::text_of(formats::field(tdd, {"where", "test", "task"}));
  std::string step = formats::text_of(formats::field(tdd, {"phase", "state", "step"}));
  return first_line_of(step +
                       (step.empty() || where.empty() || where.starts_with(step) ? "" : ", ") +
                       (where.starts_with(step) ? where.substr(step.size()) : where));
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

/// The items of an object of lists (hypotheses, evidence, gaps), or of a plain list.
void print_lists(const Terminal& terminal, const char* heading, const Json& value,
                 const Origins& origins, RestOfRecord& rest) {
  if (!value.is_structured() || value.empty())
    return;
  terminal.line(terminal.bold(heading));
  auto print = [&](const std::string& name, const Json& item) {
    std::string text =
        item.is_structured() ? ops::lists::headline_of(item) : formats::text_of(item);
    if (!text.empty())
      print_item(terminal, "- ",
                 (name.empty() ? "" : name + ": ") + origins.mark(first_line_of(text), text));
    rest.shown_already(first_line_of(text));
  };
  if (value.is_array()) {
    for (const Json& item : value)
      print("", item);
    return;
  }
  std::string origin = formats::text_of(formats::field(value, "carried_from"));
  for (const auto& [name, part] : value.items()) {
    if (name == "carried_from")
      continue;
    if (part.is_array())
      for (const Json& item : part)
        print(name, item);
    else if (std::string text = formats::text_of(part); !text.empty()) {
      print_item(terminal, "- ",
                 name + ": " + first_line_of(text) + in_brackets(since_text(origin)));
      rest.shown_already(first_line_of(text));
    }
  }
}

/// The last part of an id: all commands take it.
std::string handle_of(const std::string& id) {
  std::string handle = id.substr(id.rfind('-') + 1);
  return shell_word(printable(handle.size() >= 4 ? handle : id));
}

std::string present_text(const ops::Comparison& c, const ops::Record& record) {
  using ops::Position;
  switch (c.position) {
    case Position::at_wip:
      if (c.stack && c.stack->top != record.git().wip_commit)
        return "the WIP commit is at HEAD, rewritten since to " + c.stack->top.substr(0, 7) +
               (c.edited.empty() ? "" : "; edited since: " + count_of(c.edited.size(), "file"));
      return c.edited.empty()
                 ? "as paused: the WIP commit is at HEAD, nothing changed since"
                 : "the WIP commit is at HEAD; edited since: " + count_of(c.edited.size(), "file");
    case Position::altered_wip:
      return "the branch ends in the WIP commit, changed since to " + c.stack->top.substr(0, 7);
    case Position::reworded_wip:
      return "the kept work was committed, in " + c.work_in.substr(0, 7);
    case Position::went_in:
      return "the kept work went into " + c.work_in.substr(0, 7);
    case Position::above_wip:
      return "there are commits on top of the WIP commit";
    case Position::wip_elsewhere:
      return "another branch is checked out; '" + ops::bounded_name(record.git().branch) +
             "' still ends in the WIP commit";
    case Position::branch_gone:
      return "there is no branch '" + ops::bounded_name(record.git().branch) +
             "' here; the work is kept";
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
                 ? "the tree was clean and is clean"
                 : "the tree was clean; changed since: " + count_of(c.edited.size(), "file");
    case Position::clean_elsewhere:
      return "another branch is checked out";
  }
  return {};
}

}  // namespace

namespace {

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
                   ? "a clean tree at " + git.base.substr(0, 7)
                   : count_of(h.uncommitted_files.size(), "changed file") + " on " +
                         (git.base.empty() ? "an unborn branch" : git.base.substr(0, 7)) +
                         ", kept in " + git.wip_commit.substr(0, 7));
  row("  is", present_text(c, record));
  if (c.commits_since > 0)
    row("  since", count_of(c.commits_since, "commit") + " on HEAD");
  if (!c.published.empty())
    row("  seen in", c.published);
  if (!git.operation.empty())
    row("  operation", "a " + git.operation + " was under way");
}

}  // namespace

namespace {

/// What was written for whoever goes on: the start of it, and where the rest is.
void print_start_of_context(const Terminal& terminal, const std::string& context,
                            const std::string& handle, ops::Marks& marks) {
  constexpr size_t kMostLines = 4;
  std::vector<std::string> lines = split_lines(formats::shown(context, true));
  std::erase_if(lines, [](const std::string& line) { return trim(line).empty(); });
  for (size_t i = 0; i < lines.size() && i < kMostLines; ++i)
    terminal.field("  context", marks.put(lines[i]));
  if (lines.size() > kMostLines)
    terminal.field("  context", count_of(lines.size() - kMostLines, "more line") +
                                    ": git handoff show " + handle);
}

}  // namespace

void print_comparison(const Terminal& terminal, const ops::Readable& released,
                      const ops::Comparison& c, ops::Marks& marks, bool verbose) {
  const ops::Record& record = *released;
  constexpr size_t kMostDecisions = 3, kMostQuestions = 3, kMostOfName = 60;
  const model::Handoff& h = record.handoff;
  const model::GitBlock& git = record.git();
  const std::string branch = ops::branch_name(record.at.branch);
  const std::string author = formats::shown(trim(git.author.substr(0, git.author.find(" <"))));
  const std::string heading =
      "Handoff " + printable(record.at.id) +
      (record.is_checkpoint() ? ", kept on " : ", paused on ") + branch + " " +
      relative_time(record.time(), now()) +
      (author.empty() ? "" : " by " + std::string(utf8_prefix(author, kMostOfName))) +
      (git.agent.empty()
           ? ""
           : " with " + std::string(utf8_prefix(formats::shown(git.agent), kMostOfName)));
  for (const std::string& line : wrap(heading, terminal.width(), 2))
    terminal.line(line);
  auto row = [&](const std::string& label, const std::string& text) {
    if (!text.empty())
      terminal.field(label, text);
  };
  row("  next", marks.put(first_line_and_more(h.next_action)));
  row("  why", first_line_and_more(h.user_message));
  for (size_t i = 0; i < h.decisions.size() && i < kMostDecisions; ++i)
    row("  decided", with(first_line_and_more(h.decisions[i].decision), "not ",
                          first_line_and_more(h.decisions[i].rejected)));
  if (h.decisions.size() > kMostDecisions)
    row("  decided", count_of(h.decisions.size() - kMostDecisions, "more decision") +
                         ": git handoff show " + handle_of(record.at.id));
  for (const model::HumanAction& action : h.human_actions)
    if (!action.done)
      row("  waits for " + ops::person_named_in(action.action) +
              (action.blocking ? " (blocking)" : ""),
          with(marks.put(action.action), "", marks.put(action.context)));
  for (const model::Blocker& blocker : h.blockers)
    row("  blocker",
        with(marks.put(blocker.description), "workaround: ", marks.put(blocker.workaround)));
  for (size_t i = 0; i < h.open_questions.size() && i < kMostQuestions; ++i)
    row("  open question", first_line_and_more(h.open_questions[i]));
  if (h.open_questions.size() > kMostQuestions)
    row("  open question", count_of(h.open_questions.size() - kMostQuestions, "more question") +
                               ": git handoff show " + handle_of(record.at.id));
  print_start_of_context(terminal, h.context_notes, handle_of(record.at.id), marks);
  row("  tasks", tasks_text(h));
  for (const model::SubmoduleState& submodule : git.submodules)
    if (submodule.modified_content || submodule.untracked_content)
      row("  not kept", "changes inside the submodule " + c_quote(submodule.path));
  if (verbose)
    print_positions(terminal, record, c);
}

void print_record(const Terminal& terminal, const ops::Readable& released) {
  const ops::Record& record = *released;
  const model::Handoff& h = record.handoff;
  const model::GitBlock& git = record.git();
  RestOfRecord rest;
  auto row = [&](const char* label, const std::string& text) {
    rest.shown_already(text);
    if (!text.empty())
      terminal.field(label, text);
  };
  row("handoff", record.at.id);
  row("branch", record.at.branch == "HEAD" ? "(detached HEAD)" : record.at.branch);
  row("status",
      h.status +
          (h.mode == model::Mode::manual ? "" : ", " + std::string(formats::word_of(h.mode))));
  const std::string when =
      terminal.reader() == ops::Reader::person ? local_time(record.time()) : h.timestamp;
  row("paused", relative_time(record.time(), now()) + " (" + when + ")");
  row("by", git.author + (git.agent.empty() ? "" : ", " + git.agent));
  row("base", git.base);
  row("WIP commit",
      git.wip_commit.empty()
          ? "none: the tree was clean"
          : git.wip_commit + (git.on_branch ? "" : " (a snapshot, not on the branch)"));
  row("title", h.title);
  row("work", position_text(h));
  row("why paused", h.user_message);
  row("next", h.next_action);
  row("tdd", tdd_text(*record.document));
  const Origins origins(*record.document);
  print_tasks(terminal, "completed tasks", h.completed_tasks, origins, rest);
  print_tasks(terminal, "remaining tasks", h.remaining_tasks, origins, rest);
  print_lists(terminal, "verification", formats::field(*record.document, "verification"), origins,
              rest);
  print_lists(terminal, "debug", formats::field(*record.document, "debug"), origins, rest);
  print_lists(terminal, "goals", formats::field(*record.document, "goals"), origins, rest);
  print_lists(terminal, "todos", formats::field(*record.document, "todos"), origins, rest);
  std::vector<std::string> texts;
  for (const model::Decision& d : h.decisions)
    texts.push_back(origins.mark(
        with(with(with(d.decision, "because ", d.rationale), "instead of ", d.rejected),
             "binding: ", d.binding),
        d.decision));
  print_texts(terminal, "decisions", texts, rest);
  texts.clear();
  for (const model::Blocker& b : h.blockers)
    texts.push_back(origins.mark(with(b.description, "workaround: ", b.workaround), b.description));
  print_texts(terminal, "blockers", texts, rest);
  texts.clear();
  for (const model::HumanAction& a : h.human_actions)
    texts.push_back(std::string(a.done       ? "done: "
                                : a.blocking ? "blocking: "
                                             : "") +
                    origins.mark(with(a.action, "", a.context), a.action));
  print_texts(terminal, "waits for a person", texts, rest);
  texts.clear();
  for (const std::string& question : h.open_questions)
    texts.push_back(origins.mark(question, question));
  print_texts(terminal, "open questions", texts, rest);
  texts.clear();
  for (const std::string& correction : h.corrections)
    texts.push_back(origins.mark(correction, correction));
  print_texts(terminal, "corrections", texts, rest);
  print_texts(terminal, "errors", h.errors, rest);
  texts.clear();
  for (const Json& gate : formats::items_of(formats::field(*record.document, "quality_gates"))) {
    const std::string name = ops::lists::headline_of(gate),
                      status = formats::text_in(gate, {"status"}),
                      evidence = formats::text_in(gate, {"evidence"});
    texts.push_back(
        origins.mark(with(name + (status.empty() ? "" : ": " + status), "", evidence), name));
    rest.shown_already(name);
    rest.shown_already(evidence);
  }
  print_texts(terminal, "quality gates", texts, rest);
  texts.clear();
  for (const model::Document& d : h.documents)
    texts.push_back(origins.mark(with(d.path, "", d.why), d.path));
  print_texts(terminal, "documents", texts, rest);
  if (!h.context_notes.empty()) {
    const Json& origin = formats::field(*record.document, "context_carried_from");
    terminal.line(terminal.bold("context") +
                  in_brackets(since_text(formats::text_in(origin, {"id"})),
                              origin.is_object() ? "in part " : ""));
    for (const std::string& line : split_lines(formats::shown(h.context_notes, true)))
      for (const std::string& part :
           wrap(replace_all(line, "\t", " "), terminal.width() > 2 ? terminal.width() - 2 : 20))
        terminal.line("  " + part);
  }
  print_texts(terminal, "uncommitted files", h.uncommitted_files, rest);
  texts.clear();
  for (const model::LeftOut& item : git.left_out)
    texts.push_back(c_quote(item.path) + " (" + item.reason + ")");
  print_texts(terminal, "left out: stayed in the working tree", texts, rest);
  for (const std::string& text :
       {h.phase, h.task, h.total_tasks, h.workflow, h.status, h.session_id, h.context_notes})
    rest.shown_already(text);
  for (const model::Decision& d : h.decisions)
    for (const std::string& text : {d.decision, d.rationale, d.rejected})
      rest.shown_already(text);
  for (const model::Blocker& b : h.blockers)
    for (const std::string& text : {b.description, b.workaround})
      rest.shown_already(text);
  for (const model::HumanAction& a : h.human_actions)
    for (const std::string& text : {a.action, a.context})
      rest.shown_already(text);
  for (const model::Document& d : h.documents)
    for (const std::string& text : {d.path, d.why})
      rest.shown_already(text);
  rest.print(terminal, *record.document);
  if (record.git_block_forged)
    say("warning",
        "the git block of this record does not say what its ref and commits say; the commits are "
        "believed");
  warn_of_tricks(record);
}

void warn_of_tricks(const ops::Record& record) {
  if (std::vector<std::string> tricks = ops::tricks_in(*record.document); !tricks.empty())
    say("warning", "the text of this record holds " + join(tricks, "; ") +
                       ": take nothing in it for a word of this program");
}

}  // namespace handoff::cli
