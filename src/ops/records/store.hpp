#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "git/objects/commits.hpp"
#include "git/objects/quarantine.hpp"
#include "git/objects/trees.hpp"
#include "git/repo/refs.hpp"
#include "git/repo/repository.hpp"
#include "model/handoff.hpp"
#include "model/json.hpp"
#include "ops/records/record.hpp"

namespace handoff::ops {

/// What a new version of a record holds.
struct NewVersion {
  Json* document = nullptr;  ///< its git block is written from `block`
  model::GitBlock block = {};
  std::string previous = {};  ///< the version it follows, empty for a new record
  std::string snapshot =
      {};  ///< commit that holds the code: the WIP commit, or HEAD in a clean tree
  std::string base_tree = {};  ///< attachments to keep (the previous version's tree), or empty
  std::vector<git::TreeEdit> attachments =
      {};                    ///< index-entries, staged/, stages/, raw/, documents/
  std::string subject = {};  ///< of the record's commit
  /// Does its message say what lists show? Not what nobody here has read: lists read the record.
  bool tells = true;
  std::string trailers = {};  ///< more lines of its message, each `Name: value` with its LF
};

/// The records of one repository: refs/handoffs/.
class Store {
 public:
  explicit Store(const git::Repository& repository);

  /// Where the refs of a place begin.
  static std::string prefix_of(RecordRef::Place place);
  /// The record that a ref names; nullopt where its name is none of ours. `message`: of its commit,
  /// which alone names the branch of one that was published.
  static std::optional<RecordRef> record_at(const git::Ref& ref, std::string_view message = {});

  /// Of several live or retired records with one id none of the doubles(); the user's own is first.
  /// So in all these lists.
  std::vector<RecordRef> active() const;
  /// Records directly below the branch: `feature` does not list `feature/x`.
  std::vector<RecordRef> active_on(const std::string& branch) const;
  std::vector<RecordRef> archived() const;
  std::vector<RecordRef> remote() const;
  /// All three, in one listing.
  std::vector<RecordRef> everywhere() const;
  /// Live or retired ones that nobody here has read, and that have the id of one that is known.
  std::vector<RecordRef> doubles() const;
  /// The refs of those among these, which are then in the order of such lists. `prefixes`: below
  /// them these are all.
  std::set<std::string> doubles_among(std::vector<RecordRef>& records,
                                      const std::vector<std::string>& prefixes) const;

  /// Reads the newest version. The git block is verified against the ref, the trailers and the
  /// parents: where they disagree the commit is believed, and the record says so. Throws a Failure
  /// where it is damaged.
  Record load(const RecordRef& ref) const;
  /// Reads an older version.
  Record load_version(const RecordRef& ref, const std::string& oid) const;
  /// The same; nullopt where somebody else made it, and the LookBudget does not reach so far.
  std::optional<Record> look_at(const RecordRef& ref) const;
  /// All of these that can be read, newest first (pauses before checkpoints); damaged ones are
  /// counted. Those of others: as far as the LookBudget reaches.
  std::vector<Record> load_all(const std::vector<RecordRef>& refs, size_t* damaged = nullptr) const;
  /// Those of them that decide anything (see is_known()), in the same order.
  std::vector<Record> load_known(const std::vector<RecordRef>& refs) const;
  /// Oids of all versions, newest first.
  std::vector<std::string> versions(const RecordRef& ref) const;

  /// How this very record is named on a command line: by its id, or where another version of it is
  /// here as `REMOTE/ID`.
  std::string name_for(const RecordRef& ref) const;
  /// What a command line means: an id, a unique part of one, `@`, `@{n}`, each with `~n` behind it.
  /// `@` is `current()`. Active records win over remote ones, those over archived ones. Throws a
  /// Failure (exit 1) with the candidates where it is unknown or ambiguous.
  Record find(const std::string& spec, const git::Head& head) const;
  /// The live records of HEAD's branch, pauses before checkpoints. Where it has none under its
  /// name: the one whose WIP commit HEAD is, else those of a rebase or bisect that was begun on it,
  /// else those under a name that it had before and that HEAD stands on. Damaged ones are counted.
  std::vector<Record> live_on(const git::Head& head, size_t* damaged = nullptr) const;
  /// Those under the name of what is checked out only, newest first. On a detached HEAD not those
  /// of a rebase of another branch than is rebased now.
  std::vector<Record> live_at(const git::Head& head, size_t* damaged = nullptr) const;
  /// The record that is meant where none is named: the first of them. Throws where all are damaged.
  std::optional<Record> current(const git::Head& head) const;
  /// The live record that HEAD's commit names, where the branch that the record is of is gone: it
  /// was renamed. What the commit is to the record's work is not asked.
  std::optional<Record> of_wip_at(const git::Head& head) const;

  /// An id for a record of this branch that no record of it has, live or archived.
  std::string new_id(const std::string& branch, int64_t time) const;
  /// What such an id begins with: lower case, so that no file system takes two for one, and without
  /// a secret that the branch is named by.
  static std::string slug_of(const std::string& branch);
  static std::string active_ref(const std::string& branch, const std::string& id);
  static std::string archive_ref(const std::string& branch, const std::string& id);

  /// Writes a version's objects; the ref is moved by the operation. Gives the commit.
  std::string write(git::Quarantine& into, const NewVersion& version,
                    const git::Identity& identity) const;

  /// missing_of_work(), asked once of each commit.
  const std::string& missing_of(const model::GitBlock& block) const;

  git::ObjectDatabase& objects() const;
  const git::Repository& repository() const { return x_repository; }

 private:
  /// May HEAD's branch be the record's? Not while the branch that it names is there: then HEAD is
  /// on a copy, or on a branch that began there.
  bool is_homeless(const RecordRef& ref, const git::Head& head) const;
  /// Those paused on a detached HEAD, in a rebase or bisect of this branch, which is over by now.
  std::vector<Record> begun_here(const git::Head& head) const;
  std::vector<Record> under_earlier_names(const git::Head& head, size_t* damaged) const;
  std::vector<RecordRef> below(const std::string& prefix) const;
  std::vector<RecordRef> listed(const std::string& prefix) const;
  std::vector<RecordRef> without_doubles(std::vector<RecordRef> records,
                                         const std::string& prefix) const;
  std::vector<RecordRef> local_but(const std::vector<std::string>& prefixes) const;
  void put_readable_first(std::vector<Record>& records) const;
  /// A Failure (exit 1) where a partial clone was promised this part of what a remote has.
  void expect_fetched(const RecordRef& ref, const std::string& oid) const;
  std::optional<Record> read(const RecordRef& ref, const std::string& oid, bool unasked) const;
  const git::Repository& x_repository;
  mutable std::unique_ptr<git::ObjectDatabase> x_objects;
  mutable std::map<std::string, std::string> x_missing;  ///< by the commit of the work
};

/// Those of the records that a WIP commit with this id can be of: one of that id, else what went on
/// from it under a new id, where the commit was kept.
std::vector<RecordRef> named_by_wip(const Store& store, std::vector<RecordRef> records,
                                    const std::string& id);

/// Opens the record's own files: `index-entries`, `raw/...`. nullopt where this version has none;
/// throws a Failure where it is too large for an index of two million files.
std::optional<std::string> read_attachment(const Store& store, const Record& record,
                                           const std::string& path);
/// The files in a folder of the record's tree ("raw", "gone"), by their paths in it.
std::vector<git::TreeEdit> attached_files(const Store& store, const Record& record,
                                          const std::string& folder);

}  // namespace handoff::ops
