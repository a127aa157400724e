#include "ops/records/live_records.hpp"

#include <algorithm>
#include <set>

#include "base/files.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/refs/branch_names.hpp"
#include "git/refs/names.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

bool surely_none_live(const git::PeekedRepository& repository) {
  const auto is_empty = [&](const std::string& label) {
    const auto records = git::peek_records(repository.common_dir, label);
    return records && records->empty();
  };
  return is_empty(repository.label()) && is_empty("HEAD") &&
         git::names_had(repository.common_dir, repository.branch).empty();
}

std::string worktree_of(const Store& store, const Record& record) {
  const git::Layout& layout = store.repository().layout();
  const std::string& name = record.git().worktree;
  if (name.empty() || name == layout.worktree_name() || contains(name, "/") ||
      Provenance(store.repository()).of_snapshot(record) != model::Origin::mine)
    return {};
  return is_folder(git::git_dir_of_worktree(layout.common_dir, name)) ? name : std::string();
}

std::string live_worktree_of(const Store& store, const Record& record) {
  const std::string name = worktree_of(store, record);
  const bool is_there =
      !name.empty() && git::is_worktree_there(store.repository().layout().common_dir, name);
  return is_there ? name : std::string();
}

std::vector<Record> Store::live_at(const git::Head& head, size_t* damaged) const {
  std::vector<Record> live = load_all(active_on(head.label()), damaged);
  if (!head.detached()) {  // nor those of a branch that had the name before
    std::erase_if(live, [&](const Record& record) {
      return is_of_namesake(x_repository, record.handoff, head.branch);
    });
    return live;
  }
  if (live.empty())
    return live;
  const git::Layout& layout = x_repository.layout();
  const std::string now = git::branch_in_operation(layout.git_dir, layout.common_dir);
  std::erase_if(live, [&](const Record& record) {
    const std::string& then = record.git().operation_branch;
    return (!now.empty() && !then.empty() && then != to_valid_utf8(now)) ||
           (record.git().wip_commit != head.oid && !live_worktree_of(*this, record).empty());
  });
  return live;
}

/// One that somebody else put here, whatever moment it names, is not before the user's own.
void Store::put_readable_first(std::vector<Record>& records) const {
  if (records.size() > 1)
    std::ranges::stable_partition(records,
                                  [known = Provenance(x_repository)](const Record& record) {
                                    return model::is_readable(known.of(record));
                                  });
}

namespace {

/// Where two worktrees have one branch checked out, what was paused in this one is meant.
void put_own_first(const git::Repository& repository, const git::Head& head,
                   std::vector<Record>& records) {
  const std::string own = repository.layout().worktree_name();
  const auto is_own = [&](const Record& record) { return record.git().worktree == own; };
  if (records.size() > 1 && !is_own(records.front()) && std::ranges::any_of(records, is_own) &&
      !git::other_worktree_with(repository, head.branch).empty())
    std::ranges::stable_partition(records, is_own);
}

}  // namespace

std::vector<Record> Store::begun_here(const git::Head& head) const {
  if (head.detached())
    return {};
  std::vector<Record> found = load_all(active_on("HEAD"));
  std::erase_if(found, [&](const Record& record) {
    return record.git().operation_branch != to_valid_utf8(head.branch);
  });
  put_readable_first(found);
  return found;
}

std::vector<Record> Store::under_earlier_names(const git::Head& head, size_t* damaged) const {
  std::vector<Record> found;
  std::set<std::string> asked;
  for (const git::NameHad& had : git::names_had(x_repository.layout().common_dir, head.branch)) {
    if (had.name == head.branch || !asked.insert(had.name).second)
      continue;
    const bool is_free = !git::read_ref(x_repository, std::string(git::kBranchRefs) + had.name);
    found = load_all(active_on(had.name), is_free ? damaged : nullptr);
    std::erase_if(found, [&](const Record& record) {
      if (is_called_now(x_repository, record.handoff, head.branch))
        return false;  // whatever became of its commits
      const std::string& commit = record.git().base;
      return !is_free || (head.unborn() ? !commit.empty()
                                        : !git::is_ancestor(x_repository.git(), commit, head.oid));
    });
    if (!found.empty())
      break;
  }
  put_readable_first(found);
  return found;
}

std::vector<Record> Store::live_on(const git::Head& head, size_t* damaged) const {
  size_t unread = 0;
  std::vector<Record> live = live_at(head, &unread);
  if (damaged != nullptr)
    *damaged += unread;
  if (live.empty() && (unread > 0 || (head.detached() && !active_on("HEAD").empty())))
    return live;
  if (!live.empty()) {
    // What HEAD itself holds is meant, whatever the clock said.
    const auto is_at_head = [&](const Record& record) {
      return !head.oid.empty() && record.git().wip_commit == head.oid;
    };
    if (std::ranges::none_of(live, is_at_head) &&
        !git::names_had(x_repository.layout().common_dir, head.branch).empty())
      if (std::optional<Record> of_wip = of_wip_at(head);
          of_wip && of_wip->at.branch != head.branch)
        live.insert(live.begin(), std::move(*of_wip));
    std::ranges::stable_partition(live, is_at_head);
    put_readable_first(live);
    put_own_first(x_repository, head, live);
    return live;
  }
  if (std::optional<Record> of_wip = of_wip_at(head))
    return {std::move(*of_wip)};
  if (std::vector<Record> begun = begun_here(head); !begun.empty())
    return begun;
  return under_earlier_names(head, damaged);
}

std::optional<Record> Store::current(const git::Head& head) const {
  size_t damaged = 0;
  std::vector<Record> live = live_on(head, &damaged);
  if (std::vector<RecordRef> refs; live.empty() && damaged > 0)
    if (refs = active_on(head.label()); !refs.empty())
      load(refs.front());  // says what is wrong with it
  return live.empty() ? std::nullopt : std::optional(std::move(live.front()));
}

}  // namespace handoff::ops
