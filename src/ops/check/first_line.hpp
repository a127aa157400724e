#pragma once

#include <string>
#include <string_view>

#include "model/check.hpp"
#include "model/json.hpp"
#include "ops/check/situation.hpp"
#include "ops/records/readable.hpp"
#include "ops/records/store.hpp"
#include "ops/restore/compare.hpp"

namespace handoff::ops {

/// The one sentence that a reader needs first.
struct FirstLine {
  Situation situation = Situation::safe;
  std::string text = {};  ///< a sentence without capital and full stop, safe to print
  std::string work = {};  ///< where the paused work is, where a calm line alone says so
  bool calm() const { return situation >= Situation::rebased; }
};

/// Pure: the same facts give the same sentence.
FirstLine first_line(const FirstLineFacts& facts);

/// `fitting`: how many records there were to choose from.
FirstLine first_line_of(const Store& store, const Record& record, const Comparison& comparison,
                        const model::CheckReport& report, size_t fitting = 1);

/// "origin/login is 2 commits ahead: Ben, 'expire the keys'"; empty: no other one has more.
/// Where the commits that touch what is next follow, the subject of such a one is left to them.
std::string ahead_of(const model::CheckReport& report, bool commits_follow = false);

/// The same with a check of its own.
FirstLine first_line_now(const Store& store, const Readable& record);

std::string_view word_of(Situation situation);  ///< "next_changed"
Json to_json(const FirstLine& line);            ///< {"situation": ..., "text": ...}

}  // namespace handoff::ops
