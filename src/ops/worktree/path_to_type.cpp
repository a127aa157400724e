#include "ops/worktree/path_to_type.hpp"

#include <cctype>

#include "base/text.hpp"

namespace handoff::ops {

std::string path_to_type(const std::string& path) {
  // Behind ":/" git reads punctuation as more of its magic.
  const auto first = static_cast<unsigned char>(path.empty() ? '/' : path.front());
  const bool is_plain = (first >= 0x80 || first == '.' || std::isalnum(first) != 0) &&
                        path.find_first_of("*?[\\") == std::string::npos;
  return shell_word((is_plain ? ":/" : ":(top,literal)") + path);
}

}  // namespace handoff::ops
