#include "formats/foreign/spellbook_shape.hpp"

#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"

namespace handoff::formats {

namespace {

/// A field of an item: what stands there where nothing is known, and the words it may be, the last
/// one for all others. In a word, other ways to say it stand behind `=`.
struct Slot {
  std::string_view name;
  std::string_view otherwise = "null";  ///< JSON
  std::string_view words = {};
};

constexpr std::string_view kAgentWords =
    "completed=complete=done=finished running=in_progress=active=started "
    "blocked=waiting failed=error=aborted pending";
constexpr std::string_view kDocumentWords =
    "APPROVED=final=done=complete=accepted DRAFT=proposed=draft IN_PROGRESS";

constexpr Slot kSkill[] = {{"name", "\"\""},
                           {"parent"},
                           {"phase"},
                           {"step"},
                           {"iteration", "0"},
                           {"resume_command", "\"\""},
                           {"constraints", R"({"forbidden":[],"required":[]})"}};
constexpr Slot kAgent[] = {{"id", "\"\""},
                           {"persona"},
                           {"prompt_summary"},
                           {"task"},
                           {"status", "\"pending\"", kAgentWords},
                           {"worktree"},
                           {"output_summary"},
                           {"blockers", "[]"},
                           {"skill_stack", "[]"}};
constexpr Slot kTodo[] = {{"id", "\"\""},
                          {"content", "\"\""},
                          {"status", "\"pending\"",
                           "completed=complete=done=built=finished=shipped "
                           "in_progress=active=started=running=partial blocked=waiting pending"},
                          {"priority", "\"medium\"", "high=urgent=critical low medium"},
                          {"verification"},
                          {"delegated_to"}};
constexpr Slot kDesign[] = {
    {"path", "\"\""}, {"status", "null", kDocumentWords}, {"focus_sections", "[]"}};
constexpr Slot kPlan[] = {{"path", "\"\""},
                          {"status", "null", kDocumentWords},
                          {"current_position"},
                          {"focus_sections", "[]"}};
constexpr Slot kMustRead[] = {{"path", "\"\""}, {"why"}, {"priority", "1"}};
constexpr Slot kBinding[] = {{"decision", "\"\""},
                             {"rationale"},
                             {"binding", "\"SESSION\"", "ABSOLUTE=true=yes=always SESSION"}};
constexpr Slot kTechnical[] = {{"decision", "\"\""}, {"rationale"}};
constexpr Slot kMessage[] = {
    {"content", "\"\""},
    {"type", "\"request\"", "clarification correction feedback approval request"},
    {"timestamp"}};
constexpr Slot kCorrection[] = {{"original"}, {"correction"}, {"lesson"}};
constexpr Slot kError[] = {{"error", "\"\""}, {"fix"}, {"user_feedback"}};
constexpr Slot kFile[] = {{"path", "\"\""},
                          {"expected"},
                          {"actual"},
                          {"status", "\"match\"", "partial missing=gone=deleted match"}};
constexpr Slot kProof[] = {{"command", "\"\""}, {"expected"}, {"actual"}, {"passed"}};
constexpr Slot kGate[] = {
    {"name", "\"\""},
    {"status", "\"PENDING\"",
     "PASSED=pass=ok=green=done=approved=complete FAILED=fail=red=error RECHECK PENDING"},
    {"evidence"},
    {"can_skip", "false"}};
constexpr Slot kWorktree[] = {{"path", "\"\""}, {"branch"}, {"purpose"}, {"assigned_to"}};
constexpr Slot kCheckpoint[] = {{"name", "\"\""}, {"git_ref"}, {"scope"}, {"command"}};
constexpr Slot kIdentity[] = {{"persona"},
                              {"mode", "\"none\"", "fun tarot none"},
                              {"role", "\"executor\"", "orchestrator hybrid executor"}};
constexpr Slot kWorkflowSlots[] = {
    {"pattern", "\"single-threaded\"",
     "sequential-delegation parallel-swarm=parallel hierarchical=orchestrated "
     "iterative-review=iterative=tdd single-threaded"},
    {"details", "\"\""},
    {"waiting_for", "[]"}};
constexpr Slot kGoals[] = {{"ultimate"}, {"current_phase"}, {"main_task"}, {"delegated_summary"}};
constexpr Slot kEnvironment[] = {{"git_branch"}, {"git_status"}, {"worktrees", "[]"}};

/// A block of the state: an item, or a list of them.
struct Block {
  std::string_view name, list;
  std::span<const Slot> slots;
  bool is_list = true;
};

constexpr Block kBlocks[] = {
    {"identity", {}, kIdentity, false},
    {"skill_stack", {}, kSkill},
    {"subagents", {}, kAgent},
    {"workflow", {}, kWorkflowSlots, false},
    {"goals", {}, kGoals, false},
    {"todos", "explicit", kTodo},
    {"todos", "implicit", {}},
    {"todos", "blockers", {}},
    {"documents", "design", kDesign},
    {"documents", "impl", kPlan},
    {"documents", "must_read", kMustRead},
    {"decisions", "binding", kBinding},
    {"decisions", "technical", kTechnical},
    {"conversation", "user_messages", kMessage},
    {"conversation", "corrections", kCorrection},
    {"conversation", "errors", kError},
    {"artifacts", "files", kFile},
    {"artifacts", "verification_results", kProof},
    {"quality_gates", {}, kGate},
    {"environment", {}, kEnvironment, false},
    {"environment", "worktrees", kWorktree},
    {"recovery", "checkpoints", kCheckpoint},
};

std::string word_among(const std::string& given, std::string_view words) {
  auto plain = [](std::string text) {
    return replace_all(replace_all(to_lower(text), " ", "_"), "-", "_");
  };
  const std::string wanted = plain(trim(given));
  std::string last;
  for (const std::string& choice : split(words, ' ')) {
    const std::vector<std::string> ways = split(choice, '=');
    for (const std::string& way : ways)
      if (wanted == plain(way) || wanted.starts_with(plain(way) + "_"))
        return ways.front();
    last = ways.front();
  }
  return last;
}

void complete_item(Json& item, std::span<const Slot> slots) {
  if (slots.empty())
    return;
  if (!item.is_object())
    item = Json{{std::string(slots.front().name), text_of(item)}};
  for (const Slot& slot : slots) {
    Json& value = item[std::string(slot.name)];
    if (value.is_null())
      value = Json::parse(slot.otherwise);
    else if (!slot.words.empty())
      value = word_among(text_of(value), slot.words);
  }
}

/// Null, an empty list, a gate that nobody may skip: whoever left it out said the same.
bool says_nothing(const Slot& slot, const Json& value) {
  return value.is_null() ||
         (!value.is_string() && slot.name != "priority" && value == Json::parse(slot.otherwise));
}

void strip_item(Json& item, std::span<const Slot> slots) {
  if (item.is_object())
    for (const Slot& slot : slots)
      if (auto found = item.find(slot.name); found != item.end() && says_nothing(slot, *found))
        item.erase(found);
}

/// The items of a block where it has the right shape.
template <typename Change>
void for_each_item(Json& native, const Block& block, Change change) {
  auto at = native.find(block.name);
  if (at == native.end())
    return;
  Json* value = &*at;
  if (!block.list.empty()) {
    if (!value->is_object() || !value->contains(block.list))
      return;
    value = &(*value)[std::string(block.list)];
  }
  if (!block.is_list)
    change(*value);
  else if (value->is_array())
    for (Json& item : *value)
      change(item);
}

}  // namespace

void complete_spellbook(Json& native) {
  for (const Block& block : kBlocks) {
    Json& value = native[std::string(block.name)];
    if (!block.list.empty()) {
      if (!value.is_object())
        value = Json::object();
      Json& list = value[std::string(block.list)];
      if (!list.is_array())
        list = list.is_null() ? Json::array() : Json::array({std::move(list)});
    } else if (block.is_list && !value.is_array()) {
      value = value.is_null() ? Json::array() : Json::array({std::move(value)});
    }
    for_each_item(native, block, [&](Json& item) { complete_item(item, block.slots); });
  }
}

void strip_spellbook(Json& native) {
  for (const Block& block : kBlocks)
    for_each_item(native, block, [&](Json& item) { strip_item(item, block.slots); });
}

}  // namespace handoff::formats
