#include "ops/verbs/edit.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/editor.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "cli/screen/typed_again.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/observe/known_files.hpp"
#include "ops/records/find_record.hpp"
#include "ops/records/standing.hpp"

namespace handoff::cli {

int run_edit(Invocation& invocation) {
  CLI::App app{"Change the text of a handoff; a new version is added."};
  std::string id, from, next, message;
  app.add_option("id", id, "the handoff: an id, a part of one, @, @{n}")->type_name("ID");
  app.add_option("--next", next, "set the next action")->type_name("TEXT");
  add_message(app, message, "set why the work stopped");
  app.add_option("--from", from, "take the whole record from FILE, - for standard input")
      ->type_name("FILE");
  bool offline = false;
  app.add_flag("--offline", offline, "do not ask the remote whether somebody has it");
  if (!parse(app, invocation))
    return 0;
  git::Repository repository = open_repository();
  Terminal terminal(&repository);
  ops::Store store(repository);
  next = ops::text_in_tree(repository, next);
  message = ops::text_in_tree(repository, message);
  ops::Record record = ops::find_for(store, id, typed_again(app, invocation));
  std::optional<ops::Shared> shared = ops::ask_before_change(
      store, record.at.id, network_for(terminal, offline), ops::Unsettled::looked_for);
  if (shared && !offline &&
      (shared->held_by_other() || shared->has_newer() || shared->not_landed() ||
       shared->state == ops::SharedState::finished))
    ops::refuse_held(store, *shared);
  ops::expect_taken(store, record);
  std::optional<ops::Document> given;
  if (!from.empty())
    given = read_document_argument(&repository, from);
  Json document =
      given ? formats::with_masked_back(*given->record, *record.document) : *record.document;
  if (!next.empty())
    document["next_action"] = next;
  if (!message.empty())
    document["user_message"] = message;
  if (from.empty() && next.empty() && message.empty()) {
    if (!terminal.is_person())
      fail_usage("there is no terminal to edit on",
                 {"give the new text: --next TEXT, -m MSG, or --from FILE"});
    std::optional<Json> edited = edit_record(
        repository, document,
        {"An empty text leaves the handoff as it was.", "git handoff edit " + record.at.id});
    if (!edited)
      refuse("the handoff is as it was: the text is empty");
    document = std::move(*edited);
  }
  const bool changed = document != *record.document;
  use_edited_text(repository, "git handoff edit " + record.at.id, [&] {
    if (changed)
      ops::edit_record(store, record, document, given ? &*given : nullptr, {next, message});
  });
  terminal.line((changed ? "Edited " : "Nothing was changed in ") + record.at.id);
  // An earlier edit may not have arrived.
  const bool is_unsent = shared && shared->pending && shared->pending->verb == "publish";
  if (shared && !offline &&
      (is_unsent || (shared->state == ops::SharedState::free &&
                     (changed || !ops::other_version_there(repository, *shared).empty()))))
    return push_and_print(terminal, store, store.find(record.at.id, repository.head()),
                          {.only_words = true}, false);
  return 0;
}

}  // namespace handoff::cli
