#include "git/history/fetched_handoffs.hpp"

#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "git/refs/names.hpp"

namespace handoff::git {

namespace {

constexpr std::string_view kFetchedRefs = "refs/remotes/";

/// Is it called as a handoff is there? So may a branch be.
bool may_be_handoff(std::string_view ref) {
  return ref.starts_with(kFetchedRefs) && is_record_id(ref.substr(ref.rfind('/') + 1));
}

constexpr std::string_view kHandoffs =
    "*-????????"
    "-??????"
    "-????????";
constexpr size_t kMostNamed = 500;  // they stand on a command line

std::string all_handoffs() { return std::string(kFetchedRefs) + "**/" + std::string(kHandoffs); }

/// Those of these refs, or patterns of refs, that are: each version of a handoff has a nonce.
std::vector<std::string> handoffs_in(const Git& git, std::vector<std::string> refs) {
  refs.insert(refs.begin(),
              {"for-each-ref",
               "--format=%(trailers:key=Handoff-Nonce,valueonly,separator=%2C) %(refname)"});
  std::vector<std::string> found;
  for (const std::string& line : split_lines(git.run({.args = std::move(refs)}).out))
    if (const size_t blank = line.find(' '); blank != std::string::npos && blank > 0)
      if (std::string ref = line.substr(blank + 1); may_be_handoff(ref))
        found.push_back(std::move(ref));
  return found;
}

}  // namespace

std::vector<std::string> with_remote_branches(const Git& git, std::vector<std::string> args,
                                              const std::string& remote) {
  std::vector<std::string> handoffs = handoffs_in(git, {all_handoffs()});
  if (handoffs.size() > kMostNamed)
    handoffs = {std::string(kFetchedRefs) + std::string(kHandoffs)};
  for (const std::string& handoff : handoffs)
    args.push_back("--exclude=" + handoff.substr(kFetchedRefs.size()));
  args.push_back(remote.empty() ? "--remotes" : "--remotes=" + remote);
  return args;
}

std::vector<std::string> fetched_handoffs(const Git& git, std::vector<std::string> refs) {
  std::erase_if(refs, [](const std::string& ref) { return !may_be_handoff(ref); });
  if (refs.size() > kMostNamed)
    refs = {all_handoffs()};
  return refs.empty() ? refs : handoffs_in(git, std::move(refs));
}

void erase_fetched_handoffs(const Git& git, std::vector<std::string>& refs) {
  const std::vector<std::string> handoffs = fetched_handoffs(git, refs);
  std::erase_if(refs, [&](const std::string& ref) { return in_list(handoffs, ref); });
}

}  // namespace handoff::git
