#include "ops/resume/offers.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "ops/operation/checkout.hpp"
#include "ops/records/names.hpp"
#include "ops/restore/replay.hpp"
#include "ops/restore/restore.hpp"
#include "ops/resume/fresh.hpp"
#include "ops/resume/kept_ways.hpp"

namespace handoff::ops {

namespace {

/// What would come to it, up to where files would change: what is in their way is a Failure.
ResumePlan rehearse(const Store& store, const Record& record, const Comparison& c,
                    const ResumeRequest& request) {
  ResumePlan plan = plan_resume(store, record, c, request);
  const bool applies = plan.move == ResumePlan::Move::apply && !plan.files_are_there;
  if (!plan.switch_first && !applies)
    return plan;
  git::Quarantine merged(store.repository());
  CheckoutRequest checkout{.from = tree_of(store, c.status.head.oid), .to = {}, .what = {}};
  if (plan.switch_first) {
    checkout.to = tree_of(store, plan.create_at.empty() ? c.branch_tip : plan.create_at);
    checkout.what = "switch to " + branch_in_quotes(c.branch);
  } else {
    checkout.to = merge_snapshot(store, record, c, merged).tree;
    checkout.what = "put the kept work into the working tree";
  }
  CheckoutLog log(store.repository(), {});
  refuse_check_out(store.repository(), log, checkout);
  return plan;
}

std::optional<ResumePlan> possible_plan(const Store& store, const Record& record,
                                        const Comparison& c, const ResumeRequest& request) {
  try {
    return rehearse(store, record, c, request);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

/// Where the branch is to be switched to first, and something is in the way of that.
std::optional<Failure> why_no_switch(const Store& store, const Record& record, const Comparison& c,
                                     ResumeRequest request) {
  if (is_gone_branch_here(record, c))
    return std::nullopt;
  request.switch_branch = true;
  try {
    plan_resume(store, record, c, request);
  } catch (const Failure&) {
    return std::nullopt;  // it is another thing that keeps it from there
  }
  try {
    rehearse(store, record, c, request);
    return std::nullopt;
  } catch (const Failure& failure) {
    return failure;
  }
}

constexpr const char* kByUnwrap =
    "take the commit off this branch, restore the work, archive the handoff";

/// What is done, and what is not.
std::string meaning_of(const ResumePlan& plan, const Record& record, const Comparison& c) {
  const std::string archive = "archive the handoff",
                    by_switch =
                        plan.switch_first ? "switch to " + branch_name(c.branch) + ", " : "";
  if (plan.move != ResumePlan::Move::nothing)
    return by_switch + "restore the work, " + archive;
  if (record.git().wip_commit.empty())
    return by_switch + archive;
  return by_switch + archive +
         (c.position == Position::snapshot ? "; the files are as they were kept"
                                           : "; the commits stay as they are");
}

/// What continuing does with the flags that a person is asked about on the way.
std::optional<std::string> meaning_of_going_on(const Store& store, const Record& record,
                                               const Comparison& c, ResumeRequest request) {
  if (const auto plan = possible_plan(store, record, c, request))
    return meaning_of(*plan, record, c);
  ResumeRequest by_switch = request, by_apply = request, by_unwrap = request;
  by_switch.switch_branch = by_apply.apply = by_unwrap.unwrap = true;
  if (!is_gone_branch_here(record, c))  // else only who asks for it has it made anew
    if (const auto plan = possible_plan(store, record, c, by_switch))
      return meaning_of(*plan, record, c);
  if (!has_nowhere_to_switch(record, request) && possible_plan(store, record, c, by_apply))
    return "merge the kept work into what is checked out, archive the handoff";
  if (c.is_here && (c.published.empty() || c.is_held_here_only()) &&
      possible_plan(store, record, c, by_unwrap))
    return kByUnwrap;
  return std::nullopt;
}

std::optional<std::string> meaning_of_fresh(const Store& store, const Record& record,
                                            const Comparison& c, bool is_finished, Offers& offers) {
  try {
    offers.fresh_moves = moves_by_fresh(store, record, c);
    if (!offers.fresh_moves)
      return offers.keep ? std::nullopt  // that does the same
                         : std::optional("archive the handoff, nothing moves; undo brings it back");
  } catch (const Failure& failure) {
    if (is_finished)
      offers.ways = failure.hints();
    return std::nullopt;
  }
  return is_finished && goes_on_by_fresh(store, record, c)
             ? "the paused work is put aside, and the branch goes on to what its remote "
               "has; undo brings it back"
             : "put the work aside: the branch goes back to its base, undo brings it back";
}

}  // namespace

Offers offers_of(const Store& store, const Record& record, const Comparison& c,
                 const std::optional<Standing>& standing, const ResumeRequest& given) {
  Offers offers;
  const auto note = [&offers](const Failure& failure) {
    offers.refusal = failure.message();
    offers.ways = failure.hints();
  };
  try {
    rehearse(store, record, c, given);
  } catch (const Failure& failure) {
    note(failure);
    if (const std::optional<Failure> why = why_no_switch(store, record, c, given))
      note(*why);
  }
  const bool finished = standing && standing->kind == Standing::Kind::finished;
  const std::optional<Failure> theirs = standing ? standing->why_not_resumed() : std::nullopt;
  if (theirs) {
    offers.refusal = theirs->message();
    offers.ways = theirs->hints();
  } else {
    offers.go_on = meaning_of_going_on(store, record, c, given);
  }
  ResumeRequest keeping = given;
  keeping.keep_wip = true;
  // On another branch, with changes here, continuing only has to wait.
  const bool waits = c.position == Position::wip_elsewhere && c.published.empty();
  const bool as_it_is = !offers.go_on || *offers.go_on == kByUnwrap;
  offers.keep =
      !theirs && as_it_is && !waits && possible_plan(store, record, c, keeping).has_value();
  offers.fresh = meaning_of_fresh(store, record, c, finished, offers);
  return offers;
}

Failure with_ways_that_go(const Store& store, const Record& record, const Comparison& comparison,
                          const Failure& theirs) {
  const std::vector<std::string>& hints = theirs.hints();
  if (std::ranges::none_of(
          hints, [](const std::string& hint) { return contains(hint, "resume --fresh"); }))
    return theirs;
  try {
    const bool back =
        moves_by_fresh(store, record, comparison) && !goes_on_by_fresh(store, record, comparison);
    if (!back)
      return theirs;
    std::vector<std::string> ways = hints;
    for (std::string& way : ways)
      way = replace_all(way, "start fresh from what the remote has",
                        "put the paused work aside, then rebase or merge what the remote has");
    return Failure(theirs.kind(), theirs.message(), ways);
  } catch (const git::GitKilled&) {
    throw;
  } catch (const Failure& refused) {
    std::vector<std::string> ways = refused.hints();
    for (std::string& way : ways)
      way = replace_all(way, "then start fresh again",
                        "then: git handoff resume --fresh " + record.at.id);
    return Failure(theirs.kind(), theirs.message() + "; " + refused.message(), ways);
  }
}

}  // namespace handoff::ops
