#include "cli/command/resume_menu.hpp"

#include <cstdio>
#include <utility>

#include "base/process.hpp"
#include "base/text.hpp"
#include "cli/render/record_text.hpp"
#include "cli/screen/reading.hpp"

namespace handoff::cli {

namespace {

/// As `git show` and `git diff` print it, with the user's pager. Nothing of the record runs: no
/// text conversion, no external diff.
void show_kept_work(const ops::Store& store, const ops::Record& record) {
  const model::GitBlock& git = record.git();
  if (git.wip_commit.empty()) {
    say("note", "the tree was clean: no work was kept");
    return;
  }
  std::fflush(stdout);
  std::vector<std::string> argv = {"git", "diff", "--no-ext-diff", "--no-textconv"};
  if (git.base.empty())
    argv = {"git", "show", "--no-ext-diff", "--no-textconv", git.wip_commit, "--"};
  else
    argv.insert(argv.end(), {git.base, git.wip_commit, "--"});
  handoff::run({.argv = argv, .folder = store.repository().layout().root, .terminal = true});
}

}  // namespace

void review(const Terminal& terminal, const ops::Store& store, const ops::Record& record) {
  print_record(terminal, ops::readable_by(store, record, terminal.reader()));
  confirm_reading(terminal, store, record);
}

Choice ask_choice(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                  const ops::Offers& offers) {
  std::vector<std::pair<std::string, std::string>> entries;
  if (offers.go_on)
    entries.emplace_back("  [c] continue", *offers.go_on);
  if (offers.keep)
    entries.emplace_back("  [k] keep", "leave the commits as they are, retire the handoff");
  entries.emplace_back("  [r] review", "read all of it, then ask again");
  entries.emplace_back("  [v] diff", "the kept work, in the pager, then ask again");
  if (offers.fresh)
    entries.emplace_back("  [f] start fresh", *offers.fresh);
  entries.emplace_back("  [q] not now", "change nothing");
  std::fflush(stdout);  // in a pipe, too, the question comes behind what it is about
  if (!offers.go_on)
    for (const std::string& way : offers.ways)
      say("hint", way);
  for (;;) {
    std::fputs("\n", stderr);
    for (const auto& [key, meaning] : entries)
      for (const std::string& line : terminal.explained(key, meaning, 19))
        std::fprintf(stderr, "%s\n", line.c_str());
    std::optional<std::string> answer = ask("your choice [q]: ");
    std::string word = answer ? to_lower(*answer) : "q";
    if (offers.go_on && (word == "c" || word == "continue"))
      return Choice::go_on;
    if (offers.keep && (word == "k" || word == "keep"))
      return Choice::keep;
    if (offers.fresh && (word == "f" || word == "fresh" || word == "start fresh"))
      return Choice::fresh;
    if (word == "discard")
      return Choice::discard;
    if (word == "r" || word == "review")
      review(terminal, store, record);
    else if (word == "v" || word == "diff")
      show_kept_work(store, record);
    else if (word.empty() || word == "q")
      return Choice::none;
    else
      say("note", "'" + printable(word) + "' is none of them");
  }
}

}  // namespace handoff::cli
