#include "ops/brief/brief.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/terminal.hpp"
#include "cli/screen/typed_again.hpp"
#include "ops/exchange/reconstruct.hpp"
#include "ops/records/nothing_paused.hpp"
#include "ops/report/report_json.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/share/step.hpp"

namespace handoff::cli {

namespace {

ops::BriefSource find_source(const ops::Store& store, const std::string& id, ops::Reader reader,
                             const std::string& typed) {
  if (!id.empty()) {
    ops::Record record = store.find(id, store.repository().head());
    return ops::brief_source(
        store,
        ops::as_noted_since(store, ops::readable_by(store, record, reader), ops::Since::settled));
  }
  if (auto here = ops::brief_source_here(store, reader, ops::look_here(store)))
    return std::move(*here);
  refuse("nothing is paused or noted on this branch",
         ops::or_a_guess(store.repository(),
                         ops::instead_of_paused(store, store.repository().head().label(), typed,
                                                ops::waiting(store))));
}

}  // namespace

int run_brief(Invocation& invocation) {
  CLI::App app{"Print a record for a reader with little room, the most important first."};
  std::string id, style = "plain";
  ops::BriefRequest request;
  int64_t budget = ops::kBriefBudget;
  bool json = false;
  app.add_option("id", id, "the handoff: an id, a part of one, @, @{n}")->type_name("ID");
  app.add_option("--budget", budget, "at most so many tokens, estimated as bytes/4 (800)")
      ->type_name("N");
  app.add_option("--for", request.about, "keep what concerns a task, file or word")
      ->type_name("TEXT");
  app.add_option("--style", style, "how it is written {plain,spellbook}")->type_name("STYLE");
  app.add_flag("--json", json, "print JSON");
  if (!parse(app, invocation))
    return 0;
  if (style != "plain" && style != "spellbook")
    fail_usage("'" + printable(style) + "' is not a style of brief", {"give plain or spellbook"});
  if (budget < 0)
    fail_usage("'--budget': '" + std::to_string(budget) + "' is not a number of tokens");
  if (style == "spellbook")
    request.style = ops::BriefStyle::spellbook;
  request.budget = static_cast<size_t>(budget);
  request.now = now();

  git::Repository repository = open_repository();
  ops::Store store(repository);
  ops::note_what_git_fetched(store);
  ops::BriefSource source =
      find_source(store, id, Terminal().reader(), typed_again(app, invocation));
  ops::Brief brief = ops::write_brief(source, request);
  if (json)
    print_json(ops::to_json(brief, source, request));
  else
    print_text(brief.text);
  return 0;
}

}  // namespace handoff::cli
