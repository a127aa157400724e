#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "model/json.hpp"

namespace handoff::ops {

/// Where a field of a reconstructed record comes from.
struct ReconstructedField {
  std::string name = {};        ///< "next_action"
  std::string source = {};      ///< ".superteam/plans/auth.md", "git status", "commit 1a2b3c4"
  std::string confidence = {};  ///< "high", "medium" or "low"
  bool withheld = false;        ///< what is nobody's word is taken out
};

struct Reconstruction {
  std::shared_ptr<const Json> record =
      {};  ///< mode auto, with a `reconstructed` object that repeats what stands below
  std::vector<ReconstructedField> fields = {};
  /// What files and commits say: nobody's word.
  std::vector<std::string> others = {};
  std::string lost = {};                ///< the sentence that says what no trace can give back
  std::vector<std::string> hints = {};  ///< files of other tools that hold more
  bool empty() const { return fields.empty(); }
};

// How sure a source is.
inline constexpr const char* kHigh = "high";
inline constexpr const char* kMedium = "medium";
inline constexpr const char* kLow = "low";

/// Each text in a value, names of fields among them.
std::vector<std::string> texts_in(const Json& value);

/// A record that comes together from traces: what was looked at before knows better.
class FoundRecord {
 public:
  explicit FoundRecord(const git::Repository& repository);

  /// Takes a value where the field has none. What it says is nobody's word, but for paths.
  void set(const std::string& name, Json value, const std::string& source, const char* confidence);
  /// The same of what the user said, or git knows by itself. false: the field has one.
  bool set_known(const std::string& name, Json value, const std::string& source,
                 const char* confidence);
  /// Adds to a list what is not in it: a path, and words of ours.
  void add(const std::string& name, Json item, const std::string& source, const char* confidence);
  /// A first step: of several the one of most weight counts. `words` are the source's, the rest of
  /// the sentence is ours.
  void propose(int weight, const std::string& before, const std::string& words,
               const std::string& behind, const std::string& source, const char* confidence);
  void hint(std::string text) { x_hints.push_back(std::move(text)); }
  /// Words that are nobody's.
  void said_by_others(const Json& value);

  Json& record() { return *x_record; }
  size_t fields() const { return x_fields.size(); }
  /// Call it once.
  Reconstruction finish();

 private:
  void told(const std::string& name, const std::string& source, const char* confidence);
  void choose_next_action();

  const git::Repository& x_repository;
  std::shared_ptr<Json> x_record;
  std::vector<ReconstructedField> x_fields;
  std::vector<std::string> x_hints;
  int x_best = 0;
  std::string x_next, x_next_words, x_next_source;
  const char* x_next_confidence = kLow;
  std::set<std::string> x_others;  ///< see Reconstruction
};

}  // namespace handoff::ops
