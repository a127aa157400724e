#include "cli/screen/reading.hpp"

#include <cstdio>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "ops/records/names.hpp"
#include "ops/records/trust_question.hpp"
#include "ops/restore/brought_files.hpp"

namespace handoff::cli {

void print_brought_files(const Terminal& terminal, const ops::Store& store,
                         const ops::Record& record) {
  ops::BroughtFiles files = ops::brought_files(store, record);
  if (files.notable.empty() && files.rest == 0)
    return;
  if (files.commits > 0)
    terminal.sentence("It stands on " + count_of(files.commits, "commit") +
                      " that no branch here has, and that come along: git log -p HEAD.." +
                      record.git().base.substr(0, 12));
  terminal.sentence("Its work was not made in this clone. " +
                    std::string(files.rest == 0 ? "Its files:"
                                : files.notable.empty()
                                    ? "Executables, links, dotfiles and configuration: none"
                                    : "Executables, links, dotfiles and configuration:"));
  for (const std::string& file : files.notable)
    terminal.line("  " + file);
  if (files.rest > 0)
    terminal.line("  and " + count_of(files.rest, "other file"));
  terminal.field("look at it", "git diff " +
                                   (record.git().base.empty() ? std::string("HEAD")
                                                              : record.git().base.substr(0, 12)) +
                                   " " + record.git().wip_commit.substr(0, 12));
}

namespace {

/// Agents have it unread, and what is published of it goes unsigned until somebody has read it.
bool goes_unsigned(const ops::Store& store, const ops::Record& record) {
  return record.at.remote.empty() && store.repository().config().flag("handoff.sign", false) &&
         !ops::Provenance(store.repository()).is_vouched_for(record);
}

}  // namespace

bool must_be_read(const ops::Store& store, const ops::Record& record) {
  const ops::Provenance known(store.repository());
  return goes_unsigned(store, record) || known.holds_unread(record) ||
         !model::is_readable(known.of_snapshot(record));
}

bool confirm_reading(const Terminal& terminal, const ops::Store& store, const ops::Record& record) {
  const ops::Provenance known(store.repository());
  const bool words = !known.holds_unread(record);
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
  ops::remember_read(store.repository(), record);
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
      ask("\nFrom now on, may agents in this clone have unread\n" +
          (what->starts_with("key:") ? "what is signed with " + value
                                     : "what everybody can push to " + ops::quoted_name(value)) +
          "?\nIt stays a colleague's to them, and nothing of it runs. You are asked once. [y/N] ");
  if (!answer)
    return;
  try {
    ops::remember_trust(repository, to_lower(*answer).starts_with("y") ? *what : ops::kTrustNobody);
  } catch (const Failure& failure) {
    say("warning", failure.message());
  }
}

}  // namespace handoff::cli
