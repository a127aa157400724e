#include "git/repo/own_refs.hpp"

#include "git/refs/ref_files.hpp"

namespace handoff::git {

std::vector<Ref> list_own_refs(const Repository& repository, const std::string& prefix) {
  const Layout& layout = repository.layout();
  if (peek_git_dir(layout.git_dir))
    if (const auto found = peek_refs_below(layout.common_dir, prefix)) {
      std::vector<Ref> refs;
      for (const auto& [name, oid] : *found)
        refs.push_back({name, oid});
      return refs;
    }
  return list_refs_and_damaged(repository.git(), prefix);
}

}  // namespace handoff::git
