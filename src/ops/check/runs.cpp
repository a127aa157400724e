#include "ops/check/runs.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostBytes = 1u << 20;
constexpr size_t kMostKept = 100;

/// HEAD is each worktree's own.
std::string file_of(const git::Repository& repository) {
  return join_path(repository.layout().own_dir(), "runs.jsonl");
}

std::vector<std::string> lines_of(const std::string& path) {
  return split_lines(read_file_at_most(path, kMostBytes).value_or(""));
}

}  // namespace

void remember_runs(const git::Repository& repository, const std::string& version,
                   const std::vector<VerificationRun>& runs) {
  const std::string head = repository.head().oid;
  if (version.empty() || head.empty() || runs.empty())
    return;
  Json line = {{"record", version}, {"head", head}, {"runs", Json::array()}};
  for (const VerificationRun& run : runs)
    line["runs"].push_back({{"command", to_valid_utf8(run.command)}, {"exit", run.exit_code}});
  try {
    const std::string path = file_of(repository);
    make_folders(parent_path(path));
    std::vector<std::string> lines = lines_of(path);
    if (lines.size() >= kMostKept)
      lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kMostKept / 2));
    lines.push_back(formats::write_json_line(line));
    std::string bytes;
    for (const std::string& one : lines)
      bytes += trim(one) + "\n";
    constexpr mode_t kPrivate = 0600;
    write_file_atomic(path, bytes, Durability::none, kPrivate);
  } catch (const Failure&) {
    return;  // then it is not remembered
  }
}

std::map<std::string, int> remembered_runs(const git::Repository& repository,
                                           const std::string& version) {
  std::map<std::string, int> codes;
  const std::string head = repository.head().oid;
  if (version.empty() || head.empty())
    return codes;
  try {
    for (const std::string& text : lines_of(file_of(repository))) {
      const Json line = Json::parse(text, nullptr, false);
      if (!line.is_object() || formats::text_of(formats::field(line, "record")) != version ||
          formats::text_of(formats::field(line, "head")) != head)
        continue;
      for (const Json& run : formats::items_of(formats::field(line, "runs")))
        if (const Json& code = formats::field(run, "exit"); code.is_number_integer())
          codes[formats::text_of(formats::field(run, "command"))] = code.get<int>();
    }
  } catch (const Failure&) {
    codes.clear();
  }
  return codes;
}

}  // namespace handoff::ops
