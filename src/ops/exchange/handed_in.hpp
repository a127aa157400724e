#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/json.hpp"
#include "model/note.hpp"
#include "ops/records/provenance.hpp"
#include "ops/worktree/private_list.hpp"

namespace handoff::ops {

/// Bytes that somebody hands in, by a file or by standard input, and whose words they are. Nothing
/// else reads such, so none come in without the question.
///
/// What stands in a file that git tracks, or in an object as it is, came with the clone, unless it
/// was handed in before, by when it had not, or the user's own pause or checkpoint alone has kept
/// it; so did what has most of its words from documents that
/// git tracks, but for the user's own records, and for lines of which those have nothing. Whoever
/// hands in another file of the tree vouches for having read it, not for what it says. All else is
/// the word of who hands it in.
class HandedIn {
 public:
  /// The repository has to outlive it. Null where nothing is kept of it: then it is taken for a
  /// file of the clone.
  static HandedIn from_stdin(const git::Repository* repository);
  /// nullopt: there is no such file.
  static std::optional<HandedIn> from_file(const git::Repository* repository,
                                           const std::string& path);

  const std::string& bytes() const { return x_bytes; }
  const std::string& file() const { return x_file; }  ///< empty: standard input
  /// Of these bytes as a document.
  WhoseWords whose_words(const Json& document) const;
  /// Of these bytes as notes: sets Note::origin.
  void set_origins(std::vector<model::Note>& notes) const;

 private:
  HandedIn(const git::Repository* repository, std::string file, std::string bytes);

  const git::Repository* x_repository;
  std::string x_file, x_bytes;
  model::Origin x_origin = model::Origin::files;  ///< of what did not come with the clone
  bool x_is_of_clone = true;                      ///< all of it is
  bool x_is_mixed = false;                        ///< most of it is
};

/// Whose a record is that an agent says: its own, but what most of its words are where those stand
/// in documents that came with the clone.
WhoseWords whose_words(const git::Repository& repository, const Json& document);

/// What was taken into records of this worktree: `{"<record id>": [{"path": ..., "bytes": <base64>,
/// "mode": <0600>, "own": bool, "consumed": bool}]}`
PrivateList input_list(const git::Repository& repository);
/// The bytes of an entry.
std::string bytes_of_input(const Json& entry);

}  // namespace handoff::ops
