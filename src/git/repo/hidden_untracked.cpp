#include "git/repo/hidden_untracked.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Names it, or other files that may.
bool may_say(const std::string& file) {
  constexpr size_t kMostBytes = 1u << 20;
  try {
    const std::string text = to_lower(read_file_at_most(file, kMostBytes).value_or(""));
    return contains(text, "showuntrackedfiles") || contains(text, "include");
  } catch (const Failure&) {
    return true;
  }
}

bool may_hide(const std::string& folder) {
  const auto& names = local_environment();
  const std::string dot_git = join_path(folder.empty() ? "." : folder, ".git");
  if (!is_folder(dot_git) || std::any_of(names.begin(), names.end(), [](const std::string& name) {
        return std::getenv(name.c_str()) != nullptr;
      }))
    return true;
  const std::string home = variable("HOME"), xdg = variable("XDG_CONFIG_HOME"),
                    global = variable("GIT_CONFIG_GLOBAL"), system = variable("GIT_CONFIG_SYSTEM");
  std::vector<std::string> files = {dot_git + "/config", dot_git + "/config.worktree"};
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
  return std::any_of(files.begin(), files.end(), may_say);
}

}  // namespace

bool hides_untracked(const Git& git) {
  if (!may_hide(git.folder()))
    return false;
  const std::string value =
      to_lower(trim(git.run({.args = {"config", "--get", "status.showUntrackedFiles"}}).out));
  return value == "no" || value == "false" || value == "off" || value == "0";
}

}  // namespace handoff::git
