#include <nlohmann/json.hpp>

#include "formats/record/record.hpp"
#include "ops/brief/brief.hpp"
#include "ops/check/check.hpp"
#include "ops/notes/journal.hpp"
#include "ops/notes/merge_notes.hpp"

namespace handoff::ops {

namespace {

/// What check found changed or unverifiable.
void put_claims(const Store& store, const Record& record, BriefSource& source,
                std::optional<git::StatusQuestion> status) {
  model::CheckReport report =
      check(store.repository(), subject_of(store, record), std::move(status));
  source.stale = report.age_band == model::AgeBand::stale;
  for (const model::Finding& finding : report.findings)
    if (finding.state == model::FindingState::changed ||
        finding.state == model::FindingState::unverifiable)
      source.claims.push_back({.changed = finding.state == model::FindingState::changed,
                               .subject = finding.subject,
                               .evidence = finding.evidence,
                               .relevance = finding.relevance});
}

}  // namespace

BriefSource brief_source(const Store& store, const Record& record,
                         std::optional<git::StatusQuestion> status) {
  BriefSource source{.id = record.at.id,
                     .oid = record.oid,
                     .author = record.git().author,
                     .agent = record.git().agent,
                     .time = record.time(),
                     .foreign = !store.made_here(record.oid),
                     .document = record.document,
                     .handoff = record.handoff};
  put_claims(store, record, source, std::move(status));
  return source;
}

std::optional<BriefSource> brief_source_here(const Store& store, bool with_record,
                                             std::optional<git::StatusQuestion> status) {
  const git::Repository& repository = store.repository();
  git::Head head = repository.head();
  std::vector<model::Note> notes =
      notes_for(read_journal(repository.layout().journal_file()), head.label());
  std::optional<Record> record = with_record ? store.current(head) : std::nullopt;
  if (!record && notes.empty())
    return std::nullopt;
  BriefSource source;
  if (record)
    source = brief_source(store, *record, std::move(status));
  if (notes.empty())
    return source;
  // The notes since change the record: what they close is closed, what they add stands there.
  auto document = std::make_shared<Json>(Json::object());
  fold_notes(*document, notes, record ? record->document.get() : nullptr);
  model::Handoff handoff = formats::read_handoff(*document);
  handoff.git = source.handoff.git;
  handoff.mode = source.handoff.mode;
  source.handoff = std::move(handoff);
  source.document = std::move(document);
  return source;
}

}  // namespace handoff::ops
