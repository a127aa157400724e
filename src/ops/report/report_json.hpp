#pragma once

#include "model/json.hpp"
#include "ops/brief/brief.hpp"
#include "ops/pause/pause.hpp"
#include "ops/resume/fresh.hpp"
#include "ops/resume/resume.hpp"
#include "ops/resume/undo.hpp"
#include "ops/share/share.hpp"
#include "ops/verbs/fleet.hpp"
#include "ops/verbs/note.hpp"
#include "ops/verbs/status_and_list.hpp"

namespace handoff::ops {

// What each verb reports, as the JSON that `--json` prints and that the tools of `git handoff mcp`
// return. Fields are only ever added.

/// One item of `list --json` and of `active` in `status --json`.
Json record_as_item(const Summary& summary);
Json to_json(const PauseReport& report);
Json to_json(const CheckpointReport& report);
/// `all`: those of other branches and worktrees, too.
Json to_json(const NoteReport& report, bool all = false);
Json to_json(const ResumeReport& report);
Json to_json(const DiscardReport& report);
Json to_json(const FreshReport& report);
Json to_json(const UndoReport& report);
Json to_json(const Listing& listing);
Json to_json(const StatusReport& status);
Json to_json(const Inbox& inbox);
/// The fields that `--all` adds to a status.
Json to_json(const Fleet& fleet);
Json to_json(const Shared& shared);
Json to_json(const PushReport& report);
Json to_json(const FetchReport& report);
Json to_json(const TakeReport& report);
Json to_json(const ReleaseReport& report);
Json to_json(const Brief& brief, const BriefSource& source, const BriefRequest& request);

}  // namespace handoff::ops
