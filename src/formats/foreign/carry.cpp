#include "formats/foreign/carry.hpp"

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "formats/json/json.hpp"
#include "formats/record/values.hpp"

namespace handoff::formats {

namespace {

/// FNV-1a over the JSON text; tells accidental changes apart, proves nothing against intent.
std::string fingerprint(const Json& object, const std::string& key) {
  auto found = object.find(key);
  if (found == object.end())
    return "absent";
  uint64_t hash = 14695981039346656037u;
  for (char c : write_json_line(*found))
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  static constexpr char kHex[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4)
    text += kHex[(hash >> shift) & 15];
  return text;
}

Json keys_of(const Json& object) {
  Json keys = Json::array();
  for (const auto& [key, value] : object.items())
    keys.push_back(key);
  return keys;
}

void put_in_order(Json& object, const Json& order) {
  Json sorted = Json::object();
  for (const Json& key : order)
    if (key.is_string())
      if (auto found = object.find(key.get_ref<const std::string&>()); found != object.end())
        sorted[key.get_ref<const std::string&>()] = std::move(*found);
  for (auto& [key, value] : object.items())
    if (!sorted.contains(key))
      sorted[key] = std::move(value);
  object = std::move(sorted);
}

}  // namespace

Json make_carry(const Json& wanted, const Json& got) {
  Json fields = Json::object();
  for (const auto& [key, value] : wanted.items())
    if (auto found = got.find(key); found == got.end() || *found != value)
      fields[key] = Json{{"seen", fingerprint(got, key)}, {"value", value}};
  for (const auto& [key, value] : got.items())
    if (!wanted.contains(key))
      fields[key] = Json{{"seen", fingerprint(got, key)}};
  Json carry = Json::object();
  if (!fields.empty())
    carry["fields"] = std::move(fields);
  Json restored = got;
  apply_carry(restored, carry);
  if (Json order = keys_of(wanted); order != keys_of(restored))
    carry["order"] = std::move(order);
  return carry;
}

void apply_carry(Json& got, const Json& carry) {
  if (!got.is_object())
    return;
  if (const Json& fields = field(carry, "fields"); fields.is_object())
    for (const auto& [key, entry] : fields.items()) {
      if (text_of(field(entry, "seen")) != fingerprint(got, key))
        continue;
      if (auto value = entry.find("value"); value != entry.end())
        got[key] = *value;
      else
        got.erase(key);
    }
  if (const Json& order = field(carry, "order"); order.is_array())
    put_in_order(got, order);
}

}  // namespace handoff::formats
