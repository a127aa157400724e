#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/objects/objects.hpp"
#include "git/repo/repository.hpp"
#include "model/note.hpp"
#include "model/origin.hpp"
#include "ops/records/provenance_book.hpp"
#include "ops/records/record.hpp"
#include "ops/records/telling_texts.hpp"
#include "ops/records/trust.hpp"

namespace handoff::ops {

using model::Origin;

/// What is known in this clone of where texts and snapshots came from, by the ProvenanceBook.
/// Nothing in a record has a say in it. Where a text came from is known line by line, so that it is
/// the same text wherever a verb puts it; what was read is an item in its field: the same words
/// elsewhere say something else.
class Provenance {
 public:
  explicit Provenance(const git::Repository& repository);
  const git::Repository& repository() const { return x_repository; }

  /// The lowest of its texts. What a record of the user's own took from files and commits of this
  /// clone stands apart, and does not lower it.
  Origin of(const Record& record) const;
  /// Is there no text in it that came from elsewhere?
  bool is_all_mine(const Record& record) const;
  /// Does it hold anything that no user here has written or read?
  bool holds_unread(const Record& record) const;
  /// Has somebody here written or read all of it, words and work? Only that is signed: what is
  /// trusted may be unread.
  bool is_vouched_for(const Record& record) const;
  /// Is it the user's own but for some items? Then those are taken out for an agent, and named.
  bool is_own_with_unread_items(const Record& record) const;
  /// Of one item: the value (an element, where the field is a list) below these keys.
  Origin of_item(const Record& record, const std::vector<std::string>& path,
                 const Json& item) const;
  Origin of_snapshot(const Record& record) const;
  /// The lower of both: of words and work.
  Origin of_all(const Record& record) const { return std::min(of(record), of_snapshot(record)); }
  /// Of a text that stands in the record.
  Origin of_text(const Record& record, std::string_view text) const;
  /// May a list that does not read this version show its words?
  bool is_readable_row(const std::string& oid) const;
  /// The same, and the user's program wrote this very commit of what is the user's own: its subject
  /// and its trailers, which nobody is shown when a record is read, say what the record says.
  bool is_own_commit_of_record(const std::string& oid) const;
  /// Has a person read a version with this tree here?
  bool is_read_tree(const std::string& tree) const;
  /// Is this version the user's own, whatever single items of it are?
  bool is_own(const Record& record) const;
  bool is_own_row(const std::string& oid) const;
  /// Was each item of this document read, in the fields that they stand in?
  bool is_read(const Json& document) const;

 private:
  struct Texts;
  struct Item;
  /// As it was written down; what was never written down is a stranger's.
  const TextOrigins& origins_of(const Record& record) const;
  bool is_trusted(const Record& record) const;
  const Texts& texts_of(const Record& record) const;
  /// Of what the book names by its tree nothing else has a say: kept as long as the book is.
  std::shared_ptr<const Texts>& kept_texts(const Record& record) const;
  Item look_at(const TextOrigins& origins, const std::vector<std::string>& path,
               const Json& item) const;
  Origin lifted(Origin origin, const std::string& hash) const;
  Origin of_rest(const Record& record, Origin known) const;

  const git::Repository& x_repository;
  std::shared_ptr<const ProvenanceBook> x_book;
  mutable std::map<std::string, std::shared_ptr<const Texts>> x_texts = {};  ///< by tree
  mutable std::optional<Trust> x_trust = {};                                 ///< once asked for
};

/// Whose words a document has that somebody hands in.
struct WhoseWords {
  Origin origin = Origin::mine;       ///< of all but those below
  std::vector<std::string> own = {};  ///< lines as each_line() has them: of who hands it in
  Origin of_own = Origin::mine;       ///< ... so far
};

/// What the texts of a new version were taken from.
struct Sources {
  std::vector<std::reference_wrapper<const Record>> records = {};
  std::vector<model::Note> notes = {};
  const Json* input = nullptr;  ///< a document that was handed in
  WhoseWords input_words = {};
  std::vector<std::string> typed = {};   ///< what the user said just now
  std::vector<std::string> others = {};  ///< what others committed to files, and said in commits
  Origin snapshot = Origin::mine;
};

/// Those of the texts that are not the user's own: they stand in one of the sources, and somebody
/// else wrote them there.
std::vector<std::string> not_own(const git::Repository& repository, const Sources& sources,
                                 const std::vector<std::string>& texts);

using ItemTest = std::function<bool(const std::vector<std::string>& path, const Json& item)>;
/// Tells the items of a version about to be written that nobody here has written or read; empty:
/// there are none.
ItemTest unread_items(const git::Repository& repository, const Sources& sources);

/// Writes down where the texts of a version came from: what stands in one of the sources is as low
/// as it is there, all else is the user's.
/// `objects` may be a quarantine's.
void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Sources& sources);
/// A further version of a record, with the same snapshot. Of one that nobody has read it is as
/// unread.
void remember_version(const git::Repository& repository, git::ObjectDatabase& objects,
                      const std::string& oid, const Json& document, const Record& before);

/// A record that a fetch saw is a live one now: what its remote is trusted with stays so.
void remember_arrival(const git::Repository& repository, const Record& seen,
                      const std::string& oid);

/// A person had all of it on a terminal, and said so. Never throws.
void remember_read(const git::Repository& repository, const Record& record);

/// Gives each note the origin that its texts have in the record that it was taken from.
void set_origins(const git::Repository& repository, const Record& record,
                 std::vector<model::Note>& notes);

}  // namespace handoff::ops
