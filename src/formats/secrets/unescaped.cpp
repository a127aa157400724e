#include "formats/secrets/unescaped.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "base/unseen_characters.hpp"

namespace handoff::formats::secret_shapes {

namespace {

/// How many bytes of a text stand for something else, and for what: a byte, or nothing at all.
struct Escape {
  size_t length = 0;  ///< 0: no escape
  int byte = kNothing;
  static constexpr int kNothing = -1;
};

int digit_of(char c, int base) {
  const char lower = static_cast<char>(c | 0x20);
  const int value = c >= '0' && c <= '9'           ? c - '0'
                    : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10
                                                   : base;
  return value < base ? value : -1;
}

struct Number {
  uint32_t value = 0;
  size_t digits = 0;
};

Number number_in(std::string_view text, int base, size_t most) {
  Number number;
  for (; number.digits < std::min(most, text.size()); ++number.digits) {
    const int digit = digit_of(text[number.digits], base);
    if (digit < 0)
      break;
    number.value = number.value * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
  }
  return number;
}

/// The same behind any number of zeros, which count as digits, too.
Number padded_number_in(std::string_view text, int base, size_t most) {
  const size_t zeros = std::min(text.find_first_not_of('0'), text.size());
  Number number = number_in(text.substr(zeros), base, most);
  number.digits += zeros;
  return number;
}

constexpr uint32_t kFirstWide = 0xff01, kLastWide = 0xff5e;  // ASCII, in full width
constexpr char kColour = '\x9b';                             // ESC and `[` in one

/// Any character that is none of ASCII is one byte that is in no word.
int byte_for(uint32_t character) {
  constexpr int kOther = 0xff;
  if (character == static_cast<unsigned char>(kColour))
    return static_cast<int>(character);
  if (character < 0x80)
    return static_cast<int>(character);
  if (character >= kFirstWide && character <= kLastWide)
    return static_cast<int>(character - kFirstWide + '!');
  return is_in(kUnseen, character) ? Escape::kNothing : kOther;
}

Escape percent(std::string_view text) {
  if (text.substr(1, 1) == "u") {  // as JavaScript's escape() has it
    const Number number = number_in(text.substr(2), 16, 4);
    return number.digits == 4 ? Escape{6, byte_for(number.value)} : Escape{};
  }
  const Number number = number_in(text.substr(1), 16, 2);
  return number.digits == 2 ? Escape{3, static_cast<int>(number.value)} : Escape{};
}

/// As quoted-printable has it, of ASCII alone: `=3D`, and `=` at the end of a line.
Escape equals(std::string_view text) {
  if (text.substr(1, 1) == "\n" || text.substr(1, 2) == "\r\n")
    return {text[1] == '\n' ? size_t{2} : size_t{3}};
  const std::string_view digits = text.substr(1, 2);
  const Number number = number_in(digits, 16, 2);
  const bool upper = std::ranges::none_of(digits, [](char c) { return c > 'F'; });
  const bool ascii = (number.value >= ' ' && number.value < 0x7f) || number.value == '\n' ||
                     number.value == '\r' || number.value == '\t';
  return number.digits == 2 && upper && ascii ? Escape{3, static_cast<int>(number.value)}
                                              : Escape{};
}

/// Numbers, and the names that HTML has had longest, also without their semicolon.
Escape entity(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, uint32_t>, 33> kNames = {
      {{"quot", '"'},
       {"amp", '&'},
       {"lt", '<'},
       {"gt", '>'},
       {"apos;", '\''},
       {"nbsp", 0xa0},
       {"shy", 0xad},
       {"Tab;", '\t'},
       {"NewLine;", '\n'},
       {"lowbar;", '_'},
       {"UnderBar;", '_'},
       {"hyphen;", '-'},
       {"dash;", '-'},
       {"equals;", '='},
       {"colon;", ':'},
       {"period;", '.'},
       {"plus;", '+'},
       {"sol;", '/'},
       {"num;", '#'},
       {"zwnj;", 0x200c},
       {"zwj;", 0x200d},
       {"lrm;", 0x200e},
       {"rlm;", 0x200f},
       {"ZeroWidthSpace;", 0x200b},
       {"NegativeVeryThinSpace;", 0x200b},
       {"NegativeThinSpace;", 0x200b},
       {"NegativeMediumSpace;", 0x200b},
       {"NegativeThickSpace;", 0x200b},
       {"NoBreak;", 0x2060},
       {"ApplyFunction;", 0x2061},
       {"af;", 0x2061},
       {"InvisibleTimes;", 0x2062},
       {"InvisibleComma;", 0x2063}}};
  const auto with_semicolon = [&](size_t end) {
    return text.substr(end, 1) == ";" ? end + 1 : end;
  };
  if (text.substr(0, 2) != "&#") {
    for (const auto& [name, character] : kNames)
      if (text.substr(1, name.size()) == name)
        return {with_semicolon(1 + name.size()), byte_for(character)};
    return {};
  }
  const bool hex = text.size() > 2 && (text[2] | 0x20) == 'x';
  const size_t from = hex ? 3 : 2;
  const Number number = padded_number_in(text.substr(from), hex ? 16 : 10, 7);
  const size_t end = from + number.digits;
  return number.digits > 0 ? Escape{with_semicolon(end), byte_for(number.value)} : Escape{};
}

Escape backslash(std::string_view text) {
  constexpr std::string_view kNamed = "abefnrtv", kNamedBytes = "\a\b\033\f\n\r\t\v";
  if (text.size() < 2)
    return {};
  const char name = text[1];
  if (text.substr(1, 2) == "u{" || text.substr(1, 2) == "x{") {
    const Number number = padded_number_in(text.substr(3), 16, 6);
    const size_t end = 3 + number.digits;
    return number.digits > 0 && text.substr(end, 1) == "}" ? Escape{end + 1, byte_for(number.value)}
                                                           : Escape{};
  }
  const size_t wanted = name == 'x' ? 2 : name == 'u' ? 4 : name == 'U' ? 8 : 0;
  if (wanted > 0) {
    const Number number = number_in(text.substr(2), 16, wanted);
    return number.digits == wanted ? Escape{2 + wanted, byte_for(number.value)} : Escape{};
  }
  if (const Number octal = number_in(text.substr(1), 8, 3); octal.digits > 0)
    return {1 + octal.digits, byte_for(octal.value)};
  if (const size_t named = kNamed.find(name); named != std::string_view::npos)
    return {2, static_cast<unsigned char>(kNamedBytes[named])};
  if (name == '\n' || text.substr(1, 2) == "\r\n")
    return {name == '\n' ? size_t{2} : size_t{3}};
  const bool sign = name >= ' ' && name < 0x7f && digit_of(name, 10) < 0 &&
                    ((name | 0x20) < 'a' || (name | 0x20) > 'z');
  return sign ? Escape{2, name} : Escape{};
}

/// A colour, or what else steers a terminal; `parameters` is where what it does begins.
Escape colour(std::string_view text, size_t parameters) {
  size_t end = parameters;
  while (end < text.size() && text[end] >= ' ' && text[end] < '@')
    ++end;
  return {end + (end < text.size() && text[end] >= '@' ? 1 : 0)};
}

/// The first two bytes of those characters in UTF-8 that wide() may undo: by the first, then by the
/// low bits of the second.
constexpr std::array<std::array<bool, 64>, 256> kMayBeUndone = [] {
  std::array<std::array<bool, 64>, 256> marked{};
  const auto mark = [&](uint32_t first, uint32_t last) {
    for (uint32_t c = first; c <= last; ++c)
      if (c >= 0x10000)
        marked[0xf0 | c >> 18][c >> 12 & 0x3f] = true;
      else if (c >= 0x800)
        marked[0xe0 | c >> 12][c >> 6 & 0x3f] = true;
      else if (c >= 0x80)
        marked[0xc0 | c >> 6][c & 0x3f] = true;
  };
  for (const CharacterRange& range : kUnseen)
    mark(range.first, range.last);
  mark(kFirstWide, kLastWide);
  return marked;
}();

/// A full-width character, or one that is not to be seen, in UTF-8.
Escape wide(std::string_view text) {
  const auto low = [&](size_t i) { return static_cast<uint32_t>(text[i]) & 0x3f; };
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < length || !kMayBeUndone[first][low(1)])
    return {};
  uint32_t character = first & (0x7fU >> length);
  for (size_t i = 1; i < length; ++i)
    character = character << 6 | low(i);
  if (character == static_cast<unsigned char>(kColour))
    return colour(text, length);
  const int byte = byte_for(character);
  return byte < 0x80 ? Escape{length, byte} : Escape{};
}

Escape escape_of(std::string_view text) {
  switch (text[0]) {
    case '%':
      return percent(text);
    case '=':
      return equals(text);
    case '&':
      return entity(text);
    case '\\':
      return backslash(text);
    case '\x1b':
      return text.substr(1, 1) == "[" ? colour(text, 2) : Escape{};
    case kColour:
      return colour(text, 1);
    case '\0':
      return {std::min(text.find_first_not_of('\0'), text.size())};
    default:
      return wide(text);
  }
}

constexpr std::array<bool, 256> kBegins = [] {
  std::array<bool, 256> begins{};
  for (const char c : std::string_view("%=&\\\x1b\0", 6))
    begins[static_cast<unsigned char>(c)] = true;
  for (size_t lead = 0; lead < begins.size(); ++lead)
    for (const bool marked : kMayBeUndone[lead])
      begins[lead] |= marked;
  begins[static_cast<unsigned char>(kColour)] = true;
  return begins;
}();

Escape escape_at(std::string_view text, size_t at) {
  const char c = text[at];
  // In UTF-8 that byte is the rest of a character.
  if (!kBegins[static_cast<unsigned char>(c)] ||
      (c == kColour && at > 0 && static_cast<unsigned char>(text[at - 1]) >= 0x80))
    return {};
  return escape_of(text.substr(at));
}

}  // namespace

Unescaped::Unescaped(std::string_view written) {
  size_t copied = 0;
  for (size_t at = 0; at < written.size();) {
    if (!kBegins[static_cast<unsigned char>(written[at])]) {  // most bytes
      ++at;
      continue;
    }
    const Escape escape = escape_at(written, at);
    if (escape.length == 0) {
      ++at;
      continue;
    }
    if (changed.empty())
      text.reserve(written.size());  // growing would hold it twice
    text.append(written, copied, at - copied);
    const size_t begin = text.size();
    if (escape.byte != Escape::kNothing)
      text += static_cast<char>(escape.byte);
    note_change(begin, text.size());
    at += escape.length;
    copied = at;
  }
  if (changed.empty())
    return;
  text.append(written, copied);
  for (Range& range : changed)
    range.end = std::min(range.end, text.size());
}

void Unescaped::note_change(size_t from, size_t end) {
  constexpr size_t kBehind = 160;  // a mark in the middle of a token stands no further
  const size_t known = changed.empty() ? 0 : changed.back().end;
  if (known < from) {
    const size_t line = std::string_view(text).substr(known, from - known).rfind('\n');
    const size_t begin = line == std::string_view::npos ? known : known + line + 1;
    if (changed.empty() || begin > known)
      changed.push_back({begin, begin});
  } else if (changed.empty()) {
    changed.push_back({0, 0});
  }
  changed.back().end = std::max(known, end + kBehind);
}

size_t WrittenPlaces::of(size_t place) {
  while (x_place < place) {
    const Escape escape = escape_at(x_written, x_from);
    const bool left_out = escape.length > 0 && escape.byte == Escape::kNothing;
    x_from += std::max<size_t>(escape.length, 1);
    x_place += left_out ? 0 : 1;
  }
  return x_from;
}

}  // namespace handoff::formats::secret_shapes
