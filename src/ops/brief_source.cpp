#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record.hpp"
#include "ops/brief.hpp"
#include "ops/compare.hpp"
#include "ops/fold.hpp"
#include "ops/journal.hpp"

namespace handoff::ops {

namespace {

constexpr Seconds kStaleAfter = 7 * 86400;

/// What check finds changed or unverifiable.
std::vector<BriefClaim> claims_of(const Store& store, const Record& record) {
  std::vector<BriefClaim> claims;
  Comparison c = compare_with_present(store, record);
  if (c.commits_since > 0)
    claims.push_back({.subject = "HEAD", .evidence = count_of(c.commits_since, "commit") + " since"});
  for (const std::string& path : c.edited)
    claims.push_back({.subject = path, .evidence = "edited since"});
  return claims;
}

void put_document(BriefSource& source, std::shared_ptr<const Json> document, model::GitBlock block) {
  source.handoff = formats::read_handoff(*document);
  source.handoff.git = std::move(block);
  source.document = std::move(document);
}

}  // namespace

BriefSource brief_source(const Store& store, const Record& record) {
  BriefSource source{.id = record.at.id,
                     .author = record.git().author,
                     .agent = record.git().agent,
                     .time = record.time(),
                     .foreign = !store.made_here(record.oid),
                     .document = record.document,
                     .handoff = record.handoff};
  source.stale = now() - record.time() > kStaleAfter;
  source.claims = claims_of(store, record);
  return source;
}

std::optional<BriefSource> brief_source_here(const Store& store) {
  const git::Repository& repository = store.repository();
  std::string label = repository.head().label();
  std::vector<model::Note> notes = notes_for(read_journal(repository.layout().journal_file()), label);
  std::optional<Record> record = store.newest_on(label);
  if (!record && notes.empty())
    return std::nullopt;
  BriefSource source;
  if (record)
    source = brief_source(store, *record);
  if (!notes.empty()) {
    auto document = std::make_shared<Json>(Json::object());
    fold_notes(*document, notes, record ? record->document.get() : nullptr);
    model::Mode mode = source.handoff.mode;
    put_document(source, std::move(document), record ? record->git() : model::GitBlock{});
    source.handoff.mode = mode;
  }
  return source;
}

}  // namespace handoff::ops
