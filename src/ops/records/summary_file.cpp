#include "ops/records/summary_file.hpp"

#include <algorithm>

#include "git/objects/binary.hpp"

namespace handoff::ops {

namespace {

// Magic, digits of an id, how many; ids; offsets; for each the time (twice 32 bits), flags, the
// number of texts, and each with its length before it; a checksum over all. Numbers are 32 bits in
// network order.
constexpr std::string_view kMagic = "HSM1";
constexpr size_t kHeader = 12;
constexpr size_t kNumber = 4;
constexpr size_t kChecksum = 20;
constexpr size_t kMostTexts = 64;

/// Takes numbers and texts off the front; what is not there is zero or empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : x_rest(bytes) {}
  uint32_t number() {
    std::string_view bytes = take(kNumber);
    return bytes.size() == kNumber ? git::get_u32(bytes) : 0;
  }
  std::string text() { return std::string(take(std::min<size_t>(number(), kLongestSummaryText))); }
  size_t left() const { return x_rest.size(); }

 private:
  std::string_view take(size_t count) {
    std::string_view taken = x_rest.substr(0, count);
    x_rest.remove_prefix(taken.size());
    return taken;
  }
  std::string_view x_rest;
};

}  // namespace

SummaryFile::SummaryFile(std::string bytes) : x_bytes(std::move(bytes)) {
  std::string_view all = x_bytes;
  if (all.size() < kHeader + kChecksum || !all.starts_with(kMagic))
    return;
  size_t end = all.size() - kChecksum;
  size_t digits = git::get_u32(all.substr(kMagic.size()));
  size_t count = git::get_u32(all.substr(kMagic.size() + kNumber));
  bool fits = (digits == 40 || digits == 64) && count <= (end - kHeader) / (digits + kNumber);
  if (!fits || git::checksum_of(all.substr(0, end)) != all.substr(end))
    return;
  x_digits = digits;
  x_count = count;
}

std::string_view SummaryFile::oid_at(size_t i) const {
  return std::string_view(x_bytes).substr(kHeader + i * x_digits, x_digits);
}

SummaryEntry SummaryFile::entry(size_t i) const {
  size_t offset =
      git::get_u32(std::string_view(x_bytes).substr(kHeader + x_count * x_digits + i * kNumber));
  Reader reader(std::string_view(x_bytes).substr(std::min(offset, x_bytes.size())));
  SummaryEntry entry;
  entry.oid = oid_at(i);
  uint64_t high = reader.number();
  entry.time = static_cast<int64_t>(high << 32 | reader.number());
  entry.flags = static_cast<uint8_t>(reader.number());
  for (size_t texts = std::min<size_t>(reader.number(), kMostTexts); texts > 0 && reader.left() > 0;
       --texts)
    entry.texts.push_back(reader.text());
  return entry;
}

std::optional<SummaryEntry> SummaryFile::find(std::string_view oid) const {
  size_t low = 0, high = oid.size() == x_digits ? x_count : 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (oid_at(middle) < oid)
      low = middle + 1;
    else
      high = middle;
  }
  return low < x_count && oid_at(low) == oid ? std::optional(entry(low)) : std::nullopt;
}

std::vector<SummaryEntry> SummaryFile::all() const {
  std::vector<SummaryEntry> entries;
  for (size_t i = 0; i < x_count; ++i)
    entries.push_back(entry(i));
  return entries;
}

std::string write_summary_file(std::vector<SummaryEntry> entries) {
  auto by_id = [](const SummaryEntry& a, const SummaryEntry& b) { return a.oid < b.oid; };
  auto same_id = [](const SummaryEntry& a, const SummaryEntry& b) { return a.oid == b.oid; };
  std::sort(entries.begin(), entries.end(), by_id);
  entries.erase(std::unique(entries.begin(), entries.end(), same_id), entries.end());
  std::string bytes(kMagic), offsets, data;
  size_t digits = entries.empty() ? 40 : entries.front().oid.size();
  git::put_u32(bytes, static_cast<uint32_t>(digits));
  git::put_u32(bytes, static_cast<uint32_t>(entries.size()));
  size_t start = kHeader + entries.size() * (digits + kNumber);
  for (const SummaryEntry& entry : entries) {
    bytes += entry.oid;
    git::put_u32(offsets, static_cast<uint32_t>(start + data.size()));
    git::put_u32(data, static_cast<uint32_t>(static_cast<uint64_t>(entry.time) >> 32));
    git::put_u32(data, static_cast<uint32_t>(entry.time));
    git::put_u32(data, entry.flags);
    git::put_u32(data, static_cast<uint32_t>(entry.texts.size()));
    for (const std::string& text : entry.texts) {
      git::put_u32(data, static_cast<uint32_t>(text.size()));
      data += text;
    }
  }
  bytes += offsets + data;
  return bytes + git::checksum_of(bytes);
}

}  // namespace handoff::ops
