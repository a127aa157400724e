#pragma once

#include <optional>
#include <string>

#include "base/clock.hpp"
#include "base/process.hpp"
#include "git/repo/repository.hpp"
#include "ops/operation/step.hpp"

namespace handoff::ops {

/// What `op.json` holds of the operation under way, and `last.json` of the one before.
struct OpFile {
  Transaction transaction;
  ProcessIdentity process;
  Seconds started = 0;
  std::string prepared_index;  ///< path; `index.lock` is a hard link to it
};

std::string op_file(const git::Repository& repository);
std::string last_file(const git::Repository& repository);

/// Every byte of a path or a ref's name comes back, UTF-8 or not.
std::string write_op(const std::string& path, const OpFile& op);
/// `op.json` becomes `last.json`; what is in the way of that is set aside, as what is damaged is.
/// False: it cannot (errno).
bool keep_as_last(const git::Repository& repository);
/// `.damaged` behind the name. False: it cannot be renamed (errno).
bool set_aside(const std::string& file);
/// nullopt where there is none; a damaged one throws what is to be said of it.
std::optional<OpFile> read_op_file(const std::string& path);

}  // namespace handoff::ops
