#include <cstdio>
#include <functional>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/render/record_text.hpp"
#include "cli/screen/editor.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/terminal.hpp"
#include "git/refs/names.hpp"
#include "ops/exchange/inputs.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/names.hpp"
#include "ops/records/way_to_edit.hpp"
#include "ops/report/report_json.hpp"
#include "ops/share/outgoing.hpp"
#include "ops/share/solo.hpp"
#include "ops/worktree/path_to_type.hpp"

namespace handoff::cli {

namespace {

/// Whether notes are long enough is asked of who asks for it: 'git handoff lint'.
bool is_matter_of_taste(const ops::LintFinding& finding) {
  return finding.rule == "context-short" && finding.level == ops::LintLevel::warn;
}

/// One line, and where the rest is told. Who says what there was to say and goes home is told of
/// what is wrong, not asked for more; a record that was given as one is.
void print_lint(const ops::LintReport& lint, bool whole_record) {
  for (const std::string& problem : lint.problems)
    say("warning", printable(problem));
  bool secret = false, withheld = false;
  const ops::LintFinding* worst = nullptr;
  size_t others = 0;
  for (const ops::LintFinding& finding : lint.findings) {
    const bool is_wrong = finding.level == ops::LintLevel::error ||
                          finding.rule == "next-action-path" ||
                          finding.rule == "next-action-summary" ||
                          finding.rule == "document-missing" || finding.rule == "placeholder";
    if (finding.rule == "secret") {
      secret = true;
    } else if (finding.is_withheld()) {
      withheld = withheld || !is_matter_of_taste(finding);
    } else if (is_wrong || (whole_record && !is_matter_of_taste(finding))) {
      others += worst != nullptr;
      if (worst == nullptr || finding.level > worst->level)
        worst = &finding;
    }
  }
  if (secret)
    say("warning",
        "the record holds what looks like a secret: it is masked wherever the record is shown or "
        "exported, but not in the record itself; 'git handoff lint' tells where, '" +
            ops::way_to_edit() + "' takes it out");
  if (withheld)
    say("note",
        "what was taken in and nobody here has read has something to mend; on a terminal 'git "
        "handoff show' lets you read it, and 'git handoff lint' then says what");
  if (worst != nullptr)
    say("warning",
        printable(worst->message) + "; '" +
            ops::way_to_edit({}, worst->rule.starts_with("next-action")) + "' corrects it" +
            (others > 0 ? ", 'git handoff lint' lists " + std::to_string(others) + " more" : ""));
}

void print_left_out(const Terminal& terminal, const std::vector<model::LeftOut>& left_out) {
  constexpr size_t kShown = 6;
  std::vector<std::string> out, hidden;
  for (const model::LeftOut& item : left_out)
    (item.is_in_record() ? hidden : out)
        .push_back(ops::path_name(item.path) + " (" + item.reason + ")");
  for (std::vector<std::string>* items : {&out, &hidden})
    if (const size_t all = items->size(); all > kShown) {
      items->resize(kShown);
      items->push_back("and " + std::to_string(all - kShown) + " more");
    }
  if (!out.empty())
    terminal.field("left out", join(out, ", ") + ": still here, not in git");
  if (!hidden.empty())
    terminal.field("not in the commit", join(hidden, ", "));
}

/// A handoff file that an agent or another tool has left here since the last pause.
class Offer {
 public:
  Offer(const git::Repository& repository, bool by_asking) : x_repository(repository) {
    ops::Store store(repository);
    x_offered = ops::offered_inputs(store, repository.head().label());
    constexpr size_t kMostQuestions = 3;
    for (size_t i = 0; by_asking && i < x_offered.size() && i < kMostQuestions; ++i)
      if (says_yes(x_offered[i])) {
        take(i);
        break;
      }
    x_asked = by_asking;
  }

  const std::optional<ops::Document>& document() const { return x_document; }

  /// Who could not be asked is told. A second pause adds the text to the same record.
  void print_hint() const {
    if (x_asked)
      return;
    for (const ops::OfferedInput& input : x_offered)
      say("hint",
          ops::path_in_quotes(input.path) + " (written " + relative_time(input.changed, now()) +
              ") is newer than the last pause and not in the record: 'git handoff pause --from " +
              ops::word_to_type(ops::path_from_here(x_repository.layout().root, input.path),
                                "FILE") +
              "' takes it in");
  }

  Json to_json() const {
    Json paths = Json::array();
    for (const ops::OfferedInput& input : x_offered)
      paths.push_back(input.path);
    return paths;
  }

 private:
  static bool says_yes(const ops::OfferedInput& input) {
    return is_yes(ask(ops::path_in_quotes(input.path) + " was written " +
                      relative_time(input.changed, now()) +
                      ", after the last pause. Take it into the record? [y/N] "));
  }

  void take(size_t i) {
    try {
      x_document = read_document_argument(&x_repository,
                                          join_path(x_repository.layout().root, x_offered[i].path));
    } catch (const Failure& failure) {
      // The work comes first: a damaged file must not stop the pause.
      say("warning", failure.message() + ": it is not in the record");
    }
  }

  const git::Repository& x_repository;
  std::vector<ops::OfferedInput> x_offered;
  std::optional<ops::Document> x_document;
  bool x_asked = false;
};

/// The work is safe by now: what goes wrong here is told, and nothing else happens.
int push_paused(const Terminal& terminal, const ops::Store& store, const std::string& id,
                const ops::PublishRules& rules, Json* out) {
  try {
    ops::Record record = store.find(id, store.repository().head());
    if (out == nullptr)
      return push_and_print(terminal, store, record, {.rules = rules}, false);
    (*out)["push"] = ops::to_json(
        ops::push_record(store, record, {.rules = rules, .network = network_for(terminal)}));
    return 0;
  } catch (const Failure& failure) {
    std::fflush(stdout);
    say("error", ops::told_after_pause(store.repository(), id, failure));
    say("hint", ops::with_options(ops::hints_after_pause(store.repository(), id, failure), rules));
    if (out != nullptr)
      (*out)["push"] = Json{{"error", failure.message()}};
    return static_cast<int>(FailureKind::no);
  }
}

void print_pause_report(const Terminal& terminal, const ops::PauseReport& report) {
  std::string where = ops::branch_name(report.branch);
  std::string what = report.wip_commit.empty()
                         ? "nothing to commit"
                         : std::string(report.on_branch ? "WIP " : "snapshot ") +
                               git::short_oid(report.wip_commit) + ", " +
                               (report.files > 0 ? count_of(report.files, "file")
                                : report.amended ? "with what the commit got since"
                                : report.goes_on ? "nothing new since"
                                                 : "no file in it");
  terminal.sentence((report.stays ? "Paused before: " : "Paused ") + where + " as " + report.id +
                    " (" + what + ")");
  if (!report.why_not_on_branch.empty())
    terminal.field(
        "not on the branch",
        report.why_not_on_branch + "; the files, the index and the branch are as they were");
  if (report.stack_height > 1)
    terminal.field("stacked",
                   count_of(report.stack_height, "WIP commit") + " that resume removes together");
  print_left_out(terminal, report.left_out);
  if (!report.documents.kept.empty())
    terminal.field("in the record",
                   join(report.documents.kept, ", ") + ": git ignores it, the record names it");
  for (const model::LeftOut& item : report.documents.left_out)
    say("note", ops::path_in_quotes(item.path) + " is named but not kept: " + item.reason);
  for (const model::LeftOut& item : report.secrets)
    say("warning", ops::path_in_quotes(item.path) + " is tracked and " + printable(item.reason) +
                       ": it is in the WIP commit; do not publish it");
  for (const std::string& path : report.left_alone)
    say("warning", "the index entry of " + ops::path_in_quotes(path) +
                       " changed meanwhile and was left alone");
  say("warning", report.warnings);
  print_lint(report.lint, report.whole_record);
  if (report.fallback_identity)
    say("note", "no user.name and user.email are set: the commit names git-handoff as its author");
  print_next(terminal, report);
  terminal.field("resume", "git handoff resume");
}

struct PauseFlags {
  ops::PauseRequest request;
  ops::PublishRules rules;
  std::string from;
  bool emergency = false, no_untracked = false, no_carry = false;
  bool push = false, offline = false, json = false;
};

void add_options(CLI::App& app, PauseFlags& flags) {
  add_message(app, flags.request.message, "why the work stops");
  app.add_option("--next", flags.request.next, "the next step")->type_name("TEXT");
  app.add_option("--from", flags.from, "take the record from FILE, - for standard input")
      ->type_name("FILE");
  app.add_option("--workflow", flags.request.workflow, "the kind of work: execute, debug, tdd ...")
      ->type_name("NAME");
  app.add_flag("--emergency", flags.emergency,
               "the shortest way to safety: no editor, no questions");
  app.add_flag("--snapshot-only", flags.request.snapshot_only,
               "leave branch and index as they are");
  app.add_flag("--no-untracked", flags.no_untracked, "leave untracked files out");
  app.add_flag("--no-carry", flags.no_carry, "do not take along what the last record left open");
  app.add_flag("--push", flags.push, "hand it over on the remote: anybody may take it");
  app.add_flag("--with-history", flags.rules.with_history,
               "with --push: also commits below the work that the remote lacks");
  app.add_flag("--allow-secrets", flags.rules.allow_secrets,
               "with --push: also what looks like a secret");
  app.add_flag("--offline", flags.offline, "do not ask the remote who has what is shared");
  app.add_flag("--json", flags.json, "print the result as JSON");
  app.add_option("pathspec", flags.request.pathspecs, "keep only these paths")
      ->type_name("PATHSPEC");
}

/// The request that the flags make together; wrong usage where they do not go together.
void put_together(PauseFlags& flags) {
  if (flags.push && flags.offline)
    fail_usage("--push and --offline exclude each other");
  if (!flags.push && (flags.rules.with_history || flags.rules.allow_secrets))
    fail_usage("--with-history and --allow-secrets go with --push");
  flags.request.untracked = !flags.no_untracked;
  flags.request.carry = !flags.no_carry;
  if (flags.emergency)
    flags.request.mode = model::Mode::emergency;
}

/// One pause, from what is taken in to what is told.
class PauseCommand {
 public:
  PauseCommand(const Terminal& terminal, const git::Repository& repository, PauseFlags flags)
      : x_terminal(terminal), x_repository(repository), x_flags(std::move(flags)) {}

  int run() {
    take_input();
    Progress progress("keeping the work");
    let_edit(progress);
    const ops::Store store(x_repository);
    const ops::PauseReport report = pause(store);
    progress.stop();
    if (x_document)
      ops::remember_input(x_repository, report.id, *x_document, x_flags.request.input_words.origin);
    return tell(store, report);
  }

 private:
  void take_input() {
    for (std::string* text : {&x_flags.request.message, &x_flags.request.next})
      *text = ops::text_in_tree(x_repository, *text);
    if (!x_flags.from.empty())
      x_document = read_document_argument(&x_repository, x_flags.from);
    else if (!x_flags.emergency)
      x_document = x_offer.emplace(x_repository, is_asked()).document();
    if (!x_document)
      return;
    x_flags.request.input = x_document->record;
    x_flags.request.input_words = x_document->words;
    x_flags.request.is_from_file = !x_document->file.empty();
  }

  bool is_asked() const { return !x_flags.json && x_terminal.is_person(); }

  /// A person who has told nothing writes it in the editor.
  void let_edit(Progress& progress) {
    const ops::PauseRequest& given = x_flags.request;
    const bool told =
        x_document || !given.message.empty() || !given.next.empty() || !given.workflow.empty();
    if (told || x_flags.emergency || !is_asked())
      return;
    x_flags.request.edit = [&](const Json& draft) {
      progress.stop();
      return edit_record(x_repository, draft,
                         {"An empty text, and nothing is paused. Your files stay as they are.",
                          "git handoff pause"});
    };
  }

  ops::PauseReport pause(const ops::Store& store) {
    const ops::Network network = network_for(x_terminal, x_flags.offline || x_flags.emergency);
    const auto around = [&](const std::function<void()>& keep) {
      if (x_flags.request.edit)
        use_edited_text(x_repository, "git handoff pause", keep);
      else
        keep();
    };
    return ops::solo::pause(store, x_flags.request, network, x_flags.push, around);
  }

  int tell(const ops::Store& store, const ops::PauseReport& report) const {
    Json out = ops::to_json(report);
    out["offered_input"] = x_offer ? x_offer->to_json() : Json::array();
    if (!x_flags.json) {
      print_pause_report(x_terminal, report);
      if (x_offer)
        x_offer->print_hint();
    }
    const int code = x_flags.push ? push_paused(x_terminal, store, report.id, x_flags.rules,
                                                x_flags.json ? &out : nullptr)
                                  : 0;
    if (x_flags.json)
      print_json(out);
    return code;
  }

  const Terminal& x_terminal;
  const git::Repository& x_repository;
  PauseFlags x_flags;
  std::optional<Offer> x_offer;
  std::optional<ops::Document> x_document;
};

}  // namespace

int run_pause(Invocation& invocation) {
  CLI::App app{"Keep the work and the context, and put the work on the branch as a WIP commit."};
  PauseFlags flags;
  add_options(app, flags);
  if (!parse(app, invocation))
    return 0;
  const git::Repository repository =
      open_repository(git::Repository::AskConfig::later);  // the scan goes first
  const Terminal terminal(&repository);
  put_together(flags);
  return PauseCommand(terminal, repository, std::move(flags)).run();
}

}  // namespace handoff::cli
