#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "git/repo/repository.hpp"
#include "git/repo/status.hpp"
#include "model/check.hpp"
#include "model/json.hpp"
#include "ops/check/check_subject.hpp"
#include "ops/records/readable.hpp"

namespace handoff::ops {

/// A stored record as a subject; points into the record.
CheckSubject subject_of(const Store& store, const Readable& record);

/// Compares what a record says with what is true now. Reads only: no file, ref, index or time below
/// .git is touched, and nothing is fetched. Findings stand in the order in which a reader wants
/// them: by code, the important first. `status` is the scan of the working tree where the caller
/// has started one.
model::CheckReport check(const git::Repository& repository, const CheckSubject& subject,
                         std::optional<git::StatusQuestion> status = std::nullopt);

/// The same with the scan of the working tree that it was compared with.
struct Checked {
  model::CheckReport report = {};
  git::Status status = {};
};
Checked check_with_status(const git::Repository& repository, const CheckSubject& subject,
                          std::optional<git::StatusQuestion> status = std::nullopt);

/// A command that the record gives for verifying something.
struct VerificationCommand {
  std::string subject = {};
  std::string command = {};
};
/// Those of a report, in order, each command once.
std::vector<VerificationCommand> verification_commands(const model::CheckReport& report);

/// Did this user write each of them, and import none?
bool are_own_commands(const git::Repository& repository, const CheckSubject& subject,
                      const std::vector<VerificationCommand>& commands);

/// Runs them by `sh -c` at the top of the working tree, and turns their findings into confirmed
/// (exit 0) or changed; blockers stay to be confirmed, with what the command said. `before` is told
/// of each. Refuses (Failure) where they are not are_own_commands(), unless they are
/// trusted. What they said is remembered for this version of the record and this commit: brief,
/// show and check tell it from then on.
void run_verification(const git::Repository& repository, const CheckSubject& subject, bool trust,
                      model::CheckReport& report,
                      const std::function<void(const VerificationCommand&)>& before);

/// The stable JSON of a report (version 1; see git-handoff-check(1)).
Json to_json(const model::CheckReport& report);

/// From when on a record is called aging and stale, in seconds: handoff.age.fresh and .stale, which
/// .handoff.toml may only lower.
struct AgeLimits {
  int64_t fresh = 24 * 60 * 60;
  int64_t stale = 7 * 24 * 60 * 60;
};
AgeLimits age_limits(const git::Repository& repository);
/// What the two settings come to, each nullopt where it is not set: what is fresh is not stale.
AgeLimits age_limits(std::optional<int64_t> fresh, std::optional<int64_t> stale);
model::AgeBand age_band(int64_t age_seconds, const AgeLimits& limits);

}  // namespace handoff::ops
