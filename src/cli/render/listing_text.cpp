#include "cli/render/listing_text.hpp"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/records/names.hpp"

namespace handoff::cli {

namespace {

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
    fields.emplace_back(shared && known->second.of_fork ? ops::word_of(*known->second.of_fork)
                                                        : "");
    for (std::string& field : fields)
      field = formats::shown(field);
    out += join(fields, "\t") + (nul ? '\0' : '\n');
  }
  return out;
}

namespace {

/// Of what a standing says, what is not in `told`, which may name the same commits by a subject
/// behind them.
std::string not_told(const ops::Standing& standing, const std::string& told) {
  if (!contains(told, standing.sentence))
    return standing.all();
  return contains(told, standing.ahead.substr(0, standing.ahead.find(" ("))) ? "" : standing.ahead;
}

}  // namespace

void print_standing(const Terminal& terminal, const Standings& standings, const std::string& id,
                    const std::string& told) {
  auto known = standings.find(id);
  if (known == standings.end())
    return;
  const ops::Standing& standing = known->second;
  if (const std::string rest = not_told(standing, told); !rest.empty())
    terminal.field("  shared", rest);
  if (!standing.hint.empty())
    terminal.field("  hint", standing.hint);
}

void print_told(const Terminal& terminal, const std::vector<ops::Shared>& told) {
  for (const ops::Shared& shared : told)
    terminal.field(shared.id,
                   ops::branch_name(shared.branch) + ", " + ops::describe(shared, now()));
}

void print_held(const Terminal& terminal, const std::vector<ops::Shared>& held,
                const std::string& branch) {
  for (const ops::Shared& shared : held) {
    const bool here = shared.branch == branch;
    std::string line = shared.id + (here ? "" : " (" + ops::branch_name(shared.branch) + ")") +
                       ", " + replace_all(ops::describe(shared, now()), "not settled: ", "");
    const bool not_yours = shared.is_not_yours();
    if (not_yours && !shared.pending)
      line += "; a pause keeps your work as a handoff of its own";
    const bool offered = shared.is_still_offered();
    terminal.field(shared.pending || !shared.doubt.empty() ? "not settled"
                   : shared.damaged                        ? "not known"
                   : shared.is_gone()                      ? "gone"
                   : not_yours                             ? "not yours"
                   : offered                               ? "still offered"
                                                           : "yours",
                   line);
    if (offered && !shared.dropped)
      terminal.field("its work is here", "git handoff pause --push hands over what you did since");
    if (shared.pending || shared.damaged)
      terminal.field("hint", ops::command_again(shared));
    else if (offered && shared.dropped)
      terminal.field("no more?", "git handoff release --done --force " + shared.id);
    else if (offered)
      terminal.field("finished?", "git handoff release --done " + shared.id);
    else if (shared.not_landed())
      terminal.field("hint", "git handoff take " + shared.id);
    else if (!here && shared.ours)
      terminal.field("once it is pushed", "git handoff release --done " + shared.id);
  }
}

namespace {

constexpr size_t kMostOfCell = 24;

struct TableRow {
  std::string id;
  std::vector<std::string> cells;  ///< none of them is wider than its column
  std::string what;
};

std::string author_of(const ops::Summary& record) {
  const std::string name = trim(record.author.substr(0, record.author.find('<')));
  return name.empty() ? name : ops::person_name(name);
}

std::string handle_of(const ops::Summary& record, const Handles& handles) {
  auto known = handles.find(record.at.id);
  return known == handles.end() ? record.at.id : known->second;
}

std::vector<TableRow> rows_of(const std::vector<ops::Summary>& records, const Handles& handles) {
  const bool all_paused =
      std::ranges::all_of(records, [](const auto& record) { return state_of(record) == "paused"; });
  std::vector<TableRow> rows;
  for (const ops::Summary& record : records) {
    const std::string age = relative_time(record.since(), now());
    const std::string branch =
        record.at.branch == "HEAD" ? record.at.branch : ops::branch_name(record.at.branch);
    std::vector<std::string> cells;
    if (handles.empty())
      cells = {record.at.id, branch, state_of(record), place_of(record), age};
    else
      cells = {handle_of(record, handles),
               age,
               author_of(record),
               branch,
               all_paused ? "" : state_of(record),
               place_of(record)};
    for (size_t i = 1; i < cells.size(); ++i)
      cells[i] = fitted(cells[i], kMostOfCell);
    rows.push_back({record.at.id, std::move(cells), what_of(record)});
  }
  return rows;
}

/// Of each column; nothing where all of it is empty, else with the gap behind it.
std::vector<size_t> widths_of(const std::vector<TableRow>& rows) {
  constexpr size_t kGap = 2;
  std::vector<size_t> widths(rows.empty() ? 0 : rows.front().cells.size());
  for (const TableRow& row : rows)
    for (size_t i = 0; i < widths.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row.cells[i]));
  for (size_t& width : widths)
    width += width > 0 ? kGap : 0;
  return widths;
}

void print_narrow(const Terminal& terminal, const TableRow& row) {
  for (const std::string& line : wrap(row.cells.front(), terminal.width()))
    terminal.line(terminal.bold(line));
  std::vector<std::string> said(row.cells.begin() + 1, row.cells.end());
  std::erase(said, "");
  for (const std::string& text : {join(said, ", "), formats::shown(row.what)})
    for (const std::string& line : wrap(text, terminal.width() - 2))
      terminal.line("  " + line);
}

}  // namespace

std::string described(const ops::Summary& record, const Handles& handles) {
  std::vector<std::string> said = {handle_of(record, handles), relative_time(record.time, now()),
                                   author_of(record), ops::branch_name(record.at.branch)};
  std::erase(said, "");
  return join(said, ", ") + ": " + formats::shown(what_of(record));
}

void print_of_branch(const Terminal& terminal, const ops::Summary& record) {
  constexpr size_t kMostOfText = 240;
  const size_t digits = record.at.id.rfind('-') + 1;
  const std::string state = fitted(state_of(record), kMostOfCell),
                    handle =
                        printable(record.at.id.size() - digits >= 4 ? record.at.id.substr(digits)
                                                                    : record.at.id);
  const std::string head =
      handle + "  " + (state == "paused" ? "" : state + "  ") + relative_time(record.time, now());
  std::vector<std::string> lines =
      terminal.explained(head, formats::beginning(formats::shown(what_of(record)), kMostOfText),
                         display_width(head) + 2);
  lines[0] = terminal.bold(handle) + lines[0].substr(handle.size());
  for (const std::string& line : lines)
    terminal.line(line);
}

void print_table(const Terminal& terminal, const std::vector<ops::Summary>& records,
                 const Standings& standings, const Handles& handles) {
  constexpr size_t kNarrow = 60, kLeastOfText = 16;
  const std::vector<TableRow> rows = rows_of(records, handles);
  const std::vector<size_t> widths = widths_of(rows);
  const size_t fixed = std::accumulate(widths.begin(), widths.end(), size_t{0});
  const bool narrow = terminal.width() < kNarrow || fixed + kLeastOfText > terminal.width();
  for (const TableRow& row : rows) {
    if (narrow) {
      print_narrow(terminal, row);
    } else {
      std::string line = terminal.bold(padded(row.cells.front(), widths.front()));
      for (size_t i = 1; i < widths.size(); ++i)
        line += padded(row.cells[i], widths[i]);
      terminal.line(line + fitted(row.what, terminal.width() - fixed));
    }
    if (auto known = standings.find(row.id); known != standings.end())
      for (const std::string& line : wrap(known->second.sentence, terminal.width() - 2))
        terminal.line("  " + line);
  }
}

namespace {

constexpr size_t kLongestWaiting = 400;

std::string text_of_waiting(const ops::Waiting& item) {
  return formats::beginning(first_line(item.text), kLongestWaiting);
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
      terminal.line(
          terminal.bold(item.whom.empty() ? "Waits:" : "Waits for " + printable(item.whom) + ":"));
    last = &item.whom;
    terminal.field("  " + std::string(ops::word_of(item.kind)),
                   text_of_waiting(item) + (item.blocking ? " (" : " (can wait; ") +
                       (item.at.id.empty() ? "" : item.at.id + ", ") + branch_of_waiting(item) +
                       ", " + relative_time(item.time, now()) + ")");
  }
  if (inbox.items.empty())
    terminal.sentence("Nothing waits.");
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
  const auto print_records = [&](const std::vector<ops::Summary>& records) {
    for (const ops::Summary& record : records) {
      print_table(terminal, {record}, fleet.standings);
      print_waiting(record.at.id);
    }
  };
  terminal.line("Worktrees:");
  for (const ops::FleetPlace& place : fleet.places) {
    const std::string& branch = place.worktree.branch;
    terminal.line(terminal.bold(printable(place.worktree.path)) + "  " +
                  (branch.empty() ? "no branch" : ops::branch_name(branch)) +
                  (place.records.empty() && place.held.empty() ? ", nothing is paused" : ""));
    print_records(place.records);
    for (const ops::Shared& held : place.held) {
      print_held(terminal, {held}, branch);
      print_waiting(held.id);
    }
  }
  if (!fleet.elsewhere.empty()) {
    terminal.line();
    terminal.line("On other branches:");
    print_records(fleet.elsewhere);
  }
  if (fleet.fetched.empty() && fleet.told.empty())
    return;
  terminal.line();
  terminal.line("On remotes:");
  print_records(fleet.fetched);
  print_told(terminal, fleet.told);
}

}  // namespace handoff::cli
