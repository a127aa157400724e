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

Json record_as_item(const Summary& summary) {
  auto text = [](const std::string& s) { return s.empty() ? Json() : Json(to_valid_utf8(s)); };
  return {{"id", summary.at.id},
          {"branch", summary.branch.empty() ? Json() : Json(to_valid_utf8(summary.branch))},
          {"status", text(summary.status)},
          {"mode", formats::word_of(summary.mode)},
          {"timestamp", text(summary.timestamp)},
          {"age_seconds", now() - summary.time},
          {"title", text(summary.title)},
          {"workflow", text(summary.workflow)},
          {"phase", text(summary.phase)},
          {"task", text(summary.task)},
          {"total_tasks", text(summary.total_tasks)},
          {"next_action", text(summary.next_action)},
          {"author", text(summary.author)},
          {"agent", text(summary.agent)},
          {"base", text(summary.base)},
          {"wip_commit", text(summary.wip_commit)},
          {"on_branch", summary.on_branch},
          {"worktree", text(summary.worktree)},
          {"archived", summary.at.archived()},
          {"remote", text(summary.at.remote)},
          {"ref", summary.at.ref}};
}

Json to_json(const PauseReport& report) {
  Json left_out = Json::array();
  for (const model::LeftOut& item : report.left_out) {
    Json entry = Json::object();
    formats::put_path(entry, item.path);
    entry["reason"] = item.reason;
    left_out.push_back(std::move(entry));
  }
  Json secrets = Json::array();
  for (const model::LeftOut& item : report.secrets) {
    Json entry = Json::object();
    formats::put_path(entry, item.path);
    entry["reason"] = item.reason;
    secrets.push_back(std::move(entry));
  }
  Json lint = Json::array();
  for (const LintFinding& finding : report.lint.findings)
    lint.push_back(Json{{"rule", finding.rule},
                        {"level", word_of(finding.level)},
                        {"field", finding.field},
                        {"message", formats::mask_secrets(finding.message)},
                        {"mend", finding.mend}});
  return {{"version", 1},
          {"id", report.id},
          {"ref", report.ref},
          {"branch", report.branch == "HEAD" ? Json() : Json(report.branch)},
          {"base", report.base.empty() ? Json() : Json(report.base)},
          {"wip_commit", report.wip_commit.empty() ? Json() : Json(report.wip_commit)},
          {"on_branch", report.on_branch},
          {"why_not_on_branch",
           report.why_not_on_branch.empty() ? Json() : Json(report.why_not_on_branch)},
          {"files", report.files},
          {"stacked", report.stack_height},
          {"left_out", std::move(left_out)},
          {"secrets_in_tracked_files", std::move(secrets)},
          {"next_action", report.next_action},
          {"lint", std::move(lint)},
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
          {"ref", p.ref.empty() ? Json() : Json(p.ref)},
          {"snapshot", p.wip_commit.empty() ? Json() : Json(p.wip_commit)},
          {"files", p.files}};
}

Json to_json(const ResumeReport& r) {
  auto text = [](const std::string& s) { return s.empty() ? Json() : Json(s); };
  Json out = {{"version", 1},
              {"id", r.id},
              {"branch", r.branch == "HEAD" ? Json() : Json(r.branch)},
              {"unwrapped", r.unwrapped},
              {"why", text(r.why)},
              {"applied", r.applied},
              {"exact", r.exact},
              {"switched", r.switched},
              {"wip_commit", text(r.wip_commit)},
              {"base", text(r.base)},
              {"claimed_at", text(r.claimed_at)},
              {"kept_present", text(r.kept_present)},
              {"kept_commit", text(r.kept_commit)},
              {"all_unstaged", r.all_unstaged},
              {"carried", r.carried},
              {"not_carried", r.stay},
              {"emergency", r.emergency}};
  for (const auto& [name, paths] :
       {std::pair{"left_alone", &r.left_alone}, std::pair{"as_checked_out", &r.as_checked_out},
        std::pair{"restored_files", &r.rewritten_files}, std::pair{"differs", &r.differs}}) {
    out[name] = Json::array();
    for (const std::string& path : *paths)
      out[name].push_back(c_quote(path));
  }
  out["hints"] = r.hints;
  out["consumed"] = r.consumed;
  out["inputs"] = Json::array();
  for (const TakenInput& input : r.inputs)
    out["inputs"].push_back({{"path", input.path}, {"state", word_of(input.state)}});
  return out;
}

Json to_json(const DiscardReport& report) {
  return {{"version", 1},
          {"id", report.id},
          {"discarded", true},
          {"wip_commit", report.wip_commit.empty() ? Json() : Json(report.wip_commit)}};
}

Json to_json(const FreshReport& report) {
  return {{"version", 1},
          {"id", report.id},
          {"discarded", true},
          {"fresh", report.moved},
          {"wip_commit", report.wip_commit.empty() ? Json() : Json(report.wip_commit)},
          {"base", report.base.empty() ? Json() : Json(report.base)},
          {"carried", report.carried},
          {"not_carried", report.stay}};
}

Json to_json(const UndoReport& report) {
  Json out = {{"version", 1},
              {"id", report.id},
              {"undone", report.verb},
              {"live", report.live},
              {"kept_present", report.kept_present.empty() ? Json() : Json(report.kept_present)},
              {"files", report.files},
              {"left_alone", Json::array()}};
  for (const std::string& path : report.left_alone)
    out["left_alone"].push_back(c_quote(path));
  return out;
}

namespace {

/// Who has it, where it was shared.
Json with_standing(Json item, const std::map<std::string, Standing>& standings) {
  auto known = standings.find(item.at("id").get<std::string>());
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

}  // namespace

Json to_json(const Listing& listing) {
  Json out = {{"version", 1},
              {"handoffs", Json::array()},
              {"damaged", listing.damaged.size()},
              {"not_looked_at", listing.not_looked_at}};
  for (const Summary& record : listing.records)
    out["handoffs"].push_back(with_standing(record_as_item(record), listing.standings));
  out["told"] = Json::array();
  for (const Shared& shared : listing.told)
    out["told"].push_back(to_json(shared));
  return out;
}

Json to_json(const StatusReport& status) {
  Json out = {{"version", 1},
              {"branch", status.head.detached() ? Json() : Json(to_valid_utf8(status.head.branch))},
              {"head", status.head.unborn() ? Json() : Json(status.head.oid)},
              {"worktree", status.worktree},
              {"operation", status.operation.empty() ? Json() : Json(status.operation)},
              {"active", Json::array()},
              {"elsewhere", Json::array()},
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
              {"not_looked_at", status.not_looked_at}};
  for (const Summary& record : status.active)
    out["active"].push_back(with_standing(record_as_item(record), status.standings));
  for (const Summary& record : status.elsewhere)
    out["elsewhere"].push_back(with_standing(record_as_item(record), status.standings));
  out["first_line"] = status.first_line ? to_json(*status.first_line) : Json();
  out["held"] = Json::array();
  for (const Shared& shared : status.held)
    out["held"].push_back(to_json(shared));
  out["resumed"] = status.resumed_id.empty() || !status.not_resumed.empty()
                       ? Json()
                       : Json{{"id", status.resumed_id}, {"time", to_rfc3339(status.resumed_time)}};
  return out;
}

Json to_json(const Inbox& inbox) {
  Json out = {{"version", 1}, {"waiting", Json::array()}, {"unread", inbox.unread}};
  for (const Waiting& item : inbox.items)
    out["waiting"].push_back(
        {{"id", item.at.id.empty() ? Json() : Json(item.at.id)},
         {"branch", item.at.branch == "HEAD" ? Json() : Json(to_valid_utf8(item.at.branch))},
         {"remote", item.at.remote.empty() ? Json() : Json(item.at.remote)},
         {"kind", word_of(item.kind)},
         {"blocking", item.blocking},
         {"for", item.whom.empty() ? Json() : Json(to_valid_utf8(item.whom))},
         {"text", to_valid_utf8(formats::mask_secrets(item.text))},
         {"age_seconds", now() - item.time}});
  return out;
}

Json to_json(const Fleet& fleet) {
  Json out = to_json(fleet.inbox);
  out["worktrees"] = Json::array();
  for (const FleetPlace& place : fleet.places) {
    const std::string& branch = place.worktree.branch;
    Json item = {{"branch", branch.empty() ? Json() : Json(to_valid_utf8(branch))},
                 {"handoffs", Json::array()},
                 {"held", Json::array()}};
    formats::put_path(item, place.worktree.path);
    for (const Summary& record : place.records)
      item["handoffs"].push_back(with_standing(record_as_item(record), fleet.standings));
    for (const Shared& shared : place.held)
      item["held"].push_back(to_json(shared));
    out["worktrees"].push_back(std::move(item));
  }
  out["from_remotes"] = Json::array();
  for (const Summary& record : fleet.fetched)
    out["from_remotes"].push_back(with_standing(record_as_item(record), fleet.standings));
  out["told"] = Json::array();
  for (const Shared& shared : fleet.told)
    out["told"].push_back(to_json(shared));
  return out;
}

Json to_json(const Brief& brief, const BriefSource& source, const BriefRequest& request) {
  Json left_out = Json::array();
  for (const LeftOutOfBrief& row : brief.left_out)
    left_out.push_back({{"what", row.what}, {"count", row.count}});
  return {{"version", 1},
          {"id", source.id.empty() ? Json() : Json(source.id)},
          {"budget", request.budget},
          {"tokens", brief.tokens()},
          {"tokens_are", "estimated: bytes divided by four"},
          {"boundary", brief.boundary},
          {"left_out", std::move(left_out)},
          {"shortened", brief.shortened},
          {"about_other_things", brief.about_others},
          {"show_with", brief.command},
          {"text", brief.text}};
}

Json to_json(const Shared& shared) {
  bool there = !shared.tip.empty();
  return {{"id", shared.id},
          {"remote", shared.remote},
          {"branch", shared.branch == "HEAD" ? Json() : Json(to_valid_utf8(shared.branch))},
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
  Json files = Json::array();
  for (const LeavingFile& file : report.sent.files)
    files.push_back({{"path", c_quote(file.path)}, {"bytes", file.bytes}});
  return {{"version", 1},
          {"shared", to_json(report.shared)},
          {"forked_from", report.forked_from.empty() ? Json() : Json(report.forked_from)},
          {"original", report.original.empty() ? Json() : Json(report.original)},
          {"files", std::move(files)},
          {"bytes", report.sent.bytes},
          {"history_commits", report.sent.commits},
          {"lfs_objects", report.sent.lfs.size()}};
}

Json to_json(const FetchReport& report) {
  Json out = {{"version", 1},
              {"remote", report.remote},
              {"fetched", Json::array()},
              {"others", Json::array()},
              {"failed", Json::array()},
              {"given_up", report.given_up},
              {"not_asked", report.not_asked},
              {"not_fetched", report.not_fetched}};
  for (const Failure& failure : report.failed)
    out["failed"].push_back(failure.message());
  for (const Shared& shared : report.fetched)
    out["fetched"].push_back(to_json(shared));
  for (const Shared& shared : report.others)
    out["others"].push_back(to_json(shared));
  return out;
}

Json to_json(const TakeReport& report) {
  return {{"version", 1},
          {"shared", to_json(report.shared)},
          {"upstream", report.upstream.empty() ? Json() : Json(report.upstream)},
          {"ahead", report.ahead.empty() ? Json() : Json(report.ahead)},
          {"kept_as", report.kept_as.empty() ? Json() : Json(report.kept_as)},
          {"beside", report.beside.empty() ? Json() : Json(report.beside)},
          {"resume", to_json(report.resume)}};
}

Json to_json(const ReleaseReport& report) {
  return {{"version", 1}, {"shared", to_json(report.shared)}, {"finished", report.finished}};
}

}  // namespace handoff::ops
