#include "model/handoff_files.hpp"

#include <algorithm>
#include <array>

namespace handoff::model {

namespace {

constexpr std::array<std::string_view, 7> kPatterns = {
    "HANDOFF.json",       // Superteam (in .superteam/), Get Shit Done (in .planning/), and by hand
    "HANDOFF.md",         //
    ".continue-here.md",  // Get Shit Done, in .planning/ and in the folder of a phase
    ".claude/logs/workflows/*/workflow-state.json",  // Aura Frog; what lies beside it are
                                                     // deliverables
    ".claude/logs/workflows/*/workflow-state.backup.json",
    ".claude/logs/runs/*/run-state.json",
    ".claude/workflow-state.toon",
};

/// `*` takes any bytes but a slash.
bool glob_match(std::string_view pattern, std::string_view text) {
  size_t star = pattern.find('*');
  if (star == std::string_view::npos)
    return pattern == text;
  if (!text.starts_with(pattern.substr(0, star)))
    return false;
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  for (size_t taken = 0; taken <= text.size(); ++taken) {
    if (glob_match(pattern, text.substr(taken)))
      return true;
    if (taken < text.size() && text[taken] == '/')
      return false;
  }
  return false;
}

std::string_view last_component(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace

std::span<const std::string_view> handoff_file_patterns() { return kPatterns; }

bool is_handoff_file(std::string_view path) {
  return std::any_of(kPatterns.begin(), kPatterns.end(), [&](std::string_view pattern) {
    bool any_folder = pattern.find('/') == std::string_view::npos;
    return glob_match(pattern, any_folder ? last_component(path) : path);
  });
}

}  // namespace handoff::model
