#pragma once

#include <string>

namespace handoff::git {

/// Do a working tree and a git directory belong together, by what both say? The tree's `.git` is
/// that directory or leads to it, and the directory is in it, names it (`core.worktree`, the
/// `gitdir` of a linked worktree), or is kept apart from any tree; and `folder`, from where they
/// were found, is in the tree. A directory with links out of it, but for its hooks, is another's,
/// too. Asked by files alone: git itself takes either's word, and then a
/// folder from elsewhere acts as a repository of the user's, or a copied clone reaches any folder
/// of the user's.
bool belong_together(const std::string& folder, const std::string& root, const std::string& git_dir,
                     const std::string& common_dir);

/// Does a git that is started at the top find this git directory there? Where `core.worktree` names
/// another folder, it finds none, or whoever's is there.
bool is_found_at_top(const std::string& root, const std::string& git_dir);

/// Are the refs, or some of them, links out of the git directory? What is kept, and what is
/// discarded, would be so in another's, whoever types it.
bool has_refs_elsewhere(const std::string& common_dir);

/// Has the environment said which repository is meant? Then that counts, whatever the files say.
bool is_place_given();

inline constexpr const char* kOtherPlace =
    "the git directory of this folder is another working tree's, names one elsewhere "
    "(core.worktree), or has links out of it: nothing is done here by itself";

}  // namespace handoff::git
