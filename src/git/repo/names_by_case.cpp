#include "git/repo/names_by_case.hpp"

#include <map>

#include <sys/stat.h>

#include "base/files.hpp"

namespace handoff::git {

namespace {

bool look_for_case(const std::string& folder) {
  std::string top = folder.empty() ? "." : folder;
  struct stat here {
  }, other{};
  while (lstat(join_path(top, ".git").c_str(), &here) != 0) {
    if (!top.starts_with('/') || top == "/")
      return false;
    top = parent_path(top);
  }
  return lstat(join_path(top, ".GIT").c_str(), &other) != 0 || other.st_ino != here.st_ino;
}

}  // namespace

bool tells_case_apart(const std::string& folder) {
  static std::map<std::string, bool> known;
  const auto found = known.find(folder);
  return found != known.end() ? found->second
                              : known.emplace(folder, look_for_case(folder)).first->second;
}

}  // namespace handoff::git
