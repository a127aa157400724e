#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "git/objects/objects.hpp"
#include "git/repo/repository.hpp"
#include "model/origin.hpp"

namespace handoff::ops {

/// Where the texts and the snapshot of one version of a record came from.
struct TextOrigins {
  model::Origin snapshot = model::Origin::stranger;
  model::Origin rest = model::Origin::stranger;     ///< of the texts that are not named
  std::map<std::string, model::Origin> texts = {};  ///< by the hash of a line; lower or higher

  bool is_mine() const { return rest == model::Origin::mine && texts.empty(); }
  /// Of each text the lower of both.
  void lower_to(const TextOrigins& other);
  model::Origin lowest() const;
};

/// The file `<common-dir>/handoff/provenance`: what was written down about commits, trees and lines
/// of text, each line under the user's seal and believed only with it. Seals are looked at when a
/// line is asked for: the file grows with every version there ever was.
class ProvenanceBook {
 public:
  /// What the file holds now. Read again only where it has changed.
  static std::shared_ptr<const ProvenanceBook> of(const git::Repository& repository);
  ProvenanceBook(std::string file, std::string text);

  /// Of the record with this tree; nullptr: nothing was written down. Valid as long as the book.
  const TextOrigins* of_tree(const std::string& tree) const;
  /// Of the version that this commit is; nullptr: this user's program has not written it here.
  const TextOrigins* of_commit(const std::string& oid) const;
  /// A hash of an item, the id of a snapshot, of a version, or of a record's tree: has the user
  /// read it?
  bool is_read(const std::string& hash) const;
  /// May anything be? Else no hash needs to be made to ask for it.
  bool has_reads() const { return x_has_reads; }
  /// The versions that were written down, oldest first. Seals are not looked at.
  std::vector<std::string> versions() const;

 private:
  struct Line {
    std::string_view text = {};
    mutable std::optional<bool> sealed = std::nullopt;
  };
  const TextOrigins* origins_of(const std::string& key) const;
  bool believes(const Line& line) const;
  bool says(std::string_view kind, const std::string& key) const;

  std::string x_file, x_text;
  std::vector<Line> x_lines = {};
  bool x_has_reads = false;
  std::unordered_multimap<std::string_view, size_t> x_by_key = {};  ///< indexes into x_lines
  mutable std::unordered_map<std::string, TextOrigins> x_origins = {};
};

/// Adds what is known of a version. Nothing is written where the user has no key.
void write_version(const git::Repository& repository, const std::string& oid,
                   const std::string& tree, const TextOrigins& origins);
/// Adds that these hashes and ids were read.
void write_read(const git::Repository& repository, const std::vector<std::string>& hashes);

/// Drops the lines of versions that are in no object any more.
void compact_provenance(const git::Repository& repository, git::ObjectDatabase& objects);

}  // namespace handoff::ops
