#include "ops/exchange/reconstruct.hpp"

#include <algorithm>
#include <cstdlib>
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
#include "git/history/history.hpp"
#include "git/repo/status.hpp"
#include "ops/exchange/import_export.hpp"
#include "ops/exchange/planning_documents.hpp"
#include "ops/notes/journal.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/own_commits.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostCommits = 200;
constexpr size_t kMostReflog = 50;
constexpr size_t kMostTasks = 200;

constexpr const char* kHigh = "high";
constexpr const char* kMedium = "medium";
constexpr const char* kLow = "low";

constexpr const char* kLost =
    "No record was found. This was put together from traces: decisions, context, blockers and "
    "human actions of the last session are lost, but for what stands here.";

/// "execute" and "token tests" of `wip: [execute] paused at token tests`.
struct WipSubject {
  std::string workflow = {};
  std::string place = {};
};

std::optional<WipSubject> read_wip_subject(const std::string& subject) {
  if (!to_lower(subject).starts_with("wip"))
    return std::nullopt;
  std::string rest = subject.substr(3);
  if (!rest.empty() && rest[0] != ':' && rest[0] != ' ' && rest[0] != '(')
    return std::nullopt;
  WipSubject wip;
  size_t colon = rest.find(':');
  rest = trim(colon == std::string::npos ? rest : rest.substr(colon + 1));
  if (size_t end = rest.find(']'); rest.starts_with('[') && end != std::string::npos) {
    wip.workflow = rest.substr(1, end - 1);
    rest = trim(rest.substr(end + 1));
  }
  constexpr std::string_view kPausedAt = "paused at ";
  wip.place = to_lower(rest).starts_with(kPausedAt) ? rest.substr(kPausedAt.size()) : rest;
  return wip;
}

void add_texts_in(const Json& value, std::vector<std::string>& texts) {
  if (value.is_string())
    texts.push_back(value.get<std::string>());
  if (value.is_structured())
    for (const auto& [key, inner] : value.items()) {
      if (value.is_object())
        texts.push_back(key);
      add_texts_in(inner, texts);
    }
}

std::vector<std::string> texts_in(const Json& item) {
  std::vector<std::string> texts;
  add_texts_in(item, texts);
  return texts;
}

class Reconstructor {
 public:
  explicit Reconstructor(const git::Repository& repository)
      : x_repository(repository), x_head(repository.head()), x_record(Json::object()) {
    x_record["version"] = 1;
    x_record["timestamp"] = to_rfc3339(now());
    x_record["status"] = "paused";
    x_record["mode"] = "auto";
  }

  Reconstruction run() {
    from_journals();
    from_known_files();
    from_gsd_state();
    from_plans();
    from_debug_sessions();
    from_quick_tasks();
    from_documents();
    from_commits();
    from_reflog();
    from_status();
    from_configuration();
    choose_next_action();
    return finish();
  }

 private:
  /// Takes a value where the field has none: what was looked at before knows better.
  void set(const std::string& name, Json value, const std::string& source, const char* confidence) {
    if (value.empty() || (value.is_string() && value.get_ref<const std::string&>().empty()))
      return;
    if (auto old = x_record.find(name); old != x_record.end() && !old->empty())
      return;
    x_record[name] = std::move(value);
    told(name, source, confidence);
  }

  void add(const std::string& name, Json item, const std::string& source, const char* confidence) {
    if (!x_record.contains(name) || !x_record[name].is_array())
      x_record[name] = Json::array();
    for (const Json& old : x_record[name])
      if (old == item)
        return;
    x_record[name].push_back(std::move(item));
    told(name, source, confidence);
  }

  void told(const std::string& name, const std::string& source, const char* confidence) {
    auto same = std::find_if(x_fields.begin(), x_fields.end(),
                             [&](const ReconstructedField& f) { return f.name == name; });
    if (same == x_fields.end())
      x_fields.push_back({name, source, confidence});
    else if (!contains(same->source, source))
      same->source += ", " + source;
  }

  // --- what a person or an agent wrote down ------------------------------------------------------

  /// Notes of this branch, from the journals of all worktrees: also of those that are gone.
  void from_journals() {
    std::string folder = x_repository.layout().shared_dir() + "/journal";
    std::string own = base_name(x_repository.layout().journal_file());
    for (const std::string& file : list_folder(folder)) {
      if (!file.ends_with(".jsonl"))
        continue;
      std::vector<model::Note> notes =
          notes_for(read_journal(join_path(folder, file)), x_head.label());
      if (notes.empty())
        continue;
      Json noted = Json::object();
      fold_notes(noted, notes);
      std::string source =
          "journal" + (file == own ? "" : " of worktree " + file.substr(0, file.size() - 6));
      for (const auto& [name, value] : noted.items())
        set(name, value, source, kHigh);
    }
  }

  /// Files of the five systems, the surest first: what one of them tells is not asked of the next.
  void from_known_files() {
    std::vector<std::string> others = handoff_files_in_tree(x_repository, true);
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
    std::stable_sort(others.begin(), others.end(), [&](const std::string& a, const std::string& b) {
      if (is_state(a) != is_state(b))
        return is_state(b);
      return is_state(a) && changed_at(a) > changed_at(b);
    });
    bool state_taken = false;
    for (const std::string& path : others) {
      if (is_state(path) && state_taken)
        x_hints.push_back("read " + path + " too: git handoff import " + shell_word(path));
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
        x_hints.push_back(path + " is in no known form: git handoff import " + shell_word(path));
        return false;
      }
      if (is_over(formats::text_of(formats::field(document, "status"))))
        return false;
      size_t known = x_fields.size();
      for (const auto& [name, value] : document.items())
        if (name != "git" && name != "version" && name != "mode" && name != "status" &&
            name != "foreign" && name != "uncommitted_files" && name != "timestamp")
          set(name, value, path, confidence);
      if (x_fields.size() == known)
        x_hints.push_back("look into " + path + " too: git handoff import " + shell_word(path));
      return x_fields.size() > known;
    } catch (const Failure& failure) {
      x_hints.push_back(path + " cannot be read: " + failure.message());
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
    set("workflow", "gsd", path, kMedium);
    set("phase", position->phase, path, kHigh);
    set("task", position->plan, path, kHigh);
    set("total_tasks", position->total_plans, path, kHigh);
  }

  /// Plans and designs as Spellbook names them, in the tree and where it keeps those of a project;
  /// what mddesign found out.
  void from_documents() {
    for (const std::string& path : planning_documents(x_repository))
      add_document(path, path.starts_with('/') ? "Spellbook's plans of this project" : path);
    if (!read_tree_file(x_repository, "findings.md").empty())
      add("documents",
          Json{{"path", "findings.md"}, {"kind", "note"}, {"why", "what was found out"}},
          "findings.md", kMedium);
  }

  void add_document(const std::string& path, const std::string& source) {
    bool design = path.ends_with("-design.md");
    add("documents",
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
      bool open = std::any_of(listed.begin(), listed.end(),
                              [](const ListedTask& task) { return !task.done; });
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
    set("workflow",
        path.starts_with(".planning") || path.starts_with(".superteam") ? "execute" : "", path,
        kMedium);
    set("task", position, path, kMedium);
    set("total_tasks", tasks.size(), path, kHigh);
    set("completed_tasks", std::move(done), path, kHigh);
    set("remaining_tasks", std::move(open), path, kHigh);
    add("documents", Json{{"path", path}, {"kind", "impl"}, {"why", "has open tasks"}}, path,
        kHigh);
    if (current != nullptr)
      propose(current->begun ? 4 : 2, "Go on with '", current->name,
              "' (" + path + ":" + std::to_string(current->line) + ")", path,
              current->begun ? kHigh : kMedium);
  }

  void from_debug_sessions() {
    for (const std::string& path : open_debug_sessions(x_repository)) {
      std::string text = read_tree_file(x_repository, path);
      set("workflow", "debug", path, kMedium);
      add("documents", Json{{"path", path}, {"kind", "debug"}, {"why", "the session is open"}},
          path, kHigh);
      for (const char* key : {"next_action", "next", "hypothesis"})
        if (std::string next = labelled_value(text, key); !next.empty()) {
          propose(3, key == std::string("hypothesis") ? "Test the hypothesis: " : "", next, "",
                  path, kMedium);
          break;
        }
      propose(1, "Go on with the debug session in ", "", path, path, kLow);
    }
  }

  void from_quick_tasks() {
    for (const std::string& path : open_quick_tasks(x_repository)) {
      set("workflow", "quick", path, kMedium);
      add("documents", Json{{"path", path}, {"kind", "quick"}, {"why", "it has no summary yet"}},
          path, kMedium);
      propose(1, "Finish the quick task in ", "", path, path, kLow);
    }
  }

  // --- git
  // -----------------------------------------------------------------------------------------

  /// The branch's own commits, newest first: back to the upstream or the default branch, else a
  /// few.
  std::vector<git::LogEntry> own_commits() {
    git::LogRequest request{.revisions = {x_head.oid},
                            .options = {"--first-parent"},
                            .files = true,
                            .limit = kMostCommits};
    std::vector<std::string> names = {"@{upstream}"};
    for (const char* name : {"main", "master", "trunk", "develop"})
      if (x_head.branch != name)
        names.insert(names.end(), {std::string("refs/remotes/origin/") + name,
                                   std::string("refs/heads/") + name});
    for (const git::NamedObject& object : git::look_up(x_repository.git(), names))
      if (object.is_commit() && object.oid != x_head.oid)
        request.revisions.push_back("^" + object.oid);
    x_has_fork = request.revisions.size() > 1;
    return git::LogQuestion(x_repository.git(), request).answer();
  }

  void from_commits() {
    if (x_head.unborn())
      return;
    Json done = Json::array();
    bool newest = true;
    for (const git::LogEntry& entry : own_commits()) {
      std::string source = "commit " + entry.oid.substr(0, 7);
      const std::optional<WipSubject> wip = read_wip_subject(entry.subject);
      if (!is_own_commit(x_repository, entry.oid))
        for (const std::string& text :
             {entry.subject, wip ? wip->workflow : "", wip ? wip->place : ""})
          x_others.insert(text);
      if (wip) {
        set("workflow", wip->workflow, source, kMedium);
        // A pause without a task and a next step says when it was: that is no step.
        if (!wip->place.empty() && !parse_time(wip->place))
          propose(newest ? 5 : 2, "Go on at ", wip->place, "", source, newest ? kMedium : kLow);
        if (newest)
          for (const std::string& file : entry.files)
            add("files_modified", to_valid_utf8(file), source, kHigh);
      } else if (x_has_fork) {
        done.insert(done.begin(),
                    Json{{"name", entry.subject}, {"status", "done"}, {"commit", entry.oid}});
        newest = false;
      } else {
        newest = false;
      }
    }
    set("completed_tasks", std::move(done), "the branch's own commits", kMedium);
  }

  /// What was done last, in git's own words: a trace of where the mind was.
  void from_reflog() {
    if (x_head.unborn())
      return;
    Outcome outcome = x_repository.git().run(
        git::offline({.args = {"log", "-g", "-z", "--format=%ct %gs",
                               "--max-count=" + std::to_string(kMostReflog),
                               x_head.detached() ? "HEAD" : "refs/heads/" + x_head.branch, "--"}}));
    if (!outcome.ok())
      return;
    std::vector<std::string> entries = split(outcome.out, '\0');
    std::erase(entries, std::string());
    if (entries.empty())
      return;
    size_t space = entries[0].find(' ');
    Seconds moved = std::strtoll(entries[0].c_str(), nullptr, 10);
    std::string what = to_valid_utf8(entries[0].substr(std::min(space + 1, entries[0].size())));
    if (!is_own_commit(x_repository, x_head.oid))
      x_others.insert(what);
    set("reflog", Json{{"last", what}, {"time", to_rfc3339(moved)}}, "reflog", kHigh);
  }

  void from_status() {
    git::Status status = git::read_status(x_repository.git());
    Json paths = Json::array();
    std::vector<std::string> shown;
    for (const git::StatusEntry& entry : status.entries) {
      std::string path = is_utf8(entry.path) ? entry.path : c_quote(entry.path);
      paths.push_back(path);
      if (shown.size() < 3)
        shown.push_back(path);
    }
    if (!shown.empty())
      propose(1, "Look at the uncommitted changes in ", "",
              join(shown, ", ") + (status.entries.size() > 3 ? " and others" : ""), "git status",
              kLow);
    set("uncommitted_files", std::move(paths), "git status", kHigh);
    if (std::optional<std::string> operation = x_repository.operation())
      x_hints.push_back("a " + *operation + " is under way: finish or abort it first");
  }

  void from_configuration() {
    for (const char* path : {".superteam/config.json", ".planning/config.json"}) {
      std::string text = read_tree_file(x_repository, path);
      if (text.empty())
        continue;
      try {
        const Json config = formats::parse_json(text, path);
        for (const char* name : {"workflow", "phase"})
          if (config.is_object() && config.contains(name) && config[name].is_string())
            set(name, config[name], path, kLow);
        add("documents", Json{{"path", path}, {"kind", "config"}, {"why", "project settings"}},
            path, kHigh);
      } catch (const Failure&) {
        x_hints.push_back(std::string(path) + " cannot be read");
      }
    }
  }

  // --- the end
  // -------------------------------------------------------------------------------------

  /// `words` are the source's, the rest of the sentence is ours.
  void propose(int weight, const std::string& before, const std::string& words,
               const std::string& behind, const std::string& source, const char* confidence) {
    if (weight > x_best) {
      x_best = weight;
      x_next_words = words;
      x_next = before + words + behind;
      x_next_source = source;
      x_next_confidence = confidence;
    }
  }

  void choose_next_action() {
    if (x_best > 0)
      set("next_action", x_next, x_next_source, x_next_confidence);
    if (x_record.contains("next_action") && x_record["next_action"] == x_next &&
        x_others.contains(x_next_words))
      x_others.insert(x_next);
  }

  /// What the field took from files that somebody else has committed.
  void find_words_of_files(const ReconstructedField& field) {
    for (const std::string& source : split(field.source, ',')) {
      const std::string path = trim(source);
      if (!exists(join_path(x_repository.layout().root, path)))
        continue;
      const FileWords words(x_repository, path);
      const bool is_proposed = field.name == "next_action" && x_record[field.name] == x_next;
      if (is_proposed && !words.is_own(x_next_words))
        x_others.insert(x_next);
      if (!is_proposed)
        each_item_of(Json{{field.name, x_record[field.name]}}, [&](const std::vector<std::string>&,
                                                                   const Json& item) {
          for (std::string& text : texts_in(item))
            if (!exists(join_path(x_repository.layout().root, text)) && !words.is_own(text))
              x_others.insert(std::move(text));
        });
    }
  }

  Reconstruction finish() {
    // A reflog alone is in every repository: it says nothing about work that stopped.
    bool only_reflog =
        std::all_of(x_fields.begin(), x_fields.end(), [](const ReconstructedField& f) {
          return f.name == "reflog" || (f.name == "documents" && contains(f.source, "config.json"));
        });
    Reconstruction result;
    if (!only_reflog)
      result.fields = std::move(x_fields);
    for (const ReconstructedField& field : result.fields)
      find_words_of_files(field);
    result.others.assign(x_others.begin(), x_others.end());
    result.lost = kLost;
    result.hints = std::move(x_hints);
    Json fields = Json::object();
    for (const ReconstructedField& field : result.fields)
      fields[field.name] = Json{{"source", field.source}, {"confidence", field.confidence}};
    x_record["reconstructed"] =
        Json{{"lost", result.lost}, {"fields", std::move(fields)}, {"hints", result.hints}};
    result.record = std::make_shared<const Json>(std::move(x_record));
    return result;
  }

  const git::Repository& x_repository;
  git::Head x_head;
  Json x_record;
  std::vector<ReconstructedField> x_fields;
  std::vector<std::string> x_hints;
  bool x_has_fork = false;
  int x_best = 0;
  std::string x_next, x_next_words, x_next_source;
  std::set<std::string> x_others;  ///< see Reconstruction
  const char* x_next_confidence = kLow;
};

}  // namespace

Reconstruction reconstruct(const git::Repository& repository) {
  return Reconstructor(repository).run();
}

namespace {

/// Is any of its words somebody else's?
bool is_of_others(const Reconstruction& reconstruction, const Json& item) {
  for (const std::string& text : texts_in(item))
    if (const auto& others = reconstruction.others;
        !is_handle(text) && std::find(others.begin(), others.end(), text) != others.end())
      return true;
  return false;
}

/// Without the items that are somebody else's.
Json without_others(const Reconstruction& reconstruction, const Json& value) {
  if (!value.is_array())
    return is_of_others(reconstruction, value) ? Json() : value;
  Json left = Json::array();
  for (const Json& item : value)
    if (!is_of_others(reconstruction, item))
      left.push_back(item);
  return left;
}

}  // namespace

Reconstruction released(Reconstruction reconstruction, Reader reader) {
  if (reader == Reader::person)
    return reconstruction;
  Json record = *reconstruction.record;
  for (ReconstructedField& field : reconstruction.fields) {
    Json left = without_others(reconstruction, record[field.name]);
    field.withheld = left != record[field.name];
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
  request.input_origin = Origin::read;
  request.others_words = reconstruction.others;
  return pause(repository, request);
}

}  // namespace handoff::ops
