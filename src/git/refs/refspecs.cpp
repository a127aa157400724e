#include "git/refs/refspecs.hpp"

#include <optional>
#include <string_view>

namespace handoff::git {

namespace {

/// What the star of a pattern stands for in a ref, "" where there is none; nullopt: another ref.
std::optional<std::string_view> match(std::string_view pattern, std::string_view ref) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos)
    return pattern == ref ? std::optional(std::string_view()) : std::nullopt;
  const std::string_view before = pattern.substr(0, star), behind = pattern.substr(star + 1);
  if (ref.size() < before.size() + behind.size() || !ref.starts_with(before) ||
      !ref.ends_with(behind))
    return std::nullopt;
  return ref.substr(before.size(), ref.size() - before.size() - behind.size());
}

}  // namespace

std::string fetched_as(const std::vector<std::string>& refspecs, const std::string& ref) {
  std::string found;
  for (std::string_view refspec : refspecs) {
    if (refspec.starts_with("^") && match(refspec.substr(1), ref))
      return {};
    if (refspec.starts_with("+"))
      refspec.remove_prefix(1);
    const size_t colon = refspec.find(':');
    if (!found.empty() || colon == std::string_view::npos)
      continue;
    const std::optional<std::string_view> name = match(refspec.substr(0, colon), ref);
    if (!name)
      continue;
    found = refspec.substr(colon + 1);
    if (const size_t star = found.find('*'); star != std::string::npos)
      found.replace(star, 1, *name);
  }
  return found;
}

}  // namespace handoff::git
