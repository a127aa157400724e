#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "git/objects/objects.hpp"
#include "git/repo/repository.hpp"
#include "model/handoff.hpp"

namespace handoff::ops {

/// How much of the work of a shared handoff is in this working tree and what it stands on.
enum class WorkPresence {
  none,
  touched,  ///< something that it changed is changed here, too
  here,     ///< HEAD stands on it, or a file is as it made it, or all that it changed is changed
            ///< and a line is as it made it
};

/// What a tree has at a path; zeros: nothing.
struct TreeState {
  std::string mode, oid;

  bool operator==(const TreeState&) const = default;
};

/// A path that the work changed, and what it was before and after.
struct WorkChange {
  std::string path;
  TreeState before, after;

  bool is_of_kind_only() const { return before.oid == after.oid; }
};

/// What a work made of the files that it began with; of submodules nothing, and of 2,000 at most.
std::vector<WorkChange> changes_of(const git::Repository& repository, const model::GitBlock& work);

/// The working tree at paths of the work, as git would keep it, and as it is. Where that cannot be
/// read it is as nothing.
class FilesHere {
 public:
  FilesHere(const git::Repository& repository, const std::vector<WorkChange>& changes);

  /// Could it not be read?
  bool is_unknown(const std::string& path) const {
    return x_files.at(path).oid.empty() && !x_links.contains(path);
  }

  /// As far as git sees here of what kind a file is.
  bool is_as(const std::string& path, const TreeState& wanted) const;
  /// Can nobody see the difference of these modes here?
  bool is_unseen(const std::string& here, const std::string& wanted) const;

 private:
  const git::Config& x_config;
  std::unique_ptr<git::ObjectDatabase> x_objects;
  std::map<std::string, TreeState> x_files = {};
  std::map<std::string, std::string> x_raw = {}, x_links = {};
};

/// Each file that the work changed is changed otherwise here: is that the work, gone on with?
bool is_gone_on_with_here(const git::Repository& repository, const model::GitBlock& work,
                          const std::vector<WorkChange>& changes);
/// Of these changes of it alone, where they are.
WorkPresence presence_in_files(const git::Repository& repository, const model::GitBlock& work,
                               std::vector<WorkChange> changes);
/// The same, where it may have moved. `looked_at`: those of the changes that count where they are.
WorkPresence presence_anywhere(const git::Repository& repository, const model::GitBlock& work,
                               const std::vector<WorkChange>& looked_at);
WorkPresence presence_in_files(const git::Repository& repository, const model::GitBlock& work);
/// Is each file as the work made it?
bool is_all_here(const git::Repository& repository, const model::GitBlock& work);

}  // namespace handoff::ops
