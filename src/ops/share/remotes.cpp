#include "ops/share/remotes.hpp"

#include <algorithm>
#include <vector>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "formats/secrets/quoted.hpp"
#include "formats/secrets/shown.hpp"
#include "git/repo/transport.hpp"

namespace handoff::ops {

namespace {

/// `git remote add` gives no other name; a configuration that came with the clone can say anything.
bool is_plain_name(const std::string& name) {
  constexpr size_t kLongest = 120;
  return name.size() <= kLongest && !contains(name, " ") && formats::shown(name) == name;
}

std::vector<std::string> all_remotes(const git::Repository& repository) {
  std::vector<std::string> names =
      split_lines(repository.git().output({.args = {"remote"}}, "list the remotes"));
  std::erase_if(names, [](const std::string& name) { return !is_plain_name(name); });
  return names;
}

/// Does git push to where it fetches from, and nowhere else? What is claimed is looked up there.
bool is_one_place(const git::Repository& repository, const std::string& name) {
  const std::vector<std::string> from = git::fetch_urls(repository, name);
  return !from.empty() && git::push_urls(repository, name) == std::vector{from.front()};
}

[[noreturn]] void refuse_two_places(const std::string& name, std::vector<std::string> hints) {
  refuse("'" + printable(name) + "' is fetched from one place and pushed to another, or to several",
         std::move(hints));
}

/// The remote itself, or another one here with the same URL that git also pushes to; a Failure
/// where there is none.
std::string at_one_place(const git::Repository& repository, const std::string& name) {
  if (is_one_place(repository, name))
    return name;
  const std::string place = place_of(repository, name);
  for (const std::string& other : all_remotes(repository))
    if (other != name && place_of(repository, other) == place && is_one_place(repository, other))
      return other;
  refuse_two_places(name, {"handoffs are where it is fetched from; have them pushed there, too: "
                           "git config --replace-all " +
                           shell_word("remote." + name + ".pushurl") + " \"$(git remote get-url " +
                           shell_word(name) + ")\""});
}

}  // namespace

std::string remote_for(const git::Repository& repository, const std::string& branch) {
  const git::Config& config = repository.config();
  std::string name = config.text("handoff.remote").value_or("");
  if (name.empty() && !branch.empty())
    name = config.text("branch." + branch + ".remote").value_or("");
  const bool is_free = name.empty() && !config.text("handoff.remote");
  if (is_free && config.text("remote.origin.url"))  // the only one, or what is usual
    name = "origin";
  if (!is_plain_name(name) || !config.text("remote." + name + ".url")) {  // git knows the others
    const std::vector<std::string> known = all_remotes(repository);
    const bool is_known = in_list(known, name);
    if (!is_known && config.text("handoff.remote"))
      refuse("handoff.remote names " + formats::in_quotes(name) + ", which is no remote",
             {"'git remote' lists them"});
    if (!is_known)
      name = known.size() == 1 ? known.front() : "origin";
    if (!in_list(known, name))
      refuse("there is no remote to share a handoff on",
             {"add one: git remote add origin URL", "or name one: git config handoff.remote NAME"});
  }
  if (!is_one_place(repository, name))
    refuse_two_places(name,
                      {"give handoffs a remote with one URL: git config handoff.remote NAME"});
  return name;
}

std::optional<std::string> find_remote(const git::Repository& repository, const Shared& shared) {
  const std::string place = place_of(repository, shared.remote);
  if (!place.empty() && (shared.place.empty() || place == shared.place))
    return shared.remote;
  if (!shared.place.empty())
    for (const std::string& name : all_remotes(repository))
      if (place_of(repository, name) == shared.place)
        return name;
  return place.empty() ? std::nullopt : std::optional(shared.remote);
}

std::string remote_of(const git::Repository& repository, const Shared& shared) {
  if (std::optional<std::string> found = find_remote(repository, shared))
    return at_one_place(repository, *found);
  refuse("'" + printable(shared.id) + "' is on '" + printable(shared.remote) +
             "', which is no remote here any more",
         {"add it again, under any name: git remote add " + shell_word(shared.remote) + " URL"});
}

git::Transport transport_to(const Shared& shared, const Network& network, unsigned seconds) {
  return {.remote = shared.remote,
          .may_prompt = network.may_prompt,
          .seconds = network.may_prompt ? 0 : seconds};
}

}  // namespace handoff::ops
