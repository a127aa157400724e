#include "formats/secrets/passwords.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "formats/secrets/secret_shapes.hpp"
#include "formats/secrets/unescaped.hpp"

namespace handoff::formats::secret_shapes {

namespace {

constexpr size_t kLongestPassword = 256;

}  // namespace

bool says(std::string_view text, size_t at, std::string_view word) {
  if (text.size() - at < word.size())
    return false;
  for (size_t i = 0; i < word.size(); ++i)
    if (word[i] != (is(text[at + i], kUpper) ? text[at + i] | 0x20 : text[at + i]))
      return false;
  return true;
}

namespace {

/// `1234567890abcdef`: most characters are the ones that come next.
bool is_counted_up(std::string_view body) {
  size_t steps = 0;
  for (size_t i = 1; i < body.size(); ++i)
    if (body[i] == body[i - 1] + 1 || (body[i] == '0' && body[i - 1] == '9'))
      ++steps;
  return 2 * steps > body.size();
}

}  // namespace

bool is_made_up(std::string_view body) {
  body = body.substr(0, 256);
  std::array<bool, 256> seen{};
  size_t different = 0;
  for (char c : body)
    if (!std::exchange(seen[static_cast<unsigned char>(c)], true))
      ++different;
  if (different < std::min<size_t>(8, body.size() / 2 + 1) || is_counted_up(body))
    return true;
  if (std::ranges::none_of(body, [](char c) { return is(c, kUpper | kDigit); }))
    return true;
  std::string lower = to_lower(body);
  for (std::string_view word : {"example", "placeholder", "your-", "your_", "dummy", "redacted",
                                "xxxxxx", "000000", "changeme", "notarealtoken", "fakefake"})
    if (contains(lower, word))
      return true;
  return false;
}

bool is_like_chance(std::string_view body, bool of_both_cases) {
  body = body.substr(0, 256);
  const auto count = [&](Class chars) {
    return static_cast<size_t>(std::ranges::count_if(body, [&](char c) { return is(c, chars); }));
  };
  const auto kind = [](char c) {
    return is(c, kUpper) ? 0 : is(c, kLower) ? 1 : is(c, kDigit) ? 2 : 3;
  };
  const size_t upper = count(kUpper), lower = count(kLower), digits = count(kDigit);
  if (digits == 0 || upper + lower == 0)
    return false;
  if (upper == 0 || lower == 0)
    return !of_both_cases;
  size_t changes = 0;
  for (size_t i = 1; i < body.size(); ++i)
    changes += kind(body[i]) != kind(body[i - 1]) ? 1 : 0;
  const size_t signs = body.size() - upper - lower - digits;
  return 5 * changes >= 2 * (body.size() - 1) && 8 * signs <= body.size() + 7;
}

UrlPassword match_url_password(std::string_view text, size_t at) {
  if (text.substr(at, 3) != "://" || at == 0 || !is(text[at - 1], kAlnum))
    return {};
  const size_t user = at + 3;
  const std::string_view rest = text.substr(user, 2 * kLongestPassword);
  const size_t colon = rest.find_first_of(" \t\r\n\"'`<>/:");
  if (colon == std::string_view::npos || rest[colon] != ':')
    return {};
  // The host has no '@', a name and a password may.
  std::string_view behind = rest.substr(colon + 1);
  behind = behind.substr(0, behind.find_first_of(" \t\r\n\"'`/"));
  size_t sign = behind.find('@');
  if (sign == std::string_view::npos)
    return {};
  for (size_t next = sign;
       (next = behind.find_first_of("@<>?#,;)|", next + 1)) != std::string_view::npos &&
       behind[next] == '@';)
    sign = next;
  const std::string_view word = behind.substr(0, sign);
  // `//host:80?mail=me@host`, `<a href=//host:80>me@host`: that is a port.
  const size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits > 0 && digits < word.size() &&
      std::string_view("?#<>").find(word[digits]) != std::string_view::npos)
    return {};
  const size_t secret = user + colon + 1;
  return {secret, secret + sign, rest.substr(0, colon)};
}

bool is_in_camels(std::string_view word) {
  constexpr size_t kMostOdd = 1;
  size_t odd = 0;
  for (size_t i = 1; i < word.size(); ++i)
    odd += (is(word[i - 1], kUpper) && is(word[i], kUpper | kDigit)) ||
                   (is(word[i - 1], kDigit) && is(word[i], kLower))
               ? 1
               : 0;
  return odd <= kMostOdd;
}

bool is_like_random(std::string_view word) {
  constexpr size_t kLeast = 8, kLeastDifferent = 6;
  std::string different(word);
  std::ranges::sort(different);
  const auto same = std::ranges::unique(different);
  return word.size() >= kLeast && different.size() - same.size() >= kLeastDifferent &&
         std::ranges::any_of(word, [](char c) { return is(c, kUpper | kLower); }) &&
         std::ranges::any_of(word, [](char c) { return is(c, kDigit); });
}

bool is_generated(std::string_view word) {
  constexpr size_t kLeast = 12;
  const auto has = [&](Class chars) {
    return std::ranges::any_of(word, [&](char c) { return is(c, chars); });
  };
  return word.size() >= kLeast && has(kUpper) && has(kLower) && is_like_random(word) &&
         is_like_chance(word, true);
}

namespace {

/// Who can reach a host.
enum class Reach { nobody, machine_or_network, everybody };

Reach reach_of(const std::string& host) {
  const auto begins = [&](std::string_view with) { return host.starts_with(with); };
  const auto ends = [&](std::string_view with) { return host.ends_with(with); };
  // No host at all, this machine as a container sees it, or one of documents.
  if (host.empty() || host.find_first_of("${}*[%") != std::string::npos || begins("127.") ||
      begins("0.") || host == "localhost" || ends(".localhost") || ends(".docker.internal") ||
      (begins("host.") && ends(".internal")))
    return Reach::nobody;
  if (contains("." + host + ".", ".example.") || ends(".invalid"))
    return Reach::nobody;
  const std::string second = host.substr(std::min<size_t>(4, host.size()), 3);
  const bool is_private =
      begins("10.") || begins("192.168.") || begins("169.254.") ||
      (begins("172.") && second.find('.') == 2 && second >= "16." && second <= "31.");
  return is_private || !contains(host, ".") || contains(host, "example") || ends(".local") ||
                 ends(".test") || ends(".internal")
             ? Reach::machine_or_network
             : Reach::everybody;
}

}  // namespace

bool is_of_real_server(std::string_view text, size_t at, const UrlPassword& found) {
  const std::string_view before = text.substr(0, at);
  const bool is_web = before.ends_with("http") || before.ends_with("https");
  std::string_view host = text.substr(found.end + 1, kLongestPassword);
  host = host.substr(0, host.find_first_of(" \t\r\n\"'`<>/:?#),;|"));
  const std::string_view word = text.substr(found.begin, found.end - found.begin);
  switch (reach_of(to_lower(host))) {
    case Reach::nobody:
      return false;
    case Reach::machine_or_network:
      return is_generated(word);
    case Reach::everybody:
      return is_web || is_like_random(word);
  }
  return false;
}

namespace {

/// Made of the words that stand for a password, and little else: "your-password", not
/// "my-secret-9f8K2x".
bool is_made_of_usual_words(std::string_view word, std::string_view user) {
  constexpr size_t kLeastOfItsOwn = 4;
  bool usual = false;
  size_t own = 0;
  for (size_t at = 0; at < word.size() && own < kLeastOfItsOwn;) {
    size_t length = user.size() >= 3 && word.substr(at, user.size()) == user ? user.size() : 0;
    for (std::string_view known :
         {"password", "passwd",   "passwort", "passphrase", "motdepasse", "contrase",    "p@ssw0rd",
          "p@ssword", "passw0rd", "pa$$w0rd", "pa$$word",   "p4ssw0rd",   "secret",      "postgres",
          "mysql",    "rabbitmq", "example",  "sample",     "changeme",   "change",      "xxxx",
          "hunter2",  "correct",  "horse",    "battery",    "staple",     "placeholder", "redacted",
          "null",     "none",     "string",   "required",   "your",       "here",        "admin",
          "root",     "guest",    "user",     "test",       "demo",       "dummy",       "fake",
          "default",  "welcome",  "qwerty",   "letmein",    "token",      "insert",      "replace",
          "enter",    "abc123",   "12345",    "pw"})
      length = std::max(length, says(word, at, known) ? known.size() : 0);
    usual = usual || length > 0;
    own += length == 0 && is(word[at], kAlnum) ? 1 : 0;
    at += std::max<size_t>(length, 1);
  }
  return usual && own < kLeastOfItsOwn;
}

/// The end of a name of a variable behind its `$`: letters in one case or without digits, as
/// `$DB_PASS2` and `$dbPass` have them and what is made by chance does not.
size_t end_of_variable(std::string_view word, size_t at) {
  size_t end = at;
  while (end < word.size() && is(word[end], kWord))
    ++end;
  const std::string_view name = word.substr(at, end - at);
  const auto has = [&](Class chars) {
    return std::ranges::any_of(name, [&](char c) { return is(c, chars); });
  };
  const bool is_name =
      !name.empty() && !is(name[0], kDigit) && (!has(kDigit) || !has(kUpper) || !has(kLower));
  return is_name ? end : at;
}

/// What is left of a text without what stands for something else: `${X}`, `$X`, `{{x}}`, `<x>`,
/// `[x]`, `$(x)`, `%s`, `***`. Of those with brackets the end may be cut off.
std::string without_variables(std::string_view word) {
  std::string left;
  for (size_t at = 0; at < word.size();) {
    const std::string_view two = word.substr(at, 2);
    const size_t open = std::string_view("{<[").find(word[at]);
    const size_t close = open == std::string_view::npos ? open : word.find("}>]"[open], at);
    if (two == "${" || two == "$(" || two == "{{") {
      const char last = two == "$(" ? ')' : '}';
      at = std::min(word.find(last, at), word.size() - 1) + 1;
      while (at < word.size() && word[at] == last)
        ++at;
    } else if (close != std::string_view::npos) {
      at = close + 1;
    } else if (two == "**") {
      at = std::min(word.find_first_not_of('*', at), word.size());
    } else if (const size_t end = word[at] == '$' ? end_of_variable(word, at + 1) : 0;
               end > at + 1) {
      at = end;
    } else {
      left += word[at++];
    }
  }
  return left;
}

/// Letters alone, that no word and no name in camels has so.
bool is_random_letters(std::string_view word) {
  constexpr size_t kLeast = 16;
  const auto upper =
      static_cast<size_t>(std::ranges::count_if(word, [](char c) { return is(c, kUpper); }));
  size_t changes = 0;
  for (size_t i = 1; i < word.size(); ++i)
    changes += is(word[i], kUpper) != is(word[i - 1], kUpper) ? 1 : 0;
  return word.size() >= kLeast && !is_in_camels(word) && 5 * changes >= 2 * (word.size() - 1) &&
         4 * upper >= word.size() && 4 * upper <= 3 * word.size();
}

}  // namespace

bool is_placeholder_password(std::string_view word, std::string_view user) {
  const std::string left = without_variables(word), meant = Unescaped(left).text;
  if (left.size() < 6 || is_made_of_usual_words(left, user) || is_made_of_usual_words(meant, user))
    return true;
  // A password has more in it than a word: "password: reset flow" is prose.
  bool letters = std::ranges::any_of(left, [](char c) { return is(c, kUpper | kLower); });
  bool others = std::ranges::any_of(left, [](char c) { return !is(c, kUpper | kLower); });
  return !letters || (!others && !is_random_letters(left));
}

}  // namespace handoff::formats::secret_shapes
