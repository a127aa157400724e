#include "cli/listing_text.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "formats/record.hpp"

namespace handoff::cli {

namespace {

std::string first_line(const std::string& text) { return trim(text.substr(0, text.find('\n'))); }

/// Cut at the width, the cut shown.
std::string fitted(const std::string& text, size_t width) {
  std::string shown = printable(text);
  if (display_width(shown) <= width)
    return shown;
  std::string_view cut = shown;
  while (!cut.empty() && display_width(cut) + 3 > width)
    cut = utf8_prefix(cut, cut.size() - 1);
  return std::string(cut) + "...";
}

std::string padded(const std::string& text, size_t width) {
  size_t have = display_width(text);
  return have < width ? text + std::string(width - have, ' ') : text;
}

std::string what_of(const ops::Record& record) {
  const model::Handoff& h = record.handoff;
  for (const std::string* text : {&h.next_action, &h.title, &h.user_message, &h.context_notes})
    if (!text->empty())
      return first_line(*text);
  return "-";
}

std::string state_of(const ops::Record& record) {
  const model::Handoff& h = record.handoff;
  if (record.is_checkpoint() && !record.at.archived())
    return "checkpoint";
  std::string status = h.status.empty() ? "paused" : first_line(h.status);
  return status + (record.at.remote.empty() ? "" : "@" + record.at.remote);
}

}  // namespace

std::string porcelain(const std::vector<ops::Record>& records, bool nul) {
  std::string out;
  for (const ops::Record& record : records) {
    const model::Handoff& h = record.handoff;
    std::vector<std::string> fields = {record.at.id, record.at.branch, h.status, h.timestamp, h.workflow,
                                       first_line(h.next_action)};
    for (std::string& field : fields)
      field = printable(field);
    out += join(fields, "\t") + (nul ? '\0' : '\n');
  }
  return out;
}

void print_table(const Terminal& terminal, const std::vector<ops::Record>& records) {
  constexpr size_t kNarrow = 60;
  constexpr size_t kMaxBranch = 24;
  struct Row {
    std::string id, branch, state, age, what;
  };
  std::vector<Row> rows;
  size_t id_width = 0, branch_width = 0, state_width = 0, age_width = 0;
  for (const ops::Record& record : records) {
    Row row{record.at.id, printable(record.at.branch), state_of(record),
            relative_time(record.time(), now()), what_of(record)};
    row.branch = fitted(row.branch, kMaxBranch);
    row.state = fitted(row.state, kMaxBranch);
    id_width = std::max(id_width, display_width(row.id));
    branch_width = std::max(branch_width, display_width(row.branch));
    state_width = std::max(state_width, display_width(row.state));
    age_width = std::max(age_width, display_width(row.age));
    rows.push_back(std::move(row));
  }
  size_t fixed = id_width + branch_width + state_width + age_width + 8;
  bool narrow = terminal.width() < kNarrow || fixed + 16 > terminal.width();
  for (const Row& row : rows) {
    if (narrow) {
      for (const std::string& line : wrap(row.id, terminal.width()))
        terminal.line(terminal.bold(line));
      for (const std::string& line : wrap("  " + row.branch + ", " + row.state + ", " + row.age, terminal.width() - 2))
        terminal.line("  " + line);
      for (const std::string& line : wrap(printable(row.what), terminal.width() - 2))
        terminal.line("  " + line);
    } else {
      terminal.line(terminal.bold(padded(row.id, id_width)) + "  " + padded(row.branch, branch_width) + "  " +
                    padded(row.state, state_width) + "  " + padded(row.age, age_width) + "  " +
                    fitted(row.what, terminal.width() - fixed));
    }
  }
}

}  // namespace handoff::cli
