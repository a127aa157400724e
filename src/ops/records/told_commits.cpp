#include "ops/records/told_commits.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "base/programs.hpp"
#include "base/text.hpp"
#include "ops/records/names.hpp"

namespace handoff::ops {

std::string told_subject(const std::string& subject) {
  return is_unasked() ? std::string() : replace_all(bounded_name(subject), "'", "\"");
}

std::string told_author(const std::string& author) {
  const std::string name = name_of(author);
  const std::string told = is_unasked() ? unasked_name(name, "somebody else") : person_name(name);
  return told == name ? author : told;
}

std::string in_parentheses(const std::string& told) {
  return told.empty() ? told : " ('" + told + "')";
}

bool is_user(const git::Repository& repository, const std::string& person) {
  std::vector<std::string> mails;
  for (const char* key : {"user.email", "author.email", "committer.email"})
    for (std::string& mail : repository.config().all(key))
      mails.push_back(std::move(mail));
  for (const char* name : {"GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL", "EMAIL"})
    if (const char* mail = std::getenv(name); mail != nullptr)
      mails.emplace_back(mail);
  return std::any_of(mails.begin(), mails.end(), [&](const std::string& mail) {
    return !mail.empty() && person.ends_with("<" + mail + ">");
  });
}

}  // namespace handoff::ops
