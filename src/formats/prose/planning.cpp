#include "formats/prose/planning.hpp"

#include <algorithm>
#include <array>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/markdown/sections.hpp"
#include "formats/prose/extract.hpp"

namespace handoff::ops {

namespace {

using formats::heading_of;
using formats::label_of;
using formats::Labelled;
using formats::sections_of;
using formats::TextSection;
using formats::without_bullet;

bool is_nothing(std::string_view item) {
  std::string plain = to_lower(trim(item));
  return plain.empty() || plain == "none" || plain == "none." || plain == "n/a" || plain == "-";
}

/// "Phase 3: Build" -> id "3", title "Build"; "Phase build-cta" -> id "build-cta".
bool read_phase_heading(const std::string& heading, PlanPhase& phase) {
  std::string text = trim(replace_all(heading, "**", ""));
  if (!to_lower(text).starts_with("phase"))
    return false;
  text = text.substr(5);
  if (text.empty() || text.find_first_of(" \t:#-0123456789") != 0)
    return false;  // "Phases", a word of its own
  text = trim(text);
  size_t end = text.find_first_of(":\t ");
  phase.id = text.substr(0, end);
  std::string rest = end == std::string::npos ? "" : trim(std::string_view(text).substr(end));
  while (rest.starts_with(":") || rest.starts_with("-") || rest.starts_with("\xE2\x80\x94"))
    rest = trim(std::string_view(rest).substr(rest[0] == '\xE2' ? 3 : 1));
  phase.title = rest;
  return !phase.id.empty();
}

std::string status_word(const std::string& value) {
  std::string word = to_lower(trim(value));
  if (word.starts_with("in progress") || word.starts_with("in-progress"))
    return "in_progress";
  return word.substr(0, word.find_first_of(" ,;("));
}

bool is_complete(const std::string& status) {
  return status == "complete" || status == "completed" || status == "done" || status == "skipped";
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::string tdd_step_in(std::string_view text) {
  constexpr auto kSteps = std::to_array<std::string_view>({"RED", "GREEN", "REFACTOR"});
  size_t first = std::string_view::npos;
  std::string found;
  for (std::string_view step : kSteps)
    for (size_t at = text.find(step); at != std::string_view::npos; at = text.find(step, at + 1)) {
      bool alone = (at == 0 || !is_word_byte(text[at - 1])) &&
                   (at + step.size() == text.size() || !is_word_byte(text[at + step.size()]));
      if (alone && at < first) {
        first = at;
        found = step;
      }
    }
  return found;
}

std::vector<std::string> items_under(std::string_view body, std::string_view label) {
  std::vector<std::string> items;
  bool inside = false;
  for (const std::string& line : split_lines(body)) {
    std::optional<Labelled> opened = label_of(line);
    if (opened || heading_of(line).level > 0) {
      inside = opened && opened->label == to_lower(label);
      if (inside && !is_nothing(opened->rest))
        items.push_back(opened->rest);
      continue;
    }
    std::string text = without_bullet(line);
    if (!inside || is_nothing(text))
      continue;
    bool item = trim(line) != text;
    if (item || items.empty())
      items.push_back(text);
    else
      items.back() += " " + text;
  }
  return items;
}

std::vector<PlanPhase> plan_phases(std::string_view markdown) {
  std::vector<PlanPhase> phases;
  for (size_t level : {3u, 2u, 4u}) {
    for (const TextSection& section : sections_of(markdown, level)) {
      PlanPhase phase;
      if (!read_phase_heading(section.heading, phase))
        continue;
      bool any = false, begun = false;
      for (const ListedTask& task : tasks_in(section.body)) {
        any = true;
        begun = begun || task.begun || task.done;
        if (!task.done)
          phase.open.push_back(task.name);
      }
      phase.status = status_word(labelled_value(section.body, "status"));
      if (phase.status.empty())
        phase.status = any && phase.open.empty() ? "complete" : begun ? "in_progress" : "pending";
      phases.push_back(std::move(phase));
    }
    if (!phases.empty())
      break;
  }
  return phases;
}

const PlanPhase* active_phase(const std::vector<PlanPhase>& phases) {
  for (const PlanPhase& phase : phases)
    if (phase.status == "in_progress")
      return &phase;
  for (const PlanPhase& phase : phases)
    if (!is_complete(phase.status))
      return &phase;
  return nullptr;
}

Progress progress_of(std::string_view markdown) {
  Progress progress;
  for (const TextSection& section : sections_of(markdown, 3)) {
    std::string heading = section.heading;
    if (to_lower(heading).starts_with("phase ") && to_lower(heading).ends_with(" result")) {
      progress.phase_id = trim(std::string_view(heading).substr(6, heading.size() - 6 - 7));
      progress.phase_status = labelled_value(section.body, "status");
      progress.phase_questions = items_under(section.body, "open questions");
      progress.next_hint = join(items_under(section.body, "next phase hint"), " ");
    } else if (to_lower(heading).starts_with("handoff ")) {
      progress.handoff_time = trim(std::string_view(heading).substr(8));
      progress.handoff_phase = labelled_value(section.body, "active phase at session end");
      progress.handoff_status = labelled_value(section.body, "status");
      progress.handoff_questions = items_under(section.body, "open questions");
      progress.resume_by = items_under(section.body, "resume next session by");
    }
  }
  return progress;
}

std::optional<GsdPosition> gsd_position(std::string_view markdown) {
  GsdPosition position;
  auto of = [](const std::string& value, std::string& number, std::string& total,
               std::string& name) {
    std::vector<std::string> words = split(trim(value), ' ');
    number = words.empty() ? "" : words[0];
    if (words.size() > 2 && words[1] == "of")
      total = words[2];
    size_t open = value.find('(');
    size_t close = value.find(')', open == std::string::npos ? 0 : open);
    if (open != std::string::npos && close != std::string::npos)
      name = value.substr(open + 1, close - open - 1);
  };
  std::string unused;
  of(labelled_value(markdown, "phase"), position.phase, unused, position.phase_name);
  of(labelled_value(markdown, "plan"), position.plan, position.total_plans, unused);
  position.status = labelled_value(markdown, "status");
  if (position.phase.empty())
    return std::nullopt;
  return position;
}

std::optional<ScratchEntry> last_scratch_entry(std::string_view text) {
  std::optional<ScratchEntry> entry;
  for (const std::string& line : split_lines(text)) {
    std::string plain = without_bullet(line);
    plain = trim(
        std::string_view(plain).substr(std::min(plain.size(), plain.find_first_not_of("#*[ "))));
    // "2026-04-23T18:42:11Z] text", "2026-04-23T18:42:11Z: text", "2026-04-23T18:42:11Z** text"
    size_t end = plain.find_first_of(" ]*|,");
    std::string first = plain.substr(0, end);
    while (first.ends_with(":"))
      first.pop_back();
    std::optional<ParsedTime> time = parse_time(first);
    if (time && !time->date_only) {
      entry = ScratchEntry{.time = first};
      std::string rest = end == std::string::npos ? "" : plain.substr(end);
      size_t from = rest.find_first_not_of(" ]*|,:-");
      entry->text = from == std::string::npos ? "" : rest.substr(from);
    } else if (entry && !trim(line).empty()) {
      entry->text += (entry->text.empty() ? "" : " ") + without_bullet(line);
    }
  }
  return entry;
}

std::vector<DecisionLine> decision_lines(std::string_view text) {
  constexpr auto kSigns = std::to_array<std::string_view>(
      {"decided", "decision:", "we chose", "chose ", "chosen:", "rejected ", "went with ",
       "settled on ", "agreed on ", "agreed to ", "will use ", "opted for ", "instead of "});
  constexpr auto kReasons = std::to_array<std::string_view>(
      {" because ", " since ", " so that ", " due to ", " \xE2\x80\x94 ", " -- ", " for reason "});
  std::vector<DecisionLine> found;
  formats::FenceTracker fences;
  size_t number = 0;
  for (const std::string& line : split_lines(text)) {
    ++number;
    if (fences.inside(line) || heading_of(line).level > 0)
      continue;
    std::string plain = trim(replace_all(without_bullet(line), "**", ""));
    std::string lower = to_lower(plain);
    if (plain.size() < 12 || plain.ends_with("?") || lower.starts_with("[ ]") ||
        std::ranges::none_of(kSigns, [&](std::string_view s) { return contains(lower, s); }))
      continue;
    DecisionLine candidate{.text = plain, .line = number};
    for (std::string_view reason : kReasons)
      if (size_t at = lower.find(reason); at != std::string::npos && candidate.why.empty())
        candidate.why = trim(std::string_view(plain).substr(at + reason.size()));
    found.push_back(std::move(candidate));
  }
  return found;
}

}  // namespace handoff::ops
