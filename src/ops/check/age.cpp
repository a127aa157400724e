#include "base/failure.hpp"
#include "formats/record/policy.hpp"
#include "formats/secrets/quoted.hpp"
#include "ops/check/check.hpp"
#include "ops/check/facts.hpp"
#include "ops/observe/known_files.hpp"

namespace handoff::ops {

namespace {

/// A clock ahead by less than this is nothing to speak of.
constexpr Seconds kSkew = 5 * 60;

/// The smaller of what the user set and what the team's policy allows.
int64_t limit_of(const git::Repository& repository, const formats::Policy& policy,
                 const std::string& name, int64_t fallback) {
  int64_t limit = fallback;
  const std::string key = "handoff.age." + name;
  if (std::optional<std::string> text = repository.config().text(key)) {
    std::optional<int64_t> seconds = formats::read_duration(*text);
    if (!seconds)
      fail("bad duration " + formats::in_quotes(*text) + " for '" + key + "'",
           {"write seconds, or a number with m, h or d behind it: 'git config " + key + " 24h'"});
    limit = *seconds;
  }
  const std::optional<int64_t>& allowed = name == "fresh" ? policy.age_fresh : policy.age_stale;
  return allowed ? std::min(limit, *allowed) : limit;
}

/// The team's policy. A damaged one sets no limits: a stranger's file must not stop a check.
formats::Policy policy_of(const git::Repository& repository) {
  try {
    return formats::read_policy(read_tree_file(repository, formats::kPolicyFile));
  } catch (const Failure&) {
    return {};
  }
}

std::string_view advice_of(model::AgeBand band) {
  switch (band) {
    case model::AgeBand::fresh:
      return "";
    case model::AgeBand::aging:
      return "the code may have moved on: look at each finding before going on";
    case model::AgeBand::stale:
      break;
  }
  return "reconstruct from what is there (git handoff reconstruct), and use this record for its "
         "decisions and context only";
}

Finding tell_age(const Facts& facts, const model::CheckReport& report) {
  Finding finding{.code = "age", .subject = facts.handoff->timestamp};
  if (!facts.written) {
    finding.subject = facts.handoff->timestamp.empty() ? "timestamp" : facts.handoff->timestamp;
    tell(finding, FindingState::unverifiable,
         facts.handoff->timestamp.empty() ? "the record does not say when it was written"
                                          : "this is no time that can be read");
    return finding;
  }
  Seconds age = *report.age_seconds;
  if (age < -kSkew) {
    tell(finding, FindingState::unverifiable,
         "the record is from the future by " + human_duration(-age) +
             ": a clock is wrong, here or where it was written");
    return finding;
  }
  tell(finding, FindingState::info,
       age <= kSkew && age < 60 ? "just now" : human_duration(age) + " old");
  if (facts.written->date_only) {
    finding.state = FindingState::unverifiable;
    finding.evidence += "; it names a day only";
  } else if (!facts.written->has_zone) {
    finding.state = FindingState::unverifiable;
    finding.evidence += " if it is in UTC; it names no time zone";
  }
  finding.suggestion = advice_of(report.age_band);
  return finding;
}

}  // namespace

model::AgeBand age_band(int64_t age_seconds, const AgeLimits& limits) {
  if (age_seconds < limits.fresh)
    return model::AgeBand::fresh;
  return age_seconds < limits.stale ? model::AgeBand::aging : model::AgeBand::stale;
}

AgeLimits age_limits(const git::Repository& repository) {
  const formats::Policy policy = policy_of(repository);
  const AgeLimits unset;
  return age_limits(limit_of(repository, policy, "fresh", unset.fresh),
                    limit_of(repository, policy, "stale", unset.stale));
}

AgeLimits age_limits(std::optional<int64_t> fresh, std::optional<int64_t> stale) {
  AgeLimits limits;
  limits.fresh = fresh.value_or(limits.fresh);
  limits.stale = std::max(stale.value_or(limits.stale), limits.fresh);
  return limits;
}

Findings check_age(const Facts& facts, model::CheckReport& report) {
  AgeLimits limits = age_limits(*facts.repository);
  // Without a time nothing may be called fresh.
  report.age_band = model::AgeBand::stale;
  if (facts.written) {
    report.age_seconds = facts.now - facts.written->time;
    report.age_band = age_band(*report.age_seconds, limits);
  }
  Findings findings = {tell_age(facts, report)};
  if (facts.handoff->mode == model::Mode::emergency)
    findings.push_back({.code = "mode",
                        .subject = "emergency",
                        .state = FindingState::info,
                        .evidence = "written in an emergency: fields may be missing or half done",
                        .suggestion = "read the diff of the WIP commit before trusting the tasks"});
  else if (facts.handoff->mode == model::Mode::automatic)
    findings.push_back(
        {.code = "mode",
         .subject = "auto",
         .state = FindingState::info,
         .evidence = "written without a person: decisions and context may be missing"});
  return findings;
}

}  // namespace handoff::ops
