#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/history/history.hpp"
#include "git/objects/objects.hpp"
#include "git/refs/packed_refs.hpp"
#include "git/repo/repository.hpp"

namespace handoff::git {

/// Looks names up in this process, as look_up() does by a child: ids, full or abbreviated, and
/// refs. Only where history_is_plain(), and not in a partial clone.
class NearNames {
 public:
  /// Keeps both.
  NearNames(const Repository& repository, ObjectDatabase& objects);
  /// nullopt: ask git. So for anything that is neither digits nor the plain name of a ref.
  std::optional<NamedObject> find(const std::string& name) const;

 private:
  /// What a ref points at, by each of the names that git tries; an empty text where none is there.
  std::optional<std::string> ref(const std::string& name) const;
  std::optional<std::string> ref_of_full_name(const std::string& name) const;

  const Repository* x_repository;
  ObjectDatabase* x_objects;
  std::optional<PackedRefs> x_packed;
};

/// Names looked up as look_up() does, by a child only where it must be. `near` may be null.
std::vector<NamedObject> look_up(const Git& git, const NearNames* near,
                                 const std::vector<std::string>& names);

}  // namespace handoff::git
