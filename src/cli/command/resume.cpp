#include "ops/resume/resume.hpp"

#include <algorithm>
#include <cstdio>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/put_aside.hpp"
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
#include "git/refs/names.hpp"
#include "model/operation_words.hpp"
#include "ops/check/check.hpp"
#include "ops/records/names.hpp"
#include "ops/records/standing.hpp"
#include "ops/report/report_json.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/share/solo.hpp"
#include "ops/share/step.hpp"
#include "ops/worktree/path_to_type.hpp"

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

/// What the record is worth, where the first line had something else to say.
void print_age_advice(const ops::Record& record, const model::CheckReport& report,
                      const ops::FirstLine& line) {
  if (report.is_stale() && line.situation != ops::Situation::old)
    say("note", "this handoff is " + human_duration(now() - record.time()) +
                    " old: rely on its decisions and context, take the rest from the code");
  if (record.handoff.mode == model::Mode::emergency && line.situation != ops::Situation::emergency)
    say("note", "it was written in an emergency: parts may be missing");
}

/// Those of a record's inputs that --consume takes away, as they are typed.
std::vector<std::string> removable(const git::Repository& repository,
                                   const std::vector<ops::TakenInput>& inputs) {
  std::vector<std::string> paths;
  for (const ops::TakenInput& input : inputs)
    if (input.state == ops::TakenInput::State::unchanged)
      paths.push_back(ops::file_to_type(repository.layout().root, input.path));
  return paths;
}

/// The files that the record was made of: who only knows those would take them for news.
void print_inputs(const Terminal& terminal, const git::Repository& repository,
                  const std::string& id, bool goes_on) {
  const std::vector<ops::TakenInput> inputs = ops::taken_inputs(repository, id);
  for (const ops::TakenInput& input : inputs) {
    using State = ops::TakenInput::State;
    terminal.field("  made of", ops::path_name(input.path) +
                                    (input.state == State::unchanged ? ""
                                     : input.state == State::changed ? " (changed since)"
                                     : input.state == State::gone    ? " (gone)"
                                                                     : " (tracked by git)"));
  }
  if (!goes_on && !removable(repository, inputs).empty())
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
  const std::string kept = git::short_oid(r.wip_commit);
  const std::string there = c.stack                                  ? git::short_oid(c.stack->top)
                            : c.position == ops::Position::above_wip ? git::short_oid(c.work_in)
                                                                     : kept;
  if (r.applied)
    return kept + ", in the archived record";
  if (r.unwrapped)
    return there + ", no longer on the branch";
  using ops::Position;
  if (c.position == Position::reworded_wip || c.position == Position::went_in)
    return kept + ", in the archived record; the " + (c.work_in_parts ? "last of the " : "") +
           "work is in " + git::short_oid(c.work_in);
  return there + ", where it was";
}

void print_report(const Terminal& terminal, const ops::Record& record, const ops::ResumeReport& r,
                  const ops::Comparison& comparison, ops::Marks& marks, bool consume,
                  const std::string& until, const git::Repository& repository) {
  const git::Head head = repository.head();
  const bool is_elsewhere = r.applied && !head.branch.empty() && head.branch != r.branch;
  const std::string branch = (is_elsewhere ? "the work of " : "") + ops::branch_name(r.branch) +
                             (is_elsewhere ? " on " + ops::branch_name(head.branch) : "");
  if (r.unwrapped && r.exact)
    terminal.sentence("Resumed " + branch + ": " +
                      count_of(record.handoff.uncommitted_files.size(), "file") +
                      " and the index are as they were");
  else if (r.applied && r.had_files)
    terminal.sentence("Resumed " + branch + ": the files had the kept work already");
  else if (r.applied)
    terminal.sentence("Resumed " + branch + ": the kept work is merged into what is checked out");
  else if (r.unwrapped && !r.edited && r.base == record.git().base && !r.left_alone.empty())
    terminal.sentence("Resumed " + branch + ": the work is back, but for what is named above");
  else if (r.unwrapped && !r.edited)
    terminal.sentence("Resumed " + branch + ": the work is back, on what the branch stands on now");
  else if (r.unwrapped)
    terminal.sentence("Resumed " + branch +
                      ": the WIP commit is off the branch; your edits since are untouched");
  else
    terminal.sentence("Resumed " + branch + "; " + (r.switched ? "" : "nothing was moved: ") +
                      r.why);
  for (const std::string& kept : {r.kept_at_switch, r.kept_present})
    if (!kept.empty())
      terminal.field("backup", "the tree as it was before resuming: git handoff show " + kept);
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
      say("note", ops::path_in_quotes(input.path) + " was taken in at the pause and stays: it " +
                      (input.state == ops::TakenInput::State::tracked ? "is tracked"
                                                                      : "was changed since"));
  if (const std::vector<std::string> stay = removable(repository, r.inputs);
      !consume && !stay.empty())
    terminal.field("hint", "to remove what the handoff was made of: rm " + join(stay, " "));
  if (r.unwrapped || r.applied)
    marks.are_back();
  if (!record.handoff.next_action.empty())
    terminal.field("next", marks.put(record.handoff.next_action));
  tell_carried(terminal, r.carried, r.stay, r.id);
  if (!r.wip_commit.empty() && !record.git().on_branch)
    terminal.field("snapshot", git::short_oid(r.wip_commit) + " stays in the archived record");
  else if (!r.wip_commit.empty())
    terminal.field("WIP commit", where_the_wip_is(r, comparison));
  if (!r.claimed_at.empty())
    terminal.field("shared",
                   "it is yours on " + printable(r.claimed_at) + " now: nobody else can take it");
  terminal.field("undo", "git handoff undo (until " + until + ")");
}

/// Asks about each thing that waits for a person and blocks. False: one is not done, and has to be.
bool confirm_blocking(const ops::Store& store, const ops::Record& record,
                      ops::ResumeRequest& request) {
  for (const std::string& action : ops::blocking_actions(store, record)) {
    if (is_yes(ask("  " + formats::shown(action) + ": done? [y/N] "))) {
      request.done.push_back(action);
      continue;
    }
    if (!is_yes(ask("  continue all the same, and keep it open? [y/N] "))) {
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

/// Its id means what is in the archive here then, before what the remote has.
bool was_put_away(const ops::Store& store, const std::string& id) {
  return in_list(store.archived(), id, &ops::RecordRef::id);
}

[[noreturn]] void refuse_without_choice(const ops::Store& store, const ops::Record& record,
                                        const ops::Comparison& comparison, const ResumeFlags& flags,
                                        const std::optional<Failure>& theirs) {
  const std::string command =
      "git handoff resume " + (flags.id.empty() ? "" : shell_word(flags.id) + " ");
  const std::string given = ops::flags_of(flags.request);
  const std::string how = "--continue " + given + (given.empty() ? "" : " ");
  if (std::string operation = store.repository().operation().value_or("");
      !operation.empty() && record.git().on_branch)
    refuse("nothing was changed: " + model::an_operation(operation) + " is under way",
           {"finish or abort it first, then: " + trim(command + (given.empty() ? "" : how))});
  std::vector<std::string> hints;
  const ops::Offers offers = offers_for(store, record, comparison, flags);
  if (theirs) {  // whoever has it, continuing would be refused
    say("note", "--continue is refused here: " + theirs->message());
    hints = theirs->hints();
  } else if (offers.refusal.empty() && offers.go_on) {
    const bool waits =
        !flags.request.blocking_done && !ops::blocking_actions(store, record).empty();
    hints.push_back(command + how +
                    (waits ? "--blocking-done   once what it waits for is done: " : "  ") +
                    *offers.go_on);
  } else if (!offers.refusal.empty()) {
    say("note", "--continue is refused here: " + offers.refusal);
    hints = offers.ways;
    std::erase_if(hints, [](const std::string& way) {  // as below
      return contains(way, "git handoff discard ");
    });
  }
  hints.push_back(command + "--review     read all of it");
  if (offers.fresh && offers.fresh_moves)  // else it is what --discard does
    hints.push_back(command + "--fresh      " + *offers.fresh);
  if (record.at.place != ops::RecordRef::Place::remote || !was_put_away(store, record.at.id))
    hints.push_back(command +
                    "--discard    put the handoff away; commits and files stay as they are");
  refuse("nothing was changed: say what to do with this handoff", hints);
}

/// Nobody is told to do what is being done.
model::CheckReport without_hints_to_go_on(model::CheckReport report,
                                          const ops::ResumeRequest& request) {
  for (model::Finding& finding : report.findings)
    if ((request.switch_branch && contains(finding.suggestion, "resume --continue --switch ")) ||
        (request.apply && contains(finding.suggestion, "resume --continue --apply ")))
      finding.suggestion.clear();
  return report;
}

/// Why it cannot be continued so; nullopt: it can.
std::optional<Failure> refusal_of(const ops::Store& store, const ops::Record& record,
                                  const ops::Comparison& comparison,
                                  const ops::ResumeRequest& request) {
  try {
    ops::plan_resume(store, record, comparison, request);
    return std::nullopt;
  } catch (const Failure& failure) {
    return failure;
  }
}

/// A flag that continuing needs is offered as a question on a terminal. Who chose it in the menu,
/// which says what continuing does, has answered.
bool offer_flag(const ops::Store& store, const ops::Record& record,
                const ops::Comparison& comparison, bool chosen, ops::ResumeRequest& request) {
  std::optional<Failure> refused = refusal_of(store, record, comparison, request);
  while (refused) {
    using ops::Position;
    bool by_switch = comparison.other_worktree.empty() && !request.switch_branch &&
                     (comparison.position == Position::wip_elsewhere ||
                      comparison.position == Position::branch_gone ||
                      comparison.position == Position::clean_elsewhere ||
                      ops::is_kept_beside_another(record, comparison));
    bool by_apply =
        !by_switch && !request.apply && !ops::has_nowhere_to_switch(record, request) &&
        (comparison.position == Position::moved_on || comparison.position == Position::snapshot);
    bool by_unwrap =
        !request.unwrap && comparison.is_here &&
        (comparison.is_held_here_only() ||
         (comparison.published.empty() && comparison.position == Position::altered_wip));
    if (!by_switch && !by_apply && !by_unwrap)
      throw Failure(*refused);
    ops::ResumeRequest with = request;
    (by_switch ? with.switch_branch : by_unwrap ? with.unwrap : with.apply) = true;
    std::optional<Failure> still = refusal_of(store, record, comparison, with);
    if (still && still->message() == refused->message())
      throw Failure(*refused);  // a yes would not help
    const bool answered = chosen && (by_switch || by_apply);
    if (!answered)
      say("note", refused->message());
    const bool was_detached = by_apply && record.git().branch.empty();
    if (!answered && (by_unwrap || was_detached))
      say("hint", refused->hints().front());
    if (!answered &&
        !is_yes(ask(by_switch   ? "switch to it and resume there? [y/N] "
                    : by_unwrap ? "remove it from the branch as it is now? [y/N] "
                                : "merge the kept work into what is checked out? [y/N] "))) {
      say("note", "nothing was changed");
      return false;
    }
    request = std::move(with);
    refused = std::move(still);
  }
  return true;
}

/// Nobody was asked; what was seen last is told all the same.
void warn_of_what_is_known(const ops::Store& store, const ops::Record& record) {
  std::optional<ops::Standing> known = ops::standing(store.repository(), record);
  if (known && known->is_in_the_way())
    say("warning", known->all());
}

void add_options(CLI::App& app, ResumeFlags& flags) {
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
}

/// One resume of a record: what is true now is shown, somebody chooses, it is done.
class ResumeCommand {
 public:
  ResumeCommand(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                ResumeFlags flags, ops::Comparison comparison, std::optional<Failure> theirs,
                const ops::Network& network)
      : x_terminal(terminal),
        x_store(store),
        x_record(record),
        x_flags(std::move(flags)),
        x_comparison(std::move(comparison)),
        x_theirs(std::move(theirs)),
        x_network(network),
        x_readable(ops::as_noted_since(store, ops::readable_by(store, record, terminal.reader()),
                                       ops::Since::all)),
        x_checked(check_record(store, x_readable, x_comparison.status)),
        x_source(ops::source_of(x_checked.value_or(model::CheckReport{}))),
        x_marks(x_source) {}

  int run(Choice choice) {
    if (!x_flags.json)
      show(choice == Choice::go_on);
    const bool asked = choice == Choice::none;
    if (asked)
      choice = let_choose();
    if (choice == Choice::keep)
      x_flags.request.keep_wip = true;
    switch (choice) {
      case Choice::none:
      case Choice::review:
        return 0;
      case Choice::discard:
        return do_discard(x_terminal, x_store, x_record, false, x_flags.offline);
      case Choice::fresh:
        ops::expect_same_present(x_store, x_record, x_comparison);
        return do_fresh(x_terminal, x_store, x_record, x_comparison, false, x_flags.offline);
      case Choice::keep:
      case Choice::go_on:
        break;
    }
    return go_on(asked);
  }

 private:
  void show(bool goes_on) {
    std::optional<ops::FirstLine> line;
    if (x_checked) {
      line = ops::first_line_of(x_store, *x_readable, x_comparison, *x_checked);
      print_first_line(x_terminal, *line);
    }
    print_comparison(x_terminal, x_readable, x_comparison, x_marks, x_flags.verbose);
    warn_of_tricks(x_record);
    if (x_checked)
      print_drift(x_terminal,
                  goes_on ? without_hints_to_go_on(*x_checked, x_flags.request) : *x_checked,
                  x_flags.verbose);
    if (!x_flags.request.consume)
      print_inputs(x_terminal, x_store.repository(), x_record.at.id, goes_on);
    std::fflush(stdout);
    if (line)
      print_age_advice(x_record, *x_checked, *line);
    if (!model::is_readable(ops::Provenance(x_store.repository()).of_snapshot(x_record)))
      print_brought_files(x_terminal, x_store, x_record);
  }

  Choice let_choose() {
    if (!x_terminal.is_person() || x_flags.json)
      refuse_without_choice(x_store, x_record, x_comparison, x_flags, x_theirs);
    ops::Offers offers = offers_for(x_store, x_record, x_comparison, x_flags);
    if (x_theirs) {  // whoever has it, continuing would be refused
      offers.go_on.reset();
      offers.keep = false;
      offers.refusal = x_theirs->message();
      offers.ways = x_theirs->hints();
    }
    return ask_choice(x_terminal, x_store, x_record, offers);
  }

  /// `asked`: the menu was, and said what continuing does.
  int go_on(bool asked) {
    if (x_theirs)  // before anything else is asked for: no flag helps
      throw Failure(*x_theirs);
    if (!was_read(x_terminal, x_store, x_record))
      return static_cast<int>(FailureKind::no);
    if (x_flags.offline)
      warn_of_what_is_known(x_store, x_record);
    ops::ResumeRequest& request = x_flags.request;
    if (x_terminal.is_person() && !x_flags.json &&
        (!confirm_blocking(x_store, x_record, request) ||
         !offer_flag(x_store, x_record, x_comparison, asked, request)))
      return static_cast<int>(FailureKind::no);
    const git::Repository& repository = x_store.repository();
    const std::string until = undo_until(repository);  // a bad setting is told before all moves
    if (was_asked())
      ops::expect_same_present(x_store, x_record, x_comparison);
    Progress progress("putting the work back");
    ops::ResumeReport report =
        ops::solo::resume(x_store, x_record, x_comparison, request, x_network);
    progress.stop();
    if (x_flags.json) {
      Json out = ops::to_json(report);
      out["check"] = x_checked ? ops::to_json(*x_checked) : Json();
      print_json(out);
    } else {
      tell_left_alone(repository, report);
      print_report(x_terminal, *x_readable, report, x_comparison, x_marks, request.consume, until,
                   repository);
    }
    return 0;
  }

  const Terminal& x_terminal;
  const ops::Store& x_store;
  const ops::Record& x_record;
  ResumeFlags x_flags;
  const ops::Comparison x_comparison;
  const std::optional<Failure> x_theirs;
  const ops::Network& x_network;
  const ops::Readable x_readable;
  const std::optional<model::CheckReport> x_checked;
  const ops::BriefSource x_source;
  ops::Marks x_marks;
};

}  // namespace

int run_resume(Invocation& invocation) {
  CLI::App app{"Show what was paused next to what is true now, and put the work back."};
  ResumeFlags flags;
  add_options(app, flags);
  if (!parse(app, invocation))
    return 0;
  Choice choice = flags.choice();
  if (choice == Choice::review || choice == Choice::discard || choice == Choice::fresh)
    flags.refuse_what_only_continues();

  const auto& [repository, terminal, store] = Here();
  if (flags.id.empty() && choice != Choice::none && choice != Choice::review)
    refuse_given_again(choice == Choice::discard ? "discard"
                       : choice == Choice::fresh ? "fresh"
                                                 : "resume");
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
    review(terminal, store, record, ops::Since::all);
    return 0;
  }
  return ResumeCommand(terminal, store, record, std::move(flags), std::move(comparison),
                       std::move(theirs), network)
      .run(choice);
}

}  // namespace handoff::cli
