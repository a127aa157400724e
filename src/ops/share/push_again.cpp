#include "ops/share/push_again.hpp"

#include "base/text.hpp"

namespace handoff::ops {

std::string options_of(const PublishRules& rules) {
  return std::string(rules.with_history ? " --with-history" : "") +
         (rules.allow_secrets ? " --allow-secrets" : "");
}

std::vector<std::string> with_options(std::vector<std::string> hints, const PublishRules& rules) {
  const std::string options = options_of(rules);
  for (std::string& hint : hints)
    for (const std::string push : {"git handoff push", "git handoff pause --push"})
      if (const size_t end = hint.find(push) + push.size();
          contains(hint, push) && hint.compare(end, 3, " --") != 0)
        hint.insert(end, options);
  return hints;
}

}  // namespace handoff::ops
