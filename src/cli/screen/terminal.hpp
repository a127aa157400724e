#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/records/readable.hpp"

namespace handoff::cli {

/// What the command talks to: how wide, coloured or not, a person or a pipe.
class Terminal {
 public:
  /// Colour by `color.handoff`, then `color.ui`, then NO_COLOR; `auto` means only on a terminal.
  /// The repository's configuration is asked when the first word is painted: until then git may
  /// still be answering.
  explicit Terminal(const git::Repository* repository = nullptr);

  bool is_person() const { return x_person; }  ///< as can_ask()
  /// A person, where standard output is a terminal as well.
  ops::Reader reader() const { return x_reader; }
  size_t width() const {
    return x_width;
  }  ///< columns of stdout, at least 20; without end in a pipe

  std::string bold(const std::string& text) const { return paint("1", text); }
  std::string green(const std::string& text) const { return paint("32", text); }
  std::string yellow(const std::string& text) const { return paint("33", text); }
  std::string red(const std::string& text) const { return paint("31", text); }

  /// `label: text`, wrapped to the width, continuation lines indented under the text. Control bytes
  /// of `text` are neutralised.
  void field(const std::string& label, const std::string& text) const;
  void line(const std::string& text = {}) const;
  /// `head`, and from `column` on what it means, wrapped; on a narrow terminal below the head. The
  /// caller paints.
  std::vector<std::string> explained(const std::string& head, const std::string& text,
                                     size_t column) const;
  /// One statement, wrapped.
  void sentence(const std::string& text) const;

 private:
  std::string paint(const char* code, const std::string& text) const;
  const git::Repository* x_repository = nullptr;
  mutable std::optional<bool> x_colour;  ///< once it is known
  bool x_person = false;
  ops::Reader x_reader = ops::Reader::agent;
  size_t x_width = 0;
};

/// Prints the question on standard error and reads one line, without white space at its ends.
/// nullopt at the end of the input.
std::optional<std::string> ask(const std::string& question);
/// `y` or `yes`, in any case.
bool is_yes(const std::optional<std::string>& answer);
/// Did this command ask anything? While a person thought, the world may have gone on.
bool was_asked();

/// All that is printed goes through these: what steers a terminal is neutralised (`printable`), but
/// for our own colours. A text as it stands, or a line, on standard output:
void print_text(std::string_view text);
void print_line(std::string_view text);
/// A line on standard error.
void tell_line(std::string_view text);

/// Writes `note: ...` (or another word) to stderr.
void say(const std::string& word, const std::string& text);
void say(const std::string& word, const std::vector<std::string>& texts);  ///< each of them

}  // namespace handoff::cli
