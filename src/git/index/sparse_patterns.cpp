#include "git/index/sparse_patterns.hpp"

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/quarantine.hpp"

namespace handoff::git {

std::set<std::string> left_out_by_sparse(const Repository& repository,
                                         const std::vector<std::string>& paths) {
  if (paths.empty() || !repository.config().flag("core.sparsecheckout", false))
    return {};
  Quarantine quarantine(repository);
  std::string list;
  const std::string any(repository.layout().oid_digits(), '1');  // nothing reads what is there
  for (const std::string& path : paths)
    list += "100644 " + any + "\t" + path + '\0';
  auto with_index = [&](std::vector<std::string> args, std::string input = {}) {
    args.insert(args.begin(), {"-c", "index.sparse=false", "-c", "core.splitIndex=false"});
    return repository.git().output(
        {.args = std::move(args),
         .input = std::move(input),
         .environment = {{"GIT_INDEX_FILE", join_path(quarantine.folder(), "sparse-index")}}},
        "ask what the sparse checkout leaves out");
  };
  with_index({"update-index", "-z", "--index-info"}, std::move(list));
  // `git sparse-checkout check-rules` is younger than the oldest git that we work with. Nor does
  // `git rm` touch what the patterns leave out, and in this index nothing carries the flag.
  with_index({"rm", "-r", "-f", "-q", "--cached", "--ignore-unmatch", "--", "."});
  const std::vector<std::string> left = split(with_index({"ls-files", "-z"}), '\0');
  return {left.begin(), left.end()};
}

}  // namespace handoff::git
