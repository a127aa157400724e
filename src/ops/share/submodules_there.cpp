#include "ops/share/submodules_there.hpp"

#include <utility>
#include <vector>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::ops {

namespace {

Outcome run_inside(const std::string& folder, std::vector<std::string> args) {
  git::GitCall call{.args = std::move(args)};
  for (const std::string& name : git::local_environment())
    call.environment.emplace_back(name, std::nullopt);
  return git::Git(folder).run(std::move(call));
}

/// The push that brings it there, to the branch that is checked out in it.
std::string way_to_push(const std::string& root, const SubmoduleCommit& submodule) {
  const std::string folder = join_path(root, submodule.path);
  const std::vector<std::string> remotes = split_lines(run_inside(folder, {"remote"}).out);
  const std::string branch =
      trim(run_inside(folder, {"symbolic-ref", "-q", "--short", "HEAD"}).out);
  const std::string inside = "git -C " + file_to_type(root, submodule.path);
  const std::string remote = remotes.empty() ? "origin" : remotes.front();
  return (remotes.empty() ? inside + " remote add origin URL && " : "") + inside + " push " +
         shell_word(remote) + " " +
         shell_word(git::short_oid(submodule.oid) + ":refs/heads/" +
                    (branch.empty() ? "NAME" : branch));
}

}  // namespace

std::set<SubmoduleCommit> submodules_set_by(const git::Git& git,
                                            const git::Environment& environment,
                                            const std::string& commits) {
  const std::vector<std::string> fields =
      split(git.output({.args = {"diff-tree", "--stdin", "--no-commit-id", "--root", "-c", "-r",
                                 "-z", "--raw", "--no-renames", "--no-abbrev"},
                        .input = commits,
                        .environment = environment},
                       "list the submodules of what would leave"),
            '\0');
  std::set<SubmoduleCommit> submodules;
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    // ":mode mode oid oid letter", for a merge with a colon, a mode and an oid for each parent
    const std::vector<std::string> words = split(fields[i], ' ');
    const size_t parents = fields[i].find_first_not_of(':');
    if (2 * parents + 1 < words.size() && words[parents] == "160000")
      submodules.insert({.path = fields[i + 1], .oid = words[2 * parents + 1]});
  }
  return submodules;
}

void refuse_unless_there(const git::Repository& repository, const SubmoduleCommit& submodule) {
  const std::string what = "the submodule " + path_in_quotes(submodule.path) + " is at " +
                           git::short_oid(submodule.oid) + ", which ";
  const std::string& root = repository.layout().root;
  const std::string folder = join_path(root, submodule.path);
  if (!exists(join_path(folder, ".git")))
    refuse(what + "cannot be looked for: it is not checked out here",
           {"check it out first: git submodule update --init -- " + path_to_type(submodule.path)});
  const Outcome found = run_inside(folder, {"branch", "-r", "--contains", submodule.oid});
  if (!found.ok())
    refuse(what + "is not in its clone here: " + git::git_says(git::git_lines(found)),
           {"get it first: git -C " + file_to_type(root, submodule.path) + " fetch"});
  if (trim(found.out).empty())
    refuse(what + "no remote of it has",
           {"push it there first (git does not search it for secrets): " +
            way_to_push(root, submodule)});
}

}  // namespace handoff::ops
