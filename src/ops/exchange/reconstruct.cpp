#include "ops/exchange/reconstruct.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/foreign/format.hpp"
#include "formats/foreign/places.hpp"
#include "formats/json/json.hpp"
#include "formats/prose/extract.hpp"
#include "formats/prose/planning.hpp"
#include "formats/record/values.hpp"
#include "ops/exchange/import_export.hpp"
#include "ops/exchange/inputs.hpp"
#include "ops/exchange/planning_documents.hpp"
#include "ops/exchange/traces_in_git.hpp"
#include "ops/notes/journal.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/find_record.hpp"
#include "ops/records/names.hpp"
#include "ops/records/telling_texts.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostTasks = 200;

/// What the files of workflows tell.
class TracesInFiles {
 public:
  TracesInFiles(const git::Repository& repository, FoundRecord& found)
      : x_repository(repository), x_found(found) {}

  void find() {
    from_journals();
    from_known_files();
    from_gsd_state();
    from_plans();
    from_debug_sessions();
    from_quick_tasks();
    from_documents();
  }

  /// What everything else knows better.
  void find_configuration() {
    for (const char* path : {".superteam/config.json", ".planning/config.json"})
      from_configuration(path);
  }

 private:
  // --- what a person or an agent wrote down ------------------------------------------------------

  /// Notes of this branch, from the journals of all worktrees: also of those that are gone.
  void from_journals() {
    std::string folder = x_repository.layout().shared_dir() + "/journal";
    std::string own = base_name(x_repository.layout().journal_file());
    for (const std::string& file : list_folder(folder)) {
      if (!file.ends_with(".jsonl"))
        continue;
      std::vector<model::Note> notes =
          notes_for(read_journal(join_path(folder, file)), x_repository.head().label());
      if (notes.empty())
        continue;
      Json noted = Json::object();
      fold_notes(noted, notes);
      std::string source =
          "journal" + (file == own ? "" : " of worktree " + file.substr(0, file.size() - 6));
      for (const auto& [name, value] : noted.items())
        x_found.set_known(name, value, source, kHigh);
      std::erase_if(notes, [](const auto& note) { return model::is_readable(note.origin); });
      Json unread = Json::object();
      fold_notes(unread, notes);
      x_found.said_by_others(unread);
    }
  }

  /// Files of the five systems, the surest first: what one of them tells is not asked of the next.
  void from_known_files() {
    std::vector<std::string> others = handoff_files_in_tree(x_repository.layout().root, true);
    // What a record took in is over with it.
    const std::vector<std::string> spent = spent_inputs(Store(x_repository));
    std::erase_if(others, [&](const std::string& path) { return in_list(spent, path); });
    // A summary says less than what it stands beside.
    std::erase_if(others, [&](const std::string& path) {
      bool whole = !formats::twins_of(path).summary.empty();
      if (whole)
        take_document(path, kHigh);
      return whole;
    });
    // Each workflow of Aura Frog has a state of its own: the one that was written last and is not
    // over counts.
    auto is_state = [](const std::string& path) { return path.ends_with("-state.json"); };
    std::ranges::stable_sort(others, [&](const std::string& a, const std::string& b) {
      if (is_state(a) != is_state(b))
        return is_state(b);
      return is_state(a) && changed_at(a) > changed_at(b);
    });
    bool state_taken = false;
    for (const std::string& path : others) {
      if (is_state(path) && state_taken)
        x_found.hint("read " + path_name(path) + " too: git handoff import " +
                     word_to_type(path_from_here(x_repository.layout().root, path), "FILE"));
      else if (take_document(path, kMedium))
        state_taken = state_taken || is_state(path);
    }
  }

  Seconds changed_at(const std::string& path) const {
    struct stat info {};
    return stat(join_path(x_repository.layout().root, path).c_str(), &info) == 0 ? info.st_mtime
                                                                                 : 0;
  }

  /// False: nothing was taken from it.
  bool take_document(const std::string& path, const char* confidence) {
    std::string text = read_tree_file(x_repository, path);
    if (text.empty())
      return false;
    // A progress.md is anything; only mddesign's blocks in it are a handoff.
    if (path == "progress.md" && formats::detect_format(text, path).name != "mddesign")
      return false;
    try {
      std::vector<std::string> warnings;
      const Json document = formats::read_document(text, path, nullptr, warnings);
      if (document.contains("imported")) {
        x_found.hint(path_name(path) + " is in no known form: git handoff import " +
                     word_to_type(path_from_here(x_repository.layout().root, path), "FILE"));
        return false;
      }
      if (is_over(formats::text_of(formats::field(document, "status"))))
        return false;
      size_t known = x_found.fields();
      for (const auto& [name, value] : document.items())
        if (name != "git" && name != "version" && name != "mode" && name != "status" &&
            name != "foreign" && name != "uncommitted_files" && name != "timestamp")
          x_found.set(name, value, path, confidence);
      if (x_found.fields() == known)
        x_found.hint("look into " + path_name(path) + " too: git handoff import " +
                     word_to_type(path_from_here(x_repository.layout().root, path), "FILE"));
      return x_found.fields() > known;
    } catch (const Failure& failure) {
      x_found.hint(path_name(path) + " cannot be read: " + failure.message());
      return false;
    }
  }

  static bool is_over(const std::string& status) {
    std::string word = to_lower(status);
    return word.starts_with("complete") || word == "done" || word.starts_with("cancel") ||
           word == "aborted";
  }

  /// Where Get Shit Done's own state file says that the work is.
  void from_gsd_state() {
    const std::string path = ".planning/STATE.md";
    std::optional<GsdPosition> position = gsd_position(read_tree_file(x_repository, path));
    if (!position || contains(to_lower(position->status), "complete"))
      return;
    x_found.set_known("workflow", "gsd", path, kMedium);
    x_found.set("phase", position->phase, path, kHigh);
    x_found.set("task", position->plan, path, kHigh);
    x_found.set("total_tasks", position->total_plans, path, kHigh);
  }

  /// Plans and designs as Spellbook names them, in the tree and where it keeps those of a project;
  /// what mddesign found out.
  void from_documents() {
    for (const std::string& path : planning_documents(x_repository))
      add_document(path, path.starts_with('/') ? "Spellbook's plans of this project" : path);
    if (!read_tree_file(x_repository, "findings.md").empty())
      x_found.add("documents",
                  Json{{"path", "findings.md"}, {"kind", "note"}, {"why", "what was found out"}},
                  "findings.md", kMedium);
  }

  void add_document(const std::string& path, const std::string& source) {
    bool design = path.ends_with("-design.md");
    x_found.add("documents",
                Json{{"path", path},
                     {"kind", design ? "design" : "impl"},
                     {"why", design ? "a design" : "a plan"}},
                source, kMedium);
  }

  // --- plans -------------------------------------------------------------------------------------

  /// The plan with open tasks that was worked on last.
  void from_plans() {
    std::string chosen;
    std::vector<ListedTask> tasks;
    Seconds newest = 0;
    for (const std::string& path : plan_files(x_repository)) {
      std::vector<ListedTask> listed = tasks_in(read_tree_file(x_repository, path));
      bool open = std::ranges::any_of(listed, [](const ListedTask& task) { return !task.done; });
      struct stat info {};
      std::string full = join_path(x_repository.layout().root, path);
      if (!open || stat(full.c_str(), &info) != 0 || (!chosen.empty() && info.st_mtime <= newest))
        continue;
      newest = info.st_mtime;
      chosen = path;
      tasks = std::move(listed);
    }
    if (!chosen.empty())
      take_plan(chosen, tasks);
  }

  void take_plan(const std::string& path, const std::vector<ListedTask>& tasks) {
    Json done = Json::array(), open = Json::array();
    const ListedTask* current = nullptr;
    size_t position = 0;
    for (size_t i = 0; i < tasks.size() && i < kMostTasks; ++i) {
      const ListedTask& task = tasks[i];
      Json item = {{"id", i + 1}, {"name", task.name}};
      item["status"] = task.done ? "done" : task.begun ? "in_progress" : "not_started";
      (task.done ? done : open).push_back(std::move(item));
      if (!task.done && (current == nullptr || (task.begun && !current->begun))) {
        current = &task;
        position = i + 1;
      }
    }
    x_found.set("workflow",
                path.starts_with(".planning") || path.starts_with(".superteam") ? "execute" : "",
                path, kMedium);
    x_found.set("task", position, path, kMedium);
    x_found.set("total_tasks", tasks.size(), path, kHigh);
    x_found.set("completed_tasks", std::move(done), path, kHigh);
    x_found.set("remaining_tasks", std::move(open), path, kHigh);
    x_found.add("documents", Json{{"path", path}, {"kind", "impl"}, {"why", "has open tasks"}},
                path, kHigh);
    if (current != nullptr)
      x_found.propose(current->begun ? 4 : 2, "Go on with '", current->name,
                      "' (" + path_name(path) + ":" + std::to_string(current->line) + ")", path,
                      current->begun ? kHigh : kMedium);
  }

  void from_debug_sessions() {
    for (const std::string& path : open_debug_sessions(x_repository)) {
      std::string text = read_tree_file(x_repository, path);
      x_found.set_known("workflow", "debug", path, kMedium);
      x_found.add("documents",
                  Json{{"path", path}, {"kind", "debug"}, {"why", "the session is open"}}, path,
                  kHigh);
      for (const char* key : {"next_action", "next", "hypothesis"})
        if (std::string next = labelled_value(text, key); !next.empty()) {
          x_found.propose(3, key == std::string("hypothesis") ? "Test the hypothesis: " : "", next,
                          "", path, kMedium);
          break;
        }
      x_found.propose(1, "Go on with the debug session in ", "", path_name(path), path, kLow);
    }
  }

  void from_quick_tasks() {
    for (const std::string& path : open_quick_tasks(x_repository)) {
      x_found.set_known("workflow", "quick", path, kMedium);
      x_found.add("documents",
                  Json{{"path", path}, {"kind", "quick"}, {"why", "it has no summary yet"}}, path,
                  kMedium);
      x_found.propose(1, "Finish the quick task in ", "", path_name(path), path, kLow);
    }
  }

  void from_configuration(const std::string& path) {
    const std::string text = read_tree_file(x_repository, path);
    if (text.empty())
      return;
    try {
      const Json config = formats::parse_json(text, path);
      for (const char* name : {"workflow", "phase"})
        if (config.is_object() && config.contains(name) && config[name].is_string())
          x_found.set(name, config[name], path, kLow);
      x_found.add("documents",
                  Json{{"path", path}, {"kind", "config"}, {"why", "project settings"}}, path,
                  kHigh);
    } catch (const Failure&) {
      x_found.hint(path + " cannot be read");
    }
  }

  const git::Repository& x_repository;
  FoundRecord& x_found;
};

}  // namespace

Reconstruction reconstruct(const git::Repository& repository) {
  FoundRecord found(repository);
  TracesInFiles files(repository, found);
  files.find();
  find_traces_in_git(repository, found);
  files.find_configuration();
  return found.finish();
}

std::vector<std::string> or_a_guess(const git::Repository& repository,
                                    std::vector<std::string> hints) {
  try {
    if (hints.empty() && !reconstruct(repository).empty())
      hints.emplace_back("guess from commits and known files: git handoff reconstruct");
  } catch (const Failure&) {
    // That nothing is paused is so all the same.
  }
  return hints;
}

Record find_to_read(const Store& store, const std::string& id, const std::string& verb) {
  try {
    return find_for(store, id, verb);
  } catch (const Failure& failure) {
    if (!id.empty() || failure.kind() != FailureKind::no)
      throw;
    refuse(failure.message(), or_a_guess(store.repository(), failure.hints()));
  }
}

namespace {

/// Is any of its lines somebody else's?
bool is_of_others(const std::set<std::string>& others, const std::string& field, const Json& item) {
  return std::ranges::any_of(telling_lines({field}, item, true),
                             [&](const std::string& line) { return others.contains(line); });
}

/// Without the items that are somebody else's.
Json without_others(const std::set<std::string>& others, const std::string& field,
                    const Json& value) {
  if (!value.is_array())
    return is_of_others(others, field, value) ? Json() : value;
  Json left = Json::array();
  for (const Json& item : value)
    if (!is_of_others(others, field, item))
      left.push_back(item);
  return left;
}

}  // namespace

Reconstruction released(Reconstruction reconstruction, Reader reader) {
  if (reader == Reader::person)
    return reconstruction;
  Json record = *reconstruction.record;
  std::set<std::string> others;
  for (const std::string& text : reconstruction.others)
    each_line(text, [&](const std::string& line) { others.insert(line); });
  for (ReconstructedField& field : reconstruction.fields) {
    Json left = without_others(others, field.name, record[field.name]);
    field.withheld = left != record[field.name] || !is_handle(field.name);
    if (!is_handle(field.name)) {  // a name that is a sentence is somebody's, too
      record.erase(field.name);
      if (Json& told = record["reconstructed"]; told.is_object())
        told["fields"].erase(field.name);
      field.name = "a further field";
      left = Json();
    }
    record[field.name] = std::move(left);
  }
  reconstruction.record = std::make_shared<const Json>(std::move(record));
  return reconstruction;
}

PauseReport save(const git::Repository& repository, const Reconstruction& reconstruction) {
  PauseRequest request;
  request.input = reconstruction.record;
  request.mode = model::Mode::automatic;
  request.snapshot_only = true;
  request.input_words.origin = Origin::read;
  request.others_words = reconstruction.others;
  return pause(repository, request);
}

}  // namespace handoff::ops
