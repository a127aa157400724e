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

}  // namespace handoff::ops
