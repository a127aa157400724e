#include "ops/setup/marked_block.hpp"

#include <optional>

#include "base/text.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kMadeFile = "# (this file is from 'git handoff init' as well)";
constexpr std::string_view kMadeFolder =
    "# (this file and its folder are from 'git handoff init' as well)";

struct TextLine {
  std::string_view text;  ///< without its end
  size_t begin = 0;
  size_t end = 0;  ///< behind its end
};

std::optional<TextLine> line_at(std::string_view text, size_t begin) {
  if (begin >= text.size())
    return std::nullopt;
  size_t newline = text.find('\n', begin);
  size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
  std::string_view line = text.substr(begin, end - begin);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r'))
    line.remove_suffix(1);
  return TextLine{line, begin, end};
}

std::string_view line_end_of(std::string_view text) {
  size_t newline = text.find('\n');
  bool crlf = newline != std::string_view::npos && newline > 0 && text[newline - 1] == '\r';
  return crlf ? "\r\n" : "\n";
}

std::string_view note_of(MadeByUs made) {
  return made == MadeByUs::file ? kMadeFile : made == MadeByUs::file_and_folder ? kMadeFolder : "";
}

/// The block as it is written into a text: the note behind its first line, and that text's line
/// ends.
std::string rendered(std::string_view block, MadeByUs made, std::string_view line_end) {
  std::string text(block);
  if (made != MadeByUs::nothing)
    text.insert(text.find('\n') + 1, std::string(note_of(made)) + "\n");
  return line_end == "\n" ? text : replace_all(text, "\n", line_end);
}

void remove_line_end(std::string& text, std::string_view line_end) {
  if (text.ends_with(line_end))
    text.resize(text.size() - line_end.size());
}

}  // namespace

FoundBlock find_block(std::string_view text) {
  FoundBlock found;
  int begins = 0, ends = 0;
  for (auto line = line_at(text, 0); line; line = line_at(text, line->end)) {
    if (line->text.starts_with(kBlockBegin)) {
      ++begins;
      found.begin = line->begin;
    }
    bool inside = begins == 1 && ends == 0;
    if (inside && line->text == kMadeFile)
      found.made = MadeByUs::file;
    else if (inside && line->text == kMadeFolder)
      found.made = MadeByUs::file_and_folder;
    else if (inside)
      found.body += std::string(line->text) + "\n";
    if (line->text.starts_with(kBlockEnd)) {
      ++ends;
      found.end = line->end;
    }
  }
  if (begins == 1 && ends == 1 && found.begin < found.end)
    found.state = BlockState::present;
  else if (begins != 0 || ends != 0)
    found.state = BlockState::damaged;
  return found;
}

std::string with_block(const std::string& text, std::string_view block, BlockPlace place,
                       MadeByUs made) {
  FoundBlock old = find_block(text);
  std::string_view line_end = line_end_of(text);
  if (old.state == BlockState::present) {
    std::string added = rendered(block, old.made, line_end);
    if (text[old.end - 1] != '\n')
      remove_line_end(added, line_end);
    return text.substr(0, old.begin) + added + text.substr(old.end);
  }
  size_t at = text.size();
  if (place == BlockPlace::after_shebang) {
    at = 0;
    if (text.starts_with("#!"))
      at = line_at(text, 0)->end;
  }
  std::string added = rendered(block, made, line_end);
  if (at > 0 && text[at - 1] != '\n') {
    // The text has no final newline: nor has it with the block.
    remove_line_end(added, line_end);
    added.insert(0, line_end);
  }
  return text.substr(0, at) + added + text.substr(at);
}

std::string without_block(const std::string& text) {
  FoundBlock found = find_block(text);
  if (found.state != BlockState::present)
    return text;
  std::string before = text.substr(0, found.begin);
  if (text[found.end - 1] != '\n')
    remove_line_end(before, line_end_of(std::string_view(text).substr(found.begin)));
  return before + text.substr(found.end);
}

}  // namespace handoff::ops
