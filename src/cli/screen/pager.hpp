#pragma once

#include <string>

#include "base/files.hpp"

namespace handoff::cli {

/// While it lives, what is printed is kept; then it goes through the pager that git would take
/// (GIT_PAGER, the user's core.pager, PAGER), as git's own long output does. Nothing where standard
/// output is no terminal, or where the pager is `cat` (`git --no-pager`).
class Pager {
 public:
  Pager();
  ~Pager();
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

 private:
  std::string x_pager;
  UniqueFd x_kept, x_terminal;
};

}  // namespace handoff::cli
