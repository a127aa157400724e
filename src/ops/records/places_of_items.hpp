#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/json.hpp"
#include "ops/records/record.hpp"

namespace handoff::ops {

/// The source of what stands in subjects of commits.
inline constexpr const char* kLog = "git log";

/// Where the items of a record stand that were taken from files and commits of this clone. What a
/// document says of it itself, anybody may have written: it counts as far as it is found there.
class PlacesOfItems {
 public:
  PlacesOfItems(const git::Repository& repository, const Record& record);

  /// kLog, or a file of this clone; empty: not known. An item stands in the file that it names
  /// where there is one, else in one that others name and that has its words.
  std::string of(const std::vector<std::string>& path, const Json& item);
  /// Is it the subject of a commit of this history that the item names, done and nothing else?
  bool is_subject(const std::vector<std::string>& path, const Json& item);

 private:
  bool is_file(const std::string& path);
  /// Of these commits such as neither HEAD nor the work stands on.
  std::set<std::string> not_in_history(const std::vector<std::string>& oids) const;
  /// Letters and digits of a file of the tree.
  const std::string& words_of(const std::string& path);

  const git::Repository& x_repository;
  const Json& x_document;
  std::string x_base;                                    ///< what its work stands on
  size_t x_left = 4 << 20;                               ///< bytes of files that may still be read
  size_t x_to_search = 32 << 20;                         ///< ... looked through
  std::optional<std::vector<std::string>> x_named = {};  ///< files that items name
  std::map<std::string, bool> x_is_file = {};
  std::map<std::string, std::string> x_words = {};
  std::optional<std::set<std::string>> x_subjects = {};  ///< "<commit> <subject>"
};

}  // namespace handoff::ops
