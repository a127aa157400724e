#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "git/objects/objects.hpp"
#include "git/repo/repository.hpp"
#include "model/note.hpp"
#include "model/origin.hpp"
#include "ops/records/provenance_book.hpp"
#include "ops/records/record.hpp"

namespace handoff::ops {

using model::Origin;

/// What is known in this clone of where texts and snapshots came from, by the ProvenanceBook.
/// Nothing in a record has a say in it. The unit is the line of text, so that it is the same text
/// wherever a verb puts it.
class Provenance {
 public:
  explicit Provenance(const git::Repository& repository);

  /// The lowest of its texts.
  Origin of(const Record& record) const;
  Origin of_snapshot(const Record& record) const;
  /// The lower of both: of words and work.
  Origin of_all(const Record& record) const { return std::min(of(record), of_snapshot(record)); }
  /// Of a text that stands in the record.
  Origin of_text(const Record& record, std::string_view text) const;
  /// Of a row that a list shows without reading the record.
  bool is_readable_row(const std::string& oid, const std::vector<std::string>& texts) const;

 private:
  /// As it was written down; what was never written down is a stranger's.
  const TextOrigins& origins_of(const Record& record) const;
  Origin of_line(const TextOrigins& origins, const std::string& line) const;
  Origin lifted(Origin origin, const std::string& hash) const;

  const git::Repository& x_repository;
  std::shared_ptr<const ProvenanceBook> x_book;
};

/// What the texts of a new version were taken from.
struct Sources {
  std::vector<std::reference_wrapper<const Record>> records = {};
  std::vector<model::Note> notes = {};
  const Json* input = nullptr;  ///< a document that was handed in
  Origin input_origin = Origin::mine;
  Origin snapshot = Origin::mine;
};

/// Those of the texts that are not the user's own: they stand in one of the sources, and somebody
/// else wrote them there.
std::vector<std::string> not_own(const git::Repository& repository, const Sources& sources,
                                 const std::vector<std::string>& texts);

/// Writes down where the texts of a version came from: what stands in one of the sources is as low
/// as it is there, all else is the user's.
/// `objects` may be a quarantine's.
void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Sources& sources);
/// A further version of a record, with the same snapshot.
void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Record& before);

/// A record that a fetch saw is a live one now: what its remote is trusted with stays so.
void remember_arrival(const git::Repository& repository, const Record& seen,
                      const std::string& oid);

/// A person had all of it on a terminal, and said so. Never throws.
void remember_read(const git::Repository& repository, const Record& record);

/// Of an imported record the commands in it are whoever wrote the document's.
bool text_is_imported(const git::Repository& repository, const std::string& oid);
void remember_imported(const git::Repository& repository, const std::string& oid);

/// Gives each note the origin that its texts have in the record that it was taken from.
void set_origins(const git::Repository& repository, const Record& record,
                 std::vector<model::Note>& notes);

}  // namespace handoff::ops
