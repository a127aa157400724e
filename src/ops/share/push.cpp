#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/fault.hpp"
#include "base/text.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/standing.hpp"
#include "ops/share/before.hpp"
#include "ops/share/fork.hpp"
#include "ops/share/share.hpp"

namespace handoff::ops {

namespace {

/// Throws where what is here now may not leave either.
void check_without_history(const Store& store, const Record& record, const Shared& shared,
                           const PushRequest& request) {
  git::Quarantine quarantine(store.repository());
  Shared first{.id = shared.id, .remote = shared.remote, .branch = shared.branch};
  prepare_publication(store, quarantine, record, first, request.rules);
}

/// Why what is here goes on under a new id; empty: it does not. `left_behind`: the old one is to
/// end.
std::string why_a_new_id(const Store& store, const Record& record, const Shared& shared,
                         const PushRequest& request, std::string& left_behind) {
  std::string why = why_not_this_id(shared);
  if (!why.empty() || request.rules.allow_secrets)
    return why;
  if (std::string secret = secret_in_published(store, shared); !secret.empty()) {
    check_without_history(store, record, shared, request);
    why = "a version there holds what looks like a secret, " + secret;
    left_behind = shared.id;
  }
  return why;
}

/// The versions with the secret go from the remote. A note where they do not.
std::string end_old(const Store& store, const std::string& id, const std::string& into,
                    const Network& network) {
  const std::string advice = "; take the secret for known, and change it";
  try {
    const ReleaseReport ended =
        release(store, {.what = id, .done = true, .force = true, .into = into, .network = network});
    return "'" + id + "' is " +
           (ended.shared.tip.empty() ? "no longer on the server"
                                     : "finished, and what was in it is still on the server") +
           advice;
  } catch (const Failure& failure) {
    if (const std::optional<Shared> old = read_shared_quietly(store.repository(), id))
      remember_dropped(store.repository(), *old);
    return "'" + id + "' is still there: " + failure.message() + advice;
  }
}

}  // namespace

namespace {

/// A host may take what it does not show: then nobody can take it there, and it is no help there.
void refuse_hidden(const Store& store, Shared& shared, const Network& network) {
  constexpr unsigned kLongest = 10;
  const std::string tip = shared.tip;
  try {
    look(store, shared, network, kLongest);
  } catch (const Failure&) {
    return;  // it arrived, and whoever looks next will see
  }
  if (shared.state != SharedState::absent)
    return;
  git::push_ref(store.repository(),
                {.remote = shared.remote, .may_prompt = network.may_prompt, .seconds = kLongest},
                "", shared_ref(shared.id), tip);
  forget_shared(store.repository(), shared.id);
  refuse(shared.remote + " took it, but does not show it: nobody could take it there",
         {"use another remote for handoffs: git config handoff.remote NAME"});
}

/// Somebody was faster: what they have is not what was corrected here.
[[noreturn]] void refuse_correction(const Shared& shared, const std::string& why) {
  const std::string id = printable(shared.id);
  std::vector<std::string> hints = {"what you wrote is kept: git handoff show " + id,
                                    "hand it over as a handoff of its own: git handoff push " + id};
  if (shared.has_newer() || shared.not_landed())
    hints.push_back("or take what is there now: git handoff take " + id);
  refuse("corrected here, and not at " + shared.remote + ": '" + id + "': " + why, hints);
}

/// Somebody was faster, and what is here is no other work.
[[noreturn]] void refuse_shared_as_it_is(const Shared& shared) {
  const std::string id = printable(shared.id);
  refuse("'" + id + "' has been shared as it is here, and " + describe(shared, now()),
         {shared.has_newer()
              ? "take what is there now: git handoff take " + id
              : "what changes here from now on becomes a handoff of its own: git handoff pause "
                "--push"});
}

/// What is there and counts for nothing is no reason not to hand over what is here.
void look_before_push(const Store& store, Shared& shared, const Network& network) {
  try {
    settle(store, shared, network);
    look(store, shared, network);
  } catch (const Failure& failure) {
    if (shared.doubt.empty() || !contains(failure.message(), shared.doubt))
      throw;
  }
}

}  // namespace

std::string told_after_pause(const git::Repository& repository, const std::string& id,
                             const Failure& failure) {
  const std::string& why = failure.message();
  if (why.starts_with(kNotSettled))
    return "paused here; whether it is shared is not known: " + why.substr(kNotSettled.size());
  const std::optional<Shared> there = read_shared_quietly(repository, id);
  const std::string other = there ? other_version_there(repository, *there) : "";
  return "paused here, NOT shared: " + why + (other.empty() ? "" : "; " + other);
}

std::vector<std::string> hints_after_pause(const git::Repository& repository, const std::string& id,
                                           const Failure& failure) {
  std::vector<std::string> hints = failure.hints();
  const std::string push = "git handoff push";
  const bool told = contains(told_after_pause(repository, id, failure), push) ||
                    std::any_of(hints.begin(), hints.end(), [&](const std::string& hint) {
                      return contains(hint, push) || contains(hint, "pause again");
                    });
  if (!told)
    hints.push_back("share it later: " + push + " " + printable(id));
  return hints;
}

PushReport push_record(const Store& store, const Record& given, const PushRequest& request) {
  const git::Repository& repository = store.repository();
  if (given.at.place != RecordRef::Place::active || given.oid != given.at.oid)
    refuse("'" + printable(given.at.id) + "' is not a live handoff of this repository",
           {"'git handoff list' shows those that are"});
  if (is_withheld(store, given, Reader::agent))
    refuse(
        "nobody here has read " + envelope_of(given) + ": it is not shared as yours",
        {"read it in a terminal first: git handoff show " + shell_word(store.name_for(given.at))});
  PushReport report{.branch = given.at.branch};
  Record record = given;
  PublishRules rules = request.rules;
  rules.may_prompt = request.network.may_prompt;
  std::string left_behind;  // a published version holds a secret: it goes
  const std::string branch = branch_now(repository, record.git());
  bool is_new_name_all = false;  // that is new in what goes
  for (int tries = 0;; ++tries) {
    constexpr int kMostForks = 3;
    const std::string id = record.at.id;  // a fork has another one
    SharedLock lock(repository, id);
    std::optional<Shared> known = read_shared(repository, id);
    Shared shared = known ? *known
                          : Shared{.id = id,
                                   .remote = remote_for(repository, record.git().branch),
                                   .branch = record.at.branch};
    if (known) {
      look_before_push(store, shared, request.network);
    }
    if (tries == 0 && shared.local != record.oid)
      refuse_held_as_another(store, record, shared.remote);
    const bool others = shared.held_by_other() || shared.finished_by_other() || shared.has_newer();
    if (shared.not_landed() && shared.local == record.oid)
      refuse("what is paused here of '" + printable(id) +
                 "' is an older version: the one there is " + describe(shared, now()),
             {"put it back: git handoff take " + printable(id)});
    if (others && tries == 0 && (shared.local == record.oid || is_new_name_all))
      refuse_shared_as_it_is(shared);
    std::string why = known ? why_a_new_id(store, record, shared, request, left_behind) : "";
    StepResult result = StepResult::lost;
    if (why.empty()) {
      const git::Transport transport = {.remote = shared.remote,
                                        .may_prompt = request.network.may_prompt};
      const bool is_there =
          shared.local == record.oid && shared.state == SharedState::free && !shared.tip.empty() &&
          !(shared.pending && is_end(shared.pending->verb)) &&  // may still take it off
          !(shared.given_up && is_end(shared.given_up->verb));
      const bool is_renamed = branch != record.git().branch;
      if (is_there && !is_renamed) {
        push_lfs(store, record, transport, lfs_contents_of(store, record, shared.remote));
        report.shared = shared;  // it is there as it is here
        return report;
      }
      if (is_renamed) {
        is_new_name_all = is_there;
        report.renamed_from = record.git().branch;
        record = move_to_branch(store, record, branch);
        report.branch = branch;
      }
      shared.branch = record.at.branch;
      git::Quarantine quarantine(repository);
      report.sent = prepare_publication(store, quarantine, record, shared, rules);
      std::vector<std::string> contents = lfs_contents_of(store, record, shared.remote);
      for (const std::string& content : report.sent.lfs)
        if (std::find(contents.begin(), contents.end(), content) == contents.end())
          contents.push_back(content);
      push_lfs(store, record, transport, contents);
      remember_version(repository, quarantine.objects(), report.sent.oid, *record.document, record);
      result = step(store, quarantine, shared, request.network, "publish", report.sent.oid,
                    record.oid, report.sent.on);
      if (result == StepResult::moved) {
        rules.asks = !rules.moved.insert(report.sent.on.name).second;
        continue;
      }
      if (result == StepResult::won) {
        if (!known && !shows_handoffs(repository, shared.remote))
          refuse_hidden(store, shared, request.network);
        if (shared.published || !read_before(store, shared).known)
          remember_before(repository, id);
        report.shared = shared;
        if (!left_behind.empty())
          report.note = end_old(store, left_behind, id, request.network);
        return report;
      }
      if (is_new_name_all)
        refuse_shared_as_it_is(shared);
      why = describe(shared, now());
    }
    if (request.only_words && left_behind.empty())
      refuse_correction(shared, why);
    if (tries == kMostForks)
      refuse("'" + printable(id) + "' moves on at " + shared.remote + " again and again",
             {"try again in a moment"});
    if (report.forked_from.empty()) {
      report.forked_from = id;
      report.why_forked = why;
    }
    record = fork_record(store, record, shared.is_others_id() ? Original::none : Original::theirs);
    note_fork(repository, id, record.at.id);
  }
}

}  // namespace handoff::ops
