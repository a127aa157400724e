#include "git/commits.hpp"

#include <cstdlib>

#include "base/clock.hpp"
#include "base/failure.hpp"
#include "base/text.hpp"

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
  if (commit.tree.empty())
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

std::optional<Commit> read_commit(ObjectDatabase& objects, const std::string& oid) {
  std::optional<Object> object = objects.read(oid);
  if (!object || object->type != ObjectType::commit)
    return std::nullopt;
  return parse_commit(object->bytes);
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

IdentityQuestion::IdentityQuestion(const Git& git)
    : x_author(git.start({.args = {"var", "GIT_AUTHOR_IDENT"}})),
      x_committer(git.start({.args = {"var", "GIT_COMMITTER_IDENT"}})) {}

Identity IdentityQuestion::answer(bool allow_fallback) {
  Outcome author = x_author.wait();
  Outcome committer = x_committer.wait();
  if (author.ok() && committer.ok())
    return {trim(author.out), trim(committer.out), false};
  if (!allow_fallback)
    fail("cannot make a commit: nobody is known as its author (user.name and user.email are not set)",
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
