#include "model/check.hpp"

namespace handoff::model {

Verdict verdict_of(const std::vector<Finding>& findings) {
  // Where nothing was confirmed, nothing was compared: that is no calm.
  Verdict verdict = Verdict::unverifiable;
  for (const Finding& finding : findings)
    if (finding.state == FindingState::confirmed)
      verdict = Verdict::confirmed;
  for (const Finding& finding : findings) {
    if (finding.state == FindingState::changed)
      return Verdict::changed;
    if (finding.state == FindingState::unverifiable)
      verdict = Verdict::unverifiable;
  }
  return verdict;
}

std::string_view word_of(FindingState state) {
  static constexpr std::string_view kWords[] = {"confirmed", "changed", "unverifiable",
                                                "to_confirm", "info"};
  static_assert(std::size(kWords) == static_cast<size_t>(FindingState::info) + 1);
  return kWords[static_cast<size_t>(state)];
}

std::string word_of(const CameIn& one) {
  const bool in = one.how == CameIn::How::in;
  const std::string word = in ? "merged" : one.how == CameIn::How::fixed ? "fixed" : "taken back";
  return word + (one.where.empty() ? "" : (in ? " into " : " on ") + one.where);
}

std::string_view word_of(Fate fate) {
  static constexpr std::string_view kWords[] = {
      "",         "present",     "rewritten", "in_upstream", "squashed",
      "reverted", "unreachable", "gone",      "unknown"};
  static_assert(std::size(kWords) == static_cast<size_t>(Fate::unknown) + 1);
  return kWords[static_cast<size_t>(fate)];
}

std::string_view word_of(Verdict verdict) {
  static constexpr std::string_view kWords[] = {"confirmed", "changed", "unverifiable"};
  static_assert(std::size(kWords) == static_cast<size_t>(Verdict::unverifiable) + 1);
  return kWords[static_cast<size_t>(verdict)];
}

std::string_view word_of(AgeBand band) {
  static constexpr std::string_view kWords[] = {"fresh", "aging", "stale"};
  static_assert(std::size(kWords) == static_cast<size_t>(AgeBand::stale) + 1);
  return kWords[static_cast<size_t>(band)];
}

}  // namespace handoff::model
