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

Choice ask_choice(const Terminal& terminal, const ops::Store& store, const ops::Record& record) {
  for (;;) {
    std::fputs("\n", stderr);
    for (const auto& [key, meaning] :
         {std::pair("  [c] continue", "restore the work, retire the handoff"),
          std::pair("  [r] review", "read all of it, then ask again"),
          std::pair("  [v] diff", "the kept work, in the pager, then ask again"),
          std::pair("  [f] start fresh",
                    "put the work aside: the branch goes back to its base, undo brings it back"),
          std::pair("  [q] not now", "change nothing")})
      for (const std::string& line : terminal.explained(key, meaning, 18))
        std::fprintf(stderr, "%s\n", line.c_str());
    std::optional<std::string> answer = ask("your choice [q]: ");
    std::string word = answer ? to_lower(*answer) : "q";
    if (word == "c" || word == "continue")
      return Choice::go_on;
    if (word == "f" || word == "fresh" || word == "start fresh")
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
      say("note", "'" + printable(word) + "' is none of c, r, v, f, q");
  }
}

}  // namespace handoff::cli
