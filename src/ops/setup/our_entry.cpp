#include "ops/setup/our_entry.hpp"

#include <algorithm>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "formats/record/values.hpp"
#include "formats/secrets/quoted.hpp"

namespace handoff::ops {

namespace {

/// May this key stand beside a command without changing what is run?
bool may_stand(std::string_view key) {
  static constexpr std::string_view kKeys[] = {"alwaysAllow",
                                               "async",
                                               "autoApprove",
                                               "default_tools_approval_mode",
                                               "description",
                                               "disabled",
                                               "disabledTools",
                                               "disabled_tools",
                                               "enabled",
                                               "enabledTools",
                                               "enabled_tools",
                                               "excludeTools",
                                               "includeTools",
                                               "name",
                                               "required",
                                               "startup_timeout_ms",
                                               "startup_timeout_sec",
                                               "statusMessage",
                                               "timeout",
                                               "timeoutSec",
                                               "tool_timeout_sec",
                                               "tools",
                                               "trust"};
  return in_list(kKeys, key);
}

bool says_nothing(const Json& value) {
  return value.is_null() || (value.is_structured() && value.empty()) || value == Json("");
}

/// The words of "command" and "args", each of which may be a text or a list.
std::string words_of(const Json& entry) {
  std::string words;
  for (const char* key : {"command", "args"}) {
    const Json& value = formats::field(entry, key);
    const Json list = value.is_array() ? value : Json::array({value});
    for (const Json& word : list)
      if (word.is_string())
        words += (words.empty() ? "" : " ") + word.get<std::string>();
  }
  return words;
}

}  // namespace

bool runs_as(const Json& entry, const Json& ours) {
  if (!entry.is_object())
    return false;
  for (const char* key : {"command", "args"})
    if (formats::field(entry, key) != formats::field(ours, key))
      return false;
  for (const auto& [key, value] : entry.items()) {
    if (key == "command" || key == "args" || may_stand(key) || says_nothing(value))
      continue;
    const Json& type = formats::field(ours, "type");
    if (key != "type" || value != (type.is_null() ? Json("stdio") : type))
      return false;
  }
  return true;
}

std::string command_in_quotes(const Json& entry) {
  std::string words = words_of(entry);
  for (const char* key : {"url", "httpUrl", "serverUrl"})
    if (const Json& url = formats::field(entry, key); words.empty() && url.is_string())
      words = url.get<std::string>();
  std::string others;
  if (entry.is_object())
    for (const auto& [key, value] : entry.items())
      if (key != "command" && key != "args" && key != "type" && !contains(key, "url") &&
          !may_stand(key) && !says_nothing(value) && others.size() < 60)
        others += (others.empty() ? "" : ", ") + key;
  return formats::in_quotes(words) + (others.empty() ? "" : " with " + formats::in_quotes(others));
}

}  // namespace handoff::ops
