#include "ops/setup/init.hpp"

#include <algorithm>

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/foreign/places.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/setup/agent_settings.hpp"
#include "ops/setup/hook_scripts.hpp"

namespace handoff::ops {

namespace {

constexpr const char* kIgnorePart = "ignore";

std::string ignore_block() {
  std::string block = std::string(kBlockBegin) +
                      "\n# Handoffs are local state, not history. Written by 'git handoff init';"
                      "\n# 'git handoff uninstall' takes it out again.\n";
  for (const std::string& pattern : formats::handoff_file_patterns())
    block += std::string(pattern) + "\n";
  return block + std::string(kBlockEnd) + "\n";
}

std::string exclude_file(const git::Layout& layout) {
  return join_path(layout.common_dir, "info/exclude");
}
std::string ignore_file(const git::Layout& layout) { return join_path(layout.root, ".gitignore"); }

/// Git follows no link in place of .gitignore, and we write through none, nor into a folder of
/// .git that is one.
void refuse_link(const std::string& path) {
  struct stat info {};
  const std::string folder = parent_path(path);
  if (lstat(folder.c_str(), &info) == 0 && S_ISLNK(info.st_mode))
    refuse("'" + printable(folder) + "' is a symbolic link: nothing is written behind it");
  if (lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode))
    refuse("'" + path + "' is not a plain file",
           {"'git handoff init --local' leaves .gitignore alone"});
}

FileChange write_ignore(const std::string& path) {
  refuse_link(path);
  std::optional<std::string> text = read_file(path);
  FoundBlock found = find_block(text.value_or(""));
  if (found.state == BlockState::damaged)
    return {kIgnorePart,
            path,
            Change::manual,
            "a marker of our block in it is without its partner",
            {"take the lines of git handoff out of '" + path + "' by hand, then run init again"}};
  std::string block = ignore_block();
  if (found.state == BlockState::present && found.body == block)
    return {kIgnorePart, path, Change::unchanged, "", {}};
  std::string folder = parent_path(path);
  MadeByUs made = text             ? MadeByUs::nothing
                  : exists(folder) ? MadeByUs::file
                                   : MadeByUs::file_and_folder;
  make_folders(folder);
  replace_file(path, with_block(text.value_or(""), block, BlockPlace::at_end, made),
               mode_by_umask(0666));
  Change change = !text                                ? Change::created
                  : found.state == BlockState::present ? Change::updated
                                                       : Change::added;
  return {kIgnorePart, path, change, "", {}};
}

void remove_ignore(const std::string& path, std::vector<FileChange>& into) {
  FileChange change{.what = kIgnorePart, .path = path};
  try {
    if (find_block(read_file(path).value_or("")).state == BlockState::present)
      refuse_link(path);
    take_block_out(change, "");
    BlockState left = find_block(read_file(path).value_or("")).state;
    if (left == BlockState::damaged) {
      change.change = Change::manual;
      change.reason = "a marker of our block in it is without its partner";
      change.instructions = {"take the lines of git handoff out of '" + path + "' by hand"};
    }
  } catch (const Failure& failure) {
    change.change = Change::failed;
    change.reason = failure.message();
  }
  if (change.change != Change::absent)
    into.push_back(std::move(change));
}

std::vector<std::string> tracked_handoff_files(const git::Repository& repository) {
  std::vector<std::string> args = {"ls-files", "-z", "--"};
  for (const std::string& pattern : formats::handoff_file_patterns())
    args.push_back(":(top,glob)" +
                   std::string(pattern.find('/') == std::string_view::npos ? "**/" : "") +
                   std::string(pattern));
  Outcome outcome = repository.git().run({.args = std::move(args), .user_pathspecs = true});
  std::vector<std::string> tracked;
  for (std::string& path : split(outcome.out, '\0'))
    if (!path.empty())
      tracked.push_back(std::move(path));
  return tracked;
}

bool waits(const FileChange& change) {
  return change.change == Change::manual || change.change == Change::failed;
}

}  // namespace

bool SetupReport::complete() const {
  return std::ranges::none_of(ignore, waits) && std::ranges::none_of(hooks, waits);
}

SetupReport init(const git::Repository& repository, const InitRequest& request) {
  SetupReport report;
  HooksFolder folder = hooks_folder(repository);
  report.ignore.push_back(write_ignore(exclude_file(repository.layout())));
  fault_point("init-ignored-here");
  if (request.team_ignore)
    report.ignore.push_back(write_ignore(ignore_file(repository.layout())));
  report.tracked = tracked_handoff_files(repository);
  const std::vector<std::string> wanted = request.hooks ? *request.hooks : installed_hooks(folder);
  for (const std::string& name : hook_names()) {
    if (in_list(wanted, name))
      report.hooks.push_back(install_hook(folder, name, request.shared_hooks));
    else if (request.hooks)
      append(report.hooks, remove_hook(folder, name, request.shared_hooks));
    fault_point(("init-hook-" + name).c_str());
  }
  remove_left_folders(report.hooks);
  return report;
}

SetupReport uninstall(const git::Repository& repository, const UninstallRequest& request) {
  SetupReport report;
  HooksFolder folder = hooks_folder(repository);
  remove_ignore(exclude_file(repository.layout()), report.ignore);
  remove_ignore(ignore_file(repository.layout()), report.ignore);
  for (const std::string& name : hook_names())
    append(report.hooks, remove_hook(folder, name, request.shared_hooks));
  remove_left_folders(report.ignore);
  remove_left_folders(report.hooks);
  for (const std::string& agent : agents_with_settings())
    for (AgentScope scope : {AgentScope::project, AgentScope::user})
      if (scope == AgentScope::project || request.user_agents)
        append(report.agents, remove_agent(repository, agent, scope));
  Outcome live =
      repository.git().run({.args = {"for-each-ref", "--format=x", "refs/handoffs/active/"}});
  report.live_records = split_lines(live.out).size();
  return report;
}

}  // namespace handoff::ops
