#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/json.hpp"

namespace handoff::formats {

/// What a writer may need to know besides the record.
struct WriteContext {
  std::string root = {};  ///< absolute path of the repository, for formats that want absolute paths
  std::string id = {};    ///< the record's id, for formats that name their documents
  std::string branch = {};
  struct Worktree {
    std::string path = {}, branch = {};
  };
  std::vector<Worktree> worktrees = {};  ///< the linked ones, for formats that name them
  std::vector<std::string> plans =
      {};  ///< planning documents that lie there, for those that want some
};

/// What a written document does not say in the format's own terms.
struct Losses {
  std::vector<std::string> dropped =
      {};  ///< fields that are not in the document ("tdd", "documents (in part)")
  std::vector<std::string> carried =
      {};  ///< fields that stand in the extra field `git_handoff`, for ourselves only
};

/// A document that is to be told apart: `json` is its value where it is JSON, else null.
struct Probe {
  std::string_view bytes = {};
  std::string_view file_name = {};
  const Json* json = nullptr;
};

/// Where a system keeps a document: from the top of the repository, `*` for one folder.
struct Place {
  enum class Kind {
    state,     ///< local state: ignored, and left out of commits
    anywhere,  ///< the same, and so is a file of this name in any other folder
    project,   ///< part of the project, or written only when asked for
  };
  std::string_view path;
  Kind kind = Kind::state;
  // Twins, beside it.
  std::string_view summary = {};  ///< the same for people, which says less
  std::string_view backup = {};   ///< what it was before
};

/// One line of the table of formats. docs/adding-a-format.md shows how to add one.
struct Format {
  std::string_view name;
  std::string_view system;   ///< whose format it is
  std::string_view purpose;  ///< for people, one line
  std::vector<Place> places;
  /// How sure it is that a document is its own, 0 to 100.
  int (*detect)(const Probe& probe);
  /// The record that a document holds, without a `git` block. Lenient; throws a Failure with a
  /// place for what cannot be read at all. What a person should know is added to `warnings`.
  Json (*read)(std::string_view bytes, std::string_view source, std::vector<std::string>& warnings);
  /// The document that holds a record, strict in form.
  std::string (*write)(const Json& record, const WriteContext& context, Losses& losses);
};

}  // namespace handoff::formats
