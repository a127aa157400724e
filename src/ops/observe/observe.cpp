#include "ops/observe/observe.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/foreign/format.hpp"
#include "formats/prose/extract.hpp"
#include "formats/prose/planning.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "git/refs/own_names.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/observe/task_commits.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using model::TaskState;

int64_t changed_at(const git::Repository& repository, const std::string& path) {
  struct stat info {};
  return stat(join_path(repository.layout().root, path).c_str(), &info) == 0 ? info.st_mtime : 0;
}

/// The step of a TDD cycle: as the plan says, else the first open one among the steps of the
/// current task (which is one itself, or has them below).
void read_tdd(const std::string& text, const std::vector<ListedTask>& tasks, ObservedWork& work) {
  for (const char* label : {"tdd", "tdd phase", "tdd state", "tdd cycle"})
    if (std::string step = tdd_step_in(labelled_value(text, label)); !step.empty()) {
      work.tdd = step;
      work.tdd_where = work.current;
      return;
    }
  size_t i = 0;
  while (i < tasks.size() && tasks[i].done)
    ++i;
  bool current = true;
  for (; i < tasks.size(); ++i, current = false) {
    std::string step = tdd_step_in(tasks[i].name);
    if (step.empty() && !current)
      return;
    if (!step.empty() && !tasks[i].done) {
      work.tdd = step;
      work.tdd_where = tasks[i].name;
      return;
    }
  }
}

constexpr size_t kMostPlanTasks = 100;  ///< of a plan, in a record
constexpr size_t kLongestTask = 2000;
constexpr size_t kMostPlanBytes = 8u << 20;  ///< of all together

/// Position and tasks of a list of boxes; false where nothing is open in it.
bool read_list(const std::string& text, ObservedWork& work) {
  size_t number = 0;
  const std::vector<ListedTask> tasks = tasks_in(text);
  for (const ListedTask& listed : tasks) {
    ++number;
    model::Task task;
    task.id = std::to_string(number);
    task.name = listed.name;
    task.state = listed.done    ? TaskState::done
                 : listed.begun ? TaskState::in_progress
                                : TaskState::not_started;
    if (!listed.done && work.task.empty()) {
      work.task = task.id;
      work.current = listed.name;
    }
    if (work.tasks.size() < kMostPlanTasks && task.name.size() <= kLongestTask)
      work.tasks.push_back(std::move(task));
  }
  work.total = number > 0 ? std::to_string(number) : "";
  read_tdd(text, tasks, work);
  return !work.task.empty();
}

class Observer {
 public:
  explicit Observer(const git::Repository& repository) : x_repository(repository) {}

  Observation run() {
    for (const std::string& path : plan_files(x_repository))
      if (x_read <= kMostPlanBytes)
        look_at_plan(path);
    for (const std::string& path : open_debug_sessions(x_repository))
      add({.workflow = "debug", .source = path});
    for (const std::string& path : open_quick_tasks(x_repository))
      add({.workflow = "quick", .source = path, .current = base_name(path)});
    look_at_gsd();
    look_at_aura_frog();
    std::ranges::stable_sort(x_seen.work, std::ranges::greater{}, &ObservedWork::changed);
    return std::move(x_seen);
  }

 private:
  void add(ObservedWork work) {
    work.changed = changed_at(x_repository, work.source);
    x_seen.work.push_back(std::move(work));
  }

  void look_at_plan(const std::string& path) {
    std::string text = read_tree_file(x_repository, path);
    x_read += text.size();
    ObservedWork work{.source = path};
    if (path == "task_plan.md") {
      std::vector<PlanPhase> phases = plan_phases(text);
      const PlanPhase* active = active_phase(phases);
      if (active == nullptr && !phases.empty())
        return;
      work.workflow = "mddesign";
      if (active != nullptr) {
        work.phase = active->id;
        work.current = active->open.empty() ? active->title : active->open[0];
        work.tdd = tdd_step_in(work.current);
        work.tdd_where = work.tdd.empty() ? "" : work.current;
        for (const std::string& name : active->open)
          work.tasks.emplace_back().name = name;
        add(std::move(work));
        return;
      }
    }
    bool superteam = path.starts_with(".superteam/");
    bool gsd = path.starts_with(".planning/");
    // Get Shit Done's roadmap and state are no task lists of the plan in work.
    if (gsd && !path.ends_with("PLAN.md"))
      return;
    work.workflow = superteam                ? "execute"
                    : gsd                    ? "gsd"
                    : path == "task_plan.md" ? "mddesign"
                                             : "tasks";
    work.phase = labelled_value(text, "phase");
    if (read_list(text, work))
      add(std::move(work));
  }

  void look_at_gsd() {
    const std::string path = ".planning/STATE.md";
    std::string text = read_tree_file(x_repository, path);
    std::optional<GsdPosition> position = text.empty() ? std::nullopt : gsd_position(text);
    if (!position || contains(to_lower(position->status), "complete"))
      return;
    add({.workflow = "gsd",
         .source = path,
         .phase = position->phase,
         .task = position->plan,
         .total = position->total_plans,
         .current = position->phase_name});
  }

  void look_at_aura_frog() {
    for (const auto& [folder, file] :
         {std::pair<std::string, std::string>{".claude/logs/workflows", "workflow-state.json"},
          std::pair<std::string, std::string>{".claude/logs/runs", "run-state.json"}}) {
      std::vector<std::string> ids = list_folder(join_path(x_repository.layout().root, folder));
      if (ids.size() > 200)
        ids.erase(ids.begin(), ids.end() - 200);
      for (const std::string& id : ids) {
        std::string path = folder + "/" + id + "/" + file;
        std::string text = read_tree_file(x_repository, path);
        if (!text.empty())
          look_at_aura_frog_state(path, text);
      }
    }
  }

  void look_at_aura_frog_state(const std::string& path, const std::string& text) {
    try {
      std::vector<std::string> warnings;
      Json record = formats::read_document(text, path, nullptr, warnings);
      if (record.contains("imported"))  // of no known form
        return;
      model::Handoff handoff = formats::read_handoff(record);
      std::string status = to_lower(handoff.status);
      for (const char* over : {"complete", "done", "cancel", "abort", "failed"})
        if (contains(status, over))
          return;
      std::string phase_name = formats::text_of(field(record, "phase_name"));
      std::string step = tdd_step_in(phase_name);
      add({.workflow = "aura-frog",
           .source = path,
           .phase = handoff.phase,
           .task = handoff.task,
           .total = handoff.total_tasks,
           .current = handoff.title,
           .tdd = step,
           .tdd_where = step.empty() ? "" : phase_name});
    } catch (const Failure&) {
      // Damaged: import says so; here it is just no news.
    }
  }

  const git::Repository& x_repository;
  Observation x_seen;
  size_t x_read = 0;  ///< bytes of plans
};

bool is_open(const Json& record, const char* name) { return lists::is_empty(field(record, name)); }

Json number_or_text(const std::string& text) {
  bool digits = !text.empty() && text.size() < 9 &&
                text.find_first_not_of("0123456789") == std::string::npos &&
                (text == "0" || text[0] != '0');
  return digits ? Json(std::stoi(text)) : Json(text);
}

void fill(Json& record, const char* name, const std::string& text) {
  if (!text.empty() && is_open(record, name))
    record[name] = number_or_text(text);
}

bool names_no_tasks(const Json& record) {
  model::Handoff handoff = formats::read_handoff(record);
  return handoff.completed_tasks.empty() && handoff.remaining_tasks.empty();
}

}  // namespace

Observation observe(const git::Repository& repository) { return Observer(repository).run(); }

void fill_from_work(Json& record, const Observation& seen) {
  if (seen.work.empty())
    return;
  const ObservedWork& work = seen.work[0];
  // A record about something else is not mixed with this work's position.
  std::string told = formats::text_of(field(record, "workflow"));
  if (!told.empty() && told != work.workflow && work.workflow != "tasks")
    return;
  bool tasks = names_no_tasks(record);
  if (work.workflow != "tasks")
    fill(record, "workflow", work.workflow);
  if (tasks) {
    fill(record, "phase", work.phase);
    fill(record, "task", work.task);
    fill(record, "total_tasks", work.total);
  }
  if (!work.tdd.empty() && is_open(record, "tdd"))
    record["tdd"] = Json{{"phase", work.tdd}, {"where", work.tdd_where}, {"source", work.source}};
  for (size_t i = 0; tasks && i < work.tasks.size() && i < kMostPlanTasks; ++i) {
    const model::Task& task = work.tasks[i];
    Json item = Json::object();
    if (!task.id.empty())
      item["id"] = number_or_text(task.id);
    item["name"] = task.name;
    item["status"] = formats::word_of(task.state);
    item["source"] = work.source;
    record[task.state == TaskState::done ? "completed_tasks" : "remaining_tasks"].push_back(
        std::move(item));
  }
  if (is_open(record, "documents"))
    record["documents"] =
        Json::array({Json{{"path", work.source}, {"why", "the " + work.workflow + " in work"}}});
}

std::vector<std::string> words_of_others(const Observation& seen) {
  if (seen.work.empty())
    return {};
  const ObservedWork& work = seen.work[0];
  std::vector<std::string> texts = {work.phase, work.task, work.total, work.current,
                                    work.tdd_where};
  for (const model::Task& task : work.tasks)
    texts.push_back(task.name);
  return texts;
}

std::vector<std::string> fill_from_commits(const git::Repository& repository, Json& record,
                                           const std::string& since, const std::string& head,
                                           const std::string& author) {
  if (since.empty() || head.empty() || since == head || !is_open(record, "completed_tasks"))
    return {};
  constexpr size_t kMostOfSubject = 4096;
  Outcome outcome = repository.git().run(
      {.args = {"log", "--no-merges", "--reverse", "--max-count=30", "--encoding=UTF-8",
                "--format=%h%x00%s%x00%an <%ae>", since + ".." + head, "--"},
       .most_of_part = kMostOfSubject});
  if (!outcome.ok())
    return {};
  std::vector<std::string> others;
  for (const std::string& line : split_lines(outcome.out)) {
    std::vector<std::string> parts = split(line, '\0');
    // A WIP commit is what is being paused, not what was finished.
    if (parts.size() != 3 || parts[1].starts_with(git::kWipSubject) || parts[2] != author)
      continue;
    // What is open under this name is not told as done as well.
    if (lists::has_item(record, lists::kRemaining, parts[1]) ||
        lists::has_item(record, lists::kRemaining, without_type(parts[1])))
      continue;
    others.push_back(name_of_task(parts[1]));
    record["completed_tasks"].push_back(Json{
        {"name", others.back()}, {"status", "done"}, {"commit", parts[0]}, {"source", "git log"}});
  }
  return others;
}

}  // namespace handoff::ops
