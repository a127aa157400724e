#include "cli/screen/reading.hpp"

#include <algorithm>
#include <cstdio>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/record/record.hpp"
#include "formats/secrets/shown.hpp"
#include "git/refs/names.hpp"
#include "ops/records/names.hpp"
#include "ops/records/subjects_only.hpp"
#include "ops/records/trust_question.hpp"
#include "ops/restore/brought_files.hpp"
#include "ops/share/share.hpp"
#include "ops/snapshot/wip_commit.hpp"

namespace handoff::cli {

namespace {

/// Messages of the work's commits that are not as a pause writes them: --keep-wip leaves them on a
/// branch.
void print_messages(const Terminal& terminal, const ops::Store& store, const ops::Record& record) {
  constexpr size_t kMostCommits = 10, kMostLines = 20, kMostBytes = 4096;
  const std::string& base = record.git().base;
  if (record.git().wip_commit.empty())
    return;
  std::vector<std::string> range = {"rev-list", "--first-parent", record.git().wip_commit};
  if (!base.empty())
    range.push_back("^" + base);
  const std::vector<std::string> commits = split_lines(
      store.repository().git().output({.args = std::move(range)}, "list the work's commits"));
  const std::string usual = ops::wip_message(formats::read_handoff(*record.document), record.at.id);
  for (size_t i = 0; i < std::min(commits.size(), kMostCommits); ++i) {
    const std::optional<git::Commit> commit = git::read_commit(store.objects(), commits[i]);
    if (!commit || commit->message == usual)
      continue;
    terminal.sentence("The message of its commit " + git::short_oid(commits[i]) + ":");
    const std::vector<std::string> lines =
        split_lines(formats::shown(commit->message.substr(0, kMostBytes), true));
    for (size_t l = 0; l < std::min(lines.size(), kMostLines); ++l)
      terminal.line("  " + lines[l]);
    if (lines.size() > kMostLines || commit->message.size() > kMostBytes)
      terminal.line("  ... all of it: git log -1 " + commits[i]);
  }
  if (commits.size() > kMostCommits)
    terminal.line("and " + count_of(commits.size() - kMostCommits, "more commit") +
                  " of its work: git log " + commits[kMostCommits]);
}

}  // namespace

void print_brought_files(const Terminal& terminal, const ops::Store& store,
                         const ops::Record& record) {
  print_messages(terminal, store, record);
  ops::BroughtFiles files = ops::brought_files(store, record);
  if (files.notable.empty() && files.rest == 0 && files.commits == 0)
    return;
  const std::string hidden = files.submodules ? " --ignore-submodules=none" : "";
  // Commits in full, and no line broken: what is shorter a tag or branch of theirs can be called.
  if (files.commits > 0) {
    const std::string it =
        files.seen_at.empty() ? "" : "from " + ops::branch_name(files.seen_at) + " ";
    terminal.sentence("It comes with " + count_of(files.commits, "commit") + " " + it + "that " +
                      (files.branch.empty()
                           ? "no branch of yours has:"
                           : ops::branch_in_quotes(files.branch) + " does not have:"));
    std::string command =
        "  git log -p -m" + hidden + " " + shell_word(record.git().base) + " --not";
    for (const std::string& known : files.known)
      command += " " + (known == "--branches" ? known : shell_word(known));
    terminal.line(command);
  }
  terminal.sentence("Its work was not made in this clone. " +
                    std::string(files.rest == 0 ? "Its files:"
                                : files.notable.empty()
                                    ? "Executables, links, dotfiles, configuration, deleted: none"
                                    : "Executables, links, dotfiles, configuration, deleted:"));
  for (const std::string& file : files.notable)
    terminal.line("  " + file);
  if (files.rest > 0)
    terminal.line("  and " + count_of(files.rest, "other file"));
  if (record.git().wip_commit.empty())
    return;
  if (!files.rules.empty())
    terminal.sentence("What it changes of " + join(files.rules, ", ") +
                      " counts for what is kept and sent once you commit it.");
  terminal.line("look at it: git diff" + hidden + " " +
                (record.git().base.empty() ? std::string("HEAD") : record.git().base) + " " +
                record.git().wip_commit);
}

namespace {

/// Agents have it unread, and what is published of it goes unsigned until somebody has read it.
bool goes_unsigned(const ops::Store& store, const ops::Record& record) {
  return record.at.remote.empty() && store.repository().config().flag("handoff.sign", false) &&
         !ops::Provenance(store.repository()).is_vouched_for(record);
}

bool has_words_to_read(const ops::Provenance& known, const ops::Record& record) {
  return known.holds_unread(record) && !ops::withholds_subjects_only(known, record);
}

}  // namespace

bool must_be_read(const ops::Store& store, const ops::Record& record) {
  const ops::Provenance known(store.repository());
  return goes_unsigned(store, record) || has_words_to_read(known, record) ||
         !model::is_readable(known.of_snapshot(record));
}

bool confirm_reading(const Terminal& terminal, const ops::Store& store, const ops::Record& record) {
  const ops::Provenance known(store.repository());
  const bool words = !has_words_to_read(known, record);
  const bool work = model::is_readable(known.of_snapshot(record));
  const bool given = words && work;
  if (given && !goes_unsigned(store, record))
    return true;
  if (terminal.reader() != ops::Reader::person)
    return false;
  if (!work)
    print_brought_files(terminal, store, record);
  std::fflush(stdout);
  const bool own = work && known.is_own_with_unread_items(record);
  std::optional<std::string> answer = ask(
      given
          ? "\nNot all of this is yours, and it goes unsigned until you have read it. Type 'read' "
            "where\nyou have: "
      : own ? "\nThis is yours, but not all of it: " +
                  join(ops::without_unread_items(known, record).withheld, "; ") +
                  ".\nAgents get that once you have read it. Type 'read' where you have: "
            : "\nSomebody else wrote this. Agents get it, and its work can be put into the tree, "
              "once\nyou have read it. Type 'read' where you have: ");
  if (!answer || to_lower(*answer) != "read") {
    say("note", "it stays unread");
    return false;
  }
  ops::note_as_read(store, record);
  return true;
}

void ask_for_trust(const git::Repository& repository, const ops::Record& taken) {
  const std::optional<std::string> what = ops::trust_to_ask_for(repository, taken);
  if (!what)
    return;
  const size_t begin = what->find(':') + 1;
  const std::string value = what->substr(begin, what->find(' ') - begin);
  std::fflush(stdout);
  const std::optional<std::string> answer =
      ask("\nAgents here are given a colleague's words once you have read them. Give them at once "
          "what " +
          (what->starts_with("key:") ? "is signed with " + value
                                     : "anybody pushes to " + ops::quoted_name(value)) +
          "?\nNothing of it runs. You are asked once. [y/N] ");
  if (!answer)
    return;
  try {
    ops::remember_trust(repository, is_yes(answer) ? *what : ops::kTrustNobody);
  } catch (const Failure& failure) {
    say("warning", failure.message());
  }
}

}  // namespace handoff::cli
