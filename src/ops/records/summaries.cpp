#include "ops/records/summaries.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/refs/ref_files.hpp"

namespace handoff::ops {

namespace {

/// The fields of `for-each-ref`, each with a NUL behind it.
constexpr const char* kFormat =
    "--format=%(objectname)%00%(refname)%00%(parent)%00%(committerdate:unix)%00%(contents)%00";

std::vector<std::string> prefixes_of(const std::vector<RecordRef::Place>& places,
                                     const std::string& branch) {
  std::vector<std::string> prefixes;
  for (RecordRef::Place place : places)
    prefixes.push_back(Store::prefix_of(place) +
                       (branch.empty() || place == RecordRef::Place::remote ? "" : branch + "/"));
  return prefixes;
}

}  // namespace

std::vector<Summary> summaries_at(const Store& store, const std::vector<RecordRef::Place>& places,
                                  const std::string& branch, size_t& damaged) {
  const git::Repository& repository = store.repository();
  std::vector<std::string> prefixes = prefixes_of(places, branch);
  std::erase_if(prefixes, [&](const std::string& prefix) {
    return git::peek_any_record(repository.layout().common_dir, prefix) == false;
  });
  std::vector<Summary> summaries;
  if (prefixes.empty())
    return summaries;
  auto take = [&](const ListedCommit& listed) {
    if (!branch.empty() && listed.at.branch != branch)
      return;
    try {
      std::optional<Summary> told = read_trailers(listed);
      summaries.push_back(told ? std::move(*told) : summarize(store.load(listed.at)));
    } catch (const Failure&) {
      ++damaged;
    }
  };
  git::GitCall call{.args = {"for-each-ref", kFormat}};
  call.args.insert(call.args.end(), prefixes.begin(), prefixes.end());
  Outcome outcome = repository.git().run(std::move(call));
  if (outcome.ok()) {
    std::string_view rest = outcome.out;
    auto next = [&] {
      size_t end = std::min(rest.find('\0'), rest.size());
      std::string_view field = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      return field;
    };
    while (rest.size() > 1) {
      if (rest.starts_with('\n'))
        rest.remove_prefix(1);
      git::Ref ref;
      ref.oid = next();
      ref.name = next();
      ListedCommit listed{.parents = split(std::string(next()), ' '),
                          .committed = std::string(next())};
      listed.message = next();
      if (std::optional<RecordRef> at = Store::record_at(ref, listed.message)) {
        listed.at = std::move(*at);
        take(listed);
      }
    }
  } else {
    // A commit that is gone: git names no other one either.
    for (const std::string& prefix : prefixes)
      for (const git::Ref& ref : git::list_refs(repository.git(), prefix))
        if (std::optional<RecordRef> at = Store::record_at(ref))
          take({.at = std::move(*at)});
  }
  std::sort(summaries.begin(), summaries.end(), [](const Summary& a, const Summary& b) {
    if (a.is_checkpoint() != b.is_checkpoint())
      return b.is_checkpoint();
    return a.time != b.time ? a.time > b.time : a.at.ref < b.at.ref;
  });
  return summaries;
}

}  // namespace handoff::ops
