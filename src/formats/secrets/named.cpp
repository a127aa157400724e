#include "formats/secrets/named.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/text.hpp"
#include "formats/secrets/encoded.hpp"
#include "formats/secrets/passwords.hpp"

namespace handoff::formats::secret_shapes {

namespace {

enum class Kind { password, secret, token, authorization, aws_key, registry_token };

struct TellingName {
  std::string_view word;  ///< `?`: `_`, `-`, a blank or nothing
  Kind kind;
  bool begins_word = false;
};

/// The longer ones first.
constexpr auto kTellingNames =
    std::to_array<TellingName>({{"password", Kind::password},
                                {"passwd", Kind::password},
                                {"passphrase", Kind::password},
                                {"secret?access?key", Kind::aws_key},
                                {"secret?key", Kind::secret},
                                {"secret", Kind::secret},
                                {"api?key", Kind::secret},
                                {"token", Kind::token},
                                {"sig", Kind::token, true},
                                {"_authtoken", Kind::registry_token},
                                {"authorization", Kind::authorization, true}});

/// The end of the name there; 0: none.
size_t end_of_name(std::string_view text, size_t at, const TellingName& name) {
  const size_t begin = at;
  for (const char c : name.word) {
    const char there = at < text.size() ? text[at] : '\0';
    if (c != '?' && c != (is(there, kUpper) ? there | 0x20 : there))
      return 0;
    at += c != '?' || there == '_' || there == '-' || there == ' ' ? 1 : 0;
  }
  const bool within = name.begins_word && begin > 0 && is(text[begin - 1], kAlnum);
  return !within && at < text.size() && !is(text[at], kAlnum) ? at : 0;
}

/// Whether the name that begins at `at` and ends at `end` is of something that opens no door:
/// `NextToken`, `csrf-token`, `public_api_key`, `arn:aws:secretsmanager:eu:1:secret:Name-a1b2c3`.
bool opens_nothing(std::string_view text, size_t at, size_t end, Kind kind) {
  if (at == 0)
    return false;
  if (text[at - 1] == ':' && text[end] == ':')
    return true;
  const size_t before = at - (is(text[at - 1], kUnderline | kDash) ? 1 : 0);
  const auto is_behind = [&](std::string_view word) {
    return before >= word.size() && says(text, before - word.size(), word);
  };
  constexpr auto kOfTokens = std::to_array<std::string_view>(
      {"next", "page", "continuation", "update", "csrf", "xsrf", "cancellation"});
  return is_behind("public") || (kind == Kind::token && std::ranges::any_of(kOfTokens, is_behind));
}

// --- What is no password

bool is_all(std::string_view word, Class chars) {
  return std::ranges::all_of(word, [&](char c) { return is(c, chars); });
}

bool has(std::string_view word, Class chars) {
  return std::ranges::any_of(word, [&](char c) { return is(c, chars); });
}

/// `PBKDF2-SHA256`, `base64-encoded`, `ticket-4711`: of such words, with numbers.
bool is_of_terms(std::string_view value) {
  // JIRA-1234
  if (const size_t dash = value.find('-'); dash != std::string_view::npos && dash > 1 &&
                                           is_all(value.substr(0, dash), kUpper) &&
                                           is_all(value.substr(dash + 1), kDigit))
    return true;
  constexpr auto kTerms = std::to_array<std::string_view>(
      {"pbkdf",    "sha",    "hmac",   "md",    "argon",  "argonid", "argoni", "argond",  "bcrypt",
       "scrypt",   "crypt",  "aes",    "gcm",   "cbc",    "ctr",     "rsa",    "ecdsa",   "utf",
       "base",     "hex",    "chacha", "poly",  "blake",  "blakeb",  "blakes", "ntlm",    "ssha",
       "shacrypt", "shasum", "mdsum",  "salt",  "salted", "hash",    "hashed", "encoded", "oauth",
       "rfc",      "cve",    "ticket", "issue", "bug",    "varchar"});
  bool any = false;
  std::string word;
  for (size_t i = 0; i <= value.size(); ++i) {
    const char c = i < value.size() ? value[i] : ' ';
    if (is(c, kUpper | kLower)) {
      word += static_cast<char>(c | 0x20);
    } else if (!is(c, kDigit)) {
      if (!word.empty() && !in_list(kTerms, word))
        return false;
      any = any || !word.empty();
      word.clear();
    }
  }
  return any;
}

/// `user.passwordHash`, `process.env.DB_PASSWORD`, `conn_password`, `users.password_digest2`: names
/// as code has them, in one case or in camels. What has no dot and no camel says that it is one.
bool is_name_in_code(std::string_view value) {
  constexpr size_t kMostDigits = 1;  // at the end of a name
  const std::string lower = to_lower(value);
  const bool says_so =
      contains(lower, "pass") || contains(lower, "pwd") || contains(lower, "secret");
  const bool digits = has(value, kDigit);
  if (value.find_first_of("_.") == std::string_view::npos ||
      (!says_so && (digits || !contains(value, "."))))
    return false;
  for (const std::string& whole : split(value, '.')) {
    std::string_view part = whole;
    const size_t end = part.find_last_not_of("0123456789") + 1;
    if (end == 0 || part.size() - end > kMostDigits)
      return false;
    part = part.substr(0, end);
    const bool is_camel = is_all(part, kUpper | kLower) && !digits;
    if (!is_camel && !is_all(part, kLower | kUnderline) && !is_all(part, kUpper | kUnderline))
      return false;
  }
  return true;
}

/// `src/login2.c:35`, `PasswordInput2.tsx`: a file by its extension, with or without a place in it.
bool is_file_name(std::string_view value) {
  constexpr auto kExtensions = std::to_array<std::string_view>(
      {"c",    "cc",  "conf", "cpp",  "cs",   "css",  "env",    "go",    "h",  "hpp",
       "html", "ini", "java", "js",   "json", "jsx",  "kt",     "log",   "md", "php",
       "py",   "rb",  "rs",   "scss", "sh",   "sql",  "svelte", "swift", "tf", "toml",
       "ts",   "tsx", "txt",  "vue",  "xml",  "yaml", "yml"});
  const size_t dot = value.rfind('.');
  if (dot == std::string_view::npos || dot == 0)
    return false;
  const std::string_view behind = value.substr(dot + 1);
  const size_t end = std::min(behind.find_first_of(":#"), behind.size());
  return in_list(kExtensions, behind.substr(0, end)) &&
         behind.find_first_not_of("0123456789:#L-", end) == std::string_view::npos;
}

/// `get_password(user`, `get_password(1`, `argon2id(m=65536`, `os.environ`, `/etc/passwd`,
/// `and/or`: nothing behind the bracket, or of the parts of a path, that only a password has.
bool is_code_or_path(std::string_view value) {
  if (const size_t bracket = value.find('('); bracket != std::string_view::npos) {
    const std::string_view before = value.substr(0, bracket), behind = value.substr(bracket + 1);
    // A call with what its arguments are: `generate_password(length=24)`
    const bool is_call = is_all(before, kLower | kUnderline | kDotTilde) && contains(behind, "=");
    return !has(behind, kDigit) || is_of_terms(before) || is_call ||
           (is_all(behind, kDigit) && !has(before, kDigit));
  }
  // `list[3]`, `a->b1`, `Vec<u8>`
  if (value.find_first_of("[]<>{}") != std::string_view::npos && !is_like_chance(value, true))
    return true;
  return std::ranges::count(value, '/') > 1 || (contains(value, "/") && !has(value, kDigit));
}

bool is_no_password(std::string_view value) {
  // `min_length=8`: as what stands behind it
  const size_t sign = value.find('=') + 1;  // also npos + 1
  if (sign > 1 &&
      is_all(value.substr(0, sign - 1), kUpper | kLower | kUnderline | kDash | kDotTilde))
    value.remove_prefix(sign);
  return is_name_in_code(value) || is_code_or_path(value) || is_of_terms(value) ||
         is_file_name(value) || is_placeholder_password(value);
}

// --- What is one

/// Letters and digits as no word and no number has them, in one case or in both.
bool is_random_token(std::string_view value) {
  constexpr size_t kLeast = 16;
  if (value.size() < kLeast || is_made_up(value))
    return false;
  if (has(value, kUpper) && has(value, kLower))
    return is_like_chance(value, true) && !is_in_camels(value);
  size_t changes = 0;
  for (size_t i = 1; i < value.size(); ++i)
    changes += is(value[i], kDigit) != is(value[i - 1], kDigit) ? 1 : 0;
  return is_all(value, kAlnum) && 4 * changes >= value.size();
}

/// The address of a contract of Ethereum, which is a token's, or a hash as the integrity of a
/// resource is written (W3C, Subresource Integrity).
bool is_public(std::string_view value, Kind kind) {
  constexpr size_t kAddress = 42;
  if (kind == Kind::token && value.size() == kAddress && value.starts_with("0x"))
    return std::ranges::all_of(value.substr(2), [](unsigned char c) { return isxdigit(c) != 0; });
  return std::ranges::any_of(kLengthsOfHash, [&](const HashLength& hash) {
    const size_t begin = hash.name.size() + 1;
    if (value.size() <= begin || !value.starts_with(hash.name) || value[begin - 1] != '-')
      return false;
    std::string_view digits = value.substr(begin);
    digits = digits.substr(0, digits.find_last_not_of('=') + 1);
    return digits.size() == hash.length && is_all(digits, kAlnum | kBase64Sign);
  });
}

/// Of a name in a file: as a program makes it, and as no code has it that is not in quotes.
bool is_in_file(std::string_view value, bool quoted, size_t least) {
  return value.size() >= least && is_generated(value) && !is_in_camels(value) &&
         !is_made_up(value) && !is_placeholder_password(value) &&
         (quoted || value.find_first_of("()[]{}<>$\\.&?:") == std::string_view::npos);
}

constexpr size_t kLongest = 256;

/// Where the value of a name begins.
struct Connected {
  size_t at = 0;         ///< 0: nowhere
  bool by_sign = false;  ///< `=`, `:`, `=>`, `', '`; not `is`, a cell of a table, or quotes alone
  bool quoted = false;
};

Connected after_name(std::string_view text, size_t at) {
  constexpr size_t kMost = 12;
  size_t i = at;
  const auto skip = [&](std::string_view chars) {
    const size_t from = i;
    while (i < text.size() && i < at + kMost && chars.find(text[i]) != std::string_view::npos)
      ++i;
    return text.substr(from, i - from);
  };
  const auto quoted_before = [&] { return contains("\"'`", text.substr(i - 1, 1)); };
  const std::string_view between = skip("\"'`*_| \t");
  if (i >= text.size() || i == at + kMost)
    return {};
  if (text[i] == '=' || text[i] == ':') {
    skip("=:>");
    skip(" \t\r\n\"'`*");
    return {i, true, quoted_before()};
  }
  // define('NAME', '...')
  if (text[i] == ',' && quoted_before()) {
    ++i;
    skip(" ");
    const bool quoted = !skip("\"'`").empty();
    return {quoted ? i : 0, true, quoted};
  }
  if (contains(between, "|"))
    return {i, false, false};
  const size_t blank = between.find_first_of(" \t");
  if (blank == std::string_view::npos)
    return {};
  if (between.find_first_of("\"'`", blank) != std::string_view::npos)
    return {i, false, true};
  for (const std::string_view word : {"is now ", "is ", "was "})
    if (says(text, i, word)) {
      i += word.size();
      at = i;
      skip(": \"'`*");
      return {i, false, quoted_before()};
    }
  return {};
}

size_t after_sign(std::string_view text, size_t at) {
  const Connected value = after_name(text, at);
  return value.by_sign ? value.at : 0;
}

/// Where a value ends that has signs or other quotes in it: with the quote that it began with, or
/// with its last part that has a digit (`k4Tz9qLw,Xm7vpQ2v`).
size_t end_of_whole(Scanned& scanned, size_t at, size_t end) {
  const std::string_view text = scanned.text;
  const char quote = at > 0 ? text[at - 1] : ' ';
  if (contains("\"'`", std::string_view(&quote, 1))) {
    const std::string_view line = text.substr(at, kLongest);
    const size_t close = line.find(quote);
    return close < line.find('\n') ? std::max(end, at + close) : end;
  }
  while (end + 1 < text.size() && contains(",;()&", text.substr(end, 1)) &&
         is(text[end + 1], kAlnum)) {
    const std::string_view part = scanned.at_most(end + 1, kPlain, kLongest);
    if (!has(part, kDigit))
      break;
    end += 1 + part.size();
  }
  return end;
}

/// A value up to the next blank or quote, that is no variable and no plain word.
size_t match_credential(Scanned& scanned, size_t at) {
  std::string_view value = scanned.at_most(at, kPlain | kClose | kColon, kLongest);
  auto is_upper = [](char c) { return is(c, kUpper); };
  // `Basic dXNlcjpwYXNzd29yZA`: letters alone, but no word.
  const bool mixed =
      value.size() >= 12 && std::ranges::count_if(value, is_upper) > 1 && has(value, kLower);
  return (mixed && !is_made_up(value)) || !is_placeholder_password(value)
             ? end_of_whole(scanned, at, at + value.size())
             : 0;
}

/// Behind `Authorization: `, with or without a scheme; in a file with one.
NamedValue match_authorization(Scanned& scanned, size_t at, SecretScope scope) {
  const std::string_view text = scanned.text;
  constexpr size_t kLeast = 8, kLeastInFile = 16;
  size_t secret = at;
  for (const std::string_view scheme : {"bearer ", "basic ", "token ", "apikey "})
    if (says(text, secret, scheme))
      secret += scheme.size();
  if (scope == SecretScope::file) {
    const std::string_view value =
        scanned.at_most(secret, kUrlSafe | kBase64Sign | kDotTilde, kLongest);
    const bool session = value.starts_with("eyJ") || says(text, at, "basic ");
    return secret > at && !session && is_in_file(value, false, kLeastInFile)
               ? NamedValue{"password", secret, secret + value.size()}
               : NamedValue{};
  }
  // What these send is a sum that the secret was put into, with the names that belong to it.
  if (says(text, secret, "digest ") ||
      contains(scanned.at_most(secret, kPlain, kLongest), "-HMAC-"))
    return {};
  const size_t end = match_credential(scanned, secret);
  return end >= secret + kLeast ? NamedValue{"password", secret, end} : NamedValue{};
}

NamedValue match_value(Scanned& scanned, Kind kind, const Connected& value, SecretScope scope) {
  constexpr size_t kLeastPassword = 12, kLeastToken = 16, kAwsKey = 40, kLeastOfRegistry = 20;
  const std::string_view text = scanned.text;
  const size_t at = value.at;
  const bool in_file = scope == SecretScope::file;
  const auto found = [&](std::string_view rule, std::string_view word) {
    return NamedValue{rule, at, at + word.size()};
  };
  switch (kind) {
    case Kind::password: {
      std::string_view word = scanned.at_most(at, kPlain | kColon, kLongest);
      word = word.substr(0, word.find_last_not_of(".*|") + 1);  // the end of a sentence, Markdown
      const bool is_one = in_file ? is_in_file(word, value.quoted, kLeastPassword)
                                  : !is_no_password(word) && (value.by_sign || has(word, kDigit));
      return is_one ? NamedValue{"password", at, end_of_whole(scanned, at, at + word.size())}
                    : NamedValue{};
    }
    case Kind::secret:
    case Kind::token: {
      std::string_view word = scanned.at_most(at, kPlain | kColon, kLongest);
      word = word.substr(0, word.find('&'));  // the next one of a URL
      if (in_file)
        return !word.starts_with("eyJ") && !is_public(word, kind) &&
                       is_in_file(word, value.quoted, kLeastToken)
                   ? found("named-token", word)
                   : NamedValue{};
      word = word.substr(0, scanned.run(at, kUrlSafe | kDotTilde | kBase64Sign | kEquals));
      return is_random_token(word) && !is_public(word, kind) ? found("named-token", word)
                                                             : NamedValue{};
    }
    case Kind::authorization:
      return match_authorization(scanned, at, scope);
    case Kind::aws_key: {
      const std::string_view word = text.substr(at, scanned.run(at, kAlnum | kBase64Sign));
      return word.size() == kAwsKey && !is_made_up(word) ? found("aws-secret-key", word)
                                                         : NamedValue{};
    }
    case Kind::registry_token: {
      const std::string_view word =
          text.substr(at, scanned.run(at, kUrlSafe | kDotTilde | kBase64Sign | kEquals));
      return word.size() >= kLeastOfRegistry && is_like_chance(word, false) && !is_made_up(word)
                 ? found("npmrc-token", word)
                 : NamedValue{};
    }
  }
  return {};
}

}  // namespace

NamedValue match_named_value(Scanned& scanned, size_t at, SecretScope scope) {
  // Asked at many places, and nearly all of them are other words.
  constexpr auto kThird = [] {
    std::array<bool, 256> third{};
    for (const TellingName& name : kTellingNames)
      for (const char c : {name.word[2], static_cast<char>(name.word[2] - ('a' - 'A'))})
        third[static_cast<unsigned char>(c)] = true;
    return third;
  }();
  if (at + 2 >= scanned.text.size() || !kThird[static_cast<unsigned char>(scanned.text[at + 2])])
    return {};
  for (const TellingName& name : kTellingNames) {
    const size_t end = end_of_name(scanned.text, at, name);
    if (end == 0)
      continue;
    const Connected value = after_name(scanned.text, end);
    const bool needs_sign =
        scope == SecretScope::file ||
        (name.kind != Kind::password && name.kind != Kind::token && name.kind != Kind::secret);
    if (value.at == 0 || (needs_sign && !value.by_sign) ||
        ((name.kind == Kind::token || name.kind == Kind::secret) &&
         opens_nothing(scanned.text, at, end, name.kind)))
      continue;
    if (const NamedValue found = match_value(scanned, name.kind, value, scope); found.end > 0)
      return found;
  }
  return {};
}

size_t match_basic_auth(Scanned& scanned, size_t at, size_t& secret) {
  const std::string_view text = scanned.text;
  size_t begin = 0;
  if (says(text, at, "basic "))
    begin = std::min(text.find_first_not_of(' ', at + 6), text.size());
  else if (says(text, at, "auth"))
    begin = after_sign(text, at + 4);
  constexpr size_t kLeast = 12;
  if (begin == 0 || scanned.run(begin, kBase64) < kLeast)
    return 0;
  const std::string_view written = scanned.at_most(begin, kBase64, 4 * kLongest);
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
  name += scanned.at_most(name, kPlain | kClose, kLongest).size();
  if (text.substr(name, 1) != ":")
    return 0;
  secret = name + 1;
  return match_credential(scanned, secret);
}

}  // namespace handoff::formats::secret_shapes
