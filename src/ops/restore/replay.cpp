#include "ops/restore/replay.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.hpp"
#include "git/objects/merge_trees.hpp"
#include "git/refs/own_names.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kMostLayers = 1000;
constexpr size_t kMostSearched = 1000;
constexpr size_t kMostVersionsAsked = 32;

/// One commit of a stack, as it is or as it was recorded.
struct Layer {
  std::string oid;
  std::string tree;
  std::string parent;  ///< empty: none
  std::string message;
};

std::optional<Layer> read_layer(const Store& store, const std::string& oid) {
  std::optional<git::Commit> commit = git::read_commit(store.objects(), oid);
  if (!commit || commit->parents.size() > 1)
    return std::nullopt;
  return Layer{oid, commit->tree, commit->parents.empty() ? "" : commit->parents.front(),
               std::move(commit->message)};
}

std::string tree_below(const Store& store, const Layer& layer) {
  if (layer.parent.empty())
    return {};
  std::optional<git::Commit> commit = git::read_commit(store.objects(), layer.parent);
  return commit ? commit->tree : std::string();
}

bool is_trailer(std::string_view line) {
  if (line.starts_with("(cherry picked from commit "))
    return true;
  size_t colon = line.find(": ");
  return colon != std::string_view::npos && colon > 0 &&
         std::all_of(line.begin(), line.begin() + static_cast<ptrdiff_t>(colon),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; });
}

struct Message {
  std::vector<std::string> text;
  std::vector<std::string> trailers;
};

/// Hooks add trailers to the last paragraph, or a paragraph of their own.
Message split_message(std::string_view bytes) {
  Message message;
  for (const std::string& line : split_lines(bytes))
    message.text.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
  auto drop_blank = [&] {
    while (!message.text.empty() && message.text.back().empty())
      message.text.pop_back();
  };
  drop_blank();
  while (message.text.size() > 1 && is_trailer(message.text.back())) {
    message.trailers.push_back(std::move(message.text.back()));
    message.text.pop_back();
    drop_blank();
  }
  return message;
}

class Replay {
 public:
  Replay(const Store& store, const Record& record)
      : x_store(store), x_repository(store.repository()), x_git(record.git()) {
    size_t of_record =
        0;  // one that was forked stands on what it was forked from, down to its base
    std::string oid = x_git.wip_commit;
    while (!oid.empty() && oid != x_git.base && x_recorded.size() < kMostLayers) {
      std::optional<Layer> layer = read_layer(store, oid);
      const std::optional<std::string> id =
          layer ? git::trailer(layer->message, git::kIdTrailer) : std::nullopt;
      if (!layer || (!id && !x_recorded.empty()))
        break;
      oid = layer->parent;
      of_record += x_recorded.size() == of_record && (of_record == 0 || id == record.at.id) ? 1 : 0;
      x_recorded.push_back(std::move(*layer));
    }
    if (oid != x_git.base)
      x_recorded.erase(x_recorded.begin() + static_cast<ptrdiff_t>(of_record), x_recorded.end());
    if (!x_recorded.empty())
      x_base_tree = tree_below(store, x_recorded.back());
  }

  WipAt at(const std::string& tip) {
    if (x_recorded.empty())
      return {};
    std::vector<Layer> run = our_run(tip);
    if (run.empty())
      return at_message_of_somebody(tip);
    WipAt found{.stack = {.top = tip, .base = run.back().parent, .height = run.size()}};
    bool untouched = std::equal(run.begin(), run.end(), x_recorded.begin(), x_recorded.end(),
                                [](const Layer& a, const Layer& b) { return a.oid == b.oid; });
    if (untouched || is_replay(run, 0))
      found.kind = WipAt::Kind::same;
    else if (is_lower_part(run))
      found.kind = WipAt::Kind::older;
    else
      found.kind = WipAt::Kind::altered;
    return found;
  }

  /// Does the tree hold all of the recorded work?
  bool is_in(const std::string& tree) {
    return !is_empty() && replay(x_base_tree, tree, x_recorded.front().tree).is(tree);
  }

  /// Does the commit alone bring all of the recorded work? Where git cannot tell it does.
  bool is_brought_by(const Layer& layer) {
    const git::TreeMerge alone = replay(tree_below(x_store, layer), x_base_tree, layer.tree);
    if (alone.answer != git::TreeMerge::Answer::clean || is_empty())
      return true;
    const git::TreeMerge all = replay(x_base_tree, alone.tree, x_recorded.front().tree);
    return all.answer != git::TreeMerge::Answer::clean || all.is(alone.tree);
  }

 private:
  bool is_empty() const { return x_recorded.empty() || x_recorded.front().tree == x_base_tree; }

  bool is_ours(const Layer& layer) const {
    return std::ranges::any_of(x_recorded, [&](const Layer& recorded) {
      return recorded.oid == layer.oid || is_message_of(layer.message, recorded.message);
    });
  }

  std::vector<Layer> our_run(const std::string& tip) const {
    std::vector<Layer> run;
    for (std::string oid = tip; !oid.empty() && run.size() < kMostLayers;) {
      std::optional<Layer> layer = read_layer(x_store, oid);
      if (!layer || !is_ours(*layer))
        break;
      oid = layer->parent;
      run.push_back(std::move(*layer));
    }
    return run;
  }

  WipAt at_message_of_somebody(const std::string& tip) {
    std::optional<Layer> layer = is_empty() ? std::nullopt : read_layer(x_store, tip);
    if (!layer || layer->oid == x_git.base || !is_replay({*layer}, 0))
      return {};
    return {.kind = WipAt::Kind::reworded,
            .stack = {.top = tip, .base = layer->parent, .height = 1}};
  }

  /// Are these commits the recorded ones from `first` on (the top is 0), on another base? All of
  /// them at once, or one by one: the lower ones may be in the new base already, where a rebase
  /// drops them.
  bool is_replay(const std::vector<Layer>& run, size_t first) {
    std::string below = tree_below(x_store, run.back());
    if (replay(x_base_tree, below, x_recorded[first].tree).is(run.front().tree))
      return true;
    const size_t all = x_recorded.size() - first;
    if (run.size() > all || all == 1)
      return false;
    if (run.size() < all &&
        !replay(x_base_tree, below, x_recorded[first + run.size()].tree).is(below))
      return false;
    for (size_t i = run.size(); i-- > 0;)
      if (!replay(tree_below(x_store, x_recorded[first + i]), tree_below(x_store, run[i]),
                  x_recorded[first + i].tree)
               .is(run[i].tree))
        return false;
    return true;
  }

  bool is_lower_part(const std::vector<Layer>& run) {
    for (size_t first = 1; first < x_recorded.size(); ++first)
      if (run.front().oid == x_recorded[first].oid ||
          (x_recorded.size() - first == run.size() && is_replay(run, first)))
        return true;
    return false;
  }

  git::TreeMerge replay(const std::string& base, const std::string& ours,
                        const std::string& theirs) {
    if (!x_quarantine)
      x_quarantine.emplace(x_repository);
    return git::merge_trees(x_repository, *x_quarantine, base, ours, theirs);
  }

  const Store& x_store;
  const git::Repository& x_repository;
  const model::GitBlock& x_git;
  std::vector<Layer> x_recorded;  ///< from the top down
  std::string x_base_tree;        ///< below them; empty: nothing
  std::optional<git::Quarantine> x_quarantine;
};

}  // namespace

bool is_message_of(std::string_view message, std::string_view recorded) {
  Message theirs = split_message(message), ours = split_message(recorded);
  return theirs.text == ours.text &&
         std::ranges::all_of(ours.trailers, [&](const std::string& trailer) {
           return in_list(theirs.trailers, trailer);
         });
}

std::string tree_of(const Store& store, const std::string& commit) {
  if (commit.empty())
    return {};
  std::optional<git::Commit> found = git::read_commit(store.objects(), commit);
  if (!found)
    fail("commit " + commit + " is missing or damaged", {"'git fsck' tells what else is"});
  return found->tree;
}

WipAt wip_at(const Store& store, const Record& record, const std::string& tip) {
  return Replay(store, record).at(tip);
}

std::optional<WipStack> older_work_at(const Store& store, const Record& record,
                                      const std::string& tip) {
  const std::optional<git::Commit> commit = git::read_commit(store.objects(), tip);
  if (!commit || !says_wip(*commit))
    return std::nullopt;
  try {
    const std::vector<std::string> all = store.versions(record.at);
    std::set<std::string> looked = {record.git().wip_commit};
    for (auto it = std::ranges::find(all, record.oid);
         it != all.end() && looked.size() < kMostVersionsAsked; ++it) {
      const Record version = store.load_version(record.at, *it);
      const std::string& wip = version.git().wip_commit;
      const std::optional<git::Commit> work =
          looked.insert(wip).second ? git::read_commit(store.objects(), wip) : std::nullopt;
      if (!work || !is_message_of(commit->message, work->message))
        continue;
      if (WipAt at = wip_at(store, version, tip); at.kind == WipAt::Kind::same)
        return at.stack;
    }
  } catch (const git::GitKilled&) {
    throw;
  } catch (const Failure&) {
    // One that is damaged is none that is known.
  }
  return std::nullopt;
}

std::string commit_with_work(const Store& store, const Record& record, const std::string& tip) {
  Replay replay(store, record);
  std::optional<git::Commit> top = git::read_commit(store.objects(), tip);
  if (!top || tip == record.git().base || !replay.is_in(top->tree))
    return {};
  std::vector<std::string> args = {"rev-list", "--first-parent",
                                   "-n" + std::to_string(kMostSearched), tip};
  if (store.objects().contains(record.git().base))
    args.push_back("^" + record.git().base);
  std::vector<std::string> since = split_lines(store.repository().git().run({.args = args}).out);
  if (since.empty())
    return {};
  // The oldest that holds it; what went in stays in, as a rule.
  size_t holds = 0, lacks = since.size();
  while (lacks - holds > 1) {
    size_t middle = (holds + lacks) / 2;
    std::optional<git::Commit> commit = git::read_commit(store.objects(), since[middle]);
    (commit && replay.is_in(commit->tree) ? holds : lacks) = middle;
  }
  return since[holds];
}

bool brings_all(const Store& store, const Record& record, const std::string& commit) {
  const std::optional<Layer> layer = read_layer(store, commit);
  return !layer || Replay(store, record).is_brought_by(*layer);
}

bool is_only_rest(const Store& store, const Record& record, const std::string& commit) {
  const std::optional<git::Commit> rest = git::read_commit(store.objects(), commit);
  return rest && (rest->parents.empty() || rest->parents.front() != record.git().base) &&
         !brings_all(store, record, commit);
}

std::optional<git::TreeMerge> merge_commits(const Store& store, git::Quarantine& quarantine,
                                            const std::string& ours, const std::string& theirs) {
  const Outcome base = store.repository().git().run({.args = {"merge-base", ours, theirs}});
  if (!base.ok())
    return std::nullopt;
  return git::merge_trees(store.repository(), quarantine, tree_of(store, trim(base.out)),
                          tree_of(store, ours), tree_of(store, theirs));
}

bool are_plain_merges(const Store& store, const std::string& range, const std::string& also) {
  const git::Git& git = store.repository().git();
  const Outcome found = git.run({.args = {"rev-list", "--merges", range, "--"}});
  if (!found.ok())
    return false;
  std::vector<std::string> merges = split_lines(found.out);
  if (!also.empty())
    merges.push_back(also);
  git::Quarantine quarantine(store.repository());
  return std::ranges::all_of(merges, [&](const std::string& oid) {
    const auto commit = git::read_commit(store.objects(), oid);
    if (!commit || commit->parents.size() != 2)
      return false;
    const auto merged = merge_commits(store, quarantine, commit->parents[0], commit->parents[1]);
    return merged && merged->is(commit->tree);
  });
}

}  // namespace handoff::ops
