#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/failure.hpp"
#include "git/repo/git.hpp"
#include "git/repo/repository.hpp"

namespace handoff::git {

struct Ref {
  std::string name;
  std::string oid;
};

/// One ref to move. `expected` is what it must be now; empty: it must not exist. `oid` empty:
/// delete it.
struct RefUpdate {
  std::string name;
  std::string oid;
  std::string expected;
};

enum class RefResult { moved, lost_race };

/// A signal ended git while it moved refs: some may be moved, and its locks may be left.
class GitKilled : public Failure {
 public:
  using Failure::Failure;
};

/// All refs below a prefix that ends in a slash, sorted by name. git passes over those whose file
/// holds no oid, as a power cut leaves it.
std::vector<Ref> list_refs(const Git& git, const std::string& prefix);
/// The same with those, at the end; their oid is zeros.
std::vector<Ref> list_refs_and_damaged(const Git& git, const std::string& prefix);
inline constexpr const char* kHintForDamagedRef = "to have it mended: git handoff doctor --fix";
/// The object that a full ref name points at; nullopt where it does not exist. Read from its file
/// where that is plain.
std::optional<std::string> read_ref(const Repository& repository, const std::string& name);
/// What `git fetch` calls a branch of a remote here, by `remote.REMOTE.fetch`:
/// "refs/remotes/origin/login". Empty where it does not bring it, or not below refs/remotes/.
std::string tracking_ref(const Repository& repository, const std::string& remote,
                         const std::string& branch);

/// Moves all or none (compare and swap, in one transaction). Someone else's move in between is
/// `lost_race`; anything else that stops git throws a Failure. After one, some may have moved all
/// the same.
///
/// A record's ref that is made while another one goes (a rename) gets a reflog, so that a `git gc`
/// that lists refs at that moment finds it (docs/decisions/007). Where nothing is moved then, the
/// reflog stays, empty, which is no harm.
RefResult update_refs(const Repository& repository, const std::vector<RefUpdate>& updates,
                      const std::string& reflog_message);

/// One `git update-ref` for several transactions, one after the other: started early, it is ready
/// when it is needed. Signals that SignalShield holds back do not end it in the middle.
class RefSession {
 public:
  RefSession(const Repository& repository, std::string reflog_message);
  /// As update_refs.
  RefResult update(const std::vector<RefUpdate>& updates) { return order(updates, "commit"); }
  /// The same up to where refs would move: that git could do it, or who was faster.
  RefResult rehearse(const std::vector<RefUpdate>& updates) { return order(updates, "abort"); }
  /// Waits until git has ended, so that no lock that is left can be its. Another update() starts it
  /// again.
  void end();

 private:
  RefResult order(const std::vector<RefUpdate>& updates, const std::string& last);
  Child start() const;

  const Repository& x_repository;
  std::string x_message;
  std::optional<Child> x_child;  ///< none after an error: git has ended
};

/// Of git's "'refs/a' exists; cannot create 'refs/a/b'": the first; empty: it says something else.
std::string ref_in_the_way(const std::string& told);

}  // namespace handoff::git
