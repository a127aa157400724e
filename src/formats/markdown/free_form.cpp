#include "formats/markdown/free_form.hpp"

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "formats/markdown/markdown.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/markdown/sections.hpp"

namespace handoff::formats {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Does the front matter have a version, as each record does?
bool is_own_record(const std::vector<std::string>& lines) {
  if (lines.empty() || trim(lines[0]) != "---")
    return false;
  for (size_t i = 1; i < lines.size() && trim(lines[i]) != "---"; ++i)
    if (lines[i].starts_with("version:"))
      return true;
  return false;
}

bool is_thematic_break(const std::string& line) {
  const std::string marks = replace_all(trim(line), " ", "");
  return marks.size() >= 3 && contains("-*_", marks.substr(0, 1)) &&
         marks.find_first_not_of(marks[0]) == std::string::npos;
}

/// `**Blockers:**`, `**Blockers**:` or `Blockers:` alone on its line, of a name that is known.
std::string label_alone(const std::string& line) {
  std::string text = trim(line);
  const bool bold = text.starts_with("**");
  text = replace_all(text, "**", "");
  const bool labels = text.ends_with(":") || text.ends_with("\uFF1A");
  if (line.empty() || line[0] == ' ' || (!bold && !labels))
    return {};
  while (text.ends_with(":") || text.ends_with(" "))
    text.pop_back();
  return section_named(text) != nullptr ? text : std::string();
}

bool is_list_next(const std::vector<std::string>& lines, size_t at) {
  while (at < lines.size() && trim(lines[at]).empty())
    ++at;
  return at < lines.size() && (list_marker_at(lines[at], 0) > 0 || lines[at].starts_with("|"));
}

/// What the heading of a session is sorted by: its date, else the number behind "session"; empty
/// for other headings.
std::string order_of(const std::string& heading) {
  constexpr size_t kDate = 10, kDigits = 8;
  for (size_t at = 0; at + kDate <= heading.size(); ++at) {
    const std::string date = heading.substr(at, kDate);
    bool good = date[4] == '-' && date[7] == '-';
    for (size_t i = 0; i < kDate; ++i)
      good = good && (i == 4 || i == 7 || is_digit(date[i]));
    if (good)
      return date;
  }
  const std::string lower = to_lower(heading);
  size_t at = lower.find("session ");
  if (at == std::string::npos)
    return {};
  for (at += 8; at < lower.size() && (lower[at] == '#' || lower[at] == ' ');)
    ++at;
  std::string number;
  while (at < lower.size() && is_digit(lower[at]) && number.size() < kDigits)
    number += lower[at++];
  return number.empty() ? "" : std::string(kDigits - number.size(), '0') + number;
}

struct Session {
  std::string heading, order;
  size_t level = 0, from = 0, to = 0;  ///< lines, the heading among them
  bool has_sections = false;
};

/// The headings of a level and what stands below them.
std::vector<Session> sessions_at(const std::vector<std::string>& lines, size_t level) {
  std::vector<Session> sessions;
  FenceTracker fences;
  bool open = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Heading here = fences.inside(lines[i]) ? Heading{} : heading_of(lines[i]);
    if (here.level > 0 && here.level <= level)
      open = false;
    if (here.level == level)
      if (std::string order = order_of(here.text); !order.empty()) {
        sessions.push_back({here.text, std::move(order), level, i, i, false});
        open = true;
      }
    if (!open)
      continue;
    sessions.back().to = i + 1;
    if (here.level > level && section_named(here.text) != nullptr)
      sessions.back().has_sections = true;
  }
  return sessions;
}

/// Takes older sessions out of a log.
std::vector<OlderSession> take_history(std::vector<std::string>& lines) {
  constexpr size_t kDeepest = 4;
  for (size_t level = 1; level <= kDeepest; ++level) {
    const std::vector<Session> sessions = sessions_at(lines, level);
    const auto with_sections = std::ranges::count_if(sessions, &Session::has_sections);
    const bool one_kind = std::ranges::all_of(sessions, [&](const Session& one) {
      return one.order.size() == sessions.front().order.size();
    });
    if (with_sections < 2 || !one_kind)
      continue;
    // Of one day the first stands where the newer ones stand.
    const bool falls = sessions.front().order >= sessions.back().order;
    size_t newest = 0;
    for (size_t i = 1; i < sessions.size(); ++i)
      if (sessions[i].order > sessions[newest].order ||
          (!falls && sessions[i].order == sessions[newest].order))
        newest = i;
    std::vector<OlderSession> history;
    std::vector<std::string> rest;
    size_t at = 0;
    for (size_t i = 0; i < sessions.size(); ++i) {
      if (i == newest)
        continue;
      const auto begin = lines.begin();
      rest.insert(rest.end(), begin + static_cast<ptrdiff_t>(at),
                  begin + static_cast<ptrdiff_t>(sessions[i].from));
      at = sessions[i].to;
      history.push_back(
          {sessions[i].heading, trim(join({begin + static_cast<ptrdiff_t>(sessions[i].from + 1),
                                           begin + static_cast<ptrdiff_t>(at)},
                                          "\n"))});
    }
    rest.insert(rest.end(), lines.begin() + static_cast<ptrdiff_t>(at), lines.end());
    lines = std::move(rest);
    return history;
  }
  return {};
}

}  // namespace

FreeForm read_free_form(std::string_view text) {
  std::vector<std::string> lines = split_lines(text);
  if (is_own_record(lines))
    return {.text = std::string(text)};
  FreeForm read;
  read.history = take_history(lines);
  size_t front = 0;  // the line that ends the front matter
  if (!lines.empty() && trim(lines[0]) == "---")
    for (size_t i = 1; i < lines.size() && front == 0; ++i)
      front = trim(lines[i]) == "---" ? i : 0;
  FenceTracker fences;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string line = lines[i];
    if (!fences.inside(line) && i > front) {
      if (is_thematic_break(line))
        line.clear();
      else if (std::string label = label_alone(line); !label.empty() && is_list_next(lines, i + 1))
        line = "###### " + label;
    }
    read.text += line + "\n";
  }
  return read;
}

}  // namespace handoff::formats
