#include "ops/pause/pause_warnings.hpp"

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/names.hpp"
#include "ops/operation/commit_message.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/paused_below.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::ops {

namespace {

/// What `--autostash` put aside is in an object that no ref has, until the operation ends.
std::string told_autostash(const git::Repository& repository) {
  constexpr size_t kShort = 7, kMost = 100;
  for (const char* file : {"rebase-merge/autostash", "rebase-apply/autostash", "MERGE_AUTOSTASH"}) {
    const std::string oid =
        trim(read_file_at_most(join_path(repository.layout().git_dir, file), kMost).value_or(""));
    if (git::is_oid(oid))
      return "what --autostash put aside (" + oid.substr(0, kShort) +
             ") is not in it, and git keeps that in this clone only until the operation ends; to "
             "keep it: git stash store " +
             oid.substr(0, kShort);
  }
  return {};
}

/// What the record stands on, where that is a WIP commit, too: no live one takes it off the branch.
std::string told_left_below(const Store& store, const git::Head& head, const std::string& id) {
  for (const Record& record : store.live_on(head))
    if (const std::string& base = record.git().base; record.at.id == id && !base.empty())
      if (const auto commit = git::read_commit(store.objects(), base); commit && says_wip(*commit))
        return "the WIP commit " + git::short_oid(base) +
               " of a pause before is below this one: resume leaves it on the branch";
  return {};
}

}  // namespace

std::vector<std::string> warnings_of_place(const Store& store, const std::string& id, bool moves) {
  std::vector<std::string> warnings;
  std::optional<PausedBelow> below = paused_below(store, store.repository().head());
  if (below && below->id != id) {  // it goes wherever this branch goes
    below->at_tip = below->at_tip && !moves;
    const std::string out = below->told_way_out();
    warnings.push_back(branch_name(store.repository().head().label()) + " " + below->sentence() +
                       (out.empty() ? "" : "; " + out));
  } else if (std::string left = moves ? told_left_below(store, store.repository().head(), id) : "";
             !left.empty()) {
    warnings.push_back(std::move(left));
  }
  if (std::string stash = told_autostash(store.repository()); !stash.empty())
    warnings.push_back(std::move(stash));
  if (std::string message = told_long_message(store.repository()); !message.empty())
    warnings.push_back(std::move(message));
  return warnings;
}

}  // namespace handoff::ops
