#include "ops/records/nothing_paused.hpp"

#include <algorithm>

#include "base/failure.hpp"

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

}  // namespace

std::vector<std::string> instead_of_paused(const Store& store, const std::string& branch,
                                           const std::string& verb) {
  // An id ends in `<date>-<time>-<4 digits or more>`.
  auto moment_of = [](const std::string& id) {
    size_t at = id.rfind('-');
    for (int part = 0; part < 2 && at != std::string::npos && at > 0; ++part)
      at = id.rfind('-', at - 1);
    return at == std::string::npos ? id : id.substr(at + 1);
  };
  std::vector<RecordRef> retired = store.archived();
  std::erase_if(retired, [&](const RecordRef& ref) { return ref.branch != branch; });
  std::sort(retired.begin(), retired.end(), [&](const RecordRef& a, const RecordRef& b) {
    return moment_of(a.id) > moment_of(b.id);
  });
  const auto at = std::find_if(retired.begin(), retired.end(),
                               [&](const RecordRef& ref) { return !is_copy(store, ref); });
  const std::string last = at == retired.end() ? "" : at->id;
  auto handle_of = [](const std::string& id) { return id.substr(id.rfind('-') + 1); };
  std::vector<std::string> hints;
  if (!last.empty())
    hints.push_back("the last one here is retired: git handoff " + verb + " " + handle_of(last) +
                    ", or git handoff undo " + handle_of(last) + " to bring it back");
  if (!store.active().empty())
    hints.push_back("'git handoff list' shows those of other branches");
  if (hints.empty())
    hints.push_back("guess from commits and known files: git handoff reconstruct");
  return hints;
}

}  // namespace handoff::ops
