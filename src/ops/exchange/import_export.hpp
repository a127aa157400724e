#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "formats/foreign/format.hpp"
#include "git/repo/repository.hpp"
#include "model/json.hpp"
#include "ops/pause/pause.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

struct DocumentRequest {
  std::string file = {};    ///< a path, or "-" for standard input
  std::string format = {};  ///< a name of the table of formats; empty: told by content
  /// Asked before the copy that a system keeps beside a damaged file is taken in its place; unset:
  /// no.
  std::function<bool(const std::string& question)> confirm = {};
};

/// A document from outside as a record.
struct Document {
  std::shared_ptr<const Json> record = {};
  std::string format = {};
  std::vector<std::string> warnings = {};
  std::string file =
      {};  ///< what was read: the file asked for, or what stood in for it; empty: standard input
  std::string bytes = {};  ///< of that file
  WhoseWords words = {.origin = Origin::files};
};

/// Reads a file in any known format. Where it is damaged: a HANDOFF.md beside a HANDOFF.json is
/// taken in its place, and so is `X.backup.json` beside `X.json` if `confirm` agrees; a warning
/// says so, with the age. `repository`: see HandedIn.
Document read_document_file(const git::Repository* repository, const DocumentRequest& request);

struct ExportRequest {
  std::string format = {};
  bool strict =
      false;  ///< fails (exit 1) where the format has no place for something, carried or not
};

struct ExportReport {
  std::string bytes = {};
  formats::Losses losses = {};
  std::vector<std::string> secrets = {};  ///< for people: "a GitHub token in line 4"
};

/// The document of a record. Throws a usage Failure with the names where the format is unknown.
ExportReport export_record(const git::Repository& repository, const Readable& record,
                           const ExportRequest& request);

/// The names of all formats, with commas between them.
std::string format_names();

/// A line of the table by its name; a usage Failure with all names for another one.
const formats::Format& format_named(const std::string& name);

}  // namespace handoff::ops
