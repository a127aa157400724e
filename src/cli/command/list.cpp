#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/render/listing_text.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/pager.hpp"
#include "cli/screen/terminal.hpp"
#include "ops/records/fetched.hpp"
#include "ops/records/handles.hpp"
#include "ops/records/names.hpp"
#include "ops/report/report_json.hpp"
#include "ops/share/step.hpp"
#include "ops/verbs/fleet.hpp"
#include "ops/verbs/status_and_list.hpp"

namespace handoff::cli {

namespace {

std::string why_empty(const ops::Store& store, const std::string& branch, bool all, bool archived) {
  std::string where = branch.empty() ? "in this repository" : "on " + ops::branch_in_quotes(branch);
  if (archived)
    return "nothing is archived " + where;
  size_t fetched = all ? 0 : ops::open_remote(store).size();
  return "nothing is paused " + where +
         (fetched > 0
              ? "; 'git handoff list --all' has " + count_of(fetched, "handoff") + " from elsewhere"
              : "");
}

}  // namespace

int run_list(Invocation& invocation) {
  CLI::App app{"List the live handoffs of this repository, newest first."};
  bool all = false, archived = false, waiting = false, json = false, machine = false, nul = false;
  std::string branch;
  app.add_flag("--all", all, "also what a fetch brought, and the archive");
  app.add_flag("--archived", archived, "only the archive: resumed and discarded");
  app.add_flag("--waiting", waiting,
               "what waits for whom, in all of these and in what was fetched");
  app.add_option("--branch", branch, "only those of BRANCH")->type_name("BRANCH");
  app.add_flag("--json", json, "print JSON");
  app.add_flag("--porcelain", machine, "one line a handoff, fields separated by tabs");
  app.add_flag("-z", nul, "with --porcelain: end lines with NUL");
  if (!parse(app, invocation))
    return 0;
  if (json && machine)
    fail_usage("--json and --porcelain exclude each other");
  if (nul && !machine)
    fail_usage("-z goes with --porcelain");
  if (waiting && (all || archived || machine || !branch.empty()))
    fail_usage("--waiting goes with --json alone");
  const auto& [repository, terminal, store] = Here();
  ops::note_what_git_fetched(store);
  if (waiting) {
    const ops::Inbox inbox = ops::what_waits(store, terminal.reader());
    if (json)
      print_json(ops::to_json(inbox));
    else
      print_inbox(terminal, inbox);
    return 0;
  }
  // Never taken apart: the process ends, and thousands of records take their time.
  static const ops::Listing& listing =
      *new ops::Listing(ops::list_records(store, {.live = !archived,
                                                  .remote = all,
                                                  .archived = all || archived,
                                                  .branch = branch,
                                                  .reader = terminal.reader()}));
  if (json) {
    print_json(ops::to_json(listing));
  } else if (machine) {
    print_document(porcelain(listing.records, listing.standings, nul));
  } else {
    const Handles handles = terminal.reader() == ops::Reader::person && !listing.records.empty()
                                ? ops::short_handles(store)
                                : Handles();
    const Pager pager;
    print_table(terminal, listing.records, listing.standings, handles);
    if (!listing.held.empty())
      print_held(terminal, listing.held, repository.head().label());
    print_told(terminal, listing.told);
    if (listing.records.empty() && listing.damaged.empty())
      say("note", why_empty(store, branch, all, archived));
  }
  warn_of_damaged(listing.damaged);
  return 0;
}

}  // namespace handoff::cli
