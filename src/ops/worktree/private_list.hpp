#pragma once

#include <string>

#include "base/files.hpp"
#include "git/repo/repository.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// A small JSON object of this worktree's own, in `<git-dir>/handoff/`: what we wrote or took, so
/// that a later command can tell it from what others did. Readable by its owner only, since it may
/// hold bytes of files.
class PrivateList {
 public:
  PrivateList(const git::Repository& repository, const std::string& name);
  /// One that lies elsewhere.
  PrivateList(std::string path, std::string kind, Durability durability);
  const std::string& path() const { return x_path; }
  bool exists() const;
  /// Empty where there is none, or it is damaged or another's: then nothing counts as ours, and
  /// nothing is written or removed.
  Json read() const;
  /// An empty one is removed.
  void write(const Json& list) const;

 private:
  std::string x_path;
  std::string x_kind;  ///< of the seal
  Durability x_durability = Durability::none;
};

}  // namespace handoff::ops
