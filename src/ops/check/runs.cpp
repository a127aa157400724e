#include "ops/check/runs.hpp"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "ops/worktree/private_list.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostKept = 100;
constexpr const char* kCalls = "calls";

/// HEAD is each worktree's own.
PrivateList run_list(const git::Repository& repository) { return {repository, "runs.json"}; }

}  // namespace

namespace {

/// What is uncommitted in the working tree, in short: an edit that was saved gives another text.
std::string state_of(const git::Repository& repository, const git::Status& status) {
  std::string text;
  for (const git::StatusEntry& entry : status.entries) {
    text += std::string() + entry.staged + entry.unstaged + ' ' + entry.oid_index + ' ' +
            entry.submodule + ' ' + entry.path;
    struct stat at = {};
    if (::lstat(join_path(repository.layout().root, entry.path).c_str(), &at) == 0)
      text += ' ' + std::to_string(at.st_size) + ' ' + std::to_string(at.st_mtim.tv_sec) + '.' +
              std::to_string(at.st_mtim.tv_nsec);
    text += '\0';
  }
  return to_hex(sha256(text));
}

}  // namespace

void remember_runs(const git::Repository& repository, const std::string& version,
                   const git::Status& status, const std::vector<VerificationRun>& runs) {
  const std::string head = repository.head().oid;
  if (version.empty() || head.empty() || runs.empty())
    return;
  Json call = {{"record", version},
               {"head", head},
               {"tree", state_of(repository, status)},
               {"runs", Json::array()}};
  for (const VerificationRun& run : runs)
    call["runs"].push_back({{"command", to_valid_utf8(run.command)}, {"exit", run.exit_code}});
  try {
    const PrivateList list = run_list(repository);
    const Json known = list.read();
    Json kept = Json::array();
    const auto calls = formats::items_of(formats::field(known, kCalls));
    for (size_t i = calls.size() >= kMostKept ? calls.size() - kMostKept / 2 : 0; i < calls.size();
         ++i)
      kept.push_back(calls[i].get());
    kept.push_back(std::move(call));
    list.write({{kCalls, std::move(kept)}});
  } catch (const Failure&) {
    return;  // then it is not remembered
  }
}

std::map<std::string, int> remembered_runs(const git::Repository& repository,
                                           const std::string& version, const git::Status& status) {
  std::map<std::string, int> codes;
  const std::string head = repository.head().oid;
  if (version.empty() || head.empty())
    return codes;
  const Json known = run_list(repository).read();
  const std::string tree = state_of(repository, status);
  for (const Json& call : formats::items_of(formats::field(known, kCalls))) {
    if (formats::text_of(formats::field(call, "record")) != version ||
        formats::text_of(formats::field(call, "head")) != head ||
        formats::text_of(formats::field(call, "tree")) != tree)
      continue;
    for (const Json& run : formats::items_of(formats::field(call, "runs")))
      if (const Json& code = formats::field(run, "exit"); code.is_number_integer())
        codes[formats::text_of(formats::field(run, "command"))] = code.get<int>();
  }
  return codes;
}

}  // namespace handoff::ops
