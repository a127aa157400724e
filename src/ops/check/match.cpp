#include "ops/check/match.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/own_names.hpp"
#include "ops/check/likeness.hpp"

namespace handoff::ops {

namespace {

using git::ChangeSum;
using git::LogEntry;
using model::Fate;

/// A commit may have been split into this many at most.
constexpr size_t kMostParts = 20;
/// Two changes with this share of lines in common are one; a change with this share of its lines,
/// and so many of them, in another one went into it.
constexpr double kAlike = 0.6;
constexpr double kMostlyInside = 0.8;
constexpr double kFewestInside = 4;

class Matcher {
 public:
  Matcher(const TwoHistories& histories, const Patches& patches)
      : x_lost(histories.lost),
        x_here(histories.here),
        x_patches(patches),
        x_used(histories.here.size(), false) {}

  Matches run() {
    by_key("patch-id", [&](const LogEntry& e) { return patch_of(x_patches, e.oid).id; });
    by_equal_sum();
    by_message();
    by_key("equal tree", [&](const LogEntry& e) {
      auto parent = x_tree_of_parent(e);
      return parent.empty() ? std::string() : parent + e.tree;
    });
    by_squash();
    by_split();
    // Programs commit several times a second: without the words that is nobody's mark.
    by_unique_key("author, date and subject", [](const LogEntry& e) {
      return e.author + '\n' + std::to_string(e.author_time) + '\n' + e.subject;
    });
    by_fixup_subject();
    by_tree_alone();
    by_common_lines();
    by_lines_along();
    call_shared_ones_squashed();
    return std::move(x_matches);
  }

 private:
  bool matched(const LogEntry& lost) const { return x_matches.contains(lost.oid); }
  const ChangeSum& sum_of(const LogEntry& entry) const {
    return patch_of(x_patches, entry.oid).sum;
  }

  /// The tree that a commit's first parent has, where that is among what was walked.
  std::string x_tree_of_parent(const LogEntry& entry) {
    if (x_trees.empty())
      for (const auto* side : {&x_lost, &x_here})
        for (const LogEntry& e : *side)
          x_trees[e.oid] = e.tree;
    if (entry.parents.empty())
      return "root";
    auto found = x_trees.find(entry.parents[0]);
    // An unknown parent stands for itself: both sides may fork from it.
    return found == x_trees.end() ? entry.parents[0] : found->second;
  }

  void pair(const LogEntry& lost, size_t here, const char* means, Fate fate = Fate::rewritten) {
    x_matches[lost.oid] = {fate, {x_here[here].oid}, means};
    x_used[here] = true;
  }

  /// Among several of the same key, the one that looks most like it.
  template <typename Key>
  void by_key(const char* means, Key key) {
    std::multimap<std::string, size_t> index;
    for (size_t i = 0; i < x_here.size(); ++i)
      if (std::string k = x_used[i] ? std::string() : key(x_here[i]); !k.empty())
        index.emplace(std::move(k), i);
    for (const LogEntry& lost : x_lost) {
      if (matched(lost))
        continue;
      std::string wanted = key(lost);
      if (wanted.empty())
        continue;
      std::optional<size_t> best;
      int best_likeness = -1;
      auto [from, to] = index.equal_range(wanted);
      for (auto at = from; at != to; ++at) {
        if (x_used[at->second])
          continue;
        int likeness = like(lost, x_here[at->second]);
        if (likeness > best_likeness) {
          best = at->second;
          best_likeness = likeness;
        }
      }
      if (best)
        pair(lost, *best, means);
    }
  }

  /// Only where the key stands for one commit on each side.
  template <typename Key>
  void by_unique_key(const char* means, Key key) {
    std::map<std::string, int> count;
    for (const LogEntry& lost : x_lost)
      if (!matched(lost))
        ++count[key(lost)];
    std::map<std::string, std::vector<size_t>> index;
    for (size_t i = 0; i < x_here.size(); ++i)
      if (!x_used[i])
        index[key(x_here[i])].push_back(i);
    for (const LogEntry& lost : x_lost) {
      if (matched(lost))
        continue;
      auto found = index.find(key(lost));
      if (count[key(lost)] == 1 && found != index.end() && found->second.size() == 1)
        pair(lost, found->second[0], means);
    }
  }

  static int like(const LogEntry& a, const LogEntry& b) {
    return 2 * (a.author_time == b.author_time) + 2 * (a.subject == b.subject) +
           (a.author == b.author);
  }

  void by_equal_sum() {
    by_key("equal change", [&](const LogEntry& e) {
      const ChangeSum& sum = sum_of(e);
      if (sum.empty())
        return std::string();
      std::vector<std::string> files = e.files;
      std::ranges::sort(files);
      return std::to_string(sum.low) + ' ' + std::to_string(sum.high) + '\n' + join(files, "\n");
    });
  }

  /// `git cherry-pick -x` and `git merge --squash` name what they took.
  void by_message() {
    for (size_t i = 0; i < x_here.size(); ++i) {
      if (x_here[i].body.empty())
        continue;
      std::vector<std::string> picked = ids_behind(x_here[i].body, "cherry picked from commit ");
      std::vector<std::string> squashed = ids_behind(x_here[i].body, "commit ");
      bool is_squash = contains(x_here[i].body, "Squashed commit of the following");
      if (picked.empty() && !is_squash)
        continue;
      for (const LogEntry& lost : x_lost) {
        if (matched(lost))
          continue;
        if (!x_used[i] && names_commit(picked, lost.oid))
          pair(lost, i, Match::kByMessage);
        else if (is_squash && names_commit(squashed, lost.oid))
          pair(lost, i, Match::kByMessage, Fate::squashed);
      }
    }
  }

  void by_squash() {
    for (size_t i = 0; i < x_here.size(); ++i) {
      const ChangeSum& wanted = sum_of(x_here[i]);
      if (x_used[i] || wanted.empty())
        continue;
      std::vector<const LogEntry*> open;
      for (const LogEntry& lost : x_lost)
        if (!matched(lost) && !sum_of(lost).empty())
          open.push_back(&lost);
      std::vector<const LogEntry*> group = group_with_sum(open, wanted);
      bool related = std::ranges::any_of(
          group, [&](const LogEntry* e) { return share_a_file(*e, x_here[i]); });
      if (!related)
        continue;
      if (group.size() == 1)
        pair(*group[0], i, "equal change");
      else
        for (const LogEntry* lost : group)
          pair(*lost, i, "the sum of their changes", Fate::squashed);
    }
  }

  /// Neighbours, else any two, whose changes add up to `wanted`.
  std::vector<const LogEntry*> group_with_sum(const std::vector<const LogEntry*>& open,
                                              const ChangeSum& wanted) const {
    std::map<ChangeSum, size_t> seen = {{ChangeSum{}, 0}};
    ChangeSum total;
    for (size_t j = 0; j < open.size(); ++j) {
      total = total + sum_of(*open[j]);
      if (auto found = seen.find(total - wanted); found != seen.end())
        return {open.begin() + static_cast<ptrdiff_t>(found->second),
                open.begin() + static_cast<ptrdiff_t>(j + 1)};
      seen[total] = j + 1;
    }
    std::map<ChangeSum, const LogEntry*> by_sum;
    for (const LogEntry* e : open) {
      if (auto found = by_sum.find(wanted - sum_of(*e)); found != by_sum.end())
        return {found->second, e};
      by_sum[sum_of(*e)] = e;
    }
    return {};
  }

  void by_split() {
    for (const LogEntry& lost : x_lost) {
      const ChangeSum& wanted = sum_of(lost);
      if (matched(lost) || wanted.empty())
        continue;
      std::vector<size_t> open;
      for (size_t i = 0; i < x_here.size(); ++i)
        if (!x_used[i] && !sum_of(x_here[i]).empty() && share_a_file(lost, x_here[i]))
          open.push_back(i);
      for (size_t first = 0; first < open.size() && !matched(lost); ++first) {
        ChangeSum total;
        size_t end = std::min(open.size(), first + kMostParts);
        for (size_t j = first; j < end && !matched(lost); ++j) {
          total = total + sum_of(x_here[open[j]]);
          if (total == wanted)
            take_parts(lost, open, first, j);
        }
      }
    }
  }

  void take_parts(const LogEntry& lost, const std::vector<size_t>& open, size_t first,
                  size_t last) {
    Match match{Fate::rewritten, {}, "the sum of their changes"};
    for (size_t k = first; k <= last; ++k) {
      match.to.push_back(x_here[open[k]].oid);
      x_used[open[k]] = true;
    }
    x_matches[lost.oid] = std::move(match);
  }

  /// "fixup! add token" went into what "add token" became.
  void by_fixup_subject() {
    for (const LogEntry& lost : x_lost) {
      if (matched(lost))
        continue;
      std::string target = lost.subject;
      for (std::string_view mark : {"fixup! ", "squash! ", "amend! "})
        while (target.starts_with(mark))
          target.erase(0, mark.size());
      if (target == lost.subject)
        continue;
      for (const LogEntry& other : x_lost)
        if (other.subject == target && matched(other) && &other != &lost) {
          x_matches[lost.oid] = {Fate::squashed, x_matches[other.oid].to, "its subject"};
          break;
        }
    }
  }

  /// A commit with the tree of the last of a line: everything in that line is in it.
  void by_tree_alone() {
    for (size_t i = 0; i < x_here.size(); ++i) {
      if (x_used[i])
        continue;
      size_t last = 0;
      while (last < x_lost.size() && (x_lost[last].tree != x_here[i].tree || matched(x_lost[last])))
        ++last;
      if (last == x_lost.size())
        continue;
      std::vector<size_t> group;
      for (size_t k = 0; k <= last; ++k)
        if (!matched(x_lost[k]) && is_before(k, last))
          group.push_back(k);
      for (size_t k : group)
        pair(x_lost[k], i, "equal tree", group.size() == 1 ? Fate::rewritten : Fate::squashed);
    }
  }

  /// What was amended in text, words and date at once, or changed by solving conflicts: most of its
  /// lines.
  void by_common_lines() {
    for (const LogEntry& lost : x_lost) {
      const std::vector<uint64_t>& lines = patch_of(x_patches, lost.oid).lines;
      if (matched(lost) || lines.empty())
        continue;
      const std::set<std::string> files = file_set(lost);
      double best = 0;
      size_t best_at = 0;
      bool tied = false;
      for (size_t i = 0; i < x_here.size(); ++i) {
        const std::vector<uint64_t>& theirs = patch_of(x_patches, x_here[i].oid).lines;
        if (theirs.empty() || !touches(x_here[i], files))
          continue;
        const Common all = common_lines(lines, theirs, false);
        // Two commits that write the same file anew take the same lines out.
        const Common put_in = common_lines(lines, theirs, true);
        double alike = std::min(all.alike, put_in.alike);
        double inside = std::min(all.inside, put_in.inside);
        bool taken_in = all.count >= kFewestInside && inside >= kMostlyInside;
        double score = !x_used[i] && alike >= kAlike ? 1 + alike : taken_in ? inside : 0;
        tied = score > best ? false : tied || (score > 1 && score == best);
        if (score > best) {
          best = score;
          best_at = i;
        }
      }
      if (best > 0 && !tied)
        pair(lost, best_at, Match::kInPart, best > 1 ? Fate::rewritten : Fate::squashed);
    }
  }

  /// A few lines may be anybody's. All of them in what another lost commit became, or one of the
  /// same author and moment, beside what is there of others: these were squashed, with more.
  void by_lines_along() {
    for (const LogEntry& lost : x_lost) {
      const std::vector<uint64_t>& lines = patch_of(x_patches, lost.oid).lines;
      if (matched(lost) || lines.empty())
        continue;
      std::vector<size_t> found;
      for (size_t i = 0; i < x_here.size(); ++i)
        if (const LogEntry& here = x_here[i];
            (x_used[i] || (here.author == lost.author && here.author_time == lost.author_time)) &&
            share_a_file(lost, here)) {
          const std::vector<uint64_t> more = lines_of_nobody(here.oid);
          if (std::includes(more.begin(), more.end(), lines.begin(), lines.end()))
            found.push_back(i);
        }
      if (found.size() == 1)
        pair(lost, found[0], Match::kWithMore, Fate::squashed);
    }
  }

  /// The lines of a commit that are of no lost one that it is known to hold.
  std::vector<uint64_t> lines_of_nobody(const std::string& here) const {
    std::vector<uint64_t> lines = patch_of(x_patches, here).lines;
    for (const LogEntry& lost : x_lost)
      if (auto at = x_matches.find(lost.oid);
          at != x_matches.end() && at->second.to == std::vector<std::string>{here}) {
        const std::vector<uint64_t>& theirs = patch_of(x_patches, lost.oid).lines;
        std::vector<uint64_t> left;
        std::set_difference(lines.begin(), lines.end(), theirs.begin(), theirs.end(),
                            std::back_inserter(left));
        lines = std::move(left);
      }
    return lines;
  }

  struct Common {
    double count = 0;
    double alike = 1;   ///< share of both
    double inside = 1;  ///< share of the first
  };

  /// Of all lines, or of those that were put in; where neither put any in, these say nothing.
  static Common common_lines(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b,
                             bool put_in_only) {
    if (!put_in_only)
      return share(count_common(a, b), a.size(), b.size());
    auto put_in = [](const std::vector<uint64_t>& lines) {
      std::vector<uint64_t> some;
      std::ranges::copy_if(lines, std::back_inserter(some),
                           [](uint64_t line) { return (line & git::kIsPutIn) != 0; });
      return some;
    };
    std::vector<uint64_t> of_a = put_in(a), of_b = put_in(b);
    if (of_a.empty())
      return {};
    return share(count_common(of_a, of_b), of_a.size(), of_b.size());
  }

  static Common share(size_t common, size_t a, size_t b) {
    auto count = static_cast<double>(common);
    return {count, 2 * count / static_cast<double>(a + b), count / static_cast<double>(a)};
  }

  static size_t count_common(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    size_t common = 0;
    for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
      common += *x == *y;
      bool forward_x = *x <= *y, forward_y = *y <= *x;
      x += forward_x;
      y += forward_y;
    }
    return common;
  }

  void call_shared_ones_squashed() {
    std::map<std::string, size_t> sources;
    for (const auto& [oid, match] : x_matches)
      if (match.to.size() == 1)
        ++sources[match.to[0]];
    for (auto& [oid, match] : x_matches)
      if (match.to.size() == 1 && sources[match.to[0]] > 1)
        match.fate = Fate::squashed;
  }

  /// Is x_lost[k] the same as, or a first-parent ancestor of, x_lost[last]?
  bool is_before(size_t k, size_t last) const {
    const LogEntry* at = &x_lost[last];
    for (size_t i = last + 1; i-- > k;) {
      if (x_lost[i].oid != at->oid)
        continue;
      if (i == k)
        return true;
      if (at->parents.empty())
        return false;
      for (size_t p = i; p-- > k;)
        if (x_lost[p].oid == at->parents[0]) {
          at = &x_lost[p];
          break;
        }
    }
    return false;
  }

  const std::vector<LogEntry>& x_lost;
  const std::vector<LogEntry>& x_here;
  const Patches& x_patches;
  std::vector<bool> x_used;
  std::map<std::string, std::string> x_trees;
  Matches x_matches;
};

}  // namespace

bool Match::is_same_change() const {
  for (std::string_view same :
       {"patch-id", "equal change", "equal tree", "the sum of their changes"})
    if (means == same)
      return true;
  return false;
}

bool Match::is_whole() const {
  return fate == Fate::rewritten ? !is_in_part() : is_same_change() || means == kByMessage;
}

std::vector<LogEntry> line_below(const std::vector<LogEntry>& lost, const std::string& tip) {
  std::vector<LogEntry> line;
  std::unordered_set<std::string> below = {tip};
  for (auto entry = lost.rbegin(); entry != lost.rend(); ++entry) {
    if (!below.contains(entry->oid))
      continue;
    below.insert(entry->parents.begin(), entry->parents.end());
    bool paused = git::trailer(entry->message(), git::kIdTrailer).has_value();
    if (entry->parents.size() == 1 && !entry->files.empty() && !paused)
      line.push_back(*entry);
  }
  return line;
}

std::vector<std::string> not_in_new_form(const LogEntry& commit, const std::vector<LogEntry>& now) {
  const std::set<std::string> had = file_set(commit);
  std::set<std::string> has;
  for (const LogEntry& entry : now)
    has.merge(file_set(entry));
  std::vector<std::string> missing;
  if (!has.empty() && std::includes(had.begin(), had.end(), has.begin(), has.end()))
    std::set_difference(had.begin(), had.end(), has.begin(), has.end(),
                        std::back_inserter(missing));
  return missing;
}

std::vector<std::string> worth_reading(const TwoHistories& histories, size_t limit) {
  std::unordered_set<std::string> files, moments, subjects, trees;
  for (const LogEntry& lost : histories.lost) {
    files.insert(lost.files.begin(), lost.files.end());
    moments.insert(lost.author + std::to_string(lost.author_time));
    subjects.insert(lost.subject);
    trees.insert(lost.tree);
  }
  std::vector<std::string> sure, likely;
  for (const LogEntry& here : histories.here) {
    if (here.parents.size() > 1)
      continue;
    if (moments.contains(here.author + std::to_string(here.author_time)) ||
        subjects.contains(here.subject) || trees.contains(here.tree))
      sure.push_back(here.oid);
    else if (!here.files.empty() && std::ranges::all_of(here.files, [&](const std::string& file) {
               return files.contains(file);
             }))
      likely.push_back(here.oid);
  }
  // `here` is oldest first: what was rewritten lies near the fork or near the tip; the tip is
  // likelier.
  if (sure.size() > limit)
    sure.erase(sure.begin(), sure.end() - static_cast<ptrdiff_t>(limit));
  if (likely.size() > limit - sure.size())
    likely.erase(likely.begin(), likely.end() - static_cast<ptrdiff_t>(limit - sure.size()));
  sure.insert(sure.end(), likely.begin(), likely.end());
  return sure;
}

Matches match_commits(const TwoHistories& histories, const Patches& patches) {
  return Matcher(histories, patches).run();
}

Matches match_commits(const TwoHistories& histories, const git::Git& git, size_t limit) {
  std::vector<std::string> worth = worth_reading(histories, limit);
  if (worth.empty() || histories.lost.empty())
    return {};
  for (const LogEntry& entry : histories.lost)
    worth.push_back(entry.oid);
  return match_commits(histories, git::read_patches(git, worth));
}

}  // namespace handoff::ops
