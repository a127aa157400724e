#include "ops/records/summary.hpp"

#include <algorithm>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"

namespace handoff::ops {

namespace {

struct Trailer {
  std::string_view name;
  std::string Summary::*text;
};

constexpr Trailer kTrailers[] = {
    {"Handoff-Status", &Summary::status},     {"Handoff-Time", &Summary::timestamp},
    {"Handoff-Title", &Summary::title},       {"Handoff-Next", &Summary::next_action},
    {"Handoff-Words", &Summary::words},       {"Handoff-Workflow", &Summary::workflow},
    {"Handoff-Phase", &Summary::phase},       {"Handoff-Task", &Summary::task},
    {"Handoff-Tasks", &Summary::total_tasks}, {"Handoff-Names", &Summary::names},
    {"Handoff-Author", &Summary::author},     {"Handoff-Agent", &Summary::agent},
    {"Handoff-Worktree", &Summary::worktree}, {"Handoff-Base", &Summary::base},
    {"Handoff-Wip", &Summary::wip_commit},    {"Handoff-Branch", &Summary::branch},
};
constexpr std::string_view kMode = "Handoff-Mode";
constexpr std::string_view kOnBranch = "Handoff-On-Branch";
/// These stand in the commit whatever the record says.
constexpr std::string_view kOfGit[] = {"Handoff-Base", "Handoff-Wip", "Handoff-Branch"};

/// What a trailer has room for, in bytes.
constexpr size_t kLongestTrailer = 400;

/// One line that is safe to print.
std::string in_one_line(const std::string& text) {
  return trim(formats::beginning(formats::shown(to_valid_utf8(text)), kLongestTrailer));
}

/// The same of a trailer, which anybody may have written: one of this program's is so already, and
/// lists read thousands.
std::string value_of_trailer(std::string_view value) {
  std::string text(value);
  return text.size() <= kLongestTrailer && printable(text) == text ? text : in_one_line(text);
}

Summary summary_of(const Json& document, const model::Handoff& h, const model::GitBlock& git) {
  Summary summary{
      .mode = h.mode,
      .status = h.status,
      .timestamp = h.timestamp,
      .workflow = h.workflow,
      .phase = h.phase,
      .task = h.task,
      .total_tasks = h.total_tasks,
      .title = h.title,
      .next_action = h.next_action,
      .words = h.user_message.empty() ? handoff::first_line(h.context_notes) : h.user_message,
      .branch = git.branch,
      .author = git.author,
      .agent = git.agent,
      .base = git.base,
      .wip_commit = git.wip_commit,
      .worktree = git.worktree,
      .on_branch = git.on_branch};
  for (const char* name : {"ticket", "workflow_id", "run_id"})
    summary.names += " " + formats::text_of(formats::field(document, name));
  for (const Trailer& trailer : kTrailers)
    summary.*trailer.text = in_one_line(summary.*trailer.text);
  return summary;
}

/// Where the last paragraph begins; by single bytes, which costs a third of a search for two.
size_t last_paragraph(std::string_view message) {
  for (size_t at = message.rfind('\n'); at != std::string_view::npos && at > 0;
       at = message.rfind('\n', at - 1))
    if (message[at - 1] == '\n')
      return at + 1;
  return 0;
}

}  // namespace

std::optional<Summary> read_trailers(const ListedCommit& listed) {
  static const std::unordered_map<std::string_view, std::string Summary::*> kByName = [] {
    std::unordered_map<std::string_view, std::string Summary::*> names;
    for (const Trailer& trailer : kTrailers)
      names[trailer.name] = trailer.text;
    return names;
  }();
  Summary summary{.at = listed.at};
  std::string_view message = listed.message;
  while (message.ends_with('\n'))
    message.remove_suffix(1);
  message.remove_prefix(last_paragraph(message));
  bool any = false;
  while (!message.empty()) {
    size_t end = std::min(message.find('\n'), message.size());
    std::string_view line = message.substr(0, end);
    message.remove_prefix(std::min(end + 1, message.size()));
    size_t colon = line.find(": ");
    if (colon == std::string_view::npos)
      continue;
    std::string_view name = line.substr(0, colon), value = line.substr(colon + 2);
    if (auto found = kByName.find(name); found != kByName.end())
      summary.*found->second = value_of_trailer(value);
    else if (name == kOnBranch)
      summary.on_branch = value == "yes";
    else if (name == kMode) {
      summary.mode = formats::mode_of(value);
      any = true;
    }
  }
  if (!any)
    return std::nullopt;
  // As Store::load verifies them.
  bool is_parent = in_list(listed.parents, summary.wip_commit);
  if (!is_parent)
    summary.wip_commit.clear();
  if (!git::is_oid(summary.base))
    summary.base.clear();
  if (to_lower(summary.branch) != to_lower(listed.at.branch))
    summary.branch = listed.at.branch;
  if (summary.branch == "HEAD")
    summary.branch.clear();
  std::optional<ParsedTime> time = parse_time(summary.timestamp);
  summary.time = time ? time->time : listed.committed;
  summary.retired = listed.at.archived() ? listed.committed : 0;
  return summary;
}

Summary summarize(const Record& record) {
  Summary summary = summary_of(*record.document, record.handoff, record.git());
  summary.at = record.at;
  summary.tree = record.commit.tree;
  summary.time = record.time();
  summary.retired = record.at.archived() ? git::time_of(record.commit.committer) : 0;
  return summary;
}

std::string summary_trailers(const Json& document, const model::GitBlock& block) {
  Summary summary = summary_of(document, formats::read_handoff(document), block);
  std::string lines;
  for (const Trailer& trailer : kTrailers)
    if (!in_list(kOfGit, trailer.name) && !(summary.*trailer.text).empty())
      lines.append(trailer.name).append(": ").append(summary.*trailer.text).append("\n");
  lines.append(kMode).append(": ").append(formats::word_of(summary.mode)).append("\n");
  if (summary.on_branch)
    lines.append(kOnBranch).append(": yes\n");
  return lines;
}

}  // namespace handoff::ops
