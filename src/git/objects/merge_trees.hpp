#pragma once

#include <string>
#include <vector>

#include "git/objects/quarantine.hpp"

namespace handoff::git {

/// What a three-way merge gave.
struct TreeMerge {
  enum class Answer {
    clean,
    conflict,
    failed,  ///< git cannot tell: an object is missing
  } answer = Answer::failed;
  std::string tree = {};                    ///< where it is clean
  std::vector<std::string> conflicts = {};  ///< paths
  std::string message = {};                 ///< git's, where it failed
  bool is(const std::string& wanted) const { return answer == Answer::clean && tree == wanted; }
};

/// Merges two trees over a base that is given, as a cherry-pick does. Empty ids are the empty tree.
/// What is new in the result lies in the quarantine. Nothing is asked of git where two of the three
/// are equal.
TreeMerge merge_trees(const Repository& repository, Quarantine& quarantine, std::string base,
                      std::string ours, std::string theirs);

}  // namespace handoff::git
