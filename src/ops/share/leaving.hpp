#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "git/objects/quarantine.hpp"
#include "git/repo/repository.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

struct LeavingFile {
  std::string path;
  size_t bytes = 0;
};

/// What would leave this machine by a push: it is listed, and searched for secrets.
class Leaving {
 public:
  /// `environment`: git sees what is in the quarantine, and nothing that `git replace` shows.
  Leaving(const git::Repository& repository, git::Quarantine& quarantine,
          git::Environment environment);

  /// All that would leave with this commit. `not_there`: what the remote has, as arguments of
  /// rev-list.
  void look_at(const std::string& tip, const std::vector<std::string>& not_there);
  /// Throws a Failure (exit 1) that names what looks like a secret, or is too large to be searched.
  /// `push`: the command that sends it all the same.
  void refuse_secrets(const std::string& before, const std::string& push) const;

  /// "'src/a.c', line 3: a GitHub token"; empty: nothing looks like one.
  std::string first_secret() const { return x_secrets.empty() ? "" : x_secrets.front(); }

  std::vector<LeavingFile> files;  ///< trees apart
  size_t bytes = 0;                ///< of all of them
  std::vector<std::string> lfs;    ///< contents that git-lfs keeps: their ids

 private:
  /// A name that a blob or a tree gets, and what the parents of the commit have there.
  struct Name {
    std::string path;
    std::vector<std::string> before;
  };
  /// What is searched of a blob.
  struct Content {
    std::vector<std::string> texts;  ///< its bytes, and what git-lfs keeps here
    std::string lfs;                 ///< the id of that
    size_t too_large = 0;            ///< to be searched: so many bytes
  };

  std::map<std::string, std::vector<Name>> names_given(const std::string& commits) const;
  std::optional<git::Object> read(const std::string& oid);
  size_t size_of(const std::string& oid);
  void look_at_message(const std::string& oid);
  void look_at_name(const std::string& path);
  Content content_of(const std::string& oid);
  void look_at_file(const std::string& oid, const std::vector<Name>& names);

  const git::Repository& x_repository;
  git::Quarantine& x_quarantine;
  const git::Environment x_environment;
  const std::unique_ptr<git::ObjectDatabase> x_replaced;
  // For people; of each file its first one, and the others.
  std::vector<std::string> x_secrets, x_more_secrets, x_unsearched;
};

/// What looks like a secret in the versions at the remote, each of which later ones would keep:
/// "'src/a.c', line 3: a GitHub token"; empty: nothing.
std::string secret_in_published(const Store& store, const Shared& shared);

}  // namespace handoff::ops
