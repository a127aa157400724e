#include "ops/records/fetched.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/history/history.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"

namespace handoff::ops {

namespace {

bool is_put_away(const Store& store, const RecordRef& retired) {
  try {
    const std::optional<Record> record = store.look_at(retired);
    return !record || record->handoff.status == "discarded";
  } catch (const Failure&) {
    return true;  // damaged: as it was told before
  }
}

}  // namespace

std::vector<RecordRef> open_remote(const Store& store) {
  // Mostly nothing was fetched, and that is seen without a git.
  if (auto any =
          git::peek_any_record(store.repository().layout().common_dir, "refs/handoffs/remotes/");
      any && !*any)
    return {};
  std::vector<RecordRef> seen;
  std::set<std::string> live;
  std::map<std::string, RecordRef> retired;
  for (RecordRef& ref : store.everywhere()) {
    if (ref.place == RecordRef::Place::remote)
      seen.push_back(std::move(ref));
    else if (ref.archived())
      retired.emplace(ref.id, ref);
    else
      live.insert(ref.id);
  }
  std::erase_if(seen, [&](const RecordRef& ref) {
    if (live.contains(ref.id))
      return true;
    const auto known = ref.shared ? read_shared_quietly(store.repository(), ref.id) : std::nullopt;
    const auto here = retired.find(ref.id);
    // Given back here, and not put away, or added to since: whoever comes first may take it, as any
    // other.
    if (here != retired.end() && known && known->state == SharedState::free && !known->ours &&
        !known->pending && !known->is_still_offered() &&
        (known->has_newer() || !is_put_away(store, here->second)))
      return false;
    if (known && (known->ours || (known->published && here != retired.end())))
      return true;
    if (here == retired.end())
      return false;
    return in_list(store.versions(here->second), ref.oid);
  });
  return seen;
}

std::string way_to_take(const Store& store, const Shared& shared) {
  const git::Repository& repository = store.repository();
  const std::string here =
      git::read_ref(repository, std::string(git::kBranchRefs) + shared.branch).value_or("");
  const std::optional<git::Commit> tip = here.empty() || shared.tip.empty()
                                             ? std::nullopt
                                             : git::read_commit(store.objects(), shared.tip);
  const bool ends_in_wip = tip && git::trailer(tip->message, "Handoff-Wip") == here;
  const std::string there = ends_in_wip ? tracking_branch(repository, shared) : "";
  return "git handoff take " + printable(shared.id) +
         (!there.empty() && git::is_ancestor(repository.git(), here, "refs/remotes/" + there)
              ? " --keep-wip"
              : "");
}

std::string way_to_take(const Store& store, const RecordRef& seen) {
  const std::optional<Shared> known =
      seen.shared ? read_shared_quietly(store.repository(), seen.id) : std::nullopt;
  return known && !known->pending && !known->damaged && known->doubt.empty() &&
                 known->state == SharedState::free
             ? way_to_take(store, *known)
             : std::string();
}

std::vector<std::string> told_fetched(const Store& store, const std::vector<RecordRef>& fetched,
                                      const std::string& branch) {
  constexpr size_t kMostTold = 10;
  std::vector<std::string> told;
  if (branch == "HEAD")  // nobody else's
    return told;
  std::vector<RecordRef> here = fetched;
  std::erase_if(here, [&](const RecordRef& ref) { return ref.branch != branch; });
  if (here.size() > kMostTold)  // those of one branch are in the order of their time
    here.erase(here.begin(), here.end() - kMostTold);
  for (const RecordRef& ref : here) {
    const std::optional<Shared> known =
        ref.shared ? read_shared_quietly(store.repository(), ref.id) : std::nullopt;
    const std::string take = way_to_take(store, ref);
    told.push_back(
        (known ? describe(*known, now()) : "on " + printable(ref.remote)) + ": " +
        (!take.empty() ? take : "git handoff show " + shell_word(printable(store.name_for(ref)))));
  }
  return told;
}

}  // namespace handoff::ops
