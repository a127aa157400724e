#include "git/objects/commits.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"
#include "git/objects/asked_git.hpp"
#include "git/refs/names.hpp"

namespace handoff::git {

std::optional<Commit> parse_commit(std::string_view bytes) {
  Commit commit;
  while (!bytes.empty() && bytes.front() != '\n') {
    size_t end = bytes.find('\n');
    if (end == std::string_view::npos)
      return std::nullopt;
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    size_t space = line.find(' ');
    std::string_view name = line.substr(0, space);
    std::string value(space == std::string_view::npos ? "" : line.substr(space + 1));
    if (name == "tree")
      commit.tree = std::move(value);
    else if (name == "parent")
      commit.parents.push_back(std::move(value));
    else if (name == "author")
      commit.author = std::move(value);
    else if (name == "committer")
      commit.committer = std::move(value);
  }
  // Git hands these on to commands: nothing else may stand there.
  if (!is_oid(commit.tree) || !std::ranges::all_of(commit.parents, is_oid))
    return std::nullopt;
  commit.message = bytes.empty() ? "" : bytes.substr(1);
  return commit;
}

std::string serialize_commit(const Commit& commit) {
  std::string bytes = "tree " + commit.tree + "\n";
  for (const std::string& parent : commit.parents)
    bytes += "parent " + parent + "\n";
  bytes += "author " + commit.author + "\ncommitter " + commit.committer + "\n\n" + commit.message;
  return bytes;
}

namespace {

/// Git writes the header with i18n.commitEncoding, and so does a rebase of a commit of ours.
bool is_encoded(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, bytes.find("\n\n"));
  return head.find("\nencoding ") != std::string_view::npos &&
         std::ranges::any_of(bytes,
                             [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; });
}

/// The commit without its parents as git shows it, people and message in UTF-8; nullopt where no
/// git is known that has it.
std::optional<Commit> decoded_commit(const ObjectDatabase& objects, const std::string& oid) {
  const auto* known = dynamic_cast<const HasGit*>(&objects);
  if (known == nullptr || !known->asked())
    return std::nullopt;
  GitCall call{
      .args = {"log", "--no-walk", "-s", "--no-show-signature", "--no-color", "--no-notes",
               "--encoding=UTF-8", "--date=raw",
               "--format=tree %T%nauthor %an <%ae> %ad%ncommitter %cn <%ce> %cd%n%n%B", oid, "--"},
      .most_of_part = kMostOfCommit,
      .environment = known->asked()->environment};
  std::string text = known->asked()->git.run(std::move(call)).out;
  if (!text.empty())
    text.pop_back();  // what ends each entry of a log
  return parse_commit(text);
}

}  // namespace

std::optional<Commit> read_commit(ObjectDatabase& objects, const std::string& oid) {
  std::optional<Object> object = objects.read(oid, kMostOfCommit);
  if (!object || object->type != ObjectType::commit)
    return std::nullopt;
  std::optional<Commit> commit = parse_commit(object->bytes);
  if (commit && is_encoded(object->bytes))
    if (std::optional<Commit> decoded = decoded_commit(objects, oid)) {
      decoded->parents = std::move(commit->parents);
      return decoded;
    }
  return commit;
}

std::vector<std::string> straight_line(ObjectDatabase& objects, const std::string& tip,
                                       size_t most) {
  constexpr size_t kSha1Digits = 40;
  std::vector<std::string> line;
  try {
    for (std::string at = tip; at.size() == kSha1Digits && line.size() < most;) {
      std::optional<Commit> commit = read_commit(objects, at);
      if (!commit)
        break;
      line.push_back(std::move(at));
      if (commit->parents.size() != 1)
        break;
      at = std::move(commit->parents[0]);
    }
  } catch (const Failure&) {
    line.clear();
  }
  return line;
}

std::optional<std::string> trailer(std::string_view message, std::string_view name) {
  std::optional<std::string> value;
  for (const std::string& line : split_lines(message)) {
    if (trim(line).empty()) {
      value.reset();  // trailers stand in the last paragraph
      continue;
    }
    if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == ':')
      value = trim(std::string_view(line).substr(name.size() + 1));
  }
  return value;
}

std::string subject_of(std::string_view message) {
  return std::string(message.substr(0, message.find('\n')));
}

namespace {

/// A name or address that git puts into an ident unchanged.
bool is_plain(const std::string& text) {
  constexpr std::string_view kStripped = ".,:;<>\"\\'";
  auto stripped = [&](char c) {
    return static_cast<unsigned char>(c) <= ' ' || kStripped.find(c) != std::string_view::npos;
  };
  return !text.empty() && !stripped(text.front()) && !stripped(text.back()) &&
         text.find_first_of("<>\n") == std::string::npos;
}

/// "@1774353600 +0000" without the "@": the one form of a date that git takes as it stands. Else
/// empty.
std::string plain_date(std::string_view date) {
  constexpr std::string_view kZone = " +0000";
  constexpr size_t kMostDigits = 10;
  if (!date.starts_with('@') || !date.ends_with(kZone) || date.size() < kZone.size() + 2)
    return {};
  date.remove_prefix(1);
  const std::string_view digits = date.substr(0, date.size() - kZone.size());
  const bool plain = digits.size() <= kMostDigits && digits.front() != '0' &&
                     digits.find_first_not_of("0123456789") == std::string_view::npos;
  return plain ? std::string(date) : std::string();
}

/// The time of now as an ident has it; empty where there is none.
std::string date_of_now() {
  const std::time_t time = std::time(nullptr);
  std::tm local{};
  if (localtime_r(&time, &local) == nullptr)
    return {};
  const long minutes = std::labs(local.tm_gmtoff) / 60;
  char zone[40];
  std::snprintf(zone, sizeof zone, "%c%02ld%02ld", local.tm_gmtoff < 0 ? '-' : '+', minutes / 60,
                minutes % 60);
  return std::to_string(time) + " " + zone;
}

/// `role` is "author" or "committer". Empty where only git can tell.
std::string plain_ident(const Config& config, const std::string& role) {
  std::string prefix = role == "author" ? "GIT_AUTHOR_" : "GIT_COMMITTER_";
  const char* set_date = std::getenv((prefix + "DATE").c_str());
  const std::string date = set_date != nullptr ? plain_date(set_date) : date_of_now();
  auto part = [&](const char* variable, const std::string& key) {
    if (const char* set = std::getenv((prefix + variable).c_str()))
      return std::string(set);
    return config.text(role + "." + key).value_or(config.text("user." + key).value_or(""));
  };
  std::string name = part("NAME", "name"), mail = part("EMAIL", "email");
  if (!is_plain(name) || !is_plain(mail) || date.empty())
    return {};
  return name + " <" + mail + "> " + date;
}

/// Whatever answered, an ident has an address, and a commit takes one line.
bool is_person(const std::string& ident) {
  size_t mail = ident.find('<');
  return mail != std::string::npos && ident.find('>', mail) != std::string::npos &&
         ident.find_first_of(std::string_view("\0\n", 2)) == std::string::npos;
}

}  // namespace

Identity read_identity(const Repository& repository, bool allow_fallback) {
  Identity plain{.author = plain_ident(repository.config(), "author"),
                 .committer = plain_ident(repository.config(), "committer")};
  if (!plain.author.empty() && !plain.committer.empty())
    return plain;
  Child asked = repository.git().start({.args = {"var", "GIT_AUTHOR_IDENT"}});
  Outcome committer = repository.git().run({.args = {"var", "GIT_COMMITTER_IDENT"}});
  Outcome author = asked.wait();
  if (author.ok() && committer.ok() && is_person(trim(author.out)) &&
      is_person(trim(committer.out)))
    return {trim(author.out), trim(committer.out), false};
  for (const Outcome* said : {&author, &committer})
    if (!allow_fallback && contains(said->err, "invalid date"))
      fail("cannot make a commit: " + git_message(*said));
  if (!allow_fallback)
    fail(
        "cannot make a commit: nobody is known as its author (user.name and user.email are not "
        "set)",
        {"git config --global user.name \"Your Name\"",
         "git config --global user.email you@example.com",
         "or keep a snapshot without it: git handoff checkpoint"});
  std::string stand_in = "git-handoff <git-handoff@localhost> " + std::to_string(now()) + " +0000";
  return {stand_in, stand_in, true};
}

std::string person_of(std::string_view ident) {
  size_t end = ident.rfind('>');
  return std::string(end == std::string_view::npos ? ident : ident.substr(0, end + 1));
}

int64_t time_of(std::string_view ident) {
  size_t end = ident.rfind('>');
  if (end == std::string_view::npos)
    return 0;
  return std::strtoll(std::string(ident.substr(end + 1)).c_str(), nullptr, 10);
}

}  // namespace handoff::git
