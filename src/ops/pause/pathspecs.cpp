#include "ops/pause/pathspecs.hpp"

#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/index/index_file.hpp"
#include "git/objects/trees.hpp"
#include "ops/records/names.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

bool is_symlink(const std::string& file) {
  struct stat info {};
  return lstat(file.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

bool is_known(const git::Git& here, const std::vector<std::string>& pathspecs) {
  git::GitCall call{
      .args = {"ls-files", "--error-unmatch", "--cached", "--others", "--exclude-standard", "--"},
      .user_pathspecs = true};
  call.args.insert(call.args.end(), pathspecs.begin(), pathspecs.end());
  return here.run(std::move(call)).ok();
}

/// A file whose removal is staged.
bool is_staged(const git::Git& here, const std::string& pathspec) {
  return !here.run({.args = {"diff", "--cached", "--name-only", "--", pathspec},
                    .user_pathspecs = true})
              .out.empty();
}

}  // namespace

void refuse_unmatched(const git::Repository& repository,
                      const std::vector<std::string>& pathspecs) {
  const git::Git here =
      repository.git().in(join_path(repository.layout().root, repository.layout().prefix));
  if (pathspecs.empty() || is_known(here, pathspecs))
    return;
  for (const std::string& pathspec : pathspecs)
    if (!is_known(here, {pathspec}) && !is_staged(here, pathspec)) {
      std::vector<std::string> hints = {"'git status' shows what is changed"};
      if (pathspec.find_first_of("/*?[:\\") == std::string::npos)  // it may be a word
        hints.insert(hints.begin(), "to say why you stop: git handoff pause -m TEXT [PATHSPEC...]");
      refuse("'" + printable(pathspec) + "' matches no file that git knows or would add", hints);
    }
}

void refuse_beside_links(const git::Repository& repository,
                         const std::vector<std::string>& pathspecs) {
  if (pathspecs.empty())
    return;
  const git::Layout& layout = repository.layout();
  for (const git::IndexEntry& submodule :
       git::IndexFile::read(repository, layout.index_file,
                            [](const git::IndexEntry& e) { return e.mode == git::kModeGitlink; }))
    if (const std::string path = file_to_type(layout.root, submodule.path);
        is_symlink(join_path(layout.root, submodule.path)))
      refuse(path_in_quotes(submodule.path) +
                 " is a submodule, and a symlink stands in its place: git cannot look at the "
                 "working tree, and what is paused of it could not be resumed",
             {"if it is to be the symlink: git update-index --force-remove " + path +
                  " && git add " + path,
              "else remove the symlink: rm " + path});
}

void refuse_nothing(const Snapshot& snapshot, const std::vector<std::string>& pathspecs) {
  const std::string what = "'" + printable(join(pathspecs, " ")) + "'";
  std::vector<std::string> hints;
  for (size_t i = 0; i < snapshot.left_out.size() && i < 5; ++i)
    hints.push_back(path_in_quotes(snapshot.left_out[i].path) +
                    " stays out: " + snapshot.left_out[i].reason);
  if (const size_t all = snapshot.left_out.size(); all > hints.size())
    hints.push_back("and " + std::to_string(all - hints.size()) + " more");
  const std::string say_more = "say what is next: git handoff pause --next TEXT";
  if (pathspecs.empty() && hints.empty())
    refuse("nothing to pause: the tree is clean, and nothing was said", {say_more});
  if (pathspecs.empty()) {
    hints.push_back(say_more);
    refuse("nothing to pause: all that is changed here stays out, and nothing was said", hints);
  }
  if (!hints.empty())
    refuse("nothing to pause: what " + what + " matches stays out", hints);
  refuse("nothing to pause: " + what + " matches no changed file",
         {"'git status' shows what is changed"});
}

}  // namespace handoff::ops
