#include "ops/share/before.hpp"

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/repo/refs.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kStash = "refs/stash";

}  // namespace

BeforeQuestion::BeforeQuestion(const git::Repository& repository)
    : x_repository(repository),
      x_refs(repository.git().start({.args = {"for-each-ref", "--format=%(objectname) %(refname)",
                                              "refs/heads", "refs/remotes", "refs/tags"}})) {}

void BeforeQuestion::remember(const std::string& id) {
  std::string lines = x_repository.head().oid + " HEAD\n" + x_refs.wait().out;
  if (git::read_ref(x_repository, std::string(kStash)))
    lines += x_repository.git()
                 .run({.args = {"log", "-g", "--format=%H " + std::string(kStash),
                                "--no-show-signature", std::string(kStash), "--"}})
                 .out;
  write_file_atomic(before_file(x_repository, id), lines, Durability::synced);
}

void remember_before(const git::Repository& repository, const std::string& id) {
  BeforeQuestion(repository).remember(id);
}

Before read_before(const Store& store, const Shared& shared) {
  const std::optional<std::string> bytes = read_file(before_file(store.repository(), shared.id));
  Before before{.known = bytes.has_value()};
  std::set<std::string> tips = {shared.on};
  for (const std::string& line : split_lines(bytes.value_or(""))) {
    const size_t blank = std::min(line.find(' '), line.size() - 1);
    std::string oid = line.substr(0, blank), name = line.substr(blank + 1);
    if (name == kStash) {
      before.stashes.insert(std::move(oid));
      continue;
    }
    if (name.starts_with(git::kBranchRefs))
      before.branches.insert(std::move(name));
    tips.insert(std::move(oid));
  }
  if (before.known)  // what was committed and paused since is below the commit of a later resume
    tips.erase(shared.on);
  for (const std::string& tip : tips)
    if (git::is_oid(tip) && store.objects().contains(tip))
      before.tips.push_back(tip);
  return before;
}

}  // namespace handoff::ops
