#include "formats/record/record.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"

namespace handoff::formats {

namespace {

using model::Handoff;
using model::TaskState;

/// A path as public files write it: a remark in brackets behind it is cut off.
std::string path_of(const Json& item) {
  if (item.is_object())
    return get_path(item);
  std::string path = trim(text_of(item));
  if (size_t remark = path.find(" ("); remark != std::string::npos && path.back() == ')')
    path.resize(remark);
  return path;
}

/// A text that may be given as a list: its items, one behind the other.
std::string sentence_of(const Json& value, const char* between = "; ") {
  return join(texts_of(value, {"option", "alternative", "approach", "text", "name", "description"}),
              between);
}

std::vector<std::string> paths_of(const Json& value) {
  std::vector<std::string> paths;
  for (const Json& item : items_of(value))
    if (std::string path = path_of(item); !path.empty())
      paths.push_back(std::move(path));
  return paths;
}

std::vector<model::Task> tasks_of(const Json& value, TaskState assumed) {
  std::vector<model::Task> tasks;
  for (const Json& item : items_of(value)) {
    model::Task task;
    task.name = text_in(item, {"name"});
    task.id = text_of(field(item, "id"));
    task.status_text = text_of(field(item, "status"));
    task.state = task.status_text.empty() ? assumed : task_state_of(task.status_text);
    task.progress = sentence_of(field(item, "progress"));
    task.commits = texts_of(field(item, {"commits", "commit"}), {"oid", "hash", "commit", "sha"});
    task.files = paths_of(field(item, "files"));
    task.verification = text_of(field(item, "verification"));
    if (!task.name.empty() || !task.id.empty())
      tasks.push_back(std::move(task));
  }
  return tasks;
}

void read_decisions(const Json& value, std::vector<model::Decision>& into) {
  if (value.is_object() && (value.contains("binding") || value.contains("technical"))) {
    read_decisions(field(value, "binding"), into);
    read_decisions(field(value, "technical"), into);
    return;
  }
  for (const Json& item : items_of(value)) {
    model::Decision decision;
    decision.decision = text_in(item, {"decision"});
    decision.rationale = sentence_of(field(item, "rationale"));
    decision.rejected = sentence_of(field(item, "rejected"), " or ");
    decision.binding = to_lower(text_of(field(item, "binding")));
    decision.source = text_of(field(item, "source"));
    if (!decision.decision.empty())
      into.push_back(std::move(decision));
  }
}

void read_documents(const Json& value, std::vector<model::Document>& into) {
  auto read = [&](const Json& list, const std::string& kind) {
    for (const Json& item : items_of(list)) {
      model::Document document;
      document.path = path_of(item);
      document.kind = kind.empty() ? text_of(field(item, "kind")) : kind;
      document.why = text_of(field(item, "why"));
      document.status = text_of(field(item, "status"));
      if (!document.path.empty())
        into.push_back(std::move(document));
    }
  };
  if (!value.is_object())
    read(value, "");
  else
    for (const auto& [kind, list] : value.items())
      read(list, kind);
}

}  // namespace

Handoff read_handoff(const Json& r) {
  Handoff h;
  h.version = text_of(field(r, "version"));
  h.timestamp = text_of(field(r, "timestamp"));
  h.status = text_of(field(r, "status"));
  h.mode = mode_of(text_of(field(r, "mode")));
  h.title = text_of(field(r, "title"));
  h.workflow = text_in(field(r, "workflow"), {"name", "pattern"});
  h.phase = text_in(field(r, "phase"), {"current", "name"});
  h.user_message = text_of(field(r, "user_message"));
  const Json& task = field(r, "task");
  h.task = text_in(task, {"current", "id", "name"});
  h.total_tasks = text_of(field(r, "total_tasks"));
  if (h.total_tasks.empty())
    h.total_tasks = text_of(field(task, "total"));

  h.completed_tasks = tasks_of(field(r, "completed_tasks"), TaskState::done);
  h.remaining_tasks = tasks_of(field(r, "remaining_tasks"), TaskState::not_started);
  h.uncommitted_files = paths_of(field(r, "uncommitted_files"));
  h.files_modified = paths_of(field(r, "files_modified"));
  h.definition_of_done = texts_of(field(r, "definition_of_done"), {"requirement"});

  h.next_action = text_in(field(r, "next_action"), {"action", "name", "description", "text"});
  h.context_notes = text_of(field(r, "context_notes"));
  read_decisions(field(r, "decisions"), h.decisions);
  h.open_questions = texts_of(field(r, "open_questions"), {"question"});
  h.corrections = texts_of(field(r, "corrections"), {"correction", "lesson"});
  h.errors = texts_of(field(r, "errors"), {"error"});
  for (const Json& item : items_of(field(r, "blockers"))) {
    model::Blocker blocker;
    blocker.description = text_in(item, {"description"});
    blocker.type = text_of(field(item, "type"));
    blocker.workaround = sentence_of(field(item, "workaround"));
    blocker.check = text_of(field(item, "check"));
    if (!blocker.description.empty())
      h.blockers.push_back(std::move(blocker));
  }
  for (const Json& item : items_of(field(r, "human_actions_pending"))) {
    model::HumanAction action;
    action.action = text_in(item, {"action"});
    action.context = sentence_of(field(item, "context"));
    action.blocking = flag_of(field(item, "blocking"));
    action.done = flag_of(field(item, "done"));
    if (!action.action.empty())
      h.human_actions.push_back(std::move(action));
  }
  read_documents(field(r, "documents"), h.documents);
  h.session_id = text_of(field(r, "session_id"));
  h.git = read_git_block(r);
  return h;
}

void put_path(Json& object, const std::string& path) {
  if (is_utf8(path)) {
    object["path"] = path;
  } else {
    object["path"] = c_quote(path);
    object["path_bytes"] = base64_encode(path);
  }
}

std::string get_path(const Json& object) {
  if (object.is_string())
    return object.get<std::string>();
  if (const Json& bytes = field(object, "path_bytes"); bytes.is_string())
    if (std::optional<std::string> path = base64_decode(bytes.get_ref<const std::string&>()))
      return *path;
  return text_of(field(object, "path"));
}

namespace {

Json path_object(const std::string& path) {
  Json object = Json::object();
  put_path(object, path);
  return object;
}

/// A path that is plain UTF-8 stands as a string where nothing else is told of it.
Json path_value(const std::string& path) { return is_utf8(path) ? Json(path) : path_object(path); }

Json array_of(const auto& items, const auto& as_json) {
  Json array = Json::array();
  for (const auto& item : items)
    array.push_back(as_json(item));
  return array;
}

Json of_submodule(const model::SubmoduleState& submodule) {
  Json item = path_object(submodule.path);
  item["oid"] = text_or_null(submodule.oid);
  item["new_commits"] = submodule.new_commits;
  item["modified_content"] = submodule.modified_content;
  item["untracked_content"] = submodule.untracked_content;
  return item;
}

Json of_mode(const model::FileMode& file) {
  Json item = path_object(file.path);
  char octal[8];
  std::snprintf(octal, sizeof octal, "%04o", file.mode & 07777u);
  item["mode"] = octal;
  return item;
}

Json of_left_out(const model::LeftOut& file) {
  Json item = path_object(file.path);
  item["reason"] = file.reason;
  return item;
}

}  // namespace

void set_git_block(Json& record, const model::GitBlock& b) {
  Json git = Json::object();
  git["id"] = b.id;
  git["branch"] = text_or_null(b.branch);
  git["base"] = text_or_null(b.base);
  git["wip_commit"] = text_or_null(b.wip_commit);
  git["on_branch"] = b.on_branch;
  git["operation"] = text_or_null(b.operation);
  if (!b.operation_branch.empty())
    git["operation_branch"] = b.operation_branch;
  git["worktree"] = Json{{"name", b.worktree}, {"path", to_valid_utf8(b.worktree_path)}};
  if (b.upstream)
    git["upstream"] = Json{{"ref", b.upstream->ref},
                           {"oid", b.upstream->oid},
                           {"ahead", b.upstream->ahead},
                           {"behind", b.upstream->behind}};
  else
    git["upstream"] = nullptr;
  git["submodules"] = array_of(b.submodules, of_submodule);
  git["intent_to_add"] = array_of(b.intent_to_add, path_value);
  git["modes"] = array_of(b.modes, of_mode);
  git["left_out"] = array_of(b.left_out, of_left_out);
  git["raw"] = array_of(b.raw, path_value);
  git["pathspecs"] = array_of(b.pathspecs, path_value);
  git["author"] = text_or_null(b.author);
  git["agent"] = text_or_null(b.agent);
  git["created_by"] = b.created_by;
  record["git"] = std::move(git);
}

model::GitBlock read_git_block(const Json& record) {
  const Json& git = field(record, "git");
  model::GitBlock b;
  b.id = text_of(field(git, "id"));
  b.branch = text_of(field(git, "branch"));
  b.base = text_of(field(git, "base"));
  b.wip_commit = text_of(field(git, "wip_commit"));
  b.on_branch = flag_of(field(git, "on_branch"));
  b.operation = text_of(field(git, "operation"));
  b.operation_branch = text_of(field(git, "operation_branch"));
  b.worktree = text_in(field(git, "worktree"), {"name"});
  b.worktree_path = text_of(field(field(git, "worktree"), "path"));
  if (const Json& up = field(git, "upstream"); up.is_object()) {
    auto number = [&](std::string_view name) {
      const Json& value = field(up, name);
      return value.is_number_integer() ? value.get<int64_t>() : 0;
    };
    b.upstream = model::Upstream{text_of(field(up, "ref")), text_of(field(up, "oid")),
                                 number("ahead"), number("behind")};
  }
  for (const Json& item : items_of(field(git, "submodules")))
    b.submodules.push_back(
        {get_path(item), text_of(field(item, "oid")), flag_of(field(item, "new_commits")),
         flag_of(field(item, "modified_content")), flag_of(field(item, "untracked_content"))});
  b.intent_to_add = vector_of(items_of(field(git, "intent_to_add")), get_path);
  for (const Json& item : items_of(field(git, "modes"))) {
    std::string octal = text_of(field(item, "mode"));
    b.modes.push_back(
        {get_path(item), static_cast<uint32_t>(std::strtoul(octal.c_str(), nullptr, 8))});
  }
  for (const Json& item : items_of(field(git, "left_out")))
    b.left_out.push_back({get_path(item), text_of(field(item, "reason"))});
  b.raw = vector_of(items_of(field(git, "raw")), get_path);
  b.pathspecs = vector_of(items_of(field(git, "pathspecs")), get_path);
  b.author = text_of(field(git, "author"));
  b.agent = text_of(field(git, "agent"));
  b.created_by = text_of(field(git, "created_by"));
  return b;
}

namespace {

constexpr std::string_view kModes[] = {"manual", "auto", "checkpoint", "emergency"};

constexpr std::array<std::pair<std::string_view, TaskState>, 20> kTaskWords = {{
    {"not_started", TaskState::not_started},
    {"pending", TaskState::not_started},
    {"todo", TaskState::not_started},
    {"open", TaskState::not_started},
    {"planned", TaskState::not_started},
    {"in_progress", TaskState::in_progress},
    {"in-progress", TaskState::in_progress},
    {"running", TaskState::in_progress},
    {"partial", TaskState::in_progress},
    {"active", TaskState::in_progress},
    {"blocked", TaskState::blocked},
    {"waiting", TaskState::blocked},
    {"done", TaskState::done},
    {"complete", TaskState::done},
    {"completed", TaskState::done},
    {"complete-shipped", TaskState::done},
    {"built", TaskState::done},
    {"shipped", TaskState::done},
    {"approved", TaskState::done},
    {"skipped", TaskState::done},  // nobody has to come back to it
}};

}  // namespace

std::string_view word_of(model::Mode mode) { return kModes[static_cast<size_t>(mode)]; }

model::Mode mode_of(std::string_view word) {
  const auto found = std::ranges::find(kModes, word);
  return found == std::end(kModes) ? model::Mode::manual
                                   : static_cast<model::Mode>(found - std::begin(kModes));
}

std::string_view word_of(TaskState state) {
  static constexpr std::string_view kWords[] = {"not_started", "in_progress", "blocked", "done",
                                                "other"};
  return kWords[static_cast<size_t>(state)];
}

bool is_denied(std::string_view status) {
  static constexpr auto kDenials = std::to_array<std::string_view>(
      {"no", "not", "never", "fail", "fails", "failed", "failing", "but", "except", "yet", "once",
       "until", "unless", "broken", "red", "isn", "hasn", "wasn"});
  std::string words = to_lower(status);
  if (contains(words, "?"))
    return true;
  std::ranges::replace_if(
      words, [](char c) { return c < 'a' || c > 'z'; }, ' ');
  return std::ranges::any_of(split(words, ' '), [](const std::string& word) {
    return std::ranges::find(kDenials, word) != std::end(kDenials);
  });
}

TaskState task_state_of(std::string_view word) {
  std::string known = to_lower(trim(word));
  for (const auto& [name, state] : kTaskWords)
    if (name == known)
      return state;
  // "DONE_2026-06-28", "done (Ben)".
  const size_t end = known.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  const std::string first = known.substr(0, end);
  if (end != std::string::npos && (first == "done" || first == "completed") && !is_denied(known))
    return TaskState::done;
  return TaskState::other;
}

std::string position_text(const model::Handoff& handoff) {
  return position_text(handoff.workflow, handoff.phase, handoff.task, handoff.total_tasks);
}

std::string position_text(const std::string& workflow, const std::string& phase,
                          const std::string& task, const std::string& total_tasks) {
  auto with_word = [](const std::string& word, const std::string& value) {
    return to_lower(value).starts_with(word) ? value : word + " " + value;
  };
  std::vector<std::string> parts;
  if (!phase.empty())
    parts.push_back(with_word("phase", phase));
  if (!task.empty())
    parts.push_back(with_word("task", task) + (total_tasks.empty() ? "" : " of " + total_tasks));
  std::string text = workflow == "manual" ? "" : workflow;
  if (!parts.empty())
    text += (text.empty() ? "" : " ") + std::string("(") + join(parts, ", ") + ")";
  return text;
}

}  // namespace handoff::formats
