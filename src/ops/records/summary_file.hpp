#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace handoff::ops {

/// Longer texts do not go into a file of summaries.
inline constexpr size_t kLongestSummaryText = 4096;

/// What is kept of a record's version: texts in a fixed order, and two numbers.
struct SummaryEntry {
  std::string oid;  ///< of the version, hex
  std::vector<std::string> texts;
  int64_t time = 0;
  uint8_t flags = 0;
};

/// A file of summaries, sorted by the version's id. One that is cut off, changed or of another kind
/// is empty.
class SummaryFile {
 public:
  explicit SummaryFile(std::string bytes);
  std::optional<SummaryEntry> find(std::string_view oid) const;
  size_t size() const { return x_count; }
  /// All that it holds, as it was given to write_summary_file().
  std::vector<SummaryEntry> all() const;

 private:
  SummaryEntry entry(size_t i) const;
  std::string_view oid_at(size_t i) const;

  std::string x_bytes;
  size_t x_count = 0;
  size_t x_digits = 0;
};

/// The bytes of such a file. All ids have the same length, and no text is longer than
/// kLongestSummaryText.
std::string write_summary_file(std::vector<SummaryEntry> entries);

}  // namespace handoff::ops
