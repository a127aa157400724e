#include "formats/markdown/markdown.hpp"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/markdown/markdown_text.hpp"

namespace handoff::formats {

namespace {

constexpr std::array<std::string_view, 6> kFrontMatter = {"workflow",    "phase",  "task",
                                                          "total_tasks", "status", "timestamp"};

/// A string that would be read back as something else, or not be read back whole, in front matter.
bool needs_quotes(const std::string& text) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-:, @()";
  if (text.empty() || text.find_first_not_of(kPlain) != std::string::npos)
    return true;
  std::string lower = to_lower(text);
  return std::isalnum(static_cast<unsigned char>(text[0])) == 0 || text.back() == ' ' ||
         text.back() == ':' || contains(text, ": ") || lower == "null" || lower == "true" ||
         lower == "false" || lower == "yes" || lower == "no" || lower == "on" || lower == "off" ||
         text.find_first_not_of("0123456789.+-_:eExXoO") == std::string::npos;
}

std::string front_value(const Json& value) {
  if (value.is_string() && !needs_quotes(value.get_ref<const std::string&>()))
    return value.get<std::string>();
  // Not every reader of Markdown knows front matter: no tag, link or image may stand in it.
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  text = replace_all(std::move(text), "<", "\\u003c");
  text = replace_all(std::move(text), "](", "]\\u0028");
  return replace_all(std::move(text), "![", "\\u0021[");
}

/// A sub-field's value: strings as they are unless they would be read as JSON or lose bytes.
std::string field_value(const Json& value) {
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    bool odd = text.empty() || trim(text) != text || printable(text, true) != text ||
               std::string_view("[{\"-0123456789").find(text[0]) != std::string_view::npos ||
               text == "true" || text == "false" || text == "null" || contains(text, "\n");
    if (!odd)
      return escape_markdown_item(text);
  }
  return escape_markdown_item(value.dump(-1, ' ', true, Json::error_handler_t::replace));
}

std::string indented(const std::string& text, size_t spaces) {
  std::string out;
  for (const std::string& line : split(text, '\n'))
    out += (out.empty() ? "" : "\n" + (line.empty() ? "" : std::string(spaces, ' '))) + line;
  return out;
}

/// A text that may stand on an item's first line. One with white space at its ends may not: it
/// would shift what belongs to the item. It stands below, as a field in quotes.
std::string string_at(const Json& item, std::string_view name) {
  auto found = item.find(name);
  if (found == item.end() || !found->is_string())
    return {};
  std::string text = found->get<std::string>();
  return trim(text) == text ? text : std::string();
}

/// Brackets at the end of a text are where commit, progress and workaround stand: a text's own are
/// escaped.
std::string guard_end(std::string text) {
  if (!text.empty() && text.back() == ')')
    text.insert(text.size() - 1, "\\");
  return text;
}

bool is_remark(const std::string& text) {
  return !text.empty() && trim(text) == text && printable(text) == text &&
         text.find_first_of("()\n\\`*") == std::string::npos;
}

/// The first line of an item, and which of its fields stand on it.
struct Headline {
  std::string text;
  std::vector<std::string_view> shown;
  void show(std::string_view field, const std::string& more) {
    text += more;
    shown.push_back(field);
  }
};

Headline task_headline(const Json& task) {
  Headline line;
  std::string status = string_at(task, "status");
  std::string_view box = status == "done"          ? "[x]"
                         : status == "in_progress" ? "[~]"
                         : status == "blocked"     ? "[!]"
                                                   : "[ ]";
  if (box != "[ ]" || status == "not_started")
    line.shown.emplace_back("status");
  line.text = box;
  std::string name = string_at(task, "name");
  if (auto id = task.find("id"); id != task.end() && (id->is_number_integer() || id->is_string())) {
    std::string text = id->is_string() ? id->get<std::string>() : id->dump();
    bool digits = text.find_first_not_of("0123456789") == std::string::npos;
    if (id->is_number() || (is_remark(text) && text.find_first_of(" :\"") == std::string::npos)) {
      if (id->is_string() && digits)
        text = "\"" + text + "\"";
      line.show("id", " Task " + text + (name.empty() ? "" : ":"));
    }
  }
  // A name that starts like an id of ours would be read as one: it stands below, as a field.
  bool has_id = line.text.size() > box.size();
  if (!name.empty() && (has_id || to_lower(name.substr(0, 5)) != "task "))
    line.show("name", " " + guard_end(escape_markdown_item(name)));
  if (std::string commit = string_at(task, "commit");
      commit.size() >= 4 && commit.size() <= 64 && is_lower_hex(commit))
    line.show("commit", " (commit " + commit + ")");
  else if (std::string progress = string_at(task, "progress");
           box == "[~]" && is_remark(progress) && progress.rfind("commit ", 0) != 0)
    line.show("progress", " (" + escape_markdown_item(progress) + ")");
  return line;
}

Headline decision_headline(const Json& item) {
  Headline line;
  if (std::string what = string_at(item, "decision"); !what.empty()) {
    line.show("decision", "**" + escape_markdown_item(what, true) + "**");
    if (std::string why = string_at(item, "rationale"); !why.empty())
      line.show("rationale", " \xE2\x80\x94 " + escape_markdown_item(why));
  }
  return line;
}

Headline blocker_headline(const Json& item) {
  Headline line;
  if (std::string what = string_at(item, "description"); !what.empty()) {
    line.show("description", guard_end(escape_markdown_item(what)));
    if (std::string around = string_at(item, "workaround"); is_remark(around))
      line.show("workaround", " (workaround: " + escape_markdown_item(around) + ")");
  }
  return line;
}

Headline action_headline(const Json& item) {
  Headline line;
  auto is_true = [&](std::string_view name) {
    auto found = item.find(name);
    return found != item.end() && found->is_boolean() && found->get<bool>();
  };
  line.text = is_true("done") ? "[x]" : "[ ]";
  if (is_true("done"))
    line.shown.emplace_back("done");
  if (std::string what = string_at(item, "action"); !what.empty())
    line.show("action", " " + guard_end(escape_markdown_item(what)));
  if (is_true("blocking"))
    line.show("blocking", " (blocking)");
  return line;
}

/// A path with a blank is no sentence of the record's: git's quotes, and escaped.
std::string path_text(const std::string& path) {
  const std::string quoted = c_quote(path);
  return escape_markdown_item(quoted == path && contains(path, " ") ? '"' + path + '"' : quoted);
}

std::string text_below(const MarkdownSection& section, const std::string& text) {
  return section.headline == "path" ? path_text(text) : escape_markdown_item(text);
}

Headline headline_of(const MarkdownSection& section, const Json& item) {
  switch (section.kind) {
    case SectionKind::tasks:
      return task_headline(item);
    case SectionKind::decisions:
      return decision_headline(item);
    case SectionKind::blockers:
      return blocker_headline(item);
    case SectionKind::actions:
      return action_headline(item);
    case SectionKind::text:
    case SectionKind::plain:
    case SectionKind::documents:
      break;
  }
  Headline line;
  if (std::string what = string_at(item, section.headline); !what.empty())
    line.show(section.headline, text_below(section, what));
  return line;
}

std::string render_item(const MarkdownSection& section, const Json& item) {
  if (item.is_string()) {
    std::string text = text_below(section, trim(item.get_ref<const std::string&>()));
    if (text.empty())
      return {};
    if (text.rfind("[", 0) == 0)
      text.insert(0, "\\");
    return "- " + indented(text, 2) + "\n";
  }
  if (!item.is_object())
    return "- " + field_value(item) + "\n";
  Headline line = headline_of(section, item);
  if (section.kind != SectionKind::tasks && section.kind != SectionKind::actions &&
      line.text.rfind("[", 0) == 0)
    line.text.insert(0, "\\");
  std::string out = "-" + (line.text.empty() ? "" : " " + indented(line.text, 2)) + "\n";
  for (const auto& [key, value] : item.items())
    if (!in_list(line.shown, key))
      out += "  - " + escape_markdown_item(key) + ": " + indented(field_value(value), 4) + "\n";
  return out;
}

/// A reader takes its number, or its bullet, for the list's.
bool is_list_of_one(const std::string& text) {
  const std::string line = trim(text);
  return !contains(line, "\n") && list_marker_at(line, 0) > 0;
}

/// What a section holds, without its heading; empty where there is nothing to say.
std::string render_section(const MarkdownSection& section, const Json& value) {
  std::string out;
  if (section.kind == SectionKind::text) {
    if (value.is_string() && section.field == "next_action" && is_list_of_one(value))
      out = escape_markdown_item(value.get_ref<const std::string&>());
    else if (value.is_string())
      out = escape_markdown(value.get_ref<const std::string&>());
    else if (value.is_array())
      for (const Json& item : value)
        out += render_item(section, item);
    else if (!value.is_null())
      out = field_value(value);
    while (!out.empty() && (out.back() == '\n' || out.back() == ' '))
      out.pop_back();
    return out.empty() ? out : out + "\n";
  }
  if (value.is_string())
    return value.get_ref<const std::string&>().empty() ? "" : render_item(section, value);
  if (value.is_array()) {
    for (const Json& item : value)
      out += render_item(section, item);
  } else if (value.is_object()) {
    // Documents by kind, decisions as binding and technical: one list, the kind told with each.
    for (const auto& [kind, list] : value.items()) {
      if (!list.is_array())
        continue;
      for (Json item : list) {
        if (!item.is_object())
          item = Json{{std::string(section.headline), item}};
        if (!item.contains("kind"))
          item["kind"] = kind;
        out += render_item(section, item);
      }
    }
  }
  return out;
}

}  // namespace

const std::vector<MarkdownSection>& markdown_sections() {
  static const std::vector<MarkdownSection> kSections = {
      {"user_message", "Message", SectionKind::text, "", {"user message", "message from the user"}},
      {"current_state",
       "Current State",
       SectionKind::text,
       "",
       {"current status", "status", "state", "where we are", "where things stand", "summary"}},
      {"completed_tasks",
       "Completed Work",
       SectionKind::tasks,
       "name",
       {"completed", "completed tasks", "done", "what was done", "what's done", "work completed",
        "finished", "accomplished", "completed so far", "completed phases", "what has been done",
        "what's already done", "already done", "what was accomplished"}},
      {"remaining_tasks",
       "Remaining Work",
       SectionKind::tasks,
       "name",
       {"remaining", "remaining tasks", "todo", "to do", "todos", "pending", "pending work",
        "pending tasks", "not done", "what's left", "left to do"}},
      {"decisions",
       "Decisions Made",
       SectionKind::decisions,
       "decision",
       {"decisions", "key decisions", "decided", "important decisions", "decisions & rationale",
        "decisions made & rationale", "decision log", "decisions already made"}},
      {"blockers",
       "Blockers",
       SectionKind::blockers,
       "description",
       {"blocked", "blocking", "blocking issues", "current blockers"}},
      {"human_actions_pending",
       "Human Actions Pending",
       SectionKind::actions,
       "action",
       {"human actions", "human action", "human actions required", "required human actions",
        "manual steps", "user actions", "waiting for", "waiting on", "waits for"}},
      {"open_questions", "Open Questions", SectionKind::plain, "question", {"questions"}},
      {"corrections",
       "Corrections",
       SectionKind::plain,
       "correction",
       {"user corrections", "corrections received", "critical anti-patterns",
        "blocking constraints"}},
      {"errors", "Errors", SectionKind::plain, "error", {"error history"}},
      {"documents",
       "Documents",
       SectionKind::documents,
       "path",
       {"documents to read", "documents to re-read", "key documents", "required reading", "plans"}},
      {"uncommitted_files",
       "Uncommitted Files",
       SectionKind::plain,
       "path",
       {"uncommitted changes", "uncommitted"}},
      {"files_modified",
       "Files Modified",
       SectionKind::plain,
       "path",
       {"modified files", "changed files", "files changed"}},
      {"definition_of_done",
       "Definition of Done",
       SectionKind::plain,
       "requirement",
       {"acceptance criteria", "done when"}},
      {"context_notes",
       "Context",
       SectionKind::text,
       "",
       {"context notes", "notes", "mental model", "background", "important context"}},
      {"next_action",
       "Next Action",
       SectionKind::text,
       "",
       {"next",
        "next actions",
        "next step",
        "next steps",
        "next task",
        "start here",
        "resume next session by",
        "immediate next steps",
        "immediate next step",
        "exact next actions",
        "exact next action",
        "what to do next",
        "what's next",
        "start here next session",
        "next session prompt",
        "next session start here",
        "focus for next session",
        "immediate recommended next steps",
        "recommended next steps",
        "where to pick up",
        "pick up here",
        "resume here"}},
  };
  return kSections;
}

const MarkdownSection* section_of(std::string_view field) {
  const auto& all = markdown_sections();
  const auto found = std::ranges::find(all, field, &MarkdownSection::field);
  return found == all.end() ? nullptr : &*found;
}

std::string render_markdown(const Json& record) {
  std::string out;
  auto add_front = [&](std::string_view key, const Json& value) {
    out += std::string(key) + ": " + front_value(value) + "\n";
  };
  for (std::string_view key : kFrontMatter)
    if (auto found = record.find(key); found != record.end())
      add_front(key, *found);
  for (const auto& [key, value] : record.items()) {
    bool plain_key = key.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789_-") == std::string::npos;
    if (!in_list(kFrontMatter, key) && plain_key && !key.empty() && !value.is_structured() &&
        section_of(key) == nullptr)
      add_front(key, value);
  }
  if (!out.empty())
    out = "---\n" + out + "---\n";
  for (const MarkdownSection& section : markdown_sections()) {
    auto found = record.find(section.field);
    if (found == record.end())
      continue;
    if (std::string body = render_section(section, *found); !body.empty())
      out += (out.empty() ? "## " : "\n## ") + std::string(section.heading) + "\n\n" + body;
  }
  return out;
}

}  // namespace handoff::formats
