#include <algorithm>

#include "base/text.hpp"
#include "ops/check/facts.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostTreesCompared = 20;  ///< pairs of trees, each by a git of its own

}  // namespace

const Facts::Renames& Facts::renames(const std::string& from, const std::string& to) const {
  const auto [found, is_new] = x_renames.try_emplace({from, to});
  if (!is_new || from.empty())
    return found->second;
  git::GitCall call{.args = {to.empty() ? "diff-index" : "diff-tree", "-r", "-M", "-l0",
                             "--diff-filter=R", "--name-status", "-z", from}};
  if (!to.empty())
    call.args.push_back(to);
  const std::vector<std::string> fields =
      split(git::start_bounded(repository->git(), git::offline(std::move(call))).wait().out, '\0');
  for (size_t i = 0; i + 2 < fields.size(); i += 3)
    found->second[fields[i + 1]] = fields[i + 2];
  return found->second;
}

std::optional<std::string> Facts::went_to(const std::string& path) const {
  if (!x_removals) {
    x_removals.emplace();
    for (size_t i = since_head.size(); i-- > 0;)
      if (since_head[i].parents.size() == 1)
        for (const std::string& removed : since_head[i].removed)
          (*x_removals)[removed].push_back(i);
  }
  std::string at = path;
  for (size_t newer_than = since_head.size();;) {
    const auto removals = x_removals->find(at);
    if (removals == x_removals->end())
      break;
    const auto next =
        std::ranges::find_if(removals->second, [&](size_t i) { return i < newer_than; });
    if (next == removals->second.end())
      break;
    newer_than = *next;
    if (x_renames.size() >= kMostTreesCompared)
      return std::nullopt;
    const Renames& its = renames(since_head[*next].parents[0], since_head[*next].oid);
    const auto to = its.find(at);
    if (to == its.end())
      return std::nullopt;
    at = to->second;
  }
  return at != path && exists_now(at) ? std::optional(at) : std::nullopt;
}

// Commit by commit first, as `git log --follow` looks: the two ends may be too different.
std::optional<std::string> Facts::moved_to(const std::string& path) const {
  if (std::optional<std::string> to = went_to(path); to || exists_now(path))
    return to;
  const Renames& all = renames(reference, at_home ? "" : head);
  const auto found = all.find(path);
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace handoff::ops
