#include "git/repo/refs.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/files.hpp"
#include "base/gather.hpp"
#include "base/text.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "git/refs/ref_files.hpp"
#include "git/refs/refspecs.hpp"
#include "git/repo/held_locks.hpp"

namespace handoff::git {

std::vector<Ref> list_refs(const Git& git, const std::string& prefix) {
  std::vector<Ref> refs = list_refs_and_damaged(git, prefix);
  while (!refs.empty() && is_null_oid(refs.back().oid))
    refs.pop_back();
  return refs;
}

std::vector<Ref> list_refs_and_damaged(const Git& git, const std::string& prefix) {
  constexpr std::string_view kDamaged = "warning: ignoring broken ref ";
  const Outcome listing =
      git.run({.args = {"for-each-ref", "--format=%(objectname) %(refname)", prefix}});
  if (!listing.ok())
    fail("cannot list the refs: " + git_message(listing));
  std::vector<Ref> refs;
  for (const std::string& line : split_lines(listing.out))
    if (size_t space = line.find(' '); space != std::string::npos)
      refs.push_back({line.substr(space + 1), line.substr(0, space)});
  for (const std::string& line : split_lines(listing.err))
    if (line.starts_with(kDamaged))
      refs.push_back({line.substr(kDamaged.size()), std::string(40, '0')});
  return refs;
}

std::optional<std::string> read_ref(const Repository& repository, const std::string& name) {
  constexpr std::string_view kShared[] = {"refs/heads/", "refs/handoffs/", "refs/remotes/",
                                          "refs/stash"};  // not one a worktree
  const bool shared = std::ranges::any_of(
      kShared, [&](std::string_view prefix) { return name.starts_with(prefix); });
  if (shared && std::getenv("GIT_NAMESPACE") == nullptr &&
      peek_git_dir(repository.layout().git_dir))
    if (std::optional<std::string> oid = peek_ref(repository.layout().common_dir, name))
      return oid->empty() ? std::nullopt : oid;
  Outcome outcome =
      repository.git().run({.args = {"rev-parse", "-q", "--verify", "--end-of-options", name}});
  std::string oid = trim(outcome.out);
  if (outcome.exit_code > 1)  // 1: there is none; all else is a git that could not look
    fail("cannot read '" + name + "': " + git_message(outcome));
  return outcome.ok() && !oid.empty() ? std::optional(oid) : std::nullopt;
}

std::string tracking_ref(const Repository& repository, const std::string& remote,
                         const std::string& branch) {
  std::string name =
      fetched_as(repository.config().all("remote." + remote + ".fetch"), "refs/heads/" + branch);
  return name.starts_with("refs/remotes/") ? name : std::string();
}

namespace {

bool any_goes(const std::vector<RefUpdate>& updates) {
  return std::ranges::any_of(updates, [](const RefUpdate& u) { return u.oid.empty(); });
}

/// Git makes a ref's new name before it takes the old one away. Who lists refs meanwhile (a `git
/// gc` that is about to drop what it does not find) reads the loose ones first and `packed-refs`
/// later, and can miss both. Reflogs it reads after that; git fills in one that exists before the
/// ref is there.
void hold_while_renamed(const Layout& layout, const std::vector<RefUpdate>& updates) {
  if (!any_goes(updates) ||
      exists(join_path(layout.common_dir, "reftable")))  // a reftable is read as a whole
    return;
  for (const RefUpdate& update : updates)
    if (update.expected.empty() && is_local_record(update.name))
      append_file(join_path(layout.common_dir, "logs/" + update.name), "", Durability::none);
}

/// Git's words for "somebody else was faster". Everything else (a read-only folder, a full disk, a
/// lock that a dead process left) is a failure.
bool tells_of_a_race(const std::string& message) {
  return contains(message, "but expected") || contains(message, "reference already exists") ||
         contains(message, "unable to resolve reference") || contains(message, "is at");
}

std::string orders_for(const std::vector<RefUpdate>& updates) {
  std::string orders;
  for (const RefUpdate& update : updates) {
    std::string name = update.name + '\0';
    if (update.oid.empty())
      orders += "delete " + name + update.expected + '\0';
    else if (update.expected.empty())
      orders += "create " + name + update.oid + '\0';
    else
      orders += "update " + name + update.oid + '\0' + update.expected + '\0';
  }
  return orders;
}

}  // namespace

RefResult update_refs(const Repository& repository, const std::vector<RefUpdate>& updates,
                      const std::string& reflog_message) {
  return RefSession(repository, reflog_message).update(updates);
}

RefSession::RefSession(const Repository& repository, std::string reflog_message)
    : x_repository(repository), x_message(std::move(reflog_message)), x_child(start()) {}

Child RefSession::start() const {
  // A `git pack-refs` on a busy machine holds a ref for longer than the 100 ms that git waits.
  return x_repository.git().start({.args = {"-c", "core.filesRefLockTimeout=1000", "update-ref",
                                            "-m", x_message, "--no-deref", "-z", "--stdin"},
                                   .keep_input_open = true,
                                   .shielded = true,
                                   .writes = true});
}

void RefSession::end() {
  if (x_child)
    x_child->wait();
  x_child.reset();
}

std::string ref_in_the_way(const std::string& told) {
  const size_t end = told.find("' exists; cannot create '");
  const size_t begin = end == std::string::npos ? end : told.rfind('\'', end - 1);
  return begin == std::string::npos ? "" : told.substr(begin + 1, end - begin - 1);
}

RefResult RefSession::order(const std::vector<RefUpdate>& updates, const std::string& last) {
  for (const RefUpdate& update : updates)
    if (update.name == "HEAD" && update.oid.empty())  // git would take the file away
      fail("HEAD cannot be deleted", {"go to a branch first: git switch BRANCH"});
  for (const RefUpdate& update : updates)
    remove_abandoned_lock(x_repository.layout(), update.name);
  hold_while_renamed(x_repository.layout(), updates);
  if (!x_child)
    x_child.emplace(start());
  const std::string begin = std::string("start") + '\0', prepare = std::string("prepare") + '\0',
                    end_with = last + '\0';
  if (x_child->ask(begin + orders_for(updates) + prepare, 2)) {
    link_held_locks(x_repository.layout(), vector_of(updates, &RefUpdate::name), any_goes(updates));
    if (x_child->ask(end_with, 1)) {
      remove_held_locks(x_repository.layout());  // a git that may not unlink leaves them
      return RefResult::moved;
    }
  } else {
    x_child->feed(end_with);  // it answers late, or its answer was lost
  }
  Outcome outcome = x_child->wait();
  x_child.reset();
  remove_held_locks(x_repository.layout());
  if (outcome.ok())
    return RefResult::moved;  // its answer did not reach us
  const std::string message = git_message(outcome);
  for (const RefUpdate& update : updates)
    if (contains(outcome.err, "'" + update.name + "': reference broken"))
      fail("the ref '" + printable(update.name) + "' is damaged", {kHintForDamagedRef});
  if (tells_of_a_race(outcome.err))
    return RefResult::lost_race;
  if (outcome.exit_code > 128)
    throw GitKilled(FailureKind::fatal, "cannot move '" + updates.front().name + "': " + message);
  std::vector<std::string> hints;
  if (contains(outcome.err, ".lock': File exists"))
    hints.push_back("if no other git is at work here, 'git handoff doctor' tells what the lock is");
  if (const std::string ref = ref_in_the_way(outcome.err); !ref.empty())
    hints.push_back("'" + printable(ref) + "' is in the way; " +
                    (ref.starts_with("refs/handoffs/") && is_record_id(base_name(ref))
                         ? "it is another handoff: git branch -m gives your branch another name"
                         : "if nobody needs it: git update-ref -d " + shell_word(ref)));
  fail("cannot move '" + updates.front().name + "': " + message, hints);
}

}  // namespace handoff::git
