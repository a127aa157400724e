#include <map>
#include <set>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "cli/command/commands.hpp"
#include "cli/command/open_repository.hpp"
#include "cli/command/share.hpp"
#include "cli/render/output.hpp"
#include "cli/screen/options.hpp"
#include "cli/screen/progress.hpp"
#include "cli/screen/terminal.hpp"
#include "ops/records/fetched.hpp"
#include "ops/records/names.hpp"
#include "ops/records/standing.hpp"
#include "ops/report/report_json.hpp"

namespace handoff::cli {

namespace {

/// What is paused here already needs no take. `paused`: ids.
void print_way_to_take(const Terminal& terminal, const ops::Store& store,
                       const std::set<std::string>& paused, const ops::FetchReport& report) {
  const auto is_here = [&](const ops::Shared& shared) {
    return !shared.has_newer() &&
           ((shared.by_user && shared.published) || paused.contains(shared.id));
  };
  std::vector<const ops::Shared*> free;
  for (const std::vector<ops::Shared>* all : {&report.fetched, &report.others})
    for (const ops::Shared& shared : *all)
      if (shared.state == ops::SharedState::free && !is_here(shared))
        free.push_back(&shared);
  if (!free.empty())
    terminal.field("take over", free.size() == 1 ? ops::way_to_take(store, *free.front())
                                                 : "git handoff take ID");
}

/// Who has what this one was forked from, where that was not there to be fetched; else empty.
std::string original_of(const std::map<std::string, ops::Standing>& standings,
                        const std::string& id, const ops::FetchReport& report) {
  const auto known = standings.find(id);
  if (known == standings.end() || known->second.of_original.empty())
    return {};
  const std::string& original = known->second.shared.id;
  const bool is_told = in_list(report.fetched, original, &ops::Shared::id);
  return is_told ? std::string() : known->second.of_original;
}

}  // namespace

int run_fetch(Invocation& invocation) {
  CLI::App app{"Look what there is to take on the remote. Nothing is taken."};
  std::string what;
  bool json = false;
  app.add_option("id", what, "an id, a part of one, or a branch")->type_name("ID");
  app.add_flag("--json", json, "print the result as JSON");
  if (!parse(app, invocation))
    return 0;
  const auto& [repository, terminal, store] = Here();
  Progress progress("asking the remote");
  ops::FetchReport report = ops::fetch_shared(store, what, network_for(terminal));
  progress.stop();
  for (const Failure& failure : report.failed) {
    say(report.fails ? "error" : "warning", failure.message());
    say("hint", failure.hints());
  }
  const int code = report.fails ? static_cast<int>(FailureKind::no) : 0;
  if (json) {
    print_json(ops::to_json(report));
    return code;
  }
  for (const std::vector<std::string>* all : {&report.given_up, &report.not_asked})
    say("warning", *all);
  if (report.fetched.empty() && report.others.empty() && report.failed.empty())
    terminal.sentence("There is nothing to take on " + report.remote + ".");
  const std::set<std::string> paused = set_of(store.active(), &ops::RecordRef::id);
  std::map<std::string, ops::Standing> standings;
  if (!report.fetched.empty())
    standings = ops::all_standings(repository);
  for (const ops::Shared& shared : report.fetched) {
    const std::string other =
        paused.contains(shared.id) ? ops::other_version_there(repository, shared) : "";
    terminal.field(shared.id, ops::branch_name(shared.branch) + ", " +
                                  (other.empty() ? ops::describe(shared, now()) : other));
    if (const std::string original = original_of(standings, shared.id, report); !original.empty())
      terminal.field("  beside it", original);
    if (shared.pending)
      terminal.field("  ask again", ops::command_again(shared));
  }
  if (report.not_fetched > 0)
    terminal.field("not fetched", count_of(report.not_fetched, "older handoff"));
  if (!report.others.empty() && what.empty()) {
    constexpr size_t kShownOthers = 20;
    terminal.line("On other branches:");
    for (size_t i = 0; i < report.others.size() && i < kShownOthers; ++i) {
      const ops::Shared& shared = report.others[i];
      terminal.field("  " + shared.id,
                     ops::branch_name(shared.branch) + ", " + ops::describe(shared, now()));
    }
    if (report.others.size() > kShownOthers)
      terminal.line("  and " + std::to_string(report.others.size() - kShownOthers) + " more");
  }
  print_way_to_take(terminal, store, paused, report);
  return code;
}

}  // namespace handoff::cli
