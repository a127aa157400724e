#include "ops/worktree/path_to_type.hpp"

#include <cctype>
#include <filesystem>

#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

std::string path_to_type(const std::string& path) {
  // Behind ":/" git reads punctuation as more of its magic.
  const auto first = static_cast<unsigned char>(path.empty() ? '/' : path.front());
  const bool is_plain = (first >= 0x80 || first == '.' || std::isalnum(first) != 0) &&
                        path.find_first_of("*?[\\") == std::string::npos;
  return shell_word((is_plain ? ":/" : ":(top,literal)") + path);
}

std::string path_from_here(const std::string& root, const std::string& path) {
  const std::string here = current_folder();
  if (here.starts_with(root + "/"))
    return std::filesystem::path(path).lexically_relative(here.substr(root.size() + 1)).string();
  return here == root ? path : join_path(root, path);
}

std::string file_to_type(const std::string& root, const std::string& path) {
  const std::string typed = path_from_here(root, path);
  return shell_word(typed.starts_with('-') ? "./" + typed : typed);
}

}  // namespace handoff::ops
