#include "cli/render/listing_text.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/records/names.hpp"

namespace handoff::cli {

namespace {

std::string first_line(const std::string& text) { return trim(text.substr(0, text.find('\n'))); }

/// Cut at the width, the cut shown.
std::string fitted(const std::string& text, size_t width) {
  std::string shown = formats::shown(text);
  if (display_width(shown) <= width)
    return shown;
  constexpr std::string_view kCut = "...";
  return std::string(width_prefix(shown, width - std::min(width, kCut.size()))) + std::string(kCut);
}

std::string padded(const std::string& text, size_t width) {
  size_t have = display_width(text);
  return have < width ? text + std::string(width - have, ' ') : text;
}

std::string what_of(const ops::Summary& h) {
  if (!h.title.empty() && !h.next_action.empty())
    return first_line(h.title) + ": " + first_line(h.next_action);
  for (const std::string* text : {&h.next_action, &h.title, &h.words})
    if (!text->empty())
      return first_line(*text);
  return "-";
}

/// The words of other systems for the states that people ask for.
std::string plain_state(const std::string& status) {
  std::string word = to_lower(status);
  if (word.starts_with("wait") || word.starts_with("paused_awaiting") ||
      word.starts_with("awaiting"))
    return "waiting";
  if (word == "done" || word == "complete" || word == "completed")
    return "done";
  if (word.starts_with("cancel") || word == "aborted")
    return "cancelled";
  return status.empty() ? "paused" : first_line(status);
}

std::string state_of(const ops::Summary& record) {
  if (record.is_checkpoint() && !record.at.archived())
    return "checkpoint";
  std::string word = plain_state(record.status);
  if (record.at.archived() && word == "paused")
    word = record.is_checkpoint() ? "checkpoint" : "taken back";  // by undo
  return word + (record.at.remote.empty() ? "" : "@" + record.at.remote);
}

/// "phase 3, task 2 of 4"
std::string place_of(const ops::Summary& record) {
  std::string text = formats::position_text("", first_line(record.phase), first_line(record.task),
                                            first_line(record.total_tasks));
  return text.size() > 2 ? text.substr(1, text.size() - 2) : "";
}

}  // namespace

std::string porcelain(const std::vector<ops::Summary>& records, const Standings& standings,
                      bool nul) {
  std::string out;
  for (const ops::Summary& h : records) {
    std::vector<std::string> fields = {h.at.id,
                                       h.at.branch,
                                       h.status,
                                       h.timestamp,
                                       h.workflow,
                                       first_line(h.next_action),
                                       first_line(h.phase),
                                       first_line(h.task),
                                       first_line(h.total_tasks),
                                       first_line(h.title)};
    auto known = standings.find(h.at.id);
    bool shared = known != standings.end();
    fields.emplace_back(shared ? ops::word_of(known->second.kind) : "");
    fields.push_back(shared ? known->second.shared.who() : "");
    for (std::string& field : fields)
      field = formats::shown(field);
    out += join(fields, "\t") + (nul ? '\0' : '\n');
  }
  return out;
}

void print_standing(const Terminal& terminal, const Standings& standings, const std::string& id) {
  auto known = standings.find(id);
  if (known == standings.end())
    return;
  const ops::Standing& standing = known->second;
  terminal.field("  shared", standing.all());
  if (!standing.hint.empty())
    terminal.field("  hint", standing.hint);
}

void print_held(const Terminal& terminal, const std::vector<ops::Shared>& held,
                const std::string& branch) {
  for (const ops::Shared& shared : held) {
    const bool here = shared.branch == branch;
    std::string line = shared.id + (here ? "" : " (" + ops::branch_name(shared.branch) + ")") +
                       ", " + ops::describe(shared, now());
    const bool not_yours = shared.is_not_yours();
    if (not_yours && !shared.pending)
      line += "; a pause keeps your work as a handoff of its own";
    terminal.field(shared.pending ? "not settled" : not_yours ? "not yours" : "yours", line);
    if (shared.pending)
      terminal.field("hint", ops::command_again(shared));
    else if (!here && shared.ours)
      terminal.field("finished?", "git handoff release --done " + shared.id);
  }
}

void print_table(const Terminal& terminal, const std::vector<ops::Summary>& records,
                 const Standings& standings) {
  constexpr size_t kNarrow = 60;
  constexpr size_t kMaxBranch = 24;
  struct Row {
    std::string id, branch, state, place, age, what;
  };
  std::vector<Row> rows;
  size_t id_width = 0, branch_width = 0, state_width = 0, place_width = 0, age_width = 0;
  for (const ops::Summary& record : records) {
    Row row{record.at.id,     printable(record.at.branch),       state_of(record),
            place_of(record), relative_time(record.time, now()), what_of(record)};
    row.place = fitted(row.place, kMaxBranch);
    row.branch = fitted(row.branch, kMaxBranch);
    row.state = fitted(row.state, kMaxBranch);
    id_width = std::max(id_width, display_width(row.id));
    branch_width = std::max(branch_width, display_width(row.branch));
    state_width = std::max(state_width, display_width(row.state));
    place_width = std::max(place_width, display_width(row.place));
    age_width = std::max(age_width, display_width(row.age));
    rows.push_back(std::move(row));
  }
  if (place_width > 0)
    place_width += 2;  // the gap behind it
  size_t fixed = id_width + branch_width + state_width + place_width + age_width + 8;
  bool narrow = terminal.width() < kNarrow || fixed + 16 > terminal.width();
  for (const Row& row : rows) {
    if (narrow) {
      for (const std::string& line : wrap(row.id, terminal.width()))
        terminal.line(terminal.bold(line));
      for (const std::string& line :
           wrap("  " + row.branch + ", " + row.state + (row.place.empty() ? "" : ", " + row.place) +
                    ", " + row.age,
                terminal.width() - 2))
        terminal.line("  " + line);
      for (const std::string& line : wrap(formats::shown(row.what), terminal.width() - 2))
        terminal.line("  " + line);
    } else {
      terminal.line(terminal.bold(padded(row.id, id_width)) + "  " +
                    padded(row.branch, branch_width) + "  " + padded(row.state, state_width) +
                    "  " + padded(row.place, place_width) + padded(row.age, age_width) + "  " +
                    fitted(row.what, terminal.width() - fixed));
    }
    if (auto known = standings.find(row.id); known != standings.end())
      for (const std::string& line : wrap(known->second.sentence, terminal.width() - 2))
        terminal.line("  " + line);
  }
}

namespace {

constexpr size_t kLongestWaiting = 400;

std::string text_of_waiting(const ops::Waiting& item) {
  return std::string(utf8_prefix(first_line(item.text), kLongestWaiting));
}

std::string branch_of_waiting(const ops::Waiting& item) {
  return item.at.remote.empty() ? ops::branch_name(item.at.branch)
                                : ops::branch_name(item.at.remote + "/" + item.at.branch);
}

}  // namespace

void print_inbox(const Terminal& terminal, const ops::Inbox& inbox) {
  const std::string* last = nullptr;
  for (const ops::Waiting& item : inbox.items) {
    if (last == nullptr || *last != item.whom)
      terminal.line(terminal.bold(item.whom.empty() ? "Waits for a person:"
                                                    : "Waits for " + printable(item.whom) + ":"));
    last = &item.whom;
    terminal.field("  " + std::string(ops::word_of(item.kind)),
                   text_of_waiting(item) + " (" + item.at.id + ", " + branch_of_waiting(item) +
                       ", " + relative_time(item.time, now()) + ")");
  }
  if (inbox.items.empty())
    terminal.sentence("Nothing waits for a person.");
  if (inbox.unread > 0)
    terminal.field("unread", count_of(inbox.unread, "handoff") +
                                 " that nobody here has read: git handoff list --all");
}

void print_fleet(const Terminal& terminal, const ops::Fleet& fleet) {
  const auto print_waiting = [&](const std::string& id) {
    for (const ops::Waiting& item : fleet.inbox.items)
      if (item.at.id == id)
        terminal.field("  waits", text_of_waiting(item));
  };
  terminal.line("Worktrees:");
  for (const ops::FleetPlace& place : fleet.places) {
    const std::string& branch = place.worktree.branch;
    terminal.line(terminal.bold(printable(place.worktree.path)) + "  " +
                  (branch.empty() ? "no branch" : printable(branch)) +
                  (place.records.empty() && place.held.empty() ? ", nothing is paused" : ""));
    for (const ops::Summary& record : place.records) {
      print_table(terminal, {record}, fleet.standings);
      print_waiting(record.at.id);
    }
    print_held(terminal, place.held, branch);
  }
  if (!fleet.elsewhere.empty()) {
    terminal.line();
    terminal.line("On other branches:");
    for (const ops::Summary& record : fleet.elsewhere) {
      print_table(terminal, {record}, fleet.standings);
      print_waiting(record.at.id);
    }
  }
}

}  // namespace handoff::cli
