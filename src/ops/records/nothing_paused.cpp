#include "ops/records/nothing_paused.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "git/refs/names.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/records/fetched.hpp"
#include "ops/records/handles.hpp"
#include "ops/records/names.hpp"
#include "ops/records/way_to_edit.hpp"

namespace handoff::ops {

namespace {

/// What a resume has kept before it changed anything is nobody's handoff.
bool is_copy(const Store& store, const RecordRef& ref) {
  try {
    const std::optional<Record> record = store.look_at(ref);
    return record && record->handoff.status == "kept";
  } catch (const Failure&) {
    return false;  // damaged: what names it tells
  }
}

/// What a hint has typed for a record.
std::string command_for(const std::string& verb, const std::string& id) {
  return verb == "edit" ? way_to_edit(id) : "git handoff " + verb + " " + id;
}

/// Where those of other branches are seen: the one that is meant, where there can be no other.
std::string way_to_other_branches(const Store& store, const std::string& branch,
                                  const std::string& verb, std::vector<RecordRef> others) {
  const git::Layout& layout = store.repository().layout();
  const std::string at_work =
      branch == "HEAD" ? git::branch_in_operation(layout.git_dir, layout.common_dir) : "";
  if (const auto there = [&](const RecordRef& ref) { return ref.branch == at_work; };
      !at_work.empty() && std::ranges::any_of(others, there))
    std::erase_if(others, [&](const RecordRef& ref) { return !there(ref); });
  if (others.size() != 1)
    return "'git handoff list' shows those of other branches";
  return (others.front().branch == at_work
              ? "a " + store.repository().operation().value_or("rebase") + " of " +
                    branch_in_quotes(at_work) + " is under way, where this is paused: "
              : "only on " + branch_in_quotes(branch_now(store, others.front())) + ": ") +
         command_for(verb, others.front().id);
}

}  // namespace

std::vector<std::string> instead_of_paused(const Store& store, const std::string& branch,
                                           const std::string& verb,
                                           std::vector<RecordRef> waiting) {
  std::vector<RecordRef> retired = store.archived();
  std::erase_if(retired, [&](const RecordRef& ref) { return ref.branch != branch; });
  std::ranges::sort(retired, [&](const RecordRef& a, const RecordRef& b) {
    return git::stamp_of(a.id) > git::stamp_of(b.id);
  });
  const auto at =
      std::ranges::find_if(retired, [&](const RecordRef& ref) { return !is_copy(store, ref); });
  const std::string last = at == retired.end() ? "" : at->id;
  std::vector<std::string> hints;
  for (const std::string& fetched : told_fetched(store, open_remote(store), branch))
    hints.push_back("a fetch brought one of this branch, " + fetched);
  const std::string word = verb.substr(0, verb.find(' '));
  const bool only_live = word == "push" || word == "edit" || word == "discard";
  if (!last.empty() && only_live)
    hints.push_back("the last one here is archived; to bring it back: git handoff undo " + last);
  else if (!last.empty())
    hints.push_back("the last one here is archived: git handoff " + verb + " " + last +
                    ", or to bring it back: git handoff undo " + last);
  if (const std::vector<RecordRef> here = store.active_on(branch);
      here.size() == 1 && std::ranges::none_of(waiting, [&](const RecordRef& ref) {
        return ref.ref == here.front().ref;
      }))
    hints.push_back("what was kept here was committed since: " +
                    command_for(verb, here.front().id));
  if (!waiting.empty())
    hints.push_back(way_to_other_branches(store, branch, verb, std::move(waiting)));
  if (word == "edit")
    hints.push_back("to write down something for the next pause: git handoff note TEXT");
  else if (hints.empty() && word == "discard")
    hints.push_back("'git handoff list --all' shows what there is elsewhere");
  return hints;
}

}  // namespace handoff::ops
