#include <algorithm>

#include "base/text.hpp"
#include "cli/render/listing_text.hpp"
#include "git/refs/names.hpp"
#include "git/repo/refs.hpp"

namespace handoff::cli {

void warn_of_damaged(const std::vector<ops::RecordRef>& damaged) {
  constexpr size_t kMostNamed = 3;
  std::vector<std::string> refs;
  for (const ops::RecordRef& record : damaged)
    if (git::is_null_oid(record.oid))
      refs.push_back(printable(record.ref));
  const size_t others = damaged.size() - refs.size();
  for (size_t i = 0; i < std::min(refs.size(), kMostNamed); ++i)
    say("warning", "the ref '" + refs[i] + "' is damaged");
  if (refs.size() > kMostNamed)
    say("warning", "and " + count_of(refs.size() - kMostNamed, "more ref"));
  if (!refs.empty())
    say("hint", git::kHintForDamagedRef);
  if (others > 0)
    say("warning", count_of(others, "record") + " cannot be read; 'git handoff doctor' tells why");
}

}  // namespace handoff::cli
