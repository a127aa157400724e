#include "ops/pause/compose.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/ref_files.hpp"
#include "ops/notes/merge_notes.hpp"
#include "ops/notes/record_fields.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

namespace {

/// Fields that are always there, in the order of a fresh record.
Json empty_record() {
  Json record = Json::object();
  record["version"] = 1;
  record["timestamp"] = nullptr;
  record["status"] = "paused";
  record["mode"] = "manual";
  record["workflow"] = nullptr;
  record["phase"] = nullptr;
  record["task"] = nullptr;
  record["total_tasks"] = nullptr;
  for (const char* list : {"completed_tasks", "remaining_tasks", "blockers",
                           "human_actions_pending", "decisions", "uncommitted_files"})
    record[list] = Json::array();
  record["next_action"] = "";
  record["context_notes"] = "";
  return record;
}

Json paths_as_json(const std::vector<std::string>& paths) {
  Json list = Json::array();
  for (const std::string& path : paths) {
    if (is_utf8(path)) {
      list.push_back(path);
    } else {
      Json item = Json::object();
      formats::put_path(item, path);
      list.push_back(std::move(item));
    }
  }
  return list;
}

/// Resume takes the whole stack off: what the older pause kept is uncommitted again, too.
void add_older_paths(Json& paths, const Json& previous) {
  auto older = previous.find("uncommitted_files");
  if (older == previous.end() || !older->is_array() || !paths.is_array())
    return;
  for (const Json& path : *older)
    if (!in_list(paths, path))
      paths.push_back(path);
}

/// The record has room for one message, which is why the work stops: what else a person said to
/// whoever goes on is context.
void keep_other_messages(Json& record, const std::vector<model::Note>& notes) {
  std::vector<model::Note> others;
  for (const model::Note& note : notes)
    if (note.kind == model::NoteKind::message && note.because != model::kPrompt &&
        note.text != formats::text_of(record["user_message"]))
      others.push_back({.kind = model::NoteKind::context, .text = note.text});
  fold_notes(record, others);
}

/// Does this pause say by itself where the work stands? The name of a checkpoint does not.
bool has_own_words(const Ingredients& in) {
  const PauseRequest& request = in.request;
  return request.input || request.mode == model::Mode::emergency || !trim(request.next).empty() ||
         in_list(in.notes, model::NoteKind::next, &model::Note::kind);
}

/// The next step is so until another one is named, or it is done; why it stopped, only where
/// nothing was done or said.
void go_on_from(Json& record, const Json& resumed, const Ingredients& in) {
  auto take = [&](const char* name) {
    if (lists::is_empty(record[name]) && resumed.contains(name))
      record[name] = resumed[name];
  };
  if (!is_next_closed(next_step_of(resumed), in.notes))
    take("next_action");
  if (in.is_as_resumed && !has_own_words(in))
    take("user_message");
}

/// The next step of the pause below: another one was said at this pause, and nobody has done it.
/// It is to be done, and is no task beside the next step where it becomes that again.
void keep_older_next(Json& record, const Json* older, const std::vector<model::Note>& notes) {
  constexpr const char* kMark = "was_next";
  const std::string next = lists::headline_of(formats::field(record, "next_action"));
  if (Json& given = record["remaining_tasks"]; given.is_array())
    given.erase(std::remove_if(given.begin(), given.end(),
                               [&](const Json& task) {
                                 return task.is_object() && task.contains(kMark) &&
                                        same_text(lists::headline_of(task), next);
                               }),
                given.end());
  if (older == nullptr)
    return;
  const std::string text = lists::headline_of(formats::field(*older, "next_action"));
  if (trim(text).empty() || same_text(text, next) || is_next_closed(text, notes) ||
      lists::has_item(record, lists::kRemaining, text) ||
      lists::has_item(record, lists::kCompleted, text))
    return;
  Json& remaining = lists::list_in(record, lists::kRemaining);
  remaining.push_back({{"name", text}, {"status", "not_started"}, {kMark, true}});
  if (const std::string why = formats::text_of(formats::field(*older, "user_message"));
      !why.empty() && why != formats::text_of(record["user_message"]))
    remaining.back()["progress"] = why;
}

/// Was the next step not said at this pause, but in the record before? What a place in it means is
/// seen beside that.
void mark_carried_next(Json& record, const Ingredients& in) {
  constexpr const char* kMark = "next_carried_from";
  const Json* older = in.previous != nullptr ? in.previous : in.resumed;
  const std::string next = next_step_of(record);
  const bool given = !trim(in.request.next).empty() ||
                     (in.request.input && !next_step_of(*in.request.input).empty()) ||
                     std::ranges::any_of(in.notes, [&](const model::Note& note) {
                       return note.kind == model::NoteKind::next && same_text(note.text, next);
                     });
  if (given || older == nullptr || !same_text(next_step_of(*older), next))
    record.erase(kMark);
  else if (const std::string origin = formats::text_of(formats::field(*older, kMark));
           !next.empty())
    record[kMark] = origin.empty() ? in.older_id : origin;
}

/// What stands in a file that nobody here has read closes nothing: what is open here under the same
/// text stays as it is.
void leave_open(Json& given, const Ingredients& in) {
  Json known = Json::object();
  fold_notes(known, in.notes, in.request.carry ? in.previous : nullptr);
  const std::set<std::string> open =
      set_of(notes_from_open(known, in.older_id),
             [](const model::Note& item) { return lists::folded(item.text); });
  for (const lists::ListField& list : {lists::kCompleted, lists::kRemaining, lists::kBlockers,
                                       lists::kActions, lists::kQuestions, lists::kErrors})
    if (const auto items = given.find(list.name); items != given.end() && items->is_array())
      items->erase(std::remove_if(items->begin(), items->end(),
                                  [&](const Json& item) {
                                    return open.contains(lists::folded(lists::headline_of(item)));
                                  }),
                   items->end());
}

}  // namespace

Json compose_record(const Ingredients& in) {
  Json record = empty_record();
  const PauseRequest& request = in.request;
  if (request.input) {
    // The input's order and unknown fields win; what it lacks is added behind.
    Json given = *request.input;
    for (const Json* before : {in.previous, in.resumed})
      if (before != nullptr)
        given = formats::with_masked_back(std::move(given), *before);
    given.erase("git");
    given.erase("withheld");
    for (const auto& [name, value] : record.items())
      if (!given.contains(name))
        given[name] = value;
    if (!model::is_readable(request.input_words.origin))
      leave_open(given, in);
    record = std::move(given);
  }
  if (in.previous != nullptr && request.carry) {
    Json previous = *in.previous;
    if (formats::read_handoff(previous).mode == model::Mode::checkpoint)
      previous.erase("title");  // the name of that checkpoint
    fold_notes(record, in.notes, &previous);
  } else {
    fold_notes(record, in.notes);
  }
  if (in.resumed != nullptr)
    go_on_from(record, *in.resumed, in);
  // A document from elsewhere speaks of its own moment.
  if (!request.imported || lists::is_empty(record["timestamp"]))
    record["timestamp"] = to_rfc3339(in.time);
  if (!request.imported || lists::is_empty(record["mode"]))
    record["mode"] = formats::word_of(request.mode);
  // What a document says it was is over: it is paused now.
  if (lists::is_empty(record["status"]) ||
      told_retirement(formats::text_of(record["status"])) != "archived")
    record["status"] = "paused";
  if (!trim(request.workflow).empty())
    record["workflow"] = request.workflow;
  if (!trim(request.next).empty())
    record["next_action"] = request.next;
  mark_carried_next(record, in);
  if (!trim(request.message).empty())
    record["user_message"] = request.message;
  keep_other_messages(record, in.notes);
  if (!trim(request.title).empty())
    record["title"] = request.title;
  if (!request.input || lists::is_empty(record["uncommitted_files"]))
    record["uncommitted_files"] = paths_as_json(in.snapshot.paths);
  if (in.stacked && in.previous != nullptr)
    add_older_paths(record["uncommitted_files"], *in.previous);
  const bool on_a_pause = in.previous != nullptr && request.carry &&
                          formats::read_handoff(*in.previous).mode != model::Mode::checkpoint;
  keep_older_next(record, on_a_pause ? in.previous : nullptr, in.notes);
  return record;
}

namespace {

/// Status knows the upstream by its short name only: asks for the ref and where it is.
std::optional<model::Upstream> full_upstream(const git::Repository& repository,
                                             std::optional<model::Upstream> upstream) {
  if (!upstream)
    return upstream;
  Outcome outcome = repository.git().run(
      {.args = {"rev-parse", "-q", "@{upstream}", "--symbolic-full-name", "@{upstream}"}});
  // An upstream that is configured but was never fetched has neither.
  if (std::vector<std::string> lines = split_lines(outcome.out);
      outcome.ok() && lines.size() == 2) {
    upstream->oid = lines[0];
    upstream->ref = lines[1];
  }
  return upstream;
}

}  // namespace

model::GitBlock compose_git_block(const git::Repository& repository, const Snapshot& snapshot) {
  model::GitBlock block;
  const git::Layout& layout = repository.layout();
  block.branch = snapshot.status.head.branch;
  block.base = snapshot.status.head.oid;
  block.operation = repository.operation().value_or("");
  if (block.branch.empty())
    block.operation_branch =
        to_valid_utf8(git::branch_in_operation(layout.git_dir, layout.common_dir));
  block.worktree = layout.worktree_name();
  block.worktree_path = layout.root;
  block.upstream = full_upstream(repository, snapshot.status.upstream);
  block.submodules = snapshot.submodules;
  for (const git::IndexChange& change : snapshot.index)
    if (change.before.intent_to_add)
      block.intent_to_add.push_back(change.before.path);
  block.modes = snapshot.modes;
  block.left_out = snapshot.left_out;
  block.raw = snapshot.raw;
  block.created_by = "git-handoff " HANDOFF_VERSION;
  return block;
}

bool has_no_words(const Json& document) {
  static const std::set<std::string> kPosition = {
      "version", "timestamp",  "status",      "mode",
      "git",     "session_id", "token_usage", "compaction_count"};
  return std::ranges::all_of(document.items(), [](const auto& item) {
    return kPosition.contains(item.key()) || lists::is_empty(item.value());
  });
}

}  // namespace handoff::ops
