#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace handoff {

/// Seconds since 1970-01-01T00:00:00Z.
using Seconds = int64_t;

/// The real clock. Ages are counted from it. `GIT_HANDOFF_NOW` (seconds) pins it for tests.
Seconds now();

/// The same with its fraction.
double now_exactly();

inline constexpr int64_t kNanosecondsOfSecond = 1'000'000'000;
/// A time as files have it, as one number.
constexpr int64_t nanoseconds(const timespec& time) {
  return time.tv_sec * kNanosecondsOfSecond + time.tv_nsec;
}

/// `2026-03-24T14:30:00Z`.
std::string to_rfc3339(Seconds time);

/// A moment as a foreign document may write it.
struct ParsedTime {
  Seconds time = 0;
  bool has_zone = true;  ///< false: the text had no zone and was read as UTC
  bool date_only = false;
};

/// RFC 3339 and its relatives: fractions, `+02:00` and `+0200`, a space for the T, no zone, a date
/// alone. nullopt where the text is none of these or names a day that does not exist.
std::optional<ParsedTime> parse_time(std::string_view text);

/// "just now", "5 min ago", "2 h ago", "3 days ago", "in 2 h" for a time ahead of `from`.
std::string relative_time(Seconds time, Seconds from);
/// A length: "5 min", "9 h", "3 days".
std::string human_duration(Seconds length);

/// `20260324-143000` in UTC, as record ids hold it.
std::string id_stamp(Seconds time);

}  // namespace handoff
