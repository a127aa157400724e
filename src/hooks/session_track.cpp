// What is written down while a session goes on.

#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/record.hpp"
#include "formats/values.hpp"
#include "git/status.hpp"
#include "hooks/session_events.hpp"
#include "ops/journal.hpp"

namespace handoff::hooks {

namespace {

using formats::field;
using formats::text_of;
using model::Note;
using model::NoteKind;

constexpr size_t kLongestText = 500;

std::string session_of(const SessionCall& call) {
  return text_of(field(*call.payload, "session_id"));
}

/// A path as the record has it: below the root; empty for one that is elsewhere.
std::string inside(const git::Repository& repository, const std::string& path) {
  std::string root = repository.layout().root + "/";
  if (path.starts_with(root))
    return path.substr(root.size());
  return path.empty() || path.front() == '/' ? std::string() : path;
}

bool is_plan(const std::string& path) {
  std::string name = to_lower(base_name(path));
  return name.ends_with("-plan.md") || name.ends_with("-impl.md") || name.ends_with("-design.md") || name == "plan.md" ||
         name == "task_plan.md" || contains(path, "/plans/") || contains(path, ".planning/");
}

std::string shortened(const std::string& text) {
  return std::string(utf8_prefix(trim(to_valid_utf8(text)), kLongestText));
}

/// Notes for what changed in the agent's list of to-dos since the last call.
void track_todos(const Json& todos, SessionState& state, std::vector<Note>& notes) {
  for (const Json& todo : formats::items_of(todos)) {
    std::string text = shortened(formats::text_in(todo, {"content", "text", "step"}));
    model::TaskState now = formats::task_state_of(text_of(field(todo, "status")));
    std::string word(formats::word_of(now));
    std::string before = state.value("todo:" + text);
    if (text.empty() || before == word)
      continue;
    state.set("todo:" + text, word);
    if (now == model::TaskState::done)
      notes.push_back({.kind = NoteKind::done, .text = text, .closes = NoteKind::task});
    else if (now == model::TaskState::in_progress)
      notes.push_back({.kind = NoteKind::start, .text = text});
    else if (before.empty())
      notes.push_back({.kind = NoteKind::task, .text = text});
  }
}

std::vector<Note> notes_of_tool(const git::Repository& repository, const SessionCall& call, SessionState& state) {
  std::string tool = text_of(field(*call.payload, "tool_name"));
  const Json& input = field(*call.payload, "tool_input");
  std::vector<Note> notes;
  auto once = [&](NoteKind kind, const std::string& text) {
    if (!text.empty() && state.first(tool + ":" + text))
      notes.push_back({.kind = kind, .text = text});
  };
  if (tool == "TodoWrite" || tool == "update_plan")
    track_todos(field(input, {"todos", "plan"}), state, notes);
  else if (tool == "Task" || tool == "Agent")
    once(NoteKind::context, "sub-agent started: " + shortened(formats::text_in(input, {"description", "prompt"})));
  else if (tool == "Skill")
    once(NoteKind::context, "skill in use: " + shortened(formats::text_in(input, {"skill", "name", "command"})));
  else if (tool == "Write" || tool == "Edit" || tool == "MultiEdit" || tool == "NotebookEdit")
    once(NoteKind::file, inside(repository, formats::text_in(input, {"file_path", "notebook_path", "path"})));
  else if (tool == "Read")
    if (std::string path = inside(repository, formats::text_in(input, {"file_path", "path"})); is_plan(path))
      once(NoteKind::doc, path);
  return notes;
}

void write_down(const git::Repository& repository, std::vector<Note> notes) {
  if (notes.empty())
    return;
  git::Head head = repository.head();
  for (Note& note : notes) {
    note.branch = head.label();
    note.head = head.oid;
  }
  ops::append_notes(repository.layout().journal_file(), notes);
}

/// Has it been long enough since the last silent checkpoint?
bool time_for_checkpoint(const git::Repository& repository, SessionState& state) {
  int64_t minutes = repository.config().number("handoff.autocheckpoint", 5);
  if (minutes <= 0)
    return false;
  std::string last = state.value("checkpoint");
  Seconds present = now();
  if (last.empty())
    state.set("checkpoint", std::to_string(present));  // the first one comes when the time has passed once
  Seconds then = last.empty() ? present : static_cast<Seconds>(std::atoll(last.c_str()));
  if (present - then < minutes * 60)
    return false;
  state.set("checkpoint", std::to_string(present));
  return true;
}

}  // namespace

void after_tool(const git::Repository& repository, const SessionCall& call) {
  bool due = false;
  {
    SessionState state(repository, session_of(call));
    std::vector<Note> notes = notes_of_tool(repository, call, state);
    bool changed = !notes.empty();
    write_down(repository, std::move(notes));
    due = time_for_checkpoint(repository, state) && (changed || !git::read_status(repository.git()).clean());
  }
  if (due)
    keep_in_background(repository, "while working");
}

void note_prompt(const git::Repository& repository, const SessionCall& call) {
  if (!repository.config().flag("handoff.trackmessages", false))
    return;
  std::string text = shortened(text_of(field(*call.payload, "prompt")));
  if (!text.empty())
    write_down(repository, {{.kind = NoteKind::message, .text = text}});
}

std::string at_stop(const git::Repository& repository, const SessionCall& call) {
  if (formats::flag_of(field(*call.payload, "stop_hook_active")) || (call.agent != "claude" && call.agent != "codex"))
    return {};
  SessionState state(repository, session_of(call));
  if (!state.value("reminded").empty())
    return {};
  std::string label = repository.head().label();
  // What hooks wrote down by themselves tells nothing of why.
  for (const Note& note : ops::notes_for(ops::read_journal(repository.layout().journal_file()), label))
    if (note.kind != NoteKind::file && note.kind != NoteKind::doc && note.kind != NoteKind::message)
      return {};
  if (git::read_status(repository.git()).clean())
    return {};
  state.set("reminded", "yes");
  return "There are changes that are not committed and nothing was noted about them. If the work stops here, 'git handoff "
         "pause' keeps both; 'git handoff note' keeps why.";
}

std::string watch_tokens(const git::Repository& repository, const SessionCall& call) {
  const Json& window = field(*call.payload, "context_window");
  const Json& used = field(window, "used_percentage");
  if (!used.is_number())
    return {};
  double share = used.get<double>();
  const git::Config& config = repository.config();
  struct Level {
    const char* key;
    int64_t fallback;
    const char* advice;
  };
  constexpr std::array<Level, 3> kLevels = {{{"handoff.tokensurge", 90, "pause now: git handoff pause"},
                                             {"handoff.tokensask", 80, "note what matters: git handoff note"},
                                             {"handoff.tokenssuggest", 75, "think of saving: git handoff checkpoint"}}};
  SessionState state(repository, session_of(call));
  state.set("token_usage", text_of(field(window, "total_input_tokens")));
  constexpr std::array<int64_t, 3> kMarks = {100'000, 150'000, 175'000};
  const Json& total = field(window, "total_input_tokens");
  bool crossed = false;
  for (int64_t mark : kMarks)
    if (total.is_number_integer() && total.get<int64_t>() >= mark)
      crossed = state.first("tokens:" + std::to_string(mark)) || crossed;
  if (crossed)
    keep_in_background(repository, "context filled");
  for (const Level& level : kLevels)
    if (share >= static_cast<double>(config.number(level.key, level.fallback)))
      return "context " + std::to_string(static_cast<int>(std::lround(share))) + " % used; " + level.advice;
  return {};
}

}  // namespace handoff::hooks
