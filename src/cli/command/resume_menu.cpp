#include "cli/command/resume_menu.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "base/failure.hpp"
#include "base/process.hpp"
#include "base/text.hpp"
#include "cli/command/reconstruct_offer.hpp"
#include "cli/render/listing_text.hpp"
#include "cli/render/record_text.hpp"
#include "cli/screen/pager.hpp"
#include "cli/screen/reading.hpp"
#include "git/objects/quarantine.hpp"
#include "git/repo/worktrees.hpp"
#include "ops/brief/brief_source.hpp"
#include "ops/check/older_checkpoints.hpp"
#include "ops/records/fetched.hpp"
#include "ops/records/handles.hpp"
#include "ops/records/names.hpp"
#include "ops/records/provenance.hpp"
#include "ops/records/summaries.hpp"
#include "ops/restore/committed_checkpoint.hpp"
#include "ops/restore/noted_since.hpp"
#include "ops/verbs/status_and_list.hpp"

namespace handoff::cli {

namespace {

constexpr size_t kMostOfDiff = 8 << 20;

/// A diff of what nobody has read: nothing in it steers the terminal, in the pager's eyes either.
void print_unread_diff(const Terminal& terminal, std::string_view diff) {
  const Pager pager;
  for (size_t at = 0, end = 0; at < diff.size(); at = end + 1) {
    end = std::min(diff.find('\n', at), diff.size());
    const std::string_view line = diff.substr(at, end - at);
    const std::string shown = printable(line, true);  // the end of a CRLF as well
    const char first = line.empty() ? ' ' : line[0];
    print_line(first == '+'                      ? terminal.green(shown)
               : first == '-'                    ? terminal.red(shown)
               : first == '@'                    ? terminal.yellow(shown)
               : line.starts_with("diff --git ") ? terminal.bold(shown)
                                                 : shown);
  }
  if (diff.size() >= kMostOfDiff)
    print_line("The rest, over 8 MiB, is not shown.");
}

}  // namespace

void show_kept_work(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                    bool stat_only) {
  const model::GitBlock& git = record.git();
  if (git.wip_commit.empty()) {
    say("note", "no work was kept: there was nothing to commit");
    return;
  }
  std::fflush(stdout);
  std::vector<std::string> argv = {"--no-ext-diff", "--no-textconv", "--ignore-submodules=none"};
  if (stat_only)
    argv.insert(argv.end(), {"--stat", "--summary"});
  if (stat_only && git.base.empty())
    argv.emplace_back("--format=");
  if (!git.base.empty())
    argv.push_back(git.base);
  argv.insert(argv.end(), {git.wip_commit, "--"});
  const std::string verb = git.base.empty() ? "show" : "diff";
  const git::Repository& repository = store.repository();
  if (model::is_readable(ops::Provenance(repository).of_snapshot(record))) {
    argv.insert(argv.begin(), {"git", verb});
    handoff::run({.argv = std::move(argv), .folder = repository.layout().root, .terminal = true});
    return;
  }
  const git::Quarantine quarantine(repository);
  const git::Apart apart = git::repository_apart(repository, quarantine);
  argv.insert(argv.begin(), {"git", "--no-pager", verb, "--color=never"});
  const Outcome made = handoff::run({.argv = std::move(argv),
                                     .folder = apart.folder,
                                     .environment = apart.environment,
                                     .limit = kMostOfDiff,
                                     .may_be_cut = true});
  if (!made.ok() && made.out.size() < kMostOfDiff)
    fail("the work cannot be shown: " + git::git_message(made));
  print_unread_diff(terminal, made.out);
}

namespace {

/// The live records of HEAD's branch of which none is meant more than the others; none where HEAD
/// has one's work.
std::vector<ops::Summary> equally_meant(const ops::Store& store, const git::Head& head) {
  std::vector<ops::Summary> equal;
  for (const ops::Record& record : store.live_on(head)) {
    if (!head.oid.empty() && record.git().wip_commit == head.oid)
      return {};
    equal.push_back(ops::summarize(record));
  }
  ops::drop_committed(store, equal);
  if (!equal.empty() && !equal.front().is_checkpoint())
    std::erase_if(equal, [](const ops::Summary& record) { return record.is_checkpoint(); });
  return equal;
}

/// A person says which of several is meant; the first where they only press return. Throws where
/// they want none.
ops::Record pick(const Terminal& terminal, const ops::Store& store,
                 std::vector<ops::Summary> records) {
  constexpr size_t kMost = 9, kColumn = 7;
  ops::withhold_unread(store, records, terminal.reader());
  const Handles handles = ops::short_handles(store);
  const size_t shown = std::min(records.size(), kMost);
  say("note", count_of(records.size(), "handoff") + " are here:");
  for (size_t i = 0; i < shown; ++i)
    for (const std::string& line : terminal.explained("  [" + std::to_string(i + 1) + "]",
                                                      described(records[i], handles), kColumn))
      tell_line(line);
  if (shown < records.size())
    tell_line("      and " + std::to_string(records.size() - shown) + " more: git handoff list");
  for (;;) {
    const std::optional<std::string> answer = ask("which one, by number or handle, or q [1]: ");
    if (!answer || to_lower(*answer) == "q")
      refuse("nothing was changed");
    const std::string word = answer->empty() ? "1" : *answer;
    if (word.size() == 1 && word[0] >= '1' && word[0] < static_cast<char>('1' + shown))
      return store.load(records[static_cast<size_t>(word[0] - '1')].at);
    // A number is none of an id that it happens to be in.
    if (word.size() < ops::kShortestHandle && word.find_first_not_of("0123456789") == kNowhere) {
      say("note", "there is no number " + word + ": 1 to " + std::to_string(shown));
      continue;
    }
    try {
      return store.find(word, store.repository().head());
    } catch (const Failure& failure) {
      say("note", failure.message());
    }
  }
}

namespace {

/// Where two worktrees have one branch checked out: what was paused in the other one.
void tell_of_other_worktrees(const ops::Store& store, const ops::Record& here,
                             const git::Head& head) {
  const std::string own = store.repository().layout().worktree_name();
  if (here.git().worktree != own ||
      git::other_worktree_with(store.repository(), head.branch).empty())
    return;
  std::string others;
  for (const ops::Record& record : store.live_on(head))
    if (record.git().worktree != own && !record.git().worktree.empty())
      others += (others.empty() ? "" : ", ") + printable(record.at.id) + " (in '" +
                printable(record.git().worktree) + "')";
  if (!others.empty())
    say("note", "paused on this branch in another worktree: " + others);
}

}  // namespace

/// The record that is meant: of this branch, else of the others the one that fits this branch, else
/// the newest, else of a remote; a person says which of several. nullopt: nothing is paused.
std::optional<ops::Record> choose_record(const Terminal& terminal, const ops::Store& store,
                                         const std::string& id, bool may_ask) {
  const git::Head head = store.repository().head();
  may_ask = may_ask && terminal.reader() == ops::Reader::person;
  if (!id.empty())
    return store.find(id, head);
  if (auto here = ops::waiting_at(store, head)) {
    if (std::vector<ops::Summary> equal =
            may_ask ? equally_meant(store, head) : std::vector<ops::Summary>();
        equal.size() > 1)
      return pick(terminal, store, std::move(equal));
    if (const std::string older = ops::told_of_older(store, *here, head, terminal.reader());
        !older.empty())
      say("note", older);
    if (const std::string others = ops::told_of_others(store, *here, head); !others.empty())
      say("note", others);
    tell_of_other_worktrees(store, *here, head);
    return here;
  }
  std::vector<ops::RecordRef> damaged;
  using Place = ops::RecordRef::Place;
  std::vector<ops::Summary> records = ops::summaries_at(store, {Place::active}, "", damaged);
  ops::drop_committed(store, records);
  // What others paused on this branch comes before what is paused on others.
  const std::vector<ops::RecordRef> open = ops::open_remote(store);
  const auto is_open = [&](const ops::Summary& record, bool here) {
    return std::ranges::any_of(open, [&](const ops::RecordRef& ref) {
      return ref.ref == record.at.ref && (!here || (ref.branch == head.branch));
    });
  };
  std::vector<ops::Summary> fetched;
  if (!open.empty())
    fetched = ops::summaries_at(store, {Place::remote}, "", damaged);
  for (const ops::Summary& record : fetched)
    if (is_open(record, true)) {
      const std::vector<std::string> told = ops::told_fetched(store, {record.at}, head.branch);
      say("note", "nothing is paused on " + ops::branch_in_quotes(head.branch) + " here; this is " +
                      record.at.id + ", which a fetch brought" +
                      (told.empty() ? "" : ", " + told.front()));
      return store.load(record.at);
    }
  if (records.empty()) {
    records = std::move(fetched);
    std::erase_if(records, [&](const ops::Summary& record) { return !is_open(record, false); });
  }
  if (records.empty())
    return std::nullopt;
  const ops::Summary* fitting = ops::best_fit(records, head.label());
  if (fitting == nullptr && records.size() > 1 && may_ask) {
    say("note", "nothing is paused on " + ops::branch_in_quotes(head.label()));
    return pick(terminal, store, std::move(records));
  }
  std::string why = fitting != nullptr   ? "its name fits this branch"
                    : records.size() > 1 ? "it is the newest"
                                         : "it is the only one";
  ops::Record chosen = store.load((fitting != nullptr ? *fitting : records.front()).at);
  say("note", "nothing is paused on " + ops::branch_in_quotes(head.label()) + "; this is " +
                  chosen.at.id + ": " + why +
                  (records.size() > 1
                       ? " of " + count_of(records.size(), "handoff") + " ('git handoff list')"
                       : ""));
  return chosen;
}

}  // namespace

ops::Record require_record(const Terminal& terminal, const ops::Store& store, const std::string& id,
                           bool may_ask) {
  std::optional<ops::Record> record = choose_record(terminal, store, id, may_ask);
  if (!record && may_ask && offer_reconstruction(store.repository()))
    record = choose_record(terminal, store, id, may_ask);
  if (!record)
    refuse("nothing is paused here", hints_where_nothing_is(store));
  return std::move(*record);
}

bool is_of_this_branch(const ops::Store& store, const ops::Record& record) {
  const std::optional<ops::Record> here = ops::waiting_at(store, store.repository().head());
  return here && here->at.ref == record.at.ref;
}

void review(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
            ops::Since since, const std::function<void()>& print_rest) {
  // What has to be read whole stays above the question.
  const bool to_be_read = terminal.reader() == ops::Reader::person && must_be_read(store, record);
  std::optional<Pager> pager;
  if (!to_be_read)
    pager.emplace();
  // Who reads it for the first time reads all of it.
  ops::Readable readable = ops::readable_by(store, record, terminal.reader());
  if (!to_be_read)
    readable = ops::as_noted_since(store, readable, since);
  const ops::BriefSource known = ops::known_by_now(store, readable);
  ops::Marks marks(known);
  print_record(terminal, readable, to_be_read, &marks);
  if (print_rest)
    print_rest();
  pager.reset();
  confirm_reading(terminal, store, record);
}

Choice ask_choice(const Terminal& terminal, const ops::Store& store, const ops::Record& record,
                  const ops::Offers& offers) {
  std::vector<std::pair<std::string, std::string>> entries;
  if (offers.go_on)
    entries.emplace_back("  [c] continue", *offers.go_on);
  if (offers.keep)
    entries.emplace_back("  [k] keep", "leave the commits as they are, archive the handoff");
  entries.emplace_back("  [r] review", "read all of it, then ask again");
  entries.emplace_back("  [v] diff", "the kept work, in the pager, then ask again");
  entries.emplace_back("  [s] stat", "its files, and how much changed in each, then ask again");
  if (offers.fresh)
    entries.emplace_back("  [f] start fresh", *offers.fresh);
  entries.emplace_back("  [q] not now", "change nothing");
  std::fflush(stdout);  // in a pipe, too, the question comes behind what it is about
  if (!offers.go_on) {
    if (!offers.refusal.empty())
      say("note", "--continue is refused here: " + offers.refusal);
    say("hint", offers.ways);
  }
  std::fputs("\n", stderr);
  std::string keys;
  for (const auto& [key, meaning] : entries) {
    keys += (keys.empty() ? "" : ", ") + key.substr(key.find('[') + 1, 1);
    for (const std::string& line : terminal.explained(key, meaning, 19))
      tell_line(line);
  }
  for (bool again = false;; again = true) {
    const std::optional<std::string> answer =
        ask(again ? "your choice (" + keys + ") [q]: " : "your choice [q]: ");
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
      review(terminal, store, record, ops::Since::all);
    else if (word == "v" || word == "diff" || word == "s" || word == "stat")
      show_kept_work(terminal, store, record, word[0] == 's');
    else if (word.empty() || word == "q")
      return Choice::none;
    else
      say("note", "'" + printable(word) + "' is none of them");
  }
}

}  // namespace handoff::cli
