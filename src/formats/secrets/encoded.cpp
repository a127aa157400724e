#include "formats/secrets/encoded.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "formats/secrets/secret_shapes.hpp"

namespace handoff::formats::secret_shapes {

namespace {

constexpr Class kLetters = kUrlSafe | kBase64Sign;

constexpr std::array<uint8_t, 256> kValues = [] {
  std::array<uint8_t, 256> values{};
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < kAlphabet.size(); ++i)
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<uint8_t>(i);
  values['-'] = 62;
  values['_'] = 63;
  return values;
}();

/// Letters in, bytes out.
class Decoder {
 public:
  void add(char letter) {
    x_bits = x_bits << 6 | kValues[static_cast<unsigned char>(letter)];
    const size_t place = x_letters++ % 4;
    if (place > 0)
      bytes += static_cast<char>(x_bits >> (6 - 2 * place) & 0xff);
  }
  bool is_whole() const { return x_letters % 4 == 0; }

  std::string bytes;

 private:
  uint32_t x_bits = 0;
  size_t x_letters = 0;
};

/// Whether what begins so is a text, in UTF-8 or in UTF-16. Most says no by its first byte.
bool begins_text(std::string_view letters) {
  const size_t least = 3 * letters.size() / 8;
  uint32_t bits = 0;
  size_t seen = 0;
  for (size_t i = 0; i < letters.size(); ++i) {
    bits = bits << 6 | kValues[static_cast<unsigned char>(letters[i])];
    if (i % 4 == 0)
      continue;
    const auto byte = static_cast<char>(bits >> (6 - 2 * (i % 4)) & 0xff);
    if ((byte >= ' ' && byte <= '~') || byte == '\n' || byte == '\r' || byte == '\t')
      ++seen;
    else if (byte != '\0')
      return false;
  }
  return seen >= least;
}

constexpr size_t kShortest = 24;

}  // namespace

std::string base64_text(std::string_view written) {
  Decoder decoder;
  for (const char c : written) {
    if (!is(c, kLetters))
      break;
    decoder.add(c);
  }
  return std::move(decoder.bytes);
}

std::optional<size_t> EncodedTexts::begin_in(size_t from, size_t end) const {
  constexpr size_t kLookedAt = 16, kAfterEscape = 4, kSigns = 8;
  const auto fits = [&](size_t at) {
    return at + kShortest <= end && begins_text(x_whole.substr(at, kLookedAt));
  };
  // `\n` and `%3D` end in letters of it, and a path in a sign.
  for (size_t at = from; at < from + kAfterEscape; ++at)
    if (fits(at))
      return at;
  size_t at = from;
  for (size_t signs = 0; signs < kSigns; ++signs) {
    at = x_whole.substr(0, end).find_first_of("/-_+", at);
    if (at == std::string_view::npos)
      break;
    if (fits(++at))
      return at;
  }
  return std::nullopt;
}

size_t EncodedTexts::next_line(size_t begin, size_t end) const {
  constexpr size_t kShortestLine = 48, kMostBefore = 64;
  if (end - begin < kShortestLine)
    return 0;
  const auto skip = [&](std::string_view word, size_t at) {
    return x_whole.substr(at, word.size()) == word ? at + word.size() : at;
  };
  size_t at = skip("\\r", skip("\r", end));
  const size_t line_end = at;
  at = skip("\n", at);
  if (at == line_end)
    at = skip("\\n", at);
  if (at == line_end)
    return 0;
  for (const size_t from = at; at < x_whole.size() && at < from + kMostBefore; ++at)
    if (x_whole[at] != ' ' && x_whole[at] != '\t' && x_whole[at] != '>')
      break;
  // As long as the one before, or the last: words are neither.
  size_t stop = at;
  while (stop < x_whole.size() && stop - at <= end - begin && is(x_whole[stop], kLetters))
    ++stop;
  const bool is_line =
      stop > at && stop - at <= end - begin && (stop == x_whole.size() || x_whole[stop] != ' ');
  return is_line ? at : 0;
}

EncodedTexts::Piece EncodedTexts::piece_at(size_t begin) {
  constexpr size_t kLargest = size_t{1} << 18, kOverlap = size_t{1} << 15;
  Decoder decoder;
  size_t at = begin, line = begin, again = 0;
  while (decoder.bytes.size() < kLargest) {
    if (at < x_whole.size() && is(x_whole[at], kLetters)) {
      decoder.add(x_whole[at++]);
      if (decoder.bytes.size() < kLargest - kOverlap && decoder.is_whole())
        again = at;
      continue;
    }
    const size_t next = next_line(line, at);
    if (next == 0)
      break;
    at = line = next;
  }
  x_goes_on = decoder.bytes.size() >= kLargest;
  x_at = x_goes_on ? again : at;
  for (const size_t letters = at; at < letters + 2 && x_whole.substr(at, 1) == "=";)
    ++at;
  return {std::move(decoder.bytes), begin, at};
}

std::optional<EncodedTexts::Piece> EncodedTexts::next() {
  if (x_goes_on)
    return piece_at(x_at);
  while (x_at + kShortest <= x_whole.size()) {
    // Words are shorter, mostly: looked at from behind, few of their bytes are.
    size_t begin = x_at + kShortest;
    while (begin > x_at && is(x_whole[begin - 1], kLetters))
      --begin;
    if (begin > x_at) {
      x_at = begin;
      continue;
    }
    size_t end = x_at + kShortest;
    while (end < x_whole.size() && is(x_whole[end], kLetters))
      ++end;
    if (const std::optional<size_t> text = begin_in(x_at, end))
      return piece_at(*text);
    x_at = end;
  }
  return std::nullopt;
}

}  // namespace handoff::formats::secret_shapes
