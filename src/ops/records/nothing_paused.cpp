#include "ops/records/nothing_paused.hpp"

namespace handoff::ops {

std::vector<std::string> instead_of_paused(const Store& store, const std::string& branch,
                                           const std::string& verb) {
  // An id ends in `<date>-<time>-<4 digits or more>`.
  auto moment_of = [](const std::string& id) {
    size_t at = id.rfind('-');
    for (int part = 0; part < 2 && at != std::string::npos && at > 0; ++part)
      at = id.rfind('-', at - 1);
    return at == std::string::npos ? id : id.substr(at + 1);
  };
  std::string last;
  for (const RecordRef& ref : store.archived())
    if (ref.branch == branch && (last.empty() || moment_of(last) < moment_of(ref.id)))
      last = ref.id;
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
