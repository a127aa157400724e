// mddesign's progress.md: `### Handoff <time>` blocks, and `### Phase <id> Result` blocks that are
// read too.

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/foreign/bridge.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/markdown/sections.hpp"
#include "formats/record/values.hpp"

namespace handoff::formats {

namespace {

using Warnings = std::vector<std::string>;

/// Labels of one block that become fields: what follows is text of the last.
constexpr size_t kMaxItemLabels = 256;

struct LabelledLines {
  std::string label;
  std::vector<std::string> lines;
};

std::vector<LabelledLines> labels_of(const TextSection& block) {
  std::vector<LabelledLines> labels;
  for (const std::string& line : split_lines(block.body)) {
    std::optional<Labelled> opened;
    if (labels.size() < kMaxItemLabels && (line.starts_with("**") || line.starts_with("#### ")))
      opened = label_of(line);
    if (opened) {
      labels.push_back({opened->label, {}});
      if (!opened->rest.empty())
        labels.back().lines.push_back(opened->rest);
    } else if (!labels.empty()) {
      labels.back().lines.push_back(line);
    }
  }
  return labels;
}

bool is_bullet(const std::string& line) {
  return line.size() > 1 && (line[0] == '-' || line[0] == '*') && line[1] == ' ';
}

/// A list, or one line of text; deeper lines belong to the item above.
std::vector<std::string> items_in(const std::vector<std::string>& lines) {
  std::vector<std::string> items;
  size_t blank = 0;
  bool rule_seen = false;
  bool listed = false;
  for (const std::string& line : lines) {
    std::string text = trim(line);
    rule_seen = rule_seen || (text.size() >= 3 && text.find_first_not_of('-') == std::string::npos);
    if (text.empty()) {
      ++blank;
      continue;
    }
    // Prose that follows a list is none of it.
    bool inner = line[0] == ' ';
    if (rule_seen || (listed && !inner && !is_bullet(line)))
      break;
    listed = listed || is_bullet(line);
    if (is_bullet(line) || items.empty() || (!inner && blank > 0))
      items.push_back(is_bullet(line) ? trim(line.substr(2)) : text);
    else
      items.back() +=
          std::string(blank + 1, '\n') + (line.rfind("  ", 0) == 0 ? line.substr(2) : line);
    blank = 0;
  }
  std::vector<std::string> texts;
  for (const std::string& item : items) {
    std::string plain = to_lower(item);
    if (plain != "none" && plain != "none." && plain != "n/a" && plain != "-")
      texts.push_back(unescape_markdown(item));
  }
  return texts;
}

std::string text_in_lines(const std::vector<std::string>& lines) {
  return unescape_markdown(trim(join(lines, "\n")));
}

Json phase_result(const TextSection& block) {
  Json phase = Json::object();
  // "Phase <id> Result"
  phase["id"] = trim(block.heading.substr(6, block.heading.size() - 6 - 7));
  for (const LabelledLines& part : labels_of(block)) {
    if (part.label == "status" || part.label == "summary" || part.label == "next phase hint")
      phase[replace_all(part.label, " ", "_")] = text_in_lines(part.lines);
    else if (part.label == "artifacts" || part.label == "open questions")
      phase[replace_all(part.label, " ", "_")] = items_in(part.lines);
    else
      phase[part.label] = text_in_lines(part.lines);
  }
  return phase;
}

void read_handoff_block(const TextSection& block, Json& record) {
  record["timestamp"] = trim(block.heading.substr(7));
  for (const LabelledLines& part : labels_of(block)) {
    if (part.label == "active phase at session end" || part.label == "active phase") {
      record["phase"] = text_in_lines(part.lines);
    } else if (part.label == "status") {
      // Its text may run on, but not into prose that follows the block.
      std::vector<std::string> lines = items_in(part.lines);
      record["status"] = lines.empty() ? std::string() : lines[0];
    } else if (part.label == "promoted to why") {
      std::string text = text_in_lines(part.lines);
      record["promoted"] = std::atoi(text.substr(0, 9).c_str());
    } else if (part.label == "open questions") {
      if (std::vector<std::string> questions = items_in(part.lines); !questions.empty())
        record["open_questions"] = questions;
    } else if (part.label == "resume next session by") {
      record["next_action"] = join(items_in(part.lines), "\n");
    } else {
      record[replace_all(part.label, " ", "_")] = text_in_lines(part.lines);
    }
  }
}

bool is_handoff(const TextSection& block) {
  return block.heading.rfind("Handoff ", 0) == 0 && block.heading.size() > 8 &&
         block.heading[8] >= '0' && block.heading[8] <= '9';
}

bool is_result(const TextSection& block) {
  return block.heading.rfind("Phase ", 0) == 0 && block.heading.size() > 13 &&
         block.heading.substr(block.heading.size() - 7) == " Result";
}

Json read_progress(std::string_view bytes, std::string_view source, Warnings& warnings) {
  if (bytes.size() > kMaxDocumentBytes || !is_utf8(bytes))
    fail("cannot read " + std::string(source) + ": it is not UTF-8 or over " +
         human_size(kMaxDocumentBytes));
  std::vector<TextSection> blocks = sections_of(bytes, 3);
  const TextSection* newest = nullptr;
  size_t handoffs = 0;
  Json phases = Json::array();
  for (const TextSection& block : blocks) {
    if (is_result(block))
      phases.push_back(phase_result(block));
    if (!is_handoff(block))
      continue;
    ++handoffs;
    auto time = parse_time(trim(block.heading.substr(7)));
    auto best = newest == nullptr ? std::nullopt : parse_time(trim(newest->heading.substr(7)));
    // A block that cannot be dated counts by its place: later ones are newer.
    if (newest == nullptr || !time || !best || time->time >= best->time)
      newest = &block;
  }
  if (newest == nullptr && phases.empty())
    fail("cannot read " + std::string(source) +
         ": it has neither a '### Handoff <time>' block nor a '### Phase <id> Result'");
  Json record = Json::object();
  record["version"] = 1;
  if (newest != nullptr)
    read_handoff_block(*newest, record);
  if (handoffs > 1)
    warnings.push_back(count_of(handoffs - 1, "earlier handoff block") + " in " +
                       printable(source) + " left aside");
  if (!phases.empty()) {
    const Json& last = phases.back();
    if (!record.contains("open_questions") && !field(last, "open_questions").empty())
      record["open_questions"] = field(last, "open_questions");
    if (!record.contains("next_action"))
      copy_field(last, "next_phase_hint", record, "next_action");
    copy_field(last, "summary", record, "context_notes");
    record["phases"] = std::move(phases);
  }
  return record;
}

/// The text of a bullet, of as many lines as it has.
std::string bullet(const std::string& text) {
  std::string out;
  for (const std::string& line : split(escape_markdown_item(text), '\n'))
    out += (out.empty() ? "- " : "  ") + line + "\n";
  return out;
}

std::string one_line(const Json& value) {
  return escape_markdown_item(printable(text_of(value)), true);
}

std::string write_block(const Json& record, const WriteContext&, Losses& losses) {
  std::string time = text_of(field(record, "timestamp"));
  std::string out = "### Handoff " + (parse_time(time) ? time : to_rfc3339(now())) + "\n\n";
  out += "**Active phase at session end:** " + one_line(field(record, "phase")) + "\n";
  out += "**Status:** " + one_line(field(record, "status")) + "\n";
  const Json& promoted = field(record, "promoted");
  out += "**Promoted to WHY:** " + (promoted.is_number_integer() ? promoted.dump() : "0") +
         " entries\n";
  out += "**Open questions:**\n";
  std::vector<std::string> questions =
      texts_of(field(record, "open_questions"), {"question", "text"});
  for (const std::string& question : questions)
    out += bullet(question);
  if (questions.empty())
    out += "- none\n";
  out += "**Resume next session by:**\n";
  std::string next = text_of(field(record, "next_action"));
  out += bullet(next.empty() ? "none" : next);
  Warnings ignored;
  Json back = read_progress(out, "progress.md", ignored);
  if (text_of(field(record, "phase")).empty())
    back.erase("phase");
  losses.dropped = lost_fields(record, back);
  return out;
}

}  // namespace

Format mddesign_format() {
  return {"mddesign",
          "mddesign",
          "a handoff block of progress.md",
          {{"progress.md", Place::Kind::project}},
          [](const Probe& probe) {
            if (probe.json != nullptr || probe.bytes.size() > kMaxDocumentBytes ||
                !contains(probe.bytes, "### "))
              return 0;
            for (const TextSection& block : sections_of(probe.bytes, 3))
              if (is_handoff(block) || is_result(block))
                return 80;
            return 0;
          },
          read_progress,
          write_block};
}

}  // namespace handoff::formats
