#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/record/canonical.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "mcp/tool_runs.hpp"
#include "ops/check/check.hpp"
#include "ops/check/first_line.hpp"
#include "ops/exchange/handed_in.hpp"
#include "ops/exchange/import_export.hpp"
#include "ops/exchange/reconstruct.hpp"
#include "ops/lint/lint.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"
#include "ops/records/nothing_paused.hpp"
#include "ops/report/report_json.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/resume/offers.hpp"
#include "ops/share/share.hpp"
#include "ops/share/solo.hpp"
#include "ops/verbs/note.hpp"

namespace handoff::mcp {

namespace {

using formats::field;

std::string text_arg(const Json& arguments, std::string_view name) {
  return formats::text_of(field(arguments, name));
}

bool flag_arg(const Json& arguments, std::string_view name, bool fallback = false) {
  const Json& value = field(arguments, name);
  return value.is_boolean() ? value.get<bool>() : fallback;
}

ops::Record find_record(const ops::Store& store, const Json& arguments) {
  std::string id = text_arg(arguments, "id");
  return store.find(id.empty() ? "@" : id, store.repository().head());
}

/// What a question is answered with where there is nothing to tell of: that is no error.
ToolAnswer nothing(const std::string& said, const std::vector<std::string>& hints) {
  std::string text = said;
  for (const std::string& hint : hints)
    text += "\nhint: " + hint;
  return answer_of({{"nothing", said}, {"hints", hints}}, formats::shown(text, true));
}

/// Where no id was given and nothing is paused on this branch. An id that is none is an error.
std::optional<ToolAnswer> nothing_here(const ops::Store& store, const Json& arguments,
                                       const std::string& verb) {
  const git::Head head = store.repository().head();
  if (!text_arg(arguments, "id").empty() || ops::waiting_at(store, head))
    return std::nullopt;
  return nothing(
      "nothing is paused on " + ops::branch_in_quotes(head.label()),
      ops::or_a_guess(store.repository(),
                      ops::instead_of_paused(store, head.label(), verb, ops::waiting(store))));
}

/// Whoever calls a tool is an agent.
ops::Readable for_agent(const ops::Store& store, const ops::Record& record) {
  return ops::readable_by(store, record, ops::Reader::agent);
}

Json document_of(const ops::Readable& released) {
  const ops::Record& record = *released;
  Json document = *record.document;
  model::GitBlock git = record.git();
  git.author = ops::name_as_data(git.author);  // who configured the clone may have chosen it
  formats::set_git_block(document, git);
  return document;
}

/// Here, and at the remote where this clone published it.
Json discard_everywhere(const ops::Store& store, const ops::Record& record, const Json& arguments) {
  auto [report, note] =
      ops::solo::discard(store, record, {.offline = flag_arg(arguments, "offline")});
  Json out = ops::to_json(report);
  if (!note.empty())
    out["note"] = note;
  return out;
}

/// What an agent has to know to go on, fenced.
std::string brief_of(const ops::BriefSource& source) {
  return ops::write_brief(source, {.now = now()}).text;
}

}  // namespace

ToolAnswer answer_of(Json structured, std::string text) {
  return {std::make_shared<const Json>(std::move(structured)), std::move(text)};
}

ToolAnswer pause(const git::Repository& repository, const Json& arguments) {
  ops::PauseRequest request{.message = text_arg(arguments, "message"),
                            .next = text_arg(arguments, "next"),
                            .workflow = text_arg(arguments, "workflow"),
                            .snapshot_only = flag_arg(arguments, "snapshot_only"),
                            .untracked = flag_arg(arguments, "untracked", true),
                            .carry = flag_arg(arguments, "carry", true),
                            .agent = text_arg(arguments, "agent")};
  if (const Json& record = field(arguments, "record"); record.is_object()) {
    request.input = std::make_shared<const Json>(formats::canonical(record));
    request.input_words = ops::whose_words(repository, record);  // the agent says it
  }
  if (flag_arg(arguments, "emergency"))
    request.mode = model::Mode::emergency;
  for (const Json& path : formats::items_of(field(arguments, "paths")))
    request.pathspecs.push_back(formats::text_of(path));
  ops::Store store(repository);
  ops::PauseReport report = ops::solo::pause(
      store, std::move(request),
      {.offline = flag_arg(arguments, "offline") || request.mode == model::Mode::emergency},
      flag_arg(arguments, "push"));
  Json out = ops::to_json(report);
  if (flag_arg(arguments, "push")) {
    try {
      ops::Record record = store.find(report.id, repository.head());
      out["push"] = ops::to_json(ops::push_record(store, record, {}));
    } catch (const Failure& failure) {
      // The work is safe; that nobody else can have it is part of the answer.
      out["push"] = {{"error", ops::told_after_pause(repository, report.id, failure)},
                     {"hints", ops::hints_after_pause(repository, report.id, failure)}};
    }
  }
  return answer_of(std::move(out));
}

ToolAnswer push(const git::Repository& repository, const Json& arguments) {
  ops::Store store(repository);
  return answer_of(ops::to_json(
      ops::push_record(store, find_record(store, arguments),
                       {.rules = {.with_history = flag_arg(arguments, "with_history")}})));
}

ToolAnswer fetch(const git::Repository& repository, const Json& arguments) {
  return answer_of(
      ops::to_json(ops::fetch_shared(ops::Store(repository), text_arg(arguments, "what"), {})));
}

ToolAnswer take(const git::Repository& repository, const Json& arguments) {
  return answer_of(
      ops::to_json(ops::take(ops::Store(repository), {.what = text_arg(arguments, "what"),
                                                      .steal = flag_arg(arguments, "steal"),
                                                      .apply = flag_arg(arguments, "apply"),
                                                      .keep_wip = flag_arg(arguments, "keep_wip"),
                                                      .branch = text_arg(arguments, "branch")})));
}

ToolAnswer release(const git::Repository& repository, const Json& arguments) {
  return answer_of(
      ops::to_json(ops::release(ops::Store(repository), {.what = text_arg(arguments, "id"),
                                                         .done = flag_arg(arguments, "done"),
                                                         .force = flag_arg(arguments, "force")})));
}

ToolAnswer checkpoint(const git::Repository& repository, const Json& arguments) {
  return answer_of(ops::to_json(ops::checkpoint(
      repository,
      {.name = text_arg(arguments, "name"), .untracked = flag_arg(arguments, "untracked", true)})));
}

ToolAnswer resume(const git::Repository& repository, const Json& arguments) {
  ops::Store store(repository);
  ops::Record record = find_record(store, arguments);
  std::string choice = text_arg(arguments, "choice");
  if (flag_arg(arguments, "consume") && choice != "continue")
    refuse("'consume' goes with the choice continue");
  if (choice == "review") {
    const ops::Readable readable =
        ops::as_noted_since(store, for_agent(store, record), ops::Since::settled);
    Json out = {{"id", record.at.id},
                {"choice", choice},
                {"record", document_of(readable)},
                {"first_line", ops::to_json(ops::first_line_now(store, readable))},
                {"check", ops::to_json(ops::check(repository, ops::subject_of(store, readable)))}};
    return answer_of(std::move(out));
  }
  if (choice == "discard") {
    Json out = discard_everywhere(store, record, arguments);
    out["choice"] = choice;
    return answer_of(std::move(out));
  }
  if (choice == "fresh") {
    auto [report, note] =
        ops::solo::start_fresh(store, record, ops::compare_with_present(store, record),
                               {.offline = flag_arg(arguments, "offline")});
    Json out = ops::to_json(report);
    if (!note.empty())
      out["note"] = note;
    out["choice"] = choice;
    return answer_of(std::move(out));
  }
  ops::ResumeRequest request{.switch_branch = flag_arg(arguments, "switch"),
                             .apply = flag_arg(arguments, "apply"),
                             .keep_wip = flag_arg(arguments, "keep_wip"),
                             .unwrap = flag_arg(arguments, "unwrap"),
                             .blocking_done = flag_arg(arguments, "blocking_done"),
                             .consume = flag_arg(arguments, "consume")};
  const ops::Readable readable = for_agent(store, record);
  const std::vector<std::string> answered = ops::answered_actions(store, record, request);
  ops::Network network{.offline = flag_arg(arguments, "offline")};
  const std::optional<Failure> theirs = ops::ask_before_resume(store, record, network);
  network.asked = true;
  ops::Comparison comparison = ops::compare_with_present(store, record);
  if (theirs)
    throw Failure(ops::with_ways_that_go(store, record, comparison, *theirs));
  ops::BriefSource source =
      ops::brief_source(store, ops::as_noted_since(store, readable, ops::Since::settled),
                        git::StatusQuestion(comparison.status));
  Json out = ops::to_json(ops::solo::resume(store, record, comparison, request, network));
  out["choice"] = choice;
  // What was compared before still holds; that it waits does not.
  source.resumed = now();
  source.standing.clear();
  for (model::HumanAction& action : source.handoff.human_actions)
    action.done = action.done || in_list(answered, action.action);
  out["brief"] = brief_of(source);
  return answer_of(std::move(out));
}

ToolAnswer check(const git::Repository& repository, const Json& arguments) {
  ops::Store store(repository);
  if (std::optional<ToolAnswer> none = nothing_here(store, arguments, "check"))
    return *none;
  ops::Record record = find_record(store, arguments);
  const ops::Readable readable =
      ops::as_noted_since(store, for_agent(store, record), ops::Since::settled);
  ops::Checked checked = ops::check_with_status(repository, ops::subject_of(store, readable));
  ops::Comparison comparison = ops::compare_with_present(
      store, record, {.status = std::move(checked.status), .files = false});
  Json out = ops::to_json(checked.report);
  out["first_line"] =
      ops::to_json(ops::first_line_of(store, *readable, comparison, checked.report));
  if (!readable.withheld().empty())
    out["withheld"] = readable.withheld();
  return answer_of(std::move(out));
}

ToolAnswer status(const git::Repository& repository, const Json& arguments) {
  ops::Store store(repository);
  Json out = ops::to_json(ops::handoff_status(store, ops::Reader::agent));
  if (flag_arg(arguments, "all"))
    out.update(ops::to_json(ops::look_at_fleet(store, ops::Reader::agent)));
  return answer_of(std::move(out));
}

ToolAnswer list(const git::Repository& repository, const Json& arguments) {
  if (flag_arg(arguments, "waiting")) {
    if (arguments.size() - arguments.count("repository") - arguments.count("all") > 1)
      refuse("'waiting' goes alone");
    return answer_of(ops::to_json(ops::what_waits(ops::Store(repository), ops::Reader::agent)));
  }
  return answer_of(ops::to_json(
      ops::list_records(ops::Store(repository), {.live = flag_arg(arguments, "live", true),
                                                 .remote = flag_arg(arguments, "remote"),
                                                 .archived = flag_arg(arguments, "archived"),
                                                 .branch = text_arg(arguments, "branch")})));
}

ToolAnswer show(const git::Repository& repository, const Json& arguments) {
  ops::Store store(repository);
  if (std::optional<ToolAnswer> none = nothing_here(store, arguments, "show"))
    return *none;
  ops::Record record = find_record(store, arguments);
  const ops::Readable readable =
      ops::as_noted_since(store, for_agent(store, record), ops::Since::settled);
  Json out = {{"id", record.at.id}, {"oid", record.oid}};
  std::string format = text_arg(arguments, "format");
  if (format.empty() || format == "json") {
    out["record"] = document_of(readable);
    return answer_of(std::move(out));
  }
  ops::ExportReport report = ops::export_record(repository, readable, {.format = format});
  std::string text = formats::shown(to_valid_utf8(report.bytes), true);
  out["format"] = format;
  out["text"] = text;
  out["lost"] = report.losses.dropped;
  return answer_of(std::move(out), text);
}

ToolAnswer note(const git::Repository& repository, const Json& arguments) {
  git::Head head = repository.head();
  ops::NotePlace place{.journal = repository.layout().journal_file(),
                       .label = ops::notes_label(repository),
                       .head = head.oid};
  bool list = flag_arg(arguments, "list"), undo = flag_arg(arguments, "undo");
  if ((list || undo) && arguments.size() - arguments.count("repository") > 1)
    refuse("'list' and 'undo' go alone");
  if (list)
    return answer_of(ops::to_json(ops::list_notes(place), flag_arg(arguments, "all")));
  if (undo)
    return answer_of(ops::to_json(ops::undo_last_note(place)));
  Json batch = field(arguments, "notes");
  if (!batch.is_array()) {
    Json one = arguments;
    for (const char* other : {"notes", "list", "undo", "all", "repository"})
      one.erase(other);
    batch = Json::array({one});
  }
  return answer_of(ops::to_json(ops::add_notes(
      place, ops::parse_note_batch(formats::write_json_line(batch), model::Origin::mine, "notes"),
      ops::Reader::agent)));
}

ToolAnswer discard(const git::Repository& repository, const Json& arguments) {
  ops::Store store(repository);
  return answer_of(discard_everywhere(store, find_record(store, arguments), arguments));
}

ToolAnswer undo(const git::Repository& repository, const Json& arguments) {
  ops::Store store(repository);
  const ops::solo::Undone undone = ops::solo::undo(store, text_arg(arguments, "id"),
                                                   {.offline = flag_arg(arguments, "offline")});
  Json out = ops::to_json(undone.report);
  if (!undone.forked_from.empty()) {
    out["forked_from"] = undone.forked_from;
    out["why_forked"] = undone.why_forked;
  }
  if (!undone.note.empty())
    out["note"] = undone.note;
  return answer_of(std::move(out));
}

ToolAnswer reconstruct(const git::Repository& repository, const Json& arguments) {
  const bool save = flag_arg(arguments, "save");
  ops::Store store(repository);
  if (std::optional<ops::Record> live = ops::waiting_at(store, repository.head()); live && save)
    refuse("'" + live->at.id + "' is paused here and holds what was written down",
           {"handoff_show gives it"});
  ops::Reconstruction found = ops::reconstruct(repository);
  if (found.empty()) {
    const char* why =
        "nothing to reconstruct: no plan, no WIP commit, no note, no uncommitted change";
    if (save)
      refuse(why);
    return nothing(why, {});
  }
  ops::Reconstruction shown = ops::released(found, ops::Reader::agent);
  Json out = {{"record", *shown.record}, {"lost", shown.lost}, {"hints", shown.hints}};
  if (save)
    out["saved"] = ops::save(repository, found).id;
  return answer_of(std::move(out));
}

ToolAnswer lint(const git::Repository& repository, const Json& arguments) {
  const Json& given = field(arguments, "record");
  if (given.is_object() && arguments.contains("id"))
    refuse("'id' and 'record' do not go together");
  ops::Store store(repository);
  if (given.is_object())
    return answer_of(ops::to_json(ops::lint_in(repository, formats::canonical(given))));
  if (std::optional<ToolAnswer> none = nothing_here(store, arguments, "lint"))
    return *none;
  return answer_of(
      ops::to_json(ops::lint_stored(store, for_agent(store, find_record(store, arguments)))));
}

ToolAnswer brief(const git::Repository& repository, const Json& arguments) {
  ops::Store store(repository);
  std::optional<ops::BriefSource> source;
  if (text_arg(arguments, "id").empty())
    source = ops::brief_source_here(store, ops::Reader::agent, ops::look_here(store));
  if (std::optional<ops::Record> named; !source && !text_arg(arguments, "id").empty()) {
    named = find_record(store, arguments);
    source = ops::brief_source(
        store, ops::as_noted_since(store, for_agent(store, *named), ops::Since::settled));
  }
  if (!source) {
    const std::string branch = repository.head().label();
    return nothing("nothing is paused or noted on " + ops::branch_in_quotes(branch),
                   ops::or_a_guess(repository, ops::instead_of_paused(store, branch, "brief",
                                                                      ops::waiting(store))));
  }
  ops::BriefRequest request{.about = text_arg(arguments, "about"), .now = now()};
  if (const Json& budget = field(arguments, "budget"); budget.is_number_integer())
    request.budget = budget.get<size_t>();  // the schema has a least one
  if (text_arg(arguments, "style") == "spellbook")
    request.style = ops::BriefStyle::spellbook;
  ops::Brief written = ops::write_brief(*source, request);
  return answer_of(ops::to_json(written, *source, request), written.text);
}

}  // namespace handoff::mcp
