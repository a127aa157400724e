#include "ops/verbs/catchup.hpp"

#include <algorithm>
#include <iterator>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/prose/planning.hpp"
#include "formats/record/record.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/brief/brief_source.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/noted_since.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kLongestPart = 240;
constexpr size_t kMostScratchFiles = 200;
constexpr int kScratchDepth = 4;

/// One line without a full stop, cut where it is long.
std::string phrase(std::string_view text) {
  std::string line = trim(replace_all(formats::shown(text), "  ", " "));
  std::string part = formats::beginning(line, kLongestPart);
  if (part.size() < line.size())
    part += "...";
  while (part.ends_with("."))
    part.pop_back();
  return part;
}

std::string sentence(const std::string& text) {
  bool ended = text.ends_with("?") || text.ends_with("!");
  return ended ? text : text + ".";
}

void collect_scratch(const std::string& root, const std::string& folder, int depth,
                     std::vector<std::string>& paths) {
  for (const std::string& name : list_folder(join_path(root, folder))) {
    std::string path = folder + "/" + name;
    if (is_folder(join_path(root, path)) && depth > 0)
      collect_scratch(root, path, depth - 1, paths);
    else if (name.ends_with(".md") && paths.size() < kMostScratchFiles)
      paths.push_back(path);
  }
}

/// All that is known, read once.
struct Known {
  std::string plan = {}, findings = {};
  std::vector<PlanPhase> phases = {};
  Progress progress = {};
  std::string progress_text = {};
  std::vector<Scratch> scratch = {};
  std::vector<std::string> untold = {};  ///< files with words that this reader is not given
  std::optional<Record> record = {};
  model::Handoff said = {};  ///< what the record says, and the notes since
};

std::string where_it_stands(const Known& known) {
  if (const PlanPhase* active = active_phase(known.phases)) {
    std::string name =
        phrase(active->id) + (active->title.empty() ? "" : " (" + phrase(active->title) + ")");
    std::string told = known.progress.handoff_status;
    return "The work is in phase " + name + ", " +
           phrase(replace_all(told.empty() ? active->status : told, "_", " "));
  }
  if (!known.phases.empty())
    return "All " + count_of(known.phases.size(), "phase") + " of the plan are complete";
  if (!known.progress.handoff_phase.empty())
    return "The last session ended in phase " + phrase(known.progress.handoff_phase) +
           (known.progress.handoff_status.empty() ? ""
                                                  : ", " + phrase(known.progress.handoff_status));
  if (!known.progress.phase_id.empty())
    return "Phase " + phrase(known.progress.phase_id) + " ended as " +
           (known.progress.phase_status.empty() ? "not said" : phrase(known.progress.phase_status));
  if (known.record) {
    const model::Handoff& h = known.record->handoff;
    if (!h.phase.empty())
      return "The work is in phase " + phrase(h.phase) +
             (h.task.empty() ? "" : ", task " + phrase(h.task)) +
             (h.total_tasks.empty() || h.task.empty() ? "" : " of " + phrase(h.total_tasks));
    return count_of(h.completed_tasks.size(), "task") + " done, " +
           count_of(h.remaining_tasks.size(), "task") + " left";
  }
  return {};
}

std::string last_decision(const Known& known) {
  if (!known.said.decisions.empty()) {
    const model::Decision& last = known.said.decisions.back();
    return "The last decision: " + phrase(last.decision) +
           (last.rationale.empty() ? "" : ", because " + phrase(last.rationale));
  }
  for (const std::string* text : {&known.progress_text, &known.findings})
    if (std::vector<DecisionLine> lines = decision_lines(*text); !lines.empty())
      return "The last decision: " + phrase(lines.back().text);
  return {};
}

std::string open_questions(const Known& known) {
  std::vector<std::string> questions = known.progress.handoff_questions;
  if (questions.empty())
    questions = known.progress.phase_questions;
  if (questions.empty())
    questions = known.said.open_questions;
  if (questions.empty())
    return {};
  constexpr size_t kShown = 3;
  std::vector<std::string> shown;
  for (size_t i = 0; i < questions.size() && i < kShown; ++i)
    shown.push_back(phrase(questions[i]));
  return "Open: " + join(shown, " ") +
         (questions.size() > kShown ? " and " + std::to_string(questions.size() - kShown) + " more"
                                    : "");
}

std::string next_step(const Known& known) {
  if (!trim(known.said.next_action).empty())
    return "Next: " + phrase(known.said.next_action);
  if (!known.progress.resume_by.empty())
    return "Next: " + phrase(known.progress.resume_by[0]);
  if (!known.progress.next_hint.empty())
    return "Next: " + phrase(known.progress.next_hint);
  if (const PlanPhase* active = active_phase(known.phases);
      active != nullptr && !active->open.empty())
    return "Next in the plan: " + phrase(active->open[0]);
  return {};
}

Known read_all(const git::Repository& repository, Reader reader, CatchupReport& report) {
  Known known;
  auto for_reader = [&](const std::string& path, std::string text) {
    if (reader == Reader::person || text.empty())
      return text;
    known.untold.push_back(path_name(path));
    return std::string();
  };
  auto read = [&](const char* path) {
    std::string text = read_tree_file(repository, path);
    if (!text.empty())
      report.sources.emplace_back(path);
    return for_reader(path, std::move(text));
  };
  known.plan = read("task_plan.md");
  known.findings = read("findings.md");
  known.progress_text = read("progress.md");
  known.phases = plan_phases(known.plan);
  known.progress = progress_of(known.progress_text);
  known.scratch = scratch_entries(repository);
  for (const Scratch& entry : known.scratch)
    report.sources.push_back(entry.path);
  if (!known.scratch.empty())  // no other is told
    known.scratch.back().text =
        for_reader(known.scratch.back().path, std::move(known.scratch.back().text));
  Said said = said_here(repository);
  if (said.record)
    report.sources.push_back(said.record->at.id);
  if (said.noted)
    report.sources.emplace_back("notes");
  known.record = std::move(said.record);
  known.said = std::move(said.handoff);
  if (known.record)
    return known;
  // What was resumed here is gone on with, as a brief has it.
  const Store store(repository);
  if (std::optional<BriefSource> here =
          brief_source_here(store, Reader::agent, look_here(store), std::nullopt)) {
    known.said = std::move(here->handoff);
    if (!here->id.empty())
      report.sources.push_back(here->id);
  }
  return known;
}

std::vector<std::string> nudges_for(const git::Repository& repository) {
  std::vector<std::string> nudges;
  auto there = [&](const char* path) { return exists(join_path(repository.layout().root, path)); };
  const char* const kPlanning[] = {"task_plan.md", "findings.md", "progress.md", ".agents/memory"};
  if (std::ranges::none_of(kPlanning, there))
    return {};  // who does not plan in such files is not told to
  if (!there("DESIGN.md")) {
    Outcome interface_files =
        repository.git().run({.args = {"ls-files", "-z", "--cached", "--others",
                                       "--exclude-standard", "--", "*.tsx", "*.vue", "*.svelte"},
                              .user_pathspecs = true});
    if (interface_files.ok() && !interface_files.out.empty())
      nudges.emplace_back(
          "there are user interface files but no DESIGN.md (/mddesign:harvest makes one)");
  }
  if (!there("task_plan.md"))
    nudges.emplace_back("there is no task_plan.md: plan the work before going on");
  if (there(".agents/memory") && !there(".claude/commands/code-memory-router.md"))
    nudges.emplace_back(
        "code-memory-router is not set up here: what is remembered stays in scratch");
  return nudges;
}

}  // namespace

Said said_here(const git::Repository& repository) {
  Said said;
  Store store(repository);
  said.record = store.current(repository.head());
  if (said.record && is_withheld(store, *said.record, Reader::agent))
    said.record.reset();
  if (said.record) {
    said.record = *readable_by(store, *said.record, Reader::agent);
    said.handoff = said.record->handoff;
  }
  const Journal journal = read_journal(repository.layout().journal_file());
  std::vector<model::Note> notes = notes_for(journal, repository.head().label());
  take_unread_out(repository, notes);
  if (said.record)
    leave_others_out(store, *said.record, notes);
  said.noted = !notes.empty();
  if (said.noted) {
    std::shared_ptr<const Json> own = said.record ? own_document(*said.record, journal) : nullptr;
    Json document = Json::object();
    fold_notes(document, notes, own.get());
    said.handoff = formats::read_handoff(document);
  }
  return said;
}

std::string CatchupReport::paragraph() const { return join(sentences, " "); }

std::vector<Scratch> scratch_entries(const git::Repository& repository) {
  std::vector<std::string> paths;
  collect_scratch(repository.layout().root, ".agents/memory/scratch", kScratchDepth, paths);
  std::vector<std::pair<Seconds, Scratch>> timed;
  for (const std::string& path : paths)
    if (std::optional<ScratchEntry> entry = last_scratch_entry(read_tree_file(repository, path)))
      if (std::optional<ParsedTime> time = parse_time(entry->time))
        timed.push_back({time->time, {path, entry->time, entry->text}});
  std::ranges::stable_sort(timed, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Scratch> entries;
  for (auto& [time, entry] : timed)
    entries.push_back(std::move(entry));
  return entries;
}

CatchupReport catchup(const git::Repository& repository, Reader reader) {
  CatchupReport report;
  Known known = read_all(repository, reader, report);
  auto add = [&](const std::string& text, const char* nothing = "") {
    report.tells = report.tells || !text.empty();
    if (!text.empty() || known.untold.empty())  // who was not told all cannot say what there is not
      report.sentences.push_back(sentence(text.empty() ? nothing : text));
  };
  add(where_it_stands(known), "No plan says which phase is active");
  if (known.record)
    add("Paused here " + relative_time(known.record->time(), now()) + " as " +
        printable(known.record->at.id) +
        (known.record->handoff.user_message.empty()
             ? ""
             : ": " + phrase(known.record->handoff.user_message)));
  add(last_decision(known), "No decision is written down");
  add(open_questions(known), "No question is open");
  if (!known.scratch.empty() && !known.scratch.back().text.empty()) {
    const Scratch& last = known.scratch.back();
    std::string others =
        known.scratch.size() > 1
            ? ", and " + count_of(known.scratch.size() - 1, "other file") + " with entries"
            : "";
    add("In scratch (" + path_name(last.path) + "): " + phrase(last.text) + others);
  }
  add(next_step(known), "No next step is written down");
  if (!known.untold.empty())
    add("More stands in " + join(known.untold, ", ") +
        ", which anybody may have written: 'git handoff catchup' on a terminal tells it");
  for (std::string& nudge : nudges_for(repository))
    report.nudges.push_back(std::move(nudge));
  return report;
}

}  // namespace handoff::ops
