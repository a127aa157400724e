#include <algorithm>

#include "base/text.hpp"
#include "git/history/history.hpp"

namespace handoff::git {

namespace {

/// Beyond so many lines nobody compares one by one.
constexpr size_t kMostLines = 20000;
constexpr uint64_t kPutIn = 0xcbf29ce484222325ULL;
constexpr uint64_t kTakenOut = 0x9e3779b97f4a7c15ULL;

uint64_t hash_of(std::string_view text, uint64_t seed) {
  uint64_t h = seed;
  for (char c : text) {
    h ^= static_cast<unsigned char>(c);
    h *= 0x100000001b3ULL;
  }
  // FNV alone is too regular to be added up.
  h ^= h >> 30;
  h *= 0xbf58476d1ce4e5b9ULL;
  h ^= h >> 27;
  h *= 0x94d049bb133111ebULL;
  return h ^ (h >> 31);
}

std::string tagged(std::string_view tag, std::string_view text) {
  return std::string(tag) + '\0' + std::string(text);
}

/// "b/x" or "\"b/\\303\"" without the letter and slash.
std::string path_in_header(std::string_view text) {
  if (text.ends_with('\t'))
    text.remove_suffix(1);
  std::string path = c_unquote(text).value_or(std::string(text));
  return path.size() > 2 && path[1] == '/' ? path.substr(2) : path;
}

/// `@@ -a,b +c,d @@`: b and d; false for any other line.
bool hunk_sizes(std::string_view line, size_t& minus, size_t& plus) {
  if (!line.starts_with("@@ -"))
    return false;
  auto size_behind = [&](size_t at) {
    size_t end = line.find_first_of(", ", at);
    if (end == std::string_view::npos || line[end] == ' ')
      return size_t{1};
    size_t value = 0;
    for (size_t i = end + 1; i < line.size() && line[i] >= '0' && line[i] <= '9'; ++i)
      value = value * 10 + static_cast<size_t>(line[i] - '0');
    return value;
  };
  size_t second = line.find(" +");
  if (second == std::string_view::npos)
    return false;
  minus = size_behind(4);
  plus = size_behind(second + 2);
  return true;
}

/// Both names of `a/x b/x` are the same where nothing is renamed, the only use of it.
std::string path_of_diff_line(std::string_view names) {
  if (names.starts_with('"'))
    return path_in_header(names.substr(0, names.find("\" ") + 1));
  return path_in_header(names.substr(0, names.size() / 2));
}

/// Adds up one diff, line by line.
class Adder {
 public:
  ChangeSum sum = {};
  std::vector<uint64_t> lines = {};

  void line(std::string_view text) {
    if (x_minus > 0 || x_plus > 0)
      body(text);
    else if (text.starts_with('\\'))
      no_line_end();
    else if (!hunk_sizes(text, x_minus, x_plus))
      header(text);
  }

 private:
  void body(std::string_view text) {
    char sign = text.empty() ? ' ' : text.front();
    if (sign == '\\') {
      no_line_end();
      return;
    }
    x_last.clear();
    if (sign != '+')
      x_minus -= x_minus > 0;
    if (sign != '-')
      x_plus -= x_plus > 0;
    if (sign == ' ')
      return;
    x_last = text;
    sum.add(tagged("line", text.substr(1)), sign == '-');
    if (std::string plain = trim(text.substr(1)); !plain.empty())
      lines.push_back(sign == '-' ? hash_of(plain, kTakenOut) & ~kIsPutIn
                                  : hash_of(plain, kPutIn) | kIsPutIn);
  }

  /// The line before has no line end: that makes it another line.
  void no_line_end() {
    if (x_last.empty())
      return;
    bool minus = x_last[0] == '-';
    sum.add(tagged("line", x_last.substr(1)), !minus);
    sum.add(tagged("last line", x_last.substr(1)), minus);
    x_last.clear();
  }

  void header(std::string_view text) {
    x_last.clear();
    auto rest_behind = [&](std::string_view prefix) {
      return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view();
    };
    if (text.starts_with("diff --git ")) {
      x_old_blob.clear();
      x_new_blob.clear();
      x_path = path_of_diff_line(text.substr(11));
    } else if (auto mode = rest_behind("new file mode "); !mode.empty()) {
      sum.add(tagged("path", x_path), false);
      sum.add(tagged("mode", mode), false);
    } else if (mode = rest_behind("deleted file mode "); !mode.empty()) {
      sum.add(tagged("path", x_path), true);
      sum.add(tagged("mode", mode), true);
    } else if (mode = rest_behind("old mode "); !mode.empty()) {
      sum.add(tagged("mode", mode), true);
    } else if (mode = rest_behind("new mode "); !mode.empty()) {
      sum.add(tagged("mode", mode), false);
    } else if (auto from = rest_behind("rename from "); !from.empty()) {
      sum.add(tagged("path", c_unquote(from).value_or(std::string(from))), true);
    } else if (auto to = rest_behind("rename to "); !to.empty()) {
      sum.add(tagged("path", c_unquote(to).value_or(std::string(to))), false);
    } else if (auto blobs = rest_behind("index "); !blobs.empty()) {
      size_t dots = blobs.find("..");
      x_old_blob = blobs.substr(0, dots);
      if (dots != std::string_view::npos)
        x_new_blob = blobs.substr(dots + 2, blobs.find(' ', dots) - dots - 2);
    } else if (text.starts_with("Binary files ")) {
      for (const auto& [blob, minus] : {std::pair(x_old_blob, true), std::pair(x_new_blob, false)})
        if (blob.find_first_not_of('0') != std::string::npos)
          sum.add(tagged("blob", blob), minus);
    }
  }

  size_t x_minus = 0, x_plus = 0;
  std::string x_last, x_path, x_old_blob, x_new_blob;
};

/// The diffs of `diff-tree --stdin -p`: each stands behind a line that is an object id.
struct DiffOfCommit {
  std::string oid;
  std::string_view text;
};

std::vector<DiffOfCommit> split_diffs(std::string_view bytes, const std::set<std::string>& oids) {
  std::vector<DiffOfCommit> diffs;
  size_t start = 0;
  for (size_t at = 0; at < bytes.size();) {
    size_t end = std::min(bytes.find('\n', at), bytes.size());
    std::string_view line = bytes.substr(at, end - at);
    if ((line.size() == 40 || line.size() == 64) && oids.contains(std::string(line))) {
      if (!diffs.empty())
        diffs.back().text = bytes.substr(start, at - start);
      diffs.push_back({std::string(line), {}});
      start = end + 1;
    }
    at = end + 1;
  }
  if (!diffs.empty() && start < bytes.size())
    diffs.back().text = bytes.substr(start);
  return diffs;
}

}  // namespace

void ChangeSum::add(std::string_view token, bool minus) {
  ChangeSum one{hash_of(token, kPutIn), hash_of(token, kTakenOut)};
  *this = minus ? *this - one : *this + one;
}

Patch read_patch(std::string_view patch) {
  Adder adder;
  for (size_t at = 0; at < patch.size();) {
    size_t end = std::min(patch.find('\n', at), patch.size());
    adder.line(patch.substr(at, end - at));
    at = end + 1;
  }
  if (adder.lines.size() > kMostLines)
    adder.lines.clear();
  std::ranges::sort(adder.lines);
  return {.sum = adder.sum, .lines = std::move(adder.lines)};
}

std::map<std::string, ChangedLines> changed_lines(std::string_view patch) {
  constexpr std::string_view kNames = "diff --git ";
  std::map<std::string, ChangedLines> changes;
  ChangedLines* now = nullptr;
  size_t minus = 0, plus = 0;
  for (size_t at = 0, end = 0; at < patch.size(); at = end + 1) {
    end = std::min(patch.find('\n', at), patch.size());
    const std::string_view line = patch.substr(at, end - at);
    if (now != nullptr && minus > 0 && line.starts_with('-')) {
      now->out.emplace(line.substr(1));
      --minus;
    } else if (now != nullptr && plus > 0 && line.starts_with('+')) {
      now->in.emplace(line.substr(1));
      --plus;
    } else if (line.starts_with(kNames)) {
      now = &changes[path_of_diff_line(line.substr(kNames.size()))];
    } else if (now != nullptr && !hunk_sizes(line, minus, plus)) {
      now->is_whole = now->is_whole || line.starts_with("new file ") ||
                      line.starts_with("deleted file ") || line.starts_with("old mode ");
      now->is_text = now->is_text && !line.starts_with("Binary files ");
    }
  }
  return changes;
}

std::map<std::string, Patch> read_patches(const Git& git, const std::vector<std::string>& oids,
                                          bool ids) {
  std::map<std::string, Patch> patches;
  if (oids.empty())
    return patches;
  std::string input;
  for (const std::string& oid : oids)
    input += oid + "\n";
  Outcome diffs =
      start_bounded(git, offline({.args = {"-c", "diff.suppressBlankEmpty=false", "diff-tree",
                                           "--stdin", "-r", "-p", "--root", "-M", "--full-index",
                                           "--no-ext-diff", "--no-textconv", "--no-color", "-U3"},
                                  .input = std::move(input),
                                  .environment = {{"GIT_FLUSH", "0"}}}))
          .wait();
  // Where an object is missing, or a change is too large, git stops in the middle: what it wrote
  // until then is whole but the last.
  std::vector<DiffOfCommit> parts = split_diffs(diffs.out, {oids.begin(), oids.end()});
  if (!diffs.ok() && !parts.empty())
    parts.pop_back();
  std::string all;
  for (const DiffOfCommit& part : parts) {
    patches[part.oid] = read_patch(part.text);
    if (ids)
      all.append(part.oid).append("\n").append(part.text);
  }
  if (!ids)
    return patches;
  Outcome named = git.run({.args = {"patch-id", "--stable"}, .input = std::move(all)});
  for (const std::string& line : split_lines(named.out))
    if (std::vector<std::string> pair = split(line, ' '); pair.size() == 2)
      patches[pair[1]].id = pair[0];
  return patches;
}

}  // namespace handoff::git
