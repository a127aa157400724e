#include <algorithm>
#include <cctype>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/heading_names.hpp"
#include "formats/markdown/markdown.hpp"
#include "formats/markdown/markdown_items.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/markdown/sections.hpp"

namespace handoff::formats {

namespace {

using namespace markdown;

Json front_value(std::string text) {
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'')
    return replace_all(text.substr(1, text.size() - 2), "''", "'");
  if (text == "~" || text.empty())
    return nullptr;
  return scalar_of(text);
}

/// Part of a document: what stands under one heading.
struct Part {
  const MarkdownSection* section = nullptr;
  std::string heading;
  size_t level = 0;
  bool tag = false;
  std::vector<std::string> lines;
};

/// "(IF go)": what stands in parentheses, or behind a dash, behind the name of a section, with
/// letters in it.
std::string qualifier_of(const std::string& heading) {
  size_t open = kNowhere;
  for (std::string_view remark : kRemarks)
    if (const size_t at = heading.find(remark); at < open)
      open = at + (remark == kRemarks.back() ? remark.size() : 0);
  if (open >= heading.size())
    return {};
  const std::string words = trim(heading.substr(open));
  return std::ranges::any_of(words,
                             [](unsigned char c) { return std::isalpha(c) != 0 || c >= 0x80; })
             ? words
             : std::string();
}

/// The name in `<current_state>` or `</current_state>` at the start of a line; empty for other
/// lines.
std::string tag_of(std::string_view line, bool closing) {
  std::string_view open = closing ? "</" : "<";
  if (!line.starts_with(open))
    return {};
  size_t end = line.find('>');
  if (end == kNowhere)
    return {};
  std::string_view name = line.substr(open.size(), end - open.size());
  if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_-0123456789") != kNowhere)
    return {};
  return std::string(name);
}

class Scanner {
 public:
  std::vector<Part> scan(const std::vector<std::string>& lines, size_t from) {
    x_parts.emplace_back();
    for (size_t i = from; i < lines.size(); ++i) {
      if (x_fences.inside(lines[i]))
        x_parts.back().lines.push_back(lines[i]);
      else if (!comment(lines[i]) && !tag(lines[i]))
        other(lines, i);
    }
    return std::move(x_parts);
  }

 private:
  bool comment(const std::string& line) {
    std::string text = trim(line);
    if (!x_comment && !text.starts_with("<!--"))
      return false;
    x_comment = !contains(text, "-->");
    return true;
  }

  bool tag(const std::string& line) {
    std::string text = trim(line);
    if (std::string name = tag_of(text, true); !name.empty() && x_parts.back().tag) {
      x_parts.emplace_back();
      return true;
    }
    std::string name = tag_of(text, false);
    const MarkdownSection* section = section_named(name);
    bool alone = text.size() == name.size() + 2;
    if (name.empty() || (section == nullptr && !alone))
      return false;
    x_parts.push_back({section, name, 1, true, {}});
    std::string rest = trim(text.substr(name.size() + 2));
    std::string close = "</" + name + ">";
    bool closed = rest.size() >= close.size() && rest.substr(rest.size() - close.size()) == close;
    if (closed)
      rest.resize(rest.size() - close.size());
    if (!rest.empty())
      x_parts.back().lines.push_back(rest);
    if (closed)
      x_parts.emplace_back();
    return true;
  }

  void other(const std::vector<std::string>& lines, size_t& i) {
    auto [level, text] = heading_of(lines[i]);
    bool underlined = i + 1 < lines.size() && lines[i + 1].size() >= 3 && !trim(lines[i]).empty() &&
                      lines[i + 1].find_first_not_of('=') == kNowhere;
    if (level == 0 && underlined) {
      level = 1;
      text = trim(lines[i]);
      ++i;
    }
    Part& now = x_parts.back();
    text = unescape_markdown(text);
    const MarkdownSection* section = level == 0 ? nullptr : section_named(text);
    // A deeper heading of no known name belongs to the section that it stands in.
    bool inside =
        level == 0 || now.tag ||
        (section == nullptr && (now.section != nullptr || now.level > 0) && level > now.level);
    if (inside)
      now.lines.push_back(lines[i]);
    else
      x_parts.push_back({section, text, level, false, {}});
  }

  std::vector<Part> x_parts;
  FenceTracker x_fences;
  bool x_comment = false;
};

void append_text(Json& record, const std::string& field, const std::string& text) {
  if (text.empty())
    return;
  Json& value = record[field];
  if (!value.is_string())
    value = std::string();
  std::string& whole = value.get_ref<std::string&>();
  whole += (whole.empty() ? "" : "\n\n") + text;
}

/// Reads `---` front matter into `record`; returns the number of the first line after it.
size_t read_front_matter(const std::vector<std::string>& lines, Json& record) {
  if (lines.empty() || trim(lines[0]) != "---")
    return 0;
  size_t end = 1;
  while (end < lines.size() && trim(lines[end]) != "---")
    ++end;
  if (end == lines.size() || end > kMaxKeys)
    return 0;
  for (size_t i = 1; i < end; ++i)
    if (std::string key = key_of(lines[i]); !key.empty())
      record[key] = front_value(trim(lines[i].substr(key.size() + 1)));
  return end + 1;
}

/// Nothing but bullets with boxes: tasks, whatever the heading above them says, and in whatever
/// language.
bool is_list_of_boxes(const std::vector<std::string>& lines) {
  bool any = false;
  for (const std::string& line : lines) {
    if (trim(line).empty() || line[0] == ' ' || line[0] == '\t')
      continue;
    bool box = line.size() > 5 && (line[0] == '-' || line[0] == '*' || line[0] == '+') &&
               line[1] == ' ' && line[2] == '[' && line[4] == ']' && line[5] == ' ';
    if (!box)
      return false;
    any = true;
  }
  return any;
}

/// "1. edit x" where nothing else is listed: the number says nothing.
void take_marker_of_one(std::vector<std::string>& lines) {
  const auto says = [](const std::string& line) { return !trim(line).empty(); };
  if (std::ranges::count_if(lines, says) != 1)
    return;
  std::string& line = *std::ranges::find_if(lines, says);
  const size_t at = line.find_first_not_of(" \t"), marker = list_marker_at(line, at);
  if (const std::string text = trim(line.substr(at + marker)); marker > 0 && !text.starts_with("["))
    line = text;
}

void add_items(Json& record, std::string_view field, const Json& items) {
  Json& into = record[std::string(field)];
  if (!into.is_array())
    into = Json::array();
  into.insert(into.end(), items.begin(), items.end());
}

/// The boxes tell which list a task belongs to.
void add_boxes(Json& record, Part part) {
  part.section = section_of("remaining_tasks");
  for (const Json& task : list_of(*part.section, part.lines)) {
    bool done = task.is_object() && task.value("status", "") == "done";
    add_items(record, done ? "completed_tasks" : "remaining_tasks", Json::array({task}));
  }
}

/// Headings that say how the items below them are meant, where the record has a shape for that and
/// HANDOFF.md as we write it has none.
const std::vector<MarkdownSection>& sections_only_read() {
  static const std::vector<MarkdownSection> kSections = {
      {"verification",
       "Tests",
       SectionKind::text,
       "",
       {"verification", "test status", "test state", "test results", "state of the tests",
        "state of tests", "status of the tests", "verification status"}},
      {"rules",
       "Constraints",
       SectionKind::decisions,
       "decision",
       {"rules", "hard constraints", "must not change", "invariants"}},
      {"untouchable",
       "Do not touch",
       SectionKind::decisions,
       "decision",
       {"don't touch", "do not change", "don't change", "off limits", "hands off"}},
      {"eliminated",
       "Ruled out",
       SectionKind::decisions,
       "decision",
       {"rejected", "rejected approaches", "rejected alternatives", "rejected ideas",
        "rejected options", "what was tried", "already tried", "tried and failed", "dead ends",
        "what did not work", "what didn't work", "failed approaches"}},
  };
  return kSections;
}

/// "tests/unity" below "Do not touch" says that it is not to be touched.
std::string not_to_be_touched(const std::string& text) {
  const std::string lower = to_lower(text);
  for (std::string_view no : {"do not ", "don't ", "never ", "no ", "not ", "leave ", "keep "})
    if (lower.starts_with(no))
      return text;
  return "do not touch: " + text;
}

/// Items below a heading that is only read, as the record has them; false: it holds something else
/// there.
bool add_only_read(Json& record, const MarkdownSection& section, const Json& list) {
  if (section.field == "eliminated") {
    Json& debug = record["debug"];
    if (debug.is_null())
      debug = Json::object();
    if (!debug.is_object() || (debug.contains("eliminated") && !debug["eliminated"].is_array()))
      return false;
    Json& all = debug["eliminated"];
    for (const Json& item : list) {
      Json idea = {{"hypothesis", item.value("decision", "")}};
      if (item.contains("rationale"))
        idea["evidence"] = item["rationale"];
      all.push_back(std::move(idea));
    }
    return true;
  }
  Json decisions = Json::array();
  for (Json item : list) {
    if (section.field == "untouchable")
      item["decision"] = not_to_be_touched(item.value("decision", ""));
    item["binding"] = "absolute";
    decisions.push_back(std::move(item));
  }
  add_items(record, "decisions", decisions);
  return true;
}

bool is_only_read(const MarkdownSection& section) {
  const std::vector<MarkdownSection>& all = sections_only_read();
  return &section >= all.data() && &section < all.data() + all.size();
}

}  // namespace

const MarkdownSection* section_named(const std::string& heading) {
  std::string key = heading_key(heading);
  if (key.empty())
    return nullptr;
  for (const MarkdownSection& section : markdown_sections())
    if (key == to_lower(section.heading) ||
        key == replace_all(std::string(section.field), "_", " ") || in_list(section.synonyms, key))
      return &section;
  for (const MarkdownSection& section : sections_only_read())
    if (key == to_lower(section.heading) || in_list(section.synonyms, key))
      return &section;
  return section_of(field_in_other_language(key));
}

Json parse_markdown(std::string_view text, std::string_view source) {
  if (text.size() > kMaxDocumentBytes)
    fail("cannot read " + std::string(source) + ": it is over " + human_size(kMaxDocumentBytes));
  if (!is_utf8(text))
    fail("cannot read " + std::string(source) + ": it is not UTF-8");
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);
  std::vector<std::string> lines = split_lines(text);
  Json record = Json::object();
  size_t body = read_front_matter(lines, record);
  std::string rest;
  for (Part& part : Scanner().scan(lines, body)) {
    const bool other_words =
        part.section == nullptr || !field_in_other_language(heading_key(part.heading)).empty();
    if (other_words && !part.tag && is_list_of_boxes(part.lines)) {
      add_boxes(record, part);
    } else if (part.section == nullptr) {
      std::string content = text_of_lines(part.lines);
      if (part.level == 1 && !part.tag && !part.heading.empty() && !record.contains("title"))
        record["title"] = part.heading;
      else if (!part.heading.empty())
        content = content.empty() ? part.heading : part.heading + ":\n\n" + content;
      if (!content.empty())
        rest += (rest.empty() ? "" : "\n\n") + content;
    } else if (is_only_read(*part.section) && record.contains("verification") &&
               part.section->field == "verification" && !record["verification"].is_string()) {
      rest += (rest.empty() ? "" : "\n\n") + part.heading + ":\n\n" + text_of_lines(part.lines);
    } else if (part.section->kind == SectionKind::text) {
      if (part.section->field == "next_action")
        take_marker_of_one(part.lines);
      const std::string words = text_of_lines(part.lines), only = qualifier_of(part.heading);
      append_text(record, std::string(part.section->field),
                  only.empty() || words.empty() ? words : only + " " + words);
    } else {
      // "(in order)", "(do not repeat)": of lists that ask for nothing it says nothing new.
      if (part.section->kind != SectionKind::documents &&
          part.section->kind != SectionKind::plain && !qualifier_of(part.heading).empty())
        rest += (rest.empty() ? "" : "\n\n") + part.heading;
      if (std::string denied = take_denials(part.lines); !denied.empty())
        rest += (rest.empty() ? "" : "\n\n") + part.heading + ": " + denied;
      if (std::string intro = take_introduction(part.lines); !intro.empty())
        rest += (rest.empty() ? "" : "\n\n") + part.heading + ":\n\n" + intro;
      const Json list = list_of(*part.section, part.lines);
      if (list.empty())
        continue;
      if (!is_only_read(*part.section))
        add_items(record, part.section->field, list);
      else if (!add_only_read(record, *part.section, list))
        rest += (rest.empty() ? "" : "\n\n") + part.heading + ":\n\n" + text_of_lines(part.lines);
    }
  }
  append_text(record, "context_notes", rest);
  return record;
}

Json merge_markdown(const Json& record, std::string_view text, std::string_view source) {
  Json before = parse_markdown(render_markdown(record), "record");
  Json after = parse_markdown(text, source);
  Json merged = record;
  for (const auto& [key, value] : before.items())
    if (!after.contains(key))
      merged.erase(key);
  // What the text did not change keeps the record's own shape.
  for (const auto& [key, value] : after.items())
    if (!before.contains(key) || before[key] != value)
      merged[key] = value;
  return merged;
}

}  // namespace handoff::formats
