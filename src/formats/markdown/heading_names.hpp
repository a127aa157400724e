#pragma once

#include <array>
#include <string>
#include <string_view>

namespace handoff::formats::markdown {

/// Where a heading goes on with what only qualifies it: "(IF go)", a dash.
inline constexpr std::array<std::string_view, 3> kRemarks = {" (", "\uFF08", " \u2014 "};

/// A heading for comparing: small letters, without ornaments, numbers and what stands in brackets.
std::string heading_key(std::string text);

/// The record's field that a heading names in German, French, Spanish, Portuguese, Italian, Dutch,
/// Russian, Chinese, Japanese or Korean, given as heading_key() has it; empty: none that is known.
std::string_view field_in_other_language(std::string_view key);

}  // namespace handoff::formats::markdown
