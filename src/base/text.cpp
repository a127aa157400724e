#include "base/text.hpp"

#include <array>
#include <cctype>
#include <cstdio>

#include <openssl/evp.h>

#include "base/characters.hpp"

namespace handoff {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

}  // namespace

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

std::optional<char32_t> decode_utf8(std::string_view text, size_t at, size_t& length) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  length = 1;
  unsigned char first = byte(at);
  if (first < 0x80)
    return first;
  size_t need = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  if (first < 0xC2 || first > 0xF4 || at + need >= text.size())
    return std::nullopt;
  char32_t code = first & (0x3Fu >> need);
  for (size_t i = 1; i <= need; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80)
      return std::nullopt;
    code = (code << 6) | (byte(at + i) & 0x3Fu);
  }
  bool overlong = (need == 2 && code < 0x800) || (need == 3 && code < 0x10000);
  if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF)
    return std::nullopt;
  length = need + 1;
  return code;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  size_t from = 0;
  for (size_t at; (at = text.find(separator, from)) != std::string_view::npos; from = at + 1)
    parts.emplace_back(text.substr(from, at - from));
  parts.emplace_back(text.substr(from));
  return parts;
}

std::vector<std::string> split_lines(std::string_view text) {
  if (text.empty())
    return {};
  if (text.back() == '\n')
    text.remove_suffix(1);
  std::vector<std::string> lines = split(text, '\n');
  for (std::string& line : lines)
    if (!line.empty() && line.back() == '\r')
      line.pop_back();
  return lines;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0)
      out += separator;
    out += parts[i];
  }
  return out;
}

std::string first_line(std::string_view text) {
  const std::string words = trim(text);
  return trim(words.substr(0, words.find_first_of("\r\n")));
}

std::string first_line_and_more(const std::string& text) {
  const std::string first = first_line(text);
  return first + (first.size() < trim(text).size() ? " ..." : "");
}

std::string trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\v\f";
  size_t from = text.find_first_not_of(kSpace);
  if (from == std::string_view::npos)
    return {};
  return std::string(text.substr(from, text.find_last_not_of(kSpace) - from + 1));
}

bool is_lower_hex(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string to_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  size_t at = from.empty() ? std::string::npos : text.find(from);
  if (at == std::string::npos)
    return text;
  std::string out;
  size_t copied = 0;
  for (; at != std::string::npos; at = text.find(from, copied)) {
    out.append(text, copied, at - copied).append(to);
    copied = at + from.size();
  }
  return out.append(text, copied);
}

bool is_utf8(std::string_view bytes) {
  for (size_t at = 0, length = 0; at < bytes.size(); at += length)
    if (!decode_utf8(bytes, at, length))
      return false;
  return true;
}

std::string to_valid_utf8(std::string_view bytes) {
  if (is_utf8(bytes))
    return std::string(bytes);
  std::string out;
  for (size_t at = 0, length = 0; at < bytes.size(); at += length)
    append_utf8(out, decode_utf8(bytes, at, length).value_or(kReplacement));
  return out;
}

std::string_view utf8_prefix(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes)
    return text;
  size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  return text.substr(0, end);
}

std::string c_quote(std::string_view path) {
  std::string out;
  bool quoted = false;
  for (size_t at = 0, length = 0; at < path.size(); at += length) {
    std::optional<char32_t> code = decode_utf8(path, at, length);
    std::string_view bytes = path.substr(at, length);
    constexpr std::string_view kNamed = "\a\b\t\n\v\f\r\"\\";
    constexpr std::string_view kLetters = "abtnvfr\"\\";
    size_t named = code && length == 1 ? kNamed.find(bytes[0]) : std::string_view::npos;
    if (named != std::string_view::npos) {
      out += '\\';
      out += kLetters[named];
      quoted = true;
    } else if (!code || *code < 0x20 || *code == 0x7F) {
      char octal[5];
      std::snprintf(octal, sizeof octal, "\\%03o",
                    static_cast<unsigned>(static_cast<unsigned char>(bytes[0])));
      out += octal;
      quoted = true;
    } else {
      out += bytes;
    }
  }
  return quoted ? '"' + out + '"' : out;
}

std::optional<std::string> c_unquote(std::string_view text) {
  if (text.empty() || text.front() != '"')
    return std::string(text);
  if (text.size() < 2 || text.back() != '"')
    return std::nullopt;
  text = text.substr(1, text.size() - 2);
  constexpr std::string_view kLetters = "abtnvfr\"\\";
  constexpr std::string_view kNamed = "\a\b\t\n\v\f\r\"\\";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i >= text.size())
      return std::nullopt;
    if (size_t named = kLetters.find(text[i]); named != std::string_view::npos) {
      out += kNamed[named];
    } else {
      auto digit = [&](size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '7';
      };
      if (!digit(i) || text[i] > '3' || !digit(i + 1) || !digit(i + 2))
        return std::nullopt;
      out +=
          static_cast<char>((text[i] - '0') * 64 + (text[i + 1] - '0') * 8 + (text[i + 2] - '0'));
      i += 2;
    }
  }
  return out;
}

std::string printable(std::string_view text, bool multiline) {
  if (std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; }))
    return std::string(text);
  std::string out;
  for (size_t at = 0, length = 0; at < text.size(); at += length) {
    char32_t c = decode_utf8(text, at, length).value_or(kReplacement);
    char shown[16];
    if (c == '\n' || c == '\t') {
      out += multiline ? static_cast<char>(c) : ' ';
    } else if (c == '\r' && multiline && at + 1 < text.size() && text[at + 1] == '\n') {
      continue;
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      std::snprintf(shown, sizeof shown, "\\x%02x", static_cast<unsigned>(c));
      out += shown;
    } else if (steers_display_at(text, at)) {
      std::snprintf(shown, sizeof shown, "<U+%04X>", static_cast<unsigned>(c));
      out += shown;
    } else {
      append_utf8(out, c);
    }
  }
  return out;
}

namespace {

/// A word in which no byte is printed that a terminal would not show as it is: `$'tab\there'`, as
/// bash, ksh and zsh read it.
std::string word_in_escapes(std::string_view text) {
  std::string word = "$'";
  for (size_t at = 0, length = 0; at < text.size(); at += length) {
    const std::optional<char32_t> c = decode_utf8(text, at, length);
    const std::string_view bytes = text.substr(at, length);
    if (bytes == "'" || bytes == "\\")
      word += '\\';
    const bool is_control = !c || *c < 0x20 || (*c >= 0x7F && *c < 0xA0);
    if (!is_control && !steers_display_at(text, at)) {
      word += bytes;
    } else if (bytes == "\n" || bytes == "\t") {
      word += bytes == "\n" ? "\\n" : "\\t";
    } else {
      char shown[8];
      for (char byte : bytes) {
        std::snprintf(shown, sizeof shown, "\\%03o",
                      static_cast<unsigned>(static_cast<unsigned char>(byte)));
        word += shown;
      }
    }
  }
  return word + "'";
}

}  // namespace

std::string shell_word(std::string_view text) {
  bool plain = !text.empty() && text.front() != '-' && text.front() != '~';
  for (char c : text)
    plain = plain && (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string_view("_-./:@%+=,~^").find(c) != std::string_view::npos);
  if (plain)
    return std::string(text);
  return printable(text) == text ? sh_word(text) : word_in_escapes(text);
}

std::string sh_word(std::string_view text) {
  return "'" + replace_all(std::string(text), "'", "'\\''") + "'";
}

std::string command_in_line(std::string_view command) {
  const std::string whole = trim(std::string(command));
  return contains(whole, "\n") ? c_quote(whole) : whole;
}

namespace {

const unsigned char* unsigned_bytes(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

std::string base64_encode(std::string_view bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3), '\0');  // and the NUL that stands behind a string
  EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()), unsigned_bytes(bytes),
                  static_cast<int>(bytes.size()));
  return out;
}

std::optional<std::string> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0)
    return std::nullopt;
  std::string out(text.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                   unsigned_bytes(text), static_cast<int>(text.size()));
  // It counts padding as bytes, and passes over white space.
  out.resize(out.size() - (text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0));
  return size >= 0 && base64_encode(out) == text ? std::optional(std::move(out)) : std::nullopt;
}

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (char c : bytes) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

size_t display_width(std::string_view utf8) {
  size_t width = 0;
  for (size_t at = 0, length = 0; at < utf8.size(); at += length)
    width += width_of(decode_utf8(utf8, at, length).value_or(kReplacement));
  return width;
}

std::string_view width_prefix(std::string_view utf8, size_t width) {
  size_t at = 0;
  for (size_t used = 0, length = 0; at < utf8.size(); at += length) {
    used += width_of(decode_utf8(utf8, at, length).value_or(kReplacement));
    if (used > width)
      break;
  }
  return utf8.substr(0, at);
}

namespace {

/// The word at `at`, or the command of git that begins there and fits on a line as one: the first
/// line of a broken one is another command. (Whatever is wider is broken as ever: it could reach
/// over the end of its line.) `at` goes behind the blank that ends it.
std::string_view next_to_wrap(std::string_view utf8, size_t& at) {
  auto word_at = [&](size_t from) {
    return utf8.substr(from, std::min(utf8.find(' ', from), utf8.size()) - from);
  };
  const size_t start = at;
  std::string_view word = word_at(start);
  size_t end = start + word.size();
  const std::string_view before = utf8.substr(0, start == 0 ? 0 : start - 1);
  const bool begins = word == "git" && (before.ends_with(':') || before.ends_with("then"));
  if (begins || word.ends_with("_git"))
    while (end < utf8.size()) {
      const std::string_view next = word_at(end + 1);
      if (next.empty() || std::string_view("([").find(next.front()) != std::string_view::npos ||
          std::string_view(",;:.").find(word.back()) != std::string_view::npos)
        break;
      word = next;
      end += 1 + next.size();
    }
  at = end + 1;
  return utf8.substr(start, end - start);
}

}  // namespace

std::vector<std::string> wrap(std::string_view utf8, size_t width, size_t indent) {
  std::vector<std::string> lines;
  std::string line;
  size_t used = 0;
  bool blank = true;  // nothing but the indent stands on the line
  auto finish = [&] {
    lines.push_back(line);
    line.assign(indent, ' ');
    used = indent;
    blank = true;
  };
  for (size_t next = 0; next <= utf8.size();) {
    const std::string_view word = next_to_wrap(utf8, next);
    if (word.empty())
      continue;
    size_t need = display_width(word);
    if (!blank && used + 1 + need > width)
      finish();
    if (!blank) {
      line += ' ';
      ++used;
    }
    // An address or a command that is broken can be neither clicked nor copied: the terminal wraps
    // it.
    const bool whole = contains(word, "://") || contains(word, " ");
    bool joined = false;  // a joiner is not parted from what it joins
    for (size_t at = 0, length = 0; at < word.size(); at += length) {
      char32_t c = decode_utf8(word, at, length).value_or(kReplacement);
      size_t w = width_of(c);
      if (!blank && !whole && !joined && used + w > width)
        finish();
      joined = c == 0x200D;
      line += word.substr(at, length);
      used += w;
      blank = false;
    }
  }
  if (!blank || lines.empty())
    lines.push_back(line);
  return lines;
}

std::string count_of(size_t n, std::string_view singular, std::string_view plural) {
  std::string noun = n == 1           ? std::string(singular)
                     : plural.empty() ? std::string(singular) + "s"
                                      : std::string(plural);
  std::string digits = std::to_string(n);
  for (size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, ",");
  return digits + " " + noun;
}

std::string human_size(unsigned long long bytes) {
  if (bytes < 1024)
    return count_of(bytes, "byte");
  constexpr std::array<const char*, 4> kUnits = {"KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit)
    value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text,
                value < 10 && value != static_cast<int>(value) ? "%.1f %s" : "%.0f %s", value,
                kUnits[unit]);
  return text;
}

}  // namespace handoff
