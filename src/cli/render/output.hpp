#pragma once

#include <string>

#include "ops/exchange/import_export.hpp"

namespace handoff::cli {

/// Names on stderr what the format has no place for, and what looks like a secret.
void tell_of_losses(const std::string& format, const ops::ExportReport& report);

/// Writes a document to standard output: byte for byte into a pipe or file, with control bytes made
/// visible on a terminal.
void print_document(const std::string& bytes);

/// Reads a document for a command line; asks on a terminal before a backup is taken. Warnings go to
/// stderr. `repository`: null where nothing is kept of it.
ops::Document read_document_argument(const git::Repository* repository, const std::string& file,
                                     const std::string& format = {});

/// "since 22 Nov", by the reader's clock: when what is open was first written down in a record;
/// nothing of today's.
std::string since_text(const std::string& carried_from);

/// Prints a result as JSON, secrets masked.
void print_json(const Json& value);

}  // namespace handoff::cli
