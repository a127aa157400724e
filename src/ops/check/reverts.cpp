#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "ops/check/likeness.hpp"
#include "ops/check/match.hpp"

namespace handoff::ops {

using git::ChangeSum;
using git::LogEntry;

std::vector<std::string> worth_reading_for_reverts(const std::vector<LogEntry>& commits,
                                                   const std::vector<LogEntry>& later,
                                                   size_t limit) {
  std::map<std::string, std::vector<const LogEntry*>> by_files;
  auto key = [](const LogEntry& entry) {
    std::vector<std::string> files = entry.files;
    std::ranges::sort(files);
    return join(files, "\n");
  };
  for (const LogEntry& commit : commits)
    if (!commit.files.empty())
      by_files[key(commit)].push_back(&commit);
  std::set<std::string> wanted;
  for (const LogEntry& entry : later) {
    if (entry.files.empty() || entry.parents.size() > 1)
      continue;
    auto found = by_files.find(key(entry));
    if (found == by_files.end())
      continue;
    if (limit-- == 0)
      break;
    wanted.insert(entry.oid);
    for (const LogEntry* commit : found->second)
      wanted.insert(commit->oid);
  }
  return {wanted.begin(), wanted.end()};
}

namespace {

/// Commits with their changes, found by a change.
class Changes {
 public:
  Changes(const std::vector<LogEntry>& entries, const Patches& patches) : x_entries(entries) {
    for (size_t i = 0; i < entries.size(); ++i)
      if (const ChangeSum& sum = patch_of(patches, entries[i].oid).sum; !sum.empty())
        x_by_sum.emplace(sum, i);
  }

  /// Indices of commits that a commit takes back, at least `from`, in order: those that its message
  /// names, or those whose change is exactly the opposite.
  std::vector<size_t> taken_back_by(const LogEntry& entry, const ChangeSum& sum,
                                    const std::vector<std::string>& named, size_t from) const {
    std::vector<size_t> found;
    if (!named.empty()) {
      for (size_t i = from; i < x_entries.size(); ++i)
        if (names_commit(named, x_entries[i].oid))
          found.push_back(i);
      return found;
    }
    auto [begin, end] = x_by_sum.equal_range(ChangeSum{} - sum);
    for (auto at = begin; at != end; ++at)
      if (at->second >= from && share_a_file(entry, x_entries[at->second]))
        found.push_back(at->second);
    std::ranges::sort(found);
    return found;
  }

 private:
  const std::vector<LogEntry>& x_entries;
  std::multimap<ChangeSum, size_t> x_by_sum;
};

}  // namespace

std::map<std::string, std::string> find_reverts(const std::vector<LogEntry>& commits,
                                                const std::vector<LogEntry>& later,
                                                const Patches& patches) {
  // Newest first: a revert that was itself reverted does not count.
  const Changes of_commits(commits, patches), of_later(later, patches);
  std::vector<bool> undone(later.size(), false);
  std::map<std::string, std::string> reverted;
  // What is among them is reverted by what is above it.
  const auto is_below = [&](const std::string& oid, size_t at) {
    return std::none_of(later.begin(), later.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                        [&](const LogEntry& entry) { return entry.oid == oid; });
  };
  for (size_t at = 0; at < later.size(); ++at) {
    const LogEntry& entry = later[at];
    if (undone[at])
      continue;
    std::vector<std::string> named = ids_behind(entry.body, "This reverts commit ");
    const ChangeSum& sum = patch_of(patches, entry.oid).sum;
    if (named.empty() && sum.empty())
      continue;
    bool done = false;
    for (size_t other : of_later.taken_back_by(entry, sum, named, at + 1)) {
      if (undone[other])
        continue;
      undone[other] = done = true;
      if (named.empty())
        break;
    }
    if (done && named.empty())
      continue;
    for (size_t i : of_commits.taken_back_by(entry, sum, named, 0))
      if (is_below(commits[i].oid, at))
        reverted.emplace(commits[i].oid, entry.oid);
  }
  return reverted;
}

std::string subject_taken_back(const std::string& subject) {
  const size_t end = subject.rfind('"');
  for (std::string_view word : {"Revert \"", "Reapply \""})
    if (subject.starts_with(word) && end != std::string::npos && end >= word.size()) {
      const std::string quoted = subject.substr(word.size(), end - word.size());
      return word == "Revert \"" ? quoted : "Revert \"" + quoted + "\"";
    }
  return {};
}

std::set<std::string> taken_back_in(const std::vector<LogEntry>& history) {
  std::set<std::string> back;
  std::map<std::string, const LogEntry*> by_oid;
  for (const LogEntry& entry : history)
    by_oid[entry.oid] = &entry;
  // All that one parent has and the other has not.
  const auto below = [&](const std::string& from) {
    std::set<std::string> found;
    for (std::vector<std::string> next = {from}; !next.empty();) {
      const auto at = by_oid.find(next.back());
      next.pop_back();
      if (at != by_oid.end() && found.insert(at->first).second)
        next.insert(next.end(), at->second->parents.begin(), at->second->parents.end());
    }
    return found;
  };
  const auto take = [&](const LogEntry& entry) {
    back.insert(entry.oid);
    if (entry.parents.size() < 2)
      return;
    const std::set<std::string> kept = below(entry.parents[0]);
    for (size_t i = 1; i < entry.parents.size(); ++i)
      for (const std::string& oid : below(entry.parents[i]))
        if (!kept.contains(oid))
          back.insert(oid);
  };
  for (auto entry = history.begin(); entry != history.end(); ++entry) {
    if (back.contains(entry->oid))
      continue;
    const std::vector<std::string> named = ids_behind(entry->body, "This reverts commit ");
    const std::string subject = subject_taken_back(entry->subject);
    if (named.empty() && subject.empty())
      continue;
    bool found = false;
    for (const LogEntry& other : history)
      if (names_commit(named, other.oid)) {
        take(other);
        found = true;
      }
    if (found || subject.empty())
      continue;
    // A rebase gave it another id.
    const auto same = std::find_if(entry + 1, history.end(), [&](const LogEntry& other) {
      return other.subject == subject && !back.contains(other.oid);
    });
    if (same != history.end())
      take(*same);
  }
  return back;
}

}  // namespace handoff::ops
