#include "formats/secrets/passwords.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "formats/secrets/encoded.hpp"
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

size_t after_assignment(std::string_view text, size_t at) {
  size_t i = at;
  auto skip = [&](std::string_view chars) {
    while (i < text.size() && i < at + 8 && chars.find(text[i]) != std::string_view::npos)
      ++i;
  };
  skip("\"'` ");
  if (i >= text.size() || (text[i] != '=' && text[i] != ':'))
    return 0;
  skip("=:>");
  skip(" \"'`");
  return i;
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

namespace {

/// As long and as mixed as what is made by chance: what people make up for an example seldom is.
bool is_like_random(std::string_view word) {
  constexpr size_t kLeast = 8, kLeastDifferent = 6;
  std::string different(word);
  std::ranges::sort(different);
  const auto same = std::ranges::unique(different);
  return word.size() >= kLeast && different.size() - same.size() >= kLeastDifferent &&
         std::ranges::any_of(word, [](char c) { return is(c, kUpper | kLower); }) &&
         std::ranges::any_of(word, [](char c) { return is(c, kDigit); });
}

/// As a program makes it, and hardly a person for a database of tests.
bool is_generated(std::string_view word) {
  constexpr size_t kLeast = 12;
  const auto has = [&](Class chars) {
    return std::ranges::any_of(word, [&](char c) { return is(c, chars); });
  };
  return word.size() >= kLeast && has(kUpper) && has(kLower) && is_like_random(word) &&
         is_like_chance(word, true);
}

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

}  // namespace

bool is_placeholder_password(std::string_view word, std::string_view user) {
  const std::string left = without_variables(word), meant = Unescaped(left).text;
  if (left.size() < 6 || is_made_of_usual_words(left, user) || is_made_of_usual_words(meant, user))
    return true;
  // A password has more in it than a word: "password: reset flow" is prose.
  bool letters = std::ranges::any_of(left, [](char c) { return is(c, kUpper | kLower); });
  bool others = std::ranges::any_of(left, [](char c) { return !is(c, kUpper | kLower); });
  return !letters || !others;
}

namespace {

/// `conn_password`, `user.password)`, `DB_PASSWORD`: a name in code or in an environment, of words
/// one of which stands for a password.
bool is_name_in_code(std::string_view value) {
  const size_t end = value.find_last_not_of(",;)");
  value = value.substr(0, end == std::string_view::npos ? 0 : end + 1);
  const auto is_all = [&](Class letters) {
    return std::ranges::all_of(value,
                               [&](char c) { return is(c, letters) || c == '_' || c == '.'; });
  };
  const std::string lower = to_lower(value);
  return value.find_first_of("_.") != std::string_view::npos &&
         (is_all(kLower) || is_all(kUpper)) &&
         (contains(lower, "pass") || contains(lower, "pwd") || contains(lower, "secret"));
}

/// `get_password(user`, `get_password(1`, `os.environ`, `/etc/passwd`, `and/or`: nothing behind the
/// bracket, or of the parts of a path, that only a password has.
bool is_code_or_path(std::string_view value) {
  auto is_digit = [](char c) { return is(c, kDigit); };
  bool digit = std::ranges::any_of(value, is_digit);
  if (size_t bracket = value.find('('); bracket != std::string_view::npos) {
    std::string_view before = value.substr(0, bracket), behind = value.substr(bracket + 1);
    return std::ranges::none_of(behind, is_digit) ||
           (std::ranges::all_of(behind, is_digit) && std::ranges::none_of(before, is_digit));
  }
  // `list[3]`, `a->b1`, `Vec<u8>`
  if (value.find_first_of("[]<>{}") != std::string_view::npos && !is_like_chance(value, true))
    return true;
  return contains(value, "\\") || value.starts_with('/') || value.starts_with('.') ||
         std::ranges::count(value, '/') > 1 || (contains(value, "/") && !digit);
}

}  // namespace

size_t match_password(Scanned& scanned, size_t at, size_t& secret) {
  std::string_view text = scanned.text;
  size_t name = 0;
  for (std::string_view word : {"password", "passwd", "passphrase"})
    if (says(text, at, word))
      name = word.size();
  if (name == 0)
    return 0;
  secret = after_assignment(text, at + name);
  if (secret == 0)
    return 0;
  std::string_view value = scanned.at_most(secret, kPlain | kColon, kLongestPassword);
  return is_name_in_code(value) || is_code_or_path(value) || is_placeholder_password(value)
             ? 0
             : secret + value.size();
}

namespace {

/// A value up to the next blank or quote, that is no variable and no plain word.
size_t match_credential(Scanned& scanned, size_t at) {
  std::string_view value = scanned.at_most(at, kPlain | kClose | kColon, kLongestPassword);
  auto is_upper = [](char c) { return is(c, kUpper); };
  // `Basic dXNlcjpwYXNzd29yZA`: letters alone, but no word.
  const bool mixed = value.size() >= 12 && std::ranges::count_if(value, is_upper) > 1 &&
                     std::ranges::any_of(value, [](char c) { return is(c, kLower); });
  return (mixed && !is_made_up(value)) || !is_placeholder_password(value) ? at + value.size() : 0;
}

}  // namespace

size_t match_authorization(Scanned& scanned, size_t at, size_t& secret) {
  constexpr std::string_view kName = "authorization";
  std::string_view text = scanned.text;
  if (!says(text, at, kName))
    return 0;
  secret = after_assignment(text, at + kName.size());
  if (secret == 0)
    return 0;
  for (std::string_view scheme : {"bearer ", "basic ", "token ", "apikey "})
    if (says(text, secret, scheme))
      secret += scheme.size();
  // What these send is a sum that the secret was put into, with the names that belong to it.
  if (says(text, secret, "digest ") ||
      contains(scanned.at_most(secret, kPlain, kLongestPassword), "-HMAC-"))
    return 0;
  constexpr size_t kLeast = 8;
  const size_t end = match_credential(scanned, secret);
  return end >= secret + kLeast ? end : 0;
}

size_t match_basic_auth(Scanned& scanned, size_t at, size_t& secret) {
  const std::string_view text = scanned.text;
  size_t begin = 0;
  if (says(text, at, "basic "))
    begin = std::min(text.find_first_not_of(' ', at + 6), text.size());
  else if (says(text, at, "auth"))
    begin = after_assignment(text, at + 4);
  constexpr size_t kLeast = 12;
  if (begin == 0 || scanned.run(begin, kBase64) < kLeast)
    return 0;
  const std::string_view written = scanned.at_most(begin, kBase64, 4 * kLongestPassword);
  const std::string meant = base64_text(written);
  const size_t colon = meant.find(':');
  // A session token has JSON in it.
  if (colon > meant.size() || meant.starts_with('{') ||
      std::ranges::any_of(meant, [](char c) { return c < ' ' || c > '~'; }))
    return 0;
  const std::string password = meant.substr(colon + 1);
  constexpr std::string_view kOfRfc6749 = "s6BhdRkqt3:";
  if (meant.starts_with(kOfRfc6749) || !is_like_random(password) ||
      is_placeholder_password(password, meant.substr(0, colon)))
    return 0;
  secret = begin;
  return begin + written.size();
}

size_t match_registry_token(Scanned& scanned, size_t at, size_t& secret) {
  constexpr std::string_view kName = "_authtoken";
  constexpr size_t kLeast = 20;
  if (!says(scanned.text, at, kName))
    return 0;
  secret = after_assignment(scanned.text, at + kName.size());
  const size_t length =
      secret == 0 ? 0 : scanned.run(secret, kUrlSafe | kDotTilde | kBase64Sign | kEquals);
  const std::string_view token = scanned.text.substr(secret, length);
  return length >= kLeast && is_like_chance(token, false) && !is_made_up(token) ? secret + length
                                                                                : 0;
}

size_t match_curl_user(Scanned& scanned, size_t at, size_t& secret) {
  std::string_view text = scanned.text;
  size_t name = at;
  for (std::string_view option : {"--user ", "--user=", "-u"})
    if (name == at && says(text, at, option))
      name += option.size();
  if (name == at || !scanned.after_curl(at))
    return 0;
  while (name < text.size() && (text[name] == ' ' || text[name] == '"' || text[name] == '\''))
    ++name;
  name += scanned.at_most(name, kPlain | kClose, kLongestPassword).size();
  if (text.substr(name, 1) != ":")
    return 0;
  secret = name + 1;
  return match_credential(scanned, secret);
}

}  // namespace handoff::formats::secret_shapes
