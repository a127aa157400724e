#include "ops/records/trust.hpp"

#include <algorithm>
#include <map>

#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/commits.hpp"
#include "git/refs/names.hpp"
#include "git/refs/own_names.hpp"
#include "ops/records/shared.hpp"
#include "ops/records/trust_question.hpp"

namespace handoff::ops {

namespace {

constexpr std::string_view kRemote = "remote:";
constexpr std::string_view kKey = "key:";

constexpr std::string_view kSsh = "SHA256:";  ///< what the fingerprint of an ssh key begins with

constexpr size_t kPlaceDigits = 40;

/// `NAME PLACE`: no name of a remote holds a blank.
TrustedPlace read_place(const std::string& text) {
  const size_t blank = std::min(text.find(' '), text.size());
  const std::string place = text.substr(std::min(blank + 1, text.size()));
  return {.remote = text.substr(0, blank),
          .place = place.size() == kPlaceDigits && git::is_oid(place) ? place : ""};
}

bool is_own_scope(const std::string& scope) { return scope == "global" || scope == "system"; }

/// A fingerprint as git prints it: SHA256 of an ssh key, at least 160 bits of an OpenPGP one. A
/// shorter one can be made.
bool is_fingerprint(const std::string& text) {
  constexpr size_t kSshDigits = 43;
  if (text.starts_with(kSsh))
    return text.size() == kSsh.size() + kSshDigits;
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789ABCDEF") == std::string::npos;
}

struct Verification {
  std::vector<std::string> args = {};  ///< for git
  /// Does an ssh key count that is not in the user's list of signers? Git looks only those up among
  /// the revoked ones.
  bool any_ssh = true;
};

/// Does a setting of git's name a file by where it is run?
bool is_in_tree(const std::string& path) {
  return !path.empty() && path[0] != '/' && path[0] != '~' && path[0] != '%';
}

/// Which programs verify, and by which files, the user's own configuration says: a folder that was
/// copied brings its own. Without a list of signers any ssh key has a fingerprint, and no more.
Verification own_verification(const git::Repository& repository) {
  std::map<std::string, std::string> settings = {{"gpg.program", "gpg"},
                                                 {"gpg.ssh.program", "ssh-keygen"},
                                                 {"gpg.x509.program", "gpgsm"},
                                                 {"gpg.ssh.allowedsignersfile", "/dev/null"}};
  const Outcome said =
      repository.git().run({.args = {"config", "--show-scope", "-z", "--get-regexp", "^gpg\\."}});
  const std::vector<std::string> fields = split(said.out, '\0');
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    const size_t end = fields[i + 1].find('\n');
    std::string key = fields[i + 1].substr(0, end);
    if (key == "gpg.openpgp.program")
      key = "gpg.program";  // git takes the last of both
    if (is_own_scope(fields[i]) && end != std::string::npos)
      settings[key] = fields[i + 1].substr(end + 1);
    else if (key == "gpg.ssh.revocationfile")
      settings.emplace(key, "");
  }
  settings["gpg.openpgp.program"] = settings["gpg.program"];
  Verification own;
  const auto revoked = settings.find("gpg.ssh.revocationfile");
  own.any_ssh = revoked == settings.end() || revoked->second.empty();
  // A relative one lies in the tree, where a pull changes it: no ssh key counts by it.
  std::string& signers = settings["gpg.ssh.allowedsignersfile"];
  if (is_in_tree(signers) || (!own.any_ssh && is_in_tree(revoked->second)))
    signers = "/dev/null";
  for (const auto& [key, value] : settings) {
    own.args.emplace_back("-c");
    own.args.push_back(key + "=" + value);
  }
  return own;
}

/// Is there nothing in this tree but what a record is made of? Somebody may have signed a commit of
/// the project that another made up to be taken for a record.
bool is_tree_of_a_record(const git::Repository& repository, const std::string& tree) {
  const Outcome names = repository.git().run({.args = {"ls-tree", "--name-only", "-z", tree, "--"},
                                              .environment = {{"GIT_NO_REPLACE_OBJECTS", "1"}}});
  if (!names.ok())
    return false;
  for (const std::string& name : split(names.out, '\0'))
    if (!name.empty() && name != "handoff.json" && name != "handoff.md" &&
        name != "index-entries" && name != "staged" && name != "stages" && name != "raw" &&
        name != "gone" && name != "messages" && name != "documents")
      return false;
  return true;
}

/// Does what it stands on belong to the history of this project: of the default branch of its
/// remote, else of HEAD? A signature names commits, and of another project's it says nothing here.
bool is_of_this_project(const git::Repository& repository, const Record& record) {
  const std::string& base = record.git().base;
  if (!git::is_oid(base))
    return false;
  std::string remote = record.at.remote;
  if (const std::optional<Shared> known = read_shared_quietly(repository, record.at.id);
      remote.empty() && known)
    remote = known->remote;
  const std::string main = usual_tracking_ref(remote.empty() ? "origin" : remote, "HEAD");
  const bool has_main =
      repository.git().run({.args = {"rev-parse", "-q", "--verify", main + "^{commit}"}}).ok();
  return repository.git()
      .run({.args = {"merge-base", base, has_main ? main : "HEAD"},
            .environment = {{"GIT_NO_REPLACE_OBJECTS", "1"}}})
      .ok();
}

/// Is it a version, and has it the content, the work and the id of the record's? Then no other one
/// came between them: each that only changes who has it keeps all that.
bool says_the_same(const Record& record, const std::string& tree, const std::string& message) {
  auto is = [&message](const char* name, const std::string& value) {
    return git::trailer(message, name).value_or("") == value;
  };
  return is_version(message) && tree == record.commit.tree && is(git::kIdTrailer, record.at.id) &&
         git::trailer(message, "Handoff-Branch") ==
             git::trailer(record.commit.message, "Handoff-Branch") &&
         is("Handoff-Wip", record.git().wip_commit) && is("Handoff-Base", record.git().base);
}

}  // namespace

std::string own_trust_key(const git::Repository& repository) {
  const std::string& folder = repository.layout().common_dir;
  return contains(folder, "\n") ? std::string() : "handoff." + folder + ".trust";
}

Trust trust_of(const git::Repository& repository) {
  Trust trust;
  const std::string kept = own_trust_key(repository);
  for (const std::string& name : {std::string("handoff.trust"), kept}) {
    if (repository.config().all(name).empty())
      continue;
    const Outcome values =
        repository.git().run({.args = {"config", "--show-scope", "-z", "--get-all", name}});
    const std::vector<std::string> fields = split(values.out, '\0');  // scope, value, scope, ...
    for (size_t i = 0; i + 1 < fields.size(); i += 2) {
      const std::string& value = fields[i + 1];
      if (!is_own_scope(fields[i]))
        trust.in_vain.push_back(value);
      else if (const TrustedPlace place =
                   read_place(value.substr(std::min(kRemote.size(), value.size())));
               value.starts_with(kRemote) && !place.place.empty())
        trust.places.push_back(place);
      else if (value.starts_with(kRemote) && place.remote.size() + kRemote.size() == value.size() &&
               !place.remote.empty() && name != kept)
        trust.remotes.push_back(place.remote);
      else if (value.starts_with(kKey) && is_fingerprint(value.substr(kKey.size())))
        trust.keys.push_back(value.substr(kKey.size()));
      else if (value != kTrustNobody)
        trust.unknown.push_back(value);
    }
  }
  return trust;
}

bool names_remote_of(const Trust& trust, const git::Repository& repository, const Record& record) {
  const std::string& name = record.at.remote;
  if (name.empty() || (trust.remotes.empty() && trust.places.empty()))
    return false;
  const std::optional<Shared> known = read_shared_quietly(repository, record.at.id);
  // A ref of that name may have come from anywhere.
  return known && known->remote == name && known->tip == record.at.oid &&
         names_remote_of(trust, repository, *known);
}

bool names_remote_of(const Trust& trust, const git::Repository& repository, const Shared& seen) {
  if (seen.damaged || seen.by_git == seen.tip)
    return false;
  if (in_list(trust.remotes, seen.remote))
    return true;
  const std::string place = seen.place.empty() ? place_of(repository, seen.remote) : seen.place;
  return in_list(trust.places, place, &TrustedPlace::place);
}

bool is_passed(const git::Repository& repository, const Record& record) {
  if (record.at.remote.empty())
    return false;
  const std::optional<Shared> known = read_shared_quietly(repository, record.at.id);
  return known && !known->last.empty() && known->tip != record.at.oid;
}

namespace {

/// Was another place of that name answered for, and none since? The URL was changed.
bool has_moved(const std::vector<std::string>& answers, const std::string& remote,
               const std::string& asked) {
  return std::ranges::none_of(
             answers,
             [&](const std::string& one) { return one == asked || one == kTrustNobody; }) &&
         std::ranges::any_of(answers, [&](const std::string& one) {
           return one.starts_with(kRemote) &&
                  read_place(one.substr(kRemote.size())).remote == remote;
         });
}

}  // namespace

std::optional<std::string> trust_to_ask_for(const git::Repository& repository,
                                            const Record& record) {
  const std::string key = own_trust_key(repository), &remote = record.at.remote;
  if (key.empty() || !repository.config().all("handoff.trust").empty())
    return std::nullopt;
  const std::string place = place_of(repository, remote),
                    of_remote = std::string(kRemote) + remote + " " + place;
  const std::vector<std::string> answers = repository.config().all(key);
  if (!answers.empty() && !has_moved(answers, remote, of_remote))
    return std::nullopt;
  const std::vector<std::string> keys = signers_of(repository, record);
  if (!keys.empty())
    return std::string(kKey) + keys.front();
  return remote.empty() || place.empty() ? std::nullopt : std::optional(of_remote);
}

void remember_trust(const git::Repository& repository, const std::string& value) {
  const Outcome outcome = repository.git().run(
      {.args = {"config", "--global", "--add", own_trust_key(repository), value}});
  if (!outcome.ok())
    refuse("your configuration was not written: " + git::git_message(outcome));
}

std::vector<std::string> signers_of(const git::Repository& repository, const Record& record) {
  // Publishing signs; a take and its return come above it, and each may verify a signature.
  constexpr const char* kMostVersions = "-4";
  const Verification own = own_verification(repository);
  std::vector<std::string> args = own.args;
  args.insert(args.end(),
              {"log", kMostVersions, "--first-parent", "--no-show-signature", "--encoding=UTF-8",
               "-z", "--format=%T%n%G?%n%GF%n%GP%n%B", record.oid, "--"});
  const Outcome told = repository.git().run(
      {.args = std::move(args), .environment = {{"GIT_NO_REPLACE_OBJECTS", "1"}}});
  std::vector<std::string> keys;
  for (const std::string& version : split(told.out, '\0')) {
    std::vector<std::string> fields;  // tree, state, key, primary key
    size_t begin = 0;
    for (size_t end = 0; fields.size() < 4 && (end = version.find('\n', begin)) != kNowhere;
         begin = end + 1)
      fields.push_back(version.substr(begin, end - begin));
    if (fields.size() < 4 || !says_the_same(record, fields[0], version.substr(begin)))
      break;
    if (fields[1] != "G" && (fields[1] != "U" || (fields[2].starts_with(kSsh) && !own.any_ssh)))
      continue;
    keys.insert(keys.end(), fields.begin() + 2, fields.end());
  }
  std::erase_if(keys, [](const std::string& key) { return !is_fingerprint(key); });
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (!keys.empty() && (!is_tree_of_a_record(repository, record.commit.tree) ||
                        !is_of_this_project(repository, record)))
    keys.clear();
  return keys;
}

}  // namespace handoff::ops
