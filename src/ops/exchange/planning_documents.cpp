#include "ops/exchange/planning_documents.hpp"

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/text.hpp"

namespace handoff::ops {

std::vector<std::string> planning_documents(const git::Repository& repository) {
  constexpr size_t kMost = 20;
  std::vector<std::string> found;
  const Outcome listed =
      repository.git().run({.args = {"ls-files", "-z", "--cached", "--others", "--exclude-standard",
                                     "--", "*-impl.md", "*-design.md", "*-plan.md"},
                            .user_pathspecs = true});
  for (const std::string& path : split(listed.out, '\0'))
    if (!path.empty() && is_utf8(path) && found.size() < kMost)
      found.push_back(path);
  const std::string folder = environment("HOME") + "/.local/spellbook/docs/" +
                             replace_all(repository.layout().root.substr(1), "/", "-") + "/plans";
  for (const std::string& name : list_folder(folder))
    if (name.ends_with(".md") && is_utf8(name) && found.size() < kMost)
      found.push_back(join_path(folder, name));
  return found;
}

}  // namespace handoff::ops
