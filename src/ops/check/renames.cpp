#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "ops/check/facts.hpp"

namespace handoff::ops {

const Facts::Renames& Facts::renames(const std::string& from, const std::string& to) const {
  const auto [found, is_new] = x_renames.try_emplace({from, to});
  if (!is_new || from.empty())
    return found->second;
  git::GitCall call{.args = {to.empty() ? "diff-index" : "diff-tree", "-r", "-M", "-l0",
                             "--diff-filter=R", "--name-status", "-z", from}};
  if (!to.empty())
    call.args.push_back(to);
  const std::vector<std::string> fields =
      split(repository->git().run(git::offline(std::move(call))).out, '\0');
  for (size_t i = 0; i + 2 < fields.size(); i += 3)
    found->second[fields[i + 1]] = fields[i + 2];
  return found->second;
}

std::optional<std::string> Facts::renamed(const std::string& path) const {
  const Renames& all = renames(reference, at_home ? "" : head);
  const auto found = all.find(path);
  return found == all.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> Facts::went_to(const std::string& path) const {
  std::string at = path;
  for (auto entry = since_head.rbegin(); entry != since_head.rend(); ++entry) {
    const bool touched =
        std::find(entry->files.begin(), entry->files.end(), at) != entry->files.end();
    if (!touched || entry->parents.size() != 1 || !entry_at(entry->parents[0], at) ||
        entry_at(entry->oid, at))
      continue;
    const Renames& its = renames(entry->parents[0], entry->oid);
    const auto to = its.find(at);
    if (to == its.end())
      return std::nullopt;
    at = to->second;
  }
  return at != path && exists_now(at) ? std::optional(at) : std::nullopt;
}

std::optional<std::string> Facts::moved_to(const std::string& path) const {
  return exists_now(path) ? went_to(path) : renamed(path);
}

}  // namespace handoff::ops
