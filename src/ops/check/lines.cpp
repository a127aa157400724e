#include "ops/check/lines.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <initializer_list>
#include <unordered_map>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

constexpr size_t kNoLine = std::string::npos;
/// A table of this many cells is made where no line is unique; beyond, lines stay unmatched.
constexpr size_t kMostCells = 4u << 20;
/// A shorter line ("}", "else") says nothing about where it went.
constexpr size_t kTellingLength = 4;

using FileLines = std::vector<std::string>;

/// Patience diff: lines that stand once on both sides hold it together, tables fill the gaps.
class LineMatcher {
 public:
  LineMatcher(const FileLines& before, const FileLines& after)
      : x_before(before), x_after(after), x_to(before.size(), kNoLine) {}

  std::vector<size_t> run() {
    match({0, x_before.size(), 0, x_after.size()});
    return std::move(x_to);
  }

 private:
  struct Range {
    size_t a, a_end, b, b_end;
  };
  struct Pair {
    size_t a, b;
  };

  void match(Range r) {
    while (r.a < r.a_end && r.b < r.b_end && x_before[r.a] == x_after[r.b])
      x_to[r.a++] = r.b++;
    while (r.a < r.a_end && r.b < r.b_end && x_before[r.a_end - 1] == x_after[r.b_end - 1])
      x_to[--r.a_end] = --r.b_end;
    if (r.a == r.a_end || r.b == r.b_end)
      return;
    std::vector<Pair> chain = longest_rising(unique_pairs(r));
    if (chain.empty()) {
      by_table(r);
      return;
    }
    for (const Pair& pair : chain) {
      match({r.a, pair.a, r.b, pair.b});
      x_to[pair.a] = pair.b;
      r.a = pair.a + 1;
      r.b = pair.b + 1;
    }
    match(r);
  }

  /// FileLines that stand exactly once in each part, in the order of `before`.
  std::vector<Pair> unique_pairs(const Range& r) const {
    struct Count {
      size_t a = 0, b = 0, at_a = 0, at_b = 0;
    };
    std::unordered_map<std::string_view, Count> counts;
    for (size_t i = r.a; i < r.a_end; ++i) {
      Count& count = counts[x_before[i]];
      ++count.a;
      count.at_a = i;
    }
    for (size_t i = r.b; i < r.b_end; ++i) {
      Count& count = counts[x_after[i]];
      ++count.b;
      count.at_b = i;
    }
    std::vector<Pair> pairs;
    for (const auto& [line, count] : counts)
      if (count.a == 1 && count.b == 1)
        pairs.push_back({count.at_a, count.at_b});
    std::ranges::sort(pairs, {}, &Pair::a);
    return pairs;
  }

  static std::vector<Pair> longest_rising(const std::vector<Pair>& pairs) {
    std::vector<size_t> tails, previous(pairs.size(), kNoLine);
    for (size_t i = 0; i < pairs.size(); ++i) {
      auto at = std::ranges::lower_bound(
          tails, i, [&](size_t x, size_t y) { return pairs[x].b < pairs[y].b; });
      if (at != tails.begin())
        previous[i] = *(at - 1);
      if (at == tails.end())
        tails.push_back(i);
      else
        *at = i;
    }
    std::vector<Pair> chain;
    for (size_t i = tails.empty() ? kNoLine : tails.back(); i != kNoLine; i = previous[i])
      chain.push_back(pairs[i]);
    std::ranges::reverse(chain);
    return chain;
  }

  void by_table(const Range& r) {
    size_t n = r.a_end - r.a;
    size_t m = r.b_end - r.b;
    if ((n + 1) * (m + 1) > kMostCells)
      return;
    std::vector<uint32_t> length((n + 1) * (m + 1), 0);
    auto cell = [&](size_t i, size_t j) -> uint32_t& { return length[i * (m + 1) + j]; };
    for (size_t i = n; i-- > 0;)
      for (size_t j = m; j-- > 0;)
        cell(i, j) = x_before[r.a + i] == x_after[r.b + j]
                         ? cell(i + 1, j + 1) + 1
                         : std::max(cell(i + 1, j), cell(i, j + 1));
    for (size_t i = 0, j = 0; i < n && j < m;) {
      if (x_before[r.a + i] == x_after[r.b + j])
        x_to[r.a + i++] = r.b + j++;
      else if (cell(i + 1, j) >= cell(i, j + 1))
        ++i;
      else
        ++j;
    }
  }

  const FileLines& x_before;
  const FileLines& x_after;
  std::vector<size_t> x_to;
};

bool is_word_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where the word begins, not as a part of a longer one; kNoLine where it is not there.
size_t find_whole(std::string_view line, std::string_view word) {
  for (size_t at = line.find(word); at != kNoLine; at = line.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !is_word_byte(line[at - 1])) &&
        (end == line.size() || !is_word_byte(line[end])))
      return at;
  }
  return kNoLine;
}

bool holds_any(std::string_view line, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return find_whole(line, word) != kNoLine; });
}

/// "def cut", "func (p *Pool) cut", "static int cut(int n) {", as far as looks tell.
bool is_definition(std::string_view line, std::string_view next, std::string_view word) {
  const size_t at = find_whole(line, word);
  const std::string_view before = line.substr(0, at);
  if (at == kNoLine || before.find_first_of("=\"'") != kNoLine ||
      std::ranges::count(before, '(') != std::ranges::count(before, ')'))
    return false;
  if (holds_any(before, {"def", "fn", "func", "function", "class", "struct", "interface", "type",
                         "enum", "trait", "sub", "const", "let", "module", "macro", "define"}))
    return true;
  return line.substr(at + word.size()).starts_with("(") &&
         !holds_any(before, {"if", "while", "for", "return", "match", "switch"}) &&
         (line.ends_with("{") || line.ends_with("{ ") || next.starts_with("{"));
}

}  // namespace

std::vector<size_t> match_lines(const FileLines& before, const FileLines& after) {
  return LineMatcher(before, after).run();
}

LineFate follow_line(std::string_view before, std::string_view after, size_t line) {
  FileLines old_lines = split_lines(before);
  FileLines new_lines = split_lines(after);
  if (line == 0 || line > old_lines.size())
    return {};
  const std::string& text = old_lines[line - 1];
  size_t to = match_lines(old_lines, new_lines)[line - 1];
  if (to == kNoLine && trim(text).size() >= kTellingLength &&
      std::ranges::count(old_lines, text) == 1 && std::ranges::count(new_lines, text) == 1)
    to = static_cast<size_t>(std::ranges::find(new_lines, text) - new_lines.begin());
  LineFate fate{.line = to + 1, .text = text};
  fate.kind = to == kNoLine    ? LineFate::Kind::changed
              : to + 1 == line ? LineFate::Kind::same
                               : LineFate::Kind::moved;
  if (to == kNoLine)
    fate.line = 0;
  return fate;
}

size_t line_of_definition(std::string_view text, std::string_view word) {
  if (word.empty() || text.find(word) == kNoLine)
    return 0;
  FileLines lines = split_lines(text);
  lines.emplace_back();
  for (size_t i = 0; i + 1 < lines.size(); ++i)
    if (is_definition(lines[i], lines[i + 1], word))
      return i + 1;
  return 0;
}

size_t line_of_word(std::string_view text, std::string_view word) {
  if (const size_t defined = line_of_definition(text, word); defined > 0 || word.empty())
    return defined;
  const FileLines lines = split_lines(text);
  const auto first = std::ranges::find_if(
      lines, [&](const std::string& line) { return find_whole(line, word) != kNoLine; });
  return first == lines.end() ? 0 : static_cast<size_t>(first - lines.begin()) + 1;
}

}  // namespace handoff::ops
