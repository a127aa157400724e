// HANDOFF.md: ours, Superteam's, and Get Shit Done's .continue-here.md. All three are summaries:
// what has no section in them is named, not carried.

#include <array>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/foreign/bridge.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/free_form.hpp"
#include "formats/markdown/markdown.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/record/record.hpp"
#include "formats/record/values.hpp"
#include "formats/record/yaml.hpp"

namespace handoff::formats {

namespace {

using Warnings = std::vector<std::string>;

Json read_sections(std::string_view bytes, std::string_view source, Warnings& warnings) {
  Json record = parse_markdown(bytes, source);
  bool sections = false;
  for (const MarkdownSection& section : markdown_sections())
    sections = sections || (section.field != "context_notes" && record.contains(section.field));
  if (!sections)
    warnings.push_back(printable(source) +
                       " has no section that is known here: all of it became context_notes");
  if (!record.contains("version"))
    record["version"] = 1;
  return record;
}

/// A record written as YAML, whatever the file is called: a mapping that says what is next, or what
/// was done and what remains.
std::optional<Json> yaml_record(std::string_view bytes, std::string_view source) {
  const std::string first = trim(bytes.substr(0, bytes.find('\n')));
  if (!contains(first, ":") && first != "---")
    return std::nullopt;
  try {
    Json value = parse_yaml(bytes, source);
    for (const char* name : {"next_action", "next", "next_steps", "remaining_tasks",
                             "completed_tasks", "blockers", "context_notes"})
      if (value.is_object() && value.contains(name))
        return value;
  } catch (const Failure&) {
    // Text, then.
  }
  return std::nullopt;
}

Json read_md(std::string_view bytes, std::string_view source, Warnings& warnings) {
  if (bytes.size() > kMaxDocumentBytes || !is_utf8(bytes))
    return read_sections(bytes, source, warnings);  // says so
  if (std::optional<Json> record = yaml_record(bytes, source)) {
    record->emplace("version", 1);
    return std::move(*record);
  }
  FreeForm free = read_free_form(bytes);
  Json record = read_sections(free.text, source, warnings);
  for (OlderSession& older : free.history)
    record["history"].push_back({{"when", std::move(older.when)}, {"text", std::move(older.text)}});
  return record;
}

std::string write_md(const Json& record, const WriteContext&, Losses& losses) {
  std::string text = render_markdown(record);
  Warnings ignored;
  losses.dropped = lost_fields(record, read_sections(text, "HANDOFF.md", ignored));
  return text;
}

/// The record without what Superteam's HANDOFF.md has no place for.
Json summary(const Json& record) {
  static constexpr std::array<std::string_view, 15> kFields = {
      "workflow",        "phase",         "task",          "total_tasks",
      "status",          "timestamp",     "current_state", "completed_tasks",
      "remaining_tasks", "decisions",     "blockers",      "human_actions_pending",
      "open_questions",  "context_notes", "next_action"};
  Json summary = Json::object();
  for (const auto& [key, value] : record.items())
    if (in_list(kFields, key))
      summary[key] = value;
  put_begun_with_completed(summary);
  return summary;
}

Json with_begun_shown(Json record) {
  put_begun_with_completed(record);
  return record;
}

std::string write_superteam_md(const Json& record, const WriteContext&, Losses& losses) {
  std::string text = render_markdown(summary(record));
  Warnings ignored;
  losses.dropped =
      lost_fields(with_begun_shown(record), read_sections(text, "HANDOFF.md", ignored));
  return text;
}

struct Tag {
  std::string_view heading;
  std::string_view tag;
};

constexpr std::array<Tag, 9> kTags = {{
    {"Current State", "current_state"},
    {"Completed Work", "completed_work"},
    {"Remaining Work", "remaining_work"},
    {"Decisions Made", "decisions_made"},
    {"Blockers", "blockers"},
    {"Human Actions Pending", "human_actions_pending"},
    {"Open Questions", "open_questions"},
    {"Context", "context"},
    {"Next Action", "next_action"},
}};

/// The status that Get Shit Done has a word for.
std::string phase_status(const Json& record) {
  std::string status = text_of(field(record, "status"));
  if (status == "in_progress" || status == "blocked" || status == "almost_done")
    return status;
  size_t left = 0;
  bool blocked = !items_of(field(record, "blockers")).empty();
  for (const char* list : {"completed_tasks", "remaining_tasks"})
    for (const Json& task : items_of(field(record, list))) {
      const auto state = task_state_of(text_of(field(task, "status")));
      blocked = blocked || state == model::TaskState::blocked;
      left += state == model::TaskState::done ? 0 : 1;
    }
  bool any = !items_of(field(record, "completed_tasks")).empty();
  return blocked ? "blocked" : any && left < 2 ? "almost_done" : "in_progress";
}

/// As Get Shit Done numbers what has to be read; a document of which more is known keeps its
/// fields.
std::string required_reading(const Json& documents) {
  std::string out = "## Required Reading (in order)\n\n";
  for (const Json& document : items_of(documents)) {
    std::string path = text_of(field(document, "path")), why = text_of(field(document, "why"));
    bool plain = !path.empty() && !why.empty() && document.size() == 2 &&
                 !contains(path + why, "\n") && !contains(path, " \xE2\x80\x94 ");
    if (plain)
      out +=
          "1. " + escape_markdown_item(path) + " \xE2\x80\x94 " + escape_markdown_item(why) + "\n";
    else if (std::string text = render_markdown(Json{{"documents", Json::array({document})}});
             !text.empty())
      out += text.substr(text.find("\n\n") + 2);
  }
  return out + "\n";
}

/// HANDOFF.md with its headings turned into the tags of .continue-here.md. Field text cannot look
/// like either, so that the lines that begin with `## ` outside of fences are ours.
std::string write_continue_here(const Json& record, const WriteContext&, Losses& losses) {
  Json part = summary(record);
  if (record.contains("documents"))
    part["documents"] = record["documents"];
  for (auto item = part.begin(); item != part.end();)
    item = item->is_null() ? part.erase(item) : std::next(item);
  if (part.contains("status"))
    part["status"] = phase_status(record);
  if (part.contains("timestamp"))
    part["last_updated"] = take_field(part, "timestamp");
  std::string out;
  std::string open;
  auto close = [&] {
    if (!open.empty()) {
      while (out.size() > 1 && out.substr(out.size() - 2) == "\n\n")
        out.pop_back();
      out += "</" + open + ">\n\n";
    }
    open.clear();
  };
  // One section at a time, so that no line has to be recognised.
  Json front = part;
  for (const MarkdownSection& section : markdown_sections())
    front.erase(std::string(section.field));
  out = render_markdown(front) + "\n";
  for (const MarkdownSection& section : markdown_sections()) {
    auto found = part.find(section.field);
    if (found == part.end())
      continue;
    std::string text = render_markdown(Json{{std::string(section.field), *found}});
    std::string heading = "## " + std::string(section.heading) + "\n\n";
    if (text.rfind(heading, 0) != 0)
      continue;
    if (section.field == "documents") {
      out += required_reading(*found);
      continue;
    }
    for (const Tag& tag : kTags)
      if (tag.heading == section.heading)
        open = tag.tag;
    out += "<" + open + ">\n" + text.substr(heading.size());
    close();
  }
  while (out.size() > 1 && out.substr(out.size() - 2) == "\n\n")
    out.pop_back();
  Warnings ignored;
  Json back = read_sections(out, ".continue-here.md", ignored);
  if (back.contains("last_updated"))
    back["timestamp"] = take_field(back, "last_updated");
  if (back.contains("status"))
    back["status"] = record["status"];  // that it is paused, the file itself says
  losses.dropped = lost_fields(with_begun_shown(record), back);
  return out;
}

Json read_continue_here(std::string_view bytes, std::string_view source, Warnings& warnings) {
  Json record = read_sections(bytes, source, warnings);
  if (!record.contains("timestamp") && record.contains("last_updated"))
    record["timestamp"] = take_field(record, "last_updated");
  return record;
}

}  // namespace

Format markdown_format() {
  return {"md",
          "git-handoff",
          "HANDOFF.md with front matter, GitHub Markdown",
          {{"HANDOFF.md", Place::Kind::anywhere}},
          [](const Probe& probe) { return probe.json == nullptr ? 10 : 0; },
          read_md,
          write_md};
}

Format superteam_markdown_format() {
  return {"superteam-md",
          "Superteam",
          "HANDOFF.md, the summary beside HANDOFF.json",
          {{".superteam/HANDOFF.md"}},
          [](const Probe& probe) {
            return probe.json == nullptr && probe.file_name.ends_with(".superteam/HANDOFF.md") ? 20
                                                                                               : 0;
          },
          read_md,
          write_superteam_md};
}

Format gsd_markdown_format() {
  return {"gsd-md",
          "Get Shit Done",
          ".continue-here.md, sections in tags",
          {{".planning/.continue-here.md"},
           {".planning/phases/*/.continue-here.md"},
           {".continue-here.md", Place::Kind::anywhere}},
          [](const Probe& probe) {
            if (probe.json != nullptr)
              return 0;
            for (const Tag& tag : kTags)
              if (!tag.tag.empty() && contains(probe.bytes, "\n<" + std::string(tag.tag) + ">") &&
                  contains(probe.bytes, "</" + std::string(tag.tag) + ">"))
                return 60;
            return probe.file_name.ends_with(".continue-here.md") ? 50 : 0;
          },
          read_continue_here,
          write_continue_here};
}

}  // namespace handoff::formats
