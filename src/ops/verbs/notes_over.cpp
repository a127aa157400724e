#include "ops/verbs/notes_over.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/repo/repository.hpp"
#include "ops/records/shared.hpp"

namespace handoff::ops {

using model::Note;

std::map<std::string, std::string> branches_over(const std::vector<Note>& notes) {
  std::map<std::string, std::vector<const Note*>> named;
  for (const Note& note : notes)
    if (note.branch != "HEAD")
      named[note.branch].push_back(&note);
  if (named.empty())
    return {};
  const git::Repository repository = git::Repository::open();
  const auto refs = [&](const std::vector<std::string>& which) {
    git::GitCall call{.args = {"for-each-ref", "--format=%(refname:lstrip=2)%00%(objectname)"}};
    call.args.insert(call.args.end(), which.begin(), which.end());
    std::map<std::string, std::string> tips;
    for (const std::string& line : split_lines(repository.git().run(std::move(call)).out))
      tips[line.substr(0, line.find('\0'))] = line.substr(line.find('\0') + 1);
    return tips;
  };
  const std::map<std::string, std::string> tips = refs({"refs/heads"});
  const auto* const usual =
      std::ranges::find_if(git::kDefaultNames, [&](const char* n) { return tips.contains(n); });
  const std::string trunk = usual != git::kDefaultNames.end()
                                ? std::string(git::kBranchRefs) + *usual
                                : usual_tracking_ref("origin", "HEAD");
  const std::map<std::string, std::string> merged = refs({"--merged=" + trunk, "refs/heads"});
  std::set<std::string> earlier;
  for (const auto& [branch, tip] : tips)
    for (std::string& name : git::earlier_names(repository.layout().common_dir, branch))
      earlier.insert(std::move(name));
  std::map<std::string, std::string> over;
  for (const auto& [branch, its] : named)
    if (const auto tip = tips.find(branch); tip == tips.end() && !earlier.contains(branch))
      over[branch] = "gone";
    else if (merged.contains(branch) && trunk != std::string(git::kBranchRefs) + branch &&
             std::ranges::none_of(its, [&](const Note* n) { return n->head == tip->second; }))
      over[branch] = "merged";
  return over;
}

}  // namespace handoff::ops
