#include "formats/markdown/markdown_text.hpp"

#include <cctype>
#include <map>

#include "base/text.hpp"

namespace handoff::formats {

namespace {

bool is_punctuation(char c) { return std::ispunct(static_cast<unsigned char>(c)) != 0; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

size_t run_at(std::string_view text, size_t at) {
  size_t end = text.find_first_not_of(text[at], at);
  return (end == kNowhere ? text.size() : end) - at;
}

/// The inline code of one line. A line at a time, so that nothing pairs with a backtick of another
/// line.
class InlineCode {
 public:
  explicit InlineCode(std::string_view line) : x_line(line) {
    for (size_t at = 0; (at = line.find('`', at)) != kNowhere;) {
      const size_t length = run_at(line, at);
      x_last[length] = at;
      at += length;
    }
  }

  /// The end of what starts with `length` backticks at `at`; kNowhere where none ends on this line.
  size_t end_of(size_t at, size_t length) const {
    const auto last = x_last.find(length);
    if (last == x_last.end() || last->second < at + length)
      return kNowhere;
    for (size_t i = at + length; (i = x_line.find('`', i)) != kNowhere;) {
      const size_t other = run_at(x_line, i);
      if (other == length)
        return i + other;
      i += other;
    }
    return kNowhere;
  }

 private:
  std::string_view x_line;
  std::map<size_t, size_t> x_last = {};  ///< by length, where the last run of backticks begins
};

/// Where a backslash must stand so that the line opens no block of its own; kNowhere for nowhere.
size_t block_start(std::string_view line, bool item) {
  size_t at = 0;
  while (at < line.size() && (is_blank(line[at]) || line[at] == '>'))
    ++at;
  std::string bare = trim(line.substr(at));
  if (!bare.empty() &&
      (bare.find_first_not_of('-') == kNowhere || bare.find_first_not_of('=') == kNowhere))
    return at;
  if (item) {
    size_t first = line.find_first_not_of(" \t");
    if (first == kNowhere)
      return kNowhere;
    if (line[first] == '>')
      return first;
    if (size_t length = list_marker_at(line, first); length > 0)
      return first + length - 1;
  }
  while (at < line.size()) {
    if (is_blank(line[at]) || line[at] == '>')
      ++at;
    else if (size_t length = list_marker_at(line, at); length > 0)
      at += length;
    else
      break;
  }
  std::string_view rest = line.substr(at);
  if (rest.empty())
    return kNowhere;
  if (rest[0] == '#') {
    size_t run = run_at(rest, 0);
    return run <= 6 && (run == rest.size() || is_blank(rest[run])) ? at : kNowhere;
  }
  if (rest.substr(0, 3) == "~~~" || (rest[0] == '[' && rest.find("]:") != kNowhere))
    return at;
  return kNowhere;
}

/// GitHub takes everything from an address up to the next blank for a part of it, backticks and
/// backslashes too.
class Addresses {
 public:
  explicit Addresses(std::string_view line) : x_line(line) {}

  /// Does the word before `at` hold one? Asked from left to right.
  bool one_before(size_t at) {
    for (; x_looked < at; ++x_looked) {
      const char c = x_line[x_looked];
      x_found = !is_blank(c) &&
                (x_found || c == ':' ||
                 (c == '.' && x_looked >= 3 && to_lower(x_line.substr(x_looked - 3, 3)) == "www"));
    }
    return x_found;
  }

 private:
  std::string_view x_line;
  size_t x_looked = 0;
  bool x_found = false;
};

std::string escape_line(std::string_view line, bool item, bool stars) {
  std::string out;
  const InlineCode code(line);
  Addresses addresses(line);
  size_t guarded = block_start(line, item);
  for (size_t i = 0; i < line.size();) {
    char c = line[i];
    char next = i + 1 < line.size() ? line[i + 1] : '\0';
    if (c == '`') {
      size_t length = run_at(line, i);
      size_t end = addresses.one_before(i) ? kNowhere : code.end_of(i, length);
      if (end != kNowhere) {
        out += line.substr(i, end - i);
        i = end;
      } else {
        for (size_t k = 0; k < length; ++k)
          out += "\\`";
        i += length;
      }
      continue;
    }
    // No backslash: one that follows an address would become a part of it, and the tag would be
    // free.
    if (c == '<') {
      out += "&lt;";
      ++i;
      continue;
    }
    bool entity = c == '&' && (std::isalpha(static_cast<unsigned char>(next)) || next == '#');
    bool slash = c == '\\' && (next == '\0' || is_punctuation(next));
    // A link shows one thing and leads to another: like this both are read.
    bool target = c == '(' && i > 0 && line[i - 1] == ']';
    if (i == guarded || entity || slash || target || (stars && c == '*'))
      out += '\\';
    out += c;
    if (c == '!' && next == '[' && i + 1 != guarded)
      out += '\\';
    ++i;
  }
  return out;
}

/// The number of the line that closes the fence which `lines[at]` opens at the left margin, or 0.
size_t fence_end(const std::vector<std::string>& lines, size_t at) {
  FenceTracker tracker;
  const std::string& line = lines[at];
  if (line.empty() || (line[0] != '`' && line[0] != '~') || !tracker.inside(line))
    return 0;
  for (size_t i = at + 1; i < lines.size(); ++i) {
    FenceTracker before = tracker;
    tracker.inside(lines[i]);
    // Closed here if the next line would no longer be inside.
    FenceTracker after = tracker;
    if (!after.inside("x") && before.inside("x"))
      return i;
  }
  return 0;
}

std::string escape(std::string_view text, bool item, bool stars) {
  std::vector<std::string> lines = split(printable(text, true), '\n');
  std::string out;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0)
      out += '\n';
    if (size_t end = item ? 0 : fence_end(lines, i); end > 0) {
      for (; i < end; ++i)
        out += lines[i] + "\n";
      out += lines[i];
    } else {
      out += escape_line(lines[i], item, stars);
    }
  }
  return out;
}

std::string unescape_line(std::string_view line) {
  const InlineCode code(line);
  std::string out;
  for (size_t i = 0; i < line.size();) {
    if (line[i] == '\\' && i + 1 < line.size() && is_punctuation(line[i + 1])) {
      out += line[i + 1];
      i += 2;
    } else if (line.substr(i, 4) == "&lt;") {
      out += '<';
      i += 4;
    } else if (line[i] == '`') {
      size_t length = run_at(line, i);
      size_t end = code.end_of(i, length);
      size_t stop = end == kNowhere ? i + length : end;
      out += line.substr(i, stop - i);
      i = stop;
    } else {
      out += line[i++];
    }
  }
  return out;
}

}  // namespace

size_t list_marker_at(std::string_view line, size_t at) {
  size_t i = at;
  if (i < line.size() && (line[i] == '-' || line[i] == '*' || line[i] == '+')) {
    ++i;
  } else {
    while (i < line.size() && i - at < 9 && line[i] >= '0' && line[i] <= '9')
      ++i;
    if (i == at || i >= line.size() || (line[i] != '.' && line[i] != ')'))
      return 0;
    ++i;
  }
  return i >= line.size() || is_blank(line[i]) ? i - at : 0;
}

bool FenceTracker::inside(std::string_view line) {
  size_t indent = line.find_first_not_of(' ');
  if (indent == kNowhere || indent > 3 || (line[indent] != '`' && line[indent] != '~'))
    return x_mark != 0;
  char mark = line[indent];
  size_t length = run_at(line, indent);
  std::string_view rest = line.substr(indent + length);
  if (x_mark == 0) {
    if (length < 3 || (mark == '`' && rest.find('`') != kNowhere))
      return false;
    x_mark = mark;
    x_length = length;
  } else if (mark == x_mark && length >= x_length && trim(rest).empty()) {
    x_mark = 0;
  }
  return true;
}

std::string escape_markdown(std::string_view text) { return escape(text, false, false); }
std::string escape_markdown_item(std::string_view text, bool stars) {
  return escape(text, true, stars);
}

std::string unescape_markdown(std::string_view text) {
  FenceTracker fences;
  std::string out;
  bool first = true;
  for (const std::string& line : split(text, '\n')) {
    if (!first)
      out += '\n';
    first = false;
    out += fences.inside(line) ? line : unescape_line(line);
  }
  return out;
}

}  // namespace handoff::formats
