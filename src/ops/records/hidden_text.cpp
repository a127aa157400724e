#include "ops/records/hidden_text.hpp"

#include <nlohmann/json.hpp>

#include "base/characters.hpp"
#include "base/text.hpp"

namespace handoff::ops {

namespace {

struct Tricks {
  bool controls = false, invisible = false, imitation = false, fence = false, markup = false;
};

void look_at_characters(const std::string& text, Tricks& tricks) {
  for (size_t at = 0, length = 0; at < text.size(); at += length) {
    std::optional<char32_t> code = decode_utf8(text, at, length);
    bool line_end = code == U'\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (!code || *code == U'\n' || *code == U'\t' || line_end || !steers_display_at(text, at))
      continue;
    (*code < 0xA0 ? tricks.controls : tricks.invisible) = true;
  }
}

/// "error: ... git handoff ...": a message of a compiler is none of these.
bool looks_like_ours(const std::string& line) {
  for (std::string_view word : {"error:", "fatal:", "warning:", "hint:", "note:", "resume:"})
    if (line.starts_with(word) && contains(line, "handoff"))
      return true;
  return false;
}

/// `--- 3fa9c1d2 ...`, as a brief is framed: a rule of Markdown has no number behind it.
bool looks_like_frame(const std::string& line) {
  constexpr std::string_view kRule = "--- ";
  constexpr size_t kDigits = 8;
  if (!line.starts_with(kRule) || line.size() < kRule.size() + kDigits)
    return false;
  return is_lower_hex(std::string_view(line).substr(kRule.size(), kDigits));
}

void look_at_text(const std::string& text, Tricks& tricks) {
  look_at_characters(text, tricks);
  std::string lower = to_lower(text);
  for (const std::string& line : split_lines(replace_all(lower, "\r", "\n"))) {
    tricks.imitation = tricks.imitation || looks_like_ours(trim(line));
    tricks.fence = tricks.fence || looks_like_frame(trim(line));
  }
  for (std::string_view part : {"<script", "<iframe", "<img", "<object", "<svg",
                                "](javascript:", "](data:", "](vbscript:", "]: javascript:"})
    tricks.markup = tricks.markup || contains(lower, part);
}

void look_at_value(const Json& value, Tricks& tricks) {
  if (value.is_string())
    look_at_text(value.get_ref<const std::string&>(), tricks);
  else if (value.is_object())
    for (const auto& [key, item] : value.items()) {
      look_at_text(key, tricks);
      look_at_value(item, tricks);
    }
  else if (value.is_array())
    for (const Json& item : value)
      look_at_value(item, tricks);
}

}  // namespace

std::vector<std::string> tricks_in(const Json& record) {
  Tricks tricks;
  look_at_value(record, tricks);
  std::vector<std::string> found;
  if (tricks.controls)
    found.emplace_back("control bytes that steer a terminal (shown as \\x1b)");
  if (tricks.invisible)
    found.emplace_back("characters that hide or reorder text (shown as <U+202E>)");
  if (tricks.imitation)
    found.emplace_back("lines that look like messages of git handoff");
  if (tricks.fence)
    found.emplace_back("a forged frame of a brief");
  if (tricks.markup)
    found.emplace_back("HTML or links that run something");
  return found;
}

}  // namespace handoff::ops
