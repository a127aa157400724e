#pragma once

#include <string>

#include "git/repo/repository.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// A small JSON object of this worktree's own, in `<git-dir>/handoff/`: what we wrote or took, so
/// that a later command can tell it from what others did. Readable by its owner only, since it may
/// hold bytes of files.
class PrivateList {
 public:
  PrivateList(const git::Repository& repository, const std::string& name);
  bool exists() const;
  /// Empty where there is none, or it is damaged or another's: then nothing counts as ours, and
  /// nothing is written or removed.
  Json read() const;
  /// An empty one is removed.
  void write(const Json& list) const;

 private:
  std::string kind() const;
  std::string x_path;
};

}  // namespace handoff::ops
