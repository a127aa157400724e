#include "git/repo/hidden_untracked.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/ref_files.hpp"
#include "git/repo/names_by_case.hpp"

namespace handoff::git {

namespace {

/// Names it, or other files that may.
bool may_say(const std::string& file, std::string_view name) {
  constexpr size_t kMostBytes = 1u << 20;
  try {
    const std::string text = to_lower(read_file_at_most(file, kMostBytes).value_or(""));
    return contains(text, name) || contains(text, "include");
  } catch (const Failure&) {
    return true;
  }
}

/// May a file of the configuration set this variable, or name others that do? Costs no process.
/// `name`: in lower case, without its section.
bool may_be_set(const Git& git, std::string_view name) {
  const auto& names = local_environment();
  const std::optional<PeekedRepository> found = peek_top(git.folder().empty() ? "." : git.folder());
  if (!found || std::ranges::any_of(names, [](const std::string& variable) {
        return std::getenv(variable.c_str()) != nullptr;
      }))
    return true;
  const std::string home = environment("HOME"), xdg = environment("XDG_CONFIG_HOME"),
                    global = environment("GIT_CONFIG_GLOBAL"),
                    system = environment("GIT_CONFIG_SYSTEM");
  std::vector<std::string> files = {found->common_dir + "/config",
                                    found->git_dir + "/config.worktree"};
  if (!global.empty())
    files.push_back(global);
  else
    files.insert(files.end(),
                 {home + "/.gitconfig", (xdg.empty() ? home + "/.config" : xdg) + "/git/config"});
  if (!system.empty())
    files.push_back(system);
  else
    files.insert(files.end(),
                 {"/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig"});
  return std::ranges::any_of(files, [&](const std::string& file) { return may_say(file, name); });
}

}  // namespace

bool hides_untracked(const Git& git) {
  if (!may_be_set(git, "showuntrackedfiles"))
    return false;
  const std::string value =
      to_lower(trim(git.run({.args = {"config", "--get", "status.showUntrackedFiles"}}).out));
  return value == "no" || value == "false" || value == "off" || value == "0";
}

std::set<std::string> ignored_but_for_case(const Git& git, const std::vector<std::string>& paths) {
  if (paths.empty() || !tells_case_apart(git.folder()) || !may_be_set(git, "ignorecase"))
    return {};
  const std::vector<std::string> values =
      split_lines(git.run({.args = {"config", "--type=bool", "--get-all", "core.ignoreCase"}}).out);
  if (values.size() < 2 || values[values.size() - 2] != "true")  // the last one is ours
    return {};
  constexpr std::string_view kFromTop = ":/";
  std::string input;
  for (const std::string& path : paths)
    input += std::string(kFromTop) + path + '\0';
  std::set<std::string> ignored;
  for (const std::string& path :
       split(git.run({.args = {"-c", "core.ignoreCase=true", "check-ignore", "-z", "--stdin",
                               "--no-index"},
       .input = std::move(input)})
                 .out,
             '\0'))
    if (path.starts_with(kFromTop))
      ignored.insert(path.substr(kFromTop.size()));
  return ignored;
}

}  // namespace handoff::git
