#include "formats/secrets/passwords.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"

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

bool is_made_up(std::string_view body) {
  body = body.substr(0, 256);
  std::array<bool, 256> seen{};
  size_t different = 0;
  for (char c : body)
    if (!std::exchange(seen[static_cast<unsigned char>(c)], true))
      ++different;
  if (different < std::min<size_t>(8, body.size() / 2 + 1))
    return true;
  std::string lower = to_lower(body);
  for (std::string_view word : {"example", "placeholder", "your-", "your_", "dummy", "redacted",
                                "xxxxxx", "000000", "changeme", "notarealtoken", "fakefake"})
    if (contains(lower, word))
      return true;
  return false;
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

size_t match_url_password(std::string_view text, size_t at, size_t& secret) {
  if (text.substr(at, 3) != "://" || at == 0 || !is(text[at - 1], kAlnum))
    return 0;
  std::string_view rest = text.substr(at + 3, 2 * kLongestPassword);
  size_t colon = rest.find_first_of(" \t\n\"'`<>@/:");
  if (colon == std::string_view::npos || rest[colon] != ':')
    return 0;
  size_t end = rest.find_first_of(" \t\n\"'`<>@/", colon + 1);
  if (end == std::string_view::npos || rest[end] != '@')
    return 0;
  secret = at + 3 + colon + 1;
  return at + 3 + end;
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

/// Reached from one machine, or one network, only.
bool is_private(std::string_view host) {
  for (const std::string_view begin : {"127.", "10.", "192.168.", "169.254.", "0."})
    if (host.starts_with(begin))
      return true;
  for (const std::string_view end : {".local", ".localhost", ".test", ".invalid"})
    if (host.ends_with(end))
      return true;
  const size_t dot = std::string_view("172.").size(), next = host.find('.', dot);
  const std::string_view second = host.substr(std::min(dot, host.size()), next - dot);
  return host.starts_with("172.") && second.size() == 2 && second >= "16" && second <= "31";
}

}  // namespace

bool is_of_real_server(std::string_view text, size_t at, size_t secret, size_t end) {
  const std::string_view before = text.substr(0, at);
  const bool is_web = before.ends_with("http") || before.ends_with("https");
  std::string_view host = text.substr(end + 1, kLongestPassword);
  host = host.substr(0, host.find_first_of(" \t\r\n\"'`<>/:?#),"));
  if (host.find('.') == std::string_view::npos || host.find("example") != std::string_view::npos ||
      host.find_first_of("${}*[") != std::string_view::npos)
    return false;
  return is_web ? !host.starts_with("127.")
                : !is_private(host) && is_like_random(text.substr(secret, end - secret));
}

namespace {

/// Made of the words that stand for a password, and little else: "your-password", not
/// "my-secret-9f8K2x".
bool is_made_of_usual_words(std::string_view word) {
  constexpr size_t kLeastOfItsOwn = 4;
  bool usual = false;
  size_t own = 0;
  for (size_t at = 0; at < word.size() && own < kLeastOfItsOwn;) {
    size_t length = 0;
    for (std::string_view known :
         {"password", "passwd", "secret", "postgres", "example", "changeme", "xxxx", "hunter2",
          "placeholder", "redacted", "null", "none", "string", "required", "your"})
      length = std::max(length, says(word, at, known) ? known.size() : 0);
    usual = usual || length > 0;
    own += length == 0 && is(word[at], kAlnum) ? 1 : 0;
    at += std::max<size_t>(length, 1);
  }
  return usual && own < kLeastOfItsOwn;
}

}  // namespace

bool is_placeholder_password(std::string_view word) {
  if (word.size() < 6 || word.find_first_of("${}<>[]*") != std::string_view::npos ||
      is_made_of_usual_words(word))
    return true;
  // A password has more in it than a word: "password: reset flow" is prose.
  bool letters = std::ranges::any_of(word, [](char c) { return is(c, kUpper | kLower); });
  bool others = std::ranges::any_of(word, [](char c) { return !is(c, kUpper | kLower); });
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
