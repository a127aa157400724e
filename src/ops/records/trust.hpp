#pragma once

#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "ops/records/record.hpp"
#include "ops/records/shared.hpp"

namespace handoff::ops {

/// A remote that was trusted as it was then.
struct TrustedPlace {
  std::string remote = {};  ///< what it was called
  std::string place = {};   ///< place_of() it
};

/// Whose records the user's own configuration (`handoff.trust`) lets agents have unread.
struct Trust {
  std::vector<std::string> remotes = {};  ///< `remote:NAME`: whatever its URL is
  std::vector<TrustedPlace> places = {};  ///< `remote:NAME PLACE`, as an answer is kept
  std::vector<std::string> keys = {};     ///< `key:FINGERPRINT`
  std::vector<std::string> unknown = {};  ///< of neither form: they trust nobody
  std::vector<std::string> in_vain = {};  ///< what the clone's own configuration says
};
Trust trust_of(const git::Repository& repository);
/// Does it name the remote that this program brought this record from? What else stands under the
/// name of a ref that it fetches to may have come from any other one. Where the URL was changed
/// since, the one that it had counts.
bool names_remote_of(const Trust& trust, const git::Repository& repository, const Record& record);
/// The same of the version that was seen last, before it is written down as that.
bool names_remote_of(const Trust& trust, const git::Repository& repository, const Shared& seen);
/// Is another version the one that was seen at the remote last? Then a signature says nothing of
/// what is newest.
bool is_passed(const git::Repository& repository, const Record& record);

/// The fingerprints of the keys that signed what this version says, as git verifies them with what
/// the user's own configuration says of keys and programs. Another version with the same content,
/// work and id may bear the signature: taking and giving back sign nothing.
std::vector<std::string> signers_of(const git::Repository& repository, const Record& record);

}  // namespace handoff::ops
