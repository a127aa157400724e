#include "formats/prose/extract.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <tuple>
#include <unordered_set>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return is_alnum(c) || c == '_'; }

constexpr size_t kShortestInText = 7;
constexpr size_t kShortestInField = 4;
constexpr size_t kLongest = 64;

/// Does the text in front of a word say that an id of a commit follows?
bool introduces_commit(std::string_view before) {
  std::string tail = to_lower(trim(before.substr(before.size() > 24 ? before.size() - 24 : 0)));
  while (!tail.empty() && !is_alnum(tail.back()))
    tail.pop_back();
  for (std::string_view word : {"commit", "commits", "sha", "sha1", "rev", "revision", "hash",
                                "checkout", "revert", "reset", "pick"})
    if (tail.ends_with(word) &&
        (tail.size() == word.size() || !is_alnum(tail[tail.size() - word.size() - 1])))
      return true;
  return false;
}

/// Is it as long as the sums that programs print, and no commit has? Nobody shortens an id to that.
bool is_long_as_sum(size_t digits) {
  constexpr size_t kShortestSum = 32, kSha1 = 40, kSha256 = 64;
  return digits >= kShortestSum && digits != kSha1 && digits != kSha256;
}

/// Does the text in front of a word say that a checksum follows?
bool introduces_sum(std::string_view before) {
  const std::string tail =
      to_lower(trim(before.substr(before.size() > 24 ? before.size() - 24 : 0)));
  for (std::string_view word : {"md5", "md5:", "sha1:", "sha256", "sha256:", "sha256sum", "sha512",
                                "sha512:", "sha-256", "digest", "digest:", "checksum", "checksum:"})
    if (tail.ends_with(word))
      return true;
  return false;
}

/// Is the run of hex digits at [start, end) a part of something longer: a UUID, a file name, a
/// colour?
bool is_part_of_more(std::string_view text, size_t start, size_t end) {
  char before = start > 0 ? text[start - 1] : ' ';
  char behind = end < text.size() ? text[end] : ' ';
  char second = end + 1 < text.size() ? text[end + 1] : ' ';
  if (is_word(before) || before == '-' || before == '#' || before == '+' || before == '$')
    return true;
  if (before == '.' && !(start > 1 && text[start - 2] == '.'))
    return true;
  if (is_word(behind) || (behind == '-' && is_alnum(second)))
    return true;
  return behind == '.' && is_alnum(second);  // 1a2b3c4.js; a range is a..b
}

template <typename Accept>
std::vector<std::string> hex_runs(std::string_view text, Accept accept) {
  std::vector<std::string> ids;
  std::unordered_set<std::string> known;
  for (size_t at = 0; at < text.size();) {
    if (!is_hex_digit(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && is_hex_digit(text[end]))
      ++end;
    if (end - at <= kLongest && accept(at, end)) {
      std::string id = to_lower(text.substr(at, end - at));
      if (known.insert(id).second)
        ids.push_back(std::move(id));
    }
    at = end;
  }
  return ids;
}

/// Endings of files, in lower case.
constexpr auto kEndings = std::to_array<std::string_view>(
    {"adoc",    "asm",    "astro", "bash",  "bat",     "c",     "cc",    "cfg",   "cjs",   "clj",
     "cmake",   "conf",   "cpp",   "cs",    "css",     "csv",   "cxx",   "dart",  "diff",  "el",
     "env",     "erl",    "ex",    "exs",   "feature", "fish",  "fs",    "go",    "gql",   "gradle",
     "graphql", "h",      "hcl",   "hh",    "hpp",     "hs",    "htm",   "html",  "in",    "ini",
     "ipynb",   "java",   "jl",    "jpg",   "js",      "json",  "json5", "jsonc", "jsonl", "jsx",
     "kt",      "kts",    "less",  "lock",  "log",     "lua",   "m",     "md",    "mdx",   "mjs",
     "mk",      "ml",     "mli",   "mm",    "mod",     "mts",   "nim",   "nix",   "patch", "pdf",
     "php",     "pl",     "pm",    "png",   "prisma",  "proto", "ps1",   "py",    "pyi",   "r",
     "rb",      "rs",     "rst",   "s",     "sass",    "scala", "scss",  "sh",    "snap",  "sql",
     "sum",     "svelte", "svg",   "swift", "tex",     "tf",    "toml",  "toon",  "ts",    "tsv",
     "tsx",     "txt",    "vb",    "vim",   "vue",     "xml",   "yaml",  "yml",   "zig",   "zsh"});

/// Names of files without such an ending.
constexpr auto kFileNames = std::to_array<std::string_view>(
    {"Makefile",      "makefile",    "Dockerfile",    "dockerfile",    "Gemfile",
     "Rakefile",      "Justfile",    "justfile",      "Procfile",      "Jenkinsfile",
     "LICENSE",       "README",      "CHANGELOG",     ".gitignore",    ".gitattributes",
     ".gitmodules",   ".mailmap",    ".dockerignore", ".editorconfig", ".npmrc",
     ".clang-format", ".clang-tidy", ".prettierrc",   ".eslintrc",     ".pylintrc",
     ".flake8",       "VERSION",     "CODEOWNERS",    "Vagrantfile",   "Brewfile",
     "COPYING",       "AUTHORS",     "NEWS"});

bool known_extension(std::string_view path) {
  size_t dot = path.rfind('.');
  size_t slash = path.rfind('/');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash))
    return false;
  return in_list(kEndings, to_lower(path.substr(dot + 1)));
}

bool known_name(std::string_view path) {
  return in_list(kFileNames, path.substr(path.rfind('/') + 1));
}

bool is_path_byte(char c) {
  return is_alnum(c) || static_cast<unsigned char>(c) >= 0x80 ||
         (c != '\0' && std::string_view("_-./@+~%[]{}=").find(c) != std::string_view::npos);
}

/// Reads "42", "42-50" or "42-L50" at `from`, standing alone; gives where it ends, `from`: nothing.
size_t read_lines(std::string_view text, size_t from, size_t& line) {
  constexpr size_t kMostDigits = 8;
  const auto end_of_number = [&](size_t at) {
    size_t end = at;
    while (end < text.size() && is_digit(text[end]) && end - at < kMostDigits)
      ++end;
    return end > at && (end >= text.size() || !is_word(text[end])) ? end : at;
  };
  size_t end = end_of_number(from);
  if (end == from)
    return from;
  line = 0;
  for (size_t at = from; at < end; ++at)
    line = line * 10 + static_cast<size_t>(text[at] - '0');
  for (std::string_view dash : {"-", "\xe2\x80\x93"})
    for (std::string_view mark : {"L", ""}) {
      const size_t to = end + dash.size() + mark.size();
      if (text.substr(end).starts_with(std::string(dash) + std::string(mark)) &&
          end_of_number(to) > to)
        return end_of_number(to);
    }
  return end;
}

/// What stands behind a path: `:42`, `:42:7`, `:42-50`, `:L42`, `#L42`, `#L42-L50`, `(42)`,
/// `:symbol()`, `:symbol`.
size_t read_suffix(std::string_view text, size_t at, Anchor& anchor) {
  for (std::string_view before : {"#L", ":L"})
    if (text.substr(at).starts_with(before))
      if (const size_t end = read_lines(text, at + 2, anchor.line); end > at + 2)
        return end;
  if (text.substr(at).starts_with("#L"))
    return at;
  if (text.substr(at).starts_with("(") && known_extension(anchor.path)) {
    size_t line = 0;
    if (const size_t end = read_lines(text, at + 1, line);
        end > at + 1 && text.substr(end).starts_with(")")) {
      anchor.line = line;
      return end + 1;
    }
  }
  size_t colon = at;
  while (colon < text.size() && text[colon] == ':')
    ++colon;
  if (colon == at || colon >= text.size())
    return at;
  if (is_digit(text[colon])) {
    size_t end = read_lines(text, colon, anchor.line);
    return end > colon ? end : at;
  }
  // Of bounded length: each place of a text is looked at, and all of it may be one name.
  constexpr size_t kLongestSymbol = 200, kLongestCall = 80;
  text = text.substr(0, colon + kLongestSymbol + kLongestCall);
  size_t end = colon;
  auto word_at = [&](size_t i) { return i < text.size() && is_word(text[i]); };
  while (word_at(end) || (end < text.size() && text[end] == '.' && word_at(end + 1)) ||
         (text.substr(end).starts_with("::") && word_at(end + 2)))
    end += text[end] == ':' ? 2 : 1;
  if (end == colon || end - colon > kLongestSymbol)
    return at;
  std::string symbol(text.substr(colon, end - colon));
  bool call = text.substr(end).starts_with("(");
  // "src/a.ts: fix it" has a space and ends above; "note:this" is no symbol unless it is a call or
  // the path is sure.
  if (!call && !known_extension(anchor.path))
    return at;
  anchor.symbol = symbol;
  if (!call)
    return end;
  size_t close = text.find(')', end);
  return close == std::string_view::npos || close - end > kLongestCall ? end + 1 : close + 1;
}

bool looks_like_path(const Anchor& anchor) {
  const std::string& path = anchor.path;
  if (path.empty() || path.size() > 400 || path.find("//") != std::string::npos)
    return false;
  if (path.find_first_not_of("./~") == std::string::npos)
    return false;
  if (anchor.bare())
    return anchor.names_file() && path.find_first_of("=@%~") == std::string::npos;
  return anchor.names_file() || anchor.line > 0 || !anchor.symbol.empty() ||
         path.find_first_not_of("0123456789/.") != std::string::npos;
}

/// Is it the first byte of a letter of a script that puts no blanks between words: Chinese,
/// Japanese, Korean, Thai?
bool begins_unspaced(std::string_view text, size_t at) {
  if (at >= text.size())
    return false;
  const auto first = static_cast<unsigned char>(text[at]);
  const auto second = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : '\0');
  return (first >= 0xe3 && first <= 0xed) || (first == 0xe0 && (second == 0xb8 || second == 0xb9));
}

/// Ends the name of a file at `at` because a letter of such a script follows its ending?
bool ends_before_unspaced(std::string_view text, size_t from, size_t at) {
  constexpr size_t kLongestName = 40;  // of those that are known, or their endings
  if (at == from || !begins_unspaced(text, at) || !is_alnum(text[at - 1]))
    return false;
  const size_t begin = std::max(from, at > kLongestName ? at - kLongestName : 0);
  const std::string_view name = text.substr(begin, at - begin);
  return known_extension(name) || known_name(name);
}

/// What stands before a path without a blank: letters of such a script, up to the first other one.
size_t unspaced_before(std::string_view path) {
  if (!begins_unspaced(path, 0))
    return 0;
  const size_t at = static_cast<size_t>(
      std::ranges::find_if(path, [](char c) { return static_cast<unsigned char>(c) < 0x80; }) -
      path.begin());
  return at < path.size() && (is_word(path[at]) || path[at] == '.') ? at : 0;
}

/// Quotes, brackets and punctuation beyond ASCII, of which no path is made, become blanks: what
/// stands in the text keeps its place. An en dash may be one of a range.
std::string without_wide_punctuation(std::string_view text) {
  std::string plain(text);
  const auto byte = [&](size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
  };
  for (size_t at = 0; at < text.size(); ++at) {
    const unsigned a = byte(at), b = byte(at + 1), c = byte(at + 2);
    if (a < 0x80)
      continue;
    const bool of_two = a == 0xc2 && (b == 0xab || b == 0xbb || b == 0xa0);
    const bool of_three =
        (a == 0xe2 && b == 0x80 &&
         ((c >= 0x98 && c <= 0x9f) || c == 0x94 || c == 0xa6 || c == 0xb9 || c == 0xba)) ||
        (a == 0xe2 && b == 0x86 && c >= 0x90 && c <= 0x95) ||
        (a == 0xe3 && b == 0x80 && !(c >= 0x85 && c <= 0x87)) ||
        (a == 0xef && b == 0xbc && ((c >= 0x81 && c <= 0x8f) || (c >= 0x9a && c <= 0xa0))) ||
        (a == 0xef && b == 0xbd && c >= 0x9b && c <= 0xa5);
    const size_t size = of_two ? 2 : of_three ? 3 : 0;
    plain.replace(at, size, size, ' ');
    at += size > 0 ? size - 1 : 0;
  }
  return plain;
}

/// Reads the anchor that begins at `at`; gives where it ends (`at` where there is none).
size_t read_anchor(std::string_view text, size_t at, Anchor& anchor, const FileExists& exists) {
  size_t end = at;
  while (end < text.size() && is_path_byte(text[end]) && !ends_before_unspaced(text, at, end))
    ++end;
  if (const size_t before = unspaced_before(text.substr(at, end - at)); before > 0) {
    // The longest that is a file; letters of those scripts are of three bytes.
    constexpr size_t kLetter = 3, kMostLetters = 12;
    const std::string whole(text.substr(at, end - at));
    size_t from = exists || contains(whole, "/") ? before : 0;
    if (exists && before <= kMostLetters * kLetter)
      for (size_t letter = 0; letter < before && from == before; letter += kLetter)
        from = exists(whole.substr(letter)) ? letter : before;
    at += from;
  }
  while (end > at && std::string_view(".-=~%@+").find(text[end - 1]) != std::string_view::npos)
    --end;
  std::string_view path = text.substr(at, end - at);
  // A bracket that closes what stood before the path is not part of it.
  while (!path.empty() && (path.back() == ']' || path.back() == '}') &&
         std::ranges::count(path, '[') < std::ranges::count(path, ']')) {
    path.remove_suffix(1);
    --end;
  }
  // Nor is one that opens before it: "[src/a.ts:7](src/a.ts#L7)".
  while (!path.empty() && path.front() == '[' &&
         std::ranges::count(path, '[') > std::ranges::count(path, ']')) {
    path.remove_prefix(1);
    ++at;
  }
  if (path.starts_with("./"))
    path.remove_prefix(2);
  if (text.substr(end).starts_with("://"))
    return end;
  anchor.path = path;
  size_t stop = read_suffix(text, end, anchor);
  anchor.text = text.substr(at, stop - at);
  anchor.at = at;
  return stop;
}

}  // namespace

bool Anchor::names_file() const { return known_extension(path) || known_name(path); }

bool Anchor::operator==(const Anchor& other) const {
  return text == other.text && path == other.path && line == other.line && symbol == other.symbol;
}

std::vector<std::string> commit_ids_in(std::string_view text) {
  return hex_runs(text, [&](size_t start, size_t end) {
    if (end - start < kShortestInText || is_part_of_more(text, start, end) ||
        is_long_as_sum(end - start) || introduces_sum(text.substr(0, start)))
      return false;
    std::string_view run = text.substr(start, end - start);
    bool digit = std::ranges::any_of(run, is_digit);
    bool letter = !std::ranges::all_of(run, is_digit);
    return (digit && letter) || introduces_commit(text.substr(0, start));
  });
}

std::vector<std::string> commit_ids_in_field(std::string_view text) {
  bool sentence = trim(text).find(' ') != std::string::npos;
  return hex_runs(text, [&](size_t start, size_t end) {
    char before = start > 0 ? text[start - 1] : ' ';
    char behind = end < text.size() ? text[end] : ' ';
    if (is_word(before) || is_word(behind))
      return false;
    // Among words, "added" and "face" are not ids.
    return end - start >= (sentence ? kShortestInText : kShortestInField);
  });
}

namespace {

/// A file with a blank in its name, in quotes or brackets that open before `at`: "docs/my plan.md".
/// Gives where it ends, `at`: there is none.
size_t read_quoted(std::string_view text, std::string_view plain, size_t at, Anchor& anchor,
                   const FileExists& exists) {
  constexpr size_t kLongestName = 200;
  const char quote = at > 0 ? text[at - 1] : ' ';
  const bool is_plain = quote == '"' || quote == '\'' || quote == '`';
  const bool is_wide = !is_plain && at > 0 && plain[at - 1] == ' ' && quote != ' ';
  if (!exists || (!is_plain && !is_wide))
    return at;
  size_t end = at;
  while (end < text.size() && text[end] != '\n' && end - at <= kLongestName &&
         (is_plain ? text[end] != quote : (plain[end] == text[end])))
    ++end;
  if (end == text.size() || text[end] == '\n' || end - at > kLongestName)
    return at;
  Anchor found{.text = std::string(text.substr(at, end - at)), .at = at};
  found.path = found.text;
  if (const size_t colon = found.path.rfind(':'); colon != std::string::npos && colon > 0)
    if (read_lines(found.path, colon + 1, found.line) == found.path.size())
      found.path.resize(colon);
  if (!contains(found.path, " ") || !found.names_file() || !exists(found.path))
    return at;
  anchor = std::move(found);
  return end;
}

/// Each place in a text, also where it was named before.
void for_each_anchor(std::string_view whole, const FileExists& asked,
                     const std::function<void(Anchor)>& look_at) {
  constexpr size_t kMostAsked = 1000;  // of a text that may be anybody's
  size_t count = 0;
  const FileExists exists = !asked ? asked : [&](const std::string& path) {
    return ++count <= kMostAsked && asked(path);
  };
  const std::string plain = without_wide_punctuation(whole);
  const std::string_view text = plain;
  size_t fresh = 0;  // here one may begin, whatever stands before
  for (size_t at = 0; at < text.size();) {
    char before = at > fresh ? text[at - 1] : ' ';
    if (!is_path_byte(text[at]) || is_path_byte(before)) {
      ++at;
      continue;
    }
    Anchor anchor;
    if (const size_t end = read_quoted(whole, plain, at, anchor, exists); end > at) {
      look_at(std::move(anchor));
      at = end;
      continue;
    }
    size_t end = read_anchor(text, at, anchor, exists);
    if (begins_unspaced(text, end))
      fresh = end;
    bool url = text.substr(end).starts_with("://");
    if (url) {
      while (end < text.size() && !std::isspace(static_cast<unsigned char>(text[end])))
        ++end;
    } else if (before != ':' && before != '#' && looks_like_path(anchor)) {
      look_at(std::move(anchor));
    }
    at = std::max(end, at + 1);
  }
}

}  // namespace

std::vector<Anchor> anchors_in(std::string_view text, const FileExists& exists) {
  std::vector<Anchor> anchors;
  std::set<std::tuple<std::string, std::string, size_t, std::string>> known;
  for_each_anchor(text, exists, [&](Anchor anchor) {
    if (known.insert({anchor.text, anchor.path, anchor.line, anchor.symbol}).second)
      anchors.push_back(std::move(anchor));
  });
  return anchors;
}

std::string with_paths_renamed(std::string_view text,
                               const std::function<std::string(const std::string&)>& renamed) {
  std::string made;
  size_t from = 0;
  for_each_anchor(text, {}, [&](const Anchor& anchor) {
    const std::string path = renamed(anchor.path);
    const size_t at = anchor.at + anchor.text.find(anchor.path);
    if (path == anchor.path)
      return;
    made.append(text.substr(from, anchor.at - from)).append(path);
    from = at + anchor.path.size();
  });
  return made.append(text.substr(from));
}

namespace {

/// "give_back()" and "Pool.give_back()", where they are no part of "src/pool.py:give_back()".
void add_symbols(std::string_view text, const Anchor& file, std::vector<Anchor>& places) {
  constexpr size_t kShortest = 4;
  for (size_t at = text.find("()"); at != std::string_view::npos; at = text.find("()", at + 2)) {
    size_t from = at;
    while (from > 0 && (is_word(text[from - 1]) || text[from - 1] == '.' || text[from - 1] == ':'))
      --from;
    const std::string_view symbol = text.substr(from, at - from);
    const bool alone =
        from == 0 || text[from - 1] == ' ' || text[from - 1] == '(' || text[from - 1] == '`';
    if (symbol.size() >= kShortest && alone && !is_digit(symbol.front()) &&
        symbol.find(file.path) == std::string_view::npos)
      places.push_back({.text = std::string(symbol) + "()",
                        .path = file.path,
                        .symbol = std::string(symbol),
                        .at = from});
  }
}

}  // namespace

std::vector<Anchor> places_in_words(std::string_view text, const FileExists& exists) {
  std::vector<Anchor> files = anchors_in(text, exists);
  std::erase_if(files, [](const Anchor& anchor) { return !anchor.names_file(); });
  const bool one = !files.empty() && std::ranges::all_of(files, [&](const Anchor& a) {
    return a.path == files.front().path;
  });
  std::vector<Anchor> lines;
  const std::string lower = one ? to_lower(text) : std::string();
  for (std::string_view word : {"line ", "lines ", "l. ", "ll. "})
    for (size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
      if (at > 0 && (is_word(lower[at - 1]) || lower[at - 1] == '.'))
        continue;
      Anchor anchor{.path = files.front().path, .at = at};
      const size_t end = read_lines(text, at + word.size(), anchor.line);
      anchor.text = text.substr(at, end - at);
      if (anchor.line > 0)
        lines.push_back(std::move(anchor));
    }
  std::ranges::sort(lines, {}, &Anchor::at);
  if (one)
    add_symbols(text, files.front(), lines);
  return lines;
}

size_t end_of_ticket(std::string_view text, size_t at) {
  static constexpr auto kStandards = std::to_array<std::string_view>(
      {"AES",  "ANSI", "ASCII", "BASE", "BLAKE", "CP",   "CRC",  "CVE",  "CWE",   "DDR", "ECMA",
       "ES",   "FIPS", "GPL",   "GPT",  "HMAC",  "HTTP", "IEC",  "IEEE", "IPV",   "ISO", "KOI",
       "LGPL", "MD",   "MP",    "NIST", "OAUTH", "PEP",  "PKCS", "RFC",  "RSA",   "SHA", "SSL",
       "TLS",  "UCS",  "UTC",   "UTF",  "UUID",  "WCAG", "GMT",  "HEAD", "LATIN", "WIP", "USB"});
  constexpr size_t kMostLetters = 10, kMostDigits = 7;
  if (at > 0 && (is_word(text[at - 1]) || text[at - 1] == '-'))
    return at;
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  size_t dash = at;
  while (dash < text.size() && dash - at <= kMostLetters &&
         (is_capital(text[dash]) || (dash > at && is_digit(text[dash]))))
    ++dash;
  if (dash < at + 2 || dash - at > kMostLetters || dash >= text.size() || text[dash] != '-' ||
      in_list(kStandards, text.substr(at, dash - at)))
    return at;
  size_t end = dash + 1;
  while (end < text.size() && is_digit(text[end]) && end - dash <= kMostDigits)
    ++end;
  const bool goes_on = end < text.size() && (is_word(text[end]) || text[end] == '-');
  return end == dash + 1 || goes_on || text[dash + 1] == '0' ? at : end;
}

size_t number_in_address(std::string_view text, size_t at) {
  for (std::string_view folder : {"/issues/", "/pull/", "/pulls/", "/merge_requests/"})
    if (text.substr(at).starts_with(folder) && at + folder.size() < text.size() &&
        is_digit(text[at + folder.size()]))
      return at + folder.size();
  return at;
}

}  // namespace handoff::ops
