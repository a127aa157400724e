#include "ops/verbs/edit.hpp"

#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/record/canonical.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/imported.hpp"
#include "ops/records/readable.hpp"
#include "ops/restore/noted_since.hpp"

namespace handoff::ops {

namespace {

/// What an edited document says that came with the one that was handed in, as a document.
Json words_of(const Document& given, const Record& before, const std::vector<std::string>& typed) {
  std::set<std::string> known;
  auto note_known = [&](const std::string& line) { known.insert(line); };
  each_text_of(*before.document, note_known);
  for (const std::string& text : typed)
    each_line(text, note_known);
  Json words = Json::array();
  each_text_of(formats::canonical(*given.record), [&](const std::string& line) {
    if (!known.contains(line))
      words.push_back(line);
  });
  return Json{{"", std::move(words)}};
}

}  // namespace

std::string edit_record(const Store& store, const Record& record, const Json& document,
                        const Document* given, const std::vector<std::string>& typed) {
  if (!record.at.remote.empty())
    refuse("'" + printable(record.at.id) + "' is what a fetch saw at '" +
               printable(record.at.remote) + "'",
           {"it can be edited where it was paused; here it can be resumed: git handoff resume " +
            record.at.id});
  if (record.at.archived())
    refuse("'" + printable(record.at.id) + "' is not a live record of this repository",
           {"bring it back first: git handoff undo " + record.at.id});
  if (is_withheld(store, record, Reader::agent))
    refuse("nobody here has read " + envelope_of(record) + ": it is not edited",
           {"read it in a terminal first: git handoff show " + printable(record.at.id)});
  git::Quarantine quarantine(store.repository());
  git::Identity identity = git::read_identity(store.repository(), true);
  Json edited = formats::canonical(document);
  const Provenance known(store.repository());
  put_withheld_back(known, record, edited);
  const Json words = given != nullptr ? words_of(*given, record, typed) : Json();
  const Sources sources{.records = {record},
                        .input = given != nullptr ? &words : nullptr,
                        .input_words = given != nullptr ? given->words : WhoseWords(),
                        .snapshot = known.of_snapshot(record)};
  const model::GitBlock& block = record.git();
  NewVersion version{.document = &edited,
                     .block = block,
                     .previous = record.at.oid,
                     .snapshot = block.wip_commit.empty() ? block.base : block.wip_commit,
                     .base_tree = record.commit.tree,
                     .subject = "handoff: edit",
                     .tells = !unread_items(store.repository(), sources)};
  std::string oid = store.write(quarantine, version, identity);
  const bool is_from_elsewhere =
      given != nullptr && !given->file.empty() && !contains(given->bytes, record.at.id);
  if (is_from_elsewhere || text_is_imported(store.repository(), record.oid))
    remember_imported(store.repository(), oid);
  remember_version(store.repository(), quarantine.objects(), oid, edited, sources);
  const std::string& file = store.repository().layout().journal_file();
  // Who deletes an item has closed it, also where the journal owns it; a step that was noted is
  // that of the record that is gone on from.
  std::vector<model::Note> noted = notes_for(read_journal(file), label_of(store, record));
  const auto names_step = [](const model::Note& note) {
    return note.kind == model::NoteKind::next;
  };
  if (std::ranges::any_of(noted, names_step) && !is_gone_on_from(store, record))
    std::erase_if(noted, names_step);
  JournalMove deleted = deleted_by_edit(record.at.id, *record.document, edited, noted);
  Transaction transaction{.verb = "edit",
                          .id = record.at.id,
                          .message = "handoff: edit",
                          .steps = {Step{.refs = {{record.at.ref, oid, record.at.oid}}},
                                    Step{.journal = std::move(deleted)}}};
  if (run_transaction(store.repository(), quarantine, transaction).lost_race)
    refuse("'" + printable(record.at.id) + "' was changed by somebody else meanwhile",
           {"look at it with 'git handoff show', then edit again"});
  quarantine.release();
  return oid;
}

}  // namespace handoff::ops
