#include "base/clock.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>

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

std::optional<ParsedTime> parse_time(std::string_view s) {
  size_t at = 0;
  ParsedTime parsed;
  int year = digits(s, at, 4);
  if (year < 0 || !skip(s, at, '-'))
    return std::nullopt;
  int month = digits(s, at, 2);
  if (month < 1 || month > 12 || !skip(s, at, '-'))
    return std::nullopt;
  int day = digits(s, at, 2);
  if (day < 1 || day > 31)
    return std::nullopt;

  int hour = 0, minute = 0, second = 0, offset = 0;
  parsed.date_only = at == s.size();
  parsed.has_zone = false;
  if (!parsed.date_only) {
    if (s[at] != 'T' && s[at] != 't' && s[at] != ' ')
      return std::nullopt;
    ++at;
    hour = digits(s, at, 2);
    if (hour < 0 || hour > 24 || !skip(s, at, ':'))
      return std::nullopt;
    minute = digits(s, at, 2);
    if (minute < 0 || minute > 59)
      return std::nullopt;
    if (skip(s, at, ':')) {
      second = digits(s, at, 2);
      if (second < 0 || second > 60)
        return std::nullopt;
      if (skip(s, at, '.') || skip(s, at, ','))
        while (at < s.size() && s[at] >= '0' && s[at] <= '9')
          ++at;
    }
    if (skip(s, at, ' ') && at == s.size())
      return std::nullopt;
    if (at < s.size()) {
      parsed.has_zone = true;
      char sign = s[at];
      if (sign == 'Z' || sign == 'z') {
        ++at;
      } else if (sign == '+' || sign == '-') {
        ++at;
        int oh = digits(s, at, 2);
        skip(s, at, ':');
        int om = at < s.size() ? digits(s, at, 2) : 0;
        if (oh < 0 || oh > 23 || om < 0 || om > 59)
          return std::nullopt;
        offset = (oh * 60 + om) * (sign == '-' ? -60 : 60);
      } else {
        return std::nullopt;
      }
    }
    if (at != s.size())
      return std::nullopt;
  }

  std::tm parts{};
  parts.tm_year = year - 1900;
  parts.tm_mon = month - 1;
  parts.tm_mday = day;
  parts.tm_hour = hour;
  parts.tm_min = minute;
  parts.tm_sec = second;
  std::time_t t = timegm(&parts);
  if (parts.tm_mday != day && hour < 24)
    return std::nullopt;  // the 31st of a short month
  parsed.time = static_cast<Seconds>(t) - offset;
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
