#include <set>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "formats/record/values.hpp"
#include "ops/check/facts.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/known_records.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostOrigins = 8;
constexpr size_t kMostOlder = 500;

/// Ids of the records that open items were carried from, by the items' texts.
std::map<std::string, std::string> ids_by_text(const Json& document) {
  std::map<std::string, std::string> ids;
  for (const lists::ListField& list : {lists::kRemaining, lists::kBlockers, lists::kActions})
    for (const auto& [kind, item] : lists::flat_items(formats::field(document, list.name)))
      if (std::string id = formats::text_of(formats::field(item.get(), "carried_from"));
          item.get().is_object() && !id.empty())
        ids[lists::headline_of(item)] = id;
  return ids;
}

}  // namespace

void look_at_carried(Facts& facts) {
  if (facts.subject->oid.empty() || !facts.base.is_commit() || facts.shallow)
    return;
  const std::map<std::string, std::string> ids = ids_by_text(*facts.subject->document);
  std::set<std::string> wanted;
  for (const auto& [text, id] : ids)
    if (wanted.size() < kMostOrigins)
      wanted.insert(id);
  if (wanted.empty())
    return;
  std::map<std::string, std::string> trees;
  git::LogRequest request{
      .revisions = {facts.base.oid}, .files = true, .bodies = true, .limit = kMostOlder};
  try {
    const Store store(*facts.repository);
    for (const RecordRef& ref : store.archived()) {
      if (!wanted.contains(ref.id))
        continue;
      const std::optional<Record> record = store.look_at(ref);
      if (!record || !is_known(Provenance(*facts.repository), *record))
        continue;
      const model::GitBlock& git = record->git();
      trees[ref.id] = git.wip_commit.empty() ? git.base : git.wip_commit;
      if (!git.base.empty() && git.base != facts.base.oid)
        request.revisions.push_back("^" + git.base);
    }
    if (request.revisions.size() > 1)
      facts.since_older = git::LogQuestion(facts.repository->git(), request).answer();
  } catch (const Failure&) {
    return;  // what it was is not known any more: nothing is said
  }
  for (const auto& [text, id] : ids)
    if (auto tree = trees.find(id); tree != trees.end() && !tree->second.empty())
      facts.written_beside[text] = tree->second;
}

}  // namespace handoff::ops
