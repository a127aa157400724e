#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/process.hpp"
#include "git/repo/repository.hpp"
#include "ops/operation/file_moves.hpp"

namespace handoff::ops {

/// What shows that all is done.
struct CheckoutGoal {
  std::string branch = {};  ///< short name: HEAD is on it
  std::string record = {};  ///< full ref: it is gone
};

bool is_checkout_open(const git::Repository& repository);
/// Renames a damaged `files.json` to `files.json.damaged`; gives its path where it did.
std::optional<std::string> set_damaged_checkout_log_aside(const git::Repository& repository);

}  // namespace handoff::ops

/// `files.json` and the folder `checkout` beside op.json: what a checkout moves, and the old files.
namespace handoff::ops::checkout {

/// How a file is called that lies beside its path, where that is on another file system.
constexpr const char* kBeside = ".git-handoff-";

std::string log_file(const git::Repository& repository);
std::string log_folder(const git::Repository& repository);
/// The index before the swap, and as it was swapped in; both in the folder.
std::string index_before(const git::Repository& repository);
std::string index_after(const git::Repository& repository);

struct OpenLog {
  CheckoutGoal goal;
  std::string head;
  std::string branch_at;  ///< the commit at which the goal's branch was made; empty: it was there
  int64_t started = 0;    ///< nanoseconds
  bool copied = false;    ///< with its repository: inodes are others
  ProcessIdentity process;
  std::vector<FileMove> moves;
};

/// nullopt: there is none. Throws fail_damaged() where it is not whole, or names a place that is
/// not ours.
std::optional<OpenLog> read_log(const git::Repository& repository);
/// Durably. HEAD, the time and this process are added here.
void write_log(const git::Repository& repository, const CheckoutGoal& goal,
               const std::string& branch_at, const std::vector<FileMove>& moves);
/// Old files, and new ones that never came, lie in the log's folder; on another file system than
/// the git directory's, beside their paths: these go.
void forget_places(const git::Repository& repository, const std::vector<FileMove>& moves);
/// The log, its folder and what lies beside paths.
void remove_log(const git::Repository& repository, const std::vector<FileMove>& moves);

}  // namespace handoff::ops::checkout
