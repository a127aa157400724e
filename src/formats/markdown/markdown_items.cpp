#include "formats/markdown/markdown_items.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/json/json.hpp"
#include "formats/markdown/heading_names.hpp"
#include "formats/markdown/markdown_text.hpp"
#include "formats/markdown/sections.hpp"

namespace handoff::formats::markdown {

namespace {

/// Sub-bullets that become fields of an item: more stay text.
constexpr size_t kMaxItemFields = 256;

}  // namespace

Json scalar_of(const std::string& text) {
  bool maybe = !text.empty() && (std::string_view("[{\"-0123456789").find(text[0]) != kNowhere ||
                                 text == "true" || text == "false" || text == "null");
  if (maybe) {
    try {
      return parse_json(text, "value");
    } catch (const Failure&) {
      // `03`, `2026-03-24`, `[a] b`: text that only starts like JSON.
    }
  }
  return text;
}

std::string key_of(std::string_view text) {
  size_t colon = text.find(':');
  if (colon == kNowhere || colon == 0 || (colon + 1 < text.size() && text[colon + 1] != ' '))
    return {};
  for (size_t i = 0; i < colon; ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if (std::isalpha(c) == 0 && c != '_' && (i == 0 || (std::isdigit(c) == 0 && c != '-')))
      return {};
  }
  return std::string(text.substr(0, colon));
}

namespace {

/// One bullet, numbered line, paragraph or deeper heading of a section that is a list.
struct Item {
  bool bullet = false;
  std::vector<std::string> lines;
  std::vector<std::pair<std::string, std::vector<std::string>>> fields;
  std::string group;
};

/// How far a bullet's text is from the margin; 0 for lines that are none.
size_t bullet_length(const std::string& line) {
  size_t at = std::min(line.find_first_not_of(" \t"), line.size());
  constexpr std::string_view kBulletSign = "\xE2\x80\xA2";
  size_t length = std::string_view(line).substr(at).starts_with(kBulletSign)
                      ? kBulletSign.size()
                      : list_marker_at(line, at);
  if (length == 0)
    return 0;
  size_t i = at + length;
  if (i == line.size())
    return i;
  return line[i] == ' ' || line[i] == '\t' ? i + 1 : 0;
}

std::string without_indent(const std::string& line, size_t most) {
  size_t at = 0;
  while (at < line.size() && at < most && line[at] == ' ')
    ++at;
  return line.substr(at);
}

class ItemReader {
 public:
  /// With `groups` headings are what items stand under; one with nothing under it is an item
  /// itself.
  explicit ItemReader(bool groups) : x_groups(groups) {}

  std::vector<Item> read(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      take(line);
    keep_empty_group();
    return std::move(x_items);
  }

 private:
  void take(const std::string& line) {
    if (trim(line).empty()) {
      ++x_blank;
      return;
    }
    size_t indent = std::min(line.find_first_not_of(' '), line.size());
    size_t bullet = bullet_length(line);
    if (auto [level, text] = heading_of(line); level > 0) {
      if (x_groups)
        begin_group(level, text);
      else
        open(false, text);
      x_after_heading = !x_groups;
    } else if (bullet > 0 && (is_first() || !x_items.back().bullet || indent < x_base + 2)) {
      x_base = indent;
      open(true, line.substr(bullet));
    } else if (bullet > 0) {
      sub_bullet(line.substr(bullet), line, indent);
    } else if (!is_first() && (indent >= x_base + 2 || x_blank == 0 || x_after_heading)) {
      append(line, indent);
      x_after_heading = false;
    } else {
      open(false, trim(line));
    }
    x_blank = 0;
  }

  /// Nothing above that a line could belong to: no item yet, or none in this group.
  bool is_first() const { return x_items.empty() || x_empty_group; }

  /// A deeper heading right below another one narrows it; else the one above has no items.
  void begin_group(size_t level, const std::string& text) {
    const bool narrows = x_empty_group && level > x_level;
    if (!narrows)
      keep_empty_group();
    x_group = (narrows ? x_group + ": " : "") + unescape_markdown(text);
    x_heading = (narrows ? x_heading + ": " : "") + text;
    x_level = level;
    x_empty_group = true;
  }

  void keep_empty_group() {
    if (x_empty_group)
      x_items.push_back({false, {trim(x_heading)}, {}, ""});
    x_empty_group = false;
  }

  void open(bool bullet, const std::string& text) {
    x_items.push_back({bullet, {trim(text)}, {}, x_group});
    x_after_heading = false;
    x_empty_group = false;
  }

  void sub_bullet(const std::string& text, const std::string& line, size_t indent) {
    Item& item = x_items.back();
    std::string plain = unescape_markdown(text.substr(0, text.find(':') + 1));
    std::string key = key_of(plain + (text.size() > plain.size() ? " " : ""));
    size_t colon = text.find(':');
    if (!key.empty() && indent < x_base + 4 && item.fields.size() < kMaxItemFields &&
        (colon + 1 >= text.size() || text[colon + 1] == ' '))
      item.fields.push_back({key, {trim(text.substr(colon + 1))}});
    else
      append(line, indent);
  }

  void append(const std::string& line, size_t indent) {
    Item& item = x_items.back();
    bool deep = !item.fields.empty() && indent >= x_base + 4;
    std::vector<std::string>& into = deep ? item.fields.back().second : item.lines;
    into.insert(into.end(), x_blank, "");
    into.push_back(without_indent(line, x_base + (deep ? 4 : 2)));
  }

  bool x_groups;
  bool x_after_heading = false;
  bool x_empty_group = false;
  size_t x_level = 0;
  std::string x_heading;
  size_t x_base = 0;
  size_t x_blank = 0;
  std::string x_group;
  std::vector<Item> x_items;
};

/// What a tick says: the status word; empty where the text starts with none. `length` is its bytes.
std::string tick_of(const std::string& text, size_t& length) {
  static constexpr std::pair<std::string_view, std::string_view> kTicks[] = {
      {"[x]", "done"},
      {"[X]", "done"},
      {"[~]", "in_progress"},
      {"[-]", "in_progress"},
      {"[/]", "in_progress"},
      {"[!]", "blocked"},
      {"[ ]", "not_started"},
      {"[]", "not_started"},
      {"\xE2\x9C\x85", "done"},             // white heavy check mark
      {"\xE2\x98\x91", "done"},             // ballot box with check
      {"\xE2\x9C\x94", "done"},             // heavy check mark
      {"\xE2\x9C\x93", "done"},             // check mark
      {"\xF0\x9F\x94\x84", "in_progress"},  // arrows in a circle
      {"\xE2\x8F\xB3", "in_progress"},      // hourglass
      {"\xF0\x9F\x9A\xA7", "in_progress"},  // construction
      {"\xF0\x9F\x9F\xA1", "in_progress"},  // yellow circle
      {"\xE2\x9B\x94", "blocked"},          // no entry
      {"\xF0\x9F\x9A\xAB", "blocked"},      // prohibited
      {"\xE2\x8F\xAD", "skipped"},          // next track
      {"\xE2\xAC\x9C", "not_started"},      // white large square
      {"\xE2\x98\x90", "not_started"},      // ballot box
      {"\xE2\x9D\x8C", "not_started"},      // cross mark
      {"\xE2\x8F\xB8", "blocked"},          // pause
  };
  for (const auto& [sign, word] : kTicks)
    if (text.starts_with(sign)) {
      length = sign.size();
      if (std::string_view(text).substr(length).starts_with("\xEF\xB8\x8F"))
        length += 3;  // the variation selector that asks for colour
      return std::string(word);
    }
  length = 0;
  return {};
}

/// The bracketed remark at the end of a text, which it is taken from; nullopt where there is none.
std::optional<std::string> take_remark(std::string& text, std::string_view start) {
  if (text.size() < 2 || text.back() != ')' || text[text.size() - 2] == '\\')
    return std::nullopt;
  std::string mark = "(" + std::string(start);
  size_t open = start.empty() ? text.rfind(mark) : text.find(mark);
  if (open == kNowhere || (open > 0 && text[open - 1] != ' '))
    return std::nullopt;
  std::string remark = text.substr(open + 1, text.size() - open - 2);
  text = trim(text.substr(0, open));
  return remark;
}

Json task_of(std::string text, bool completed) {
  Json task = Json::object();
  size_t length = 0;
  std::string status = tick_of(text, length);
  text = trim(text.substr(length));
  bool ticked = !status.empty();
  if (text.starts_with("Task ") || text.starts_with("task ")) {
    std::string_view rest = std::string_view(text).substr(5);
    size_t end = std::min(rest.find_first_of(": "), rest.size());
    std::string id = std::string(rest.substr(0, end));
    bool digits = !id.empty() && id.find_first_not_of("0123456789") == kNowhere;
    bool quoted = id.size() > 2 && id.front() == '"' && id.back() == '"';
    bool whole = end == rest.size();
    if ((whole && !id.empty()) || (end < rest.size() && rest[end] == ':') || digits) {
      bool number = digits && id.size() < 16 && (id.size() == 1 || id[0] != '0');
      task["id"] = number ? Json(std::stoll(id)) : Json(quoted ? id.substr(1, id.size() - 2) : id);
      text = trim(rest.substr(whole ? end : end + (rest[end] == ':' ? 1 : 0)));
    }
  }
  std::optional<std::string> commit, progress;
  if (std::optional<std::string> remark = take_remark(text, "")) {
    if (remark->starts_with("commit "))
      commit = trim(remark->substr(7));
    else if (status == "in_progress")
      progress = unescape_markdown(*remark);
    else
      text += " (" + *remark + ")";
  }
  for (std::string_view end : {" - Done", " - done", " - DONE"})
    if (!ticked && text.size() > end.size() && text.substr(text.size() - end.size()) == end) {
      status = "done";
      text.resize(text.size() - end.size());
    }
  if (size_t at = text.find(" - In progress"); !ticked && at != kNowhere) {
    status = "in_progress";
    if (std::string rest = trim(text.substr(at + 14)); rest.size() > 1)
      progress = unescape_markdown(trim(rest.substr(rest[0] == ',' || rest[0] == ':' ? 1 : 0)));
    text.resize(at);
  }
  if (text == "Not started" || text.ends_with(" - Not started")) {
    status = "not_started";
    text.resize(text.size() - std::min<size_t>(text.size(), sizeof(" - Not started") - 1));
  }
  if (status.empty())
    status = completed ? "done" : "not_started";
  if (!text.empty())
    task["name"] = unescape_markdown(text);
  task["status"] = status;
  if (progress)
    task["progress"] = *progress;
  if (commit)
    task["commit"] = *commit;
  return task;
}

/// The end of bold text that starts at 0, or kNowhere.
size_t bold_end(const std::string& text) {
  for (size_t i = 2; i + 1 < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '*' && text[i + 1] == '*')
      return i;
  }
  return kNowhere;
}

/// What follows a term: without the dash or colon that joins them.
std::string after_joint(std::string text) {
  text = trim(text);
  for (std::string_view joint : {"\xE2\x80\x94", "\xE2\x80\x93", "--", "-", ":"})
    if (text.starts_with(joint))
      return trim(text.substr(joint.size()));
  return text;
}

/// "(absolute)" behind a decision: takes it out, and gives the word. Empty where it is not said.
std::string take_binding(std::string& what, std::string& why) {
  for (std::string_view binding : {"absolute", "session"}) {
    const std::string mark = "(" + std::string(binding) + ")";
    for (std::string* text : {&what, &why}) {
      const size_t at = text->find(mark);
      const std::string behind = at == kNowhere ? "" : trim(text->substr(at + mark.size()));
      if (at == kNowhere || (!behind.empty() && after_joint(behind) == behind))
        continue;
      const std::string before = trim(text->substr(0, at));
      why = text == &what && !behind.empty() ? after_joint(behind) : why;
      *text = text == &why ? before + (before.empty() ? "" : " ") + after_joint(behind) : before;
      return std::string(binding);
    }
  }
  return {};
}

Json decision_of(std::string text) {
  Json item = Json::object();
  std::string what = text;
  std::string why;
  if (text.starts_with("**")) {
    if (size_t end = bold_end(text); end != kNowhere) {
      what = text.substr(2, end - 2);
      why = after_joint(text.substr(end + 2));
      while (!what.empty() && what.back() == ':')
        what.pop_back();
    }
  } else if (size_t dash = text.find(" \xE2\x80\x94 "); dash != kNowhere) {
    what = text.substr(0, dash);
    why = trim(text.substr(dash + 5));
  } else if (size_t because = text.find(" because "); because != kNowhere) {
    what = text.substr(0, because);
    why = trim(text.substr(because + sizeof(" because ") - 1));
    if (why.starts_with("of "))
      why.erase(0, 3);
  }
  if (const std::string binding = take_binding(what, why); !binding.empty())
    item["binding"] = binding;
  while (what.ends_with(',') || what.ends_with(' '))
    what.pop_back();
  item["decision"] = unescape_markdown(what);
  if (!why.empty())
    item["rationale"] = unescape_markdown(why);
  return item;
}

std::string without_code_marks(const std::string& text) {
  bool code = text.size() > 2 && text.front() == '`' && text.find('`', 1) == text.size() - 1;
  return code ? text.substr(1, text.size() - 2) : text;
}

std::string path_of(const std::string& text) {
  const std::string bare = without_code_marks(text), path = unescape_markdown(bare);
  return bare == text ? c_unquote(path).value_or(path) : path;
}

Json item_of(const MarkdownSection& section, std::string text) {
  Json item = Json::object();
  size_t length = 0;
  switch (section.kind) {
    case SectionKind::tasks:
      return task_of(std::move(text), section.field == "completed_tasks");
    case SectionKind::decisions:
      return decision_of(std::move(text));
    case SectionKind::blockers:
      if (std::optional<std::string> remark = take_remark(text, "workaround:")) {
        item["description"] = unescape_markdown(text);
        item["workaround"] = unescape_markdown(trim(remark->substr(11)));
        return item;
      }
      break;
    case SectionKind::actions: {
      std::string tick = tick_of(text, length);
      text = trim(text.substr(length));
      std::optional<std::string> remark = take_remark(text, "blocking");
      if (!text.empty())
        item["action"] = unescape_markdown(text);
      if (remark && *remark != "blocking")
        item["context"] = unescape_markdown(*remark);
      if (remark)
        item["blocking"] = true;
      if (tick == "done")
        item["done"] = true;
      return item;
    }
    case SectionKind::documents:
      if (size_t dash = text.find(" \xE2\x80\x94 "); dash != kNowhere) {
        std::string path = text.substr(0, dash);
        std::string why = trim(text.substr(dash + 5));
        if (size_t remark = path.find("` ("); remark != kNowhere && path.starts_with("`")) {
          why = path.substr(remark + 2) + " " + why;  // `path` (if it exists)
          path.resize(remark + 1);
        }
        item["path"] = path_of(path);
        item["why"] = unescape_markdown(why);
        return item;
      }
      break;
    case SectionKind::plain:
      tick_of(text, length);
      text = trim(text.substr(length));
      break;
    case SectionKind::text:
      break;
  }
  if (!text.empty())
    item[std::string(section.headline)] =
        section.headline == "path" ? path_of(text) : unescape_markdown(text);
  return item;
}

/// What joins "None" and a remark on it.
constexpr std::array<std::string_view, 6> kJoints = {" - ", " \u2013 ", " \u2014 ",
                                                     ". ",  " (",       ": "};

bool says_nothing(const std::string& text) {
  std::string plain = to_lower(trim(text));
  while (!plain.empty() && std::string_view("().*_ ").find(plain.back()) != kNowhere)
    plain.pop_back();
  plain.erase(0, plain.find_first_not_of("(*_ "));
  return plain.empty() || plain == "none" || plain == "n/a" || plain == "nothing" || plain == "-" ||
         plain == "none yet" || plain == "no blockers" || plain == "none currently";
}

std::vector<std::string> cells_of(const std::string& line) {
  std::string text = trim(line);
  text = text.substr(1, text.size() - (text.size() > 1 && text.back() == '|' ? 2 : 1));
  std::vector<std::string> cells;
  for (const std::string& cell : split(replace_all(text, "\\|", "\x01"), '|'))
    cells.push_back(unescape_markdown(replace_all(trim(cell), "\x01", "|")));
  return cells;
}

bool is_rule(const std::string& line) {
  return contains(line, "-") && trim(line).find_first_not_of("|-: ") == kNowhere;
}

bool is_blank(const std::string& line) { return trim(line).empty(); }

/// Takes tables out of `lines`: each row becomes an object whose keys are the heads of its columns.
/// A heading over tasks is the group of its rows, and goes with them where it has nothing else.
void take_tables(const MarkdownSection& section, std::vector<std::string>& lines, Json& into) {
  std::vector<std::string> rest;
  std::string group;
  for (size_t i = 0; i < lines.size(); ++i) {
    bool table = trim(lines[i]).starts_with("|") && i + 1 < lines.size() && is_rule(lines[i + 1]);
    if (!table) {
      if (const Heading heading = heading_of(lines[i]);
          heading.level > 0 && section.kind == SectionKind::tasks)
        group = unescape_markdown(heading.text);
      rest.push_back(lines[i]);
      continue;
    }
    std::vector<std::string> heads = cells_of(lines[i]);
    for (i += 2; i < lines.size() && trim(lines[i]).starts_with("|"); ++i) {
      Json row = Json::object();
      std::vector<std::string> cells = cells_of(lines[i]);
      for (size_t k = 0; k < cells.size() && k < heads.size(); ++k) {
        std::string key = replace_all(heading_key(heads[k]), " ", "_");
        if (key == "what" || key == "why" || key == "reason")
          key = key == "what" ? section.headline : "rationale";
        if (heads[k] == "#" || (section.kind == SectionKind::tasks && key == "task" &&
                                cells[k].find_first_not_of("0123456789.") == kNowhere))
          key = "id";
        if (!cells[k].empty())
          row[key.empty() ? "column_" + std::to_string(k + 1) : key] = cells[k];
      }
      if (!row.empty() && !group.empty() && !row.contains("group"))
        row["group"] = group;
      if (!row.empty())
        into.push_back(std::move(row));
    }
    const auto next =
        std::find_if_not(lines.begin() + static_cast<std::ptrdiff_t>(i), lines.end(), is_blank);
    const bool ends = next == lines.end() || heading_of(*next).level > 0;
    if (ends && !group.empty()) {
      while (!rest.empty() && is_blank(rest.back()))
        rest.pop_back();
      if (!rest.empty() && heading_of(rest.back()).level > 0)
        rest.pop_back();
    }
    --i;
  }
  lines = std::move(rest);
}

}  // namespace

std::string take_denials(std::vector<std::string>& lines) {
  std::string taken;
  std::erase_if(lines, [&](const std::string& line) {
    const std::string text = trim(std::string_view(line).substr(bullet_length(line)));
    const std::string plain = replace_all(to_lower(text), "*", "");
    const bool denies = std::ranges::any_of(kJoints, [&](std::string_view joint) {
      return plain.starts_with("none" + std::string(joint));
    });
    if (denies)
      taken += (taken.empty() ? "" : "\n") + unescape_markdown(text);
    return denies;
  });
  return taken;
}

std::string text_of_lines(const std::vector<std::string>& lines) {
  size_t from = 0;
  size_t to = lines.size();
  while (from < to && trim(lines[from]).empty())
    ++from;
  while (to > from && trim(lines[to - 1]).empty())
    --to;
  return unescape_markdown(join({lines.begin() + static_cast<std::ptrdiff_t>(from),
                                 lines.begin() + static_cast<std::ptrdiff_t>(to)},
                                "\n"));
}

std::string take_introduction(std::vector<std::string>& lines) {
  size_t length = 0;
  auto begins_list = [&](const std::string& line) {
    return bullet_length(line) > 0 || heading_of(line).level > 0 || trim(line).starts_with("|") ||
           !tick_of(trim(line), length).empty();
  };
  auto first = std::ranges::find_if(lines, begins_list);
  if (first == lines.end())
    return {};
  std::string text;
  for (auto line = lines.begin(); line != first; ++line)
    if (std::string words = trim(*line); !words.empty() && !words.ends_with(":"))
      text += (text.empty() ? "" : "\n") + unescape_markdown(words);
  lines.erase(lines.begin(), first);
  return text;
}

Json list_of(const MarkdownSection& section, std::vector<std::string> lines) {
  Json list = Json::array();
  take_tables(section, lines, list);
  bool tasks = section.kind == SectionKind::tasks;
  for (Item& item : ItemReader(tasks).read(lines)) {
    std::string text = join(item.lines, "\n");
    if (item.fields.empty() && says_nothing(text))
      continue;
    Json value = item_of(section, text);
    for (auto& [key, value_lines] : item.fields)
      value[key] = scalar_of(unescape_markdown(join(value_lines, "\n")));
    if (!item.group.empty() && !value.contains("group"))
      value["group"] = item.group;
    // A plain text stays one: questions, files.
    if (section.kind == SectionKind::plain && value.size() == 1)
      value = Json(*value.begin());
    list.push_back(std::move(value));
  }
  return list;
}

}  // namespace handoff::formats::markdown
