#include <algorithm>
#include <set>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/reconstruct_offer.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/terminal.hpp"
#include "cli/screen/typed_again.hpp"
#include "ops/records/find_record.hpp"
#include "ops/records/names.hpp"
#include "ops/report/report_json.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/share/remotes.hpp"

namespace handoff::cli {

namespace {

/// "the record, src/a.c, src/b.c (1.6 KiB)": the record's own files, which come first, are no names
/// to a reader.
std::string what_was_sent(const ops::Publication& sent) {
  constexpr size_t kShownFiles = 12;
  constexpr std::string_view kStaged = "staged/";  // what of the record stood in the index alone
  static constexpr std::string_view kOfRecord[] = {"handoff.json", "handoff.md", "index-entries"};
  auto file = sent.files.begin();
  for (std::string_view its : kOfRecord)
    file += file != sent.files.end() && file->path == its ? 1 : 0;
  std::vector<std::string> paths;
  std::set<std::string> known;
  const auto add = [&](const std::string& path) {
    if (known.insert(path).second)
      paths.push_back(path);
  };
  // Two files with the same bytes are sent as one.
  std::ranges::for_each(sent.work, add);
  for (; file != sent.files.end(); ++file)
    if (!file->path.starts_with(kStaged) || !known.contains(file->path.substr(kStaged.size())))
      add(file->path);
  std::vector<std::string> names = {"the record"};
  for (size_t i = 0; i < std::min(paths.size(), kShownFiles); ++i)
    names.push_back(c_quote(paths[i]));
  if (paths.size() > kShownFiles)
    names.push_back(count_of(paths.size() - kShownFiles, "more file"));
  return join(names, ", ") + " (" + human_size(sent.bytes) + ")";
}

/// `moved_on`: the record's branch is checked out, and is not where the record has it. `operation`:
/// what was under way as it was paused.
void print_pushed(const Terminal& terminal, const ops::PushReport& report, bool moved_on,
                  const std::string& operation) {
  const ops::Shared& shared = report.shared;
  if (!report.forked_from.empty())
    say("warning", "'" + report.forked_from + "': " + report.why_forked +
                       "; this is a handoff of its own now: " + shared.id);
  if (!report.renamed_from.empty())
    say("note", "the branch " + ops::branch_in_quotes(report.renamed_from) + " is called " +
                    ops::branch_in_quotes(report.branch) + " now, and is shared under that name");
  if (!report.note.empty())
    say("warning", report.note);
  if (!report.original.empty())
    say("note", report.original);
  if (!report.sent.unsigned_for.empty())
    say("warning", report.sent.unsigned_for);
  if (report.sent.oid.empty()) {
    terminal.sentence("Shared on " + shared.remote + " already: " + shared.id);
    if (moved_on)
      say("note",
          "the branch has another commit by now, which is not in it: git handoff pause --push "
          "shares what is here");
    return;
  }
  terminal.sentence("Shared on " + shared.remote + " as " + shared.id +
                    "; whoever comes first may take it");
  terminal.field("sent", what_was_sent(report.sent));
  if (report.sent.commits > 0)
    terminal.field("with history", count_of(report.sent.commits, "commit"));
  if (!report.sent.lfs.empty())
    terminal.field("git-lfs", count_of(report.sent.lfs.size(), "file"));
  terminal.field(
      "there", "git handoff take " + std::string(operation.empty() ? "" : "--apply ") + shared.id);
  if (!operation.empty())
    say("note", "the " + printable(operation) + " stays here: only its files can be taken");
}

bool moved_on(const ops::Store& store, const ops::Record& record) {
  const model::GitBlock& git = record.git();
  const git::Head head = store.repository().head();
  return git.on_branch && !git.wip_commit.empty() && head.branch == git.branch &&
         head.oid != git.wip_commit;
}

/// What was closed or noted since it was paused is in the next pause.
void tell_noted_since(const ops::Store& store, const ops::Record& record) {
  try {
    const ops::Readable paused = ops::readable_by(store, record, ops::Reader::agent);
    const ops::Readable now = ops::as_noted_since(store, paused, ops::Since::all);
    if (now->document != paused->document && *now->document != *paused->document)
      say("note", "what was noted since the pause is not in it: git handoff pause --push");
  } catch (const Failure&) {
    // It is shared, whatever cannot be read here.
  }
}

bool has_remote(const git::Repository& repository, const std::string& branch) {
  try {
    return !ops::remote_for(repository, branch).empty();
  } catch (const Failure&) {
    return false;
  }
}

/// Where nothing is paused, a pause is offered of what is here, and can be pushed.
ops::Record find_to_push(const ops::Store& store, const std::string& id, const std::string& typed) {
  try {
    return ops::find_for(store, id, typed);
  } catch (const Failure& failure) {
    std::vector<std::string> hints = failure.hints();
    const std::string branch = store.repository().head().label();
    if (!id.empty() || failure.kind() != FailureKind::no ||
        !is_anything_to_pause(store.repository(), branch) ||
        !has_remote(store.repository(), branch))
      throw;
    hints.push_back("to hand over what is here: git handoff pause --push" +
                    typed.substr(std::min(typed.find(' '), typed.size())));
    throw Failure(failure.kind(), failure.message(), hints);
  }
}

}  // namespace

ops::Network network_for(const Terminal& terminal, bool offline) {
  return {.may_prompt = terminal.is_person(), .offline = offline};
}

int push_and_print(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                   ops::PushRequest request, bool json) {
  Progress progress("handing it over");
  request.network = network_for(terminal);
  ops::PushReport report = ops::push_record(store, record, request);
  progress.stop();
  if (json)
    print_json(ops::to_json(report));
  else
    print_pushed(terminal, report, moved_on(store, record), record.git().operation);
  if (!json)
    tell_noted_since(store, record);
  return 0;
}

int run_push(Invocation& invocation) {
  CLI::App app{"Hand a paused handoff over on the remote: anybody may take it, one will get it."};
  std::string id;
  ops::PublishRules rules;
  bool json = false;
  app.add_option("id", id, "the handoff: an id, a part of one, @, @{n}")->type_name("ID");
  app.add_flag("--with-history", rules.with_history,
               "also commits below the work that the remote lacks");
  app.add_flag("--allow-secrets", rules.allow_secrets, "also what looks like a secret");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  const auto& [repository, terminal, store] = Here();
  ops::Record record = find_to_push(store, id, typed_again(app, invocation));
  return push_and_print(terminal, store, record, {.rules = rules}, json);
}

}  // namespace handoff::cli
