#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "git/repo/status.hpp"
#include "model/handoff.hpp"
#include "model/json.hpp"
#include "ops/records/store.hpp"

namespace handoff::ops {

/// A claim of the record that is not simply true any more.
struct BriefClaim {
  bool changed = true;       ///< false: it could not be verified
  std::string subject = {};  ///< a path, a commit, a branch
  std::string evidence = {};
  int relevance = 0;  ///< 3 next action, 2 open tasks, 1 other, 0 none
};

/// Everything that a brief is written from.
struct BriefSource {
  std::string id = {};      ///< empty: notes that were not paused yet
  std::string oid = {};     ///< of the record's version
  std::string author = {};  ///< `Name <mail>`
  std::string agent = {};
  std::optional<Seconds> time = {};
  bool foreign = false;  ///< not made by this user on this machine
  bool stale = false;    ///< older than what should be relied on
  std::shared_ptr<const Json> document = {};
  model::Handoff handoff = {};
  std::vector<BriefClaim> claims = {};
};

enum class BriefStyle { plain, spellbook };

/// Tokens are estimated: four bytes count as one. Below kLeastBudget the frame alone would not fit.
inline constexpr size_t kBriefBudget = 400;
inline constexpr size_t kLeastBudget = 200;
inline constexpr size_t kBytesPerToken = 4;

struct BriefRequest {
  size_t budget = kBriefBudget;  ///< in tokens, kLeastBudget at least
  std::string about = {};        ///< keep what concerns this task, file or word
  BriefStyle style = BriefStyle::plain;
  Seconds now = 0;  ///< ages are counted from here
};

/// What did not fit, by what it is: "decision", 3.
struct LeftOutOfBrief {
  std::string what;
  size_t count = 0;
};

struct Brief {
  std::string text;      ///< at most budget * kBytesPerToken bytes
  std::string boundary;  ///< the random word of the fence: it stands nowhere else in the text
  std::vector<LeftOutOfBrief> left_out = {};
  size_t shortened = 0;     ///< items that are there, but cut
  size_t about_others = 0;  ///< items that have nothing to do with `about`
  std::string command;      ///< shows what was left out

  size_t tokens() const { return (text.size() + kBytesPerToken - 1) / kBytesPerToken; }
};

/// The record for a reader with little room: a pure selection, the most important first. The text
/// is fenced as data and safe to print. Throws a Failure for a budget below kLeastBudget.
Brief write_brief(const BriefSource& source, const BriefRequest& request);

/// A stored record next to what is true now. `status` as for check().
BriefSource brief_source(const Store& store, const Record& record,
                         std::optional<git::StatusQuestion> status = std::nullopt);

/// What HEAD's branch has: its newest live record with the notes since, or the notes alone. nullopt
/// where there is neither. Without `with_record` the notes alone.
std::optional<BriefSource> brief_source_here(
    const Store& store, bool with_record = true,
    std::optional<git::StatusQuestion> status = std::nullopt);

}  // namespace handoff::ops
