#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/renamed_branch.hpp"
#include "ops/records/standing.hpp"
#include "ops/share/before.hpp"
#include "ops/share/fork.hpp"
#include "ops/share/leaving.hpp"
#include "ops/share/lfs.hpp"
#include "ops/share/outgoing.hpp"
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
  const bool was_pending = shared.pending.has_value();
  try {
    settle(store, shared, network, {});
    look(store, shared, network);
  } catch (const Failure& failure) {
    if (is_of_doubt(shared, failure))
      return;
    if (!was_pending || !shared.pending)
      throw;
    throw Failure(
        failure.kind(),
        std::string(kNotSettled) + shared.remote + " did not answer: " + failure.message(),
        failure.hints());
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
                    std::ranges::any_of(hints, [&](const std::string& hint) {
                      return contains(hint, push) || contains(hint, "pause again");
                    });
  if (!told)
    hints.push_back("share it later: " + push + " " + printable(id));
  return hints;
}

namespace {

/// A handoff goes to its remote as it is here or, where somebody has another version there, as one
/// of its own.
class Push {
 public:
  Push(const Store& store, const Record& given, const PushRequest& request)
      : x_store(store),
        x_repository(store.repository()),
        x_request(request),
        x_rules(request.rules),
        x_branch(branch_now(x_repository, given.handoff)),
        x_record(given),
        x_report{.branch = given.at.branch} {
    x_rules.may_prompt = request.network.may_prompt;
  }

  PushReport run() {
    try {
      for (int tries = 0;; ++tries)
        if (try_once(tries))
          return x_report;
    } catch (const Failure& failure) {
      if (x_report.forked_from.empty())
        throw;
      throw of_fork(failure);
    }
  }

 private:
  /// Of the one that this has become by now, under which it is found again.
  Failure of_fork(const Failure& failure) const {
    const std::string id = printable(x_record.at.id);
    std::vector<std::string> hints;
    for (const std::string& hint : failure.hints())
      hints.push_back(replace_all(hint, kSameAgain, "'git handoff push " + id + "'"));
    return Failure(failure.kind(),
                   failure.message() + "; '" + printable(x_report.forked_from) + "': " +
                       x_report.why_forked + ", and this is a handoff of its own now: " + id,
                   hints);
  }

  /// One look at what is there, and one write. False: once more, under another id or on what the
  /// remote's branch has become.
  bool try_once(int tries) {
    const std::string id = x_record.at.id;
    SharedLock lock(x_repository, id);
    const std::optional<Shared> known = read_shared(x_repository, id);
    Shared shared = known ? *known
                          : Shared{.id = id,
                                   .remote = remote_for(x_repository, x_record.git().branch),
                                   .branch = x_record.at.branch};
    if (known)
      look_before_push(x_store, shared, x_request.network);
    refuse_needless(shared, tries == 0);
    std::string why =
        known ? why_a_new_id(x_store, x_record, shared, x_request, x_left_behind) : "";
    if (why.empty()) {
      const bool is_there = is_there_as_here(shared);
      const git::Transport transport = {.remote = shared.remote,
                                        .may_prompt = x_request.network.may_prompt};
      if (is_there && x_branch == x_record.git().branch) {
        push_lfs(x_store, x_record, transport,
                 LfsQuestion(x_store, x_record).answer(shared.remote));
        x_report.shared = shared;
        note_original();
        return true;
      }
      if (x_branch != x_record.git().branch)
        move(is_there);
      const StepResult result = publish(shared, transport);
      if (result == StepResult::moved)
        return false;
      if (result == StepResult::won) {
        end(shared, known.has_value());
        return true;
      }
      if (x_is_new_name_all)
        refuse_shared_as_it_is(shared);
      why = describe(shared, now());
    }
    fork(shared, why, tries);
    return false;
  }

  /// After its own push, which it is told beside.
  void note_original() {
    const std::optional<Standing> known =
        standing_here(x_repository, x_record.at.id, *x_record.document);
    x_report.original = known ? known->of_original : "";
  }

  /// What a push would not change, or would put an older version in the place of.
  void refuse_needless(const Shared& shared, bool is_first) const {
    if (is_first && shared.local != x_record.oid) {
      refuse_to_share_nothing(x_store, shared, x_record);
      refuse_held_as_another(x_store, x_record, shared.remote, x_request.network);
    }
    if (shared.not_landed() && shared.local == x_record.oid)
      refuse("what is paused here of '" + printable(shared.id) +
                 "' is an older version: the one there is " + describe(shared, now()),
             {"put it back: git handoff take " + printable(shared.id)});
    if (shared.is_gone() && is_first)
      if (const std::string there = branch_with_all(x_repository, shared, *x_record.document);
          !there.empty())
        refuse("'" + printable(shared.id) + "' is no longer on " + printable(shared.remote) +
                   ", and " + branch_name(there) + " has its files as they are here",
               {"start fresh from what the remote has: git handoff resume --fresh " +
                printable(shared.id)});
    if ((shared.held_by_other() || shared.finished_by_other() || shared.has_newer()) && is_first &&
        shared.local == x_record.oid)
      refuse_shared_as_it_is(shared);
  }

  bool is_there_as_here(const Shared& shared) const {
    return shared.local == x_record.oid && shared.state == SharedState::free &&
           !shared.tip.empty() &&
           !(shared.pending && is_end(shared.pending->verb)) &&  // may still take it off
           !(shared.given_up && is_end(shared.given_up->verb));
  }

  /// The branch has another name by now, and so has the record.
  void move(bool is_there) {
    x_is_new_name_all = is_there;
    x_report.renamed_from = x_record.git().branch;
    x_record = move_to_branch(x_store, x_record, x_branch);
    x_report.branch = x_branch;
  }

  StepResult publish(Shared& shared, const git::Transport& transport) {
    shared.branch = x_record.at.branch;
    git::Quarantine quarantine(x_repository);
    Publication& sent = x_report.sent;
    LfsQuestion lfs(x_store, x_record);
    sent = prepare_publication(x_store, quarantine, x_record, shared, x_rules);
    sent.work = x_record.handoff.uncommitted_files;
    std::vector<std::string> contents = lfs.answer(shared.remote);
    for (const std::string& content : sent.lfs)
      if (!in_list(contents, content))
        contents.push_back(content);
    push_lfs(x_store, x_record, transport, contents);
    remember_version(x_repository, quarantine.objects(), sent.oid, *x_record.document, x_record);
    x_before.reset();
    if (shared.published || shared.on.empty() || !read_before(x_store, shared).known)
      x_before.emplace(x_repository);
    const StepResult result = step(x_store, quarantine, shared, x_request.network, "publish",
                                   sent.oid, x_record.oid, sent.on);
    if (result == StepResult::moved)
      x_rules.asks = !x_rules.moved.insert(sent.on.name).second;
    return result;
  }

  void end(Shared& shared, bool was_known) {
    if (!was_known && !shows_handoffs(x_repository, shared.remote))
      refuse_hidden(x_store, shared, x_request.network);
    if (x_before)
      x_before->remember(shared.id);
    x_report.shared = shared;
    if (was_known || x_record.is_checkpoint())
      note_original();
    if (!x_left_behind.empty())
      x_report.note = end_old(x_store, x_left_behind, shared.id, x_request.network);
  }

  /// What is here goes on under an id of its own.
  void fork(const Shared& shared, const std::string& why, int tries) {
    constexpr int kMostForks = 3;
    if (x_request.only_words && x_left_behind.empty())
      refuse_correction(shared, why);
    if (tries == kMostForks)
      refuse("'" + printable(shared.id) + "' moves on at " + shared.remote + " again and again",
             {"try again in a moment"});
    if (x_report.forked_from.empty()) {
      x_report.forked_from = shared.id;
      x_report.why_forked = why;
    }
    x_record =
        fork_record(x_store, x_record, shared.is_others_id() ? Original::none : Original::theirs);
    note_fork(x_repository, shared.id, x_record.at.id);
  }

  const Store& x_store;
  const git::Repository& x_repository;
  const PushRequest& x_request;
  PublishRules x_rules;
  const std::string x_branch;  // its name now
  Record x_record;             // a fork has another id
  PushReport x_report;
  /// Asked while the last publication was under way, where it is not known already.
  std::optional<BeforeQuestion> x_before;
  std::string x_left_behind;       // a published version holds a secret: it goes
  bool x_is_new_name_all = false;  // that is new in what goes
};

}  // namespace

PushReport push_record(const Store& store, const Record& given, const PushRequest& request) {
  if (given.at.place != RecordRef::Place::active || given.oid != given.at.oid)
    refuse("'" + printable(given.at.id) + "' is not a live handoff of this repository",
           {"'git handoff list' shows those that are"});
  if (is_withheld(store, given, Reader::agent))
    refuse(
        "nobody here has read " + envelope_of(given) + ": it is not shared as yours",
        {"read it in a terminal first: git handoff show " + shell_word(store.name_for(given.at))});
  try {
    return Push(store, given, request).run();
  } catch (const Failure& failure) {
    throw Failure(failure.kind(), failure.message(), with_options(failure.hints(), request.rules));
  }
}

}  // namespace handoff::ops
