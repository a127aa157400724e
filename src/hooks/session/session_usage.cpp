// How full the context of an agent is, as far as it tells.

#include <array>
#include <cmath>

#include <nlohmann/json.hpp>

#include "base/clock.hpp"
#include "formats/record/values.hpp"
#include "hooks/session/session_events.hpp"
#include "ops/observe/session_facts.hpp"

namespace handoff::hooks {

namespace {

using formats::field;

std::optional<int64_t> count_of(const Json& value) {
  return value.is_number_integer() && value.get<int64_t>() >= 0
             ? std::optional(value.get<int64_t>())
             : std::nullopt;
}

}  // namespace

Usage usage_of(const Json& payload) {
  Usage usage;
  // Claude Code has an object of it, Cursor fields beside the others.
  const Json& window = field(payload, "context_window");
  usage.tokens = count_of(window.is_object() ? field(window, "total_input_tokens")
                                             : field(payload, "context_tokens"));
  usage.window = count_of(window.is_object() ? field(window, "context_window_size")
                                             : field(payload, "context_window_size"));
  const Json& percent = window.is_object() ? field(window, "used_percentage")
                                           : field(payload, "context_usage_percent");
  if (percent.is_number())
    usage.percent = percent.get<double>();
  else if (usage.tokens && usage.window.value_or(0) > 0)
    usage.percent = 100.0 * static_cast<double>(*usage.tokens) / static_cast<double>(*usage.window);
  return usage;
}

bool note_usage(const git::Repository& repository, const SessionCall& call, const Usage& usage,
                SessionState& state) {
  ops::SessionFacts facts = ops::read_session_facts(repository);
  if (facts.session_id != call.session())
    facts = {.session_id = call.session()};
  // A status line is drawn several times a second: small steps are not worth a write.
  constexpr int64_t kStep = 1'000;
  constexpr Seconds kWorthWriting = 60;
  bool far = !facts.tokens || !usage.tokens || std::abs(*usage.tokens - *facts.tokens) >= kStep;
  if (far || now() - facts.time >= kWorthWriting) {
    facts.tokens = usage.tokens;
    facts.window = usage.window;
    facts.used_percent = usage.percent;
    facts.time = now();
    ops::remember_session_facts(repository, facts);
  }
  bool crossed = false;
  for (int64_t mark : {100'000, 150'000, 175'000})
    if (usage.tokens && *usage.tokens >= mark)
      crossed = state.first("tokens:" + std::to_string(mark)) || crossed;
  return crossed;
}

std::string usage_advice(const git::Repository& repository, const Usage& usage, SessionState& state,
                         bool once) {
  if (!usage.percent)
    return {};
  struct Level {
    const char* key;
    int64_t fallback;
    const char* advice;
  };
  constexpr std::array<Level, 3> kLevels = {
      {{"handoff.tokensurge", 90, "pause now: git handoff pause"},
       {"handoff.tokensask", 80, R"(note what matters: git handoff note "TEXT")"},
       {"handoff.tokenssuggest", 75, "think of saving: git handoff checkpoint"}}};
  const git::Config& config = repository.config();
  for (const Level& level : kLevels) {
    if (*usage.percent < static_cast<double>(config.number(level.key, level.fallback)))
      continue;
    if (once && !state.first(level.key))
      return {};
    return "context " + std::to_string(std::lround(*usage.percent)) + " % used; " + level.advice;
  }
  return {};
}

}  // namespace handoff::hooks
