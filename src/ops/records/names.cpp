#include "ops/records/names.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::ops {

std::string bounded_name(const std::string& name) {
  constexpr size_t kLongest = 60;
  std::string plain = trim(formats::shown(name));
  std::string cut(utf8_prefix(plain, kLongest));
  return cut.size() < plain.size() ? cut + "..." : cut;
}

std::string quoted_name(const std::string& name) {
  constexpr size_t kLongestWord = 20;
  const std::string bounded = bounded_name(name);
  const bool plain = !bounded.empty() && bounded.size() <= kLongestWord &&
                     std::all_of(bounded.begin(), bounded.end(), [](char c) {
                       const auto byte = static_cast<unsigned char>(c);
                       return byte >= 0x80 || std::isalnum(byte) != 0;
                     });
  return plain ? bounded : "\"" + replace_all(bounded, "\"", "'") + "\"";
}

std::string branch_name(const std::string& branch) {
  constexpr size_t kLongestPlain = 40;
  if (branch == "HEAD")
    return "a detached HEAD";
  const bool plain =
      !branch.empty() && branch.size() <= kLongestPlain &&
      std::all_of(branch.begin(), branch.end(), [](char c) { return c > ' ' && c < 0x7f; });
  return plain ? formats::shown(branch) : quoted_name(branch);
}

}  // namespace handoff::ops
