#include "ops/verbs/note.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/spelling.hpp"
#include "cli/screen/terminal.hpp"
#include "formats/record/note.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/exchange/handed_in.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/names.hpp"
#include "ops/report/report_json.hpp"
#include "ops/verbs/notes_over.hpp"

namespace handoff::cli {

namespace {

using model::Note;
using model::NoteKind;

/// The user's own words as one argument.
std::string quoted_hint(const std::string& kind, const std::vector<std::string>& words) {
  return "quote the text: git handoff note " + (kind.empty() ? "" : kind + " ") +
         shell_word(printable(join(words, " ")));
}

struct Options {
  std::string first, second;  ///< KIND and TEXT, or TEXT alone
  Note note;
  bool list = false, undo = false, all = false, json = false;
};

void check_options(const Note& note) {
  std::optional<ops::MisplacedField> field = ops::misplaced_field(note);
  if (!field)
    return;
  std::string option = "--" + replace_all(field->name, "_", "-");
  fail_usage("'" + option + "' does not go with a note of kind '" +
                 std::string(model::word_of(note.kind)) + "'",
             {option + " is for: " + field->kinds});
}

std::string hint_for_words(const Options& options, const std::vector<std::string>& rest) {
  bool has_kind = model::note_kind_of(options.first).has_value();
  std::vector<std::string> words = {options.second};
  if (!has_kind)
    words.insert(words.begin(), options.first);
  words.insert(words.end(), rest.begin(), rest.end());
  return quoted_hint(has_kind ? options.first : "", words);
}

/// What people call a kind that has another name here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kOtherKinds = {{
    {"tried", "eliminated"},
    {"rejected", "eliminated"},
    {"failed", "eliminated"},
    {"todo", "task"},
    {"why", "context"},
    {"reason", "context"},
    {"info", "context"},
    {"rule", "correction"},
    {"ask", "question"},
    {"wait", "human"},
    {"waits", "human"},
    {"plan", "doc"},
    {"step", "next"},
    {"close", "done"},
}};

/// The kind that was perhaps meant; empty: none.
std::string nearest_kind(const std::string& word) {
  for (const auto& [kind, known] : model::kNoteWords)
    if (is_nearly(std::string(known), word))
      return std::string(known);
  for (const auto& [other, known] : kOtherKinds)
    if (other == word)
      return std::string(known);
  return {};
}

/// KIND and TEXT of the command line, into the note.
void read_words(const CLI::App& app, Options& options) {
  std::vector<std::string> rest = app.remaining();
  auto end_of_options = std::ranges::find(rest, "--");
  size_t maybe_options = static_cast<size_t>(end_of_options - rest.begin());
  if (end_of_options != rest.end())
    rest.erase(end_of_options);
  for (size_t i = 0; i < maybe_options; ++i)
    if (const std::string& word = rest[i]; word.size() > 1 && word[0] == '-')
      fail_usage("'" + printable(word) + "' is not an option of note",
                 {"'git handoff note -h' shows what it takes",
                  "a text that starts with '-' goes behind '--'"});
  if (!rest.empty()) {
    const size_t more = rest.size() + (model::note_kind_of(options.first) ? 0 : 1);
    fail_usage("a note is one argument, and " + count_of(more, "more was given", "more were given"),
               {hint_for_words(options, rest)});
  }
  for (const char* flag : {"list", "undo"})
    if (options.second.empty() && options.first == flag)
      fail_usage("'" + options.first + "' alone is no note",
                 {"git handoff note --" + options.first});
  std::optional<NoteKind> kind = model::note_kind_of(options.first);
  if (options.second.empty() && kind)
    fail_usage("'" + options.first + "' is a kind of note, and its text is missing",
               {*kind == NoteKind::done ? "name what is done: git handoff note done REF ('git "
                                          "handoff brief' lists what is open)"
                                        : quoted_hint(options.first, {"what is to be noted"})});
  if (!options.second.empty() && !kind) {
    const std::string near = nearest_kind(options.first);
    fail_usage("'" + printable(options.first) + "' is not a kind of note",
               {near.empty() ? quoted_hint("", {options.first, options.second})
                             : "the nearest: git handoff note " + near + " " +
                                   shell_word(printable(options.second)),
                "'git handoff note -h' lists the kinds"});
  }
  options.note.kind = options.second.empty() ? NoteKind::context : *kind;
  options.note.text = options.second.empty() ? options.first : options.second;
}

void take_text_of_stdin(Note& note) {
  const git::Repository repository = git::Repository::open();
  const auto given = ops::HandedIn::from_stdin(&repository);
  note.text = trim(given.bytes());
  std::vector<Note> noted = {note};
  given.set_origins(noted);
  note.origin = noted.front().origin;
  if (note.text.empty())
    fail_usage("'-' reads the note from stdin, and nothing came",
               {quoted_hint("", {"what is to be noted"})});
}

NoteKind kind_of(const Note& note) {
  const bool begun = note.kind == NoteKind::task && note.item &&
                     formats::text_of(formats::field(*note.item, "status")) == "in_progress";
  return begun ? NoteKind::start : note.kind;
}

/// `kind`: the word that somebody typed for it, as "action" for "human".
std::string shown(const Note& note, const std::string& kind = {}) {
  return (kind.empty() ? std::string(model::word_of(kind_of(note))) : kind) +
         (formats::is_blocking(note) ? ", blocking: " : ": ") +
         (note.kind == NoteKind::file || note.kind == NoteKind::doc ? ops::path_name(note.text)
                                                                    : formats::shown(note.text));
}

/// Does a later note close it?
bool is_closed(const std::vector<Note>& notes, const Note& note) {
  using model::NoteKind;
  const NoteKind kind = note.kind == NoteKind::start ? NoteKind::task : note.kind;
  return std::any_of(notes.begin() + (&note - notes.data()), notes.end(), [&](const Note& later) {
    return later.kind == NoteKind::done && later.closes == kind && later.text == note.text;
  });
}

std::string place_of(const Note& note) {
  return note.branch == "HEAD" ? "a detached HEAD at " + printable(git::short_oid(note.head))
                               : ops::branch_in_quotes(note.branch);
}

/// What `--because` gave: of a gate, its evidence, of an error, what is done about it.
std::string reason_of(const Note& note) {
  if (note.because.empty() || note.kind == NoteKind::message)
    return {};
  const bool is_why = note.kind != NoteKind::gate && note.kind != NoteKind::error;
  return (is_why ? "; because " : "; ") + formats::shown(note.because);
}

void print_notes(const std::vector<Note>& notes) {
  constexpr size_t kTextAt = 12;
  const Terminal terminal;
  for (const Note& note : notes) {
    std::optional<ParsedTime> time = parse_time(note.time);
    std::string origin = since_text(note.carried_from);
    origin.insert(0, origin.empty() ? "" : ", ");
    if (is_closed(notes, note))
      origin += ", done";
    for (const std::string& line : terminal.explained(
             printable(note.id),
             shown(note) + reason_of(note) + "  (" +
                 (time ? relative_time(time->time, now()) : "no time") + origin + ")",
             kTextAt))
      terminal.line(line);
  }
}

void print_list(const ops::NoteReport& report, bool all) {
  print_notes(report.notes);
  if (report.notes.empty())
    std::fputs("no notes on this branch since the last pause\n", stderr);
  const std::map<std::string, std::string> all_over = ops::branches_over(report.elsewhere);
  std::map<std::string, std::vector<Note>> places;
  for (const Note& note : report.elsewhere)
    if (const auto over = all_over.find(note.branch); over == all_over.end())
      places[place_of(note)].push_back(note);
    else if (all)
      places[place_of(note) + ", which is " + over->second].push_back(note);
  std::vector<std::string> told;
  for (const auto& [place, notes] : places) {
    told.push_back(count_of(notes.size(), "note") + " on " + place);
    if (!all)
      continue;
    print_line("\non " + place + ":");
    print_notes(notes);
  }
  if (!all && !told.empty())
    tell_line(join(told, ", ") + ": git handoff note --list --all");
}

void print_warnings(const ops::NoteReport& report) {
  if (report.torn)
    std::fputs("warning: the last line of the journal was cut off and is dropped\n", stderr);
  if (report.unreadable > 0)
    say("warning", count_of(report.unreadable, "line") + " of the journal cannot be read");
  say("warning", report.warnings);
}

/// Paths are typed from the current folder.
void take_words_from_here(Note& note) {
  for (std::string* text : {&note.because, &note.instead_of, &note.progress, &note.workaround})
    *text = ops::text_in_tree(*text);
  if (note.kind != NoteKind::done && note.kind != NoteKind::doc && note.kind != NoteKind::file)
    note.text = ops::text_in_tree(note.text);
}

/// What is closed is called as it was noted: at the top, or here.
ops::NoteReport add_note(Note note) {
  const ops::NotePlace place = ops::find_note_place();
  const std::string here = note.kind == NoteKind::done ? ops::text_in_tree(note.text) : note.text;
  if (here == note.text)
    return ops::add_notes(place, {note}, Terminal().reader());
  try {
    return ops::add_notes(place, {note}, Terminal().reader());
  } catch (const Failure&) {
    note.text = here;
    return ops::add_notes(place, {note}, Terminal().reader());
  }
}

ops::NoteReport carry_out(const CLI::App& app, Options& options) {
  if (options.list && options.undo)
    fail_usage("'--list' and '--undo' exclude each other");
  if (options.all && !options.list)
    fail_usage("'--all' goes with '--list'");
  if (options.list || options.undo) {
    if (!options.first.empty())
      fail_usage("a text and '--list' or '--undo' exclude each other");
    ops::NotePlace place = ops::find_note_place();
    return options.list ? ops::list_notes(place) : ops::undo_last_note(place);
  }
  if (options.json && options.first == "-" && options.second.empty()) {
    const git::Repository repository = git::Repository::open();
    const auto given = ops::HandedIn::from_stdin(&repository);
    std::vector<Note> notes = ops::parse_note_batch(given.bytes(), model::Origin::files);
    given.set_origins(notes);
    return ops::add_notes(ops::find_note_place(), std::move(notes), Terminal().reader());
  }
  read_words(app, options);
  check_options(options.note);
  if (options.note.text == "-")
    take_text_of_stdin(options.note);
  else
    take_words_from_here(options.note);
  return add_note(options.note);
}

void declare_options(CLI::App& app, Options& options) {
  Note& note = options.note;
  app.add_option(
         "KIND", options.first,
         "what it is (context without it): {context,decision,task,start,blocker,human,action,next,"
         "goal,question,correction,error,hypothesis,eliminated,evidence,message,doc,gate,file,"
         "done}")
      ->option_text(" ");
  app.footer(
      "Kinds:\n"
      "  context      why it is done this way, what one has to know\n"
      "  decision     what is settled (--because, --instead-of, --binding)\n"
      "  next, goal   the next step; what all of it is for\n"
      "  task, start  what is to do; what is begun (--progress)\n"
      "  blocker      what keeps the work from going on (--workaround)\n"
      "  human, action   somebody has to do it; with --blocking nothing goes on before\n"
      "  question     what is open\n"
      "  correction   a rule that was given, such as 'never edit generated files'\n"
      "  eliminated   what was tried and does not work\n"
      "  hypothesis, evidence, error   of a debug session\n"
      "  file, doc    a file, a plan that matters (--because)\n"
      "  gate         a check and how it ended (--status)\n"
      "  message      a word to the next reader\n"
      "  done         closes what is open: done REF");
  app.add_option("TEXT", options.second,
                 "the note, one argument; '-' reads it from stdin, with --json a batch of notes")
      ->option_text(" ");
  app.add_option("--because", note.because, "why: the reason of a decision")->option_text("TEXT");
  app.add_option("--instead-of", note.instead_of, "what a decision rejected")->option_text("TEXT");
  app.add_option("--binding", note.binding, "how far a decision binds")
      ->check(CLI::IsMember({"absolute", "session"}));
  app.add_option("--verify", note.verify,
                 "the command that proves a task, or that a blocker is gone")
      ->option_text("COMMAND");
  app.add_option("--progress", note.progress, "how far a started task is")->option_text("TEXT");
  app.add_option("--workaround", note.workaround, "how to go on in spite of a blocker")
      ->option_text("TEXT");
  app.add_option("--status", note.status, "of a gate: passed, failed, ...")->option_text("WORD");
  app.add_flag("--blocking", note.blocking, "nothing can go on until the person has acted");
  app.add_flag("--list", options.list, "list what was noted since the last pause");
  app.add_flag("--all", options.all, "with --list: those of other branches and worktrees, too");
  app.add_flag("--undo", options.undo, "take the last note back");
  app.add_flag("--json", options.json,
               "print JSON; with '-' as the text, read notes as JSON from stdin");
}

}  // namespace

int run_note(Invocation& invocation) {
  Options options;
  const Note& note = options.note;
  CLI::App app(
      "Notes something for the next pause: one line in the journal of this worktree.\n"
      "'git handoff note done REF' closes what is open: a task, a blocker, a decision, ...");
  declare_options(app, options);
  app.allow_extras();
  if (!parse(app, invocation))
    return 0;

  const bool says_not_what = note.blocking && note.because.empty() && !options.json;
  ops::NoteReport report = carry_out(app, options);
  print_warnings(report);
  if (says_not_what && !report.notes.empty())
    say("hint", "what it blocks can be said, too: --because 'the deploy'");
  if (options.json)
    print_json(ops::to_json(report, options.all));
  else if (options.list)
    print_list(report, options.all);
  else
    for (const Note& written : report.notes)
      tell_line((options.undo ? "took back " : "noted ") +
                shown(written, !options.undo && !options.second.empty() ? options.first : ""));
  return 0;
}

}  // namespace handoff::cli
