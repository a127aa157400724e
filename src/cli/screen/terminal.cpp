#include "cli/screen/terminal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/environment.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "formats/secrets/shown.hpp"

namespace handoff::cli {

namespace {

constexpr size_t kNarrowest = 20;
/// Where neither a terminal nor COLUMNS tells: what reads a pipe finds a statement on one line, as
/// git writes it.
constexpr size_t kEndless = 1u << 30;

size_t columns() {
  if (const char* told = std::getenv("COLUMNS"))
    if (long n = std::strtol(told, nullptr, 10); n > 0)
      return std::max(kNarrowest, static_cast<size_t>(n));
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::max<size_t>(kNarrowest, size.ws_col);
  return kEndless;
}

bool wants_colour(const git::Repository* repository) {
  bool terminal = isatty(STDOUT_FILENO) != 0 || to_lower(environment("GIT_PAGER_IN_USE")) == "true";
  if (repository != nullptr)
    for (const char* key : {"color.handoff", "color.ui"})
      if (auto value = repository->config().text(key)) {
        std::string word = to_lower(*value);
        if (word == "always")
          return true;
        if (word == "never" || word == "false" || word == "no" || word == "off")
          return false;
        break;
      }
  return terminal && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

/// The text without what steers a terminal, but for what paint() puts there.
std::string neutral(std::string_view text) {
  static constexpr std::string_view kColours[] = {"\033[1m", "\033[32m", "\033[33m", "\033[31m",
                                                  "\033[0m"};
  std::string out;
  size_t begin = 0;
  for (size_t at = text.find('\033'); at != kNowhere; at = text.find('\033', at + 1))
    for (std::string_view colour : kColours)
      if (text.substr(at).starts_with(colour)) {
        out += printable(text.substr(begin, at - begin), true);
        out += colour;
        begin = at + colour.size();
      }
  return out + printable(text.substr(begin), true);
}

void write_to(std::FILE* file, std::string_view text) {
  const std::string harmless = neutral(text);
  std::fwrite(harmless.data(), 1, harmless.size(), file);
}

}  // namespace

void print_text(std::string_view text) { write_to(stdout, text); }

void print_line(std::string_view text) { write_to(stdout, std::string(text) + "\n"); }

void tell_line(std::string_view text) { write_to(stderr, std::string(text) + "\n"); }

Terminal::Terminal(const git::Repository* repository)
    : x_repository(repository),
      x_person(can_ask()),
      x_reader(x_person && isatty(STDOUT_FILENO) == 1 ? ops::Reader::person : ops::Reader::agent),
      x_width(columns()) {}

std::string Terminal::paint(const char* code, const std::string& text) const {
  if (!x_colour)
    x_colour = wants_colour(x_repository);
  return *x_colour ? "\033[" + std::string(code) + "m" + text + "\033[0m" : text;
}

void Terminal::field(const std::string& label, const std::string& text) const {
  std::string head = label + ": ";
  size_t indent = std::min(display_width(head), x_width / 3);
  std::string start = head;  // stands before the first line, the indent before the others
  for (const std::string& paragraph : split_lines(formats::shown(text, true))) {
    // A marker as wide as the start keeps the place; wrap() would drop leading blanks.
    std::vector<std::string> lines =
        wrap(std::string(display_width(start), '_') + replace_all(paragraph, "\t", "  "), x_width,
             indent);
    for (size_t i = 0; i < lines.size(); ++i) {
      if (i == 0 && start == head)
        print_line(bold(label + ":") + " " + lines[i].substr(start.size()));
      else if (i == 0)
        print_line(start + lines[i].substr(start.size()));
      else
        print_line(lines[i]);
    }
    start = std::string(indent, ' ');
  }
}

void Terminal::line(const std::string& text) const { print_line(text); }

std::vector<std::string> Terminal::explained(const std::string& head, const std::string& text,
                                             size_t column) const {
  constexpr size_t kLeast = 24;
  constexpr size_t kBelow = 6;
  size_t start = x_width < column + kLeast ? kBelow : std::max(column, display_width(head) + 1);
  std::vector<std::string> lines;
  for (const std::string& part :
       wrap(text, x_width > start + kBelow ? x_width - start : kNarrowest))
    lines.push_back(std::string(start, ' ') + part);
  if (start == kBelow)
    lines.insert(lines.begin(), head);
  else if (!lines.empty())
    lines[0].replace(0, head.size(), head);
  return lines;
}

void Terminal::sentence(const std::string& text) const {
  for (const std::string& part : wrap(text, x_width))
    line(part);
}

namespace {
bool asked_something = false;
}

bool was_asked() { return asked_something; }

std::optional<std::string> ask(const std::string& question) {
  asked_something = true;
  std::fflush(stdout);
  write_to(stderr, question);
  std::string line;
  // Byte by byte, so that what follows the line is left to whoever reads next.
  for (;;) {
    char byte = 0;
    ssize_t n = read(STDIN_FILENO, &byte, 1);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0 && line.empty()) {
      std::fputc('\n', stderr);  // what comes next begins on a line of its own
      return std::nullopt;
    }
    if (n <= 0 || byte == '\n')
      return trim(line);
    line += byte;
  }
}

bool is_yes(const std::optional<std::string>& answer) {
  const std::string word = to_lower(answer.value_or(""));
  return word == "y" || word == "yes";
}

void say(const std::string& word, const std::string& text) {
  tell_line(word + ": " + formats::shown(text));
}

void say(const std::string& word, const std::vector<std::string>& texts) {
  for (const std::string& text : texts)
    say(word, text);
}

}  // namespace handoff::cli
