// What is written down while a session goes on.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "git/repo/status.hpp"
#include "hooks/session/session_events.hpp"
#include "ops/notes/journal.hpp"
#include "ops/observe/observe.hpp"
#include "ops/records/names.hpp"
#include "ops/setup/agent_settings.hpp"
#include "ops/verbs/promote.hpp"

namespace handoff::hooks {

namespace {

using formats::field;
using formats::text_of;
using model::Note;
using model::NoteKind;

constexpr size_t kLongestText = 500;

/// A path as the record has it: below the root; empty for one that is elsewhere.
std::string inside(const git::Repository& repository, const std::string& path) {
  std::string root = repository.layout().root + "/";
  if (path.starts_with(root))
    return path.substr(root.size());
  return path.empty() || path.front() == '/' ? std::string() : path;
}

bool is_plan(const std::string& path) {
  std::string name = to_lower(base_name(path));
  return name.ends_with("-plan.md") || name.ends_with("-impl.md") || name.ends_with("-design.md") ||
         name == "plan.md" || name == "task_plan.md" || contains(path, "/plans/") ||
         contains(path, ".planning/");
}

/// Files in which a workflow writes down how far it is.
bool is_position(const std::string& path) {
  std::string name = base_name(path);
  return name == "task_plan.md" || name == "progress.md" || name == "STATE.md" ||
         name.starts_with("workflow-state.") || is_plan(path);
}

std::string shortened(const std::string& text) {
  return formats::beginning(trim(to_valid_utf8(text)), kLongestText);
}

/// Which whoever committed the skill has chosen; empty where it is more than a name.
std::string skill_name(const std::string& name) {
  return ops::bounded_name(name) == name ? ops::word_to_type(name, "") : std::string();
}

/// What a tool was used for, whatever the agent calls the tool and its arguments.
struct ToolUse {
  enum class Kind { other, todos, one_todo, sub_agent, skill, write, read } kind = Kind::other;
  std::string name = {};
  std::vector<std::string> paths = {};  ///< write, read; as the agent gave them
  Json input = {};
  Json response = {};
};

ToolUse::Kind kind_of_tool(const std::string& tool) {
  constexpr std::pair<std::string_view, ToolUse::Kind> kTools[] = {
      {"TodoWrite", ToolUse::Kind::todos},      {"update_plan", ToolUse::Kind::todos},
      {"TaskCreate", ToolUse::Kind::one_todo},  {"TaskUpdate", ToolUse::Kind::one_todo},
      {"activate_skill", ToolUse::Kind::skill}, {"write_todos", ToolUse::Kind::todos},
      {"Task", ToolUse::Kind::sub_agent},       {"Agent", ToolUse::Kind::sub_agent},
      {"task", ToolUse::Kind::sub_agent},       {"Skill", ToolUse::Kind::skill},
      {"Write", ToolUse::Kind::write},          {"Edit", ToolUse::Kind::write},
      {"MultiEdit", ToolUse::Kind::write},      {"NotebookEdit", ToolUse::Kind::write},
      {"apply_patch", ToolUse::Kind::write},    {"write_file", ToolUse::Kind::write},
      {"replace", ToolUse::Kind::write},        {"create", ToolUse::Kind::write},
      {"edit", ToolUse::Kind::write},           {"Read", ToolUse::Kind::read},
      {"read_file", ToolUse::Kind::read},       {"view", ToolUse::Kind::read},
      {"todo_write", ToolUse::Kind::todos},     {"agent", ToolUse::Kind::sub_agent},
      {"skill", ToolUse::Kind::skill},          {"notebook_edit", ToolUse::Kind::write},
      {"Create", ToolUse::Kind::write},         {"ApplyPatch", ToolUse::Kind::write},
  };
  for (const auto& [name, kind] : kTools)
    if (tool == name)
      return kind;
  return ToolUse::Kind::other;
}

/// The files that a patch of Codex adds or updates.
std::vector<std::string> paths_of_patch(const std::string& patch) {
  std::vector<std::string> paths;
  for (const std::string& line : split_lines(patch))
    for (std::string_view head : {"*** Add File: ", "*** Update File: ", "*** Move to: "})
      if (line.starts_with(head))
        paths.push_back(trim(line.substr(head.size())));
  return paths;
}

ToolUse tool_use_of(const SessionCall& call) {
  const Json& payload = *call.payload;
  ToolUse use{.name = formats::text_in(payload, {"tool_name", "toolName"})};
  use.input = field(payload, {"tool_input", "toolArgs"});
  use.response = field(payload, "tool_response");
  if (use.input.is_string())  // Copilot gives the arguments as a text of JSON
    try {
      use.input = formats::parse_json(use.input.get<std::string>(), "tool");
    } catch (const std::exception&) {
      use.input = Json::object();
    }
  if (use.name.empty() && !text_of(field(payload, "file_path")).empty()) {
    use.name = "Edit";  // Cursor's afterFileEdit names no tool
    use.input = payload;
  }
  use.kind = kind_of_tool(use.name);
  if (use.name == "apply_patch" || use.name == "ApplyPatch")
    use.paths = paths_of_patch(formats::text_in(use.input, {"command", "input", "patch"}));
  else
    use.paths = {
        formats::text_in(use.input, {"file_path", "absolute_path", "notebook_path", "path"})};
  return use;
}

struct Tracked {
  std::vector<Note> notes = {};
  bool phase_ended = false;
};

/// Notes for what changed in the agent's list of to-dos since the last call. All of it done: a
/// phase has ended.
void track_todos(const Json& todos, SessionState& state, Tracked& tracked) {
  size_t open = 0, closed_now = 0;
  for (const Json& todo : formats::items_of(todos)) {
    std::string text =
        shortened(formats::text_in(todo, {"content", "text", "step", "description"}));
    model::TaskState now = formats::task_state_of(text_of(field(todo, "status")));
    if (text.empty())
      continue;
    open += now == model::TaskState::done ? 0 : 1;
    std::string word(formats::word_of(now));
    std::string before = state.value("todo:" + text);
    if (before == word)
      continue;
    state.set("todo:" + text, word);
    if (now == model::TaskState::done) {
      ++closed_now;
      tracked.notes.push_back({.kind = NoteKind::done, .text = text, .closes = NoteKind::task});
    } else if (now == model::TaskState::in_progress) {
      tracked.notes.push_back({.kind = NoteKind::start, .text = text});
    } else if (before.empty() || (before == formats::word_of(model::TaskState::done) &&
                                  now != model::TaskState::other)) {  // "cancelled"
      tracked.notes.push_back({.kind = NoteKind::task, .text = text});
    }
  }
  tracked.phase_ended = open == 0 && closed_now > 0;
}

/// The session's list of to-dos, where a tool tells of one at a time: Claude Code's TaskCreate has
/// the subject and is answered with an id, TaskUpdate has that id.
Json todos_after(const ToolUse& use, SessionState& state) {
  constexpr size_t kMost = 500;
  Json list = Json::array();
  if (std::string known = state.value("todo-list"); !known.empty())
    list = formats::parse_json(known, "session");
  std::string id = formats::text_in(use.input, {"taskId", "task_id"});
  if (id.empty())
    id = text_of(field(field(use.response, "task"), "id"));
  std::string subject = shortened(text_of(field(use.input, "subject"))),
              status = text_of(field(use.input, "status"));
  auto one = std::ranges::find_if(
      list, [&](const Json& todo) { return text_of(field(todo, "id")) == id; });
  if (id.empty() || (one == list.end() && (subject.empty() || list.size() >= kMost)))
    return list;
  if (one == list.end()) {
    list.push_back({{"id", id}, {"content", subject}, {"status", "pending"}});
    one = list.end() - 1;
  }
  if (status == "deleted")
    list.erase(one);
  else if (!status.empty())
    (*one)["status"] = status;
  state.set("todo-list", formats::write_json_line(list));
  return list;
}

/// Has a workflow's own file moved on to another phase since it was looked at last? The first look
/// only remembers.
bool phase_moved_on(const git::Repository& repository, SessionState& state) {
  std::string position;
  for (const ops::ObservedWork& work : ops::observe(repository).work)
    if (!work.phase.empty())
      position += work.source + " " + work.phase + "\n";
  std::string before = state.value("position");
  state.set("position", position.empty() ? "none" : position);
  return !before.empty() && before != "none" && before != position;
}

Tracked follow_tool(const git::Repository& repository, const ToolUse& use, SessionState& state) {
  Tracked tracked;
  auto once = [&](NoteKind kind, const std::string& what, const std::string& before = {}) {
    const std::string text = before + what;
    if (!what.empty() && state.first(std::string(model::word_of(kind)) + ":" + text))
      tracked.notes.push_back({.kind = kind, .text = text});
  };
  bool position = false;
  switch (use.kind) {
    case ToolUse::Kind::todos:
      track_todos(field(use.input, {"todos", "plan"}), state, tracked);
      break;
    case ToolUse::Kind::one_todo:
      track_todos(todos_after(use, state), state, tracked);
      break;
    case ToolUse::Kind::sub_agent:
      once(NoteKind::context, shortened(formats::text_in(use.input, {"description", "prompt"})),
           "sub-agent started: ");
      break;
    case ToolUse::Kind::skill:
      once(NoteKind::context, skill_name(formats::text_in(use.input, {"skill", "name", "command"})),
           "skill in use: ");
      break;
    case ToolUse::Kind::write:
    case ToolUse::Kind::read:
      for (const std::string& given : use.paths) {
        std::string path = inside(repository, given);
        position = position || is_position(path);
        if (use.kind == ToolUse::Kind::write)
          once(NoteKind::file, path);
        else if (is_plan(path))
          once(NoteKind::doc, path);
      }
      break;
    case ToolUse::Kind::other:
      break;
  }
  if (position)
    tracked.phase_ended = phase_moved_on(repository, state) || tracked.phase_ended;
  return tracked;
}

/// Is this what was noted last of the same text? Several programs may read the settings in which
/// our hook stands, and each tells of the same event. A person says the same again, though: words
/// count as told twice for a moment only.
bool told_already(const std::vector<Note>& known, const Note& note) {
  constexpr Seconds kMoment = 5;
  auto same = std::find_if(known.rbegin(), known.rend(),
                           [&](const Note& one) { return one.text == note.text; });
  if (same == known.rend() || same->kind != note.kind)
    return false;
  std::optional<ParsedTime> time = parse_time(same->time);
  return note.kind != NoteKind::message || (time && now() - time->time < kMoment);
}

void write_down(const git::Repository& repository, std::vector<Note> notes) {
  if (notes.empty())
    return;
  git::Head head = repository.head();
  std::vector<Note> known =
      ops::notes_for(ops::read_journal(repository.layout().journal_file()), head.label());
  std::erase_if(notes, [&](const Note& note) { return told_already(known, note); });
  if (notes.empty())
    return;
  for (Note& note : notes) {
    note.branch = ops::notes_label(repository);
    note.head = head.oid;
  }
  ops::append_notes(repository.layout().journal_file(), notes);
}

/// Does this project keep decisions in a file, or plan in files that decisions are written in?
bool keeps_decisions(const git::Repository& repository) {
  if (repository.config().text("handoff.promotefile"))
    return true;
  const std::string& root = repository.layout().root;
  for (const char* file : {"docs/decisions.md", "task_plan.md", "progress.md", "findings.md"})
    if (exists(join_path(root, file)))
      return true;
  return false;
}

std::string promotion_reminder(const git::Repository& repository) {
  if (!keeps_decisions(repository))
    return {};
  size_t waiting = ops::promotions(repository, ops::Reader::agent).candidates.size();
  if (waiting == 0)
    return {};
  return count_of(waiting, "decision") + (waiting == 1 ? " waits" : " wait") +
         " for promotion into the project: 'git handoff promote' lists them. Ask the user which to "
         "keep.";
}

std::string dirty_reminder(const git::Repository& repository) {
  std::string label = repository.head().label();
  // What hooks wrote down by themselves tells nothing of why.
  for (const Note& note :
       ops::notes_for(ops::read_journal(repository.layout().journal_file()), label))
    if (note.kind != NoteKind::file && note.kind != NoteKind::doc && note.kind != NoteKind::message)
      return {};
  // What 'init' wrote is no work.
  const git::Status status = git::read_status(repository.git());
  if (std::ranges::all_of(status.entries, [](const git::StatusEntry& entry) {
        return entry.kind == git::StatusEntry::Kind::untracked &&
               ops::is_project_setting(entry.path);
      }))
    return {};
  return "There are changes that are not committed and nothing was noted about them. If the work "
         "stops here, 'git handoff "
         "pause' keeps both; 'git handoff note' keeps why.";
}

}  // namespace

bool time_for_checkpoint(const git::Repository& repository, SessionState& state) {
  int64_t minutes = repository.config().number("handoff.autocheckpoint", 5);
  if (minutes <= 0)
    return false;
  std::string last = state.value("checkpoint");
  Seconds present = now();
  if (last.empty())
    state.set("checkpoint",
              std::to_string(present));  // the first one comes when the time has passed once
  Seconds then = last.empty() ? present : static_cast<Seconds>(std::atoll(last.c_str()));
  if (present - then < minutes * 60)
    return false;
  state.set("checkpoint", std::to_string(present));
  return true;
}

bool track_tool(const git::Repository& repository, const SessionCall& call, SessionState& state) {
  Tracked tracked = follow_tool(repository, tool_use_of(call), state);
  write_down(repository, std::move(tracked.notes));
  return tracked.phase_ended;
}

void note_prompt(const git::Repository& repository, const SessionCall& call) {
  if (!repository.config().flag("handoff.trackmessages", false))
    return;
  std::string text = shortened(text_of(field(*call.payload, "prompt")));
  if (!text.empty())
    write_down(repository,
               {{.kind = NoteKind::message, .text = text, .because = std::string(model::kPrompt)}});
}

std::string at_stop(const git::Repository& repository, const SessionCall& call,
                    SessionState& state) {
  if (formats::flag_of(field(*call.payload, "stop_hook_active")) || !call.can_tell())
    return {};
  std::string text;
  auto remind_once = [&](const char* word, auto reminder) {
    if (!state.value(word).empty())
      return;
    std::string more = reminder(repository);
    if (more.empty())
      return;
    state.set(word, "yes");
    text += (text.empty() ? "" : "\n") + more;
  };
  remind_once("reminded", dirty_reminder);
  remind_once("reminded-promotion", promotion_reminder);
  return text;
}

}  // namespace handoff::hooks
