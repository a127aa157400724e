#include "ops/records/summaries.hpp"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "ops/records/summary_file.hpp"

namespace handoff::ops {

namespace {

/// The texts of a summary in the order in which the file has them. `branch` is that of the commit's
/// trailer: which name a ref gives a record may differ in case.
constexpr std::array kTexts = {
    &Summary::status,       &Summary::timestamp,     &Summary::workflow, &Summary::phase,
    &Summary::task,         &Summary::total_tasks,   &Summary::title,    &Summary::next_action,
    &Summary::user_message, &Summary::context_notes, &Summary::names,    &Summary::branch,
    &Summary::author,       &Summary::agent,         &Summary::base,     &Summary::wip_commit,
    &Summary::worktree};

constexpr uint8_t kOnBranch = 1;
constexpr int kModeShift = 1;

SummaryEntry to_entry(const Summary& summary) {
  SummaryEntry entry{.oid = summary.at.oid, .texts = {}, .time = summary.time};
  entry.flags = static_cast<uint8_t>((summary.on_branch ? kOnBranch : 0) |
                                     static_cast<int>(summary.mode) << kModeShift);
  for (auto text : kTexts)
    entry.texts.push_back(summary.*text);
  return entry;
}

/// nullopt where the file was written for other texts.
std::optional<Summary> to_summary(SummaryEntry entry, const RecordRef& at) {
  int mode = entry.flags >> kModeShift;
  if (entry.texts.size() != kTexts.size() || mode > static_cast<int>(model::Mode::emergency))
    return std::nullopt;
  Summary summary{.at = at, .mode = static_cast<model::Mode>(mode)};
  for (size_t i = 0; i < kTexts.size(); ++i)
    summary.*kTexts[i] = std::move(entry.texts[i]);
  summary.on_branch = (entry.flags & kOnBranch) != 0;
  summary.time = entry.time;
  return summary;
}

/// May another ref name this version as well? Then what of the summary is the ref's would be wrong
/// for it.
bool is_of_ref(const Summary& summary) {
  return summary.branch == (summary.at.branch == "HEAD" ? "" : summary.at.branch);
}

bool is_short(const Summary& summary) {
  return std::all_of(kTexts.begin(), kTexts.end(),
                     [&](auto text) { return (summary.*text).size() <= kLongestSummaryText; });
}

class KeptSummaries {
 public:
  explicit KeptSummaries(const git::Repository& repository)
      : x_path(join_path(repository.layout().shared_dir(), "summaries")), x_file(bytes()) {}

  std::optional<Summary> find(const RecordRef& at) const {
    std::optional<SummaryEntry> entry = x_file.find(at.oid);
    std::optional<Summary> summary = entry ? to_summary(std::move(*entry), at) : std::nullopt;
    return summary && is_of_ref(*summary) ? summary : std::nullopt;
  }

  /// What was read besides, where it was enough to be worth it. `listed` is all that was asked for:
  /// what others need stays as long as it is not more than that.
  void add(const std::vector<Summary>& fresh, size_t listed) {
    constexpr size_t kWorthWriting = 100;
    std::vector<SummaryEntry> entries;
    for (const Summary& summary : fresh)
      if (is_of_ref(summary) && is_short(summary))
        entries.push_back(to_entry(summary));
    if (entries.size() < kWorthWriting)
      return;
    if (x_file.size() <= 2 * listed)
      for (SummaryEntry& entry : x_file.all())
        entries.push_back(std::move(entry));
    try {
      constexpr mode_t kOwn = 0600;
      write_file_atomic(x_path, write_summary_file(std::move(entries)), Durability::none, kOwn);
    } catch (const Failure&) {
      // Somebody else's repository, a full disk: they are read again.
    }
  }

 private:
  std::string bytes() const {
    constexpr size_t kMax = 64u << 20;  // some 200,000
    try {
      return read_file_at_most(x_path, kMax).value_or("");
    } catch (const Failure&) {
      return {};
    }
  }

  std::string x_path;
  SummaryFile x_file;
};

/// Pauses before checkpoints, newest first.
std::vector<Summary> sorted(std::vector<Summary> summaries) {
  std::vector<Summary*> order;  // they are large, and moved once
  for (Summary& summary : summaries)
    order.push_back(&summary);
  std::sort(order.begin(), order.end(), [](const Summary* a, const Summary* b) {
    if (a->is_checkpoint() != b->is_checkpoint())
      return b->is_checkpoint();
    return a->time != b->time ? a->time > b->time : a->at.ref < b->at.ref;
  });
  std::vector<Summary> result;
  result.reserve(order.size());
  for (Summary* summary : order)
    result.push_back(std::move(*summary));
  return result;
}

}  // namespace

Summary summarize(const Record& record) {
  const model::Handoff& h = record.handoff;
  const model::GitBlock& git = record.git();
  Summary summary{.at = record.at,
                  .mode = h.mode,
                  .status = h.status,
                  .timestamp = h.timestamp,
                  .workflow = h.workflow,
                  .phase = h.phase,
                  .task = h.task,
                  .total_tasks = h.total_tasks,
                  .title = h.title,
                  .next_action = h.next_action,
                  .user_message = h.user_message,
                  .context_notes = h.context_notes,
                  .branch = git.branch,
                  .author = git.author,
                  .agent = git.agent,
                  .base = git.base,
                  .wip_commit = git.wip_commit,
                  .worktree = git.worktree,
                  .on_branch = git.on_branch,
                  .time = record.time()};
  for (const char* name : {"ticket", "workflow_id", "run_id"})
    summary.names += " " + formats::text_of(formats::field(*record.document, name));
  return summary;
}

std::vector<Summary> summaries_of(const Store& store, const std::vector<RecordRef>& refs,
                                  size_t& damaged) {
  constexpr size_t kMany = 100;
  std::optional<KeptSummaries> kept;
  if (refs.size() >= kMany)
    kept.emplace(store.repository());
  std::vector<Summary> summaries, fresh;
  std::vector<RecordRef> unknown;
  summaries.reserve(refs.size());
  for (const RecordRef& ref : refs) {
    std::optional<Summary> known = kept ? kept->find(ref) : std::nullopt;
    if (known)
      summaries.push_back(std::move(*known));
    else
      unknown.push_back(ref);
  }
  for (const Record& record : store.load_all(unknown, &damaged))
    fresh.push_back(summarize(record));
  if (kept)
    kept->add(fresh, refs.size());
  std::move(fresh.begin(), fresh.end(), std::back_inserter(summaries));
  return sorted(std::move(summaries));
}

}  // namespace handoff::ops
