#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "git/repo/git.hpp"

namespace handoff::git {

/// The git that reads the same objects, for what it alone can do with them.
struct AskedGit {
  Git git;
  std::vector<std::pair<std::string, std::optional<std::string>>> environment = {};
};

/// An object database of a repository that is known has one.
class HasGit {
 public:
  explicit HasGit(std::optional<AskedGit> asked) : x_asked(std::move(asked)) {}
  const std::optional<AskedGit>& asked() const { return x_asked; }

 protected:
  ~HasGit() = default;
  std::optional<AskedGit> x_asked;
};

}  // namespace handoff::git
