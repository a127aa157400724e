#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace handoff::model {

/// Where a text came from, the least known first. A whole is as low as its lowest part.
enum class Origin {
  stranger,  ///< somebody else wrote it, and nobody here has read it
  files,     ///< it stood in a file of this clone, which anybody may have committed
  trusted,   ///< somebody else's, whom the configuration trusts; nobody here has read it
  read,      ///< somebody else's, and a person here has read it, or handed it in
  mine,      ///< written here by this user, or by an agent that was given nothing unread
};

inline constexpr auto kOriginWords = std::to_array<std::pair<Origin, std::string_view>>({
    {Origin::stranger, "stranger"},
    {Origin::files, "files"},
    {Origin::trusted, "trusted"},
    {Origin::read, "read"},
    {Origin::mine, "mine"},
});

constexpr std::string_view word_of(Origin origin) {
  for (const auto& [known, word] : kOriginWords)
    if (known == origin)
      return word;
  return "stranger";
}

constexpr std::optional<Origin> origin_of(std::string_view word) {
  for (const auto& [origin, known] : kOriginWords)
    if (known == word)
      return origin;
  return std::nullopt;
}

/// May it be given to an agent?
constexpr bool is_readable(Origin origin) { return origin >= Origin::trusted; }
/// Has somebody here read or written it? A signature vouches for nothing else.
constexpr bool is_vouched_for(Origin origin) { return origin >= Origin::read; }

}  // namespace handoff::model
