#include "ops/observe/workflow_state.hpp"

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/clone_seal.hpp"
#include "base/failure.hpp"
#include "base/files.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

namespace {

using formats::field;
using formats::text_of;

constexpr const char* kField = "workflow_state";
constexpr const char* kStateSeal = "seal";
constexpr size_t kMostStateBytes = 2u << 20;  ///< of the file: the state, quoted
constexpr double kFreshSeconds = 24 * 3600;

std::string state_file(const git::Repository& repository) {
  return join_path(repository.layout().shared_dir(), "workflow-state.json");
}

Json to_field(const WorkflowState& state) {
  // As text: so no later version of a record mixes two states key by key.
  return {{"state", state.state}, {"trigger", state.trigger}, {"saved_at", state.saved_at}};
}

std::optional<WorkflowState> from_field(const Json& kept) {
  const Json& at = field(kept, "saved_at");
  WorkflowState out{.state = text_of(field(kept, "state")),
                    .trigger = text_of(field(kept, "trigger"))};
  if (at.is_number())
    out.saved_at = at.get<double>();
  else if (std::optional<ParsedTime> time = parse_time(text_of(at)))
    out.saved_at = static_cast<double>(time->time);
  try {
    if (formats::parse_json(out.state, kField).is_object())
      return out;
  } catch (const Failure&) {
  }
  return std::nullopt;
}

std::string sealed_save(const Json& saved) {
  return "workflow-state " + formats::write_json_line(saved);
}

std::string sealed_state(const std::string& path, Json saved) {
  saved[kStateSeal] = seal_in(path, sealed_save(saved));
  return formats::write_json_line(saved) + "\n";
}

std::optional<WorkflowState> read_saved(const git::Repository& repository) {
  try {
    const std::string path = state_file(repository);
    std::optional<std::string> text = read_file_at_most(path, kMostStateBytes);
    if (!text)
      return std::nullopt;
    Json saved = formats::parse_json(*text, kField);
    // A repository can be copied whole: what this user's program did not save is a stranger's.
    const std::string proof = text_of(formats::take_field(saved, kStateSeal));
    return is_sealed_in(path, sealed_save(saved), proof) ? from_field(saved) : std::nullopt;
  } catch (const Failure&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<WorkflowState> read_workflow_state(const Store& store) {
  std::optional<WorkflowState> newest = read_saved(store.repository());
  for (const Record& record : store.load_all(store.active())) {
    if (is_withheld(store, record, Reader::agent))
      continue;
    const Json& kept = field(*record.document, kField);
    std::optional<WorkflowState> other = kept.is_object() ? from_field(kept) : std::nullopt;
    if (other && (!newest || other->saved_at > newest->saved_at))
      newest = std::move(other);
  }
  return newest;
}

void change_workflow_state(const Store& store,
                           const std::function<bool(WorkflowState& state)>& change) {
  const std::string path = state_file(store.repository());
  append_lines(path, "", Durability::none);  // there is something to lock
  UniqueFd lock = lock_log(path);
  WorkflowState state = read_workflow_state(store).value_or(WorkflowState{});
  if (!change(state))
    return;
  state.saved_at = now_exactly();
  write_file_atomic(path, sealed_state(path, to_field(state)), Durability::synced, 0600);
}

void fill_from_workflow_state(const git::Repository& repository, Json& document) {
  std::optional<WorkflowState> saved = read_saved(repository);
  if (saved && now_exactly() - saved->saved_at < kFreshSeconds)
    document[kField] = to_field(*saved);
}

void keep_workflow_state(const Store& store, const Record& record) {
  if (is_withheld(store, record, Reader::agent))
    return;
  const Json& kept = field(*record.document, kField);
  std::optional<WorkflowState> brought = kept.is_object() ? from_field(kept) : std::nullopt;
  std::optional<WorkflowState> saved = read_saved(store.repository());
  if (!brought || (saved && saved->saved_at >= brought->saved_at))
    return;
  const std::string path = state_file(store.repository());
  append_lines(path, "", Durability::none);
  UniqueFd lock = lock_log(path);
  write_file_atomic(path, sealed_state(path, to_field(*brought)), Durability::synced, 0600);
}

}  // namespace handoff::ops
