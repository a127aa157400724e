#include "formats/secrets/secrets.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/text.hpp"
#include "formats/secrets/encoded.hpp"
#include "formats/secrets/named.hpp"
#include "formats/secrets/passwords.hpp"
#include "formats/secrets/scanned.hpp"
#include "formats/secrets/secret_shapes.hpp"
#include "formats/secrets/unescaped.hpp"

namespace handoff::formats {

namespace {

using namespace secret_shapes;

/// One secret in a text, with the bytes it takes.
struct Span {
  std::string_view rule;
  size_t begin = 0;
  size_t end = 0;
};

struct Match {
  size_t end = 0;          ///< 0: none
  bool is_longer = false;  ///< than such a token is
};

/// The shape that begins at `at`; an open one is as long as it goes.
Match match_shape(const Shape& shape, bool is_open, Scanned& scanned, size_t at) {
  std::string_view text = scanned.text;
  if (text.substr(at, shape.start.size()) != shape.start)
    return {};
  Match match{at + shape.start.size()};
  for (size_t i = 0; i < shape.runs.size() && shape.runs[i].chars != 0; ++i) {
    const Run& run = shape.runs[i];
    const size_t length = scanned.run(match.end, run.chars), most = std::max(run.least, run.most);
    const bool is_last = run.then.empty();
    const size_t taken = is_last && is_open ? length : std::min(length, most);
    if (taken < run.least || text.substr(match.end + taken, run.then.size()) != run.then)
      return {};
    match.end += taken + run.then.size();
    match.is_longer = taken > most;
    if (is_last && !is_open && match.end < text.size() && is(text[match.end], run.chars & kAlnum))
      return {};
  }
  return match;
}

// --- Shapes that need more than runs

constexpr size_t kLongestKey = 16384;

/// From "-----BEGIN ... PRIVATE KEY-----" with a body behind it to its END line. Line ends may be
/// written as \n in a string, and blanks as + in a form.
size_t match_private_key(Scanned& scanned, size_t at) {
  constexpr std::string_view kBegin = "-----BEGIN ";
  std::string_view text = scanned.text;
  if (text.substr(at, kBegin.size() - 1) != kBegin.substr(0, kBegin.size() - 1))
    return 0;
  std::string label(text.substr(at + kBegin.size() - 1, 60));
  label.resize(std::min(label.size(), label.find("-----")));
  std::ranges::replace(label, '+', ' ');
  if (!label.ends_with(" PRIVATE KEY") && label != " PGP PRIVATE KEY BLOCK")
    return 0;
  // The header alone is what documents and programs that look for keys have.
  size_t from = at + kBegin.size() - 1 + label.size() + 5;
  constexpr Class kBody = kAlnum | kBase64Sign | kEquals;
  bool has_body = false;
  for (size_t i = from; i < std::min(from + 400, text.size()) && !has_body; ++i) {
    size_t length = scanned.run(i, kBody);
    has_body = length >= 40 && !is_made_up(text.substr(i, length));
    i += length;
  }
  if (!has_body)
    return 0;
  // No key holds a quote: what stands behind one, in the JSON around it, is something else.
  std::string_view inside = text.substr(from, kLongestKey);
  inside = inside.substr(0, inside.find_first_of("\"'`<"));
  size_t stop = inside.find("-----END");
  if (stop == std::string_view::npos)
    return from + inside.size();
  size_t close = inside.substr(0, stop + 70).find("-----", stop + 8);
  return from + (close == std::string_view::npos ? stop : close + 5);
}

size_t match_putty_key(std::string_view text, size_t at) {
  constexpr std::string_view kStart = "PuTTY-User-Key-File-";
  if (text.substr(at, kStart.size()) != kStart)
    return 0;
  std::string_view key = text.substr(at, 8192);
  if (key.find("\nPrivate-Lines: ") == std::string_view::npos)
    return 0;
  return at + std::min(key.size(), key.find("\nPrivate-MAC: "));
}

/// `<digits>:AA<33 characters>`, from its first digit.
size_t match_telegram(Scanned& scanned, size_t at) {
  std::string_view text = scanned.text;
  size_t digits = scanned.run(at, kDigit);
  if (digits < 8 || digits > 10 || text.substr(at + digits, 3) != ":AA")
    return 0;
  size_t from = at + digits + 3;
  return scanned.run(from, kUrlSafe) == 33 ? from + 33 : 0;
}

/// The private part of a JSON Web Key: `"d": "..."` beside a `"kty"` in the same object.
size_t match_private_jwk(Scanned& scanned, size_t at, size_t& secret) {
  constexpr size_t kLeast = 22;
  const std::string_view text = scanned.text;
  if (text.substr(at, 3) != "\"d\"")
    return 0;
  secret = at + 3;
  while (secret < text.size() && secret < at + 16 &&
         std::string_view(": \t\r\n").find(text[secret]) != std::string_view::npos)
    ++secret;
  if (text.substr(secret, 1) != "\"")
    return 0;
  ++secret;
  const size_t end = secret + scanned.run(secret, kUrlSafe);
  if (end < secret + kLeast || !is_like_chance(text.substr(secret, end - secret), true))
    return 0;
  return scanned.has_key_type(at) ? end : 0;
}

/// Whether a terminal's colour in writing stands right before `at`: `[32m`.
bool is_behind_colour(std::string_view text, size_t at) {
  constexpr size_t kLongest = 20;  // [38;2;255;255;255m
  const std::string_view before = text.substr(at - std::min(at, kLongest), std::min(at, kLongest));
  const size_t bracket = before.rfind('[');
  return bracket != std::string_view::npos && is(before.back(), kUpper | kLower) &&
         before.find_first_not_of("0123456789;:", bracket + 1) == before.size() - 1;
}

/// Whether a letter or a digit stands before `at`, that is not the end of a colour.
bool is_within_word(std::string_view text, size_t at) {
  return at > 0 && is(text[at - 1], kAlnum) && !is_behind_colour(text, at);
}

/// Whether `_` or `-` stands before `at`, and is no Markdown: up to three, and no word before.
bool is_behind_name(std::string_view text, size_t at) {
  constexpr size_t kMost = 3;
  size_t begin = at;
  while (begin > 0 && at - begin < kMost && is(text[begin - 1], kUnderline | kDash))
    --begin;
  return begin < at && begin > 0 && is(text[begin - 1], kUrlSafe);
}

/// Whether `at` is within what a program made: by chance, four letters of it are any word.
bool is_within_blob(std::string_view text, size_t at) {
  constexpr size_t kLookedAt = 24;
  if (at < kLookedAt)
    return false;
  const std::string_view before = text.substr(at - kLookedAt, kLookedAt);
  return std::ranges::all_of(before, [](char c) { return is(c, kUrlSafe); }) &&
         is_like_chance(before, true);
}

/// Whether `at` is within a hash as pip's RECORD has it: `sha256=` and base64url.
bool is_within_hash(std::string_view text, size_t at) {
  constexpr size_t kLongest = kLengthsOfHash.back().length;
  const auto is_safe = [&](size_t i) { return i < text.size() && is(text[i], kUrlSafe); };
  size_t begin = at, end = at;
  while (begin > 0 && at - begin <= kLongest && is_safe(begin - 1))
    --begin;
  while (end - begin <= kLongest && is_safe(end))
    ++end;
  const std::string_view before = text.substr(0, begin);
  return std::ranges::any_of(kLengthsOfHash, [&](const HashLength& hash) {
    return end - begin == hash.length && before.ends_with("=") &&
           before.substr(0, begin - 1).ends_with(hash.name);
  });
}

/// The end of a mangled symbol of Rust: `exchange_weak17h0a3f9c41b7d25e68E`.
bool is_symbol_of_rust(std::string_view word) {
  constexpr std::string_view kHash = "17h";
  constexpr size_t kDigits = 16;
  if (word.size() < kHash.size() + kDigits + 1 || word.back() != 'E')
    return false;
  const std::string_view end = word.substr(word.size() - kHash.size() - kDigits - 1);
  return end.starts_with(kHash) &&
         std::ranges::all_of(end.substr(kHash.size(), kDigits), [](char c) { return is(c, kHex); });
}

/// A token of a known shape. What a name leads up to (`my_ghp_...`) has to look like chance, too.
Span match_token(Scanned& scanned, size_t at, SecretScope scope) {
  std::string_view text = scanned.text;
  constexpr auto& known = kShapesByByte;
  const char second = text[at + 1];
  for (uint8_t i = known.first[static_cast<unsigned char>(text[at])]; i != kNoShape;
       i = known.next[i]) {
    if (known.second[i] != second)
      continue;
    const Shape& shape = kShapes[i];
    const Match match = match_shape(shape, known.is_open[i], scanned, at);
    if (match.end == 0 || (shape.rule == "jwt" && scope != SecretScope::record))
      continue;
    const bool is_within = is_within_word(text, at);
    if (is_within && (match.is_longer || !known.is_open[i] || is_within_hash(text, at) ||
                      is_symbol_of_rust(text.substr(at, match.end - at))))
      continue;
    const size_t from = at + shape.start.size();
    const std::string_view body = text.substr(from, match.end - from);
    const bool is_unlikely =
        is_within || match.is_longer || shape.by_chance || is_behind_name(text, at);
    if (!is_made_up(body) && !is_within_blob(text, at) &&
        (!is_unlikely || is_like_chance(body, match.is_longer || has_both_cases(shape))))
      return {shape.rule, at, match.end};
  }
  return {};
}

/// What only a name or a sign before it tells, in files as in records.
Span match_named(Scanned& scanned, size_t at, SecretScope scope) {
  std::string_view text = scanned.text;
  size_t secret = at;
  switch (text[at]) {
    case '-':
      if (size_t end = match_private_key(scanned, at))
        return {"private-key", at, end};
      break;
    case '"':
      if (size_t end = match_private_jwk(scanned, at, secret))
        return {"private-key", secret, end};
      break;
    case 'a':
    case 'A':
    case 'b':
    case 'B':
      if (size_t end = match_basic_auth(scanned, at, secret))
        return {"basic-auth", secret, end};
      [[fallthrough]];
    case 'P':
      if (size_t end = match_putty_key(text, at))
        return {"putty-key", at, end};
      [[fallthrough]];
    case '_':
    case 'p':
    case 's':
    case 'S':
      if (const NamedValue found = match_named_value(scanned, at, scope); found.end > 0)
        return {found.rule, found.begin, found.end};
      break;
    case 'o':  // `token` and `sig=` by what is rarer than how they begin
    case 'O':
    case 'g':
      if (const size_t before = text[at] == 'g' ? 2 : 1; at >= before)
        if (const NamedValue found = match_named_value(scanned, at - before, scope); found.end > 0)
          return {found.rule, found.begin, found.end};
      break;
    case ':':
      if (const UrlPassword found = match_url_password(text, at);
          found.end > 0 &&
          !is_placeholder_password(text.substr(found.begin, found.end - found.begin), found.user) &&
          (scope == SecretScope::record || is_of_real_server(text, at, found)))
        return {"url-password", found.begin, found.end};
      break;
    default:
      if (is(text[at], kDigit) && (at == 0 || !is(text[at - 1], kDigit)))
        if (size_t end = match_telegram(scanned, at);
            end > 0 && !is_made_up(text.substr(at, end - at)))
          return {"telegram-token", at, end};
  }
  return {};
}

/// What is worth an alarm in words for a record only.
Span match_in_record(Scanned& scanned, size_t at) {
  size_t secret = at;
  const size_t end = scanned.text[at] == '-' && !is_within_word(scanned.text, at)
                         ? match_curl_user(scanned, at, secret)
                         : 0;
  return end > 0 ? Span{"password", secret, end} : Span{};
}

/// Tokens with a mark in their middle, looked for by the mark: OpenAI's older keys, Terraform's,
/// Azure's and Mailchimp's.
Span match_marked(Scanned& scanned, size_t at) {
  constexpr std::string_view kOpenAi = "T3BlbkFJ", kTerraform = ".atlasv1.", kAzure = "Q~",
                             kMailchimp = "-us";
  std::string_view text = scanned.text;
  auto begin_of = [&](Class chars) {
    size_t begin = at;
    while (begin > 0 && at - begin < 160 && is(text[begin - 1], chars))
      --begin;
    return begin;
  };
  auto reaches = [&](std::string_view mark, Class chars, size_t least) -> size_t {
    size_t length = scanned.run(at + mark.size(), chars);
    return length >= least ? at + mark.size() + length : 0;
  };
  if (text[at] == 'T' && text.substr(at, kOpenAi.size()) == kOpenAi) {
    size_t begin = begin_of(kUrlSafe);
    size_t end = reaches(kOpenAi, kUrlSafe, 20);
    if (text.substr(begin, 3) == "sk-" && at - begin >= 20 && end > 0)
      return {"openai-key", begin, end};
  }
  if (text[at] == '.' && text.substr(at, kTerraform.size()) == kTerraform) {
    size_t begin = begin_of(kAlnum);
    size_t end = reaches(kTerraform, kUrlSafe, 60);
    if (at - begin == 14 && end > 0)
      return {"terraform-token", begin, end};
  }
  if (text[at] == 'Q' && text.substr(at, kAzure.size()) == kAzure) {
    constexpr size_t kBefore = 4, kLeast = 31, kMost = 34;
    const size_t begin = begin_of(kUrlSafe | kDotTilde);
    const size_t end = reaches(kAzure, kUrlSafe | kDotTilde, kLeast);
    if (at - begin == kBefore && is(text[at - 1], kDigit) && end > 0 &&
        end <= at + kAzure.size() + kMost && is_like_chance(text.substr(begin, end - begin), true))
      return {"azure-client-secret", begin, end};
  }
  if (text[at] == '-' && text.substr(at, kMailchimp.size()) == kMailchimp) {
    const size_t begin = begin_of(kHex), from = at + kMailchimp.size();
    const size_t digits = scanned.run(from, kDigit);
    if (at - begin == 32 && (digits == 1 || digits == 2) && !is_made_up(text.substr(begin, 32)))
      return {"mailchimp-key", begin, from + digits};
  }
  return {};
}

Span match_at(Scanned& scanned, size_t at, SecretScope scope) {
  for (const auto& find : {match_token, match_named})
    if (const Span span = find(scanned, at, scope); !span.rule.empty())
      return span;
  if (scope == SecretScope::record)
    if (const Span span = match_in_record(scanned, at); !span.rule.empty())
      return span;
  return match_marked(scanned, at);
}

/// The bytes with which something begins that match_at() knows.
constexpr Pairs kStarts = [] {
  Pairs starts;
  for (const Shape& shape : kShapes)
    starts.add(shape.start[0], shape.start[1]);
  for (const std::string_view pair :
       {"--", "-u", "://", "T3", ".a", "Q~", "Pu", "_a", "_A", "\"d", "g="})
    starts.add(pair[0], pair[1]);
  for (const std::string_view pair : {"pa", "se", "au", "ba", "ap", "ok"})
    for (int i = 0; i < 4; ++i)
      starts.add(static_cast<char>(pair[0] - (i / 2) * ('a' - 'A')),
                 static_cast<char>(pair[1] - (i % 2) * ('a' - 'A')));
  for (char first = '0'; first <= '9'; ++first)
    for (char second = '0'; second <= '9'; ++second)
      starts.add(first, second);
  return starts;
}();

/// Whether only a name tells the rule: what is found within such a value tells more.
bool is_by_name(const Span& span) { return span.rule == "password" || span.rule == "named-token"; }

/// In order, and one where some overlap.
std::vector<Span> apart(std::vector<Span> spans) {
  std::ranges::sort(spans, {}, &Span::begin);
  std::vector<Span> apart;
  for (const Span& span : spans) {
    if (apart.empty() || span.begin >= apart.back().end) {
      apart.push_back(span);
      continue;
    }
    Span& whole = apart.back();
    whole.end = std::max(whole.end, span.end);
    if (is_by_name(whole))
      whole.rule = span.rule;
  }
  return apart;
}

/// Adds what begins in a range of the text.
void add_spans(Scanned& scanned, Unescaped::Range range, SecretScope scope,
               std::vector<Span>& spans) {
  const std::string_view text = scanned.text;
  for (size_t at = range.begin; at < range.end && at + 1 < text.size(); ++at) {
    if (!kStarts.may_have(text[at], text[at + 1]))
      continue;
    Span span = match_at(scanned, at, scope);
    if (span.rule.empty())
      continue;
    at = is_by_name(span) ? std::max(at, span.begin - 1) : span.end - 1;
    spans.push_back(span);
  }
}

/// What of an undone text is not in what was written.
std::vector<Span> spans_of(const Unescaped& unescaped, SecretScope scope) {
  std::vector<Span> spans;
  Scanned scanned(unescaped.text);
  for (const Unescaped::Range& range : unescaped.changed)
    add_spans(scanned, {std::max(range.begin, spans.empty() ? 0 : spans.back().end), range.end},
              scope, spans);
  return apart(std::move(spans));
}

/// Spans of the undone text become those of what was written.
void lead_back(std::string_view written, std::vector<Span>& spans) {
  WrittenPlaces places(written);
  for (Span& span : spans) {
    span.begin = places.of(span.begin);
    span.end = places.of(span.end);
  }
}

/// Adds what is found where the characters mean what they are written for, up to three times, as in
/// an address within an address. Two undone texts are held at a time, each as large as the text
/// may be: what a find leads back through is made once more.
void add_written_spans(std::string_view text, SecretScope scope, std::vector<Span>& spans) {
  const size_t levels = text.find('\0') == std::string_view::npos ? 3 : 4;  // UTF-16 is one more
  std::string written;                                                      // undone `level` times
  for (size_t level = 0; level < levels; ++level) {
    std::vector<Span> meant;
    {
      Unescaped unescaped(level == 0 ? text : written);
      if (unescaped.changed.empty())
        return;
      meant = spans_of(unescaped, scope);
      if (!meant.empty())
        lead_back(level == 0 ? text : written, meant);
      written = std::move(unescaped.text);
    }
    for (size_t below = level; below > 0 && !meant.empty(); --below) {
      std::string again;
      for (size_t i = 1; i < below; ++i)
        again = Unescaped(i == 1 ? text : again).text;
      lead_back(below == 1 ? text : again, meant);
    }
    spans.insert(spans.end(), meant.begin(), meant.end());
  }
}

/// Where UTF-16 begins and ends between other bytes, as a program of .NET has it behind its length:
/// those may look like letters, and belong to no word. All else of it is as in any text with zero
/// bytes. Its byte order is not known: each letter has a zero byte before it or behind it.
class WideEnds {
 public:
  explicit WideEnds(std::string_view text) {
    constexpr size_t kShortest = 16;  // letters; no token has less
    const auto is_zero = [&](size_t i) { return i < text.size() && text[i] == '\0'; };
    for (size_t at = text.find('\0', 1); at != std::string_view::npos; at = text.find('\0', at)) {
      if (is_zero(at + 1)) {  // the last of many
        at = text.find_first_not_of('\0', at);
        if (at == std::string_view::npos)
          break;
        --at;
      }
      const size_t first = is_zero(at - 1) ? at + 1 : at - 1;
      while (is_zero(at) && at + 1 < text.size() && text[at + 1] != '\0')
        at += 2;
      if (first + 2 * kShortest <= at)
        for (const size_t from : {first, first + 2}) {
          add_run(text.substr(0, at), from);
          if (!is_zero(at))
            add_run(text.substr(0, at - 1), from);
        }
      at += is_zero(at) ? 1 : 0;
    }
  }

  void add_spans_to(std::vector<Span>& spans, SecretScope scope) const {
    Scanned scanned(x_letters);
    std::vector<Span> found;
    add_spans(scanned, {0, x_letters.size()}, scope, found);
    auto piece = x_pieces.begin();
    for (const Span& span : apart(std::move(found))) {
      while (std::next(piece) != x_pieces.end() && std::next(piece)->begin <= span.begin)
        ++piece;
      const auto place = [&](size_t letter) { return piece->place + 2 * (letter - piece->begin); };
      spans.push_back({span.rule, place(span.begin), place(span.end - 1) + 1});
    }
  }

 private:
  struct Piece {
    size_t begin = 0;  ///< in the letters
    size_t place = 0;  ///< of its first letter in the text
  };

  /// `until` ends where the run does.
  void add_run(std::string_view until, size_t from) {
    constexpr size_t kEnd = 2 * 512;  // no token is longer
    const size_t size = until.size() - from;
    if (size <= 2 * kEnd) {
      add_piece(until, from);
    } else {
      add_piece(until.substr(0, from + kEnd), from);
      add_piece(until, from + (size - kEnd) / 2 * 2);
    }
  }

  void add_piece(std::string_view until, size_t from) {
    x_pieces.push_back({x_letters.size(), from});
    for (size_t at = from; at < until.size(); at += 2)
      x_letters += until[at];
    x_letters += '\xff';  // in no word
  }

  std::string x_letters;
  std::vector<Piece> x_pieces;
};

/// As deep as `layers` of base64 within each other.
std::vector<Span> find_spans(std::string_view text, SecretScope scope, size_t layers = 2) {
  Scanned scanned(text);
  std::vector<Span> spans;
  add_spans(scanned, {0, text.size()}, scope, spans);
  add_written_spans(text, scope, spans);
  WideEnds(text).add_spans_to(spans, scope);
  EncodedTexts encoded(text);
  while (const auto piece = layers > 0 ? encoded.next() : std::nullopt)
    for (const Span& span : find_spans(piece->meant, scope, layers - 1)) {
      spans.push_back({span.rule, piece->begin, piece->end});
      break;
    }
  return apart(std::move(spans));
}

}  // namespace

std::span<const SecretRule> secret_rules() { return kRules; }

std::string_view describe_secret(std::string_view rule) {
  for (const SecretRule& known : kRules)
    if (known.id == rule)
      return known.what;
  return rule;
}

std::vector<SecretHit> find_secrets(std::string_view text, SecretScope scope) {
  std::vector<SecretHit> hits;
  size_t line = 1;
  size_t counted = 0;
  for (const Span& span : find_spans(text, scope)) {
    line += static_cast<size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                           text.begin() + static_cast<std::ptrdiff_t>(span.begin),
                                           '\n'));
    counted = span.begin;
    hits.push_back(
        {.rule = std::string(span.rule),
         .line = line,
         .which = std::hash<std::string_view>{}(text.substr(span.begin, span.end - span.begin))});
  }
  return hits;
}

std::string mask_secrets(std::string text) {
  constexpr size_t kMostTimes = 8;  // what is taken out may have kept another one from being found
  for (size_t times = 0; times < kMostTimes; ++times) {
    const std::vector<Span> spans = find_spans(text, SecretScope::record);
    if (spans.empty())
      break;
    std::string masked;
    size_t from = 0;
    for (const Span& span : spans) {
      masked.append(text, from, span.begin - from);
      masked += "[secret: " + std::string(span.rule) + "]";
      from = span.end;
    }
    masked.append(text, from);
    text = std::move(masked);
  }
  return text;
}

}  // namespace handoff::formats
