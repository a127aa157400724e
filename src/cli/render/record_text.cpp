#include "cli/render/record_text.hpp"

#include <algorithm>
#include <ctime>
#include <map>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "cli/render/output.hpp"
#include "cli/render/rest_text.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "model/operation_words.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/hidden_text.hpp"
#include "ops/records/names.hpp"
#include "ops/records/told_commits.hpp"

namespace handoff::cli {

std::string next_step(const std::string& text) {
  constexpr size_t kShort = 300;
  if (!contains(trim(text), "\n"))
    return text;
  std::vector<std::string> lines = split_lines(text.substr(0, 2 * kShort));
  for (std::string& line : lines)
    line = trim(line);
  std::erase(lines, "");
  if (const std::string all = join(lines, " "); text.size() < 2 * kShort && all.size() <= kShort)
    return all;
  const std::string whole = trim(text);
  return lines.front() + " (" +
         count_of(static_cast<size_t>(std::ranges::count(whole, '\n')), "more line") + ")";
}

void print_next(const Terminal& terminal, const ops::PauseReport& report) {
  if (!report.next_action.empty())
    terminal.field("next", next_step(report.next_action));
  else if (report.next_withheld)
    terminal.field("next", "withheld, nobody here has read what it stands in: git handoff show " +
                               printable(report.id));
}

namespace {

/// As `git log --date=iso` writes a moment, where the reader is.
std::string local_time(std::time_t time) {
  std::tm local{};
  localtime_r(&time, &local);
  char text[64];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &local));
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

/// " [now in 1234567]" as words within other brackets.
std::string without_brackets(std::string mark) {
  std::erase_if(mark, [](char c) { return c == '[' || c == ']'; });
  return mark;
}

void print_tasks(const Terminal& terminal, const char* heading,
                 const std::vector<model::Task>& tasks, const Origins& origins, ops::Marks* marks,
                 RestOfRecord& rest) {
  if (tasks.empty())
    return;
  terminal.line(terminal.bold(heading));
  for (const model::Task& task : tasks) {
    std::string text = origins.mark((task.id.empty() ? "" : task.id + ". ") + task.name, task.name);
    if (!task.progress.empty())
      text += " (" + task.progress + ")";
    std::vector<std::string> commits;
    for (const std::string& commit : task.commits)
      commits.push_back(commit +
                        (marks == nullptr ? "" : without_brackets(marks->of_commit(commit))));
    if (!commits.empty())
      text += " [" + join(commits, ", ") + "]";
    else if (marks != nullptr && task.state == model::TaskState::done)
      text += marks->of_done(task);
    if (marks != nullptr)
      text += marks->of_plan(task.name);
    text = with(text, "files: ", join(task.files, ", "));
    text = with(text, "verify: ", formats::shown_command(task.verification));
    if (marks != nullptr && task.state != model::TaskState::done)
      text = with(text, "see: ", marks->subject_of(task.name)) + marks->of_task(task);
    print_item(terminal, tick(task.state), text);
    rest.shown_already({task.id, task.name, task.progress});
    rest.shown_already(task.verification);
    if (!rest.is_to_be_read())
      rest.shown_already(task.status_text);
    for (const auto* list : {&task.commits, &task.files})
      rest.shown_already(*list);
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

/// What stands beside the text of an item, in that field of it.
std::string beside(const Json& item, std::string_view text, RestOfRecord& rest,
                   std::initializer_list<std::string_view> fields) {
  const std::string more = item.is_object() ? formats::text_in(item, fields) : std::string();
  rest.shown_already(more);
  return more == text ? std::string() : more;
}

/// The texts of a list, each with what its item says beside it.
std::vector<std::string> with_more(const std::vector<std::string>& texts, const Json& list,
                                   const char* word, const char* field, const Origins& origins,
                                   RestOfRecord& rest) {
  const auto items = formats::items_of(list);
  std::vector<std::string> all;
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string more = items.size() == texts.size()
                                 ? beside(items[i].get(), texts[i], rest, {field})
                                 : std::string();
    all.push_back(origins.mark(with(texts[i], word, more), texts[i]));
    rest.shown_already(texts[i]);
  }
  return all;
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
    const std::string why = beside(item, text, rest, {"evidence", "because", "reason", "why"});
    if (!text.empty())
      print_item(
          terminal, "- ",
          (name.empty() ? "" : name + ": ") + origins.mark(with(first_line(text), "", why), text));
    rest.shown_already(first_line(text));
  };
  if (value.is_array()) {
    for (const Json& item : value)
      print("", item);
    return;
  }
  std::string origin = formats::text_of(formats::field(value, "carried_from"));
  for (const auto& [name, part] : value.items()) {
    if (formats::is_origin_field(name))
      continue;
    if (part.is_array())
      for (const Json& item : part)
        print(name, item);
    else if (std::string text = formats::text_of(part); !text.empty()) {
      print_item(terminal, "- ", name + ": " + first_line(text) + in_brackets(since_text(origin)));
      rest.shown_already(first_line(text));
    }
  }
}

}  // namespace

std::string tdd_text(const Json& record) {
  const Json& tdd = formats::field(record, "tdd");
  if (!tdd.is_object())
    return first_line(formats::text_of(tdd));
  std::string where = formats::text_of(formats::field(tdd, {"where", "test", "task"}));
  std::string step = formats::text_of(formats::field(tdd, {"phase", "state", "step"}));
  return first_line(step + (step.empty() || where.empty() || where.starts_with(step) ? "" : ", ") +
                    (where.starts_with(step) ? where.substr(step.size()) : where));
}

namespace {

void print_work(const Terminal& terminal, const ops::Record& record, const Origins& origins,
                ops::Marks* marks, RestOfRecord& rest) {
  const model::Handoff& h = record.handoff;
  print_tasks(terminal, "completed tasks", h.completed_tasks, origins, marks, rest);
  print_tasks(terminal, "remaining tasks", h.remaining_tasks, origins, marks, rest);
  print_lists(terminal, "verification", formats::field(*record.document, "verification"), origins,
              rest);
  print_lists(terminal, "debug", formats::field(*record.document, "debug"), origins, rest);
  print_lists(terminal, "goals", formats::field(*record.document, "goals"), origins, rest);
  print_lists(terminal, "todos", formats::field(*record.document, "todos"), origins, rest);
}

void print_items(const Terminal& terminal, const ops::Record& record, const Origins& origins,
                 ops::Marks* marks, RestOfRecord& rest) {
  const model::Handoff& h = record.handoff;
  std::vector<std::string> texts;
  for (const model::Decision& d : h.decisions)
    texts.push_back(origins.mark(
        with(with(with(d.decision, "because ", d.rationale), "instead of ", d.rejected),
             "binding: ", d.binding),
        d.decision));
  print_texts(terminal, "decisions", texts, rest);
  texts.clear();
  for (const model::Blocker& b : h.blockers) {
    const std::string text = with(with(b.description, "workaround: ", b.workaround),
                                  "check: ", formats::shown_command(b.check));
    texts.push_back(origins.mark(text, b.description) +
                    (marks == nullptr ? "" : marks->of_blocker(b.description)));
    rest.shown_already(b.check);
  }
  print_texts(terminal, "blockers", texts, rest);
  texts.clear();
  for (const model::HumanAction& a : h.human_actions)
    texts.push_back(std::string(a.done       ? "done: "
                                : a.blocking ? "blocking: "
                                             : "") +
                    origins.mark(with(a.action, "", a.context), a.action));
  print_texts(terminal, "waits for a person", texts, rest);
  texts.clear();
  for (const std::string& question : h.open_questions) {
    texts.push_back(origins.mark(question, question));
    rest.shown_already(question);
  }
  print_texts(terminal, "open questions", texts, rest);
  const Json& document = *record.document;
  print_texts(terminal, "corrections",
              with_more(h.corrections, formats::field(document, "corrections"), "because ",
                        "lesson", origins, rest),
              rest);
  print_texts(
      terminal, "errors",
      with_more(h.errors, formats::field(document, "errors"), "way out: ", "fix", origins, rest),
      rest);
  texts.clear();
  for (const Json& gate : formats::items_of(formats::field(*record.document, "quality_gates"))) {
    const std::string name = ops::lists::headline_of(gate),
                      status = formats::text_in(gate, {"status"}),
                      evidence = formats::text_in(gate, {"evidence"});
    texts.push_back(
        origins.mark(with(name + (status.empty() ? "" : ": " + status), "", evidence), name) +
        (marks == nullptr ? "" : marks->of_gate(name)));
    rest.shown_already(name);
    rest.shown_already(evidence);
  }
  print_texts(terminal, "quality gates", texts, rest);
  texts.clear();
  for (const model::Document& d : h.documents)
    texts.push_back(origins.mark(
        with(rest.is_to_be_read() ? d.path : ops::path_name(d.path), "", d.why), d.path));
  print_texts(terminal, "documents", texts, rest);
}

void print_context(const Terminal& terminal, const ops::Record& record) {
  const model::Handoff& h = record.handoff;
  if (h.context_notes.empty())
    return;
  const Json& origin = formats::field(*record.document, "context_carried_from");
  terminal.line(terminal.bold("context") + in_brackets(since_text(formats::text_in(origin, {"id"})),
                                                       origin.is_object() ? "in part " : ""));
  for (const std::string& line : split_lines(formats::shown(h.context_notes, true)))
    for (const std::string& part :
         wrap(replace_all(line, "\t", " "), terminal.width() > 2 ? terminal.width() - 2 : 20))
      terminal.line("  " + part);
}

/// What stands on the screen in other words, or within others.
void tell_of_parts(const ops::Record& record, RestOfRecord& rest) {
  const model::Handoff& h = record.handoff;
  const model::GitBlock& git = record.git();
  for (const std::string& text : {h.workflow, h.phase, h.task, h.total_tasks})
    if (contains(position_text(h), text))
      rest.shown_already(text);
  rest.shown_already({h.status, h.context_notes, git.author, git.agent});
  if (!rest.is_to_be_read())
    rest.shown_already(h.session_id);
  for (const model::LeftOut& item : git.left_out)
    rest.shown_already({c_quote(item.path), item.reason});
  for (const model::Decision& d : h.decisions)
    rest.shown_already({d.decision, d.rationale, d.rejected});
  for (const model::Blocker& b : h.blockers)
    rest.shown_already({b.description, b.workaround});
  for (const model::HumanAction& a : h.human_actions)
    rest.shown_already({a.action, a.context});
  for (const model::Document& d : h.documents)
    rest.shown_already({d.path, d.why});
}

}  // namespace

void print_record(const Terminal& terminal, const ops::Readable& released, bool to_be_read,
                  ops::Marks* marks) {
  const ops::Record& record = *released;
  const model::Handoff& h = record.handoff;
  const model::GitBlock& git = record.git();
  RestOfRecord rest(to_be_read);
  auto row = [&](const char* label, const std::string& text) {
    rest.shown_already(text);
    if (!text.empty())
      terminal.field(label, text);
  };
  row("handoff", record.at.id);
  row("title", h.title);
  row("next", h.next_action);
  row("why paused", h.user_message);
  row("branch", record.at.branch == "HEAD" ? "(detached HEAD)"
                : to_be_read               ? record.at.branch
                                           : ops::branch_name(record.at.branch));
  const std::string mode(formats::word_of(h.mode));
  const bool stops_nothing = h.mode == model::Mode::checkpoint && h.status == "paused";
  row("status",
      stops_nothing ? mode : h.status + (h.mode == model::Mode::manual ? "" : ", " + mode));
  const std::string when =
      terminal.reader() == ops::Reader::person ? local_time(record.time()) : h.timestamp;
  row(stops_nothing ? "kept" : "paused",
      relative_time(record.time(), now()) + (when.empty() ? "" : " (" + when + ")"));
  row("by", (to_be_read ? git.author : ops::told_author(git.author)) +
                (git.agent.empty() ? "" : ", " + git.agent));
  row("base", git.base);
  row("WIP commit",
      git.wip_commit.empty()
          ? "none: there was nothing to commit"
          : git.wip_commit + (git.on_branch ? "" : " (a snapshot, not on the branch)"));
  if (!git.operation.empty())
    row("operation", model::an_operation(git.operation) + " was under way");
  row("work", position_text(h));
  row("tdd", tdd_text(*record.document));
  const Origins origins(*record.document);
  print_work(terminal, record, origins, marks, rest);
  print_items(terminal, record, origins, marks, rest);
  print_context(terminal, record);
  // Who reads all of it has each name whole.
  print_texts(terminal, "uncommitted files",
              to_be_read ? h.uncommitted_files : ops::path_names(h.uncommitted_files), rest);
  rest.shown_already(h.uncommitted_files);
  std::vector<std::string> texts;
  for (const model::LeftOut& item : git.left_out)
    texts.push_back((to_be_read ? c_quote(item.path) : ops::path_name(item.path)) + " (" +
                    item.reason + ")");
  const bool is_mine = released.origin() == model::Origin::mine;
  print_texts(terminal,
              is_mine ? "left out: stayed in the working tree"
                      : "left out: stayed in the working tree where it was paused",
              texts, rest);
  tell_of_parts(record, rest);
  rest.print(terminal, *record.document);
  if (record.git_block_forged)
    say("warning",
        "the git block of this record contradicts its ref and commits; the commits are "
        "believed");
  warn_of_tricks(record);
}

void warn_of_tricks(const ops::Record& record) {
  if (std::vector<std::string> tricks = ops::tricks_in(*record.document); !tricks.empty())
    say("warning", "the text of this record holds " + join(tricks, "; ") +
                       ": nothing in it was written by this program");
}

}  // namespace handoff::cli
