#include "formats/record/policy.hpp"

#include <algorithm>
#include <charconv>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/record/toml_parser.inc"

namespace handoff::formats {

namespace {

/// Parsing recurses with the document's depth: no policy needs this much.
constexpr size_t kMostBytes = 256u << 10;

[[noreturn]] void fail_at(const toml::source_position& place, const std::string& what) {
  fail(std::string(kPolicyFile) + ": line " + std::to_string(place.line) + ", column " +
       std::to_string(place.column) + ": " + printable(what));
}

/// What toml++ says, up to the names of keys and tables that it repeats: the place tells which.
std::string told_by_parser(std::string_view description) {
  constexpr size_t kOneCharacter = 12;  // "saw '\\u202E'"
  const size_t begin = description.find('\''), end = description.rfind('\'');
  const bool names = begin != kNowhere && end - begin > kOneCharacter;
  return trim(names ? description.substr(0, begin) : description);
}

toml::table policy_table(std::string_view text) {
  try {
    return parse_toml(text);
  } catch (const Failure& failure) {
    fail(std::string(kPolicyFile) + ": " + failure.message());
  }
}

/// "24h", or a number of seconds.
std::optional<int64_t> duration_of(const toml::node_view<const toml::node>& value) {
  if (!value)
    return std::nullopt;
  std::optional<int64_t> seconds;
  if (value.is_integer())
    seconds = read_duration(std::to_string(*value.value<int64_t>()));
  else if (value.is_string())
    seconds = read_duration(*value.value<std::string_view>());
  if (!seconds)
    fail_at(value.node()->source().begin, "this is no duration such as \"24h\" or \"7d\"");
  return seconds;
}

bool inside_tree(const std::string& path) {
  if (path.empty() || path.front() == '/' || path.find('\0') != std::string::npos)
    return false;
  return std::ranges::none_of(
      split(path, '/'), [&](const std::string& part) { return part == ".." || part == ".git"; });
}

std::vector<std::string> paths_of(const toml::node_view<const toml::node>& value) {
  std::vector<std::string> paths;
  if (!value)
    return paths;
  if (!value.is_array())
    fail_at(value.node()->source().begin, "expected a list of paths");
  for (const toml::node& item : *value.as_array()) {
    std::optional<std::string> path = item.value<std::string>();
    if (!path || !inside_tree(*path))
      fail_at(item.source().begin, "expected a path below the top of the tree");
    paths.push_back(*path);
  }
  return paths;
}

}  // namespace

std::optional<int64_t> read_duration(std::string_view text) {
  int64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0)
    return std::nullopt;
  std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  int64_t factor = unit.empty() || unit == "s" ? 1
                   : unit == "m"               ? 60
                   : unit == "h"               ? 60 * 60
                   : unit == "d"               ? 24 * 60 * 60
                   : unit == "w"               ? 7 * 24 * 60 * 60
                                               : 0;
  if (factor == 0 || number > INT64_MAX / factor)
    return std::nullopt;
  return number * factor;
}

Policy read_policy(std::string_view text) {
  if (text.size() > kMostBytes)
    fail(std::string(kPolicyFile) + ": larger than " + human_size(kMostBytes));
  Policy policy;
  try {
    const toml::table table = policy_table(text);
    policy.age_fresh = duration_of(table["age"]["fresh"]);
    policy.age_stale = duration_of(table["age"]["stale"]);
    policy.task_lists = paths_of(table["tasks"]["lists"]);
    if (const toml::table* lint = table["lint"].as_table())
      for (const auto& [rule, level] : *lint)
        if (std::optional<std::string> word = level.value<std::string>())
          policy.lint[std::string(rule.str())] = *word;
  } catch (const toml::parse_error& error) {
    fail_at(error.source().begin, told_by_parser(error.description()));
  }
  return policy;
}

}  // namespace handoff::formats
