#include "git/repo/untyped_config.hpp"

#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "base/environment.hpp"
#include "base/failure.hpp"
#include "base/programs.hpp"
#include "base/text.hpp"
#include "git/repo/server_url.hpp"

namespace handoff::git {

namespace {

/// One of words with a blank between them. No copies: it is asked for each key at every start.
bool is_one_of(std::string_view name, std::string_view names) {
  for (size_t at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || names[at - 1] == ' ') && (end == names.size() || names[end] == ' '))
      return true;
  }
  return false;
}

/// A key as git prints it, `section.name` or `section.any.thing.name`.
struct Key {
  explicit Key(std::string_view key)
      : section(key.substr(0, key.find('.'))),
        name(key.substr(key.rfind('.') + 1)),
        is_nested(key.find('.') != key.rfind('.')) {}
  std::string_view section, name;
  bool is_nested;
};

/// `true`, `never`, `12k`, `auto`: it turns something on, and names nothing.
bool is_switch_or_number(const std::string& value) {
  const std::string lower = to_lower(value);
  if (is_one_of(lower, "true false yes no on off auto always never input keep") || lower.empty())
    return true;
  const size_t digits = lower.find_first_not_of("0123456789.-");
  return digits == std::string::npos ||
         (digits > 0 && digits + 1 == lower.size() && contains("kmg", lower.substr(digits)));
}

/// Keys that git or git-lfs reads as switches or numbers. Elsewhere `yes` may be a program.
bool is_read_as_switch(const Key& key) {
  if (key.section == "core")
    return is_one_of(key.name,
                     "bare filemode symlinks ignorecase precomposeunicode protecthfs protectntfs "
                     "trustctime splitindex untrackedcache quotepath prefersymlinkrefs compression "
                     "repositoryformatversion loosecompression packedgitwindowsize packedgitlimit "
                     "deltabasecachelimit bigfilethreshold warnambiguousrefs sparsecheckout "
                     "sparsecheckoutcone usereplacerefs multipackindex commitgraph "
                     "fsyncobjectfiles preloadindex ignorestat longpaths fscache maxtreedepth "
                     "hidedotfiles unsetenvvars packedrefstimeout filesreflocktimeout");
  if (key.section == "gc")
    return is_one_of(key.name,
                     "auto autodetach autopacklimit bigpackthreshold packrefs writecommitgraph "
                     "aggressivedepth aggressivewindow cruftpacks maxcruftsize reflogexpire "
                     "rerereresolved rerereunresolved");
  if (key.section == "lfs")
    return is_one_of(key.name,
                     "access locksverify repositoryformatversion concurrenttransfers batch "
                     "allowincompletepush setlockablereadonly skipdownloaderrors keepalive "
                     "basictransfersonly tustransfers activitytimeout dialtimeout tlstimeout "
                     "maxretries maxretrydelay maxverifies fetchrecentalways fetchrecentrefsdays "
                     "fetchrecentremoterefs fetchrecentcommitsdays pruneoffsetdays "
                     "transfermaxretries contenttype");
  if (key.section == "remote")
    return is_one_of(key.name, "prune prunetags skipdefaultupdate skipfetchall mirror promisor");
  if (key.section == "submodule")
    return is_one_of(key.name,
                     "recurse fetchjobs propagatebranches shallow "
                     "fetchrecursesubmodules");
  if (key.section == "splitindex")
    return is_one_of(key.name, "maxpercentchange sharedindexexpire");
  if (key.section == "filter" || key.section == "diff")
    return is_one_of(key.name, "required binary cachetextconv");
  return is_one_of(key.section, "clean commit help reset") &&
         is_one_of(key.name, "requireforce gpgsign status verbose autocorrect quiet");
}

/// Whole sections in which no text is ever run. What a file that is included says is listed, and
/// looked at, by itself; git refuses many of these texts empty.
bool is_harmless_section(std::string_view section) {
  return is_one_of(section,
                   "advice am apply author blame branch checkout color column committer "
                   "extensions feature fetch fsck grep handoff i18n include includeif index init "
                   "log maintenance notes pack protocol pull push rebase receive repack rerere "
                   "safe sparse stash status tag transfer url user versionsort worktree");
}

/// What is sent to a server that the clone names anyhow, or how fast.
bool is_harmless_at_remotes(const Key& key) {
  if (key.section == "http")
    return is_one_of(key.name,
                     "extraheader useragent version postbuffer lowspeedlimit lowspeedtime "
                     "maxrequests minsessions");
  return key.section == "credential" && is_one_of(key.name, "username usehttppath");
}

bool names_no_program(const std::string& whole_key, const std::string& value) {
  const Key key(whole_key);
  if (is_harmless_section(key.section) || is_harmless_at_remotes(key) ||
      (is_read_as_switch(key) && is_switch_or_number(value)))
    return true;
  if (key.section == "core")
    return is_one_of(key.name,
                     "autocrlf eol safecrlf worktree excludesfile attributesfile abbrev "
                     "sharedrepository checkstat whitespace commentchar logallrefupdates notesref "
                     "createobject disambiguate fsync fsyncmethod");
  if (key.section == "gc")
    return key.name.ends_with("expire") || key.name.ends_with("expireunreachable");
  if (key.section == "remote")
    return is_one_of(
        key.name, "url pushurl fetch push partialclonefilter tagopt pushdefault followremotehead");
  if (key.section == "submodule")
    return is_one_of(key.name, "url branch active ignore");
  if (key.section == "diff" && key.is_nested)
    return is_one_of(key.name, "xfuncname funcname wordregex algorithm");
  if (key.section == "merge" || key.section == "diff")
    return !key.is_nested && !is_one_of(key.name, "external tool guitool");
  if (key.section == "filter")  // as `git lfs install --local` writes it
    return whole_key.starts_with("filter.lfs.") &&
           (value == "git-lfs clean -- %f" || value == "git-lfs smudge -- %f" ||
            value == "git-lfs filter-process");
  if (key.section == "lfs" && is_one_of(key.name, "url pushurl"))
    return names_server(value);
  if (key.section == "lfs")
    return is_one_of(key.name, "access fetchinclude fetchexclude");
  return is_one_of(whole_key, "format.pretty commit.cleanup gpg.format gpg.mintrustlevel");
}

/// Does it say by what programs, whose help and which files a remote is spoken to?
bool leads_to_remotes(const Key& key) {
  if (is_one_of(key.section, "http credential ssh"))
    return !is_harmless_at_remotes(key);
  if (key.section == "core")
    return is_one_of(key.name, "sshcommand gitproxy askpass alternaterefscommand");
  if (key.section == "remote")
    return is_one_of(key.name, "uploadpack receivepack vcs proxy proxyauthmethod");
  if (key.section == "lfs")
    return is_one_of(key.name, "path args standalonetransferagent clean smudge sshtransfer");
  return key.section == "protocol" && key.name == "allow";
}

/// What the user's own configuration says, and what the clone's says, of one key.
struct Said {
  std::optional<std::string> own = {};
  bool is_named_here = false;
};

/// Does it have URLs written, or git-lfs go, to what is no known server?
bool leads_elsewhere(const std::string& whole_key, const std::string& value) {
  const Key key(whole_key);
  if (key.section == "url") {
    const size_t begin = key.section.size() + 1, end = whole_key.size() - key.name.size();
    return begin < end && !names_server(whole_key.substr(begin, end - begin - 1));
  }
  return ((key.section == "lfs" && is_one_of(key.name, "url pushurl")) ||
          is_one_of(key.name, "lfsurl lfspushurl")) &&
         !names_server(value);
}

/// Does it say of what form a repository is, and where? Included files are in the listing.
bool is_of_the_repository(const Key& key) {
  return is_one_of(key.section, "extensions include includeif") ||
         (key.section == "core" && is_one_of(key.name, "bare worktree repositoryformatversion"));
}

/// As it stands in a file. `value`: none is yes.
std::string as_written(const std::string& whole_key, const std::optional<std::string>& value) {
  auto quoted = [](const std::string& text) {
    const std::string safe = replace_all(replace_all(text, "\\", "\\\\"), "\"", "\\\"");
    return '"' + replace_all(safe, "\n", "\\n") + '"';
  };
  const Key key(whole_key);
  std::string lines = "[" + std::string(key.section);
  if (key.is_nested)
    lines +=
        " " + quoted(whole_key.substr(key.section.size() + 1,
                                      whole_key.size() - key.section.size() - key.name.size() - 2));
  lines += "]\n\t" + std::string(key.name);
  return lines + (value ? " = " + quoted(*value) : "") + "\n";
}

/// One entry as git lists it, by the scope it stands in.
void take_in(HarmlessConfig& config, std::map<std::string, Said>& texts, const std::string& scope,
             const std::string& entry) {
  config.listing += entry + '\0';
  const size_t end = entry.find('\n');
  const std::string key = entry.substr(0, end);
  const std::string value = end == kNowhere ? "" : entry.substr(end + 1);
  Said& one = texts[key];
  if (scope != "local" && scope != "worktree") {
    one.own = value;
    return;
  }
  config.includes |= key.starts_with("include.") || key.starts_with("includeif.");
  if (!names_no_program(key, value))
    one.is_named_here = true;
  const bool is_at_remotes = leads_to_remotes(Key(key));
  if (is_at_remotes)
    config.leads_to_remotes = key;
  if (leads_elsewhere(key, value))
    config.leads_elsewhere = key;
  if (!is_of_the_repository(Key(key)) &&
      (!is_untyped() || (!is_at_remotes && names_no_program(key, value))))
    config.to_copy +=
        as_written(key, end == kNowhere ? std::nullopt : std::optional<std::string>(value));
}

/// Those that the clone alone names a program for.
std::set<std::string> filters_taken_out(const std::map<std::string, Said>& texts) {
  std::set<std::string> filters;
  for (const auto& [whole_key, said] : texts) {
    const Key key(whole_key);
    if (key.section == "filter" && key.is_nested && said.is_named_here && !said.own &&
        is_one_of(key.name, "clean smudge process"))
      filters.insert(whole_key.substr(key.section.size() + 1,
                                      whole_key.size() - key.section.size() - key.name.size() - 2));
  }
  return filters;
}

/// In the place of what the clone names: what the user says elsewhere, else git's default.
void put_own_first(HarmlessConfig& config, const std::map<std::string, Said>& texts) {
  size_t count = std::strtoul(environment("GIT_CONFIG_COUNT").c_str(), nullptr, 10);
  for (const auto& [key, said] : texts) {
    if (!said.is_named_here)
      continue;
    // An empty text is no for git, and its default is yes.
    const bool is_on = Key(key).section == "http" && Key(key).name == "sslverify";
    const std::string value = said.own.value_or(is_on ? "true" : "");
    config.environment.emplace_back("GIT_CONFIG_KEY_" + std::to_string(count), key);
    config.environment.emplace_back("GIT_CONFIG_VALUE_" + std::to_string(count), value);
    config.listing += key + '\n' + value + '\0';
    ++count;
  }
  const std::set<std::string> filters = filters_taken_out(texts);
  config.takes_filters_out = !filters.empty();
  config.environment_to_write = config.environment;
  for (const std::string& filter : filters) {
    const std::string number = std::to_string(count++);
    for (auto* environment : {&config.environment, &config.environment_to_write}) {
      const bool to_write = environment == &config.environment_to_write;
      environment->emplace_back("GIT_CONFIG_KEY_" + number, "filter." + filter + ".required");
      environment->emplace_back("GIT_CONFIG_VALUE_" + number, to_write ? "true" : "false");
    }
  }
  for (auto* environment : {&config.environment, &config.environment_to_write})
    if (!environment->empty())
      environment->emplace_back("GIT_CONFIG_COUNT", std::to_string(count));
}

HarmlessConfig ask(const std::string& program, const std::string& folder,
                   const std::string& git_dir) {
  Command command;
  command.argv = {program,  "--no-pager",   "-c", "safe.bareRepository=explicit",
                  "config", "--show-scope", "-z", "--list"};
  command.folder = folder;
  // Of what git reads, `git config` alone heeds GIT_CONFIG.
  command.environment = {{"LC_ALL", "C"}, {"LANGUAGE", std::nullopt}, {"GIT_CONFIG", std::nullopt}};
  if (!git_dir.empty())
    command.environment.emplace_back("GIT_DIR", git_dir);
  command.limits = kUntypedLimits;
  // A clone can include a file of any size.
  command.limit = 8u << 20;
  HarmlessConfig config;
  Child child(std::move(command));
  child.bound_memory(kMostMemory);
  Outcome outcome;
  try {
    outcome = child.wait();
  } catch (const Failure& failure) {
    config.answer.err = failure.message();
    return config;
  }
  config.is_known = outcome.ok();
  config.answer = {.exit_code = outcome.exit_code,
                   .out = {},
                   .err = std::move(outcome.err),
                   .why = std::move(outcome.why)};
  const std::vector<std::string> fields = split(outcome.out, '\0');
  std::map<std::string, Said> texts;
  for (size_t i = 0; i + 1 < fields.size(); i += 2)
    take_in(config, texts, fields[i], fields[i + 1]);
  put_own_first(config, texts);
  return config;
}

using Place = std::pair<std::string, std::string>;  ///< folder, git directory

std::map<Place, HarmlessConfig>& all_known() {
  static std::map<Place, HarmlessConfig> known;
  return known;
}

}  // namespace

const HarmlessConfig& harmless_config(const std::string& program, const std::string& folder,
                                      const std::string& git_dir) {
  std::map<Place, HarmlessConfig>& known = all_known();
  const Place place(folder, git_dir);
  auto found = known.find(place);
  if (found != known.end() && !found->second.includes)
    return found->second;
  return known.insert_or_assign(place, ask(program, folder, git_dir)).first->second;
}

void forget_harmless_config() { all_known().clear(); }

}  // namespace handoff::git
