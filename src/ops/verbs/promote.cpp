#include "ops/verbs/promote.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/foreign/format.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/prose/planning.hpp"
#include "formats/secrets/quoted.hpp"
#include "formats/secrets/secrets.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/verbs/catchup.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kProgressLines = 50;

std::string destination_of(const git::Repository& repository) {
  std::string path = repository.config().text("handoff.promotefile").value_or("docs/decisions.md");
  std::vector<std::string> parts = split(path, '/');
  bool outside = path.empty() || path.front() == '/' ||
                 std::ranges::any_of(parts, [](const std::string& part) {
                   return part == ".." || to_lower(part) == ".git";
                 });
  if (outside || base_name(path) == "task_plan.md")
    fail("decisions cannot be written to " + formats::in_quotes(path),
         {"'git config handoff.promoteFile docs/decisions.md' names a file in the tree"});
  return path;
}

/// A link may lead anywhere: nothing is written through one.
void refuse_links(const git::Repository& repository, const std::string& path) {
  std::string whole = repository.layout().root;
  for (const std::string& part : split(path, '/')) {
    whole += "/" + part;
    struct stat info {};
    if (lstat(whole.c_str(), &info) == 0 && S_ISLNK(info.st_mode))
      fail("cannot write to " + formats::in_quotes(path) +
           ": it is, or lies behind, a symbolic link");
  }
}

/// Without secrets.
std::string on_one_line(const std::string& text) {
  return trim(replace_all(formats::mask_secrets(text), "\n", " "));
}

/// Text for one Markdown item: one line, no markup of its own, no secret.
std::string item_text(const std::string& text) {
  return formats::escape_markdown_item(on_one_line(text));
}

std::string entry_for(const Promotion& promotion, const std::string& date) {
  std::string entry = "- " + date + ": " + item_text(promotion.text);
  if (!promotion.why.empty() && !contains(promotion.text, promotion.why))
    entry += "\n  Why: " + item_text(promotion.why);
  if (!promotion.rejected.empty())
    entry += "\n  Instead of: " + item_text(promotion.rejected);
  return entry + "\n  From: " + item_text(promotion.source) + "\n";
}

class Collector {
 public:
  Collector(const git::Repository& repository, Reader reader, PromoteReport& report)
      : x_reader(reader),
        x_report(report),
        x_destination(destination_of(repository)),
        x_kept(read_tree_file(repository, x_destination)) {}

  void add(const std::string& text, const std::string& why, const std::string& rejected,
           const std::string& source) {
    if (trim(text).empty() || contains(x_kept, item_text(text)))
      return;
    if (const std::string folded = lists::folded(text);
        !folded.empty() && !x_known.insert(folded).second)
      return;
    x_report.candidates.push_back({.number = x_report.candidates.size() + 1,
                                   .text = text,
                                   .why = why,
                                   .rejected = rejected,
                                   .source = source,
                                   .tier = why.empty() ? "WHAT" : "WHY",
                                   .destination = x_destination});
  }

  void add_lines(const std::string& text, const std::string& path, size_t from_line,
                 bool numbered = true) {
    for (const DecisionLine& candidate : decision_lines(text)) {
      const size_t before = x_report.candidates.size();
      if (candidate.line >= from_line)
        add(candidate.text, candidate.why, "",
            numbered ? path + ":" + std::to_string(candidate.line) : path);
      if (x_report.candidates.size() > before)
        x_report.candidates.back().withheld = x_reader == Reader::agent;
    }
  }

 private:
  Reader x_reader;
  PromoteReport& x_report;
  std::string x_destination;
  std::string x_kept;
  std::set<std::string> x_known;  ///< the candidates' texts, folded
};

std::string progress_block(const git::Repository& repository, size_t promoted) {
  Progress progress = progress_of(read_tree_file(repository, "progress.md"));
  std::vector<PlanPhase> phases = plan_phases(read_tree_file(repository, "task_plan.md"));
  const PlanPhase* active = active_phase(phases);
  const Said said = said_here(repository);
  std::string phase = active != nullptr ? active->id
                      : said.record     ? said.handoff.phase
                                        : progress.handoff_phase;
  std::string status = active != nullptr ? active->status
                       : said.record     ? said.handoff.status
                                         : "in_progress";
  const std::vector<std::string> questions =
      said.handoff.open_questions.empty() ? progress.phase_questions : said.handoff.open_questions;
  std::string next = said.handoff.next_action;
  if (next.empty() && active != nullptr && !active->open.empty())
    next = active->open[0];
  const Json record = {{"timestamp", to_rfc3339(now())},
                       {"phase", phase.empty() ? "none" : on_one_line(phase)},
                       {"status", status.empty() ? "in_progress" : on_one_line(status)},
                       {"promoted", promoted},
                       {"open_questions", vector_of(questions, on_one_line)},
                       {"next_action", next.empty() ? "git handoff catchup" : on_one_line(next)}};
  formats::Losses none;
  return "\n" + formats::find_format("mddesign")->write(record, {}, none);
}

}  // namespace

PromoteReport promotions(const git::Repository& repository, Reader reader) {
  PromoteReport report;
  Collector collector(repository, reader, report);
  const Said said = said_here(repository);
  std::set<std::string> recorded;
  if (said.record)
    for (const model::Decision& decision : said.record->handoff.decisions)
      recorded.insert(decision.decision);
  for (const model::Decision& decision : said.handoff.decisions)
    collector.add(decision.decision, decision.rationale, decision.rejected,
                  recorded.contains(decision.decision) ? said.record->at.id : "notes");
  std::string progress = read_tree_file(repository, "progress.md");
  size_t lines = split_lines(progress).size();
  collector.add_lines(progress, "progress.md",
                      lines > kProgressLines ? lines - kProgressLines + 1 : 1);
  collector.add_lines(read_tree_file(repository, "findings.md"), "findings.md", 1);
  for (const Scratch& entry : scratch_entries(repository))
    collector.add_lines(entry.text, entry.path, 0, false);
  for (Promotion& candidate : report.candidates)  // each has its number by now
    if (candidate.withheld) {
      candidate.text = "not told to an agent: it stands in a file of this clone";
      candidate.why.clear();
    }
  return report;
}

PromoteReport promote(const git::Repository& repository, Reader reader,
                      const std::vector<size_t>& approved, bool with_progress_block) {
  PromoteReport report = promotions(repository, reader);
  for (size_t number : approved)
    if (number == 0 || number > report.candidates.size())
      fail_usage(
          "there is no candidate " + std::to_string(number),
          {"'git handoff promote' lists " + count_of(report.candidates.size(), "candidate")});
    else if (report.candidates[number - 1].withheld)
      refuse("candidate " + std::to_string(number) +
                 " stands in a file of this clone, and nobody here has read it",
             {"approve it on a terminal: git handoff promote --approve " + std::to_string(number)});
  if (approved.empty())
    return report;
  const std::string path = report.candidates[approved[0] - 1].destination;
  refuse_links(repository, path);
  std::string whole = join_path(repository.layout().root, path);
  std::string text = exists(whole) ? "" : "# Decisions\n\n";
  std::string date = to_rfc3339(now()).substr(0, 10);
  for (const Promotion& candidate : report.candidates)
    if (in_list(approved, candidate.number)) {
      text += entry_for(candidate, date);
      report.written.push_back(candidate);
    }
  std::string progress = join_path(repository.layout().root, "progress.md");
  bool block = with_progress_block && exists(progress);
  std::string block_text = block ? progress_block(repository, report.written.size()) : "";
  if (block)
    refuse_links(repository, "progress.md");
  append_lines(whole, text, Durability::none);
  report.files.push_back(path);
  if (block) {
    append_lines(progress, block_text, Durability::none);
    report.files.emplace_back("progress.md");
  }
  return report;
}

}  // namespace handoff::ops
