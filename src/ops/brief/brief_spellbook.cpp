#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/foreign/format.hpp"
#include "formats/json/json.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/shown.hpp"
#include "ops/brief/brief_focus.hpp"

namespace handoff::ops {

namespace {

/// What may go, the least missed first. Of what binds or is open one stays: a list that is empty
/// says that there is none.
struct Shrinking {
  const char* field;
  const char* word;  ///< what one of it is called
  size_t least;
};
constexpr std::array<Shrinking, 7> kShrinkingLists = {{
    {"completed_tasks", "finished task", 0},
    {"documents", "document", 0},
    {"subagents", "subagent", 0},
    {"remaining_tasks", "task", 1},
    {"corrections", "correction", 1},
    {"decisions", "decision", 1},
    {"human_actions_pending", "action", 1},
}};

/// Those that bind absolutely stand first: the last goes first.
void sort_decisions(Json& document) {
  auto list = document.find("decisions");
  if (list == document.end() || !list->is_array())
    return;
  auto rank = [](const Json& decision) {
    std::string binding = formats::text_in(decision, {"binding"});
    return binding == "absolute" ? 0 : binding == "session" ? 1 : 2;
  };
  std::stable_sort(list->begin(), list->end(),
                   [&](const Json& a, const Json& b) { return rank(a) < rank(b); });
}

std::string left_out_line(const Brief& brief) {
  std::vector<std::string> parts;
  for (const LeftOutOfBrief& item : brief.left_out)
    parts.push_back(count_of(item.count, item.what));
  if (brief.shortened > 0)
    parts.push_back(std::to_string(brief.shortened) + " cut short");
  if (parts.empty())
    return {};
  return "left out: " + join(parts, ", ") + " (" + brief.command + ")\n";
}

/// Takes items from the ends of the lists until about `bytes` are gone; false where nothing is
/// left.
bool shorten(Json& document, size_t bytes, Brief& brief) {
  size_t gone = 0;
  for (const auto& [field, word, least] : kShrinkingLists) {
    auto list = document.find(field);
    if (list == document.end() || !list->is_array())
      continue;
    size_t taken = 0;
    for (; list->size() > least && gone < bytes; ++taken) {
      gone += formats::write_json_line(list->back()).size();
      list->erase(list->size() - 1);
    }
    if (taken == 0)
      continue;
    auto same = [word = std::string_view(word)](const LeftOutOfBrief& item) {
      return item.what == word;
    };
    auto known = std::ranges::find_if(brief.left_out, same);
    if (known == brief.left_out.end())
      brief.left_out.push_back({word, taken});
    else
      known->count += taken;
    if (gone >= bytes)
      return true;
  }
  return gone > 0;
}

}  // namespace

std::string fit_recovery_text(const BriefSource& source, size_t room, Brief& brief) {
  Json document = source.document ? formats::with_secrets_masked(*source.document) : Json::object();
  formats::WriteContext context{.root = to_valid_utf8(source.handoff.git.worktree_path),
                                .id = source.id,
                                .branch = source.handoff.git.branch};
  sort_decisions(document);
  while (true) {
    std::string text = formats::spellbook_recovery_text(document, context) + left_out_line(brief);
    if (text.size() <= room)
      return text;
    // At least one item a round, so that this ends.
    if (!shorten(document, text.size() - room, brief)) {
      ++brief.shortened;
      std::string line = left_out_line(brief);
      if (line.size() + 1 >= room)
        return line.size() <= room ? line : std::string();
      return formats::beginning(text, room - line.size() - 1) + "\n" + line;
    }
  }
}

}  // namespace handoff::ops
