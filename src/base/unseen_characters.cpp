#include "base/unseen_characters.hpp"

#include "base/characters.hpp"

namespace handoff {

namespace {

/// Symbols that are shown as text or as an emoji, as a selector behind them says: the property
/// Emoji, and what stands between its ranges.
constexpr CharacterRange kSymbols[] = {
    {0xA9, 0xA9},     {0xAE, 0xAE},      {0x203C, 0x203C}, {0x2049, 0x2049}, {0x2122, 0x2122},
    {0x2139, 0x2139}, {0x2194, 0x21AA},  {0x231A, 0x23FA}, {0x24C2, 0x24C2}, {0x25AA, 0x25FE},
    {0x2600, 0x27BF}, {0x2934, 0x2935},  {0x2B05, 0x2B55}, {0x3030, 0x3030}, {0x303D, 0x303D},
    {0x3297, 0x3299}, {0x1F000, 0x1FAFF}};

constexpr CharacterRange kMongolianLetters[] = {{0x1820, 0x1878}, {0x1880, 0x18AA}};

/// Emoji, what modifies them, and letters of scripts that are written with joiners.
constexpr CharacterRange kTakeJoiner[] = {
    {0x600, 0x6FF}, {0x900, 0xDFF}, {0x2600, 0x27BF}, {0xFE0F, 0xFE0F}, {0x1F000, 0x1FAFF}};

constexpr char32_t kNone = 0;

char32_t before(std::string_view text, size_t at) {
  size_t width = 0, begin = at;
  if (at == 0)
    return kNone;
  --begin;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80)
    --begin;
  const std::optional<char32_t> c = decode_utf8(text, begin, width);
  return begin + width == at ? c.value_or(kNone) : kNone;  // bytes of none may stand in between
}

char32_t behind(std::string_view text, size_t at) {
  size_t width = 0;
  return at < text.size() ? decode_utf8(text, at, width).value_or(kNone) : kNone;
}

/// "1", a selector and the frame of a key.
bool is_keycap(char32_t c, char32_t next) {
  return ((c >= '0' && c <= '9') || c == '#' || c == '*') && next == 0x20E3;
}

/// Is the unseen `c` part of how its neighbours are written? One alone is, in its place.
bool is_spelling(char32_t c, char32_t last, char32_t next) {
  switch (c) {
    case 0x200C:
    case 0x200D:
      return is_in(kTakeJoiner, last) && is_in(kTakeJoiner, next);
    case 0xFE0E:
    case 0xFE0F:
      return is_in(kSymbols, last) || is_keycap(last, next);
    case 0x180B:
    case 0x180C:
    case 0x180D:
    case 0x180F:
      return is_in(kMongolianLetters, last);
    default:
      return false;
  }
}

}  // namespace

bool steers_display(char32_t c) { return c < 0x7F ? c < 0x20 : is_in(kUnseen, c); }

bool steers_display_at(std::string_view text, size_t at) {
  size_t length = 0;
  const std::optional<char32_t> c = decode_utf8(text, at, length);
  return c && steers_display(*c) && !is_spelling(*c, before(text, at), behind(text, at + length));
}

}  // namespace handoff
