#include "base/clock.hpp"

#include <cstdlib>

#include "base/text.hpp"

namespace handoff {

namespace {

std::tm utc_parts(Seconds time) {
  std::time_t t = static_cast<std::time_t>(time);
  std::tm parts{};
  gmtime_r(&t, &parts);
  return parts;
}

std::string formatted(Seconds time, const char* format) {
  std::tm parts = utc_parts(time);
  char text[64];
  std::strftime(text, sizeof text, format, &parts);
  return text;
}

/// Reads exactly `count` digits at `at` and moves on; -1 where there are none.
int digits(std::string_view s, size_t& at, size_t count) {
  int value = 0;
  for (size_t i = 0; i < count; ++i, ++at) {
    if (at >= s.size() || s[at] < '0' || s[at] > '9')
      return -1;
    value = value * 10 + (s[at] - '0');
  }
  return value;
}

bool skip(std::string_view s, size_t& at, char c) {
  if (at >= s.size() || s[at] != c)
    return false;
  ++at;
  return true;
}

}  // namespace

Seconds now() {
  if (const char* pinned = std::getenv("GIT_HANDOFF_NOW"))
    return std::strtoll(pinned, nullptr, 10);
  return static_cast<Seconds>(std::time(nullptr));
}

double now_exactly() {
  if (std::getenv("GIT_HANDOFF_NOW") != nullptr)
    return static_cast<double>(now());
  timespec at{};
  clock_gettime(CLOCK_REALTIME, &at);
  return static_cast<double>(at.tv_sec) + static_cast<double>(at.tv_nsec) / 1e9;
}

std::string to_rfc3339(Seconds time) { return formatted(time, "%Y-%m-%dT%H:%M:%SZ"); }

std::string id_stamp(Seconds time) { return formatted(time, "%Y%m%d-%H%M%S"); }

namespace {

/// "2026-03-24": is it one?
bool read_date(std::string_view s, size_t& at, std::tm& parts) {
  const int year = digits(s, at, 4);
  if (year < 0 || !skip(s, at, '-'))
    return false;
  const int month = digits(s, at, 2);
  if (month < 1 || month > 12 || !skip(s, at, '-'))
    return false;
  parts.tm_year = year - 1900;
  parts.tm_mon = month - 1;
  parts.tm_mday = digits(s, at, 2);
  return parts.tm_mday >= 1 && parts.tm_mday <= 31;
}

/// "T12:00", "T12:00:30.5".
bool read_clock(std::string_view s, size_t& at, std::tm& parts) {
  if (!skip(s, at, 'T') && !skip(s, at, 't') && !skip(s, at, ' '))
    return false;
  parts.tm_hour = digits(s, at, 2);
  if (parts.tm_hour < 0 || parts.tm_hour > 24 || !skip(s, at, ':'))
    return false;
  parts.tm_min = digits(s, at, 2);
  if (parts.tm_min < 0 || parts.tm_min > 59)
    return false;
  if (!skip(s, at, ':'))
    return true;
  parts.tm_sec = digits(s, at, 2);
  if (parts.tm_sec < 0 || parts.tm_sec > 60)
    return false;
  if (skip(s, at, '.') || skip(s, at, ','))
    while (at < s.size() && s[at] >= '0' && s[at] <= '9')
      ++at;
  return true;
}

/// "Z", "+01:00", "-0530": the seconds that are ahead of UTC.
std::optional<int> read_zone(std::string_view s, size_t& at) {
  if (skip(s, at, 'Z') || skip(s, at, 'z'))
    return 0;
  const bool is_behind = skip(s, at, '-');
  if (!is_behind && !skip(s, at, '+'))
    return std::nullopt;
  const int hours = digits(s, at, 2);
  skip(s, at, ':');
  const int minutes = at < s.size() ? digits(s, at, 2) : 0;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59)
    return std::nullopt;
  return (hours * 60 + minutes) * (is_behind ? -60 : 60);
}

}  // namespace

std::optional<ParsedTime> parse_time(std::string_view s) {
  size_t at = 0;
  std::tm parts{};
  if (!read_date(s, at, parts))
    return std::nullopt;
  ParsedTime parsed;
  parsed.date_only = at == s.size();
  parsed.has_zone = false;
  int offset = 0;
  if (!parsed.date_only) {
    if (!read_clock(s, at, parts) || (skip(s, at, ' ') && at == s.size()))
      return std::nullopt;
    if (at < s.size()) {
      parsed.has_zone = true;
      const std::optional<int> zone = read_zone(s, at);
      if (!zone || at != s.size())
        return std::nullopt;
      offset = *zone;
    }
  }
  const int day = parts.tm_mday, hour = parts.tm_hour;
  const std::time_t time = timegm(&parts);
  if (parts.tm_mday != day && hour < 24)
    return std::nullopt;  // the 31st of a short month
  parsed.time = static_cast<Seconds>(time) - offset;
  return parsed;
}

std::string human_duration(Seconds length) {
  if (length < 0)
    length = -length;
  if (length < 60)
    return count_of(static_cast<size_t>(length), "second");
  if (length < 3600)
    return std::to_string(length / 60) + " min";
  if (length < 2 * 86400)
    return std::to_string(length / 3600) + " h";
  if (length < 14 * 86400)
    return std::to_string(length / 86400) + " days";
  if (length < 60 * 86400)
    return std::to_string(length / (7 * 86400)) + " weeks";
  if (length < 730 * 86400)
    return std::to_string(length / (30 * 86400)) + " months";
  return std::to_string(length / (365 * 86400)) + " years";
}

std::string relative_time(Seconds time, Seconds from) {
  Seconds age = from - time;
  if (age > -60 && age < 60)
    return "just now";
  return age < 0 ? "in " + human_duration(-age) : human_duration(age) + " ago";
}

}  // namespace handoff
