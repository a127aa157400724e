#include <algorithm>

#include "base/text.hpp"
#include "ops/check/facts.hpp"

namespace handoff::ops {

namespace {

/// So many relevant commits are findings of their own; the rest is in commits_since.
constexpr size_t kShown = 5;
constexpr size_t kFilesShown = 5;

model::CommitSince weigh(const Facts& facts, const git::LogEntry& entry, bool on_upstream) {
  model::CommitSince since{.oid = entry.oid,
                           .subject = entry.subject,
                           .author = entry.author,
                           .time = entry.commit_time,
                           .on_upstream = on_upstream};
  for (const std::string& file : entry.files)
    if (int relevance = facts.named.relevance_of(file); relevance > 0) {
      since.files.push_back(file);
      since.relevance = std::max(since.relevance, relevance);
    }
  return since;
}

std::string_view reason_of(int relevance) {
  switch (relevance) {
    case 3:
      return "what the next action names";
    case 2:
      return "what open tasks name";
    default:
      return "what the record names";
  }
}

Finding tell(const model::CommitSince& since) {
  std::vector<std::string> files = since.files;
  size_t more = files.size() > kFilesShown ? files.size() - kFilesShown : 0;
  files.resize(files.size() - more);
  Finding finding{.code = "commit-since",
                  .subject = short_oid(since.oid) + " (" + since.subject + ")",
                  .state = FindingState::changed,
                  .to = since.oid,
                  .relevance = since.relevance};
  finding.evidence = std::string(since.on_upstream ? "on the upstream, touches " : "touches ") +
                     std::string(reason_of(since.relevance)) + ": " + join(files, ", ") +
                     (more > 0 ? " and " + std::to_string(more) + " more" : "");
  finding.suggestion = "git show " + short_oid(since.oid);
  return finding;
}

}  // namespace

Findings check_since(const Facts& facts, model::CheckReport& report) {
  report.since_head = facts.since_head.size();
  report.since_upstream = facts.since_upstream.size();
  auto take = [&](const std::vector<git::LogEntry>& entries, bool on_upstream) {
    for (const git::LogEntry& entry : entries)
      if (model::CommitSince since = weigh(facts, entry, on_upstream); since.relevance > 0)
        report.relevant.push_back(std::move(since));
  };
  take(facts.since_head, false);
  take(facts.since_upstream, true);
  std::stable_sort(report.relevant.begin(), report.relevant.end(),
                   [](const model::CommitSince& a, const model::CommitSince& b) {
                     return std::pair(a.relevance, a.files.size()) >
                            std::pair(b.relevance, b.files.size());
                   });
  Findings findings;
  for (const model::CommitSince& since : report.relevant)
    if (findings.size() < kShown)
      findings.push_back(tell(since));
  if (facts.by_time && !facts.written)
    findings.push_back({.code = "since",
                        .subject = "commits since",
                        .state = FindingState::unverifiable,
                        .evidence = "neither the commit that the work stood on nor the time of the "
                                    "record is known"});
  else if (facts.by_time && !facts.head.empty())
    findings.push_back(
        {.code = "since",
         .subject = "commits since",
         .state = FindingState::info,
         .evidence = "found by time: the commit that the work stood on is not known here"});
  return findings;
}

}  // namespace handoff::ops
