#include "cli/command/open_repository.hpp"

#include <algorithm>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "cli/screen/terminal.hpp"
#include "git/objects/quarantine.hpp"
#include "ops/notes/journal.hpp"
#include "ops/operation/transaction.hpp"
#include "ops/records/names.hpp"

namespace handoff::cli {

namespace {

std::string verb_finished_now;

}  // namespace

void refuse_given_again(std::string_view verb) {
  if (verb_finished_now.starts_with(verb))
    refuse("what was interrupted is done now, and nothing else was",
           {"look: git handoff status", "to take it back: git handoff undo"});
}

git::Repository open_repository(git::Repository::AskConfig when) {
  git::Repository repository = git::Repository::open({}, when);
  ops::bring_notes_here(repository);
  if (!ops::needs_recovery(repository)) {
    git::remove_leftovers(repository);
    return repository;
  }
  ops::Recovery recovery;
  try {
    recovery = ops::recover(repository);
  } catch (const Failure& failure) {
    // Reading goes on; what writes refuses while the operation is open.
    say("warning", "an interrupted operation is not finished yet: " + failure.message());
    say("hint", failure.hints());
    return repository;
  }
  if (recovery.files_put_back && recovery.left_alone.empty())
    say("note",
        "files that an interrupted command had begun to write are as they were; give it again");
  for (const ops::RescuedFile& file : recovery.rescued)
    say("warning", ops::path_in_quotes(file.path) +
                       " was edited while an interrupted command replaced it: what stood there is "
                       "in " +
                       ops::path_in_quotes(file.place));
  constexpr size_t kNamed = 10;
  for (size_t i = 0; i < std::min(kNamed, recovery.left_alone.size()); ++i)
    say("warning", ops::path_in_quotes(recovery.left_alone[i]) +
                       " has changed since an interrupted command wrote it: it stays as it is");
  if (recovery.left_alone.size() > kNamed)
    say("warning", "and so do " + std::to_string(recovery.left_alone.size() - kNamed) + " more");
  for (const std::string& lock : recovery.locks) {
    say("warning",
        "'" + printable(lock) + "' exists: a git that was killed left it, or uses it now");
    say("hint", "if no git process is running here, remove it");
  }
  std::string what = "an interrupted " + recovery.name();
  switch (recovery.outcome) {
    case ops::Recovery::Outcome::finished:
      say("note", what + " was finished");
      verb_finished_now = recovery.verb;
      break;
    case ops::Recovery::Outcome::dropped:
      say("note", what + " had changed nothing and was dropped");
      break;
    case ops::Recovery::Outcome::foreign:
      say("warning", what +
                         " could not be finished: things have moved on since; what it had saved is "
                         "in the record");
      break;
    case ops::Recovery::Outcome::running:
    case ops::Recovery::Outcome::nothing:
      break;
  }
  return repository;
}

}  // namespace handoff::cli
