#include "ops/report/report_json.hpp"

#include <functional>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/text.hpp"
#include "formats/record/note.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/secrets.hpp"

namespace handoff::ops {

namespace {

using formats::text_or_null;

/// Text of others: it may be no UTF-8.
Json said_or_null(const std::string& text) { return text_or_null(to_valid_utf8(text)); }

/// A branch; null for a detached HEAD.
Json branch_or_null(const std::string& branch) {
  return branch == "HEAD" ? Json() : Json(to_valid_utf8(branch));
}

Json array_of(const auto& items, const auto& as_json) {
  Json array = Json::array();
  for (const auto& item : items)
    array.push_back(as_json(item));
  return array;
}

Json array_of_shared(const std::vector<Shared>& all) {
  return array_of(all, [](const Shared& shared) { return to_json(shared); });
}

Json left_out_as_json(const std::vector<model::LeftOut>& files) {
  return array_of(files, [](const model::LeftOut& file) {
    Json entry = Json::object();
    formats::put_path(entry, file.path);
    entry["reason"] = file.reason;
    return entry;
  });
}

}  // namespace

Json record_as_item(const Summary& summary) {
  return {{"id", summary.at.id},
          {"branch", said_or_null(summary.branch)},
          {"status", said_or_null(summary.status)},
          {"mode", formats::word_of(summary.mode)},
          {"timestamp", said_or_null(summary.timestamp)},
          {"age_seconds", now() - summary.time},
          {"title", said_or_null(summary.title)},
          {"workflow", said_or_null(summary.workflow)},
          {"phase", said_or_null(summary.phase)},
          {"task", said_or_null(summary.task)},
          {"total_tasks", said_or_null(summary.total_tasks)},
          {"next_action", said_or_null(summary.next_action)},
          {"author", said_or_null(summary.author)},
          {"agent", said_or_null(summary.agent)},
          {"base", said_or_null(summary.base)},
          {"wip_commit", said_or_null(summary.wip_commit)},
          {"on_branch", summary.on_branch},
          {"worktree", said_or_null(summary.worktree)},
          {"archived", summary.at.archived()},
          {"remote", said_or_null(summary.at.remote)},
          {"ref", summary.at.ref}};
}

Json to_json(const PauseReport& report) {
  const auto of_lint = [](const LintFinding& finding) {
    return Json{{"rule", finding.rule},
                {"level", word_of(finding.level)},
                {"field", finding.field},
                {"message", formats::mask_secrets(finding.message)},
                {"mend", finding.mend}};
  };
  return {{"version", 1},
          {"id", report.id},
          {"ref", report.ref},
          {"branch", report.branch == "HEAD" ? Json() : Json(report.branch)},
          {"base", text_or_null(report.base)},
          {"wip_commit", text_or_null(report.wip_commit)},
          {"on_branch", report.on_branch},
          {"why_not_on_branch", text_or_null(report.why_not_on_branch)},
          {"files", report.files},
          {"stacked", report.stack_height},
          {"left_out", left_out_as_json(report.left_out)},
          {"secrets_in_tracked_files", left_out_as_json(report.secrets)},
          {"next_action", report.next_action},
          {"lint", array_of(report.lint.findings, of_lint)},
          {"warnings", report.warnings}};
}

Json to_json(const NoteReport& report, bool all) {
  Json out = {{"version", 1}, {"notes", Json::array()}};
  for (const auto* notes : {&report.notes, &report.elsewhere})
    for (const model::Note& note : *notes)
      if (all || notes == &report.notes)
        out["notes"].push_back(formats::note_to_json(note));
  out["torn"] = report.torn;
  out["unreadable"] = report.unreadable;
  out["warnings"] = report.warnings;
  return out;
}

Json to_json(const CheckpointReport& report) {
  const PauseReport& p = report.pause;
  return {{"version", 1},
          {"made", report.made},
          {"id", p.id},
          {"ref", text_or_null(p.ref)},
          {"snapshot", text_or_null(p.wip_commit)},
          {"files", p.files},
          {"warnings", p.warnings}};
}

Json to_json(const ResumeReport& r) {
  Json out = {{"version", 1},
              {"id", r.id},
              {"branch", r.branch == "HEAD" ? Json() : Json(r.branch)},
              {"unwrapped", r.unwrapped},
              {"why", text_or_null(r.why)},
              {"applied", r.applied},
              {"exact", r.exact},
              {"switched", r.switched},
              {"wip_commit", text_or_null(r.wip_commit)},
              {"base", text_or_null(r.base)},
              {"claimed_at", text_or_null(r.claimed_at)},
              {"kept_present", text_or_null(r.kept_present)},
              {"kept_at_switch", text_or_null(r.kept_at_switch)},
              {"kept_commit", text_or_null(r.kept_commit)},
              {"all_unstaged", r.all_unstaged},
              {"carried", r.carried},
              {"not_carried", r.stay},
              {"emergency", r.emergency}};
  for (const auto& [name, paths] :
       {std::pair{"left_alone", &r.left_alone}, std::pair{"as_checked_out", &r.as_checked_out},
        std::pair{"restored_files", &r.rewritten_files}, std::pair{"differs", &r.differs}})
    out[name] = array_of(*paths, c_quote);
  out["hints"] = r.hints;
  out["consumed"] = r.consumed;
  out["inputs"] = array_of(r.inputs, [](const TakenInput& input) {
    return Json{{"path", input.path}, {"state", word_of(input.state)}};
  });
  return out;
}

Json to_json(const DiscardReport& report) {
  return {{"version", 1},
          {"id", report.id},
          {"discarded", true},
          {"wip_commit", text_or_null(report.wip_commit)}};
}

Json to_json(const FreshReport& report) {
  return {{"version", 1},
          {"id", report.id},
          {"discarded", true},
          {"fresh", report.moved},
          {"wip_commit", text_or_null(report.wip_commit)},
          {"base", text_or_null(report.base)},
          {"kept_present", text_or_null(report.kept_present)},
          {"carried", report.carried},
          {"not_carried", report.stay},
          {"hints", report.submodules}};
}

Json to_json(const UndoReport& report) {
  return {{"version", 1},
          {"id", report.id},
          {"undone", report.verb},
          {"live", report.live},
          {"kept_present", text_or_null(report.kept_present)},
          {"files", report.files},
          {"left_alone", array_of(report.left_alone, c_quote)}};
}

namespace {

/// And who has it, where it was shared.
Json with_standing(const Summary& record, const std::map<std::string, Standing>& standings) {
  Json item = record_as_item(record);
  auto known = standings.find(record.at.id);
  if (known == standings.end())
    return item;
  item["shared"] = to_json(known->second.shared);
  item["shared"]["standing"] = word_of(known->second.kind);
  item["shared"]["sentence"] = known->second.all();
  item["shared"]["unpushed"] = known->second.unpushed;
  if (known->second.of_fork)
    item["shared"]["fork"] = word_of(*known->second.of_fork);
  return item;
}

Json array_of_records(const std::vector<Summary>& records,
                      const std::map<std::string, Standing>& standings) {
  return array_of(records, [&](const Summary& one) { return with_standing(one, standings); });
}

}  // namespace

Json to_json(const Listing& listing) {
  return {{"version", 1},
          {"handoffs", array_of_records(listing.records, listing.standings)},
          {"damaged", listing.damaged.size()},
          {"not_looked_at", listing.not_looked_at},
          {"told", array_of_shared(listing.told)}};
}

Json to_json(const StatusReport& status) {
  return {{"version", 1},
          {"branch", status.head.detached() ? Json() : Json(to_valid_utf8(status.head.branch))},
          {"head", status.head.unborn() ? Json() : Json(status.head.oid)},
          {"worktree", status.worktree},
          {"operation", text_or_null(status.operation)},
          {"active", array_of_records(status.active, status.standings)},
          {"elsewhere", array_of_records(status.elsewhere, status.standings)},
          {"wip_left", status.wip_left.empty()
                           ? Json()
                           : Json({{"commit", status.wip_left}, {"id", status.wip_left_id}})},
          {"wip_buried", status.wip_buried ? Json({{"commit", status.wip_buried->oid},
                                                   {"id", status.wip_buried->id}})
                                           : Json()},
          {"wip_carried", status.below ? Json({{"commit", status.below->top},
                                               {"id", status.below->id},
                                               {"branch", status.below->branch}})
                                       : Json()},
          {"notes", status.notes},
          {"fetched", status.fetched},
          {"damaged", status.damaged.size()},
          {"not_looked_at", status.not_looked_at},
          {"first_line", status.first_line ? to_json(*status.first_line) : Json()},
          {"held", array_of_shared(status.held)},
          {"resumed",
           status.resumed_id.empty() || !status.not_resumed.empty()
               ? Json()
               : Json{{"id", status.resumed_id}, {"time", to_rfc3339(status.resumed_time)}}}};
}

Json to_json(const Inbox& inbox) {
  Json out = {{"version", 1}, {"waiting", Json::array()}, {"unread", inbox.unread}};
  for (const Waiting& item : inbox.items)
    out["waiting"].push_back({{"id", text_or_null(item.at.id)},
                              {"branch", branch_or_null(item.at.branch)},
                              {"remote", text_or_null(item.at.remote)},
                              {"kind", word_of(item.kind)},
                              {"blocking", item.blocking},
                              {"for", said_or_null(item.whom)},
                              {"text", to_valid_utf8(formats::mask_secrets(item.text))},
                              {"age_seconds", now() - item.time}});
  return out;
}

Json to_json(const Fleet& fleet) {
  Json out = to_json(fleet.inbox);
  out["worktrees"] = Json::array();
  for (const FleetPlace& place : fleet.places) {
    Json item = {{"branch", said_or_null(place.worktree.branch)},
                 {"handoffs", array_of_records(place.records, fleet.standings)},
                 {"held", array_of_shared(place.held)}};
    formats::put_path(item, place.worktree.path);
    out["worktrees"].push_back(std::move(item));
  }
  out["from_remotes"] = array_of_records(fleet.fetched, fleet.standings);
  out["told"] = array_of_shared(fleet.told);
  return out;
}

Json to_json(const Brief& brief, const BriefSource& source, const BriefRequest& request) {
  const auto of_row = [](const LeftOutOfBrief& row) {
    return Json{{"what", row.what}, {"count", row.count}};
  };
  return {{"version", 1},
          {"id", text_or_null(source.id)},
          {"budget", request.budget},
          {"tokens", brief.tokens()},
          {"tokens_are", "estimated: bytes divided by four"},
          {"boundary", brief.boundary},
          {"left_out", array_of(brief.left_out, of_row)},
          {"shortened", brief.shortened},
          {"about_other_things", brief.about_others},
          {"show_with", brief.command},
          {"text", brief.text}};
}

Json to_json(const Shared& shared) {
  bool there = !shared.tip.empty();
  return {{"id", shared.id},
          {"remote", shared.remote},
          {"branch", branch_or_null(shared.branch)},
          {"state", shared.pending || shared.damaged || !shared.doubt.empty()
                        ? "unsettled"
                        : std::string(word_of(shared.state))},
          {"yours", shared.ours},
          {"published_here", shared.published},
          {"by", there ? Json(shared.who()) : Json()},
          {"since", there ? Json(to_rfc3339(shared.since)) : Json()},
          {"seen", to_rfc3339(shared.seen)}};
}

Json to_json(const PushReport& report) {
  const auto of_file = [](const LeavingFile& file) {
    return Json{{"path", c_quote(file.path)}, {"bytes", file.bytes}};
  };
  return {{"version", 1},
          {"shared", to_json(report.shared)},
          {"forked_from", text_or_null(report.forked_from)},
          {"original", text_or_null(report.original)},
          {"files", array_of(report.sent.files, of_file)},
          {"bytes", report.sent.bytes},
          {"history_commits", report.sent.commits},
          {"lfs_objects", report.sent.lfs.size()}};
}

Json to_json(const FetchReport& report) {
  return {{"version", 1},
          {"remote", report.remote},
          {"fetched", array_of_shared(report.fetched)},
          {"others", array_of_shared(report.others)},
          {"failed", array_of(report.failed, std::mem_fn(&Failure::message))},
          {"given_up", report.given_up},
          {"not_asked", report.not_asked},
          {"not_fetched", report.not_fetched}};
}

Json to_json(const TakeReport& report) {
  return {{"version", 1},
          {"shared", to_json(report.shared)},
          {"upstream", text_or_null(report.upstream)},
          {"ahead", text_or_null(report.ahead)},
          {"original", text_or_null(report.original)},
          {"kept_as", text_or_null(report.kept_as)},
          {"beside", text_or_null(report.beside)},
          {"resume", to_json(report.resume)}};
}

Json to_json(const ReleaseReport& report) {
  return {{"version", 1},
          {"shared", to_json(report.shared)},
          {"finished", report.finished},
          {"unread", report.unread},
          {"live_before", text_or_null(report.live_before)}};
}

}  // namespace handoff::ops
