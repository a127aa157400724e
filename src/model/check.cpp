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
  switch (state) {
    case FindingState::confirmed:
      return "confirmed";
    case FindingState::changed:
      return "changed";
    case FindingState::unverifiable:
      return "unverifiable";
    case FindingState::to_confirm:
      return "to_confirm";
    case FindingState::info:
      break;
  }
  return "info";
}

std::string word_of(const CameIn& one) {
  const bool in = one.how == CameIn::How::in;
  const std::string word = in ? "merged" : one.how == CameIn::How::fixed ? "fixed" : "taken back";
  return word + (one.where.empty() ? "" : (in ? " into " : " on ") + one.where);
}

std::string_view word_of(Fate fate) {
  switch (fate) {
    case Fate::present:
      return "present";
    case Fate::rewritten:
      return "rewritten";
    case Fate::in_upstream:
      return "in_upstream";
    case Fate::squashed:
      return "squashed";
    case Fate::reverted:
      return "reverted";
    case Fate::unreachable:
      return "unreachable";
    case Fate::gone:
      return "gone";
    case Fate::unknown:
      return "unknown";
    case Fate::none:
      break;
  }
  return "";
}

std::string_view word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::confirmed:
      return "confirmed";
    case Verdict::changed:
      return "changed";
    case Verdict::unverifiable:
      break;
  }
  return "unverifiable";
}

std::string_view word_of(AgeBand band) {
  switch (band) {
    case AgeBand::fresh:
      return "fresh";
    case AgeBand::aging:
      return "aging";
    case AgeBand::stale:
      break;
  }
  return "stale";
}

}  // namespace handoff::model
