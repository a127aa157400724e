#pragma once

#include <string>

#include "base/files.hpp"
#include "git/repo/repository.hpp"

namespace handoff::cli {

/// While it lives, what is printed is kept; then it goes through the pager that git would take
/// (GIT_PAGER, core.pager, PAGER), as git's own long output does. Nothing where standard output is
/// no terminal, or where the pager is `cat` (`git --no-pager`).
class Pager {
 public:
  explicit Pager(const git::Repository& repository);
  ~Pager();
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

 private:
  std::string x_pager;
  UniqueFd x_kept, x_terminal;
};

}  // namespace handoff::cli
