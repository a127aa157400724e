#include "ops/resume/resume.hpp"

#include <cstdio>
#include <map>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/put_aside.hpp"
#include "cli/command/reconstruct_offer.hpp"
#include "cli/command/resume_menu.hpp"
#include "cli/command/share.hpp"
#include "cli/render/check_text.hpp"
#include "cli/render/output.hpp"
#include "cli/render/record_text.hpp"
#include "cli/render/resume_text.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/reading.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/check/check.hpp"
#include "ops/check/older_checkpoints.hpp"
#include "ops/notes/ledger.hpp"
#include "ops/records/names.hpp"
#include "ops/records/standing.hpp"
#include "ops/report/report_json.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/restore.hpp"
#include "ops/share/solo.hpp"
#include "ops/share/step.hpp"
#include "ops/verbs/status_and_list.hpp"

namespace handoff::cli {

namespace {

struct ResumeFlags {
  std::string id;
  bool go_on = false, review = false, discard = false, fresh = false;
  bool json = false, verbose = false;
  bool offline = false;
  ops::ResumeRequest request;

  void refuse_what_only_continues() const {
    for (const auto& [given, name] :
         {std::pair(request.switch_branch, "--switch"), std::pair(request.apply, "--apply"),
          std::pair(request.keep_wip, "--keep-wip"), std::pair(request.unwrap, "--unwrap"),
          std::pair(request.consume, "--consume"),
          std::pair(request.blocking_done, "--blocking-done")})
      if (given)
        fail_usage(std::string(name) + " goes with --continue");
  }

  Choice choice() const {
    if (int(go_on) + int(review) + int(discard) + int(fresh) > 1)
      fail_usage("--continue, --review, --discard and --fresh exclude each other");
    return go_on     ? Choice::go_on
           : review  ? Choice::review
           : discard ? Choice::discard
           : fresh   ? Choice::fresh
                     : Choice::none;
  }
};

/// The record that is meant: of this branch, else of the others the one that fits this branch, else
/// the newest, else of a remote; a person says which of several. nullopt: nothing is paused.
std::optional<ops::Record> choose_record(const Terminal& terminal, const ops::Store& store,
                                         const std::string& id, bool may_ask) {
  const git::Head head = store.repository().head();
  may_ask = may_ask && terminal.reader() == ops::Reader::person;
  if (!id.empty())
    return store.find(id, head);
  if (auto here = ops::waiting_at(store, head)) {
    if (std::vector<ops::Summary> equal =
            may_ask ? equally_meant(store, head) : std::vector<ops::Summary>();
        equal.size() > 1)
      return pick(terminal, store, std::move(equal));
    if (const std::string older = ops::told_of_older(store, *here, head, terminal.reader());
        !older.empty())
      say("note", older);
    return here;
  }
  size_t damaged = 0;
  using Place = ops::RecordRef::Place;
  std::vector<ops::Summary> records = ops::summaries_at(store, {Place::active}, "", damaged);
  ops::drop_committed(store, records);
  if (records.empty()) {
    std::vector<ops::RecordRef> open = ops::open_remote(store);
    records = ops::summaries_at(store, {Place::remote}, "", damaged);
    std::erase_if(records, [&](const ops::Summary& record) {
      return std::none_of(open.begin(), open.end(),
                          [&](const ops::RecordRef& ref) { return ref.ref == record.at.ref; });
    });
  }
  if (records.empty())
    return std::nullopt;
  const ops::Summary* fitting = ops::best_fit(records, head.label());
  if (fitting == nullptr && records.size() > 1 && may_ask) {
    say("note", "nothing is paused on " + ops::branch_in_quotes(head.label()));
    return pick(terminal, store, std::move(records));
  }
  std::string why = fitting != nullptr   ? "its name fits this branch"
                    : records.size() > 1 ? "it is the newest"
                                         : "it is the only one";
  ops::Record chosen = store.load((fitting != nullptr ? *fitting : records.front()).at);
  say("note", "nothing is paused on " + ops::branch_in_quotes(head.label()) + "; this is " +
                  chosen.at.id + ": " + why +
                  (records.size() > 1
                       ? " of " + count_of(records.size(), "handoff") + " ('git handoff list')"
                       : ""));
  return chosen;
}

/// Is it what is meant here where no id is given?
bool is_of_this_branch(const ops::Store& store, const ops::Record& record) {
  const std::optional<ops::Record> here = ops::waiting_at(store, store.repository().head());
  return here && here->at.ref == record.at.ref;
}

/// The same; where nothing is paused a person is offered what can be reconstructed.
ops::Record require_record(const Terminal& terminal, const ops::Store& store, const std::string& id,
                           bool may_ask) {
  std::optional<ops::Record> record = choose_record(terminal, store, id, may_ask);
  if (!record && may_ask && offer_reconstruction(store.repository()))
    record = choose_record(terminal, store, id, may_ask);
  if (!record)
    refuse("nothing is paused here", hints_where_nothing_is(store));
  return std::move(*record);
}

/// What the record is worth, where the first line had something else to say.
void print_age_advice(const ops::Record& record, const model::CheckReport& report,
                      const ops::FirstLine& line) {
  if (report.is_stale() && line.situation != ops::Situation::old)
    say("note", "this handoff is " + human_duration(now() - record.time()) +
                    " old: rely on its decisions and context, take the rest from the code");
  if (record.handoff.mode == model::Mode::emergency && line.situation != ops::Situation::emergency)
    say("note", "it was written in an emergency: parts may be missing");
}

/// The files that the record was made of: who only knows those would take them for news.
void print_inputs(const Terminal& terminal, const std::vector<ops::TakenInput>& inputs) {
  bool removable = false;
  for (const ops::TakenInput& input : inputs) {
    using State = ops::TakenInput::State;
    bool unchanged = input.state == State::unchanged;
    removable = removable || unchanged;
    terminal.field("  made of", ops::path_name(input.path) +
                                    (unchanged                       ? ""
                                     : input.state == State::changed ? " (changed since)"
                                     : input.state == State::gone    ? " (gone)"
                                                                     : " (tracked by git)"));
  }
  if (removable)
    say("hint", "'--consume' removes the files that the handoff was made of when you continue");
}

/// What is still true of the record. It informs: where looking fails, resuming goes on without it.
std::optional<model::CheckReport> check_record(const ops::Store& store, const ops::Readable& record,
                                               const git::Status& status) {
  try {
    Progress progress("looking at what is true now");
    return ops::check(store.repository(), ops::subject_of(store, record),
                      git::StatusQuestion(status));
  } catch (const Failure& failure) {
    say("warning", "cannot check the record: " + failure.message());
    return std::nullopt;
  }
}

ops::Comparison compare(const ops::Store& store, const ops::Record& record) {
  Progress progress("looking at what is there");
  return ops::compare_with_present(store, record);
}

/// The commit that was on the branch; after a rebase, or an amend, it is not the one of the record.
std::string where_the_wip_is(const ops::ResumeReport& r, const ops::Comparison& c) {
  const std::string kept = r.wip_commit.substr(0, 7);
  const std::string there = c.stack                                  ? c.stack->top.substr(0, 7)
                            : c.position == ops::Position::above_wip ? c.work_in.substr(0, 7)
                                                                     : kept;
  if (r.applied)
    return kept + ", in the archived record";
  if (r.unwrapped)
    return there + ", no longer on the branch";
  using ops::Position;
  if (c.position == Position::reworded_wip || c.position == Position::went_in)
    return kept + ", in the archived record; the " + (c.work_in_parts ? "last of the " : "") +
           "work is in " + c.work_in.substr(0, 7);
  return there + ", where it was";
}

void print_report(const Terminal& terminal, const ops::Record& record, const ops::ResumeReport& r,
                  const ops::Comparison& comparison, ops::Marks& marks, bool consume,
                  const std::string& until) {
  std::string branch = ops::branch_name(r.branch);
  if (r.unwrapped && r.exact)
    terminal.sentence("Resumed " + branch + ": " +
                      count_of(record.handoff.uncommitted_files.size(), "file") +
                      " and the index are as they were");
  else if (r.applied && !r.kept_present.empty())
    terminal.sentence("Resumed " + branch + ": the files had the kept work already");
  else if (r.applied)
    terminal.sentence("Resumed " + branch + ": the kept work is merged into what is checked out");
  else if (r.unwrapped && r.kept_present.empty())
    terminal.sentence("Resumed " + branch + ": the work is back, on what the branch stands on now");
  else if (r.unwrapped)
    terminal.sentence("Resumed " + branch +
                      ": the WIP commit is off the branch; your edits since are untouched");
  else
    terminal.sentence("Resumed " + branch + "; nothing was moved: " + r.why);
  if (!r.kept_present.empty())
    terminal.field("backup",
                   "the tree as it was before resuming: git handoff show " + r.kept_present);
  if (!r.kept_commit.empty())
    terminal.field("backup",
                   "the WIP commit as it was changed since: git handoff show " + r.kept_commit);
  if (r.all_unstaged)
    say("note", "what was staged conflicts with what the branch stands on now: nothing is staged");
  for (const std::string& hint : r.hints)
    terminal.field("hint", hint);
  if (!r.consumed.empty())
    terminal.field("removed",
                   printable(join(r.consumed, ", ")) + ": taken in at the pause, unchanged since");
  for (const ops::TakenInput& input : r.inputs)
    if (consume && input.state != ops::TakenInput::State::gone)
      say("note", "'" + c_quote(input.path) + "' was taken in at the pause and stays: it " +
                      (input.state == ops::TakenInput::State::tracked ? "is tracked"
                                                                      : "was changed since"));
  if (!record.handoff.next_action.empty())
    terminal.field("next", marks.put(record.handoff.next_action));
  tell_carried(terminal, r.carried);
  if (!r.wip_commit.empty() && !record.git().on_branch)
    terminal.field("snapshot", r.wip_commit.substr(0, 7) + " stays in the archived record");
  else if (!r.wip_commit.empty())
    terminal.field("WIP commit", where_the_wip_is(r, comparison));
  terminal.field("undo", "git handoff undo (until " + until + ")");
}

bool said_yes(const std::optional<std::string>& answer) {
  return answer && to_lower(*answer).substr(0, 1) == "y";
}

/// Asks about each thing that waits for a person and blocks. False: one is not done, and has to be.
bool confirm_blocking(const ops::Store& store, const ops::Record& record,
                      ops::ResumeRequest& request) {
  for (const std::string& action : ops::blocking_actions(store, record)) {
    if (said_yes(ask("  " + formats::shown(action) + ": done? [y/N] "))) {
      request.done.push_back(action);
      continue;
    }
    if (!said_yes(ask("  continue all the same, and keep it open? [y/N] "))) {
      say("note", "not done yet; the handoff stays as it is");
      say("hint", "if nothing has to wait for it any more, 'git handoff edit' takes it out");
      return false;
    }
    request.leave_waiting = true;
  }
  return true;
}

/// Somebody else's work is not put back before a person has read what goes with it.
bool was_read(const Terminal& terminal, const ops::Store& store, const ops::Record& record) {
  if (terminal.reader() != ops::Reader::person ||  // then the resume itself refuses
      model::is_readable(ops::Provenance(store.repository()).of_all(record)))
    return true;
  print_record(terminal, ops::readable_by(store, record, terminal.reader()), true);
  return confirm_reading(terminal, store, record);
}

/// With --offline nothing that is known of others stands in the way.
ops::Offers offers_for(const ops::Store& store, const ops::Record& record,
                       const ops::Comparison& comparison, const ResumeFlags& flags) {
  return ops::offers_of(store, record, comparison,
                        flags.offline ? std::nullopt : ops::standing(store.repository(), record),
                        flags.request);
}

[[noreturn]] void refuse_without_choice(const ops::Store& store, const ops::Record& record,
                                        const ops::Comparison& comparison, const ResumeFlags& flags,
                                        const std::optional<Failure>& theirs) {
  if (std::string operation = store.repository().operation().value_or("");
      !operation.empty() && record.git().on_branch)
    refuse("nothing was changed: a " + operation + " is under way",
           {"finish or abort it first, then: git handoff resume"});
  std::string command =
      "git handoff resume " + (flags.id.empty() ? "" : shell_word(flags.id) + " ");
  std::vector<std::string> hints;
  const ops::Offers offers = offers_for(store, record, comparison, flags);
  if (theirs) {  // whoever has it, continuing would be refused
    say("note", "--continue is refused here: " + theirs->message());
    hints = theirs->hints();
  } else if (offers.refusal.empty() && offers.go_on) {
    const std::string how = std::string(flags.request.switch_branch ? "--switch " : "") +
                            (flags.request.apply ? "--apply " : "") +
                            (flags.request.keep_wip ? "--keep-wip " : "") +
                            (flags.request.unwrap ? "--unwrap " : "");
    const bool waits =
        !flags.request.blocking_done && !ops::blocking_actions(store, record).empty();
    hints.push_back(command + "--continue " + how +
                    (waits ? "--blocking-done   once what it waits for is done: " : "  ") +
                    *offers.go_on);
  } else if (!offers.refusal.empty()) {
    say("note", "--continue is refused here: " + offers.refusal);
    hints = offers.ways;
  }
  hints.push_back(command + "--review     read all of it");
  if (offers.fresh && offers.fresh_moves)  // else it is what --discard does
    hints.push_back(command + "--fresh      " + *offers.fresh);
  hints.push_back(command +
                  "--discard    put the handoff away; commits and files stay as they are");
  refuse("nothing was changed: say what to do with this handoff", hints);
}

/// A flag that continuing needs is offered as a question on a terminal. Who chose it in the menu,
/// which says what continuing does, has answered.
bool offer_flag(const ops::Store& store, const ops::Record& record,
                const ops::Comparison& comparison, bool chosen, ops::ResumeRequest& request) {
  try {
    ops::plan_resume(store, record, comparison, request);
    return true;
  } catch (const Failure& failure) {
    using ops::Position;
    bool by_switch = comparison.other_worktree.empty() && !request.switch_branch &&
                     (comparison.position == Position::wip_elsewhere ||
                      comparison.position == Position::branch_gone ||
                      comparison.position == Position::clean_elsewhere ||
                      ops::is_kept_beside_another(record, comparison));
    bool by_apply =
        !by_switch && !request.apply &&
        (comparison.position == Position::moved_on || comparison.position == Position::snapshot);
    bool by_unwrap =
        !request.unwrap && comparison.is_here &&
        (comparison.is_held_here_only() ||
         (comparison.published.empty() && comparison.position == Position::altered_wip));
    if (!by_switch && !by_apply && !by_unwrap)
      throw;
    const bool answered = chosen && (by_switch || by_apply);
    if (!answered)
      say("note", failure.message());
    if (by_unwrap)
      say("hint", failure.hints().front());
    if (!answered &&
        !said_yes(ask(by_switch   ? "switch to it and resume there? [y/N] "
                      : by_unwrap ? "remove it from the branch as it is now? [y/N] "
                                  : "merge the kept work into what is checked out? [y/N] "))) {
      say("note", "nothing was changed");
      return false;
    }
    (by_switch ? request.switch_branch : by_unwrap ? request.unwrap : request.apply) = true;
    return offer_flag(store, record, comparison, chosen, request);
  }
}

}  // namespace

namespace {

/// Nobody was asked; what was seen last is told all the same.
void warn_of_what_is_known(const ops::Store& store, const ops::Record& record) {
  std::optional<ops::Standing> known = ops::standing(store.repository(), record);
  if (known && known->is_in_the_way())
    say("warning", known->all());
}

}  // namespace

int run_resume(Invocation& invocation) {
  CLI::App app{"Show what was paused next to what is true now, and put the work back."};
  ResumeFlags flags;
  app.add_option("id", flags.id, "the handoff: an id, a part of one, @, @{n}")->type_name("ID");
  app.add_flag("--continue", flags.go_on, "restore the work and archive the handoff");
  app.add_flag("--review", flags.review, "print all of it, change nothing");
  app.add_flag("--discard", flags.discard, "archive the handoff; the work stays where it is");
  app.add_flag("--fresh", flags.fresh, "put the work aside: branch and tree go back to the base");
  app.add_flag("--switch", flags.request.switch_branch, "check the paused branch out first");
  app.add_flag("--apply", flags.request.apply, "merge the kept work into what is checked out");
  app.add_flag("--keep-wip", flags.request.keep_wip,
               "archive the handoff only; the WIP stays a commit");
  app.add_flag("--unwrap", flags.request.unwrap,
               "take a WIP commit off that was changed since (it is kept in the\narchive), or that "
               "another branch or a tag has, too");
  app.add_flag("--blocking-done", flags.request.blocking_done,
               "every blocking human action is done");
  app.add_flag("--consume", flags.request.consume,
               "when continuing: remove the files that the handoff was made of, if unchanged");
  app.add_flag("--offline", flags.offline, "do not ask the remote whether somebody has it");
  app.add_flag("-v,--verbose", flags.verbose, "show all that is known of the present, too");
  app.add_flag("--json", flags.json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  Choice choice = flags.choice();
  if (choice == Choice::review || choice == Choice::discard || choice == Choice::fresh)
    flags.refuse_what_only_continues();

  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  ops::Store store(repository);
  ops::note_what_git_fetched(store);
  // What is put away is named, where it is another branch's.
  const bool puts_away = choice == Choice::discard || choice == Choice::fresh;
  ops::Record record =
      require_record(terminal, store, flags.id.empty() && puts_away ? "@" : flags.id,
                     terminal.is_person() && !flags.json && choice == Choice::none);
  if (flags.id.empty() && !puts_away && !is_of_this_branch(store, record))
    flags.id = record.at.id;
  if (choice != Choice::review)
    ops::refuse_unless_live(record);
  ops::Network network = network_for(terminal, flags.offline);
  std::optional<Failure> theirs;
  if (choice == Choice::go_on || choice == Choice::none) {
    Progress progress("asking the remote");
    theirs = ops::ask_before_resume(store, record, network);
    network.asked = true;
  }
  ops::Comparison comparison = compare(store, record);
  if (theirs)
    theirs = ops::with_ways_that_go(store, record, comparison, *theirs);
  if (choice == Choice::discard)
    return do_discard(terminal, store, record, flags.json, flags.offline);
  if (choice == Choice::fresh)
    return do_fresh(terminal, store, record, comparison, flags.json, flags.offline);
  if (choice == Choice::review) {
    review(terminal, store, record);
    return 0;
  }
  const ops::Readable readable =
      ops::as_noted_since(store, ops::readable_by(store, record, terminal.reader()),
                          is_of_this_branch(store, record) ? ops::Since::all : ops::Since::closed);
  std::optional<model::CheckReport> checked = check_record(store, readable, comparison.status);
  const ops::BriefSource source = ops::source_of(checked.value_or(model::CheckReport{}));
  ops::Marks marks(source);
  if (!flags.json) {
    std::optional<ops::FirstLine> line;
    if (checked)
      print_first_line(terminal,
                       *(line = ops::first_line_of(store, *readable, comparison, *checked)));
    print_comparison(terminal, readable, comparison, marks, flags.verbose);
    warn_of_tricks(record);
    if (checked)
      print_drift(terminal, *checked, flags.verbose);
    if (!flags.request.consume)
      print_inputs(terminal, ops::taken_inputs(repository, record.at.id));
    std::fflush(stdout);
    if (line)
      print_age_advice(record, *checked, *line);
  }
  if (!model::is_readable(ops::Provenance(store.repository()).of_snapshot(record)) && !flags.json)
    print_brought_files(terminal, store, record);
  bool asked = choice == Choice::none;
  if (asked && (!terminal.is_person() || flags.json))
    refuse_without_choice(store, record, comparison, flags, theirs);
  if (asked) {
    ops::Offers offers = offers_for(store, record, comparison, flags);
    if (theirs) {  // whoever has it, continuing would be refused
      offers.go_on.reset();
      offers.keep = false;
      offers.ways = theirs->hints();
    }
    choice = ask_choice(terminal, store, record, offers);
  }
  if (choice == Choice::keep)
    flags.request.keep_wip = true;
  if (choice == Choice::none)
    return 0;
  if (choice == Choice::discard)
    return do_discard(terminal, store, record, false, flags.offline);
  if (choice == Choice::fresh) {
    ops::expect_same_present(store, record, comparison);
    return do_fresh(terminal, store, record, comparison, false, flags.offline);
  }
  if (theirs)  // before anything else is asked for: no flag helps
    throw Failure(*theirs);
  if (!was_read(terminal, store, record))
    return static_cast<int>(FailureKind::no);
  if (flags.offline)
    warn_of_what_is_known(store, record);
  if (terminal.is_person() && !flags.json &&
      (!confirm_blocking(store, record, flags.request) ||
       !offer_flag(store, record, comparison, asked, flags.request)))
    return static_cast<int>(FailureKind::no);
  const std::string until = undo_until(repository);  // a bad setting is told before anything moves
  if (was_asked())
    ops::expect_same_present(store, record, comparison);
  Progress progress("putting the work back");
  ops::ResumeReport report = ops::solo::resume(store, record, comparison, flags.request, network);
  progress.stop();
  if (flags.json) {
    Json out = ops::to_json(report);
    out["check"] = checked ? ops::to_json(*checked) : Json();
    print_json(out);
  } else {
    tell_left_alone(repository, report);
    print_report(terminal, *readable, report, comparison, marks, flags.request.consume, until);
  }
  return 0;
}

}  // namespace handoff::cli
