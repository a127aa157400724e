#include "formats/foreign/format.hpp"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/foreign/bridge.hpp"
#include "formats/foreign/carry.hpp"
#include "formats/json/bounds.hpp"
#include "formats/json/json.hpp"
#include "formats/record/canonical.hpp"
#include "formats/record/values.hpp"

namespace handoff::formats {

namespace {

/// Equal apart from the order of keys.
bool same(const Json& a, const Json& b) {
  if (!a.is_structured() || !b.is_structured() || a.type() != b.type())
    return a == b;
  if (a.size() != b.size())
    return false;
  if (a == b)
    return true;
  if (a.is_array()) {
    for (size_t i = 0; i < a.size(); ++i)
      if (!same(a[i], b[i]))
        return false;
    return true;
  }
  for (const auto& [key, value] : a.items())
    if (auto found = b.find(key); found == b.end() || !same(value, *found))
      return false;
  return true;
}

}  // namespace

const std::vector<Format>& all_formats() {
  static const std::vector<Format> kFormats = {
      json_format(),
      markdown_format(),
      superteam_format(),
      superteam_markdown_format(),
      gsd_format(),
      gsd_markdown_format(),
      spellbook_format(),
      spellbook_yaml_format(),
      spellbook_flat_format(),
      aura_frog_format(),
      aura_frog_run_format(),
      aura_frog_toon_format(),
      mddesign_format(),
      toon_format(),
  };
  return kFormats;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : all_formats())
    if (format.name == name)
      return &format;
  return nullptr;
}

namespace {

/// A list or a lone value: valid JSON, and nothing that a handoff is written as.
bool is_json_but_no_object(std::string_view bytes) {
  std::string start = trim(bytes.substr(0, 64));
  if (start.empty() || start[0] == '{' || start[0] == '#' || start[0] == '-')
    return false;
  try {
    parse_json(bytes, "input");
    return true;
  } catch (const Failure&) {
    return false;  // Markdown may begin with a bracket, too
  }
}

}  // namespace

const Format& detect_format(std::string_view bytes, std::string_view file_name) {
  if (is_json_but_no_object(bytes))
    fail("cannot read a record from " +
             (file_name.empty() || file_name == "-" ? "standard input"
                                                    : "'" + printable(file_name) + "'") +
             ": it is JSON, but not an object",
         {"a record looks like {\"version\": 1, \"next_action\": \"...\"}"});
  std::optional<Json> value;
  size_t start = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  bool json = start != std::string_view::npos && bytes[start] == '{';
  if (json) {
    try {
      value = parse_json(bytes, file_name);
    } catch (const Failure&) {
      // Damaged: the reader of JSON tells where.
      return *find_format("json");
    }
  }
  Probe probe{bytes, file_name, value ? &*value : nullptr};
  const Format* best = find_format(json ? "json" : "md");
  int sureness = 0;
  for (const Format& format : all_formats())
    if (int now = format.detect(probe); now > sureness) {
      sureness = now;
      best = &format;
    }
  return *best;
}

std::string why_too_large(std::string_view bytes) {
  if (bytes.size() > kMaxDocumentBytes)
    return "it is over " + human_size(kMaxDocumentBytes);
  // (JSON is bounded by its values.) Each line may become an item, of many times its size.
  if (!bytes.starts_with('{') &&
      std::ranges::count(bytes, '\n') > static_cast<std::ptrdiff_t>(kMaxValues))
    return "more than " + count_of(kMaxValues, "line");
  return {};
}

Json read_document(std::string_view bytes, std::string_view source, const Format* format,
                   std::vector<std::string>& warnings) {
  if (const std::string why = why_too_large(bytes); !why.empty())
    fail("cannot read " + std::string(source) + ": " + why);
  if (trim(bytes.substr(0, 4096)).empty() && trim(bytes).empty())
    fail("cannot read " + std::string(source) + ": it is empty");
  if (format == nullptr)
    format = &detect_format(bytes, source);
  Json record = format->read(bytes, source, warnings);
  record.erase("git");
  return canonical(std::move(record));
}

void expect_object(const Json& value, std::string_view source) {
  if (!value.is_object())
    fail("cannot read " + std::string(source) + ": it holds a JSON " + value.type_name() +
         ", not an object");
}

void warn_of_version(const Json& version, int major, std::string_view system,
                     std::vector<std::string>& warnings) {
  std::string text = text_of(version);
  if (text.empty() || text[0] < '0' || text[0] > '9')
    return;
  constexpr size_t kLongest = 16;
  text = text.substr(0, std::min(kLongest, text.find_first_not_of("0123456789.")));
  int found = std::atoi(text.substr(0, 9).c_str());
  if (found > major)
    warnings.push_back("version " + text + " of " + std::string(system) +
                       " is newer than what is known here (" + std::to_string(major) +
                       "): what is understood was read, the rest is kept");
  else if (found < major)
    warnings.push_back("version " + text + " of " + std::string(system) + " was migrated to " +
                       std::to_string(major));
}

std::vector<std::string> lost_fields(const Json& record, const Json& back) {
  std::vector<std::string> lost;
  for (const auto& [key, value] : record.items()) {
    if (key == "git" || key == "foreign" || (key == "mode" && value == "manual"))
      continue;  // a record without a mode is one that somebody paused
    auto found = back.find(key);
    if (found == back.end()) {
      if (!value.is_null() && !(value.is_structured() && value.empty()) && value != "")
        lost.push_back(key);
    } else if (!same(*found, value)) {
      lost.push_back(key + " (in part)");
    }
  }
  return lost;
}

Json native_of(const Mapping& mapping, const Json& record, const WriteContext& context,
               Losses& losses) {
  std::string name(mapping.name);
  Json plain = record.is_object() ? record : Json::object();
  plain.erase("git");
  Json foreign = take_field(plain, "foreign");
  Json native = mapping.to_native(plain, context);
  apply_carry(native, field(foreign, name));
  Json back = canonical(mapping.to_record(native));
  // In which of the two lists a task in progress stands says nothing of it.
  Json wanted = plain, got = back;
  put_begun_with_completed(wanted);
  put_begun_with_completed(got);
  losses.carried = lost_fields(wanted, got);
  Json carry = make_carry(plain, back);
  if (foreign.is_object()) {
    foreign.erase(name);
    if (!foreign.empty())
      carry["foreign"] = std::move(foreign);
  }
  if (!carry.empty())
    native[kCarryField] = std::move(carry);
  return native;
}

Json record_of(const Mapping& mapping, const Json& native) {
  Json plain = native;
  Json carry = take_field(plain, kCarryField);
  Json record = canonical(mapping.to_record(plain));
  apply_carry(record, carry);
  record.erase("git");
  // What this system's documents hold that the record has no place for, so that writing one gives
  // it back.
  Json again = mapping.to_native(record, mapping.context_of(plain));
  // A field that the format wants and this document lacks is written next time: that is no loss.
  Json kept = Json::object();
  for (auto& [key, value] : again.items())
    if (plain.contains(key) || (record.contains(key) && key != "version"))
      kept[key] = std::move(value);
  again = std::move(kept);
  Json rest = make_carry(plain, again);
  Json foreign = field(carry, "foreign");
  if (!foreign.is_object())
    foreign = Json::object();
  if (!rest.empty())
    foreign[std::string(mapping.name)] = std::move(rest);
  record.erase("foreign");
  if (!foreign.empty())
    record["foreign"] = std::move(foreign);
  return record;
}

}  // namespace handoff::formats
