#pragma once

#include <string>
#include <vector>

#include "model/handoff.hpp"
#include "ops/brief/brief_source.hpp"
#include "ops/brief/brief_text.hpp"

namespace handoff::ops {

/// What `--for TEXT` keeps: items that name the text, or, where it is a task ("task 3", "3", its
/// name), the task, its files, or the words of its name. The same record and text always keep the
/// same.
class Focus {
 public:
  Focus(const std::string& about, const model::Handoff& handoff);
  bool keeps(const std::string& item) const;

 private:
  void add_task(const model::Task& task);
  std::vector<std::string> x_terms;  ///< in lower case
};

/// Spellbook's recovery text, without the last items of its lists where all of them do not fit into
/// `room` bytes; what was left out is added to `brief`.
std::string fit_recovery_text(const BriefSource& source, size_t room, Brief& brief);

}  // namespace handoff::ops
