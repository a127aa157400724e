#include "ops/records/rewritten_branch.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "git/history/history.hpp"
#include "git/refs/names.hpp"
#include "ops/records/shared.hpp"

namespace handoff::ops {

namespace {

/// Is the commit not in that history? Not where that cannot be told.
bool is_lost_in(const git::Repository& repository, const std::string& oid,
                const std::string& there) {
  constexpr int kNoAncestor = 1;
  return repository.git().run({.args = {"merge-base", "--is-ancestor", oid, there}}).exit_code ==
             kNoAncestor &&
         !git::ends_too_early(repository, there, oid);
}

/// What one of them had in common with the other, by its reflog; empty: nothing, or nobody knows.
std::string fork_point(const git::Repository& repository, const std::string& of,
                       const std::string& with) {
  const std::string oid =
      trim(repository.git().run({.args = {"merge-base", "--fork-point", of, with}}).out);
  return git::is_oid(oid) ? oid : std::string();
}

/// Has the branch what is between it and that commit in another form?
bool has_other_form(const git::Repository& repository, const std::string& oid,
                    const std::string& there) {
  const Outcome marked =
      git::start_bounded(repository.git(),
                         git::offline({.args = {"rev-list", "--cherry-mark", "--left-only",
                                                oid + "..." + there, "--"}}))
          .wait();
  return marked.ok() && contains(marked.out, "=");
}

}  // namespace

// The one who has added to the record may have seen it rewritten.
bool was_rewritten(const git::Repository& repository, const std::string& here,
                   const std::string& branch, const Json& document) {
  const Json& block = formats::field(document, "git");
  const Json& then = formats::field(block, "upstream");
  const std::string ref = formats::text_of(formats::field(then, "ref")),
                    oid = formats::text_of(formats::field(then, "oid")),
                    base = formats::text_of(formats::field(block, "base"));
  const std::string there = "refs/remotes/" + branch, followed = followed_branch(ref);
  const bool is_recorded =
      !followed.empty() && followed == followed_branch(there) && git::is_oid(oid);
  if (is_recorded && is_lost_in(repository, oid, there))
    return true;
  const std::string had = fork_point(repository, there, here);
  if (!had.empty() && is_lost_in(repository, had, there))
    return true;
  if (is_recorded || !git::is_oid(base) || !is_lost_in(repository, base, there))
    return false;
  // It may be the branch here that was.
  const std::string has_had = fork_point(repository, here, there);
  return (has_had.empty() || !is_lost_in(repository, has_had, here)) &&
         has_other_form(repository, base, there);
}

std::string told_ahead(model::AheadHow how, size_t commits, const std::string& more) {
  switch (how) {
    case model::AheadHow::rewritten:
      return " was rewritten, with " + count_of(commits, "new commit") + more;
    case model::AheadHow::has_new:
      return " has " + count_of(commits, "new commit") + more;
    default:
      return " is " + count_of(commits, "commit") + more + " ahead";
  }
}

}  // namespace handoff::ops
