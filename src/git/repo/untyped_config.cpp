#include "git/repo/untyped_config.hpp"

#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>

#include "base/process.hpp"
#include "base/text.hpp"

namespace handoff::git {

namespace {

/// `true`, `never`, `12k`, `auto`: it turns something on, and names nothing.
bool is_switch_or_number(const std::string& value) {
  const std::string lower = to_lower(value);
  for (std::string_view word : {"", "true", "false", "yes", "no", "on", "off", "auto", "always",
                                "never", "input", "simple", "current", "all", "keep", "only"})
    if (lower == word)
      return true;
  const size_t digits = lower.find_first_not_of("0123456789.-");
  return digits == std::string::npos ||
         (digits > 0 && digits + 1 == lower.size() && contains("kmg", lower.substr(digits)));
}

/// Whole sections in which no text is ever run. What a file that is included says is listed, and
/// looked at, by itself; git refuses many of these texts empty.
bool is_harmless_section(std::string_view section) {
  for (std::string_view known :
       {"advice",  "am",      "apply",       "author",     "blame",   "branch",    "checkout",
        "color",   "column",  "committer",   "extensions", "feature", "fetch",     "fsck",
        "grep",    "handoff", "http",        "i18n",       "include", "includeif", "index",
        "init",    "log",     "maintenance", "notes",      "pack",    "protocol",  "pull",
        "push",    "rebase",  "receive",     "repack",     "rerere",  "safe",      "sparse",
        "stash",   "status",  "tag",         "transfer",   "url",     "user",      "versionsort",
        "worktree"})
    if (section == known)
      return true;
  return false;
}

bool is_one_of(std::string_view name, std::string_view names) {
  return contains(" " + std::string(names) + " ", " " + std::string(name) + " ");
}

/// `section.name` or `section.any.thing.name`, as git prints a key.
bool names_no_program(const std::string& key, const std::string& value) {
  const std::string_view section = std::string_view(key).substr(0, key.find('.'));
  const std::string_view name = std::string_view(key).substr(key.rfind('.') + 1);
  const bool is_nested = key.find('.') != key.rfind('.');
  if (is_switch_or_number(value) || is_harmless_section(section))
    return true;
  if (section == "core")
    return is_one_of(name,
                     "autocrlf eol safecrlf worktree excludesfile attributesfile abbrev "
                     "sharedrepository checkstat whitespace commentchar logallrefupdates notesref "
                     "createobject disambiguate fsync fsyncmethod");
  if (section == "gc")
    return name.ends_with("expire") || name.ends_with("expireunreachable");
  if (section == "remote")
    return is_one_of(name, "url pushurl fetch push partialclonefilter tagopt proxy");
  if (section == "submodule")
    return is_one_of(name, "url branch active ignore");
  if (section == "merge" || section == "diff")
    return !is_nested && !is_one_of(name, "external tool guitool");
  if (section == "filter")  // as `git lfs install --local` writes it
    return key.starts_with("filter.lfs.") &&
           (value == "git-lfs clean -- %f" || value == "git-lfs smudge -- %f" ||
            value == "git-lfs filter-process");
  return is_one_of(key, "format.pretty commit.cleanup gpg.format gpg.mintrustlevel lfs.url");
}

/// What the user's own configuration says, and what the clone's says, of one key.
struct Said {
  std::optional<std::string> own = {};
  bool is_named_here = false;
};

HarmlessConfig ask(const std::string& program, const std::string& folder) {
  Command command;
  command.argv = {program,  "--no-pager",   "-c", "safe.bareRepository=explicit",
                  "config", "--show-scope", "-z", "--list"};
  command.folder = folder;
  command.environment = {{"LC_ALL", "C"}};
  HarmlessConfig config;
  const Outcome outcome = Child(std::move(command)).wait();
  config.is_known = outcome.ok();
  const std::vector<std::string> fields = split(outcome.out, '\0');
  std::map<std::string, Said> texts;
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    config.listing += fields[i + 1] + '\0';
    const size_t end = fields[i + 1].find('\n');
    const std::string key = fields[i + 1].substr(0, end);
    const std::string value = end == kNowhere ? "" : fields[i + 1].substr(end + 1);
    Said& one = texts[key];
    const bool is_of_clone = fields[i] == "local" || fields[i] == "worktree";
    config.includes |=
        is_of_clone && (key.starts_with("include.") || key.starts_with("includeif."));
    if (!is_of_clone)
      one.own = value;
    else if (!names_no_program(key, value))
      one.is_named_here = true;
  }
  const char* given = std::getenv("GIT_CONFIG_COUNT");
  size_t count = given == nullptr ? 0 : std::strtoul(given, nullptr, 10);
  for (const auto& [key, said] : texts) {
    if (!said.is_named_here)
      continue;
    const std::string value = said.own.value_or("");
    config.environment.emplace_back("GIT_CONFIG_KEY_" + std::to_string(count), key);
    config.environment.emplace_back("GIT_CONFIG_VALUE_" + std::to_string(count), value);
    config.listing += key + '\n' + value + '\0';
    ++count;
  }
  if (!config.environment.empty())
    config.environment.emplace_back("GIT_CONFIG_COUNT", std::to_string(count));
  return config;
}

std::map<std::string, HarmlessConfig>& all_known() {
  static std::map<std::string, HarmlessConfig> known;
  return known;
}

}  // namespace

const HarmlessConfig& harmless_config(const std::string& program, const std::string& folder) {
  std::map<std::string, HarmlessConfig>& known = all_known();
  auto found = known.find(folder);
  if (found != known.end() && !found->second.includes)
    return found->second;
  return known.insert_or_assign(folder, ask(program, folder)).first->second;
}

void forget_harmless_config() { all_known().clear(); }

}  // namespace handoff::git
