#include "cli/render/setup_report.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/terminal.hpp"

namespace handoff::cli {

namespace {

/// A path as a person at the top of the working tree would write it.
std::string shown(const std::string& path, const git::Layout& layout) {
  std::string top = layout.root + "/";
  return printable(path.starts_with(top) ? path.substr(top.size()) : path);
}

const char* sentence_of(const ops::FileChange& change) {
  static constexpr const char* kWords[] = {"created",    "added, beside what is there",
                                           "updated",    "already there",
                                           "removed",    "nothing there",
                                           "left alone", "failed"};
  static_assert(std::size(kWords) == static_cast<size_t>(ops::Change::failed) + 1);
  return change.change == ops::Change::added && change.what == "ignore"
             ? "added"
             : kWords[static_cast<size_t>(change.change)];
}

void print_change(const ops::FileChange& change, const git::Layout& layout) {
  std::string line = change.what + ": " + sentence_of(change) + ", " + shown(change.path, layout);
  if (!change.reason.empty())
    line += ": " + printable(change.reason);
  print_line(line);
  for (const std::string& instruction : change.instructions)
    print_line("    " + printable(instruction));
}

Json json_of(const ops::FileChange& change) {
  Json row = {{"path", to_valid_utf8(change.path)}, {"change", ops::word_of(change.change)}};
  if (change.what != "ignore")
    row["hook"] = change.what;
  if (!change.reason.empty())
    row["reason"] = to_valid_utf8(change.reason);
  if (!change.instructions.empty())
    row["instructions"] = change.instructions;
  return row;
}

Json json_of(const std::vector<ops::FileChange>& changes) {
  Json rows = Json::array();
  for (const ops::FileChange& change : changes)
    rows.push_back(json_of(change));
  return rows;
}

}  // namespace

void print_setup(const ops::SetupReport& report, const git::Layout& layout, bool as_json) {
  if (as_json) {
    Json document = {{"version", 1},
                     {"ignore", json_of(report.ignore)},
                     {"hooks", json_of(report.hooks)},
                     {"agents", json_of(report.agents)},
                     {"tracked", Json::array()},
                     {"live_records", report.live_records}};
    for (const std::string& path : report.tracked)
      document["tracked"].push_back(c_quote(path));
    print_json(document);
    return;
  }
  for (const ops::FileChange& change : report.ignore)
    print_change(change, layout);
  for (const auto* changes : {&report.hooks, &report.agents})
    for (const ops::FileChange& change : *changes)
      print_change(change, layout);
  for (const std::string& path : report.tracked)
    print_line("already in history: " + printable(c_quote(path)) +
               " ('git rm --cached' takes it out)");
}

}  // namespace handoff::cli
