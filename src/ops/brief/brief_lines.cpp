#include "ops/brief/brief_lines.hpp"

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"

namespace handoff::ops {

using formats::field;
using formats::items_of;
using formats::text_of;
using formats::texts_of;

std::string task_line(const model::Task& task) {
  std::string line = (task.id.empty() ? "" : task.id + ": ") + task.name;
  if (task.state == model::TaskState::in_progress)
    line += " (in progress" + (task.progress.empty() ? "" : ", " + task.progress) + ")";
  else if (task.state == model::TaskState::blocked)
    line += " (blocked)";
  else if (task.state == model::TaskState::other && !task.status_text.empty())
    line += " (" + task.status_text + ")";
  return line;
}

std::vector<std::string> states_of_tests(const Json& value) {
  if (!value.is_object())
    return {text_of(value)};
  std::vector<std::string> failing, other;
  for (const auto& [key, part] : value.items()) {
    std::vector<std::string> texts;
    for (const Json& item : items_of(part))
      texts.push_back(text_of(item));
    std::string text = part.is_array() ? join(texts, ", ") : text_of(part);
    bool fails = to_lower(key).starts_with("fail") || to_lower(key) == "red";
    if (!trim(text).empty())
      (fails ? failing : other).push_back(key + " " + text);
  }
  failing.insert(failing.end(), other.begin(), other.end());
  return failing;
}

std::string position_line(const model::Handoff& handoff, const Json& document) {
  std::string position = handoff.workflow == "manual" ? std::string() : handoff.workflow;
  auto put = [&](const std::string& label, const std::string& text) {
    if (!trim(text).empty())
      position += (position.empty() ? "" : "; ") + label + trim(text);
  };
  put("for: ", handoff.title);
  put("phase: ", handoff.phase);
  put("task: ", handoff.task.empty() || handoff.total_tasks.empty()
                    ? handoff.task
                    : handoff.task + " of " + handoff.total_tasks);
  const Json& agents = field(document, "agents");
  std::vector<std::string> names = texts_of(field(agents, "secondary"), {"name"});
  if (std::string primary = text_of(field(agents, "primary")); !primary.empty())
    names.insert(names.begin(), primary);
  put("agents: ", join(names.empty() ? texts_of(agents, {"name"}) : names, ", "));
  return position;
}

}  // namespace handoff::ops
